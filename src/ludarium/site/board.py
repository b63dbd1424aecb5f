"""The picture of a position as one browser sees it, with what it may touch, and the unfinished turn in its address."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import islice
from typing import NamedTuple
from zlib import crc32

from ludarium.core.cached import cached_property
from ludarium.core.errors import ParseError
from ludarium.core.game import Game, State
from ludarium.core.opening import format_opening
from ludarium.core.text import shorten
from ludarium.match import orders
from ludarium.match.telling import advise_seat
from ludarium.puzzles.puzzle import MOST_TURNS, each_turn
from ludarium.scenes import svg
from ludarium.scenes.scene import Button, Scene
from ludarium.solve.canonical import CanonicalForm

_HALF = 36
"""Half the width of the picture of a die."""


class Drawn(NamedTuple):
    """What a page needs of a picture: the board as SVG, its caption, and the buttons for what cannot be touched."""

    board: str
    caption: str
    buttons: tuple[Button, ...]


@dataclass(frozen=True)
class BoardView:
    """A picture of a position; `orders` are the actions that the browser may choose, by seat.

    `advised` are a seat and the action that a bot would choose for it, as the picture shows and a button of it may.
    """

    whole: Scene
    orders: Mapping[int, Collection[int]]
    advised: tuple[int, int] | None = None

    @cached_property
    def scene(self) -> Scene:
        """The picture, in which only the browser's actions can be touched."""
        touches = (touch for touch in self.whole.touches if touch.action in self.orders.get(touch.seat, ()))
        buttons = (button for button in self.whole.buttons if button.action in self.orders.get(button.seat, ()))
        refusals = (one for one in self.whole.refusals if self.orders.get(one.seat))
        return replace(self.whole, touches=tuple(touches), buttons=tuple(buttons), refusals=tuple(refusals))

    @cached_property
    def has_coordinates(self) -> bool:
        """Whether places on the board have names that may be hidden."""
        return any("coordinate" in element.look.split() for element in self.whole.elements)

    @cached_property
    def board(self) -> str:
        """The picture as SVG."""
        return svg.render(self.scene)

    @property
    def dice(self) -> str:
        """The dice of the picture, each as SVG, without the board."""
        dice = (element for element in self.whole.elements if "die" in element.look.split())
        moved = (replace(die, x=_HALF, y=_HALF) for die in dice)
        scenes = (Scene(2 * _HALF, 2 * _HALF, (die,), caption=die.label, palette=self.whole.palette) for die in moved)
        return "".join(svg.render(scene, prefix="large-") for scene in scenes)

    @property
    def choices(self) -> int:
        """A checksum of all actions that can be touched, of any seat."""
        return choices(self.whole)


