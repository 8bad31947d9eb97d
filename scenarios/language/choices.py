"""Words that a scenario chooses from, where no other room has a table of them."""

FIRST = ("alternate", "hoyle", "other")
LEARN = ("play", "watch", "no")
TELL, STOP = ON_FAILURE = ("tell", "stop")
"""What an experiment does when an Advisor fails: it goes on and tells at the end, or ends."""
ROW_ABOVE = "row above"
MARKS = (ROW_ABOVE,)
"""What a figure of a table may be marked against."""
