"""The description of the site for programs is held to the code: what it says is sent and answered is."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from starlette.applications import Starlette
from starlette.routing import Route
from starlette.testclient import TestClient

from ludarium.site.begin.rows import Terms
from ludarium.site.ground.values import Person, SeatAssignment
from ludarium.site.openapi import describe
from ludarium.site.people.accounts import AccountRules
from ludarium.site.service import Service
from ludarium.site.store import Store
from ludarium.site.web.bearer import need_of
from tests.databases import sqlite_copy
from tests.site.conftest import NewBrowser
from tests.site.programs.pages.conftest import NewProgram, tell


@pytest.fixture
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """One kind of database is enough here: the tests of the rules run on both."""
    return sqlite_copy(request, tmp_path)


@pytest.fixture
def service(open_store: Callable[[], Store]) -> Service:
    return Service(open_store(), rules=AccountRules("http://127.0.0.1:8000", "open"))


@pytest.fixture
def description(app: Starlette) -> dict[str, Any]:
    return describe(app)


@pytest.fixture
def account(service: Service, store: Store, ann: Person) -> Person:
    """Ann, with an account."""
    store.accounts.set_email(ann.id, "ann@example.org", "ann", 0.0)
    return service.accounts.find("Ann")


def test_the_description_is_at_an_address_of_the_site(new_browser: NewBrowser, description: dict[str, Any]) -> None:
    assert tell(new_browser().get("/openapi.json")) == description
    assert description["openapi"] == "3.1.0"


def test_all_that_programs_may_send_is_described(app: Starlette, description: dict[str, Any]) -> None:
    routes = {
        (method, route.path) for route in app.routes if isinstance(route, Route) for method in route.methods or ()
    }
    described = {(method.upper(), path) for path, methods in description["paths"].items() for method in methods}
    sent = {route for route in routes if route[0] == "POST" and need_of(*route) != "browser"}
    said = {
        ("GET", route.path) for route in app.routes if isinstance(route, Route) and hasattr(route.endpoint, "answers")
    }
    assert ("GET", "/analysis/board") in said
    assert described == sent | said
    for path, methods in description["paths"].items():
        for method, operation in methods.items():
            assert operation["summary"].endswith("."), (method, path)


@pytest.fixture
def askers(
    new_browser: NewBrowser, new_program: NewProgram, service: Service, account: Person
) -> dict[str, TestClient]:
    stranger = new_browser()
    stranger.headers["Accept"] = "application/json"
    other = service.people.rename(service.people.create_guest(), "Eve")
    return {
        "Ann's program": new_program(account, ["play", "challenge"]),
        "a reader": new_program(account, []),
        "a program of a guest": new_program(other, ["play", "challenge"]),
        "a stranger": stranger,
    }


@pytest.mark.long
def test_what_is_sent_and_answered_is_as_described(
    description: dict[str, Any], service: Service, store: Store, account: Person, askers: dict[str, TestClient]
) -> None:
    import schemathesis  # here alone: it takes seconds, and every process of a run collects this module
    from schemathesis.checks import not_a_server_error
    from schemathesis.core.result import Ok
    from schemathesis.specs.openapi import checks

    held = [
        not_a_server_error,
        checks.status_code_conformance,
        checks.content_type_conformance,
        checks.response_schema_conformance,
    ]
    bob = service.people.rename(service.people.create_guest(), "Bob")
    store.accounts.set_email(bob.id, "bob@example.org", "bob", 0.0)
    bob = service.accounts.find("Bob")
    known = {
        "match": [
            service.create(game, [SeatAssignment("person", each.name, each.id) for each in (account, bob)]).id
            for game in ("orion", "grid", "vortex")
        ],
        "game": ["orion", "throngs"],
        "number": ["0"],
        "challenge": [service.challenges.make(bob, "Ann", Terms("orion"), message="hello").id],
    }
    asked = 0
    schema = schemathesis.openapi.from_dict(description)
    for found in schema.get_all_operations():
        assert isinstance(found, Ok)
        operation = found.ok()
        if operation.path == "/events/me":  # which does not end: see test_streams.py
            continue

        @settings(
            max_examples=12,
            derandomize=True,
            database=None,
            phases=[Phase.generate],
            suppress_health_check=list(HealthCheck),
        )
        @given(case=operation.as_strategy(), data=st.data())
        def ask(case: Any, data: st.DataObject) -> None:  # Any: a library's own type
            nonlocal asked
            for name, values in known.items():
                if name in (case.path_parameters or {}) and data.draw(st.integers(0, 3)):
                    case.path_parameters[name] = data.draw(st.sampled_from(values))
            client = askers[data.draw(st.sampled_from(sorted(askers)))]
            sent = case.as_transport_kwargs(base_url="http://127.0.0.1:8000")
            sent.pop("cookies", None)
            headers = {**dict(sent.pop("headers", None) or {}), **client.headers}
            answer = client.request(**sent, headers=headers, follow_redirects=False)
            case.validate_response(answer, checks=held)
            asked += 1

        ask()
    assert asked > 100
