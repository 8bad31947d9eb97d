"""What user code prints while a command runs: it goes to stderr with its author, and spoils no answer."""

import json
from collections import Counter
from pathlib import Path

from agents.session.prints import MOST_LINES, NO_MORE
from tests.scenarios.conftest import Hoyle
from tests.scenarios.quick import ran

LOUD = """
import os, sys
from agents import Advisor, Learner

print("\\x1b[2Jloaded")

class Inline(Advisor):
    async def advise(self, think):
        for number in range(300):
            print("\\x1b[31mred", number)
        os.write(1, f"bytes of {self.name}\\n".encode())
        sys.stderr.write("and the last word")
        await think.comment(think.moves[0], 9, "first")

class Thread(Inline):
    placement = "thread"

class Process(Inline):
    placement = "process"

class Chatty(Learner):
    name = "Chatty"
    item = "model"
    def learn(self, lesson):
        print("\\x1b[32mgreen")
"""
SCENARIO = """
name = "loud"
game = "tic-tac-toe"
load = ["loud.py"]
advisors = ["Inline", "Process"]
runs = 2
[[phase]]
name = "test"
against = "random"
contests = 1
"""


def _counted(text: str) -> Counter[str]:
    """Count the lines by author, and see that none controls a terminal."""
    assert "\x1b" not in text
    return Counter(line.partition(":")[0] for line in text.splitlines())


def test_an_advisor_may_print_wherever_it_is(tmp_path: Path) -> None:
    """The document is whole, and each Advisor's lines are marked, cleaned and limited, in every placement."""
    (tmp_path / "loud.py").write_text(LOUD)
    words = ("decide", "tic-tac-toe", "--advisors", "Inline,Thread,Process", "--load", "loud.py")
    code, out, err = ran(*words, "--json", cwd=tmp_path)
    assert code == 0
    heard = json.loads(out)["advisors"]
    assert {each["state"] for each in heard.values()} == {"finished"}
    counts = _counted(err)
    assert [counts[name] for name in heard] == [MOST_LINES + 1] * 3
    assert err.count(NO_MORE) == 3
    assert counts["loud.py"] == 1
    assert {"bytes of Inline", "bytes of Thread"} < set(err.splitlines())
    assert "bytes of Process" not in err
    code, view, err = ran(*words[:3], "Inline", *words[4:], cwd=tmp_path)
    assert (code, "red" in view, "bytes" in view) == (0, False, False)
    assert view.startswith("Tic-tac-toe")
    assert _counted(err)["Inline"] == MOST_LINES + 1


def test_an_experiment_shows_each_author_once(tmp_path: Path) -> None:
    """The limit holds for a command, however many processes take part."""
    (tmp_path / "loud.py").write_text(LOUD)
    (tmp_path / "loud.toml").write_text(SCENARIO)
    code, out, err = ran("run", "loud.toml", "--jobs", "2", "--json", cwd=tmp_path)
    assert code == 0
    assert json.loads(out)["failures"] == []
    counts = _counted(err)
    assert counts["Inline"] == counts["Process"] == MOST_LINES + 1
    assert counts["worker"] == 0 or "bytes of Inline" in err
    assert err.count(NO_MORE) >= 2


def test_a_learner_is_named(hoyle: Hoyle, tmp_path: Path) -> None:
    """As an Advisor is."""
    (tmp_path / "loud.py").write_text(LOUD)
    play = ("play", "tic-tac-toe", "--me", "hoyle", "--against", "random", "--advisors", "Panic", "--learn")
    more = ("--learners", "Chatty", "--knowledge", tmp_path / "k.hoyle", "--load", tmp_path / "loud.py")
    answer = hoyle(*play, *more, "--json")
    assert json.loads(answer.out)["outcome"]
    assert {"loud.py: \ufffd[2Jloaded", "Chatty: \ufffd[32mgreen"} < set(answer.err.splitlines())
