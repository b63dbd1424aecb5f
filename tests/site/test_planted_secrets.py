"""Secrets of every kind are planted, and looked for in every answer to everybody who may not know them.

The routes are those of the site's table and the people those of `rights/world.py`, blocked and closed ones included;
the mailed commands that only read are asked, too. Each secret is found in what its owner gets, or in the database, so
that a search which can find nothing fails.
"""

import re
from collections.abc import Iterable, Iterator
from http import HTTPStatus
from itertools import product
from typing import NamedTuple

import pytest
from sqlalchemy import select

from ludarium.core.registry import load
from ludarium.match.clock import Clock
from ludarium.match.study import Study
from ludarium.site.analysis.studies import Studies
from ludarium.site.begin.rows import Terms
from ludarium.site.ground.tables import matches, passwords, sessions
from ludarium.site.ground.values import SeatAssignment
from ludarium.site.leagues.commands import EnterLeague, MakeLeague
from ludarium.site.match.commands import PlanTurn, PlayTurn, Resign
from ludarium.site.match.seating import open_seat
from ludarium.site.moderation.reports import MakeReport
from ludarium.site.programs.modules import Program
from ludarium.site.puzzles.runs import Runs
from ludarium.site.talk.commands import NotePosition, Say
from ludarium.site.tournaments.entering import EnterTournament
from ludarium.site.tournaments.organising import BeginTournament
from ludarium.site.tournaments.reading import MakeTournament
from tests.site.conftest import pennies
from tests.site.mail.conftest import written
from tests.site.rights.matches import deliver
from tests.site.rights.world import (
    DOOR,
    KINDS,
    NO_SESSION,
    OLD_SESSION,
    PASSWORD,
    STRANGER,
    World,
    prepared_world,
    world,
)
from tests.site.web.routes import ROUTES

__all__ = ["pennies", "prepared_world", "world"]

ASKERS = (STRANGER, OLD_SESSION, *KINDS)
ALIKE = (OLD_SESSION, *NO_SESSION, "a spectator")
"""Who is to a match what others are: a stranger, or another account; at all other pages they ask, too."""
SEAT_0, SEAT_1, HOST = "seat 0", "seat 1", "the host"
STUDIED = "zero alone has studied this"
SCRIPT = "api.play('this script is a secret')"
PLAN, MESSAGE, FURTHER, BROWSER = "f------", "a word between us", "further@secret.example", "Secretbrowser"
REPORTED = "told to moderators alone"
BLOCKED = "said by who is blocked"
SAID, WATCHED, NOTED = "said among players", "said by spectators", "noted on a position"
READING = (
    "{g} show {n}", "{g} games {p}", "{g} history", "{g} ratings {p}", "{g} standings", "help", "list",
    "{g} tournament",
)  # fmt: skip
"""Mailed commands that prove nobody."""


CLOSED = (HTTPStatus.NOT_FOUND, HTTPStatus.FORBIDDEN, HTTPStatus.UNAUTHORIZED)
"""What is answered at the address of a match that is closed to who asks."""


class Secret(NamedTuple):
    """A text that only these people may be told."""

    text: str
    known_to: tuple[str, ...] = ()


class Planted(NamedTuple):
    """A world with secrets, and what stands in the addresses of its pages."""

    world: World
    secrets: dict[str, Secret]
    matches: tuple[str, ...]
    challenge: str
    numbers: tuple[int, ...]
    tournaments: tuple[str, ...]
    league: str
    trial: str
    report: str
    study: str
    run: str
    lowered: dict[str, str]


def seat(world: World, kind: str) -> SeatAssignment:
    person = world.people[kind]
    return SeatAssignment("person", person.name, person.id)


