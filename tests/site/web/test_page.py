"""Pages as they are declared: their routes, what they read, and where a refused command is shown again."""

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any, cast

import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.testclient import TestClient

from ludarium.core.errors import LudariumError, ParseError
from ludarium.site.act import Command, Fields, act
from ludarium.site.quotas import QuotaExceeded
from ludarium.site.web.http.bodies import Sent
from ludarium.site.web.page import Pages, command, form, page, sent
from ludarium.site.web.site import Site
from ludarium.site.web.templating import templates


class Gone(LudariumError):
    """What has a page of its own."""

    status = 404


class Knock(Command):
    """The commands of a subject that is there for this test."""


class KnockTwice(Knock, tag="twice"):
    """Knock twice."""

    text: str = ""

    def carry_out(self, asked: None) -> str:
        return f"{self.text} " * 2


class KnockElsewhere(Knock, tag="elsewhere"):
    """What is sent to another place."""

    place = "/other"


class Doors(Pages):
    """The pages of this test."""

    @page(
        "/doors/{door}", "/gates/{door}", answers=str, media="text/plain", queries={"a": {}}, otherwise={"303": "No."}
    )
    def door(self, request: Request) -> Response:
        """A door."""
        return PlainTextResponse(f"door {request.path_params['door']}")

    @page("/doors/new")
    def new(self, request: Request) -> Response:
        """A new door."""
        return PlainTextResponse("new")

    def _again(self, request: Request, values: Fields, error: LudariumError) -> Response:
        return PlainTextResponse(f"{values.get('key')}: {error}", error.status)

    @form("/doors/{door}", body=None, again=_again, besides=[Gone.status])
    def open(self, request: Request, values: Fields) -> Response:
        """Open a door."""
        errors: dict[str, Callable[[], LudariumError]] = {
            "wrong": lambda: ParseError("wrong key"),
            "often": lambda: QuotaExceeded("too often", 7),
            "gone": lambda: Gone("no such door"),
        }
        if error := errors.get(values.get("key", "")):
            raise error()
        return PlainTextResponse("open")

    @command("/knock", base=Knock)
    def knock(self, request: Request, sent: Sent[Knock]) -> Response:
        """Knock at a door."""
        return PlainTextResponse(act(sent.command(), None))

    async def _read(self, request: Request) -> str:
        return (await request.body()).decode().upper()

    @sent("/shout", read=_read, body=str)
    def shout(self, request: Request, text: str) -> Response:
        """Shout through a door."""
        return PlainTextResponse(text)


@pytest.fixture
def browser() -> TestClient:
    app = Starlette(
        routes=Doors(cast(Site, SimpleNamespace())).routes(),
        exception_handlers={Gone: lambda request, error: PlainTextResponse("a page of its own", Gone.status)},
    )
    return TestClient(app)


def test_an_address_that_is_fixed_comes_before_one_that_varies(browser: TestClient) -> None:
    assert browser.get("/doors/new").text == "new"
    assert browser.get("/doors/a").text == browser.get("/gates/a").text == "door a"
    assert browser.get("/knock").status_code == 405


def test_what_is_refused_is_shown_again_with_what_was_sent(browser: TestClient) -> None:
    assert browser.post("/doors/a", data={"key": "right"}).text == "open"
    refused = browser.post("/doors/a", data={"key": "wrong"})
    assert (refused.status_code, refused.text, "retry-after" in refused.headers) == (400, "wrong: wrong key", False)
    often = browser.post("/doors/a", data={"key": "often"})
    assert (often.status_code, often.text, often.headers["retry-after"]) == (429, "often: too often", "7")
    gone = browser.post("/doors/a", data={"key": "gone"})
    assert (gone.status_code, gone.text) == (404, "a page of its own")


def test_commands_are_read_from_forms_and_json_and_only_at_their_place(browser: TestClient) -> None:
    assert browser.post("/knock", data={"do": "twice", "text": "ho"}).text == "ho ho "
    assert browser.post("/knock", json={"do": "twice", "text": "ho"}).text == "ho ho "
    with pytest.raises(ParseError, match="'elsewhere' is not a command: expected one of twice"):
        browser.post("/knock", data={"do": "elsewhere"})


def test_pages_may_read_what_is_sent_themselves(browser: TestClient) -> None:
    assert browser.post("/shout", content="ho").text == "HO"


def test_a_route_has_what_programs_find_described() -> None:
    routes = Doors(cast(Site, None)).routes()
    found: dict[tuple[str, ...], Any] = {(one.path, *sorted(one.methods or ())): one.endpoint for one in routes}
    door = found["/doors/{door}", "GET", "HEAD"]
    assert (door.__doc__, tuple(door.answers)) == ("A door.", (str, "text/plain"))
    assert (door.queries, door.otherwise) == ({"a": {}}, {"303": "No."})
    assert not hasattr(found["/doors/new", "GET", "HEAD"], "answers")
    knock, shout = found["/knock", "POST"], found["/shout", "POST"]
    assert (knock.__doc__, knock.body, shout.body) == ("Knock at a door.", KnockTwice, str)


def test_templates_use_the_globals_of_all_as_they_are() -> None:
    found = templates().get_template("base.html")
    assert found.globals is templates().globals
    assert templates().from_string("{{ own }}", {"own": 1}).render() == "1"
    assert "own" not in templates().globals
