"""Search: a contestant for games too large to solve."""

import ast
import inspect
import itertools
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import attrs
import pytest
import trio

import agents.contestants.search
from agents import BUNDLED, Contestant, RandomContestant, Streams, pick
from agents.contestants.evaluation import (
    EVALUATIONS,
    Evaluation,
    MenEvaluation,
    MorrisEvaluation,
    MorrisLines,
    NimEvaluation,
    OthelloEvaluation,
    evaluation_of,
)
from agents.contestants.search import (
    DRAWN,
    PROVEN,
    WON,
    Finding,
    Limit,
    Memory,
    Remembered,
    Search,
    SearchContestant,
)
from games import BadOption, Game, Move, Outcome, Role, game_names, grid, make_game
from games.bundled.mens_morris import five_mens_morris, nerenchi, nine_mens_morris, twelve_mens_morris
from scenarios.play.contests import play_contest
from tests.support import each_case, played, reachable, tic_tac_toe, up_to_symmetry

MORRIS = (five_mens_morris, nine_mens_morris, twelve_mens_morris, nerenchi)


class Graph(Game[str]):
    """A made-up game: positions are words, and a move is the name of the next one."""

    name = "graph"
    title = "Graph"
    family = "made-up"
    rules = "Follow the arrows."
    board = grid(2, 1, lines=())
    options: Mapping[str, object] = {}

    def __init__(
        self, arrows: Mapping[str, str], *, opponents: str = "", men: Mapping[str, int] | None = None
    ) -> None:
        self._arrows = arrows
        self._opponents = opponents.split()
        self._men = men or {}

    def initial(self) -> str:
        """Start at the first position."""
        return next(iter(self._arrows))

    def mover(self, position: str) -> Role:
        """Opponent moves in those positions that were given, Player in all others."""
        return Role(position in self._opponents)

    def legal_moves(self, position: str) -> tuple[Move, ...]:
        """Follow any arrow."""
        return tuple(self._arrows.get(position, "").split())

    def play(self, position: str, move: Move) -> str:
        """Go where the arrow leads."""
        assert move in self.legal_moves(position)
        return move

    def outcome(self, position: str) -> Outcome | None:
        """Words that begin with win, loss or draw are that to Player."""
        ends = {"win": Outcome.PLAYER, "los": Outcome.OPPONENT, "dra": Outcome.DRAW}
        return ends.get(position[:3])

    def cells(self, position: str) -> Sequence[Role | None]:
        """Show as many of Player's men as were given."""
        men = self._men.get(position, 0)
        return [Role.PLAYER if i < men else None for i in range(2)]

    def passed(self, position: str) -> str:
        """Leave all as it is."""
        return position

    def image(self, position: str, symmetry: Sequence[int]) -> str:
        """Leave all as it is."""
        del symmetry
        return position

    def format_position(self, position: str) -> str:
        """Write the word."""
        return position

    def parse_position(self, text: str) -> str:
        """Read the word."""
        return text


async def found(game: Game[Any], position: Any = None, *, nodes: int = 100_000) -> Finding:
    """Search from a position."""
    position = game.initial() if position is None else position
    return await Search(evaluation_of(game), Limit(nodes=nodes)).run(position, game.legal_moves(position))


@cache
def all_games() -> list[Game[Any]]:
    """Make every bundled game, and the morris games whether they are bundled or not."""
    games = (*map(make_game, game_names()), *(make() for make in MORRIS))
    return list({game.name: game for game in games}.values())


def met_at_random(game: Game[Any], count: int, *, seed: int = 0) -> list[Any]:
    """Return positions of random contests that leave a choice."""
    stream = Streams(seed).stream("met")
    met: dict[Any, None] = {}
    for _ in itertools.count():
        position = game.initial()
        for _ in range(60):
            if len(game.legal_moves(position)) > 1 and stream.random() < 0.2:
                met[position] = None
            if len(met) == count:
                return list(met)
            if not game.legal_moves(position):
                break
            position = game.play(position, pick(stream, game.legal_moves(position)))
    raise AssertionError


