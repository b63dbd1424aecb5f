"""WebAssembly programs of the workshop: they are uploaded and downloaded here."""

from __future__ import annotations

import re
from functools import partial
from http import HTTPStatus
from typing import NamedTuple

from starlette.concurrency import run_in_threadpool
from starlette.datastructures import UploadFile
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from ludarium.club.programs.modules import LARGEST
from ludarium.core.errors import LudariumError
from ludarium.core.registry import load
from ludarium.server.web.http.bodies import read_json
from ludarium.server.web.http.commands import UploadModule
from ludarium.server.web.http.negotiation import JSON
from ludarium.server.web.http.refusals import note
from ludarium.server.web.programs.workshop import WorkshopPages, address
from ludarium.server.web.site import Site, received
from ludarium.server.words import sentence

LARGER = {re.compile("/games/[^/]+/workshop/modules"): LARGEST * 4 // 3 + 16_384}
"""The most bytes of a request by which a program is uploaded, which may have it in base64."""
_FIELD, _FIELDS = "module", 4


class Upload(NamedTuple):
    """A program that is uploaded: for which bot, or under which name."""

    content: bytes
    bot: str
    name: str


class ModulePages:
    """The addresses of the WebAssembly programs."""

    def __init__(self, site: Site, workshop: WorkshopPages) -> None:
        self._site, self._workshop = site, workshop

    def routes(self) -> list[Route]:
        """The routes of these pages."""
        upload = received(self.upload, self._read, UploadModule)
        return [
            Route("/games/{game}/workshop/modules", upload, methods=["POST"]),
            Route("/games/{game}/workshop/modules/{bot}/{version}", self.download),
        ]

    def upload(self, request: Request, sent: Upload) -> Response:
        """Save a WebAssembly program as a version of a bot; an error is displayed on the page of the workshop."""
        game = load(request.path_params["game"])
        try:
            named = "" if sent.name.strip() else sent.bot
            person, workshop = self._site.identity.person(request), self._site.service.workshop
            saved = workshop.upload(person, game, sent.content, bot_id=named, name=sent.name)
        except LudariumError as error:
            note(request, error)
            values = {"bot": sent.bot, "module-name": sent.name}
            return self._workshop.refused(request, game, values, error.status, sentence(error))
        return RedirectResponse(f"{address(game)}?bot={saved.bot_id}&version={saved.number}", HTTPStatus.SEE_OTHER)

    def download(self, request: Request) -> Response:
        """The WebAssembly program of a version, as a file."""
        game, bot, version = (request.path_params[name] for name in ("game", "bot", "version"))
        load(game)
        content = self._site.service.workshop.module(self._site.identity.person(request), bot, version)
        headers = {"Content-Disposition": f'attachment; filename="{game}-{version}.wasm"', "Cache-Control": "no-store"}
        return Response(content, media_type="application/wasm", headers=headers)

    async def _read(self, request: Request) -> Upload:
        """Return what is uploaded; strangers and guests are refused before any of it is read.

        Raises `NeedsAccount`, `ParseError` and `HTTPException`.
        """
        load(request.path_params["game"])
        find = partial(self._site.identity.person, request)
        self._site.service.workshop.require_author(await run_in_threadpool(find))
        if request.headers.get("content-type", "").partition(";")[0].strip().lower() == JSON:
            sent = read_json(await request.body(), UploadModule)
            return Upload(sent.module, sent.bot, sent.name)
        return await _read_form(request)


async def _read_form(request: Request) -> Upload:
    """Return what a form has that was sent with a file."""
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != "multipart/form-data":
        raise HTTPException(HTTPStatus.UNSUPPORTED_MEDIA_TYPE, "Expected a form with a file, or application/json.")
    try:
        async with request.form(max_files=1, max_fields=_FIELDS) as form:
            file = form.get(_FIELD)
            content = await file.read(LARGEST + 1) if isinstance(file, UploadFile) else b""
            bot, name = (value if isinstance(value := form.get(key), str) else "" for key in ("bot", "name"))
            return Upload(content, bot, name)
    except HTTPException as error:
        if error.status_code != HTTPStatus.BAD_REQUEST:
            raise
        text = f"This form cannot be read: expected one file, `{_FIELD}`, and at most {_FIELDS} fields of text."
        raise HTTPException(error.status_code, text) from error
