"""The description of the site for programs (OpenAPI 3.1), made from the routes, their types, and the first lines of
what is said of them in the code.
"""

import inspect
import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from importlib.metadata import version
from typing import Any

import msgspec
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from ludarium.site.begin.pages.challenges import ChallengeData
from ludarium.site.begin.pages.forms import GameData
from ludarium.site.begin.pages.join import InvitationData
from ludarium.site.challenge_ladders.pages import ChallengeLadderData
from ludarium.site.ladder.ladder_file import (
    LadderLine,
    LadderMatchLine,
    LadderModuleLine,
    LadderPairingLine,
    LadderPlayerLine,
)
from ludarium.site.ladder.pages import LadderData, LadderMatchData, LadderPlayerData
from ludarium.site.leagues.pages import LeagueData, LeagueList
from ludarium.site.match.pages.page import MatchData
from ludarium.site.match.pages.plan import PlanData
from ludarium.site.people.pages.account import VacationData
from ludarium.site.people.pages.person import Me
from ludarium.site.programs.events import Challenged, Gone, OfferEnded, OfferMade, Over, Ping, Talked, Turn
from ludarium.site.programs.pages.streams import NDJSON, Turns
from ludarium.site.programs.pages.workshop import WorkshopData
from ludarium.site.programs.records import RecordLine
from ludarium.site.talk.pages import NotesData, TalkData
from ludarium.site.tournaments.pages.data import TournamentData, TournamentList
from ludarium.site.web.bearer import need_of
from ludarium.site.web.data import RouteAnswer
from ludarium.site.web.http.bodies import Changed
from ludarium.site.web.http.negotiation import JSON
from ludarium.site.web.http.refusals import Problem, kinds

ADDRESS = "/openapi.json"
Json = dict[str, Any]
_ABOUT = "A site of Ludarium for programs: the addresses of its pages, and some that have no page."
_ERRORS = {
    "400": "What was sent cannot be read, or is against the rules.",
    "401": "The token is not known, or has been ended.",
    "403": "The token or the person may not do it.",
    "404": "There is none.",
    "409": "The match has changed since, or it is another seat's turn.",
    "413": "It is more than the site reads.",
    "415": "It is neither JSON nor a form.",
    "429": "Too much was asked; `Retry-After` says for how long to wait.",
    "503": "The site is busy, and has changed nothing; `Retry-After` says for how long to wait.",
}