@cache
def values(name: str) -> dict[Any, int]:
    """Solve a game slowly and plainly: what each position that goes on is worth to its mover, 1, 0 or -1."""
    game = make_game(name)
    known = dict.fromkeys(reachable(game), 0)
    changed = True
    while changed:
        changed = False
        for position in known:
            value = max(worth(game, known, position, move) for move in game.legal_moves(position))
            if known[position] == 0 != value:
                known[position] = value
                changed = True
    return known


def worth(game: Game[Any], known: Mapping[Any, int], position: Any, move: Move) -> int:
    """Return what a move is worth to its mover, by what is known of the position after it."""
    mover, after = game.mover(position), game.play(position, move)
    outcome = game.outcome(after)
    if outcome is not None:
        return 0 if outcome.winner is None else 1 if outcome.winner is mover else -1
    return known[after] if game.mover(after) is mover else -known[after]


def sign(value: int) -> int:
    """Return who wins for sure, if anybody does."""
    return (value >= PROVEN) - (value <= -PROVEN)


@pytest.mark.parametrize(
    ("text", "limit"),
    [
        ("", Limit(seconds=1.0)),
        ("0.2s", Limit(seconds=0.2)),
        ("3s", Limit(seconds=3)),
        ("200ms", Limit(seconds=0.2)),
        ("5000nodes", Limit(nodes=5000)),
    ],
)
def test_a_limit_is_read_as_it_is_written(text: str, limit: Limit) -> None:
    """Behind the colon stand seconds or nodes; nothing there means a second."""
    contestant = SearchContestant.made_for(tic_tac_toe(), text)
    assert contestant.limit == limit
    assert contestant.name == "search"


@each_case(
    "text",
    [
        "0s",
        "0.0ms",
        "0nodes",
        "-1s",
        "1",
        "s",
        "nodes",
        "1.5nodes",
        "1 s",
        "fast",
        "1s5nodes",
        "1e3s",
        "9" * 5000 + "nodes",
    ],
)
def test_a_bad_limit_is_refused_in_one_line(text: str) -> None:
    """The message names the value, and what to write instead."""
    with pytest.raises(
        BadOption, match=r"^search cannot think for .*such as search:|; use a limit such as 0.2s"
    ) as caught:
        SearchContestant.made_for(tic_tac_toe(), text)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 120


@pytest.mark.parametrize("seconds", [0.0, -1.0, float("nan"), float("inf")])
def test_seconds_are_a_positive_number(seconds: float) -> None:
    """No time, less than none, and no number are refused."""
    with pytest.raises(BadOption, match="seconds"):
        SearchContestant(seconds=seconds)


def test_a_search_without_limit_is_refused() -> None:
    """It would never answer."""
    with pytest.raises(BadOption, match="needs a limit"):
        SearchContestant(seconds=None)


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.name)
@pytest.mark.parametrize(
    "contestant",
    [
        SearchContestant(seconds=1e-9),
        SearchContestant(seconds=None, nodes=1),
        SearchContestant(seconds=None, nodes=200),
    ],
    ids=["1ns", "1 node", "200 nodes"],
)
async def test_it_answers_a_legal_move_at_any_game_however_tight_the_limit(
    game: Game[Any], contestant: SearchContestant
) -> None:
    """Also with no time at all, and wherever a contest has got to."""
    for position in (game.initial(), *met_at_random(game, 4)):
        assert await contestant.choose(game, position, Streams(1)) in game.legal_moves(position)


async def test_a_single_legal_move_needs_no_search() -> None:
    """Where there is no choice, none is thought about."""
    finding = await found(Graph({"a": "b", "b": "win1 win2"}))
    assert (finding.move, finding.nodes) == ("b", 0)


async def test_a_seed_and_a_limit_in_nodes_always_give_the_same_move() -> None:
    """No clock, no hash and no earlier search has a say."""
    game = nine_mens_morris()
    used = SearchContestant(seconds=None, nodes=300)
    for seed, position in enumerate(met_at_random(game, 10)):
        fresh = SearchContestant(seconds=None, nodes=300)
        chosen = {await each.choose(game, position, Streams(seed)) for each in (used, used, fresh)}
        assert len(chosen) == 1


