"""The viewer: decisions in a browser, on this machine only."""