def choices(scene: Scene) -> int:
    """Return a checksum of the touches and buttons of a picture."""
    return crc32(repr((scene.touches, scene.buttons)).encode())


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
    def written(self) -> str:
        """A turn that the seat may play, as an example of how one is written."""
        return example_turn(self.start, self.seat)

    @property
    def keys(self) -> str:
        """The actions that keys choose now, by their codes, as JSON for the page's script; empty without any."""
        return keys_of(self.start.game, self.choices)

    @property
    def choices(self) -> tuple[int, ...]:
        """The actions that may come next."""
        return () if self.complete else self.state.legal(self.seat)

    @property
    def listed(self) -> Iterator[tuple[str, str]]:
        """The drafts with one more action, for addresses, each with the action's name and what it does."""
        return listed(self.state, self.seat, self.choices, self.then)

    def then(self, action: int) -> str:
        """Return the draft with one more action, for an address."""
        return ",".join(map(str, (*self.actions, action)))

    def rest_of(self, turn: str) -> tuple[int, ...]:
        """Return the actions that lead on to where a turn leads, its own if it begins with the draft; else the fewest.

        There are none where no turn that begins so leads there, or too many would have to be looked at.

        >>> import ludarium
        >>> start = ludarium.load("orion").initial()
        >>> Draft(start, 0).rest_of("u+"), Draft.parse(start, 0, "40").rest_of("u+"), Draft(start, 0).rest_of("u-")
        ((40,), (), (41,))
        """
        actions = orders.actions_of_turn(self.start, self.seat, turn)
        if self.begins(turn):
            return actions[len(self.actions) :]
        return () if self.complete or self.simultaneous else _way(self.state, self.start.move(turn))

    def towards(self, turn: str) -> str:
        """Return a turn as it is written if it goes on from the draft; as it is if the draft cannot go on to it.

        >>> import ludarium
        >>> chained = "5/2X3/2X2/3X2/3X1/4X1/1X1X1/1XX1X1/2X2/1XX3/5 x 3"
        >>> start = ludarium.load("orion").parse_position(chained)
        >>> Draft.parse(start, 0, "26").towards("s-"), Draft.parse(start, 0, "32").towards("s-")
        ('n+n-s-', 's-')
        """
        rest = self.rest_of(turn)
        return self.start.format_turn((*self.actions, *rest)) if rest and not self.simultaneous else turn

    def begins(self, turn: str) -> bool:
        """Return whether a turn begins with the draft, or is all of it."""
        return orders.actions_of_turn(self.start, self.seat, turn)[: len(self.actions)] == self.actions

    def agrees(self, turn: str) -> bool:
        """Return whether a turn begins with the draft, or the draft goes on to where it leads, or is there already.

        It is there with another of the like pieces, too.

        >>> import ludarium
        >>> start = ludarium.load("ludo").parse_position("1,1,1,1/1,1,1,1 A 2 2")
        >>> Draft.parse(start, 0, "1").agrees(start.format_turn([0])), Draft.parse(start, 0, "1").begins("A1 1x2=2")
        (True, False)
        """
        if self.begins(turn) or self.simultaneous:
            return self.begins(turn)
        if not self.complete:
            return bool(self.rest_of(turn))
        return CanonicalForm.of(self.start.game).alike(self.state, self.start.move(turn))

    @property
    def address(self) -> str:
        """The draft, for an address."""
        return ",".join(map(str, self.actions))

    @property
    def undone(self) -> str:
        """The draft without its last action, for an address."""
        return ",".join(map(str, self.actions[:-1]))


@lru_cache(maxsize=64)
def _way(state: State, goal: State) -> tuple[int, ...]:
    """Return the fewest actions that end a turn which is begun where a whole turn ends; none where there are none."""
    alike = CanonicalForm.of(state.game).alike
    found = (rest for after, rest in islice(each_turn(state), MOST_TURNS) if alike(after, goal))
    return min(found, key=len, default=())


def keys_of(game: Game, choices: Collection[int]) -> str:
    """Return which of some actions keys choose, by their codes, as JSON for the page's script; empty without any."""
    found = {key: action for keys in game.definition.keys for action, key in enumerate(keys) if action in choices}
    return json.dumps(found) if found else ""


def listed(state: State, seat: int, actions: Iterable[int], then: Callable[[int], str]) -> Iterator[tuple[str, str]]:
    """Yield what `then` makes of each action of a seat, with the action's name and what it does."""
    for action in actions:
        name, words = state.action_name(action, seat), advise_seat(state, seat, (action,))
        yield then(action), name if words in ("", name) else f"{name}, {words}"


def example_turn(state: State, seat: int) -> str:
    """Return the text of a turn that a seat may play.

    >>> import ludarium
    >>> example_turn(ludarium.load("orion").initial(), 0)
    'p+'
    """
    if len(state.actors) > 1:
        return state.action_name(state.legal(seat)[0], seat)
    actions, after = list[int](), state
    while not actions or (after.in_turn and after.actors):
        actions.append(after.legal(seat)[0])
        after = after.play(actions[-1])
    return state.format_turn(actions)
