"""The pages of ladders: the table of a game, its players, its matches as replays, and the file of all of them."""

from __future__ import annotations

import os
from collections.abc import Iterator
from http import HTTPStatus
from typing import BinaryIO

from msgspec.json import encode
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response, StreamingResponse
from starlette.routing import Route

from ludarium.club.ladder.views import NoSuchLadder
from ludarium.core.errors import LudariumError
from ludarium.core.game import Game
from ludarium.core.record import Record
from ludarium.core.registry import load
from ludarium.core.text import shorten
from ludarium.scenes import replay
from ludarium.server.ladder_words import describe_result, explain
from ludarium.server.web.ladder.curves import version_curve
from ludarium.server.web.programs.streams import NDJSON
from ludarium.server.web.site import Site
from ludarium.tournament.ranking import RANKED

_LONGEST_NUMBER = 9
_MOST_DRAWN = 100
"""Positions of a replay."""
_USUAL = 1000
"""Matches that a file has unless another number is asked for."""
_CHUNK = 64 << 10
"""Bytes of a file that are read at once."""


class LadderPages:
    """The pages of ladders."""

    def __init__(self, site: Site) -> None:
        self._site = site
        self._ladders = site.service.ladder_views

    def routes(self) -> list[Route]:
        """The routes of these pages."""
        return [
            Route("/games/{game}/ladder", self.show),
            Route("/games/{game}/ladder/file", self.file),
            Route("/games/{game}/ladder/nightly.ndjson.gz", self.nightly),
            Route("/games/{game}/ladder/players/{player}", self.player),
            Route("/games/{game}/ladder/matches/{number}", self.match),
            Route("/games/{game}/ladder/matches/{number}/record", self.record),
        ]

    def show(self, request: Request) -> Response:
        """The ladder of a game: published bots and our own levels, the best first, and the latest matches."""
        game = load(request.path_params["game"])
        view = self._ladders.view(game, _number(request.query_params.get("page", "1")))
        base = str(request.base_url).rstrip("/")
        return self._page(
            request,
            "ladder",
            game,
            view=view,
            base=base,
            explained=explain(view),
            nightly=self._site.service.nightly_files.of(game),
        )

    def player(self, request: Request) -> Response:
        """A player of a ladder: its opponents, its versions, and its latest matches."""
        game = load(request.path_params["game"])
        before = request.query_params.get("before", "")
        view = self._ladders.player(game, _number(request.path_params["player"]), _number(before) if before else None)
        return self._page(request, "ladder_player", game, view=view, curve=version_curve(view))

    def match(self, request: Request) -> Response:
        """A match of a ladder as a replay."""
        game = load(request.path_params["game"])
        played = self._ladders.match(game, _number(request.path_params["number"]))

        def values() -> dict[str, object]:
            record = Record.parse(played.match.record)
            every = -(-len(record.turns) // _MOST_DRAWN) or 1
            try:
                drawn = replay.player(record, every)
            except LudariumError:  # the rules have changed since
                drawn = ""
            shared = {"definition": game.definition, "played": played, "result": describe_result(played)}
            return {**shared, "replay": drawn, "every": every}

        return self._site.kept_page(request, "ladder_match", (game.name, played), values)

    def record(self, request: Request) -> Response:
        """The record of a match of a ladder, as a file."""
        game = load(request.path_params["game"])
        match = self._ladders.match(game, _number(request.path_params["number"])).match
        headers = {"Content-Disposition": f'attachment; filename="{game.name}-ladder-{match.number}.txt"'}
        return PlainTextResponse(f"{match.record}\n", headers={**headers, "Cache-Control": "no-store"})

    def file(self, request: Request) -> Response:
        """The ranked matches of a ladder after the first so many, a line each, to play them again."""
        game, query = load(request.path_params["game"]), request.query_params
        after, limit = _number(query.get("after", "0")), _number(query.get("limit", str(_USUAL)))
        lines = self._site.service.ladder_files.lines(self._site.identity.person(request), game, after, limit)
        name = f'attachment; filename="{game.name}-ladder.ndjson"'
        headers = {"Content-Disposition": name, "Cache-Control": "no-store", "Vary": "Authorization, Cookie"}
        return StreamingResponse((encode(line) + b"\n" for line in lines), media_type=NDJSON, headers=headers)

    def nightly(self, request: Request) -> Response:
        """The file of a ladder that was written last night, or on another day, packed by gzip."""
        game = load(request.path_params["game"])
        found, file = self._site.service.nightly_files.open(game, request.query_params.get("day", ""))
        name = f"{game.name}-ladder-{found.day}.ndjson.gz"
        headers = {"Cache-Control": "no-cache", "Content-Disposition": f'attachment; filename="{name}"'}
        headers["Content-Length"] = str(os.fstat(file.fileno()).st_size)
        return StreamingResponse(_chunks(file), media_type="application/gzip", headers=headers)

    def _page(self, request: Request, name: str, game: Game, **values: object) -> Response:
        shared = {"definition": game.definition, "ranked": RANKED}
        return self._site.page(request, name, HTTPStatus.OK, **shared, **values)


def _chunks(file: BinaryIO) -> Iterator[bytes]:
    with file:
        while chunk := file.read(_CHUNK):
            yield chunk


def _number(text: str) -> int:
    """Return a number of an address.

    Raises `NoSuchLadder`.
    """
    if not (text.isascii() and text.isdigit() and len(text) <= _LONGEST_NUMBER):
        raise NoSuchLadder(f"{shorten(text)} is no number of a ladder: expected one as in 12")
    return int(text)
