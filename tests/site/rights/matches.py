"""Commands in matches, at the pages, in the club, by mail, by reply and in a terminal."""

import io
from collections.abc import Iterator, Mapping, Sequence
from contextlib import redirect_stdout
from dataclasses import dataclass
from http import HTTPStatus
from threading import Event

from httpx2 import Response
from msgspec import structs
from starlette.testclient import TestClient

from ludarium.cli.terminal.site_http import Data, Refused
from ludarium.cli.terminal.site_match import SiteMatch
from ludarium.cli.terminal.site_play import SiteSession
from ludarium.core.errors import LudariumError
from ludarium.match.clock import Clock
from ludarium.site.ground.values import Person, SeatAssignment
from ludarium.site.mail.incoming.receiving import receive
from ludarium.site.match.commands import (  # fmt: skip
    TERMINAL,
    Accept,
    AskHint,
    AskReview,
    AskTakeback,
    CallOff,
    ChangeNonce,
    ClaimDraw,
    ClaimWin,
    Decline,
    GiveTime,
    InviteAgain,
    MakePrivate,
    MakePublic,
    MatchCommand,
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
)
from ludarium.site.match.seating import NotYourSeat, open_seat
from ludarium.site.match.views import MatchView
from ludarium.site.outbox.reply_tokens import local_part, make_token
from ludarium.site.people.standing import Sanctioned
from tests.site.mail.conftest import written
from tests.site.presence_parts import leave
from tests.site.rights.world import (
    ALL,
    DOOR,
    KINDS,
    NO_SESSION,
    PASSWORD,
    STRANGER,
    Cell,
    Door,
    Family,
    World,
    seat_of,
)

OF_THE_POST = frozenset({"inbox", "outbox", "mail_copies", "password_tries", "reply_addresses", "sessions"})
"""Tables which a mail, or who has sent it, may change although nothing is done."""


@dataclass(frozen=True)
class Sample:
    """A command that can be carried out in a kind of match, once others have carried out what comes `before` it."""

    kind: str
    command: MatchCommand
    before: tuple[tuple[int, SeatCommand], ...] = ()


SAMPLES = (
    Sample("turns", PlayTurn("p+")),
    Sample("turns", Resign()),
    Sample("turns", OfferDraw()),
    Sample("turns", Accept(), ((1, OfferDraw()),)),
    Sample("turns", Decline(), ((1, OfferDraw()),)),
    Sample("turns", AskTakeback(), ((0, PlayTurn("p+")),)),
    Sample("turns", GiveTime()),
    Sample("left", ClaimWin(), ((0, PlayTurn("p+")),)),
    Sample("left", ClaimDraw(), ((0, PlayTurn("p+")),)),
    Sample("three", ProposeStandIn(2, "easy"), ((2, Resign()),)),
    Sample("three", TakeOverSeat(2), ((2, Resign()),)),
    Sample("open", ChangeNonce("abc")),
    Sample("live", Ready()),
    Sample("live", Pause()),
    Sample("alone", Step()),
    Sample("live", SetOrder(0)),
    Sample("bot", AskHint()),
    Sample("turns", AskReview(), ((0, PlayTurn("p+")), (0, Resign()))),
    Sample("turns", Rematch(), ((0, Resign()),)),
    Sample("turns", PlanLine("p+\nf+")),
    Sample("turns", PlanTurn("f+")),
    Sample("turns", RemovePlan(0)),
    Sample("open", InviteAgain(1)),
    Sample("open", WithdrawInvitation(1)),
    Sample("open", CallOff()),
    Sample("open", MakePrivate()),
    Sample("open", MakePublic()),
)


