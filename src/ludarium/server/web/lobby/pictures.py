"""Small pictures of games for offers."""

from functools import lru_cache

from ludarium.core.errors import LudariumError
from ludarium.core.registry import load
from ludarium.scenes import svg
from ludarium.scenes.picture import draw


@lru_cache(maxsize=256)
def small_picture(spec: str, number: int) -> str:
    """Return the first position of a game, as the picture of this number on a page; empty if it is not installed."""
    try:
        return svg.render(draw(load(spec).initial()), prefix=f"offer{number}-")
    except LudariumError:
        return ""
