"""The unfinished turn of a person, which is stored in the page's address only."""

from __future__ import annotations

import re
from dataclasses import dataclass

from ludarium.core.errors import ParseError
from ludarium.core.game import State
from ludarium.core.opening import format_opening
from ludarium.core.text import shorten
from ludarium.match import orders

_LONGEST = 400


@dataclass(frozen=True, slots=True)
class Draft:
    """The actions that a seat has chosen since `start`, and the state that they lead to.

    In a simultaneous turn a seat chooses its own action, and the state stays as it is.

    >>> import ludarium
    >>> late = "OOOOO/OOOOOO/OOOOO/6/5/6/5/6/XXXXX/XXXXXX/XXXXX x 3"
    >>> draft = Draft.parse(ludarium.load("orion").parse_position(late), 0, "40")
    >>> draft.text, draft.complete, draft.then(40)
    ('u+', False, '40,40')
    """

    start: State
    seat: int
    actions: tuple[int, ...] = ()

    @classmethod
    def parse(cls, start: State, seat: int, text: str) -> Draft:
        """Parse a draft: actions separated by commas.

        Raises `ParseError` for anything else, for an action that is not allowed and for one after a complete turn.
        """
        draft = cls(start, seat)
        if len(text) > _LONGEST or not re.fullmatch(r"(?:[0-9]{1,9}(?:,[0-9]{1,9})*)?", text, re.ASCII):
            raise ParseError(f"{shorten(text)} is not an unfinished turn: expected numbers of actions such as 3,5")
        for word in text.split(",") if text else ():
            if draft.complete:
                raise ParseError(f"the unfinished turn goes on after {draft.text}, which is a complete turn")
            action = int(word)
            if action not in draft.state.legal(seat):
                raise ParseError(f"the unfinished turn does not fit: {draft.state.explain(seat, action)}")
            draft = cls(start, seat, (*draft.actions, action))
        return draft

    @property
    def simultaneous(self) -> bool:
        """Whether several seats act at once."""
        return len(self.start.actors) > 1

    @property
    def state(self) -> State:
        """The state after the actions."""
        return self.start if self.simultaneous else self.start.play_actions(self.actions)

    @property
    def complete(self) -> bool:
        """Whether the actions are a complete turn."""
        return bool(self.actions) and (self.simultaneous or not self.state.in_turn)

    @property
    def text(self) -> str:
        """The turn so far, as text."""
        if self.simultaneous:
            return "".join(self.start.action_name(action, self.seat) for action in self.actions)
        return self.start.format_turn(self.actions) if self.actions else ""

    @property
    def example(self) -> str:
        """An opening of two directions, as an example of what may be typed in a simultaneous turn; empty elsewhere."""
        names = (
            [name for name in orders.actions_by_name(self.start, self.seat) if name.isalpha()]
            if self.simultaneous
            else []
        )
        return format_opening(((names[0], 3), (names[1], 2))) if len(names) > 1 else ""

    @property
    def choices(self) -> tuple[int, ...]:
        """The actions that may come next."""
        return () if self.complete else self.state.legal(self.seat)

    def then(self, action: int) -> str:
        """Return the draft with one more action, for an address."""
        return ",".join(map(str, (*self.actions, action)))

    def rest_of(self, turn: str) -> tuple[int, ...]:
        """Return the actions that follow in a turn that begins with the draft; none if it begins otherwise.

        >>> import ludarium
        >>> start = ludarium.load("orion").initial()
        >>> Draft(start, 0).rest_of("u+"), Draft.parse(start, 0, "40").rest_of("u+"), Draft(start, 0).rest_of("u-")
        ((40,), (), (41,))
        """
        actions = orders.actions_of_turn(self.start, self.seat, turn)
        done = len(self.actions)
        return actions[done:] if actions[:done] == self.actions else ()

    @property
    def address(self) -> str:
        """The draft, for an address."""
        return ",".join(map(str, self.actions))

    @property
    def undone(self) -> str:
        """The draft without its last action, for an address."""
        return ",".join(map(str, self.actions[:-1]))
