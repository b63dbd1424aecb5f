"""A position that a program can hold: a frozen value, played forward by copying."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from operator import index
from typing import TYPE_CHECKING

import numpy as np

from ludarium.core.definition import HasDefaultAction, HasWinnerPoints
from ludarium.core.errors import GameOver, IllegalMove, LudariumError, ParseError
from ludarium.core.kernel import CHANCE, Vector

if TYPE_CHECKING:
    from ludarium.core.game import Game


@dataclass(frozen=True, slots=True, repr=False)
class State:
    """A position of a game; equality, hashing and pickling are those of its bytes.

    >>> import ludarium
    >>> start = ludarium.load("orion").initial()
    >>> start.actors, start.move("u+").actors
    ((0,), (1,))
    """

    game: Game
    data: bytes

    @property
    def vector(self) -> Vector:
        """A copy of the position as the kernel reads it: int64."""
        return np.frombuffer(bytearray(self.data), np.int64)

    @property
    def actors(self) -> tuple[int, ...]:
        """Who must act now: seats, `(CHANCE,)`, or nobody when the game is over."""
        bits = int(self.game.kernel.actors(self.game.tables, self.vector))
        return tuple(seat for seat in range(CHANCE, self.game.seats) if bits >> (seat + 1) & 1)

    def legal(self, seat: int | None = None) -> tuple[int, ...]:
        """The ids that a seat may play, ascending; without a seat those of the first who must act.

        A seat that need not act has none.
        """
        actors = self.actors
        seat = seat if seat is not None else actors[0] if actors else None
        if seat not in actors:
            return ()
        out = np.empty(self.game.num_actions, np.int64)
        count = self.game.kernel.legal(self.game.tables, self.vector, seat, out)
        return tuple(out[:count].tolist())

    def chance_outcomes(self) -> dict[int, float]:
        """Nature's legal ids with their probabilities; empty when it is not nature's go."""
        if self.actors != (CHANCE,):
            return {}
        out = np.empty(self.game.num_actions, np.float64)
        count = self.game.kernel.chance_outcomes(self.game.tables, self.vector, out)
        return dict(zip(self.legal(CHANCE), out[:count].tolist(), strict=True))

    def play(self, *actions: int) -> State:
        """The state after one step: one action for each actor.

        Raises `GameOver` at the end, `IllegalMove` for anything that `legal` does not list.
        """
        actors = self.actors
        if not actors:
            raise GameOver(f"the game is over: {self.ending}")
        if len(actions) != len(actors):
            raise IllegalMove(f"{len(actions)} actions were given, and {len(actors)} must be chosen")
        for seat, action in zip(actors, actions, strict=True):
            if index(action) not in self.legal(seat):
                raise IllegalMove(self.explain(seat, index(action)))
        return self.play_unchecked(*actions)

    def play_unchecked(self, *actions: int) -> State:
        """The state after one step whose actions are known to be legal; with others, rubbish."""
        vector = self.vector
        self.game.kernel.apply(self.game.tables, vector, np.array(actions, np.int64))
        return State(self.game, vector.tobytes())

    def default_action(self, seat: int) -> int:
        """What a seat does that must act and chooses nothing: as before, if the game knows that, or the first action.

        >>> import ludarium
        >>> state = ludarium.load("grid").initial()
        >>> state.action_name(state.default_action(0), 0), state.action_name(state.default_action(1), 1)
        ('e', 'w')
        """
        rules = self.game.definition.rules
        known = (
            rules.default_action(self.game.tables, self.vector, seat) if isinstance(rules, HasDefaultAction) else None
        )
        return self.legal(seat)[0] if known is None else known

    def explain(self, seat: int, action: int) -> str:
        """Why this action is not legal here, as a sentence for the player."""
        if not 0 <= action < self.game.num_actions:
            return f"{action} is no action of {self.game.name}: they are 0 to {self.game.num_actions - 1}"
        return self.game.definition.rules.explain(self.game.tables, self.vector, seat, action)

    def play_actions(self, actions: Sequence[int]) -> State:
        """The state after a turn, or the beginning of one, given as a walk of actions."""
        state, rest = self, tuple(actions)
        while rest:
            count = max(1, len(state.actors))
            state, rest = state.play(*rest[:count]), rest[count:]
        return state

    def parse_turn(self, text: str) -> tuple[int, ...]:
        """The walk of actions that a turn's text names; it is legal.

        Raises `ParseError`, `IllegalMove`, `AmbiguousMove` or `GameOver`.
        """
        if not self.actors:
            raise GameOver(f"the game is over: {self.ending}")
        walk = self.game.definition.notation.parse_turn(self.game.tables, self.vector, text)
        self.play_actions(walk)
        return walk

    def format_turn(self, actions: Sequence[int]) -> str:
        """The canonical text of a turn, or of the beginning of one, that leads on from here."""
        return self.game.definition.notation.format_turn(self.game.tables, self.vector, actions)

    def move(self, text: str) -> State:
        """The state after a whole turn, given as people write it.

        Raises as `read` does.
        """
        return self.play_actions(self.parse_turn(text))

    def action_name(self, action: int, seat: int | None = None) -> str:
        """What people call a legal action."""
        who = self.actors[0] if seat is None else seat
        return self.game.definition.notation.action_name(self.game.tables, self.vector, who, action)

    @property
    def in_turn(self) -> bool:
        """Whether a turn has begun and is not complete."""
        return self.game.definition.rules.in_turn(self.game.tables, self.vector)

    @property
    def points(self) -> tuple[float, ...]:
        """The points that the rule book counts, by seat."""
        return self._count()[0]

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that have won; more than one is a tie, none a draw or a game that goes on."""
        return self._count()[1]

    @property
    def winner_points(self) -> dict[int, int]:
        """The points that each winner has earned; nobody while the game goes on, and where a game knows no such points.

        >>> import ludarium
        >>> ludarium.load("vortex(tokens=1)").parse_position("25/3 X 3").winner_points
        {0: 2200}
        """
        rules = self.game.definition.rules
        return rules.winner_points(self.game.tables, self.vector) if isinstance(rules, HasWinnerPoints) else {}

    @property
    def payoffs(self) -> tuple[float, ...] | None:
        """Every seat's share of the win: 1 to the winner, equal parts to a tie; None while the game goes on."""
        return None if self.actors else equal_payoffs(self.winners, self.game.seats)

    @property
    def ending(self) -> str:
        """How the game ended, as a phrase; empty while it goes on."""
        return self.game.definition.rules.ending(self.game.tables, self.vector)

    def _count(self) -> tuple[tuple[float, ...], tuple[int, ...]]:
        out = np.zeros(self.game.seats, np.float64)
        bits = int(self.game.kernel.results(self.game.tables, self.vector, out))
        return tuple(out.tolist()), tuple(s for s in range(self.game.seats) if bits >> s & 1)

    def __str__(self) -> str:
        return self.game.definition.notation.format_position(self.game.tables, self.vector)

    def __repr__(self) -> str:
        return f"{self.game!r}.parse_position({str(self)!r})"


def equal_payoffs(winners: Sequence[int], seats: int) -> tuple[float, ...]:
    """Every seat's share of the win.

    >>> equal_payoffs((1,), 2), equal_payoffs((), 2)
    ((0.0, 1.0), (0.5, 0.5))
    """
    among = tuple(winners) or tuple(range(seats))
    return tuple(1 / len(among) if seat in among else 0.0 for seat in range(seats))


def parse_state(game: Game, text: str) -> State:
    """The state that a line of text names.

    Raises `ParseError` where it is no position, or one that cannot be.
    """
    try:
        vector = game.definition.notation.parse_position(game.tables, text)
    except ParseError:
        raise
    except LudariumError as error:  # a history inside the position may hold an illegal turn
        raise ParseError(str(error)) from error
    return State(game, vector.tobytes())
