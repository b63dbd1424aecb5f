"""Files that take long to be made: one at a time, since the others wait for the same processor; they are kept."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from threading import BoundedSemaphore

from starlette.responses import Response

from ludarium.core.errors import LudariumError
from ludarium.site.web.http.delivery import PageCache

_KEPT = 48
"""Files that are kept."""
_PATIENCE = 5.0
"""Seconds for which a file waits until others are made."""


class NoPictureFile(LudariumError):
    """A file cannot be made now, or not on this site."""

    status = 503
    kind = "busy"


class PictureFiles:
    """The files of pictures, by what their content follows from."""

    def __init__(self) -> None:
        self._made, self._free = PageCache(_KEPT), BoundedSemaphore()

    def answer(self, key: Hashable, media_type: str, make: Callable[[], bytes]) -> Response:
        """Return a file that is kept, or make it if none is being made.

        Raises `NoPictureFile`.
        """

        def alone() -> bytes:
            if not self._free.acquire(timeout=_PATIENCE):
                raise NoPictureFile("the site draws other pictures: try again in a moment")
            try:
                return make()
            except ModuleNotFoundError as missing:
                raise NoPictureFile(
                    "this site makes no GIF and PNG files, which need the extra mail: expected SVG"
                ) from missing
            finally:
                self._free.release()

        return Response(self._made.get(key, alone), media_type=media_type)
