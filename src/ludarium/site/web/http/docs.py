"""The documentation, served under /docs as soon as it is built: `make play` builds it once, in the background."""

import re
from http import HTTPStatus
from pathlib import Path

from starlette.exceptions import HTTPException
from starlette.responses import FileResponse, HTMLResponse, Response
from starlette.routing import BaseRoute, Mount
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from ludarium.site.web.http.guard import POLICY

BUILT = Path(__file__).parents[5] / "site"
"""Where `make docs` puts the pages in a checkout of the repository; an installed package has none."""

_NOT_BUILT = (
    "The documentation is not here yet: make play builds it in the background, which takes some minutes. "
    "Until then, and where this fails, read it as text: the file README.md and the folder docs of the repository."
)
_NOT_INSTALLED = (
    "The documentation is not part of this installation. "
    "It is in the repository of the source code: the file README.md and the folder docs."
)
_LOGO = re.compile(r'href="[^"]*"(?= title="[^"]*" class="[^"]*\bmd-logo\b)')
_SEARCH = '<label class="md-header__button md-icon" for="__search">'
_TO_SITE = '<a href="/" class="md-header__button" style="font-size: 0.75rem; opacity: 1">To the site</a>'
"""A link in the header, since a phone has the logo in a menu alone; a rem of the theme is 20 pixels."""
_NO_PAGE = "The documentation has no such page: begin at /docs/, which lists all of them and has a search."

DOCS_POLICY = (
    POLICY.replace("style-src 'self'", "style-src 'self' 'unsafe-inline'")
    .replace("img-src 'self'", "img-src 'self' data:")
    .replace("font-src 'self'", "font-src 'self' data:")
)
"""The policy of /docs: its theme uses style attributes and images in style sheets, but no inline scripts.

Pictures have their typeface within.
"""


class _Docs(StaticFiles):
    """The built pages, under their own content security policy."""

    def __init__(self, folder: Path) -> None:
        super().__init__(directory=folder, html=True, check_dir=False)
        self._folder = folder

    async def check_config(self) -> None:
        """Check nothing: the folder may come later."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        """Return a file of the documentation; raise `HTTPException` with the way to it where it is not built."""
        if not has_docs(self._folder):
            is_checkout = (self._folder.parent / "mkdocs.yml").exists()
            raise HTTPException(HTTPStatus.NOT_FOUND, _NOT_BUILT if is_checkout else _NOT_INSTALLED)
        response = await super().get_response(path, scope)
        if response.status_code == HTTPStatus.NOT_FOUND:  # the built page of it has its style at the root of a host
            raise HTTPException(HTTPStatus.NOT_FOUND, _NO_PAGE)
        if isinstance(response, FileResponse) and response.media_type == "text/html":
            response = _with_way_back(response)
        response.headers["Content-Security-Policy"] = DOCS_POLICY
        return response


def _with_way_back(response: FileResponse) -> HTMLResponse:
    """Return a page whose header leads to the site that serves it; opened elsewhere it leads to its own start."""
    html = _LOGO.sub('href="/"', Path(response.path).read_text("utf-8")).replace(_SEARCH, _TO_SITE + _SEARCH, 1)
    kept = {name: response.headers[name] for name in ("etag", "last-modified")}
    return HTMLResponse(html, response.status_code, kept)


def has_docs(folder: Path = BUILT) -> bool:
    """Return whether the documentation is built; it may come while the site runs."""
    return (folder / "index.html").exists()


def docs_routes(folder: Path = BUILT) -> list[BaseRoute]:
    """Return the route of /docs; until the documentation is built, it says where to find it."""
    return [Mount("/docs", _Docs(folder), name="docs")]