def begin(world: World, sample: Sample) -> MatchView:
    """Begin a match in which the command can be carried out."""
    ann, bob = (seat_of(world.people[f"seat {number}"]) for number in (0, 1))
    bot, clock = SeatAssignment("bot", "easy"), Clock.parse("4d+2d/4d")
    seats, game, more = {
        "turns": ([ann, bob], "orion(clicks=1)", {"clock": clock}),
        "left": ([ann, bob], "orion(clicks=1)", {"clock": Clock.parse("300+5")}),
        "three": ([ann, bob, seat_of(world.third)], "vortex(players=3,tokens=1)", {}),
        "open": ([ann, open_seat(world.service.queries._matches.now())], "ludo", {}),
        "live": ([ann, bob], "grid", {"tick": 0.5}),
        "alone": ([ann, SeatAssignment("bot", "random")], "grid", {"tick": 0.5}),
        "bot": ([ann, bot], "orion(clicks=1)", {}),
    }[sample.kind]
    view = world.service.create(game, seats, host=world.people["the host"].id, **more)  # type: ignore[arg-type]  # of the table above
    for seat, command in sample.before:
        view = world.service.bots.act(view.id, seat, command, world.service.bots.look(view.id).revision)
    if sample.kind == "left":
        leave(world.service, view.id, world.people["seat 1"].id)
    if isinstance(sample.command, RemovePlan):
        world.service.act(world.people["seat 1"], view.id, PlanTurn("f+"))
    if isinstance(sample.command, Pause):
        world.service.live.ready(view.id, (0, 1))
    return world.service.bots.look(view.id)


def may_ask(command: type[MatchCommand], view: MatchView, kind: str, person: Person | None, chosen: int | None) -> bool:
    """Return whether the table lets somebody ask, as another program reads it; a stranger may become a guest."""
    if person is None:
        return command.asker == "newcomer"
    if person.closed_at is not None or person.suspended_until is not None:
        return False
    own = {seat for seat, assignment in enumerate(view.seats) if assignment.person == person.id}
    people = {seat for seat, assignment in enumerate(view.seats) if assignment.kind == "person"}
    return {
        "seat": bool(own) if chosen is None else chosen in own,
        "controller": bool(own),
        "all seats": bool(own) and own == people,
        "host": kind == "the host",
        "participant": bool(own) or (kind == "the host" and command is AskReview),
        "newcomer": not own and kind != "a blocked account",
    }[command.asker]


def fields(sample: Sample, view: MatchView, chosen: int | None) -> dict[str, str]:
    """Return what a form sends."""
    values = {"do": type(sample.command).word, "revision": str(view.revision)}
    values |= {} if chosen is None else {"seat": str(chosen)}
    return {
        **values,
        **{name: str(value) for name, value in structs.asdict(sample.command).items() if value is not None},
    }


def _may(world: World, sample: Sample, view: MatchView, cell: Cell) -> bool:
    return may_ask(type(sample.command), view, cell.kind, world.people.get(cell.kind), cell.chosen)


def _may_in_a_browser(world: World, sample: Sample, view: MatchView, cell: Cell) -> bool:
    """Return whether the table lets somebody ask: an account that is closed is a stranger, one suspended is refused."""
    person = None if cell.kind in NO_SESSION else world.people.get(cell.kind)
    known = cell.kind != "a suspended account"
    return known and may_ask(type(sample.command), view, cell.kind, person, cell.chosen)


def _asked_in_a_browser(world: World, sample: Sample, view: MatchView, cell: Cell, accept: str) -> bool:
    path, sent = f"/matches/{view.id}{type(sample.command).place}", fields(sample, view, cell.chosen)
    answer: Response = world.browser(cell.kind).post(path, data=sent, headers={"Accept": accept})
    assert answer.status_code != HTTPStatus.NOT_FOUND
    return answer.status_code != HTTPStatus.FORBIDDEN


def _ask_a_page(world: World, sample: Sample, view: MatchView, cell: Cell) -> bool:
    return _asked_in_a_browser(world, sample, view, cell, "text/html")


def _ask_as_json(world: World, sample: Sample, view: MatchView, cell: Cell) -> bool:
    return _asked_in_a_browser(world, sample, view, cell, "application/json")


def _ask_the_club(world: World, sample: Sample, view: MatchView, cell: Cell) -> bool:
    person = world.people.get(cell.kind)
    try:
        world.service.act(person, view.id, sample.command, view.revision, seat=cell.chosen)
    except (NotYourSeat, Sanctioned):
        return cell.kind == STRANGER and isinstance(sample.command, TakeOverSeat)
    except LudariumError:
        pass
    return True


def deliver(world: World, mail: bytes, sender: str, recipient: str) -> str:
    receive(world.store.inbox, sender, recipient, io.BytesIO(mail), world.service.queries._matches.now())
    world.desk.handle_waiting()
    return world.store.inbox.latest(1)[0].outcome


