"""A blocked person reaches the blocker nowhere: every route, every command of the tables, and every mailed verb.

What can be sent is generated from the tables; a command without a sample here fails. The rows of the blocker are
compared before and after, and so is what the blocker would hear.
"""

import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import NamedTuple

import pytest
from starlette.testclient import TestClient

from ludarium.site.act import commands_of
from ludarium.site.analysis.commands import WORDS
from ludarium.site.begin.challenges import AcceptChallenge, ChallengeAnswer
from ludarium.site.begin.rows import Terms
from ludarium.site.challenge_ladders.commands import JoinLadder
from ludarium.site.ground.tables import metadata
from ludarium.site.ground.values import Person, SeatAssignment
from ludarium.site.leagues.commands import EnterLeague, LeagueCommand, MakeLeague
from ludarium.site.mail.commands import VERBS
from ludarium.site.match.commands import MatchCommand, Resign
from ludarium.site.match.seating import open_seat
from ludarium.site.offers.commands import MakeOffer, OfferCommand
from ludarium.site.people.accounts import AccountRules
from ludarium.site.people.following import PersonCommand
from ludarium.site.service import Service
from ludarium.site.store import Store
from ludarium.site.talk.commands import TalkCommand
from ludarium.site.tournaments.asked import TournamentCommand
from ludarium.site.tournaments.entering import EnterTournament
from ludarium.site.tournaments.reading import MakeTournament
from tests.databases import sqlite_copy
from tests.site.conftest import NewBrowser, app, new_browser
from tests.site.mail.commands.steps import SECRET
from tests.site.mail.conftest import Post
from tests.site.web.routes import ROUTES

__all__ = ["app", "new_browser"]

OWN_ROWS = (
    "attempts", "acts", "lobby", "sessions", "inbox", "pending_commands", "password_tries", "watchers", "blocks",
    "person_notes", "reports",
)  # fmt: skip
"""Tables of what the blocked person does alone, though a row may name the blocker."""
SLOW = "4d+2d/4d"


@pytest.fixture
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """One kind of database is enough here: the tests of the rules run on both."""
    return sqlite_copy(request, tmp_path)


@pytest.fixture
def service(open_store: Callable[[], Store]) -> Service:
    return Service(open_store(), rules=AccountRules("http://127.0.0.1:8000", "open"))


def rows(store: Store, person: Person) -> list[str]:
    """Return all rows that name a person, as they are in the file."""
    with closing(sqlite3.connect(store.database.readers.url.database or "")) as file:
        return sorted(
            str((name, *row))
            for name in metadata.tables
            if name not in OWN_ROWS
            for row in file.execute(f"SELECT * FROM {name}")
            if person.id in row
        )


def become(store: Store, service: Service, browser: TestClient, name: str) -> Person:
    """Make the person of a browser an account."""
    browser.post("/games/orion/new", data={"seat-0": "here", "seat-1": "easy", "name-0": name})
    visit = service.people.visit(browser.cookies["session"])
    assert visit
    store.accounts.set_email(visit.person.id, f"{name}@example.org", name.lower(), 0.0)
    person = service.people.load(visit.person.id)
    assert person
    return person


def test_no_route_and_no_command_leads_to_the_blocker(store: Store, service: Service, new_browser: NewBrowser) -> None:
    browsers = [new_browser() for _ in range(3)]
    ann, bob, cid = (
        become(store, service, each, name) for each, name in zip(browsers, ("Ann", "Bob", "Cid"), strict=True)
    )
    offers = [
        service.offers.act(ann, MakeOffer(game, SLOW, only_link=hidden)).offer
        for game, hidden in (("orion", ""), ("ludo(players=3)", ""), ("vortex", "yes"))
    ]
    invited = service.create("orion", [SeatAssignment("person", "Ann", ann.id), open_seat(time.time())], host=ann.id)
    three = [SeatAssignment("person", one.name, one.id) for one in (ann, cid)] + [SeatAssignment("person", "Dan")]
    vacant = service.create("vortex(players=3,tokens=1)", three, host=ann.id)
    service.bots.act(vacant.id, 1, Resign(), vacant.revision)
    ann_asks = service.challenges.make(ann, "Bob", Terms("orion"))
    bob_asks = service.challenges.make(bob, "Ann", Terms("orion", clock="600+5", times=(time.time() + 86400.0,)))
    agreed = service.challenges.make(ann, "Bob", Terms("orion", clock="600+5", times=(time.time() + 86400.0,)))
    service.challenges.answer(bob, agreed.id, AcceptChallenge())
    cup = service.tournaments.make(ann, MakeTournament("orion")).target
    service.tournaments.act(ann, cup, EnterTournament())
    double = service.tournaments.make(ann, MakeTournament("orion", kind="double-knock-out")).target
    league = service.leagues.make(ann, MakeLeague("orion")).target
    service.leagues.act(ann, league, EnterLeague())
    service.blocks.add(ann, "Bob")
    service.challenges.appointments.work()  # which ends the one with Bob, and both hear it
    invitation = invited.seats[1].invitation
    assert invitation
    before, asked = rows(store, ann), 0
    challenges = [ann_asks.id, bob_asks.id, agreed.id]
    sent = Sent(offers, [invited.id, vacant.id], invitation.token, challenges, [cup, double], league)
    for path, form in samples(sent):
        browsers[1].post(path, data=form, follow_redirects=False)
        assert rows(store, ann) == before, f"{path} {form}"
        asked += 1
    assert asked > 60
    for path in ("/", "/play", "/games/orion", "/games/ludo", *(f"/offers/{offer}" for offer in offers)):
        assert ">Ann<" not in browsers[1].get(path).text, path
    assert service.lobby.view(cid).offers != ()


