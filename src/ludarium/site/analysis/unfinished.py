"""A turn that is begun at a position of a study: by a seat or chance, or by all seats that choose at once."""

from __future__ import annotations

import re
from typing import NamedTuple

from ludarium.core.errors import ParseError
from ludarium.core.game import State
from ludarium.core.text import shorten
from ludarium.site.board import Draft, listed

_NUMBER = re.compile(r"[0-9]{1,6}", re.ASCII)


class Unfinished(NamedTuple):
    """A turn that is begun at a state: the actions so far, one of each seat where all choose at once."""

    start: State
    actions: tuple[int, ...] = ()

    @classmethod
    def parse(cls, start: State, text: str) -> Unfinished:
        """Return the turn of actions separated by commas.

        Raises `ParseError` for what is none, or does not fit.
        """
        if not start.actors:
            return cls(start)
        if len(start.actors) == 1:
            return cls(start, Draft.parse(start, start.actors[0], text).actions)
        found = cls(start)
        for word in text.split(",") if text else ():
            seat = found.seat
            if not _NUMBER.fullmatch(word) or seat is None or int(word) not in start.legal(seat):
                raise ParseError(f"{shorten(text)} is no beginning of a turn here: expected numbers of actions")
            found = cls(start, (*found.actions, int(word)))
        return found

    @property
    def seat(self) -> int | None:
        """The seat, or chance, that chooses next; None where the turn is complete or the game over."""
        actors = self.start.actors
        if len(actors) > 1:
            return actors[len(self.actions)] if len(self.actions) < len(actors) else None
        return None if self.complete or not actors else actors[0]

    @property
    def complete(self) -> bool:
        """Whether the turn is complete."""
        if len(self.start.actors) > 1:
            return len(self.actions) == len(self.start.actors)
        return bool(self.actions) and Draft(self.start, self.start.actors[0], self.actions).complete

    @property
    def state(self) -> State:
        """The state after the actions; where all choose at once, the one before them."""
        return self.start if len(self.start.actors) > 1 else self.start.play_actions(self.actions)

    @property
    def text(self) -> str:
        """The turn so far, in the notation of the game."""
        if not self.actions:
            return ""
        if len(self.start.actors) > 1 and not self.complete:
            chosen = zip(self.start.actors, self.actions, strict=False)
            return " ".join(self.start.action_name(action, seat) for seat, action in chosen)
        return self.start.format_turn(self.actions)

    @property
    def draft(self) -> str:
        """The turn so far, for an address."""
        return ",".join(map(str, self.actions))

    def then(self, action: int) -> str:
        """Return the turn with one more action, for an address."""
        return ",".join(map(str, (*self.actions, action)))

    @property
    def listed(self) -> list[tuple[str, str]]:
        """The turn with each action that a seat may add, for addresses, and what that does; of dice nothing."""
        seat = self.seat
        return [] if seat is None or seat < 0 else [*listed(self.state, seat, self.state.legal(seat), self.then)]

    @property
    def undone(self) -> str:
        """The turn without its last action, for an address."""
        return ",".join(map(str, self.actions[:-1]))
