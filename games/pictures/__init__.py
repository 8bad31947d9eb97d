"""A board as people see it: in text and in SVG."""
