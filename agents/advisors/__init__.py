"""The Advisors that come with Hoyle."""
