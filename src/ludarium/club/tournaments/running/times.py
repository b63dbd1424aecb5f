"""How long people have thought in the games of a tournament."""

from collections import defaultdict
from collections.abc import Iterable, Sequence

from ludarium.club.match.views import MatchView
from ludarium.core.entries import Entry
from ludarium.match.data import seat_name
from ludarium.match.progress import all_states
from ludarium.store.tournaments.rows import StoredBoard


def with_times(board: StoredBoard, view: MatchView, people: Sequence[str]) -> StoredBoard:
    """Return a game with the seconds that the turns of its players took in its match; `people` are their ids.

    Vacations do not count, nor do turns whose time is not known. A turn that comes with a tick takes as long as that.
    """
    seconds, turns = defaultdict[str | None, float](float), defaultdict[str | None, int](int)
    for entry, state in zip(view.match.turns, all_states(view.match), strict=False):
        for seat, took in _took(view, entry, state.actors).items():
            person = view.seats[seat].person
            seconds[person] += took
            turns[person] += 1
    return board.with_times([seconds[person] for person in people], [turns[person] for person in people])


def _took(view: MatchView, entry: Entry, actors: Sequence[int]) -> dict[int, float]:
    """Return the seconds that a turn took, by seat: of each seat that decides at the same time."""
    seats = [seat for seat in actors if seat >= 0]
    if len(seats) == 1:
        return {} if entry.took is None else {seats[0]: max(0.0, entry.took - entry.credit.vacation)}
    if view.live:
        return dict.fromkeys(seats, view.live.tick)
    timings = dict(entry.timings)
    named = {seat: timings[name] for seat in seats if (name := seat_name(view.match, seat)) in timings}
    return {seat: max(0.0, own.took - own.credit.vacation) for seat, own in named.items()}


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
