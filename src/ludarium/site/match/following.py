"""Planned turns after a change of the match: which of them can still be played, and which one is due.

A planned turn is played in the transaction that plays the turn before it, so once or not at all, even if the server is
killed. What becomes of plans:

1. A step is played when it is its seat's turn, and the others have played exactly the turns that it names.
2. When they have played another turn, or the planned turn is not allowed (dice may see to that), the line is dropped.
3. A turn planned for whatever the others play waits for the first turn of its seat at which it is allowed.
4. When a turn is played, by its person or from one line, all other lines are dropped that did not plan it, but those of
   rule 3.
5. A takeback drops what was planned for positions that are taken back, and keeps what was planned for others.
6. The end of the match, and a person who leaves the seat, drop all.
"""

from ludarium.core.errors import LudariumError
from ludarium.core.kernel import CHANCE
from ludarium.match.match import Match
from ludarium.match.numbers import next_number
from ludarium.match.progress import all_states
from ludarium.site.match.rows.played import PlannedLine, Plans
from ludarium.site.match.views import MatchView


def may_follow(old: MatchView, new: MatchView) -> bool:
    """Return whether a change may concern planned turns."""
    return new.match.over or old.match.turns != new.match.turns or old.seats != new.seats


def follow(view: MatchView, plans: Plans, now: float) -> tuple[MatchView | None, Plans]:
    """Return the match after the next planned turn, None if none is due, and the planned turns that are left."""
    match = view.match
    if match.over or view.live:
        return None, {}
    history = _History(match)
    left = {
        seat: left
        for seat, lines in plans.items()
        if view.seats[seat].is_person and (left := tuple(line for line in lines if history.allows(seat, line)))
    }
    seat = match.to_act[0] if len(match.to_act) == 1 else -1
    due = filter(history.is_due, left.get(seat, ()))
    for line in sorted(due, key=lambda line: line.steps[0].when is None):
        try:
            after = view.after_turn(seat, line.steps[0].play, now)
        except LudariumError:
            if line.steps[0].when is not None:  # rule 2; the others wait by rule 3
                left[seat] = tuple(other for other in left[seat] if other != line)
            continue
        if after.match.over or len(after.match.turns) == len(match.turns):
            return after, {}
        rest = (_rest(other, line, len(after.match.turns)) for other in left[seat])
        return after, {**left, seat: tuple(other for other in rest if other is not None)}
    return None, left


class _History:
    """The turns of a match, to compare with plans."""

    def __init__(self, match: Match) -> None:
        self._match = match
        self._states = all_states(match)
        self._next = next_number(match)

    def allows(self, seat: int, line: PlannedLine) -> bool:
        """Return whether a line can still be played: the turns since then are those that it expects."""
        step, played = line.steps[0], len(self._match.turns)
        mine = self._match.to_act == (seat,)
        if line.after > played or (step.number is not None and step.number < self._next):
            return False
        if step.when is None:
            return True
        since = [n for n in range(line.after, played) if self._states[n].actors != (CHANCE,)]
        if any(seat in self._states[n].actors or len(self._states[n].actors) > 1 for n in since):
            return False
        complete = len(since) == len(step.when) if mine else len(since) < len(step.when)
        return complete and all(map(self._is, since, step.when))

    def is_due(self, line: PlannedLine) -> bool:
        """Return whether the first step of a line may be played as the next turn."""
        return line.steps[0].number in (None, self._next)

    def _is(self, number: int, text: str) -> bool:
        """Return whether a turn was the one of a text."""
        state = self._states[number]
        try:
            return state.parse_turn(text) == state.parse_turn(self._match.turns[number].text)
        except LudariumError:
            return False


def _rest(line: PlannedLine, played: PlannedLine, after: int) -> PlannedLine | None:
    """Return the rest of a line after the first turn of another one; None if it did not plan this turn."""
    if line.steps[0] != played.steps[0]:
        return line if line.steps[0].when is None else None
    return PlannedLine(after, line.steps[1:]) if len(line.steps) > 1 else None
