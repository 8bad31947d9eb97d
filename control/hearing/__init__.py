"""One decision, from the first Advisor to the landing, on either clock."""
