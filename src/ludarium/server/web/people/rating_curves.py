"""The rating of a person as a curve, match by match, with thin lines for its uncertainty."""

from __future__ import annotations

from contextlib import suppress
from datetime import UTC, datetime

from ludarium.club.ratings.ratings import NEW, Ladder, display_rating
from ludarium.core.errors import UnknownGame
from ludarium.core.registry import definition
from ludarium.server.web.board.charts import chart, ground, line

_FEWEST, _MOST = 3, 200
"""The matches that make a curve, and the latest of them that are drawn."""
_STEP = 50
"""The labels of ratings are multiples of this."""


def rating_curve(ladder: Ladder, prefix: str) -> str:
    """Return the curve of a person's latest ratings as SVG; empty after fewer than three matches.

    The thin lines are one uncertainty above and below. `prefix` sets the ids of this picture apart from those of
    others on the page.
    """
    latest = ladder.changes[:_MOST][::-1]
    if len(latest) < _FEWEST:
        return ""
    ratings = [display_rating(latest[0].before or NEW), *(display_rating(change.after) for change in latest)]
    low = min(rating.number - rating.uncertainty for rating in ratings) // _STEP * _STEP
    high = -(-max(rating.number + rating.uncertainty for rating in ratings) // _STEP) * _STEP

    def curve(side: int) -> str:
        heights = ((rating.number + side * rating.uncertainty - low) / (high - low) for rating in ratings)
        return line((n / (len(ratings) - 1), height) for n, height in enumerate(heights))

    levels = {0.0: f"{low}", 0.5: f"{(low + high) // 2}", 1.0: f"{high}"}
    days = [f"{datetime.fromtimestamp(change.rated_at, UTC):%Y-%m-%d}" for change in (latest[0], latest[-1])]
    drawn, thin = ground(levels, {0.0: days[0], 1.0: days[1]}), {f"thin-{side}": curve(side) for side in (-1, 1)}
    caption = f"Rating after each of the latest {len(latest)} rated matches: now {ratings[-1].number}"
    with suppress(UnknownGame):  # a game that is not installed any more has no colours
        palette = definition(ladder.game).palette
        return chart(drawn, curve(0), thin, caption=caption, palette=palette, prefix=prefix)
    return ""