@pytest.fixture
def planted(world: World, pennies: str) -> Planted:
    service, store, (zero, one) = world.service, world.store, (world.people[SEAT_0], world.people[SEAT_1])
    host, clock = world.people[HOST], Clock.parse("4d+2d/4d")
    sealed = service.create(pennies, [seat(world, SEAT_0), seat(world, SEAT_1)], host=host.id)
    service.act(zero, sealed.id, PlayTurn("tails"), sealed.revision, seat=0)
    dice = service.create("ludo", [seat(world, SEAT_0), seat(world, SEAT_1)], host=host.id, clock=clock)
    opened = service.create("vortex", [seat(world, SEAT_0), open_seat(0.0)], host=host.id)
    game = "orion(clicks=6)"
    planned = service.create(game, [seat(world, SEAT_0), seat(world, SEAT_1)], host=host.id, clock=clock)
    service.act(one, planned.id, PlanTurn(PLAN))
    alone = service.tournaments.make(zero, MakeTournament("vortex(players=1,board=square3)", "duplicate")).target
    for person in (zero, one):
        service.tournaments.act(person, alone, EnterTournament())
    service.tournaments.act(zero, alone, BeginTournament())
    service.tournaments.work()
    closed = service.view(zero, service.tournaments.view(zero, alone).own_boards[0].match_id or "")
    closed = service.act(zero, closed.id, Resign(), closed.revision).view
    hidden = service.create("orion", [seat(world, SEAT_0), seat(world, SEAT_1)], host=host.id, private=True)
    challenge = service.challenges.make(zero, one.name, Terms("orion"), message=MESSAGE)
    assert store.accounts.add_address(zero.id, FURTHER, 0.0)
    known = service.people.begin_session(zero, BROWSER)
    invitation = opened.seats[1].invitation
    assert invitation
    for view in (sealed, planned, hidden):
        service.talk.act(one, view.id, Say(SAID))
        service.talk.act(world.people["another account"], view.id, Say(WATCHED))
        service.talk.act(zero, view.id, NotePosition(0, NOTED))
    service.talk.act(world.people["a blocked account"], planned.id, Say(BLOCKED))
    spectators = ("another account", "a spectator", "a blocked account", HOST)
    orion = load("orion")
    service.workshop.save(zero, orion, SCRIPT, name="Zeros")
    trial = service.trials.ask(zero, None, orion, Program(f"{SCRIPT} // tried"), ("easy", None), 0)
    report = service.reports.make(zero, MakeReport(world.people[HOST].id, "insult", REPORTED))
    own = {
        "a report": Secret(REPORTED, (SEAT_0,)),
        "a script": Secret(SCRIPT, (SEAT_0,)),
        "the order that is sealed": Secret(">tails<", (SEAT_0, SEAT_1)),  # who may choose it, too; see below
        "the order that is sealed, as data": Secret('"0":"tails"', (SEAT_0,)),
        "a plan": Secret(PLAN, (SEAT_1,)),
        "an invitation": Secret(invitation.token, (HOST,)),
        "a message": Secret(MESSAGE, (SEAT_0, SEAT_1)),
        "what players say": Secret(SAID, (SEAT_0, SEAT_1)),
        "what spectators say": Secret(WATCHED, spectators),
        "what a blocked person says": Secret(BLOCKED, tuple(each for each in spectators if each != HOST)),
        "a note on a position": Secret(NOTED, (SEAT_0,)),
        "a private match": Secret(hidden.id, (SEAT_0, SEAT_1, HOST)),
        "a closed match": Secret(closed.id, (SEAT_0,)),
        "an address": Secret(zero.email or "", (SEAT_0,)),
        "a further address": Secret(FURTHER, (SEAT_0,)),
        "the address of a closed account": Secret("aclosedaccount@example.com"),
        "a browser": Secret(BROWSER, (SEAT_0,)),
        "the token of a session": Secret(known),
        "a link": Secret(service.sign_in.make_link(zero).rpartition("/")[2]),
        "the address of a reply": Secret(service.reply_addresses.issue(zero.id, planned.id, 0)),
        "the address of a challenge": Secret(service.challenges.issue(challenge)),
        "the page that ends mail": Secret(service.notices.unsubscribe_path(zero.id).rpartition("/")[2], (SEAT_0,)),
        "the invitation to an account": Secret(service.accounts.invite("a test").rpartition("/")[2]),
        "a password": Secret(PASSWORD),
    }
    with store.database.connect() as connection:
        for number, seed in enumerate(connection.execute(select(matches.c.secret)).scalars()):
            own[f"the secret of match {number}"] = Secret(str(seed))
        for number, hashed in enumerate(connection.execute(select(passwords.c.hash)).scalars()):
            own[f"the hash of password {number}"] = Secret(hashed)
        for row in connection.execute(select(sessions)).mappings():
            kind = next(kind for kind, person in world.people.items() if person.id == row["person_id"])
            own[f"session {row['token_hash'][:8]}"] = Secret(row["token_hash"], (kind,))
    listed = (sealed, dice, opened, planned, closed)
    ids, numbers = (*(view.id for view in listed), hidden.id), tuple(view.number for view in (*listed, hidden))
    studied, _ = Study.begin("orion").play(0, "u+")
    study = Studies(service).keep(zero, studied.with_tree(studied.tree.comment(1, STUDIED)))
    run = Runs(service).begin(zero, "orion")
    own["a run of puzzles"] = Secret(run, (SEAT_0,))
    own["a private study"] = Secret(STUDIED, (SEAT_0,))
    cup = service.tournaments.make(zero, MakeTournament("orion")).target
    for person in (zero, one):
        service.tournaments.act(person, cup, EnterTournament())
    league = service.leagues.make(zero, MakeLeague("orion")).target
    for person in (zero, one):
        service.leagues.act(person, league, EnterLeague())
    lowered = {name: secret.text.lower() for name, secret in own.items()}
    return Planted(world, own, ids, challenge.id, numbers, (cup, alone), league, trial, report, study, run, lowered)


