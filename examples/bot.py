"""A contestant that is a program: it needs nothing of Hoyle, and could be in any language.

hoyle play tic-tac-toe --me hoyle --against "program:python3 examples/bot.py"
"""

import json
import random
import sys


def say(**message):
    """Send one line, at once."""
    print(json.dumps(message), flush=True)


def wins(move):
    """Ask the rules, which costs nothing but time."""
    say(type="ask", what="play", move=move)
    after = json.loads(sys.stdin.readline())["position"]
    say(type="ask", what="outcome", position=after)
    return json.loads(sys.stdin.readline())["outcome"] not in (None, "draw")


for text in sys.stdin:
    question = json.loads(text)
    if question["type"] == "hello":
        say(type="ready")
    elif question["type"] == "position":
        good = [move for move in question["moves"] if wins(move)]
        chance = random.Random(question["seed"])  # noqa: S311  # no secret hangs on it
        say(type="move", id=question["id"], move=chance.choice(good or question["moves"]))
