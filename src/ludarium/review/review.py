"""Reviews: the expectations of every seat in the course of a match, and the turns that a bot would have played."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, NamedTuple

from ludarium.core.arguments import check_number
from ludarium.core.cached import cached_property
from ludarium.core.game import Game, State
from ludarium.core.kernel import CHANCE
from ludarium.review.advice import FINE, Advice, Roll, SeatAdvice, lost
from ludarium.review.adviser import Adviser, agreed, is_duel
from ludarium.solve.installed import installed_table

_LEAST_ERROR = 0.005
"""What a turn has given away at least that is listed, as a part of the payoffs."""
_LEAST = 0.03
"""The part of the range of payoffs that a turn must change to be named."""


class Swing(NamedTuple):
    """A turn that has changed what its seat could expect, of the payoffs from 0 to 1: from `before` to `after`."""

    played: int
    seat: int
    before: float
    after: float


def review(adviser: Adviser, states: Sequence[State], seconds: float) -> Iterator[Advice]:
    """Yield advice for each of the states in which seats must choose, with the luck of the rolls before it.

    Each search takes some seconds: that of a turn, that of what it gave away where no table tells it, and that of a
    roll, which is divided among all that it could be. Of rolls after the last choice the last advice has no seat.

    >>> import ludarium
    >>> game = ludarium.load("orion(turn_limit=10)")
    >>> start = game.initial()
    >>> [advice.played for advice in review(Adviser(game, 1, lambda: None), [start, start.move("u+")], 0.01)]
    [0, 1]

    Raises `InvalidOption` unless a search takes some time.
    """
    check_number("seconds", seconds, 0, above=True)
    return _advice(adviser, states, seconds)


def _advice(adviser: Adviser, states: Sequence[State], seconds: float) -> Iterator[Advice]:
    """Yield the advice of a review."""
    rolls = list[Roll]()
    last = len(states) - 1
    for played, state in enumerate(states):
        after = states[played + 1] if played < last else None
        if state.actors == (CHANCE,):
            roll = adviser.roll(state, after, played, seconds) if after else None
            rolls += [roll] if roll else []
        elif state.actors:
            yield adviser.advise(state, played, seconds, after, tuple(rolls))
            rolls.clear()
    if rolls:
        yield Advice(last, (), (), tuple(rolls))


@dataclass(frozen=True)
class Review:
    """The review of a match: the advice of a bot, `by`, about its positions, and the final payoffs from 0 to 1.

    `final` is empty if the match ended outside the rules, so that nothing follows from its last position. `left_out` is
    the rule that exact values leave out, such as a limit of turns.
    """

    game: Game
    by: str
    advice: tuple[Advice, ...]
    final: tuple[float, ...] = ()
    left_out: str = ""

    @classmethod
    def of(cls, game: Game, by: str, advice: Iterable[Advice], last: State) -> Review:
        """Return the review of a match whose last state is known."""
        payoffs, table = last.payoffs, installed_table(game)
        final = game.payoff_range.parts(payoffs) if payoffs is not None else ()
        return cls(game, by, tuple(advice), final, table.left_out if table else "")

    def to_json(self) -> dict[str, Any]:  # Any: JSON
        """Return the review as JSON."""
        advice = [list(advice) for advice in self.advice]
        return {"by": self.by, "advice": advice, "final": list(self.final), "left_out": self.left_out}

    @classmethod
    def from_json(cls, game: Game, found: dict[str, Any]) -> Review:  # Any: JSON
        """Return the review that `to_json` has written; in old ones two rivals need not agree on a position."""
        read = map(Advice.from_json, found["advice"])
        advice = (one._replace(seats=agreed(game, one.seats)) for one in read)
        return cls(game, found["by"], tuple(advice), tuple(found["final"]), found.get("left_out", ""))

    @property
    def said(self) -> tuple[SeatAdvice, ...]:
        """The advice to every seat, in the order of the match."""
        return tuple(said for advice in self.advice for said in advice.seats)

    @property
    def is_exact(self) -> bool:
        """Whether all of it is from a table of exact values."""
        return bool(self.said) and all(said.exact for said in self.said)

    @property
    def gap(self) -> float | None:
        """The proved error bound of exact values; None if there are none."""
        return max((said.gap for said in self.said if said.gap is not None), default=None)

    @property
    def shown_gap(self) -> str:
        """The gap as games of 100; empty if it is less than the displayed digits of values."""
        return f"{100 * self.gap:.2g}" if self.gap and self.gap > FINE else ""

    def losses(self) -> dict[int, list[float]]:
        """Return what each of their turns has given away, for the seats of which it is known."""
        return self._of_seats((said.seat, said.loss) for said in self.said)

    def lost(self) -> dict[int, str]:
        """Return what a turn of each seat gave away on average, as games of 100, where it is known.

        Where searches tell it, the errors of single turns are taken to be independent.
        """
        doubts = self._of_seats((said.seat, said.doubt) for said in self.said)
        return {
            seat: lost(
                sum(parts) / len(parts),
                self.gap,
                math.hypot(*doubts[seat]) / len(parts) if seat in doubts else None,
            )
            for seat, parts in self.losses().items()
        }

    @property
    def rolls(self) -> tuple[Roll, ...]:
        """The rolls whose luck is known, in the order of the match."""
        return tuple(roll for advice in self.advice for roll in advice.rolls)

    def lucks(self) -> dict[int, list[float]]:
        """Return the luck of the rolls of each seat of which it is known, also of those that left no choice."""
        return self._of_seats((roll.seat, roll.luck) for roll in self.rolls)

    @property
    def forced(self) -> tuple[Roll, ...]:
        """The rolls that left their seat no choice, of those whose luck is known."""
        chosen = {(advice.played - 1, said.seat) for advice in self.advice for said in advice.seats}
        return tuple(roll for roll in self.rolls if (roll.played, roll.seat) not in chosen)

    @property
    def luck_gap(self) -> float | None:
        """The proved error bound of the luck of all rolls; None if any was searched."""
        gaps = [roll.gap for roll in self.rolls]
        return None if None in gaps else max((gap for gap in gaps if gap is not None), default=None)

    @staticmethod
    def _of_seats(parts: Iterable[tuple[int, float | None]]) -> dict[int, list[float]]:
        """Return the parts that are known, by seat."""
        found: dict[int, list[float]] = {}
        for seat, part in parts:
            if part is not None:
                found.setdefault(seat, []).append(part)
        return dict(sorted(found.items()))

    def errors(self, most: int = 5) -> list[tuple[int, SeatAdvice]]:
        """Return the turns that are known to have given away most, in their order, each with the lines before it.

        Those that gave away less than half of a game of 100 are left out: nobody sees a mistake in them.
        """
        found = [
            (advice.played, said)
            for advice in self.advice
            for said in advice.seats
            if said.is_error and (said.loss or 0.0) >= _LEAST_ERROR
        ]
        return sorted(sorted(found, key=lambda error: -(error[1].loss or 0.0))[:most])

    def at(self, played: int) -> Advice | None:
        """Return the advice for the position after a number of lines of the record; None if nobody had to choose."""
        return next((advice for advice in self.advice if advice.played == played), None)

    def curve(self) -> list[tuple[int, dict[int, float]]]:
        """Return the expectations of seats by the number of lines played, where they are known.

        Of two rivals the other has the rest. It is computed once, and not to be changed.
        """
        return self._curve

    @cached_property
    def _curve(self) -> list[tuple[int, dict[int, float]]]:
        rows = []
        for advice in (advice for advice in self.advice if advice.seats):
            known = {said.seat: said.value for said in advice.seats}
            if is_duel(self.game) and len(known) == 1:
                [(seat, value)] = known.items()
                known[1 - seat] = 1 - value
            rows.append((advice.played, known))
        if self.final:
            last = rows[-1][0] + 1 if rows else 0
            rows.append((last, dict(enumerate(self.final))))
        return rows

    def swings(self) -> list[Swing]:
        """Return what every turn has changed for its seat until more is known of it, the luck of rolls included."""
        valued: dict[int, list[tuple[int, float]]] = {seat: [] for seat in range(self.game.seats)}
        for played, known in self.curve():
            for seat, value in known.items():
                valued[seat].append((played, value))
        chose = {(advice.played, said.seat) for advice in self.advice for said in advice.seats}
        return [
            Swing(played, seat, before, after)
            for seat, values in valued.items()
            for (played, before), (_, after) in pairwise(values)
            if (played, seat) in chose
        ]

    def turning_points(self, most: int = 5) -> list[Swing]:
        """Return the turns that changed most, in their order; of a turn of several seats the greatest change."""
        greatest: dict[int, Swing] = {}
        for swing in self.swings():
            size = abs(swing.after - swing.before)
            known = greatest.get(swing.played)
            if size >= _LEAST and (known is None or size > abs(known.after - known.before)):
                greatest[swing.played] = swing
        ranked = sorted(greatest.values(), key=lambda swing: -abs(swing.after - swing.before))
        return sorted(ranked[:most])
