"""Every decision of the recorded games is a decision here: what may be done, what comes of it, and how it ends."""

from collections import Counter
from itertools import pairwise

import pytest

import ludarium
from ludarium.core.game import Game, State
from ludarium.games.throngs import kernel
from ludarium.games.throngs.rules import BOARDS, stones
from tests.games.throngs.recorded import Line, games, lines
from tests.recorded import Count

KINDS = {"b": {".": "add", "w": "capture", "b": "pick"}, "w": {".": "add", "b": "capture", "w": "pick"}}
GAMES = {
    "63_random": Count(100, 3), "63_add": Count(15, 5), "63_capture": Count(15, 3), "63_move": Count(15, 2),
    "63_pass": Count(15, 15), "63_pie_random": Count(10, 3), "87_random": Count(30, 2), "93_random": Count(30, 2),
    "93_pie_random": Count(5, 2), "153_random": Count(30, 1), "153_long": Count(3, 3),
}  # fmt: skip
"""How many games each file holds."""
POSITIONS = {
    "63_synthetic": Count(1000, 300), "87_synthetic": Count(250, 250), "93_synthetic": Count(250, 250),
    "153_synthetic": Count(200, 100),
}  # fmt: skip


def game_of(name: str) -> Game:
    return ludarium.load(f"throngs(board={name.split('_')[0]},setup={'pie' if 'pie' in name else 'standard'})")


def word(state: State, index: int) -> int:
    return int(state.vector[index])


def text(game: Game, line: Line, passes: int, turn: int) -> str:
    """The position of a line in our words; of the past it says no more than the program records."""
    cells, rows = line["b"].translate(str.maketrans("012", ".bw")), []
    for width in BOARDS[int(game.options["board"])].widths:
        rows.append(cells[:width])
        cells = cells[width:]
    counters = ":".join("-" if count < 0 else str(count) for count in line["c"])
    return f"{'/'.join(rows)} {'-bw'[line['m']]} {turn}.{line['h']} {counters} {passes}"


def kinds(state: State) -> dict[int, str]:
    """The word that the recordings have for each legal action."""
    board, (seat,) = stones(state.game.tables, state.vector), state.actors
    forced = word(state, kernel.COUNTER + seat) >= kernel.STALE
    said = ("forcedpass" if forced else "pass", "accept", "swap")
    held = word(state, kernel.HAND) >= 0
    return {
        action: said[action - len(board)]
        if action >= len(board)
        else "dest"
        if held
        else KINDS["bw"[seat]][board[action]]
        for action in state.legal(seat)
    }


def decisions(state: State) -> dict[str, list[int]]:
    """The legal actions by kind, as the recordings list them."""
    found: dict[str, list[int]] = {}
    sites = int(state.game.options["board"])
    for action, what in kinds(state).items():
        found.setdefault(what, []).append(action if action < sites else -1)
    return found


def agree(state: State, line: Line, seen: Counter[str]) -> None:
    """Assert that the position, its decisions, and what each of them leads to are the recorded ones."""
    assert stones(state.game.tables, state.vector) == line["b"].translate(str.maketrans("012", ".bw"))
    assert state.actors == (line["m"] - 1,)
    assert [word(state, kernel.COUNTER + seat) for seat in range(2)] == line["c"]
    assert list(state.points) == line["s"]
    assert decisions(state) == line["L"]
    if line["h"]:
        assert word(state, kernel.SECOND) == line["h"] - 1
    if "dest" in line["L"]:
        assert [word(state, at) for at in (kernel.TRAVEL, kernel.HAND)] == [line["pl"], line["lt"]]
    for what, site, travel, ends in line.get("X", ()):
        after = state.play_unchecked(site)
        held = after.vector[[kernel.HAND, kernel.TRAVEL]].tolist()
        assert held == ([site, travel] if ends else [-1, 0]), (what, site)
        assert not ends or list(after.legal()) == ends
        seen["outcomes"] += 1
    seen["decisions"] += 1


def follow(game: Game, recorded: list[Line], seen: Counter[str]) -> State:
    """Play a recorded game; after a forced pass, which here is one move and there the whole turn, start again."""
    state = game.initial()
    for line, after in pairwise(recorded):
        agree(state, line, seen)
        what, site = line["P"]
        state = state.play(site if site >= 0 else max(action for action, kind in kinds(state).items() if kind == what))
        if what == "forcedpass" and "end" not in after:
            mover = word(state, kernel.TURN) + word(state, kernel.FIRST)
            turn = word(state, kernel.TURN) + 1 + (mover + after["m"] - 1) % 2
            state = game.parse_position(text(game, after, min(word(state, kernel.PASSES), 3), turn))
            seen["restarts"] += 1
    return state


@pytest.mark.parametrize("name", GAMES)
def test_recorded_games(name: str) -> None:
    game, seen = game_of(name), Counter[str]()
    for recorded in games(name):
        final, end = follow(game, recorded, seen), recorded[-1]
        seen["games"] += 1
        assert stones(game.tables, final.vector) == end["b"].translate(str.maketrans("012", ".bw"))
        assert list(final.points) == end["s"]
        if end["reason"] == "score" and recorded[-2]["P"][0] != "forcedpass":
            assert word(final, kernel.RESULT) == kernel.BY_POINTS
            assert final.winners == ((end["winner"] - 1,) if end["winner"] else ())
        if end["reason"] == "cap":
            assert final.actors
    assert seen["games"] == GAMES[name].of(f"throngs/{name}.jsonl.gz")


@pytest.mark.parametrize("name", POSITIONS)
def test_recorded_positions(name: str) -> None:
    game, seen = game_of(name), Counter[str]()
    for line in lines(name):
        vector = game.parse_position(text(game, line, 0, 100 + line["m"])).vector
        vector[kernel.RESULT] = 0  # among positions at random there are some in which the game would be over
        agree(State(game, vector.tobytes()), line, seen)
    assert seen["decisions"] == POSITIONS[name].of(f"throngs/{name}.jsonl.gz")
