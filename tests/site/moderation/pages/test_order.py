"""The order of the site in browsers: people report, moderators decide, and the person concerned reads why."""

import re
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from ludarium.site.begin.rows import Terms
from ludarium.site.ground.values import Person, SeatAssignment
from ludarium.site.match.commands import Resign
from ludarium.site.match.views import MatchView
from ludarium.site.moderation.decisions import MutePerson
from ludarium.site.people.accounts import AccountRules
from ludarium.site.service import Service
from ludarium.site.store import Store
from ludarium.site.talk.commands import Say
from tests.databases import sqlite_copy
from tests.site.conftest import NewBrowser, begin, extract, join, said
from tests.site.moderation.pages.conftest import SignIn

JSON = {"Accept": "application/json"}


@pytest.fixture
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """One kind of database is enough here: the tests of the rules run on both."""
    return sqlite_copy(request, tmp_path)


@pytest.fixture
def service(open_store: Callable[[], Store]) -> Service:
    return Service(open_store(), rules=AccountRules("http://127.0.0.1:8000", "open", contact="order@example.org"))


def finished(service: Service, ada: Person, bob: Person, *, rated: bool = False) -> MatchView:
    terms = Terms("orion", clock="10d+36h/10d", rated=rated)
    view = service.challenges.start(ada, [bob.name], terms)
    for text in ("p+", "f+"):
        view = service.bots.submit(view.id, view.match.to_act[0], text, view.revision)
    return service.bots.act(view.id, 0, Resign(), view.revision)


def begin_against(service: Service, ada: Person, bob: Person) -> str:
    return service.challenges.start(ada, [bob.name], Terms("orion", clock="10d+36h/10d")).id


def report(browser: TestClient, person: Person, match: str = "", text: str = "Left again", **more: str) -> str:
    values = {"do": "report", "person": person.id, "match": match, "kind": "abandoning", "text": text, **more}
    answer = browser.post("/report", data=values, follow_redirects=False)
    assert answer.status_code == 303, said(answer)
    return answer.headers["location"].partition("#report-")[2]


def test_a_report_is_made_decided_read_and_undone(
    service: Service, ada: Person, bob: Person, chief: TestClient, sign_in: SignIn
) -> None:
    ann, bobs = sign_in(ada), sign_in(bob)
    match = finished(service, ada, bob)
    assert f"/report?person={bob.id}&amp;match={match.id}" in ann.get(f"/matches/{match.id}").text
    form = ann.get("/report", params={"person": bob.id, "match": match.id})
    assert f"game {match.number}" in form.text
    case = report(ann, bob, match.id)
    assert "Waiting for a moderator" in ann.get("/me/moderation").text
    assert 'aria-label="1 open report"' in chief.get("/").text
    assert f"/moderation/reports/{case}" in chief.get("/moderation").text
    page = f"/moderation/reports/{case}"
    assert "Left again" in chief.get(page).text
    decision = {"do": "bar", "person": bob.id, "report": case, "reason": "abandoning", "words": "Resign instead."}
    refused = chief.post(page, data={**decision, "days": "soon"})
    assert refused.status_code == 400
    assert "expected one from 1 to 3650" in " ".join(said(refused))
    assert ">Resign instead.</textarea>" in refused.text
    assert '<option value="bar" selected>' in refused.text
    assert chief.post(page, data={**decision, "days": "7"}).status_code == 200
    assert "open report" not in chief.get("/").text
    assert "A moderator has acted on it" in ann.get("/me/moderation").text
    assert "Notices" in bobs.get("/").text
    own = bobs.get("/me/moderation").text
    assert "Barred from rated play" in own
    assert "Resign instead." in own
    assert "order@example.org" in own
    assert "Ada" not in own
    assert "Chief" not in own
    assert 'aria-label="1 unread"' not in bobs.get("/").text  # the page was the one to which the notice leads
    sanction = extract(r'name="sanction" value="(.*?)"', chief.get(f"/moderation/people/{bob.id}"))
    chief.post(f"/moderation/people/{bob.id}", data={"do": "undo", "sanction": sanction, "words": "A mistake."})
    assert "A mistake." in bobs.get("/me/moderation").text
    assert service.moderation.decisions_about(bob)[0].undone_at is not None


