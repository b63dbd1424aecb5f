"""Every route is asked by those who may not use it: it refuses, changes nothing, and tells no secret.

`ROUTES` says who may use each route of the site; a route that is missing there fails. The commands of a route are those
that it names itself when it is asked for an unknown one, so a new command cannot be forgotten either.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from hashlib import sha256
from itertools import product
from pathlib import Path

import pytest
from httpx2 import Response
from starlette.applications import Starlette
from starlette.routing import BaseRoute, Mount, Route
from starlette.testclient import TestClient

from ludarium.core.registry import load
from ludarium.match.study import Study
from ludarium.players.sandbox.trial import TrialSeat, play_trial
from ludarium.site.act import commands_of
from ludarium.site.analysis.studies import Studies
from ludarium.site.begin.rows import Terms
from ludarium.site.ground.tables import attempts, metadata
from ludarium.site.leagues.commands import MakeLeague
from ludarium.site.moderation.decisions import ModeratorCommand
from ludarium.site.moderation.reports import MakeReport
from ludarium.site.offers.commands import MakeOffer
from ludarium.site.offers.pages import LOBBY
from ludarium.site.outbox.outbox import Mail
from ludarium.site.people.accounts import AccountRules
from ludarium.site.programs.modules import Program
from ludarium.site.puzzles.runs import Runs
from ludarium.site.service import Service
from ludarium.site.store import Store
from ludarium.site.tournaments.reading import MakeTournament
from tests.databases import sqlite_copy
from tests.site.conftest import NewBrowser, begin, extract, said, send
from tests.site.web.routes import ROUTES

MOUNTED = {"/static", "/docs"}
"""Files, which nothing can be sent to."""
REFUSED = {403, 404, 409}
TOLD_AS_DATA = {"/me", "/matches/{match}", "/matches/{match}/seat/{token}"}
YES = {"do": "yes"}
SENT = {
    "seat-0": "here", "seat-1": "link", "revision": "1", "text": "u+", "tick": "0.5", "nonce": "new", "action": "0",
    "name": "Eve", "certain": "yes", "email": "ann@example.org", "code": "AAAAAAAA",
    "vacant": "0", "bot": "easy", "number": "0", "begins": "2126-01-01", "ends": "2126-01-02",
}  # fmt: skip
"""What all commands read."""
WORKSHOP = {
    "source": "api.play('e')",
    "opponent": "version 1",
    "version": "1",
    "other": "1",
    "matches": "2",
    "name": "",
}
"""What those of the workshop read."""


NO_COMMANDS = ("options", "order", "modules", "/runs/{run}", "/me/puzzles")
"""The ends of addresses to which one kind of thing alone is sent."""


@pytest.fixture
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """One kind of database is enough here: the tests of the rules run on both."""
    return sqlite_copy(request, tmp_path)


@pytest.fixture
def service(open_store: Callable[[], Store]) -> Service:
    return Service(open_store(), rules=AccountRules("http://127.0.0.1:8000", "open"))


def each(routes: list[BaseRoute]) -> Iterator[tuple[str, str]]:
    """Return the method and path of every route; HEAD is as GET."""
    for route in routes:
        if isinstance(route, Mount):
            assert route.path in MOUNTED
        else:
            assert isinstance(route, Route)
            yield from ((method, route.path) for method in sorted(route.methods or ()) if method != "HEAD")


def test_the_table_says_of_every_route_who_may_use_it(app: Starlette) -> None:
    assert sorted(each(app.routes)) == sorted(ROUTES)


@dataclass
class World:
    """Ann, who has an account, a match with an open seat and one with a sealed order, and those who want her things."""

    store: Store
    ann: TestClient
    askers: dict[str, TestClient]
    matches: list[str]
    used: list[str]
    secrets: list[str]
    session: str
    challenge: str
    offer: str
    tournament: str
    league: str
    study: str
    run: str
    script: str
    module: str
    trial: str
    report: str
    id: str
    known: dict[str, list[str]] = field(default_factory=dict)

    def rows(self, *words: str) -> list[str]:
        """Return all rows of the database, or those that have one of these words, as text, but no counts of tries."""
        names = [table.name for table in metadata.tables.values() if table is not attempts]
        with self.store.database.connect() as connection:
            cursor = connection.connection.cursor()  # the driver's own: all tables are read again and again
            found = [str((name, *row)) for name in names for row in cursor.execute(f"SELECT * FROM {name}")]
        return sorted(row for row in found if not words or any(word in row for word in words))

    def requests(self, method: str, path: str) -> Iterator[tuple[str, dict[str, str]]]:
        """Return addresses of a route with what can be sent to them: all commands, with what belongs to Ann."""
        tokens = (*self.used, "x" * 24) if "{token}" in path else ("",)
        for match, token in product(self.matches if "{match}" in path else ("",), tokens):
            named = {"game": "orion", "level": "easy", "name": "Ann", "challenge": self.challenge, "offer": self.offer}
            named |= {"tournament": self.tournament, "league": self.league, "study": self.study, "run": self.run}
            named |= {"trial": self.trial, "report": self.report, "person": self.id}
            named |= {"bot": self.module, "version": "1", "position": "x", "place": "x"}
            filled = path.format(**named, match=match, number="0", token=token, player="1", played="0")
            if method == "GET":
                yield f"{filled}?watch={self.matches[0]}:0" if path == "/events" else filled, {}
                continue
            for seat in ("0", "1"):
                for command in self.commands(path, filled):
                    values = {**SENT, "do": command, "seat": seat, "session": self.session, "offer": self.offer}
                    yield filled, {**values, **(WORKSHOP | {"bot": self.script} if path.endswith("workshop") else {})}

    def commands(self, path: str, filled: str) -> list[str]:
        """Return the commands that a route names to one who may use it."""
        if path == LOBBY:
            return ["withdraw", "fill", "bot"]  # what is for the person of an offer alone
        if path.endswith("workshop"):
            return self.ask_for_commands(filled)
        if ROUTES["POST", path] == "moderator":
            return [*commands_of(ModeratorCommand)]
        if ROUTES["POST", path] not in ("seat", "host", "own") or path.endswith(NO_COMMANDS):
            return [""]
        if filled not in self.known:
            self.known[filled] = self.ask_for_commands(filled)
        return self.known[filled]

    def ask_for_commands(self, filled: str) -> list[str]:
        answer = self.ann.post(filled, data={"do": "?", "seat": "0", "revision": "1"})
        (known,) = re.findall(r"expected one of ([\w, -]+)\.", " ".join(said(answer)) or answer.text)
        return [word for word in str(known).split(", ") if word != "stand-in"]  # which any newcomer may ask for


@pytest.fixture
def world(
    store: Store, service: Service, new_browser: NewBrowser, pennies: str, monkeypatch: pytest.MonkeyPatch
) -> World:
    ann, phone, foreign, spectator = (new_browser() for _ in range(4))
    mails = list[Mail]()
    ann.post("/welcome", data={"name": "Ann"})
    ann.post("/me/account", data={"do": "address", "email": "ann@example.org"})
    service.outbox.send_due(mails.append)
    signed_in = re.findall(r"/sign-in/link/(\S+)", mails[0].text)[0]
    ann.post(f"/sign-in/link/{signed_in}", data=YES)
    opened = begin(ann)
    invitation = extract(r'id="invitation-1" [^>]*>(.*?)<', ann.get(opened))
    sealed = begin(ann, game=pennies)
    send(ann, sealed, text="heads")
    device = extract(r'id="device" [^>]*>(.*?)<', ann.post("/me/account", data={"do": "device"}))
    phone.post(device, data=YES)
    used = [signed_in, device.rpartition("/")[2]]
    before = phone.cookies.get("session") or ""
    old = new_browser()
    old.cookies.set("session", before)
    ann.post("/me/account", data={"do": "end", "session": sha256(before.encode()).hexdigest()})
    begin(foreign)
    begin(spectator)
    spectator.get(opened)
    (mine,) = service.people.sessions(next(iter(service.accounts.all())))
    askers = {"a stranger": new_browser(), "a foreign person": foreign, "a spectator": spectator}
    askers["an old session"] = old
    secrets = ["ann@example.org", invitation.rpartition("/")[2], mine.id, ann.cookies.get("session") or "", ">heads<"]
    matches = [path.rpartition("/")[2] for path in (opened, sealed)]
    bob = service.people.create_guest()
    store.accounts.set_email(bob.id, "bob@example.org", "bob", 0.0)
    challenger = replace(bob, account_since=0.0)
    challenge = service.challenges.make(challenger, "Ann", Terms("orion"), message="between us")
    (account,) = (each for each in service.accounts.all() if each.name == "Ann")
    hidden = MakeOffer("ludo(players=3)", "4d+2d/4d", bots_fill="yes", only_link="yes")
    offer = service.offers.act(account, hidden).offer
    cup = service.tournaments.make(account, MakeTournament("orion")).target
    league = service.leagues.make(account, MakeLeague("orion")).target
    study, _ = Study.begin("orion").play(0, "u+")
    study = study.with_tree(study.tree.comment(1, "ann alone thinks this"))
    kept = Studies(service).keep(account, study)
    run = Runs(service).begin(account, "orion")
    script = service.workshop.save(account, load("orion"), "api.play('ann keeps this')", name="Anns").bot_id
    secret = b"\0asm\1\0\0\0\0\22\1xann uploads this"
    module = service.workshop.upload(account, load("orion"), secret, name="Anns module").bot_id
    trial = service.trials.ask(account, None, load("orion"), Program("'ann tries this'"), ("easy", None), 0)
    store.trials.finish(
        trial, 0.0, play_trial("orion(turn_limit=10)", [TrialSeat("a", "'ann printed'")] * 2, 1, 9).to_json()
    )
    report = service.reports.make(challenger, MakeReport("Ann", "insult", "between moderators"))
    secrets += [
        "between moderators",
        "between us",
        "ann keeps this",
        "ann alone thinks this",
        "ann uploads this",
        "ann tries this",
        trial,
    ]
    ids = (mine.id, challenge.id, offer, cup, league, kept, run, script, module, trial, report, account.id)
    return World(store, ann, askers, matches, used, secrets, *ids)


def ask(browser: TestClient, method: str, path: str, values: dict[str, str]) -> Response:
    if method == "GET":
        return browser.get(path, follow_redirects=False)
    return browser.post(path, data=values, follow_redirects=False)


GUARDED = sorted(route for route, who in ROUTES.items() if who not in ("public", "begin"))


def test_a_route_that_is_not_for_everybody_refuses_and_changes_nothing(world: World) -> None:
    before, asked = world.rows(), 0
    for method, path in GUARDED:
        for filled, values in world.requests(method, path):
            for name, browser in world.askers.items():
                if ROUTES[method, path] == "own" and name in ("a foreign person", "a spectator"):
                    continue  # who may change what is theirs: see the next test
                answer = ask(browser, method, filled, values)
                assert answer.status_code in REFUSED, f"{method} {filled} {values['do'] if values else ''} by {name}"
                asked += 1
    assert world.rows() == before
    assert asked > 3 * len(GUARDED)


def test_a_person_cannot_change_what_belongs_to_another(world: World) -> None:
    anns = ("'Ann'", *world.matches, world.session)
    before = world.rows(*anns)
    assert len(before) > 5
    for method, path in sorted(ROUTES):
        if method == "POST" and ROUTES[method, path] in ("begin", "own"):
            for filled, values in world.requests(method, path):
                for name, browser in world.askers.items():
                    ask(browser, method, filled, {**values, "email": "eve@example.org"})
                    assert world.rows(*anns) == before, f"{filled} {values['do']} by {name}"


def test_reading_changes_nothing_and_reveals_no_secrets(world: World) -> None:
    before = world.rows()
    for method, path in sorted(ROUTES):
        if method == "GET" and path != "/events":  # which does not end; it tells revisions alone
            for filled, _ in world.requests(method, path):
                for name, browser in world.askers.items():
                    answers = [ask(browser, method, filled, {})]
                    if path in TOLD_AS_DATA:
                        answers.append(browser.get(filled, headers={"Accept": "application/json"}))
                    told = [secret for secret in world.secrets if any(secret in answer.text for answer in answers)]
                    assert told == [], f"{filled} to {name}"
    assert world.rows() == before


def test_those_who_may_use_a_route_can(world: World) -> None:
    """The requests of the other tests are refused for who sends them, and not for what is in them."""
    last = ("end", "end-all", "resign", "delete")  # which change what the others need
    allowed = 0
    for turn in (False, True):
        for method, path in GUARDED:
            if ROUTES[method, path] in ("own", "seat", "host", "author"):
                for filled, values in list(world.requests(method, path)):
                    if values.get("do") in ("step", "passkey"):  # which ask for the seats of all, and for a passkey
                        continue
                    if (values.get("do") in last) is turn and values.get("seat") != "1":
                        answer = ask(world.ann, method, filled, {**values, "session": "another"})
                        assert answer.status_code != 403, f"{filled} {values['do'] if values else ''}"
                        allowed += 1
    assert allowed > 10
