"""Tournaments as files: the table for spreadsheets, what it is computed from, and the records of the matches."""

import csv
from io import StringIO

from msgspec.json import encode
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from ludarium.site.programs.pages.streams import NDJSON
from ludarium.site.programs.records import RecordLine
from ludarium.site.tournaments.pages.calendar import tournament_calendar
from ludarium.site.tournaments.pages.data import TournamentData, tournament_data
from ludarium.site.tournaments.views import TournamentView
from ludarium.site.web.http.negotiation import JSON
from ludarium.site.web.page import Pages, page
from ludarium.tournament.table import RankedPlayer

_AT = "/tournaments/{tournament}"
_COMPUTED = ("=", "+", "-", "@", "\t", "\r")
"""How a cell begins that a spreadsheet takes for a formula."""
_VALUES = tuple(name for name in RankedPlayer._fields if name not in ("rank", "player"))


class TournamentFiles(Pages):
    """The files of tournaments."""

    @page(f"{_AT}/table.csv", answers=str, media="text/csv")
    def table(self, request: Request) -> Response:
        """The table of a tournament as CSV."""
        headers = _headers(request, "table.csv")
        return Response(table_csv(self._view(request)), headers=headers, media_type="text/csv")

    @page(f"{_AT}/tournament.json", answers=TournamentData)
    def data(self, request: Request) -> Response:
        """A tournament as data, whatever the request accepts."""
        headers = _headers(request, "tournament.json")
        return Response(encode(tournament_data(self._view(request))), headers=headers, media_type=JSON)

    @page(f"{_AT}/records.ndjson", answers=RecordLine, media=NDJSON)
    def records(self, request: Request) -> Response:
        """The records of the finished matches of a tournament, a line each."""
        person, tournament = self._site.identity.person(request), self._view(request).tournament
        lines = self._site.service.records.of_tournament(tournament.id, person)
        headers = _headers(request, "records.ndjson")
        return StreamingResponse((encode(line) + b"\n" for line in lines), media_type=NDJSON, headers=headers)

    @page(f"{_AT}/calendar.ics", answers=str, media="text/calendar")
    def calendar(self, request: Request) -> Response:
        """When a tournament begins and ends, as a file for calendars."""
        file = tournament_calendar(self._view(request).tournament, self._site.service.accounts.rules.url)
        return Response(file, headers=_headers(request, "calendar.ics"), media_type="text/calendar")

    def _view(self, request: Request) -> TournamentView:
        return self._site.service.tournaments.view(
            self._site.identity.person(request), request.path_params["tournament"]
        )


def table_csv(view: TournamentView) -> str:
    """Return the table of a tournament as CSV, with a line for each player, best first."""
    text = StringIO(newline="")
    writer = csv.writer(text)
    writer.writerow(["rank", "player", "seed", "rating", *_VALUES])
    for entry, row in view.table:
        name = f"'{entry.name}" if entry.name.startswith(_COMPUTED) else entry.name
        writer.writerow([row.rank, name, row.player + 1, entry.rating, *(getattr(row, field) for field in _VALUES)])
    return text.getvalue()


def _headers(request: Request, name: str) -> dict[str, str]:
    return {
        "Content-Disposition": f'attachment; filename="{request.path_params["tournament"]}-{name}"',
        "Cache-Control": "no-store",
        "Vary": "Authorization, Cookie",
    }
