"""What a bot says of the position on the board of a study, in words."""

from __future__ import annotations

from typing import NamedTuple

from ludarium.review.advice import Advice, SeatAdvice
from ludarium.site.analysis.board import AnalysisBoard
from ludarium.site.analysis.rows import Search

_LONGEST_LINE = 8


class Said(NamedTuple):
    """What a bot says of a position: whether that is still awaited, and what; nothing if the bot has failed."""

    waits: bool = False
    seats: tuple[SeatAdvice, ...] = ()
    line: tuple[str, ...] = ()
    by: str = ""

    @classmethod
    def of(cls, board: AnalysisBoard, search: Search | None) -> Said | None:
        """Return it for a board; None where nobody has asked, or a turn is begun."""
        if search is None or board.turn.actions:
            return None
        if search.content is None:
            return cls(waits=not search.is_made)
        advice = Advice.from_json(search.content["advice"])
        return cls(seats=advice.seats, line=advice.pv[:_LONGEST_LINE], by=search.content["by"])
