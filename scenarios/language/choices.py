"""The choices of scenario keys for which no other room has a table."""

FIRST = ("alternate", "hoyle", "other")
LEARN = ("play", "watch", "no")
TELL, STOP = ON_FAILURE = ("tell", "stop")
"""When an Advisor fails, an experiment continues and reports it at the end, or stops."""
ROW_ABOVE = "row above"
MARKS = (ROW_ABOVE,)
"""The figures with which those of a table may be compared to mark them."""
