"""The learners that come with Hoyle: each writes an item of useful knowledge."""