def addresses(planted: Planted) -> Iterator[str]:
    """Return an address of every page, filled with what people can guess or are told: no token is among it."""
    names = [person.name for person in planted.world.people.values()]
    for method, path in ROUTES:
        if method == "GET" and path != "/events":  # which does not end; it tells revisions alone
            found = planted.matches if "{match}" in path else ("",)
            played = planted.tournaments if "{tournament}" in path else ("",)
            for match, tournament, name in product(found, played, names if "{name}" in path else ("",)):
                number = "1" if "number/{number}" in path else "0"
                yield path.format(
                    match=match,
                    number=number,
                    game="orion",
                    token="x" * 24,
                    name=name,
                    challenge=planted.challenge,
                    level="easy",
                    bot="0" * 16,
                    position="x",
                    place="x",
                    version="1",
                    player="1",
                    offer="x" * 24,
                    tournament=tournament,
                    league=planted.league,
                    trial=planted.trial,
                    person=planted.world.people[HOST].id,
                    report=planted.report,
                    study=planted.study,
                    run=planted.run,
                    played="0",
                )
    yield from (f"/matches/number/{number}" for number in planted.numbers)


def secrets_in(planted: Planted, text: str) -> set[str]:
    """Return the secrets that are in an answer."""
    searched = text.lower()
    return {name for name, lowered in planted.lowered.items() if lowered in searched}


def told(planted: Planted, kind: str, names: Iterable[str]) -> list[str]:
    """Return those of some secrets which this kind of person may not know."""
    return [name for name in names if kind not in planted.secrets[name].known_to]


