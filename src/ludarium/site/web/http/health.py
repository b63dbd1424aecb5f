"""Health checks: whether a process is alive, and whether it can serve."""

from http import HTTPStatus

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from ludarium.site.web.http.refusals import retry_later
from ludarium.site.web.page import Pages, page


class Health(Pages):
    """The two addresses of health checks, which answer one word."""

    @page("/healthz")
    async def alive(self, request: Request) -> Response:
        """Answer if the process is alive; one that does not answer must be started again."""
        return _answer("alive")

    @page("/readyz")
    def ready(self, request: Request) -> Response:
        """Answer whether the database can be read and written, or why not; requests then belong to another process."""
        if problem := self._site.service.queries.problem():
            return retry_later(_answer(problem, HTTPStatus.SERVICE_UNAVAILABLE))
        return _answer("ready")


def _answer(text: str, status: int = HTTPStatus.OK) -> Response:
    return PlainTextResponse(f"{text}\n", status, headers={"Cache-Control": "no-store"})