def words(sample: Sample) -> str:
    return sample.command.text if isinstance(sample.command, PlayTurn) else type(sample.command).mail[0]


def _ask_by_mail(world: World, sample: Sample, view: MatchView, cell: Cell) -> bool:
    person, password = world.people.get(cell.kind) or world.people["seat 0"], PASSWORD
    if cell.kind == STRANGER:
        password = "not-the-password"
    plan = sample.command.turn if isinstance(sample.command, PlanTurn) else ""
    sender, verb, text = f"{cell.kind.replace(' ', '')}@example.net", "queue" if plan else "move", plan or words(sample)
    line = f"{verb} {view.number} {person.name} {password} {text}"
    outcome = deliver(world, written("", sender, Subject=line), sender, DOOR.address)
    refused = "no seat" in outcome or "password" in outcome or "account" in outcome
    return not (outcome.startswith("refused") and refused)


def _ask_by_reply(world: World, sample: Sample, view: MatchView, cell: Cell) -> bool:
    person = world.people.get(cell.kind)
    own = [seat for seat, other in enumerate(view.seats) if person and other.person == person.id]
    seat = cell.chosen if cell.chosen is not None else (own or [0])[0]
    token = world.service.reply_addresses.issue(person.id, view.id, seat) if person else make_token()
    mail = written(words(sample), "ann@example.com")
    outcome = deliver(world, mail, "ann@example.com", f"{local_part(token)}@{DOOR.domain}")
    return not (outcome.startswith("refused: ") and ("somebody else plays" in outcome or "not known" in outcome))


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


def _ask_in_a_terminal(world: World, sample: Sample, view: MatchView, cell: Cell) -> bool:
    site, row = TerminalSite(world.browser(cell.kind)), type(sample.command)
    typed = iter([row.terminal or words(sample), "yes", "quit"])
    shown = SiteMatch.parse(site.get(f"/matches/{view.id}"))
    with redirect_stdout(io.StringIO()) as out:
        SiteSession(site, shown, lambda prompt: next(typed), lambda: None).run()  # type: ignore[arg-type]  # it has what is asked for
    refusals = "you only watch", "no part in this match", "ask for a rematch"
    return not any(refusal in out.getvalue() for refusal in refusals)


def _cells(kinds: Sequence[str], sample: Sample, choices: Sequence[int | None] = (None, 0, 1)) -> list[Cell]:
    """Return who asks: for each seat in turn, too, where the command is for a seat."""
    chosen = choices if type(sample.command).asker == "seat" else (None,)
    return [Cell(kind, seat) for seat in chosen for kind in kinds]


def _in_a_browser(sample: Sample) -> list[Cell]:
    return _cells(ALL, sample)


def _with_seats(sample: Sample) -> list[Cell]:
    return _cells((STRANGER, *KINDS), sample)


def _without_seats(sample: Sample) -> list[Cell]:
    return _cells((STRANGER, *KINDS), sample, (None,))


def doors(sample: Sample) -> Mapping[str, Door]:
    """Return the doors at which a command can be asked for."""
    row, found = type(sample.command), dict[str, Door]()
    plays = isinstance(sample.command, PlayTurn)
    none = frozenset[str]()
    found["page"] = Door(_ask_a_page, _may_in_a_browser, _in_a_browser, none, strict=False)
    found["JSON"] = Door(_ask_as_json, _may_in_a_browser, _in_a_browser, none, strict=False)
    if not isinstance(sample.command, Step):
        found["club"] = Door(_ask_the_club, _may, _with_seats, none, strict=False)
    if row.mail or plays or isinstance(sample.command, PlanTurn):
        found["mail"] = Door(_ask_by_mail, _may, _without_seats, OF_THE_POST, strict=False)
    if row.mail or plays:
        found["reply"] = Door(_ask_by_reply, _may, _with_seats, OF_THE_POST, strict=False)
    if row.terminal in TERMINAL or plays:
        found["terminal"] = Door(_ask_in_a_terminal, _may, _without_seats, strict=False)
    return found


FAMILY = Family({type(sample.command).__name__: sample for sample in SAMPLES}, begin, doors)