async def test_a_limit_in_nodes_is_kept() -> None:
    """It looks at no more than the moves of one line beyond its limit."""
    game = nine_mens_morris()
    for nodes in (1, 50, 1000):
        assert (await found(game, nodes=nodes)).nodes < nodes + 3 * 24


async def test_a_limit_in_seconds_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a clock that goes on a millisecond a look, a search of 0.1 s ends after a hundred looks or so."""
    looks = itertools.count()
    monkeypatch.setattr(agents.contestants.search, "perf_counter", lambda: next(looks) / 1000)
    game = nine_mens_morris()
    await SearchContestant(seconds=0.1).choose(game, game.initial(), Streams(0))
    assert 100 <= next(looks) < 110


async def test_the_first_limit_that_comes_ends_the_search(monkeypatch: pytest.MonkeyPatch) -> None:
    """With seconds and nodes both, either ends it."""
    game, forever = nine_mens_morris(), 1e6
    evaluation, moves = evaluation_of(game), game.legal_moves(game.initial())
    by_nodes = await Search(evaluation, Limit(forever, 500)).run(game.initial(), moves)
    looks = itertools.count()
    monkeypatch.setattr(agents.contestants.search, "perf_counter", lambda: next(looks) / 1000)
    by_time = await Search(evaluation, Limit(0.02, 1_000_000)).run(game.initial(), moves)
    assert 500 <= by_nodes.nodes < 600
    assert by_time.nodes < 2000


async def test_a_search_is_cancelled_promptly() -> None:
    """While it thinks others have their turn, and a search without end ends when it is cancelled."""
    game = nine_mens_morris()
    turns = 0
    with trio.fail_after(60):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(SearchContestant(seconds=1e6).choose, game, game.initial(), Streams(0))
            while turns < 20:
                await trio.lowlevel.checkpoint()
                turns += 1
            nursery.cancel_scope.cancel()
    assert turns == 20


async def test_ties_fall_by_the_seed() -> None:
    """Answers to the middle of tic-tac-toe: under some seed each corner, and never a side, which loses."""
    contestant = SearchContestant(seconds=None, nodes=100_000)
    chosen = {await contestant.choose(tic_tac_toe(), played("5"), Streams(seed)) for seed in range(25)}
    assert chosen == set("1379")


async def test_the_shortest_win_is_preferred() -> None:
    """A win in one comes before a win in three, whichever is looked at first."""
    game = Graph({"a": "b win1", "b": "c", "c": "win2 win3"}, opponents="b")
    assert (await found(game))[:2] == ("win1", WON - 1)


async def test_the_longest_loss_is_preferred() -> None:
    """Who cannot but lose puts it off."""
    game = Graph({"a": "b c", "b": "loss1", "c": "d", "d": "e", "e": "loss2"}, opponents="b c e")
    assert (await found(game))[:2] == ("c", 4 - WON)


async def test_turns_need_not_alternate() -> None:
    """Player moves three times running; b wins in the end, c gives Opponent a choice that loses."""
    game = Graph({"a": "c b", "b": "d e", "d": "win1", "e": "loss1", "c": "win2 loss2"}, opponents="c")
    assert (await found(game))[:2] == ("b", WON - 3)


async def test_what_comes_round_in_a_line_is_a_draw() -> None:
    """Player stands well as long as this goes round and round, but that is worth a draw, no more."""
    arrows = {"a": "b loss1", "b": "c win1", "c": "d loss2", "d": "a win2"}
    game = Graph(arrows, opponents="b d", men=dict.fromkeys(arrows, 2))
    assert (await found(game))[:2] == ("b", DRAWN)


async def test_a_draw_by_repetition_is_not_held_true_of_other_lines() -> None:
    """Going from b to a is a draw only if the line came through a; otherwise Player wins from there."""
    arrows = {"s": "x b", "x": "a draw1", "a": "b f", "b": "a win1", "f": "g win2", "g": "win3 win4"}
    game = Graph(arrows, opponents="x b f")
    assert sign((await found(game)).value) == 1


async def test_a_finished_search_stops_before_its_limit() -> None:
    """Once every line was followed to its end, deeper is no further."""
    finding = await found(tic_tac_toe(), nodes=10**9)
    assert (finding.value, finding.depth) == (DRAWN, 9)


async def test_every_position_of_tic_tac_toe_is_valued_right() -> None:
    """Searched to the end, a position is worth what a plain solver says."""
    game, known = tic_tac_toe(), values("tic-tac-toe")
    for position in up_to_symmetry(game):
        finding = await found(game, position)
        if len(game.legal_moves(position)) > 1:
            assert sign(finding.value) == known[position], game.format_position(position)


@pytest.mark.parametrize(
    ("name", "nodes"),
    [("tic-tac-toe", 10_000), ("lose-tic-tac-toe", 10_000), ("achi", 4000), ("tapatan", 4000)],
)
async def test_value_is_never_lost_at_solved_games(name: str, nodes: int) -> None:
    """With a sufficient limit the move keeps what the position is worth, as a plain solver says."""
    game, known = make_game(name), values(name)
    contestant = SearchContestant(seconds=None, nodes=nodes)
    for seed, position in enumerate(met_at_random(game, 60)):
        move = await contestant.choose(game, position, Streams(seed))
        assert worth(game, known, position, move) == known[position], game.format_position(position)


async def test_the_end_of_othello_is_solved() -> None:
    """With few locations left the winner is the one that plain minimax finds."""
    game = make_game("othello")
    for seed in range(4):
        stream = Streams(seed).stream("othello")
        position = game.initial()
        while list(game.cells(position)).count(None) > 7 and game.legal_moves(position):
            position = game.play(position, pick(stream, game.legal_moves(position)))
        if len(game.legal_moves(position)) > 1:
            finding = await found(game, position)
            assert sign(finding.value) == minimax(game, position)


def minimax(game: Game[Any], position: Any) -> int:
    """Look at everything."""
    outcome, me = game.outcome(position), game.mover(position)
    if outcome is not None:
        return 0 if outcome.winner is None else 1 if outcome.winner is me else -1
    afters = (game.play(position, move) for move in game.legal_moves(position))
    return max(minimax(game, after) * (1 if game.mover(after) is me else -1) for after in afters)


class Greedy(Contestant):
    """Turns over as many discs as it can."""

    name = "greedy"

    async def choose(self, game: Game[Any], position: Any, streams: Streams) -> Move:
        """Return the move after which it has most discs."""
        del streams
        me = game.mover(position)
        return max(
            game.legal_moves(position), key=lambda move: list(game.cells(game.play(position, move))).count(me)
        )


@pytest.mark.parametrize(
    ("game", "other"),
    [
        (nine_mens_morris(), RandomContestant()),
        (nerenchi(), RandomContestant()),
        (make_game("othello"), Greedy()),
    ],
    ids=["nine-mens-morris", "nerenchi", "othello"],
)
async def test_it_beats_simple_players_in_either_role(game: Game[Any], other: Contestant) -> None:
    """A few hundred nodes a move are enough for that; the benchmark says more."""
    search = SearchContestant(seconds=None, nodes=500)
    for role in Role:
        contest = await play_contest(game, {role: search, role.other: other}, Streams(role))
        assert contest.outcome.winner is role


def test_the_table_is_bounded() -> None:
    """It forgets the oldest positions, and what was put last is there."""
    memory = Memory(room=10)
    for number in range(100):
        memory.put(number, Remembered(1, number, 0, "5"))
        assert len(memory) <= 20
        entry = memory.get(number)
        assert entry is not None
        assert entry.value == number
    assert memory.get(0) is None


def test_a_family_has_its_evaluation_and_any_other_game_the_plain_one() -> None:
    """The table is read by the class that the games of a family share."""
    kinds = {game.name: type(evaluation_of(game)) for game in (*all_games(), Graph({"a": "b"}))}
    assert kinds["nerenchi"] is kinds["nine-mens-morris"] is MorrisEvaluation
    assert kinds["achi"] is kinds["qubic"] is MenEvaluation
    assert (kinds["othello"], kinds["nim"], kinds["graph"]) == (OthelloEvaluation, NimEvaluation, Evaluation)
    assert set(kinds.values()) == set(EVALUATIONS.values())


@each_case("game", all_games(), ids=lambda game: game.name)
def test_an_evaluation_respects_symmetry_and_stays_a_guess(game: Game[Any]) -> None:
    """Images of a position are worth the same, and nothing is worth as much as a proven win."""
    evaluation = evaluation_of(game)
    for position in met_at_random(game, 10):
        images = {evaluation.value(game.image(position, each)) for each in game.board.symmetries()[:8]}
        assert len(images) == 1
        assert abs(images.pop()) < PROVEN


def test_the_plain_evaluation_agrees_with_that_of_bit_sets() -> None:
    """Whether a family's positions are read as cells or as bit sets, their worth is the same."""
    game = make_game("achi")
    plain, quick = Evaluation(game), evaluation_of(game)
    assert all(plain.value(position) == quick.value(position) for position in met_at_random(game, 30))


