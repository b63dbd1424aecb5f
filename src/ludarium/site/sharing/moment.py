"""The last turns of a match as scenes, one for each step, with what was done, in words, and who plays, below the board.

A step is what all who act do at once, such as a click of a turn of several.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import pairwise

from ludarium.core.cached import cached_property
from ludarium.core.errors import ParseError
from ludarium.match.telling import tell_turn
from ludarium.scenes.picture import Picture, draw, follow, seen_by
from ludarium.scenes.pixels import without_touches
from ludarium.scenes.scene import Element, Scene
from ludarium.site.match.pages.page import MatchPage
from ludarium.site.match.seating import SeatAccess
from ludarium.site.match.views import MatchView
from ludarium.site.sharing.card import card

MOST = 16
"""Lines of the record, a roll being one of its own, that a moment has at most."""
STEPS = 32
"""Scenes of a moment: of turns before those whose steps have room, only the end is shown."""
_TURNS = 6
"""Turns of a moment whose beginning is not said."""
_ROW, _LETTER, _ACROSS = 44.0, 15.0, 600.0
"""The height of a line of text below a board of this width, and the width of its letters."""


@dataclass(frozen=True)
class Moment:
    """The positions of a match from one number of lines of its record to another, both included.

    They are drawn as the reader sees the board; the words call everybody by name, for whom it is sent to.
    """

    page: MatchPage
    start: int

    @classmethod
    def of(cls, view: MatchView, access: SeatAccess, start: int | None, end: int | None) -> Moment:
        """Return a moment: by default the last turns of the match, or those before its end.

        Raises `ParseError` for positions that the match does not have, and for too many.
        """
        last = len(view.match.turns)
        stop = last if end is None else end
        page = MatchPage(view, access, min(stop, last))
        begin = _beginning(page) if start is None else start
        if not 0 <= begin < stop <= last:
            raise ParseError(f"there are no turns from {begin} to {stop}: expected two of the positions 0 to {last}")
        if stop - begin > MOST:
            raise ParseError(
                f"from {begin} to {stop} is too much for a moving picture: expected at most {MOST} turns and rolls"
            )
        return cls(page, begin)

    @cached_property
    def scenes(self) -> tuple[Scene, ...]:
        """The positions and the steps between them, without hints, with the words below."""
        found: list[Scene] = []
        left = STEPS - len(self._positions)
        for at in reversed(self._positions):
            scene = _scene(self.page, self.page.played.picture(at))
            found.append(_captioned(scene, self._words(at), self.caption))
            steps = self._steps(at, scene) if at > self.start else []
            if len(steps) <= left:
                said = self._sentence(at)
                found += [_captioned(step, said, self.caption) for step in reversed(steps)]
                left -= len(steps)
            else:
                left = 0
        return tuple(reversed(found))

    @property
    def caption(self) -> str:
        """The game and who plays."""
        match = self.page.match
        return f"{match.game.definition.title}: {self.page.status.players}"

    @property
    def _positions(self) -> range:
        return range(self.start, self.page.displayed + 1)

    def _steps(self, at: int, end: Scene) -> list[Scene]:
        """Return the scenes between the position before and this one, without those after which nothing moves."""
        before = self.page.played.picture(at - 1)
        scenes = [_scene(self.page, picture) for picture in _between(before, self.page.played.actions[at - 1])]
        return [scene for scene, after in pairwise([*scenes, end]) if _stands(scene) != _stands(after)]

    def _words(self, at: int) -> str:
        """Return what has led to a position; of the last one how the match has ended."""
        page = self.page
        if page.match.over and at == page.last:
            return replace(page, access=SeatAccess()).status.plate
        return self._sentence(at)

    def _sentence(self, at: int) -> str:
        """Return what has led to a position."""
        match, page = self.page.match, replace(self.page, access=SeatAccess())
        turn = next((turn for turn in page.numbered if turn.first < at <= turn.played), None)
        if turn is None or at == self.start:
            return ""
        part = turn if at == turn.played else turn._replace(text="", played=at)
        return tell_turn(match, part, page.played.states, places=self.page.access.seats)


def _stands(scene: Scene) -> frozenset[Element]:
    """Return which pieces stand where, whatever they look like."""
    return frozenset(replace(one, look="", label="", text="") for one in scene.elements if one.role == "piece")


def card_of(page: MatchPage) -> Scene:
    """Return the card of the displayed position of a match: the board, the game, who plays, and how it has ended."""
    match, scene = page.match, _scene(page, page.played.picture(page.displayed))
    title, neutral = match.game.definition.title, replace(page, access=SeatAccess())
    names = map(match.display_name, range(match.game.seats))
    return card(scene, title, [*names, neutral.status.shared])


def _scene(page: MatchPage, picture: Picture) -> Scene:
    return without_touches(draw(seen_by(picture, page.access.seats), page.layout))


def _between(picture: Picture, actions: tuple[int, ...]) -> Iterator[Picture]:
    """Yield the pictures after each step of a turn but its last."""
    while len(actions) > (count := max(1, len(picture.state.actors))):
        picture, actions = follow(picture, actions[:count]), actions[count:]
        yield picture


def _beginning(page: MatchPage) -> int:
    """Return where the last turns before the displayed position begin."""
    turns = [turn for turn in page.numbered if turn.first < page.displayed]
    begins = turns[-_TURNS:][0].first if turns else 0
    return max(begins, page.displayed - MOST)


def _captioned(scene: Scene, words: str, players: str) -> Scene:
    """Return a scene with two lines below the board, each as large as there is room."""
    across = scene.width / _ACROSS
    lines = tuple(_line(scene, number, text, across) for number, text in enumerate((words, players)) if text)
    height = scene.height + (2 * _ROW + 8) * across
    return replace(scene, elements=(*scene.elements, *lines), height=height)


def _line(scene: Scene, number: int, text: str, across: float) -> Element:
    y = scene.height + (number + 0.6) * _ROW * across
    scale = min(across, (scene.width - 20 * across) / (_LETTER * len(text)))
    return Element(f"words-{number}", "label", scene.width / 2, y, look="size-28", text=text, scale=scale)
