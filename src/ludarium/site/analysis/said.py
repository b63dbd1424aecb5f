"""What a bot says of the position on the board of a study, in words."""

from __future__ import annotations

from typing import NamedTuple

from ludarium.review.advice import Advice, SeatAdvice
from ludarium.review.adviser import agreed, is_duel
from ludarium.review.lines import Line
from ludarium.search.personas import name_with_level
from ludarium.site.analysis.board import AnalysisBoard
from ludarium.site.analysis.rows import Search

_LONGEST_LINE = 8
"""Turns of an expected line."""
_FEW = 10
"""So many positions that are left are said before anything was asked."""


class Said(NamedTuple):
    """What a bot says of a position: whether that is still awaited, and what; nothing if the bot has failed."""

    waits: bool = False
    seats: tuple[SeatAdvice, ...] = ()
    line: tuple[str, ...] = ()
    by: str = ""
    lines: tuple[Line, ...] = ()
    first: float | None = None
    """What the first of two rivals can expect; None where they are no rivals."""

    @classmethod
    def of(cls, board: AnalysisBoard, search: Search | None) -> Said | None:
        """Return it for a board; None where nobody has asked."""
        if search is None:
            return None
        if search.content is None:
            return cls(waits=not search.is_made)
        advice = Advice.from_json(search.content["advice"])
        seats = agreed(board.study.game, advice.seats)
        lines = tuple(map(Line.from_json, search.content.get("lines", ())))
        first = next((one.value if one.seat == 0 else 1 - one.value for one in seats), None)
        return cls(
            seats=seats,
            line=advice.pv[:_LONGEST_LINE],
            by=name_with_level(board.study.game.spec, search.content["by"]),
            lines=lines,
            first=first if is_duel(board.study.game) and len(seats) == 1 else None,
        )


class Asking(NamedTuple):
    """The part of the page in which a bot is asked about the position."""

    said: Said | None
    bots: list[tuple[str, str]]
    """Those that may be asked: the level, and its words."""
    left: int | None
    """Positions that may still be asked about within this hour; None if there is no limit."""
    seconds: float
    """How long a bot looks at a position."""
    is_own: bool = True
    """Whether `left` are those of the person; a stranger has those of a whole network, which are many more."""

    @property
    def tells_left(self) -> bool:
        """Whether the page says how many positions are left: to a person who has asked, and where few are."""
        return self.left is not None and ((self.is_own and self.said is not None) or self.left <= _FEW)
