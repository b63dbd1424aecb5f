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

from ludarium.site.web.bearer import need_of
from ludarium.site.web.http.bodies import Changed
from ludarium.site.web.http.negotiation import JSON
from ludarium.site.web.http.refusals import Problem, kinds
from ludarium.site.web.page import RouteAnswer

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
    queries = {route.path: getattr(route.endpoint, "queries", {}) for method, route in used if method == "GET"}
    paths: Json = {}
    for method, route in used:
        paths.setdefault(route.path, {})[method.lower()] = _operation(
            method, route, by_type, queries.get(route.path, {})
        )
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
    """Return what a route that is read answers, as its page says."""
    return getattr(route.endpoint, "answers", None) if method == "GET" else None


def _body(route: Route) -> Any:
    return getattr(route.endpoint, "body", None)


def _operation(method: str, route: Route, schemas: Mapping[int, Json], queries: Mapping[str, Json]) -> Json:
    doc = inspect.getdoc(route.endpoint) or ""
    scope, answer = need_of(method, route.path), _answer(method, route) or _CHANGED
    schema = {"type": "string"} if answer.kind is str else schemas[id(answer.kind)]
    operation: Json = {
        "operationId": _name(method, route.path),
        "summary": _first(doc),
        "description": f"The token needs the scope `{scope}`.",
        "parameters": [*_of_path(route), *_of_query(queries)],
        "responses": {
            "200": {"description": "What was asked for.", "content": {answer.media: {"schema": schema}}},
            **{status: _error(text, schemas[id(Problem)]) for status, text in _ERRORS.items()},
        },
    }
    if method == "POST":
        operation["requestBody"] = {"required": True, "content": {JSON: {"schema": schemas[id(_body(route))]}}}
    for status, text in getattr(route.endpoint, "otherwise", {}).items():
        operation["responses"][status] = {"description": text}
    if route.path == "/matches/{match}/order":
        operation["responses"]["204"] = {"description": "The order was taken."}
    return operation


def _of_path(route: Route) -> Sequence[Json]:
    return [
        {"name": name, "in": "path", "required": True, "schema": {"type": "string"}} for name in route.param_convertors
    ]


def _of_query(queries: Mapping[str, Json]) -> Sequence[Json]:
    return [{"name": name, "in": "query", "schema": schema} for name, schema in queries.items()]


def _error(text: str, schema: Json) -> Json:
    return {"description": text, "content": {JSON: {"schema": schema}}}


def _name(method: str, path: str) -> str:
    return "_".join([method.lower(), *re.findall(r"\w+", path)])


def _first(doc: str) -> str:
    return " ".join(doc.partition("\n\n")[0].split())
