"""Small pictures of games for offers."""

from functools import lru_cache

from ludarium.core.errors import LudariumError
from ludarium.core.registry import load
from ludarium.scenes import svg
from ludarium.scenes.picture import draw
from ludarium.server.web.board.failed_pictures import picture_or_name


@lru_cache(maxsize=256)
def small_picture(spec: str, number: int) -> str:
    """Return the first position of a game, as the picture of this number on a page; empty if it is not installed.

    It is the game's name if the game fails to draw it.
    """
    prefix = f"offer{number}-"
    try:
        start = load(spec).initial()
        return picture_or_name(spec, lambda: svg.render(draw(start), prefix=prefix), prefix)
    except LudariumError:
        return ""