class Sent(NamedTuple):
    """What belongs to Ann, and can be named in what is sent."""

    offers: list[str]
    matches: list[str]
    token: str
    challenges: list[str]
    cups: list[str]
    league: str


def samples(sent: Sent) -> Iterator[tuple[str, dict[str, str]]]:
    """Yield what can be sent to every route, with what belongs to Ann."""
    words = {
        "/talk": [word for word, kind in commands_of(TalkCommand).items() if kind.place == "/talk"], "/notes": ["note"],
        "{match}": [*commands_of(MatchCommand)], "/play": [*commands_of(OfferCommand)],
        "/people/{name}": [*commands_of(PersonCommand)],
        "/challenges/{challenge}": [*commands_of(ChallengeAnswer)], "/report": ["report"],
        "{study}": WORDS, "/analysis/board": WORDS,
        "{tournament}": [*commands_of(TournamentCommand)], "{league}": [*commands_of(LeagueCommand)],
    }  # fmt: skip
    bases = LeagueCommand, MatchCommand, OfferCommand, PersonCommand, TalkCommand, TournamentCommand
    named = {name for base in bases for kind in commands_of(base).values() for name in kind.__struct_fields__}
    usual = dict.fromkeys(named, "") | {
        "seat": "1", "vacant": "1", "number": "0", "action": "0", "text": "u+", "bot": "easy", "revision": "0",
        "games": "orion;ludo(players=3)", "tempos": SLOW, "to": "Ann", "game": "orion", "pace": SLOW, "name": "Bob",
        "blocked": "Ann", "turn": "0", "greeting": "hello", "person": "Ann", "kind": "insult",
    }  # fmt: skip
    for method, route in sorted(ROUTES):
        if method != "POST" or ROUTES[method, route] in ("administrator", "moderator"):
            continue
        known = next((word for part, word in words.items() if part in route), [""])
        if route in ("/welcome", "/me/account/close"):
            continue  # which make or close an account of one's own
        ids = {"{match}": sent.matches, "{challenge}": sent.challenges, "{tournament}": sent.cups}
        for one in next((found for part, found in ids.items() if part in route), [""]):
            named_ids = dict.fromkeys(("match", "challenge", "tournament"), one)
            path = route.format(
                **named_ids,
                league=sent.league,
                token=sent.token,
                name="Ann",
                game="orion",
                number="0",
                study="x",
                run="x",
                played="0",
            )
            for do in known:
                for offer in sent.offers if route == "/play" else [""]:
                    yield path, {**usual, "do": do, "offer": offer, **({"game": "", "tempo": ""} if offer else {})}
    live = {**usual, "pace": "600+5", "zone": "UTC", "time-0": f"{datetime.now(UTC) + timedelta(2):%Y-%m-%dT%H:%M}"}
    for counters in ("", *sent.challenges):
        yield "/challenges/new", {**live, "counters": counters}


MAILED = {
    "message": "message bob {} ann", "broadcast": "broadcast bob {}",
    "challenge": "orion challenge --password={} bob ann",
    "accept": "accept OFFER bob {}", "offer": "orion offer --tempo=2d bob {}", "chat": "orion chat 1 bob {}",
    "move": "orion move 1 bob {} u+", "queue": "orion queue 1 bob {} u+", "submit": "orion submit 1 bob {} u+",
    "resign": "orion resign 1 bob {}", "watch": "watch 1 bob {}", "showas": "orion showas bob {} 1",
    "tournament": "tournament enter CUP bob {}", "ladder": "orion ladder challenge bob {} ann",
}  # fmt: skip
"""The verbs by which one could reach others, about Ann's match 1; the rest read, or concern one's own account."""
OWN = {
    "help", "signup", "confirm", "add", "change", "password", "signoff", "delete", "list", "games", "show", "preview",
    "standings", "ratings", "history", "vacation", "offers", "withdraw", "set", "signon", "study",
}  # fmt: skip


@pytest.fixture
def post(open_store: Callable[[], Store]) -> Post:
    return Post(open_store())


def test_no_mailed_verb_leads_to_the_blocker(post: Post) -> None:
    ann, bob, cid = (post.account(name) for name in ("Ann", "Bob", "Cid"))
    post.service.passwords.set(bob, SECRET)
    assert {*MAILED} | OWN == {*VERBS}
    post.begin("orion", ann, cid)
    offer = post.service.offers.act(ann, MakeOffer("orion", SLOW)).offer
    cup = post.service.tournaments.make(ann, MakeTournament("orion")).target
    for person in (ann, bob):
        post.service.challenge_ladders.act(person, "orion", JoinLadder())
    post.service.blocks.add(ann, "Bob")
    post.sent()
    before = rows(post.store, ann)
    for line in MAILED.values():
        post.now += 61
        post.send(line.format(SECRET).replace("OFFER", offer).replace("CUP", cup), "Hello Ann", "bob@example.com")
        assert [mail.text for mail in post.sent() if mail.address.startswith("ann@")] == [], line
        assert [row for row in rows(post.store, ann) if row not in before] == [], line