@pytest.mark.parametrize("name", ["achi", "qubic", "othello"])
def test_the_other_colour_is_worth_the_opposite(name: str) -> None:
    """Exchange the roles, and what was good for Player is as bad."""
    game = make_game(name)
    evaluation = evaluation_of(game)
    for position in met_at_random(game, 30):
        men = {"player": position.opponent, "opponent": position.player}
        other = game.passed(attrs.evolve(position, **men))
        assert evaluation.value(other) == -evaluation.value(position)


def test_a_line_of_morris_counts_mills_pairs_and_slides() -> None:
    """A line is worth to Player what stands on it, and says which men can slide along it."""
    line = MorrisLines([(0, 1, 2)], nine_mens_morris().board)
    pair = MorrisLines.PAIR + MorrisLines.SLIDE
    assert line[0b111] == (MorrisLines.MILL, 0)
    assert line[0b011] == (pair, 0b010)
    assert line[0b011 << 24] == (-pair, 0b010)
    assert line[0b011 | 0b100 << 24] == (0, 0)


def test_morris_counts_men_blocked_men_and_threats() -> None:
    """Each makes a position better for who has it."""
    game = nine_mens_morris()
    evaluation = evaluation_of(game)

    def value(player: str, opponent: str, mover: str = "X") -> int:
        cells = ["."] * 24
        for mark, names in (("X", player), ("O", opponent)):
            for name in names.split():
                cells[int(name) - 1] = mark
        return evaluation.value(game.parse_position(f"{''.join(cells)} {mover} 0 0"))

    assert value("1 3 11 16", "24 9 14") > value("1 3 11", "24 9 14") + 50
    assert value("1 2 15 5", "24 9 14 10") > value("1 3 15 5", "2 10 14 12")
    assert value("1 2 15", "24 9 14") - value("1 2 15", "24 9 14", "O") == MorrisEvaluation.THREAT


