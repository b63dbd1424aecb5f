"""Data for programs at the addresses of the pages."""

from pathlib import Path
from typing import Any

import pytest
from httpx2 import Response
from starlette.testclient import TestClient

from ludarium.core.record import Record
from ludarium.match.match import Match
from tests.databases import sqlite_copy
from tests.site.conftest import NewBrowser, begin, link_of

JSON = {"Accept": "application/json"}


@pytest.fixture
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """One kind of database is enough here: the tests of the pages run on both."""
    return sqlite_copy(request, tmp_path)


def tell(answer: Response, status: int = 200) -> dict[str, Any]:
    assert (answer.status_code, answer.headers["content-type"]) == (status, "application/json"), answer.text
    found: dict[str, Any] = answer.json()
    return found


def test_an_invitation_is_taken_and_a_match_is_played(browser: TestClient, new_browser: NewBrowser) -> None:
    path = begin(browser, game="vortex")
    link, program = link_of(browser.get(path), 1), new_browser()
    program.headers.update(JSON)
    invited = tell(program.get(link))
    assert (invited["game"], invited["seat"], invited["host"], invited["person"]) == ("vortex", "O", "Guest", None)
    assert invited["is_host"] is False
    assert len(invited["commitment"]) == 64
    assert tell(browser.get(link, headers=JSON))["is_host"] is True
    assert "40" in tell(program.post(link, data={"name": "x" * 41}), 400)["error"]
    joined = tell(program.post(link, data={"name": "Pia", "nonce": "abc"}))
    assert (f"/matches/{joined['match']}", joined["seats"], joined["open"]) == (path, [1], [])
    assert tell(program.get(link)) == tell(program.get(path))
    assert "was used" in tell(new_browser().get(link, headers=JSON), 403)["error"]
    assert tell(program.get("/me"))["matches"][0]["players"] == ["Guest", "Pia"]

    told = tell(browser.get(path, headers=JSON))
    match = Match.from_record(Record.parse(told["record"]))
    (seat,) = match.to_act
    mover, waiting = (browser, program) if seat == 0 else (program, browser)
    turn = match.state.format_turn([match.state.legal()[0]])
    values = {"do": "turn", "seat": str(seat), "text": turn, "revision": str(told["revision"])}
    assert "'?' is not a move" in tell(mover.post(path, data={**values, "text": "?"}, headers=JSON), 400)["error"]
    after = tell(mover.post(path, data=values, headers=JSON))
    assert after["revision"] > told["revision"]
    assert after["news"].startswith("You rolled ")
    assert "already played" in tell(mover.post(path, data=values, headers=JSON), 409)["error"]
    draw = {**values, "do": "draw", "revision": str(after["revision"])}
    tell(waiting.post(path, data=draw, headers=JSON), 403)
    assert tell(mover.post(path, data=draw, headers=JSON))["may_answer"] is False
    offered = tell(waiting.get(path, headers=JSON))
    assert (offered["offer"]["kind"], offered["may_answer"]) == ("draw", True)


def test_what_is_sealed_stays_so(browser: TestClient, new_browser: NewBrowser, pennies: str) -> None:
    path = begin(browser, game=pennies)
    values = {"do": "turn", "seat": "0", "text": "heads", "revision": "0"}
    assert tell(browser.post(path, data=values, headers=JSON))["sealed"] == {"0": "heads"}
    seen = tell(new_browser().get(path, headers=JSON))
    assert (seen["sealed"], seen["seats"]) == ({"0": "(sealed)"}, [])
