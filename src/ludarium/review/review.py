"""Reviews: the expectations of every seat in the course of a match, and the turns that a bot would have played."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise, zip_longest
from typing import Any, NamedTuple

from ludarium.core.game import Game, State
from ludarium.core.kernel import CHANCE
from ludarium.players.bot_player import choose_turn
from ludarium.review.advice import FINE, Advice, SeatAdvice
from ludarium.review.adviser import make_adviser
from ludarium.review.exact import known_loss
from ludarium.search.bot import Bot
from ludarium.search.player import make_bot
from ludarium.solve.installed import installed_table

ANALYST = "mcts(simulations=400)"
"""The bot that values positions where the adviser reports no value."""
_LEAST = 0.03
"""The part of the range of payoffs that a turn must change to be named."""


class Swing(NamedTuple):
    """A turn that has changed what its seat could expect, of the payoffs from 0 to 1: from `before` to `after`."""

    played: int
    seat: int
    before: float
    after: float


class Adviser:
    """Says what to play in one match; `give_way` is called while it searches, between slices of a few hundredths."""

    def __init__(self, game: Game, seed: int, give_way: Callable[[], object]) -> None:
        self._game, self._seed, self._give_way = game, seed, give_way
        self._bots: dict[int, Bot] = {}
        self._analyst: Bot | None = None
        self._table = installed_table(game)

    def advise(
        self, state: State, played: int, seconds: float, after: State | None = None, rolled: State | None = None
    ) -> Advice:
        """Return what to play in a state in which seats must choose, after a search of some seconds for each.

        `after` is the state after what was played, if something was; `rolled` the one in which chance began to act just
        before, if it did.
        """
        found, pv = [], tuple[str, ...]()
        for seat in state.actors:
            bot = self._bot(seat if len(state.actors) > 1 else 0, seconds)
            turn = choose_turn(bot, state, seat)
            value, gap = self._value(bot, state, seat, seconds), bot.info.gap if bot.info else None
            if gap is not None:
                gap /= self._game.payoff_range.greatest - self._game.payoff_range.least
            loss = None if gap is None else self._loss(value, after, seat, gap)
            luck = None if gap is None else self._luck(value, rolled, seat)
            found.append(SeatAdvice(seat, value, turn, gap, loss, luck))
            pv = bot.info.pv if bot.info else ()
        return Advice(played, tuple(found), pv if len(found) == 1 else ())

    def _bot(self, number: int, seconds: float) -> Bot:
        """Return the bot of that number: bots may keep what they have seen of a seat of simultaneous turns."""
        bot = self._bots.get(number) or make_adviser(self._game, self._seed + number)
        self._bots[number] = bot
        bot.time_limit, bot.give_way = seconds, self._give_way
        return bot

    def _value(self, bot: Bot, state: State, seat: int, seconds: float) -> float:
        """Return what the seat can expect, as a part of the range of payoffs."""
        info = bot.info
        if info is None:
            self._analyst = self._analyst or make_bot(ANALYST, self._game, self._seed)
            self._analyst.time_limit, self._analyst.give_way = seconds, self._give_way
            self._analyst.choose(state, seat)
            info = self._analyst.info
        assert info is not None  # the analyst searches
        return self._part(info.value)

    def _part(self, payoff: float) -> float:
        [part] = self._game.payoff_range.parts((payoff,))
        return min(max(part, 0.0), 1.0)

    def _loss(self, best: float, after: State | None, seat: int, gap: float) -> float | None:
        """Return how much less a seat can expect in a state than at best; None where the table does not tell."""
        payoffs = self._table.payoffs(after) if self._table and after else None
        if payoffs is None:
            return None
        return known_loss(best - self._part(payoffs[seat]), gap)

    def _luck(self, value: float, rolled: State | None, seat: int) -> float | None:
        """Return how much more a seat can expect than before chance acted; None where the table does not tell."""
        payoffs = self._table.payoffs(rolled) if self._table and rolled else None
        return None if payoffs is None else value - self._part(payoffs[seat])


def review(adviser: Adviser, states: Sequence[State], seconds: float) -> Iterator[Advice]:
    """Yield advice for each of the states in which seats must choose.

    >>> import ludarium
    >>> game = ludarium.load("orion(turn_limit=10)")
    >>> start = game.initial()
    >>> [advice.played for advice in review(Adviser(game, 1, lambda: None), [start, start.move("u+")], 0.01)]
    [0, 1]
    """
    rolled: State | None = None
    for played, (state, after) in enumerate(zip_longest(states, states[1:])):
        if state.actors == (CHANCE,):
            rolled = rolled or state
            continue
        if state.actors:
            yield adviser.advise(state, played, seconds, after, rolled)
        rolled = None


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
        """Return the review that `to_json` has written."""
        advice = (
            Advice(played, tuple(SeatAdvice(*said) for said in seats), tuple(pv))
            for played, seats, pv in found["advice"]
        )
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
        """The gap in per cent; empty if it is less than the displayed digits of values."""
        return f"{100 * self.gap:.2g} %" if self.gap and self.gap > FINE else ""

    def losses(self) -> dict[int, list[float]]:
        """Return what each of their turns has given away, for the seats of which it is known."""
        return self._of_seats((said.seat, said.loss) for said in self.said)

    def lucks(self) -> dict[int, list[float]]:
        """Return the luck of the rolls just before their turns, for the seats of which it is known."""
        return self._of_seats((said.seat, said.luck) for said in self.said)

    @staticmethod
    def _of_seats(parts: Iterable[tuple[int, float | None]]) -> dict[int, list[float]]:
        """Return the parts that are known, by seat."""
        found: dict[int, list[float]] = {}
        for seat, part in parts:
            if part is not None:
                found.setdefault(seat, []).append(part)
        return dict(sorted(found.items()))

    def errors(self, most: int = 5) -> list[tuple[int, SeatAdvice]]:
        """Return the turns that are known to have given away most, in their order, each with the lines before it."""
        found = [(advice.played, said) for advice in self.advice for said in advice.seats if said.is_error]
        return sorted(sorted(found, key=lambda error: -(error[1].loss or 0.0))[:most])

    def at(self, played: int) -> Advice | None:
        """Return the advice for the position after a number of lines of the record; None if nobody had to choose."""
        return next((advice for advice in self.advice if advice.played == played), None)

    def curve(self) -> list[tuple[int, dict[int, float]]]:
        """Return the expectations of seats by the number of lines played, where they are known.

        Of two rivals the other has the rest.
        """
        rows = []
        for advice in self.advice:
            known = {said.seat: said.value for said in advice.seats}
            if self._is_duel and len(known) == 1:
                [(seat, value)] = known.items()
                known[1 - seat] = 1 - value
            rows.append((advice.played, known))
        if self.final:
            last = rows[-1][0] + 1 if rows else 0
            rows.append((last, dict(enumerate(self.final))))
        return rows

    @property
    def _is_duel(self) -> bool:
        return self.game.seats == 2 and self.game.payoff_range.total is not None

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
