"""The games that come with Hoyle. Each is a few lines on top of a family, or a module of its own."""