def test_a_match_that_is_voided_says_so(
    service: Service, ada: Person, bob: Person, chief: TestClient, new_browser: NewBrowser
) -> None:
    match = finished(service, ada, bob, rated=True)
    page = f"/moderation/matches/{match.id}"
    assert "Ada" in chief.get(page).text
    assert chief.post(page, data={"do": "void", "match": match.id, "reason": "fixed"}).status_code == 200
    assert "it counts for no rating" in new_browser().get(f"/matches/{match.id}").text
    assert ", counts for no rating" in new_browser().get("/people/Bob").text
    assert chief.post(page, data={"do": "void", "match": match.id, "reason": "fixed"}).status_code == 404


def test_a_guest_reports_whom_they_play_and_nobody_else(
    browser: TestClient, new_browser: NewBrowser, bob: Person
) -> None:
    path, other = begin(browser, **{"seat-1": "link"}), new_browser()
    join(other, browser, path)
    links = browser.get(path).text
    person = links.partition("/report?person=")[2].partition("&amp;")[0]
    assert person
    answer = browser.get("/report", params={"person": person, "match": path.rpartition("/")[2]})
    assert answer.status_code == 200
    refused = browser.get("/report", params={"person": bob.id})
    assert refused.status_code == 403
    assert "make an account" in " ".join(said(refused)) + refused.text
    assert new_browser().get("/report", params={"person": bob.id}).status_code == 403


def test_what_was_typed_stays_when_a_report_is_refused(ada: Person, bob: Person, sign_in: SignIn) -> None:
    answer = sign_in(ada).post(
        "/report", data={"do": "report", "person": bob.id, "kind": "rude", "text": "He <shouts>"}
    )
    assert answer.status_code == 400
    assert "He &lt;shouts&gt;" in answer.text
    assert "expected one of abandoning" in answer.text


def test_a_message_is_reported_from_the_talk_with_its_words(
    service: Service, ada: Person, bob: Person, chief: TestClient, sign_in: SignIn
) -> None:
    match = finished(service, ada, bob)
    service.talk.act(bob, match.id, Say("You are a fool", "players"), None)
    ann = sign_in(ada)
    link = extract(r'href="(/report\?person=[^"]*message=[^"]*)"', ann.get(f"/matches/{match.id}/talk"))
    assert "You are a fool" in ann.get(link.replace("&amp;", "&")).text
    message = link.rpartition("=")[2]
    case = report(ann, bob, match.id, "Rude", message=message)
    assert "You are a fool" in chief.get(f"/moderation/reports/{case}").text


def test_who_may_not_write_reads_why_before_writing(
    service: Service, store: Store, ada: Person, bob: Person, chief: TestClient, sign_in: SignIn
) -> None:
    match = finished(service, ada, bob)
    path, words = f"/matches/{match.id}/talk", "You may not write to others until"
    assert words not in sign_in(bob).get(path).text
    service.moderation.act(service.accounts.find("Chief"), MutePerson(bob.id, "insult", days="3"))
    for page in (path, f"/matches/{match.id}"):
        silenced = sign_in(bob).get(page).text
        assert words in silenced
        assert 'name="greeting"' not in silenced
    assert words.lower() in sign_in(bob).get(path, headers=JSON).json()["silenced"].lower()
    assert words not in sign_in(ada).get(path).text


