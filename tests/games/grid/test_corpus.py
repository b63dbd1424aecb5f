"""The games recorded from the original engine, board by board, with their ends and counts of turns."""

from typing import Any

import numpy as np
import pytest

import ludarium
from ludarium.core.game import State
from ludarium.games.grid import kernel, rules
from tests.games.grid.corpus import CELLS, FILES, codes, games, position, positions, rows
from tests.recorded import Count


def start_of(game: dict[str, Any]) -> State:
    """The position in which a recorded game began."""
    spec = (
        f"grid(players={len(game['players'])},width={game['width']},height={game['height']},"
        f"spawn_interval={game['spawn_interval']},city_at={game['city_conversion_size']})"
    )
    return ludarium.load(spec).parse_position(
        position(rows(game["initial"], game["width"]), "ewwe"[: len(game["players"])], 0)
    )


def code(char: str) -> int:
    """The same number for a character of a recorded board."""
    text = CELLS[char]
    if text in ".#":
        return (1 << kernel.ROCK) * (text == "#")
    return int(text[1:]) + (text[0].isupper() << kernel.CITY) + (1 << kernel.OWN + "gryb".index(text[0].lower()))


CODES = np.zeros(256, np.int64)
for char in CELLS:
    CODES[ord(char)] = code(char)


TOGETHER = 200
"""How many boards are compared at once."""


def coded(board: str) -> Any:
    """The numbers of a recorded board."""
    return CODES[np.frombuffer(board.encode("latin-1"), np.uint8)]


def replay(game: dict[str, Any]) -> State:
    """Play a recorded game and compare every board; returns the last position."""
    state, boards, found = start_of(game), game["boards"], []
    for turn, board in enumerate(boards):
        assert state.actors, f"over before turn {turn}"
        state = state.play_unchecked(*("nesw".index(game["dirs"][seat][turn]) for seat in state.actors))
        if turn in game["scan_diff_turns"]:
            lost = ("nesw"[d] if d < 4 else "x" for d in state.vector[2 : 2 + state.game.seats])
            state = state.game.parse_position(position(rows(board, game["width"]), list(lost), turn + 1))
        found.append(state)
    for first in range(0, len(found), TOGETHER):
        some = slice(first, first + TOGETHER)
        same = (codes(*found[some]) == coded("".join(boards[some])).reshape(-1, len(boards[0]))).all(axis=1)
        assert same.all(), f"{game['id']}, turn {first + int(same.argmin())}: {found[first + int(same.argmin())]}"
    return state


@pytest.mark.parametrize(("name", "count"), FILES.items())
def test_recorded_games_are_reproduced(name: str, count: Count) -> None:
    played = 0
    for game in games(name):
        state, compared = replay(game), len(game["boards"])
        end, played = game["end"], played + 1
        assert compared == end["turns_executed"]
        assert list(state.points) == end["health"]
        if end["over"]:
            alive = tuple(seat for seat, is_alive in enumerate(end["alive"]) if is_alive)
            assert (state.actors, state.winners) == ((), alive)
            assert rules.reported_turns(state.game.tables, state.vector) == end["reported_turns"]
        else:
            assert bool(state.actors) == (compared < 3000)
        if "published" in end:
            published(state, end["published"])
    assert played == count.of(f"grid/{name}.jsonl.gz")


def published(state: State, result: dict[str, Any]) -> None:
    """Assert the result that the original published."""
    assert state.points == (result["green_score"], result["red_score"])
    assert rules.reported_turns(state.game.tables, state.vector) == result["turns"]
    kind = {"outright": "nobody else", "timeout": "the largest army"}[result["type"]]
    assert state.ending.startswith(kind)


def test_positions_about_one_rule_each_are_reproduced() -> None:
    """The boards are 8 by 5, and ours begin at a height of 6: a row of rocks below is as good as the edge (§5)."""
    game = ludarium.load("grid(width=8,height=6)")
    cases = positions()
    for case in cases:
        letters = [case["directions"]["green"], case["directions"]["red"]]
        state = game.parse_position(position([*case["before"], "#" * 8], letters, case["turn"]))
        for after in case["after"]:
            state = state.play_unchecked(*("nesw".index(letter) for letter in letters))
            assert (codes(state) == coded("".join(after) + "#" * 8)).all(), case["name"]
        ended = None if state.actors else rules.reported_turns(game.tables, state.vector)
        assert ended == case["ended_at"], case["name"]
    assert len(cases) == 46
