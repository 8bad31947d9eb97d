#!/usr/bin/env python3
"""An Advisor of Hoyle that needs nothing of Hoyle: it likes locations on which many lines cross."""

import json
import sys


def say(**message):
    """Send one line, at once."""
    print(json.dumps(message), flush=True)


lines = []
for text in sys.stdin:
    message = json.loads(text)
    if message["type"] == "hello":
        lines = message["board"]["lines"]
        say(type="ready")
    elif message["type"] == "position":
        for move in message["moves"]:
            target = move.split("x")[0].split("-")[-1]
            crossing = sum(target in line for line in lines)
            if crossing > 2:
                say(type="comment", move=move, strength=min(9, 4 + crossing), reason=f"on {crossing} lines")
        say(type="done", id=message["id"])
