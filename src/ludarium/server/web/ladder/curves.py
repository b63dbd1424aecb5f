"""The ratings of the versions of a bot as a curve, with thin lines for their intervals."""

from __future__ import annotations

from ludarium.club.ladder.views import PlayerView
from ludarium.core.registry import definition
from ludarium.server.web.board.charts import chart, ground, line

_FEWEST, _MOST = 3, 100
"""The versions that make a curve, and the latest of them that are drawn."""
_STEP = 50
"""The labels of ratings are multiples of this."""


def version_curve(view: PlayerView) -> str:
    """Return the curve of the ratings of a bot's versions as SVG; empty for fewer than three."""
    rows = view.versions[-_MOST:]
    if len(rows) < _FEWEST:
        return ""
    low = min(row.rating.low for row in rows) // _STEP * _STEP
    high = -(-max(row.rating.high for row in rows) // _STEP) * _STEP

    def curve(field: str) -> str:
        heights = ((getattr(row.rating, field) - low) / (high - low) for row in rows)
        return line((n / (len(rows) - 1), height) for n, height in enumerate(heights))

    levels = {0.0: f"{low}", 0.5: f"{(low + high) // 2}", 1.0: f"{high}"}
    below = {0.0: f"{rows[0].player.version}", 1.0: f"{rows[-1].player.version}"}
    thin = {side: curve(side) for side in ("low", "high")}
    last = rows[-1]
    caption = f"Rating of {len(rows)} versions: now {last.rating.number}"
    palette = definition(last.player.game).palette
    return chart(ground(levels, below), curve("number"), thin, caption=caption, palette=palette, prefix="versions-")
