"""The learners that come with Hoyle: each feeds an item of useful knowledge."""
