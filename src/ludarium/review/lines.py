"""The best lines of a position: the turns that a bot thinks of, what each is worth, and how the game may go on."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from ludarium.core.game import State
from ludarium.players.bot_player import choose_turn
from ludarium.review.advice import of_100
from ludarium.search.bot import Bot, SearchInfo


class Line(NamedTuple):
    """A turn of the seat that chooses, the part of the payoffs that it can expect then, and the turns that may follow.

    `gap` is what the value is wrong by at most if it is from a table of exact values; None if a search says it.
    """

    turn: str
    value: float
    following: tuple[str, ...] = ()
    gap: float | None = None

    @property
    def share(self) -> str:
        """The value as games of 100.

        >>> Line("u+", 0.5).share
        '50'
        """
        return of_100(self.value, self.gap)

    @classmethod
    def from_json(cls, found: list[Any]) -> Line:  # Any: JSON
        """Return the line that JSON has as a list."""
        turn, value, following, gap = found
        return cls(turn, value, tuple(following), gap)


class Candidate(NamedTuple):
    """An action with which a turn may begin; `value` is what the seat can expect after it, None if nothing says it."""

    action: int
    value: float | None = None


def candidates(state: State, seat: int, chosen: int, infos: Iterator[SearchInfo | None]) -> list[Candidate]:
    """Return the actions with which the best turns begin, the chosen one first, with the value of the first report.

    The first of the reports that tells of actions gives the others, with their values if it is the first of all. From
    a table the best come first, from a search those that it has looked at most.
    """
    first = next(infos)
    own = {one.action: one.value for one in first.actions} if first and first.state == state else {}
    info = first if own else next(infos, None)
    ordered = info.actions if info else ()
    if info and info.gap is not None:
        ordered = tuple(sorted(ordered, key=lambda one: -one.value))
    others = [Candidate(one.action, own.get(one.action)) for one in ordered if one.action != chosen]
    return [Candidate(chosen, own.get(chosen, first.value if first else None)), *others]


def completed(bot: Bot, state: State, seat: int, action: int) -> tuple[str, State]:
    """Return the turn that begins with an action, which a bot completes, as text, and the state after it."""
    actions, now = [action], state.play(action)
    while now.actors == (seat,) and now.in_turn:
        actions.append(bot.choose(now, seat))
        now = now.play(actions[-1])
    return state.format_turn(actions), now


def following(bot: Bot, state: State) -> tuple[str, ...]:
    """Return the turns that a bot expects from a state in which one seat must choose; none in any other."""
    if len(state.actors) != 1 or state.actors[0] < 0:
        return ()
    turn = choose_turn(bot, state, state.actors[0])
    pv = bot.info.pv if bot.info else ()
    return pv if pv and pv[0] == turn else (turn,)
