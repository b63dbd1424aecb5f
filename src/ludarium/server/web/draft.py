"""A turn in the making: what a person has touched so far, kept in the page's address and nowhere else."""

from __future__ import annotations

import re
from dataclasses import dataclass

from ludarium.core.errors import ParseError
from ludarium.core.game import State
from ludarium.core.opening import format_opening
from ludarium.core.text import shorten
from ludarium.match.orders import actions_by_name

_LONGEST = 400


@dataclass(frozen=True, slots=True)
class Draft:
    """The actions that a seat has chosen since `start`, and the state that they lead to.

    Of a step that several seats take at once, a seat chooses its own action and sees nothing happen yet.

    >>> import ludarium
    >>> late = "OOOOO/OOOOOO/OOOOO/6/5/6/5/6/XXXXX/XXXXXX/XXXXX x 3"
    >>> draft = Draft.parse(ludarium.load("orion").parse_position(late), 0, "40")
    >>> draft.text, draft.complete, draft.then(40)
    ('u+', False, '40,40')
    """

    start: State
    seat: int
    walk: tuple[int, ...] = ()

    @classmethod
    def parse(cls, start: State, seat: int, text: str) -> Draft:
        """The draft that an address carries: action ids with commas.

        Raises `ParseError` or `IllegalMove`; a draft that went on after its turn was complete is unreadable.
        """
        draft = cls(start, seat)
        if len(text) > _LONGEST or not re.fullmatch(r"(?:[0-9]{1,9}(?:,[0-9]{1,9})*)?", text, re.ASCII):
            raise ParseError(f"{shorten(text)} is no unfinished turn: expected the numbers of actions, as in 3,5")
        for word in text.split(",") if text else ():
            if draft.complete:
                raise ParseError(f"the unfinished turn goes on after {draft.text}, which is a whole turn")
            action = int(word)
            if action not in draft.state.legal(seat):
                raise ParseError(f"the unfinished turn does not fit: {draft.state.explain(seat, action)}")
            draft = cls(start, seat, (*draft.walk, action))
        return draft

    @property
    def joint(self) -> bool:
        """Whether several seats act at once here."""
        return len(self.start.actors) > 1

    @property
    def state(self) -> State:
        """The state in mid-turn."""
        return self.start if self.joint else self.start.play_actions(self.walk)

    @property
    def complete(self) -> bool:
        """Whether the actions make a whole turn."""
        return bool(self.walk) and (self.joint or not self.state.in_turn)

    @property
    def text(self) -> str:
        """The turn so far, as people write it."""
        if self.joint:
            return "".join(self.start.action_name(action, self.seat) for action in self.walk)
        return self.start.format_turn(self.walk) if self.walk else ""

    @property
    def example(self) -> str:
        """An opening of two directions, as an example of what may be typed in a simultaneous turn; empty elsewhere."""
        names = [name for name in actions_by_name(self.start, self.seat) if name.isalpha()] if self.joint else []
        return format_opening(((names[0], 3), (names[1], 2))) if len(names) > 1 else ""

    @property
    def choices(self) -> tuple[int, ...]:
        """The actions that may come next."""
        return () if self.complete else self.state.legal(self.seat)

    def then(self, action: int) -> str:
        """The address of the draft with one more action."""
        return ",".join(map(str, (*self.walk, action)))

    @property
    def address(self) -> str:
        """What the page's address carries."""
        return ",".join(map(str, self.walk))

    @property
    def undone(self) -> str:
        """The address of the draft without its last action."""
        return ",".join(map(str, self.walk[:-1]))
