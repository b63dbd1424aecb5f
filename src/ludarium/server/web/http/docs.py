"""The documentation that `make docs` builds, served under /docs."""

from pathlib import Path

from starlette.responses import Response
from starlette.routing import BaseRoute, Mount
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from ludarium.server.web.http.guard import POLICY

BUILT = Path(__file__).parents[4] / "site"
"""Where `make docs` puts the pages in a checkout of the repository; an installed package has none."""

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

    async def get_response(self, path: str, scope: Scope) -> Response:
        """Return a file of the documentation."""
        response = await super().get_response(path, scope)
        response.headers["Content-Security-Policy"] = DOCS_POLICY
        return response


def docs_routes(folder: Path = BUILT) -> list[BaseRoute]:
    """Return the route of /docs, or none where the documentation was not built."""
    return [Mount("/docs", _Docs(directory=folder, html=True), name="docs")] if (folder / "index.html").exists() else []