@pytest.mark.parametrize("most", ["any", "3"])
def test_nim_is_seen_through_where_the_last_match_wins(most: str) -> None:
    """There the evaluation is no guess: it names the winner."""
    game = make_game("nim", {"piles": "3,4,5", "last": "wins", "most": most})
    evaluation = evaluation_of(game)
    known: dict[Any, int] = {}
    for position in sorted(reachable(game), key=lambda each: sum(each.heaps)):
        known[position] = max(worth(game, known, position, move) for move in game.legal_moves(position))
        sides = 1 if game.mover(position) is Role.PLAYER else -1
        assert evaluation.value(position) * sides * known[position] > 0


def imports(path: Path) -> set[str]:
    """Name every module that a file imports."""
    nodes = list(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))
    plain = {alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names}
    return plain | {str(node.module) for node in nodes if isinstance(node, ast.ImportFrom)}


def test_no_advisor_searches_and_no_search_is_told_the_solution() -> None:
    """Advisors do not import the search or its evaluation, and these do not import what is solved."""
    advisors = {Path(inspect.getfile(advisor)) for advisor in BUNDLED}
    ours = {Path(inspect.getfile(kind)) for kind in (Search, Evaluation)}
    assert not any(
        imports(path) & {"agents.contestants.search", "agents.contestants.evaluation"} for path in advisors
    )
    assert not any(
        imports(path)
        & {"games.solving.solution", "games.solving.outcome_tables", "agents.contestants.solved"}
        for path in ours
    )
