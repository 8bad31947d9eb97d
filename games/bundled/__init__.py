"""The games that come with Hoyle, each a few lines on a family or a module of its own."""