_CHANGED = RouteAnswer(Changed)
_YES_NO = ["yes", "no"]
ANSWERS: Mapping[tuple[str, str], RouteAnswer] = {
    ("GET", "/turns"): RouteAnswer(Turns),
    ("GET", "/events/me"): RouteAnswer(
        Turn | OfferMade | OfferEnded | Over | Challenged | Talked | Ping | Gone, NDJSON
    ),
    ("GET", "/records"): RouteAnswer(RecordLine, NDJSON),
    ("GET", "/me"): RouteAnswer(Me),
    ("GET", "/me/vacation"): RouteAnswer(VacationData),
    ("GET", "/matches/{match}"): RouteAnswer(MatchData),
    ("GET", "/matches/{match}/at/{number}"): RouteAnswer(MatchData),
    ("GET", "/matches/{match}/plan"): RouteAnswer(PlanData),
    ("GET", "/matches/{match}/talk"): RouteAnswer(TalkData),
    ("GET", "/matches/{match}/notes"): RouteAnswer(NotesData),
    ("GET", "/matches/{match}/record"): RouteAnswer(str, "text/plain"),
    ("GET", "/matches/{match}/seat/{token}"): RouteAnswer(InvitationData),
    ("GET", "/challenges/{challenge}"): RouteAnswer(ChallengeData),
    ("GET", "/challenges/{challenge}/calendar.ics"): RouteAnswer(str, "text/calendar"),
    ("GET", "/games/{game}/new"): RouteAnswer(GameData),
    ("GET", "/tournaments"): RouteAnswer(TournamentList),
    ("GET", "/tournaments/{tournament}"): RouteAnswer(TournamentData),
    ("GET", "/tournaments/{tournament}/calendar.ics"): RouteAnswer(str, "text/calendar"),
    ("GET", "/tournaments/{tournament}/records.ndjson"): RouteAnswer(RecordLine, NDJSON),
    ("GET", "/tournaments/{tournament}/table.csv"): RouteAnswer(str, "text/csv"),
    ("GET", "/tournaments/{tournament}/tournament.json"): RouteAnswer(TournamentData),
    ("GET", "/leagues"): RouteAnswer(LeagueList),
    ("GET", "/leagues/{league}"): RouteAnswer(LeagueData),
    ("GET", "/leagues/{league}/calendar.ics"): RouteAnswer(str, "text/calendar"),
    ("GET", "/games/{game}/challenge-ladder"): RouteAnswer(ChallengeLadderData),
    ("GET", "/games/{game}/ladder"): RouteAnswer(LadderData),
    ("GET", "/games/{game}/ladder/file"): RouteAnswer(
        LadderLine | LadderPairingLine | LadderModuleLine | LadderPlayerLine | LadderMatchLine, NDJSON
    ),
    ("GET", "/games/{game}/ladder/nightly.ndjson.gz"): RouteAnswer(str, "application/gzip"),
    ("GET", "/games/{game}/ladder/players/{player}"): RouteAnswer(LadderPlayerData),
    ("GET", "/games/{game}/ladder/matches/{number}"): RouteAnswer(LadderMatchData),
    ("GET", "/games/{game}/ladder/matches/{number}/record"): RouteAnswer(str, "text/plain"),
    ("GET", "/games/{game}/workshop"): RouteAnswer(WorkshopData),
    ("GET", "/games/{game}/workshop/modules/{bot}/{version}"): RouteAnswer(str, "application/wasm"),
    ("GET", "/games/{game}/workshop/trials/{trial}"): RouteAnswer(WorkshopData),
    ("GET", "/games/{game}/workshop/trials/{trial}/record"): RouteAnswer(str, "text/plain"),
}
"""What the routes answer that are read; all that are sent something answer with what was changed."""
_OTHERWISE: Mapping[tuple[str, str], Json] = {
    ("GET", "/turns"): {"304": {"description": "Nothing has changed since the `ETag` that was sent."}},
    ("GET", "/matches/{match}/seat/{token}"): {"303": {"description": "The seat is the person's: to the match."}},
    ("GET", "/matches/{match}/plan"): {"303": {"description": "It is the person's turn: to the match."}},
}
QUERIES: Mapping[str, Mapping[str, Json]] = {
    "/turns": {"legal": {"enum": _YES_NO}, "record": {"enum": _YES_NO}, "after": {"type": "string"}},
    "/events/me": {"legal": {"enum": _YES_NO}, "record": {"enum": _YES_NO}, "after": {"type": "string"}},
    "/games/{game}/challenge-ladder": {"before": {"type": "integer", "minimum": 1}},
    "/games/{game}/ladder": {"page": {"type": "integer", "minimum": 1}},
    "/games/{game}/ladder/file": {
        "after": {"type": "integer", "minimum": 0},
        "limit": {"type": "integer", "minimum": 1, "maximum": 1000},
    },
    "/games/{game}/ladder/nightly.ndjson.gz": {"day": {"type": "string", "format": "date"}},
    "/games/{game}/ladder/players/{player}": {"before": {"type": "integer", "minimum": 1}},
    "/leagues/{league}": {"season": {"type": "integer", "minimum": 1}},
    "/leagues/{league}/calendar.ics": {"season": {"type": "integer", "minimum": 1}},
    "/matches/{match}/record": {"talk": {"enum": _YES_NO}},
    "/matches/{match}/talk": {"before": {"type": "integer", "minimum": 1}, "folded": {"type": "string"}},
    "/records": {
        "after": {"type": "string"},
        "limit": {"type": "integer", "minimum": 1, "maximum": 1000},
        "game": {"type": "string"},
        "mine": {"enum": _YES_NO},
    },
}
"""What may be added to an address, by its pattern."""


