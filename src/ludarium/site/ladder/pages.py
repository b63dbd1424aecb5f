"""The pages of ladders, and their data for programs: tables, players with their curves, matches and the file of all."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from http import HTTPStatus
from typing import BinaryIO
from urllib.parse import urlencode

from msgspec import Struct
from msgspec.json import encode
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response, StreamingResponse

from ludarium.core.errors import LudariumError
from ludarium.core.game import Game
from ludarium.core.record import Record
from ludarium.core.registry import definition, load
from ludarium.core.text import shorten
from ludarium.scenes import replay
from ludarium.search.personas import offered_bots
from ludarium.site.ladder.ladder_file import (
    LadderLine,
    LadderMatchLine,
    LadderModuleLine,
    LadderPairingLine,
    LadderPlayerLine,
)
from ludarium.site.ladder.nightly import NightlyFile
from ludarium.site.ladder.rows import LadderPlayer
from ludarium.site.ladder.views import LadderRow, LadderView, NoSuchLadder, PlayedMatch, PlayerView
from ludarium.site.ladder.words import describe_result, explain
from ludarium.site.programs.pages.streams import NDJSON
from ludarium.site.web.drawings import chart, ground, line
from ludarium.site.web.page import FROM_ONE, Pages, page
from ludarium.site.web.site import Site
from ludarium.tournament.ranking import RANKED


class LadderRowData(Struct, frozen=True):
    """A player of a ladder: `place` is 0 before it has played enough, `player` 0 before its first match.

    `level` is that of a bot of ours; else `bot` is the id of the bot in the workshop, null if it was deleted. `rating`
    is the estimate, which lies between `low` and `high` with a chance of 95 %; places are in the order of `low`, and
    while a rating is `provisional`, few matches are known.
    """

    place: int
    player: int
    name: str
    level: str
    spec: str
    bot: str | None
    version: int | None
    author: str
    source_shown: bool
    rating: int
    provisional: bool
    low: int
    high: int
    games: int
    won: int
    drawn: int
    lost: int
    rests_until: float | None


class LadderMatchSummary(Struct, frozen=True):
    """A match that was played: `score` is that of the first player; null if the match does not count."""

    number: int
    first: int
    second: int
    players: list[str]
    score: float | None
    ending: str
    played_at: float | None


class LadderData(Struct, frozen=True):
    """The ladder of a game: a page of its table, the best first, and the latest matches.

    `seed` is that of the pairings, `rated` counts the matches, and `is_on` says whether this site plays more of them.
    `nightly` are the days of the files of the whole ladder, such as 2027-01-15, the latest first.
    """

    game: str
    rows: list[LadderRowData]
    page: int
    pages: int
    rated: int
    seed: int
    is_on: bool
    latest: list[LadderMatchSummary]
    nightly: list[str]


class AgainstData(Struct, frozen=True):
    """The results of a player against another one."""

    player: int
    name: str
    won: int
    drawn: int
    lost: int


class LadderPlayerData(Struct, frozen=True):
    """A player of a ladder: its row, opponents, versions, and latest matches; `earlier` is the number before which
    there are more, null if there are none.
    """

    game: str
    row: LadderRowData
    against: list[AgainstData]
    versions: list[LadderRowData]
    matches: list[LadderMatchSummary]
    earlier: int | None


class LadderMatchData(Struct, frozen=True):
    """A match of a ladder with its record; `seed` is that of dice and bots, `failed_seat` who could not go on."""

    game: str
    match: LadderMatchSummary
    seed: int
    failed_seat: int | None
    by_machine: bool
    made_by: str
    record: str


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


_OF_PLAYER = ("name", "level", "spec", "version", "author", "games", "won", "drawn", "lost")


def ladder_data(view: LadderView, nightly: Sequence[NightlyFile]) -> LadderData:
    """Return the data of the page of a ladder."""
    return LadderData(
        game=view.game.name,
        rows=[*map(row_data, view.rows)],
        page=view.page,
        pages=view.pages,
        rated=view.rated,
        seed=view.seed,
        is_on=view.is_on,
        latest=[*map(_summary, view.latest)],
        nightly=[file.day for file in nightly],
    )


def ladder_player_data(view: PlayerView, game: str) -> LadderPlayerData:
    """Return the data of the page of a player of a ladder."""
    return LadderPlayerData(
        game=game,
        row=row_data(view.row),
        against=[
            AgainstData(each.opponent.id, each.opponent.name, each.won, each.drawn, each.lost) for each in view.against
        ],
        versions=[*map(row_data, view.versions)],
        matches=[*map(_summary, view.matches)],
        earlier=view.earlier,
    )


def ladder_match_data(played: PlayedMatch) -> LadderMatchData:
    """Return the data of the page of a match of a ladder."""
    match = played.match
    return LadderMatchData(
        game=match.game,
        match=_summary(played),
        seed=match.seed,
        failed_seat=match.failed_seat,
        by_machine=match.by_machine,
        made_by=match.made_by,
        record=match.record,
    )


def row_data(row: LadderRow) -> LadderRowData:
    """Return the data of a row of a ladder."""
    player = row.player
    return LadderRowData(
        place=row.place,
        player=player.id,
        bot=player.bot_id,
        source_shown=player.shown,
        rating=row.rating.number,
        provisional=row.is_provisional,
        low=row.rating.low,
        high=row.rating.high,
        rests_until=player.rests_until if row.resting else None,
        **{name: getattr(player, name) for name in _OF_PLAYER},
    )


def _summary(played: PlayedMatch) -> LadderMatchSummary:
    match, first, second = played.match, played.first, played.second
    return LadderMatchSummary(
        number=match.number,
        first=first.id,
        second=second.id,
        players=[first.name, second.name],
        score=match.score,
        ending=match.ending,
        played_at=match.played_at,
    )


_LONGEST_NUMBER = 9
_MOST_DRAWN = 100
"""Positions of a replay."""
_USUAL = 1000
"""Matches that a file has unless another number is asked for."""
_CHUNK = 64 << 10
"""Bytes of a file that are read at once."""


class LadderPages(Pages):
    """The pages of ladders."""

    def __init__(self, site: Site) -> None:
        self._site = site
        self._ladders = site.service.ladder_views

    @page("/games/{game}/ladder", answers=LadderData, queries={"page": FROM_ONE})
    def show(self, request: Request) -> Response:
        """The ladder of a game: published bots and our own levels, the best first, and the latest matches."""
        game = load(request.path_params["game"])
        view = self._ladders.view(game, _number(request.query_params.get("page", "1")))
        base = str(request.base_url).rstrip("/")
        nightly = self._site.service.nightly_files.of(game)
        return self._page(
            request,
            "ladder",
            game,
            data=lambda: ladder_data(view, nightly),
            view=view,
            base=base,
            explained=explain(view),
            nightly=nightly,
        )

    @page(
        "/games/{game}/ladder/players/{player}",
        answers=LadderPlayerData,
        queries={"before": FROM_ONE},
    )
    def player(self, request: Request) -> Response:
        """A player of a ladder: its opponents, its versions, and its latest matches."""
        game = load(request.path_params["game"])
        before = request.query_params.get("before", "")
        view = self._ladders.player(game, _number(request.path_params["player"]), _number(before) if before else None)
        data = partial(ladder_player_data, view, game.name)
        opponent, curve = self._opponent(game, view.row.player), version_curve(view)
        return self._page(request, "ladder_player", game, data=data, view=view, curve=curve, opponent=opponent)

    def _opponent(self, game: Game, player: LadderPlayer) -> str:
        """Return the address at which people play against a player of a ladder; empty while it plays with nobody."""
        if player.level:
            return f"/games/{game.name}/bots/{player.level}" if player.level in offered_bots(game) else ""
        playing = self._site.service.playing_bots.of(game) if player.is_published else ()
        spec = next((spec for spec, bot in playing if bot.id == player.bot_id), "")
        return f"/games/{game.name}/new?{urlencode({'seat-1': spec})}" if spec else ""

    @page("/games/{game}/ladder/matches/{number}", answers=LadderMatchData)
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

        data = partial(ladder_match_data, played)
        return self._site.kept_page(request, "ladder_match", (game.name, played), values, data)

    @page("/games/{game}/ladder/matches/{number}/record", answers=str, media="text/plain")
    def record(self, request: Request) -> Response:
        """The record of a match of a ladder, as a file."""
        game = load(request.path_params["game"])
        match = self._ladders.match(game, _number(request.path_params["number"])).match
        headers = {"Content-Disposition": f'attachment; filename="{game.name}-ladder-{match.number}.txt"'}
        return PlainTextResponse(f"{match.record}\n", headers={**headers, "Cache-Control": "no-store"})

    @page(
        "/games/{game}/ladder/file",
        answers=LadderLine | LadderPairingLine | LadderModuleLine | LadderPlayerLine | LadderMatchLine,
        media=NDJSON,
        queries={
            "after": {"type": "integer", "minimum": 0},
            "limit": {"type": "integer", "minimum": 1, "maximum": 1000},
        },
    )
    def file(self, request: Request) -> Response:
        """The ranked matches of a ladder after the first so many, a line each, to play them again."""
        game, query = load(request.path_params["game"]), request.query_params
        after, limit = _number(query.get("after", "0")), _number(query.get("limit", str(_USUAL)))
        lines = self._site.service.ladder_files.lines(self._site.identity.person(request), game, after, limit)
        name = f'attachment; filename="{game.name}-ladder.ndjson"'
        headers = {"Content-Disposition": name, "Cache-Control": "no-store", "Vary": "Authorization, Cookie"}
        return StreamingResponse((encode(line) + b"\n" for line in lines), media_type=NDJSON, headers=headers)

    @page(
        "/games/{game}/ladder/nightly.ndjson.gz",
        answers=str,
        media="application/gzip",
        queries={"day": {"type": "string", "format": "date"}},
    )
    def nightly(self, request: Request) -> Response:
        """The file of a ladder that was written last night, or on another day, packed by gzip."""
        game = load(request.path_params["game"])
        found, file = self._site.service.nightly_files.open(game, request.query_params.get("day", ""))
        name = f"{game.name}-ladder-{found.day}.ndjson.gz"
        headers = {"Cache-Control": "no-cache", "Content-Disposition": f'attachment; filename="{name}"'}
        headers["Content-Length"] = str(os.fstat(file.fileno()).st_size)
        return StreamingResponse(_chunks(file), media_type="application/gzip", headers=headers)

    def _page(self, request: Request, name: str, game: Game, data: Callable[[], object], **values: object) -> Response:
        return self._site.page(
            request, name, HTTPStatus.OK, data=data, definition=game.definition, ranked=RANKED, **values
        )


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
