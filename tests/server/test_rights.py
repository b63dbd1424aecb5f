"""Every command is asked for at every door by every kind of person: who may not ask is refused, and nothing changes.

The commands are those of the table, and who may ask is read from it: a command without a sample here fails.
"""

import io
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, dataclass
from http import HTTPStatus
from pathlib import Path
from threading import Event

import pytest
from httpx2 import Response
from starlette.testclient import TestClient

from ludarium.cli.terminal.site_http import Data, Refused
from ludarium.cli.terminal.site_match import SiteMatch
from ludarium.cli.terminal.site_play import SiteSession
from ludarium.club.mail.reply_addresses import local_part
from ludarium.club.mail.reply_tokens import make_token
from ludarium.club.match.commands import (
    COMMANDS,
    ROWS,
    TERMINAL,
    Accept,
    AskHint,
    AskReview,
    AskTakeback,
    ChangeNonce,
    Command,
    Decline,
    GiveTime,
    InviteAgain,
    MakePrivate,
    MakePublic,
    MatchCommandRow,
    OfferDraw,
    Pause,
    PlanLine,
    PlanTurn,
    PlayTurn,
    ProposeStandIn,
    Ready,
    Rematch,
    RemovePlan,
    Resign,
    SeatCommand,
    SetOrder,
    Step,
    TakeOverSeat,
    WithdrawInvitation,
)  # fmt: skip
from ludarium.club.match.seating import NotYourSeat, open_seat
from ludarium.club.match.views import MatchView
from ludarium.club.moderation.standing import FOREVER, Sanctioned
from ludarium.club.people.accounts import AccountRules
from ludarium.club.people.names import name_key
from ludarium.club.people.people import Person
from ludarium.club.service import SeatAssignment, Service
from ludarium.core.errors import LudariumError
from ludarium.match.clock import Clock
from ludarium.search.player import GENERAL
from ludarium.server.mail.inbox_processor import InboxProcessor
from ludarium.server.mail.incoming.receiving import receive
from ludarium.server.mail.settings import MailDoor
from ludarium.server.web.app import create_app
from ludarium.store.match.repository import Store
from ludarium.store.tables import metadata
from tests.club.bot_parts import offer
from tests.databases import sqlite_copy
from tests.server.browser import Browser
from tests.server.mail.conftest import written

DOOR = MailDoor("play@games.example.org")
PASSWORD = "wonder-land"
OF_THE_POST = frozenset({"inbox", "outbox", "mail_copies", "password_tries", "reply_addresses", "sessions"})
"""Tables which a mail, or who has sent it, may change although nothing is done."""


@dataclass(frozen=True)
class Sample:
    """A command that can be carried out in a kind of match, once others have carried out what comes `before` it."""

    kind: str
    command: Command
    before: tuple[tuple[int, SeatCommand], ...] = ()


SAMPLES = (
    Sample("turns", PlayTurn("p+")),
    Sample("turns", Resign()),
    Sample("turns", OfferDraw()),
    Sample("turns", Accept(), ((1, OfferDraw()),)),
    Sample("turns", Decline(), ((1, OfferDraw()),)),
    Sample("turns", AskTakeback(), ((0, PlayTurn("p+")),)),
    Sample("turns", GiveTime()),
    Sample("three", ProposeStandIn(2, "easy"), ((2, Resign()),)),
    Sample("three", TakeOverSeat(2), ((2, Resign()),)),
    Sample("open", ChangeNonce("abc")),
    Sample("live", Ready()),
    Sample("live", Pause()),
    Sample("alone", Step()),
    Sample("live", SetOrder(0)),
    Sample("bot", AskHint()),
    Sample("turns", AskReview(), ((0, Resign()),)),
    Sample("turns", Rematch(), ((0, Resign()),)),
    Sample("turns", PlanLine("p+\nf+")),
    Sample("turns", PlanTurn("f+")),
    Sample("turns", RemovePlan(0)),
    Sample("open", InviteAgain(1)),
    Sample("open", WithdrawInvitation(1)),
    Sample("open", MakePrivate()),
    Sample("open", MakePublic()),
)
STRANGER, OLD_SESSION = "a stranger", "an old session"
KINDS = (
    "another account", "a spectator", "a blocked account", "a closed account", "a suspended account", "the host",
    "seat 0", "seat 1",
)  # fmt: skip
NO_SESSION = ("a closed account", "a suspended account")
"""Who is a stranger to a browser."""


