"""How long people have thought in the games of a tournament."""

from collections import defaultdict
from collections.abc import Iterable, Sequence

from ludarium.club.match.views import MatchView
from ludarium.match.progress import all_states
from ludarium.store.tournaments.rows import StoredBoard


def with_times(board: StoredBoard, view: MatchView, people: Sequence[str]) -> StoredBoard:
    """Return a game with the seconds that the turns of its players took in its match; `people` are their ids.

    Vacations do not count, nor do turns whose time is not known.
    """
    seconds, turns = defaultdict[str | None, float](float), defaultdict[str | None, int](int)
    for entry, state in zip(view.match.turns, all_states(view.match), strict=False):
        if entry.took is not None and len(state.actors) == 1 and state.actors[0] >= 0:
            person = view.seats[state.actors[0]].person
            seconds[person] += max(0.0, entry.took - entry.credit.vacation)
            turns[person] += 1
    return board.with_times([seconds[person] for person in people], [turns[person] for person in people])


def average_turn(boards: Iterable[StoredBoard], number: int) -> float | None:
    """Return the average seconds of a turn of the player with a seed number; None before a turn is known.

    >>> board = StoredBoard(0, 0, 0, 0, 0, 1, first_seconds=60.0, first_turns=2)
    >>> average_turn([board], 0), average_turn([board], 1)
    (30.0, None)
    """
    seconds, turns = 0.0, 0
    for board in boards:
        if number in board.seating:
            of_game = board.spent(number)
            seconds, turns = seconds + of_game[0], turns + of_game[1]
    return seconds / turns if turns else None