def test_administrators_appoint_moderators_who_do_not_appoint_others(
    ada: Person, bob: Person, chief: TestClient, sign_in: SignIn, service: Service
) -> None:
    ann = sign_in(ada)
    for path in ("/moderation", f"/moderation/people/{bob.id}"):
        assert ann.get(path).status_code == 403
    assert 'href="/moderation"' not in ann.get("/").text
    chief.post("/moderation", data={"do": "appoint", "name": "Ada"})
    assert 'href="/moderation"' in ann.get("/").text
    assert "Appoint as moderator" not in ann.get("/moderation").text
    assert ann.post("/moderation", data={"do": "appoint", "name": "Bob"}).status_code == 403
    chief.post("/moderation", data={"do": "discharge", "name": "Ada"})
    assert ann.get("/moderation").status_code == 403
    assert not service.accounts.find("Bob").moderates


def test_the_rules_name_the_contact_to_everybody(browser: TestClient) -> None:
    page = browser.get("/rules").text
    assert "order@example.org" in page
    assert "Abandoning" in page or "resign" in page


def test_rules_without_a_contact_name_none_and_tell_an_administrator_alone_how_to_set_it(
    service: Service, browser: TestClient, chief: TestClient
) -> None:
    service.accounts.rules = replace(service.accounts.rules, contact="")
    for reader, is_told in ((browser, False), (chief, True)):
        page = reader.get("/rules").text
        assert "This site names no address to write to." in page
        assert "To object, ask " in page
        assert "or have no account, write to" not in page
        assert ("LUDARIUM_CONTACT" in page) == is_told


def test_programs_do_not_read_reports(service: Service, ada: Person, browser: TestClient) -> None:
    answer = browser.get("/moderation", headers=JSON)
    assert (answer.status_code, answer.json()["kind"]) == (403, "not-moderator")


def test_the_lobby_says_that_offers_rest(service: Service, store: Store, bob: Person, sign_in: SignIn) -> None:
    browser = sign_in(bob)
    assert "Your offers rest" not in browser.get("/play").text
    now = time.time()
    for number in range(3):
        view = service.create("orion", [SeatAssignment("person", "Bob", bob.id)] * 2)
        with store.write() as tx:
            tx.evidence.insert_once(match_id=view.id, person=bob.id, at=now - number, turns=0)
    assert "Your offers are paused until" in browser.get("/play").text


def test_a_stored_decision_says_its_end_in_the_zone_of_who_reads(
    service: Service, bob: Person, chief: TestClient, sign_in: SignIn
) -> None:
    service.notices.save_settings(bob.id, replace(service.notices.settings(bob.id), zone="Asia/Tokyo"))
    decision = {"do": "mute", "person": bob.id, "reason": "insult", "words": "Stay calm.", "days": "3"}
    assert chief.post("/moderation", data=decision).status_code < 400
    said = sign_in(bob).get("/me/notices").text
    assert re.search(r"until [^<]*\d\d:\d\d JST", said)
    assert " UTC" not in said[said.index("<main") :]


def test_a_suspended_person_with_an_open_page_reads_why_at_the_next_act(
    service: Service, ada: Person, bob: Person, chief: TestClient, sign_in: SignIn
) -> None:
    bobs, match = sign_in(bob), begin_against(service, ada, bob)
    decision = {"do": "suspend", "person": bob.id, "reason": "insult", "words": "Stay calm.", "days": "3"}
    assert chief.post("/moderation", data=decision).status_code == 200
    reason = "This account is suspended until"
    for answer in (
        bobs.post(f"/matches/{match}", data={"do": "resign"}),
        bobs.post("/games/orion/new", data={"seat-0": "me"}),
        bobs.get("/me"),
        bobs.get("/me/moderation"),
        bobs.get("/me/account"),
        bobs.post("/me/account", data={"do": "name", "name": "Bob the Second"}),
    ):
        assert answer.status_code == 403
        assert reason in " ".join(said(answer)), answer.url
        assert "Stay calm." in answer.text
    assert bobs.get(f"/matches/{match}").status_code == bobs.get("/sign-in").status_code == 200
    assert reason not in bobs.post("/sign-in", data={"email": "cid@example.org"}).text
    missing = bobs.post("/nothing/here", data={"do": "resign"})
    assert missing.status_code == 404  # which asks for no person
    assert reason not in missing.text