@pytest.fixture
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """One kind of database is enough here: the tests of the club run on both."""
    return sqlite_copy(request, tmp_path)


def test_every_command_of_the_table_has_a_sample() -> None:
    assert sorted(type(sample.command).__name__ for sample in SAMPLES) == sorted(
        row.command.__name__ for row in COMMANDS
    )


class World:
    """People of every kind, who ask for commands in matches that are made for each."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.service = Service(store, rules=AccountRules("http://127.0.0.1:8000", "open"))
        self.app = create_app(self.service, "a secret of the test's own")
        self.desk = InboxProcessor(self.service, store, DOOR)
        self.people = {kind: self.account(kind) for kind in KINDS}
        self.third = self.account("third")
        tokens = {kind: self.service.people.begin_session(person, "") for kind, person in self.people.items()}
        old = self.service.people.begin_session(self.people["seat 0"], "")
        visit = self.service.people.visit(old)
        assert visit
        self.service.people.end_session(visit.person, visit.session.id)
        self.tokens = {**tokens, OLD_SESSION: old, STRANGER: ""}
        for kind in ("the host", "seat 0"):
            self.service.blocks.add(self.people[kind], self.people["a blocked account"].name)
        closed = self.people["a closed account"]
        self.service.closing.close(closed, closed.id, keep_name=True)
        self.people["a closed account"] = self.service.people.load(closed.id) or closed
        suspended = self.people["a suspended account"]
        store.sanctions.set_suspended(suspended.id, FOREVER)
        self.people["a suspended account"] = self.service.people.load(suspended.id) or suspended

    def account(self, kind: str) -> Person:
        name = kind.replace(" ", "").title()
        person = self.service.people.rename(self.service.people.create_guest(), name)
        assert self.store.accounts.set_email(person.id, f"{name.lower()}@example.com", name_key(name), 0.0)
        self.service.passwords.set(person, PASSWORD)
        return self.service.accounts.find(name)

    def browser(self, kind: str) -> TestClient:
        browser = Browser(self.app, follow_redirects=False)
        if self.tokens[kind]:
            browser.cookies.set("session", self.tokens[kind])
        return browser

    def begin(self, sample: Sample) -> MatchView:
        """Begin a match in which the command can be carried out."""
        ann, bob = (_seat(self.people[f"seat {number}"]) for number in (0, 1))
        bot, clock = SeatAssignment("bot", "easy"), Clock.parse("4d+2d/4d")
        seats, game, more = {
            "turns": ([ann, bob], "orion(clicks=1)", {"clock": clock}),
            "three": ([ann, bob, _seat(self.third)], "vortex(players=3,tokens=1)", {}),
            "open": ([ann, open_seat(self.service.queries._matches.now())], "ludo", {}),
            "live": ([ann, bob], "grid", {"tick": 0.5}),
            "alone": ([ann, SeatAssignment("bot", "random")], "grid", {"tick": 0.5}),
            "bot": ([ann, bot], "orion(clicks=1)", {}),
        }[sample.kind]
        view = self.service.create(game, seats, host=self.people["the host"].id, **more)  # type: ignore[arg-type]  # of the table above
        for seat, command in sample.before:
            view = self.service.bots.act(view.id, seat, command, self.service.bots.look(view.id).revision)
        if isinstance(sample.command, RemovePlan):
            self.service.act(self.people["seat 1"], view.id, PlanTurn("f+"))
        if isinstance(sample.command, Pause):
            self.service.live.ready(view.id, (0, 1))
        return self.service.bots.look(view.id)

    def rows(self, besides: frozenset[str]) -> list[str]:
        with self.store.database.connect() as connection:
            cursor = connection.connection.cursor()  # the driver's own: all tables are read some thousand times
            return sorted(
                str((name, *row))
                for name in metadata.tables
                if name not in besides
                for row in cursor.execute(f"SELECT * FROM {name}")
            )


def _seat(person: Person) -> SeatAssignment:
    return SeatAssignment("person", person.name, person.id)


def may_ask(row: MatchCommandRow, view: MatchView, kind: str, person: Person | None, chosen: int | None) -> bool:
    """Return whether the table lets somebody ask, as another program reads it; a stranger may become a guest."""
    if person is None:
        return row.asker == "newcomer"
    if person.closed_at is not None or person.suspended_until is not None:
        return False
    own = {seat for seat, assignment in enumerate(view.seats) if assignment.person == person.id}
    people = {seat for seat, assignment in enumerate(view.seats) if assignment.kind == "person"}
    return {
        "seat": bool(own) if chosen is None else chosen in own,
        "controller": bool(own),
        "all seats": bool(own) and own == people,
        "host": kind == "the host",
        "participant": bool(own) or (kind == "the host" and row.command is AskReview),
        "newcomer": not own and kind != "a blocked account",
    }[row.asker]


@pytest.fixture
def world(open_store: Callable[[], Store], monkeypatch: pytest.MonkeyPatch) -> Iterator[World]:
    offer(monkeypatch, random=GENERAL["random"])  # which has its turn at once
    made = World(open_store())
    yield made
    made.desk.reader.stop()


Ask = Callable[[Sample, MatchView, str, int | None], bool]
"""Asks for a command, and returns whether it was refused for who has asked."""


def check(
    world: World,
    ask: Ask,
    samples: tuple[Sample, ...],
    kinds: tuple[str, ...],
    besides: frozenset[str] = frozenset(),
    choices: tuple[int | None, ...] = (None,),
    strangers: tuple[str, ...] = (),
    refused: tuple[str, ...] = (),
) -> None:
    """Let people of all kinds ask for all commands: first those who may not, then each who may, in a new match.

    Some kinds may do what a stranger may, and some may do nothing.
    """
    for sample in samples:
        row = ROWS[type(sample.command)]
        asked, view, done = [], world.begin(sample), 0
        for chosen in choices if row.asker == "seat" else (None,):
            for kind in kinds:
                person = None if kind in strangers else world.people.get(kind)
                allowed = kind not in refused and may_ask(row, view, kind, person, chosen)
                asked.append((kind, chosen, allowed))
        before = world.rows(besides)
        for kind, chosen, allowed in asked:
            if not allowed:
                assert ask(sample, view, kind, chosen), f"{row.word} by {kind} for {chosen}"
                assert world.rows(besides) == before, f"{row.word} by {kind} for {chosen}"
        for kind, chosen, allowed in asked:
            if allowed:
                view = world.begin(sample)
                before = world.rows(besides)
                assert not ask(sample, view, kind, chosen), f"{row.word} by {kind} for {chosen}"
                done += world.rows(besides) != before
        assert done, f"nobody has done {row.word}"


WEB = (STRANGER, OLD_SESSION, *KINDS)


def fields(sample: Sample, view: MatchView, chosen: int | None) -> dict[str, str]:
    """Return what a form sends."""
    values = {"do": ROWS[type(sample.command)].word, "revision": str(view.revision)}
    values |= {} if chosen is None else {"seat": str(chosen)}
    return {**values, **{name: str(value) for name, value in asdict(sample.command).items() if value is not None}}


@pytest.mark.parametrize("accept", ["text/html", "application/json"])
def test_pages_and_json_refuse_who_may_not_ask(world: World, accept: str) -> None:
    def ask(sample: Sample, view: MatchView, kind: str, chosen: int | None) -> bool:
        path = f"/matches/{view.id}{ROWS[type(sample.command)].place}"
        answer: Response = world.browser(kind).post(path, data=fields(sample, view, chosen), headers={"Accept": accept})
        assert answer.status_code != HTTPStatus.NOT_FOUND
        return answer.status_code == HTTPStatus.FORBIDDEN

    refused = ("a suspended account",)
    check(world, ask, SAMPLES, WEB, choices=(None, 0, 1), strangers=NO_SESSION, refused=refused)


def test_the_club_itself_refuses_who_may_not_ask(world: World) -> None:
    def ask(sample: Sample, view: MatchView, kind: str, chosen: int | None) -> bool:
        try:
            world.service.act(world.people.get(kind), view.id, sample.command, view.revision, seat=chosen)
        except (NotYourSeat, Sanctioned):
            return kind != STRANGER or not isinstance(sample.command, TakeOverSeat)
        except LudariumError:
            pass
        return False

    check(
        world,
        ask,
        tuple(s for s in SAMPLES if not isinstance(s.command, Step)),
        (STRANGER, *KINDS),
        choices=(None, 0, 1),
    )


def deliver(world: World, mail: bytes, sender: str, recipient: str) -> str:
    receive(world.store.inbox, sender, recipient, io.BytesIO(mail), world.service.queries._matches.now())
    world.desk.handle_waiting()
    return world.store.inbox.latest(1)[0].outcome


MAILED = tuple(s for s in SAMPLES if ROWS[type(s.command)].mail or isinstance(s.command, PlayTurn))


def words(sample: Sample) -> str:
    return sample.command.text if isinstance(sample.command, PlayTurn) else ROWS[type(sample.command)].mail[0]


def test_mailed_commands_refuse_who_may_not_ask(world: World) -> None:
    def ask(sample: Sample, view: MatchView, kind: str, chosen: int | None) -> bool:
        person, password = world.people.get(kind) or world.people["seat 0"], PASSWORD
        if kind == STRANGER:
            password = "not-the-password"
        plan = sample.command.turn if isinstance(sample.command, PlanTurn) else ""
        sender, verb, text = f"{kind.replace(' ', '')}@example.net", "queue" if plan else "move", plan or words(sample)
        line = f"{verb} {view.number} {person.name} {password} {text}"
        outcome = deliver(world, written("", sender, Subject=line), sender, DOOR.address)
        return outcome.startswith("refused") and ("no seat" in outcome or "password" in outcome or "account" in outcome)

    mailed = (*MAILED, *(s for s in SAMPLES if isinstance(s.command, PlanTurn)))
    check(world, ask, mailed, (STRANGER, *KINDS), OF_THE_POST)


def test_replies_refuse_who_may_not_ask(world: World) -> None:
    def ask(sample: Sample, view: MatchView, kind: str, chosen: int | None) -> bool:
        person, seat = world.people.get(kind), 0 if chosen is None else chosen
        token = world.service.reply_addresses.issue(person.id, view.id, seat) if person else make_token()
        outcome = deliver(
            world, written(words(sample), "ann@example.com"), "ann@example.com", f"{local_part(token)}@{DOOR.domain}"
        )
        return outcome.startswith("refused: ") and ("somebody else plays" in outcome or "not known" in outcome)

    def ask_bound(sample: Sample, view: MatchView, kind: str, chosen: int | None) -> bool:
        own = [
            seat
            for seat, other in enumerate(view.seats)
            if kind in world.people and other.person == world.people[kind].id
        ]
        return ask(sample, view, kind, chosen if chosen is not None else (own or [0])[0])

    check(world, ask_bound, MAILED, (STRANGER, *KINDS), OF_THE_POST, (None, 0, 1))


class TerminalSite:
    """A site for a terminal, which a browser without a screen asks."""

    origin = "http://127.0.0.1:8000"

    def __init__(self, browser: TestClient) -> None:
        self._browser = browser

    def get(self, path: str) -> Data:
        return self._data(self._browser.get(path, headers={"Accept": "application/json"}, follow_redirects=True))

    def post(self, path: str, **values: object) -> Data:
        form = {name: str(value) for name, value in values.items()}
        headers = {"Accept": "application/json"}
        return self._data(self._browser.post(path, data=form, headers=headers, follow_redirects=True))

    def listen(self, path: str) -> Iterator[Data]:
        Event().wait(60)
        return iter(())

    def _data(self, answer: Response) -> Data:
        data: Mapping[str, object] = answer.json()
        if answer.status_code >= HTTPStatus.BAD_REQUEST:
            raise Refused(str(data.get("error")), answer.status_code)
        return data


def test_words_in_a_terminal_are_refused_to_who_may_not_ask(world: World, capsys: pytest.CaptureFixture[str]) -> None:
    def ask(sample: Sample, view: MatchView, kind: str, chosen: int | None) -> bool:
        site, row = TerminalSite(world.browser(kind)), ROWS[type(sample.command)]
        typed = iter([row.terminal or words(sample), "yes", "quit"])
        shown = SiteMatch.parse(site.get(f"/matches/{view.id}"))
        SiteSession(site, shown, lambda prompt: next(typed), lambda: None).run()  # type: ignore[arg-type]  # it has what is asked for
        said = capsys.readouterr().out
        return "you only watch" in said or "no part in this match" in said or "ask for a rematch" in said

    there = tuple(s for s in SAMPLES if ROWS[type(s.command)].terminal in TERMINAL or isinstance(s.command, PlayTurn))
    assert len(there) == len(TERMINAL) + 1
    check(world, lambda s, v, kind, _: ask(s, v, kind, None), there, (STRANGER, *KINDS), frozenset({"sessions"}))
