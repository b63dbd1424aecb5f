"""Health checks: whether a process is alive, and whether it can serve."""

from http import HTTPStatus

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from ludarium.site.service import Service
from ludarium.site.web.http.refusals import retry_later


class Health:
    """The two addresses of health checks, which answer one word."""

    def __init__(self, service: Service) -> None:
        self._service = service

    def routes(self) -> list[Route]:
        """The routes."""
        return [Route("/healthz", self.alive), Route("/readyz", self.ready)]

    async def alive(self, request: Request) -> Response:
        """Answer if the process is alive; one that does not answer must be started again."""
        return _answer("alive")

    def ready(self, request: Request) -> Response:
        """Answer whether the database can be read and written, or why not; requests then belong to another process."""
        if problem := self._service.queries.problem():
            return retry_later(_answer(problem, HTTPStatus.SERVICE_UNAVAILABLE))
        return _answer("ready")


def _answer(text: str, status: int = HTTPStatus.OK) -> Response:
    return PlainTextResponse(f"{text}\n", status, headers={"Cache-Control": "no-store"})
