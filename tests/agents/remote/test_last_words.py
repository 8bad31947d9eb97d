"""What a program says at its end: the line that names its error, in several languages."""

from hypothesis import given
from hypothesis import strategies as st

from agents.remote.last_words import telling_line
from tests.support import each_case

NODE = """file:///bot.mjs:5
  m.foo();
    ^

TypeError: m.foo is not a function
    at file:///bot.mjs:5:37
    at process.processTicksAndRejections (node:internal/process/task_queues:95:5)

Node.js v18.19.0
"""
NODE_MODULE = """node:internal/errors:496
    ErrorCaptureStackTrace(err);
    ^

Error [ERR_MODULE_NOT_FOUND]: Cannot find package 'foo' imported from /bot.mjs
    at new NodeError (node:internal/errors:405:5) {
  code: 'ERR_MODULE_NOT_FOUND'
}

Node.js v18.19.0
"""
PYTHON = """Traceback (most recent call last):
  File "bot.py", line 1, in <module>
    import foo
ModuleNotFoundError: No module named 'foo'
"""
CHAINED = """Traceback (most recent call last):
  File "bot.py", line 2, in <module>
KeyError: 'first'

During handling of the above exception, another exception occurred:

Traceback (most recent call last):
  File "bot.py", line 4, in <module>
my.module.Trouble: what follows
is of several lines: all of one message
"""
SYNTAX = """  File "bot.py", line 1
    def (
        ^
SyntaxError: invalid syntax
"""
JAVA = """Exception in thread "main" java.lang.NullPointerException: no board
\tat Bot.main(Bot.java:3)
"""
GO = """panic: runtime error: index out of range [3] with length 3

goroutine 1 [running]:
main.main()
exit status 2
"""
RUST = """thread 'main' panicked at src/main.rs:3:5:
no legal move
note: run with `RUST_BACKTRACE=1` environment variable to display a backtrace
"""
RUBY = "bot.rb:3:in `<main>': undefined method `foo' for nil (NoMethodError)\n\n\tfoo\n"


@each_case(
    ("text", "line"),
    [
        (NODE, "TypeError: m.foo is not a function"),
        (NODE_MODULE, "Error [ERR_MODULE_NOT_FOUND]: Cannot find package 'foo' imported from /bot.mjs"),
        (PYTHON, "ModuleNotFoundError: No module named 'foo'"),
        (CHAINED, "my.module.Trouble: what follows"),
        (SYNTAX, "SyntaxError: invalid syntax"),
        (JAVA, 'Exception in thread "main" java.lang.NullPointerException: no board'),
        (GO, "panic: runtime error: index out of range [3] with length 3"),
        (RUST, "thread 'main' panicked at src/main.rs:3:5: no legal move"),
        (RUBY, "bot.rb:3:in `<main>': undefined method `foo' for nil (NoMethodError)"),
        ("first\nsh: 1: nosuch: not found\n", "sh: 1: nosuch: not found"),
        ("", ""),
        ("KeyboardInterrupt\n", "KeyboardInterrupt"),
    ],
)
def test_the_line_that_names_the_error(text: str, line: str) -> None:
    """It is told, and not whatever the language writes last."""
    assert telling_line(text) == line


@given(st.text())
def test_any_text_has_one(text: str) -> None:
    """Whatever a program writes, one line comes of it, and it is made of what was written."""
    line = telling_line(text)
    assert "\n" not in line
    assert bool(line) == bool(text.strip())