def describe(app: Starlette) -> Json:
    """Return the description of a site for programs."""
    found = [
        (method, route) for route in app.routes if isinstance(route, Route) for method in sorted(route.methods or ())
    ]
    used = [(method, route) for method, route in found if _is_described(method, route)]
    types = [_body(route) for method, route in used if method == "POST"]
    answers = (_answer(method, route) for method, route in used)
    types += [answer.kind for answer in answers if answer and answer.kind is not str]
    schemas, components = msgspec.json.schema_components(
        [*types, Changed, Problem], ref_template="#/components/schemas/{name}"
    )
    by_type = dict(zip(map(id, [*types, Changed, Problem]), schemas, strict=True))
    components["Problem"]["properties"]["kind"] = {"enum": kinds()}
    paths: Json = {}
    for method, route in used:
        paths.setdefault(route.path, {})[method.lower()] = _operation(method, route, by_type)
    return {
        "openapi": "3.1.0",
        "info": {"title": "Ludarium", "version": version("ludarium"), "description": _ABOUT},
        "security": [{"token": []}],
        "paths": dict(sorted(paths.items())),
        "components": {
            "schemas": dict(sorted(components.items())),
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
        },
    }


def description_route() -> Route:
    """Return the route of the description."""
    return Route(ADDRESS, _show)


def _show(request: Request) -> Response:
    """The description of the site for programs."""
    return Response(_encoded(request.app), media_type=JSON, headers={"Cache-Control": "no-cache"})


@lru_cache(maxsize=1)
def _encoded(app: Starlette) -> bytes:
    return msgspec.json.encode(describe(app))


def _is_described(method: str, route: Route) -> bool:
    """Return whether a program can use a route, and a type describes what the route reads or answers."""
    if method == "POST":
        return need_of(method, route.path) != "browser" and _body(route) is not None
    return _answer(method, route) is not None


def _answer(method: str, route: Route) -> RouteAnswer | None:
    """Return what a route that is read answers: what the table says, or the page itself."""
    return ANSWERS.get((method, route.path)) or (getattr(route.endpoint, "answers", None) if method == "GET" else None)


def _body(route: Route) -> Any:
    return getattr(route.endpoint, "body", None)


def _operation(method: str, route: Route, schemas: Mapping[int, Json]) -> Json:
    doc = inspect.getdoc(route.endpoint) or ""
    scope, answer = need_of(method, route.path), _answer(method, route) or _CHANGED
    schema = {"type": "string"} if answer.kind is str else schemas[id(answer.kind)]
    operation: Json = {
        "operationId": _name(method, route.path),
        "summary": _first(doc),
        "description": f"The token needs the scope `{scope}`.",
        "parameters": [*_of_path(route), *_of_query(route)],
        "responses": {
            "200": {"description": "What was asked for.", "content": {answer.media: {"schema": schema}}},
            **{status: _error(text, schemas[id(Problem)]) for status, text in _ERRORS.items()},
        },
    }
    if method == "POST":
        operation["requestBody"] = {"required": True, "content": {JSON: {"schema": schemas[id(_body(route))]}}}
    if (method, route.path) in _OTHERWISE:
        operation["responses"] |= _OTHERWISE[method, route.path]
    if route.path == "/matches/{match}/order":
        operation["responses"]["204"] = {"description": "The order was taken."}
    return operation


def _of_path(route: Route) -> Sequence[Json]:
    return [
        {"name": name, "in": "path", "required": True, "schema": {"type": "string"}} for name in route.param_convertors
    ]


def _of_query(route: Route) -> Sequence[Json]:
    queries = QUERIES.get(route.path) or getattr(route.endpoint, "queries", {})
    return [{"name": name, "in": "query", "schema": schema} for name, schema in queries.items()]


def _error(text: str, schema: Json) -> Json:
    return {"description": text, "content": {JSON: {"schema": schema}}}


def _name(method: str, path: str) -> str:
    return "_".join([method.lower(), *re.findall(r"\w+", path)])


def _first(doc: str) -> str:
    return " ".join(doc.partition("\n\n")[0].split())
