"""The scenarios that come with Hoyle."""
