"""Compare the rules of `examples/classics`' Backgammon with OpenSpiel's, in random games.

`python -m studies.backgammon --positions 20000 --seed 1` plays random games by OpenSpiel. After each roll all positions
in which the turn can end must be the same in both, and at the end of a game the payoffs, gammons included. `--out FILE`
writes each hundredth position with its roll and a digest of these positions, for the example's tests.
"""

import argparse
import json
import re
from collections.abc import Iterator
from hashlib import sha256
from itertools import groupby
from pathlib import Path
from typing import Any

import pyspiel

import ludarium
from ludarium import State
from ludarium.core.rng import generator

BAR, NAMES = 25, "XO"
EACH = 100
Theirs = Any  # OpenSpiel has no types


def position(theirs: Theirs) -> str:
    """Return the points and the bar of a state of OpenSpiel as Ludarium writes them."""
    points = []
    for point in range(1, BAR):  # OpenSpiel's X goes from its point 0 up
        held = [f"{name}{count}" for seat, name in enumerate(NAMES) if (count := theirs.board(seat, 24 - point))]
        points.append(held[0] if held else "")
    words = [
        word for held, run in groupby(points) for word in ([str(len([*run]))] if not held else [held] * len([*run]))
    ]
    barred = re.search(r"^Bar:(.*)$", str(theirs), re.MULTILINE)
    assert barred is not None
    return f"{','.join(words)} {barred[1].count('x')},{barred[1].count('o')}"


def their_ends(theirs: Theirs, seat: int) -> Iterator[Theirs]:
    """Yield the states in which the turn of a seat can end."""
    if theirs.is_terminal() or theirs.current_player() != seat:
        yield theirs
        return
    for action in theirs.legal_actions():
        yield from their_ends(theirs.child(action), seat)


def our_ends(state: State, seat: int) -> set[str]:
    """Return the points and the bar of all positions in which the turn of a seat can end."""
    ends, seen, open_states = set[str](), {state}, [state]
    while open_states:
        state = open_states.pop()
        if state.actors != (seat,):
            ends.add(board(state))
            continue
        following = {state.play_unchecked(action) for action in state.legal()} - seen
        seen |= following
        open_states += following
    return ends


def board(state: State) -> str:
    """Return the points and the bar of a position."""
    return " ".join(str(state).split()[:2])


def digest(ends: set[str]) -> str:
    """Return a short digest of positions."""
    return sha256("\n".join(sorted(ends)).encode()).hexdigest()[:16]


def compare(positions: int, seed: int) -> tuple[list[list[str]], int, int]:
    """Play random games until so many rolls are compared; return some, and how many rolls and games there were."""
    game, dice = ludarium.load("backgammon"), generator(seed)
    openings, facts, count, games = pyspiel.load_game("backgammon(scoring_type=full_scoring)"), [], 0, 0
    while count < positions:
        theirs = openings.new_initial_state()
        while not theirs.is_terminal():
            before = position(theirs)
            theirs.apply_action(int(dice.choice(theirs.legal_actions())))
            seat = theirs.current_player()
            faces = sorted(re.search(r"Dice: (\d+)", str(theirs))[1], reverse=True)  # type: ignore[index]  # it is there
            ends = {position(end): end for end in their_ends(theirs, seat)}
            state = game.parse_position(f"{before} {NAMES[seat]} - 1").move("-".join(faces))
            ours = our_ends(state, seat)
            assert ours == {*ends}, (before, faces, ours ^ {*ends})
            if count % EACH == 0:
                facts.append([f"{before} {NAMES[seat]} - 1", "-".join(faces), str(len(ours)), digest(ours)])
            count += 1
            after = [*ends][int(dice.integers(len(ends)))]
            theirs = ends[after]
            if theirs.is_terminal():
                last = game.parse_position(f"{after} {NAMES[1 - seat]} - 1")
                assert list(last.payoffs or ()) == theirs.returns(), (after, last.payoffs, theirs.returns())
                games += 1
    return facts, count, games


def main() -> None:
    """Compare, and say how much."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--positions", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path)
    asked = parser.parse_args()
    facts, count, games = compare(asked.positions, asked.seed)
    if asked.out:
        rows = ",\n".join(json.dumps(row) for row in facts)
        asked.out.write_text(f"[\n{rows}\n]\n", "utf-8")
    print(f"{count:,} rolls of random games: the same ends; {games:,} results the same")


if __name__ == "__main__":
    main()
