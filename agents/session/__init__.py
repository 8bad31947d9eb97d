"""One Advisor in one decision: what it sees, what it says, and what that costs."""