def test_no_page_tells_a_secret_to_others(planted: Planted) -> None:
    asked, found, seen = 0, list[str](), set[str]()
    for kind in ASKERS:
        browser = planted.world.browser(kind)
        for address in addresses(planted):
            if kind in ALIKE and address.startswith("/matches/"):
                continue
            mine = [
                name
                for name in ("a private match", "a closed match")
                if address.startswith(f"/matches/{planted.secrets[name].text}")
            ]
            for accept in ("text/html", "application/json"):
                answer = browser.get(address, headers={"Accept": accept})
                asked += 1
                names = secrets_in(planted, f"{answer.text}\n{answer.headers}")
                faults = [name for name in told(planted, kind, names) if name not in mine]  # whose link is known
                if "a closed match" in mine and kind != SEAT_0:
                    assert answer.status_code in CLOSED, (kind, address)
                found += [f"{name} to {kind} at {address} as {accept}" for name in faults]
                seen |= names
    assert found == []
    assert asked > 1000
    expected = {name for name, secret in planted.secrets.items() if {*secret.known_to} - {*NO_SESSION}}
    assert expected - seen <= {"the order that is sealed", "the page that ends mail"}  # what no page shows its owner


def test_the_page_of_the_other_seat_is_the_same_whatever_was_sealed(world: World, pennies: str) -> None:
    pages = []
    for order in ("heads", "tails"):
        view = world.service.create(pennies, [seat(world, SEAT_0), seat(world, SEAT_1)])
        world.service.act(world.people[SEAT_0], view.id, PlayTurn(order), view.revision, seat=0)
        browser = world.browser(SEAT_1)
        for accept in ("text/html", "application/json"):
            text = browser.get(f"/matches/{view.id}", headers={"Accept": accept}).text
            pages.append(re.sub(rf"{re.escape(view.id)}|\d+", "", text))
    assert len(pages[0]) > 1000
    assert pages[:2] == pages[2:]


def test_no_refused_change_tells_a_secret(planted: Planted) -> None:
    found, asked = list[str](), 0
    for kind in ASKERS:
        browser = planted.world.browser(kind)
        for method, path in ROUTES:
            for match in planted.matches[:4] if method == "POST" and path.startswith("/matches/{match}") else ():
                address = path.format(match=match, number="0", token="x" * 24)
                for accept in ("text/html", "application/json"):
                    sent = {"do": "?", "seat": "0", "revision": "999999", "text": "zz", "line": "zz", "turn": "zz"}
                    answer = browser.post(address, data=sent, headers={"Accept": accept})
                    asked += 1
                    faults = told(planted, kind, secrets_in(planted, answer.text))
                    found += [f"{name} to {kind} at {address} as {accept}" for name in faults]
    assert found == []
    assert asked > 200


def test_no_mail_tells_a_secret_to_others(planted: Planted) -> None:
    found, mails, world = list[str](), list[str](), planted.world
    names = [world.people[kind].name for kind in (SEAT_0, "a closed account")]
    private = planted.numbers[-1]
    for line, number, name in product(READING, planted.numbers, names):
        game = {0: "pennies", 1: "ludo", 2: "vortex", 4: "vortex"}.get(planted.numbers.index(number), "orion")
        text = line.format(g=game, n=number, p=name)
        deliver(world, written("", "eve@example.net", Subject=text), "eve@example.net", DOOR.address)
        message = world.store.inbox.latest(1)[0]
        mails.append(message.outcome)
    with world.store.database.connect() as connection:
        from ludarium.site.ground.tables import outbox

        rows = connection.execute(select(outbox).where(outbox.c.address == "eve@example.net")).mappings().all()
    mails += [str(row["data"]) for row in rows]
    assert any(f"no game {private}" in mail for mail in mails)
    for mail in mails:
        found += [f"{name}: {mail[:100]}" for name in told(planted, STRANGER, secrets_in(planted, mail))]
    assert found == []
    assert len(rows) > 20


def test_the_search_finds_each_secret_where_it_is(planted: Planted) -> None:
    rows = "\n".join(planted.world.rows(frozenset()))
    hashes = re.findall(r"[0-9a-f]{64}", rows)
    kept = {name for name, secret in planted.secrets.items() if secret.text in rows}
    tokens = {"the token of a session", "a link", "the address of a reply", "the address of a challenge"}
    assert hashes
    assert kept.isdisjoint(tokens | {"a password", "the invitation to an account"})  # whose hashes are
    assert {"a message", "a further address", "an invitation", "the secret of match 1", "a browser"} <= kept
