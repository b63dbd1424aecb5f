"""Commands of people in matches, and their views of matches; the rights of people are decided here.

A door says who asks and what; the seat is found here, among those that the person holds.
"""

from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

from ludarium.core.cached import cached_property
from ludarium.core.errors import ParseError
from ludarium.site.begin.rematches import Rematches
from ludarium.site.bots.analyses import Analyses
from ludarium.site.bots.live_ticker import LiveTicker
from ludarium.site.ground.values import Person
from ludarium.site.match.closed import require_open
from ludarium.site.match.commands import (  # fmt: skip
    AskHint,
    AskReview,
    CallOff,
    HostCommand,
    InviteAgain,
    LiveCommand,
    MakePrivate,
    MatchCommand,
    OfferDraw,
    Pause,
    PlanCommand,
    PlanLine,
    PlanNumberedTurn,
    PlanTurn,
    PlayTurn,
    Ready,
    Rematch,
    RemovePlan,
    SeatCommand,
    Step,
    TakeOverSeat,
    WithdrawInvitation,
)
from ludarium.site.match.live import LiveMatches
from ludarium.site.match.planning import Expected, Planning, steps_of
from ludarium.site.match.presence import Presence, is_for_one_sitting
from ludarium.site.match.refused import refused_words
from ludarium.site.match.rows.played import PlannedLine, PlannedTurn
from ludarium.site.match.seat_commands import SeatCommands
from ludarium.site.match.seating import NotYourSeat, SeatAccess, Seating, seat_of
from ludarium.site.match.stand_ins import StandIns, require_vacant
from ludarium.site.match.transactions import Transactions
from ludarium.site.match.views import MatchView
from ludarium.site.notices.rows.notices import OFFER_WORDS
from ludarium.site.people.people import RequireUsable

_NOT_IN_CONTROL = "you may not control this match: open the invitations to its seats first"


class NeedsPerson(NotYourSeat):
    """The command can be carried out for a person, and a stranger has asked."""


@dataclass(frozen=True)
class CommandDone:
    """The result of a command.

    | field      | content                                                                     |
    |------------|-----------------------------------------------------------------------------|
    | `match_id` | the id of the match to which the person goes on: the rematch after a        |
    |            | request for one                                                             |
    | `revision` | the revision of this match                                                  |
    | `turns`    | the lines of its record                                                     |
    | `see`      | returns it as the person sees it                                            |
    | `said`     | what was done, as a sentence                                                |
    | `declined` | whether an offer was declined at once                                       |
    | `lapsed`   | the offer that has lapsed by the person's turn, as a sentence               |
    | `playing`  | the turn that is being played, for which the door can wait, or None         |
    """

    match_id: str
    revision: int
    turns: int
    see: Callable[[], MatchView]
    said: str
    declined: bool = False
    lapsed: str = ""
    playing: Future[None] | None = None

    @cached_property
    def view(self) -> MatchView:
        """The match as the person sees it, which most doors need not know."""
        return self.see()


class _Asker(NamedTuple):
    """The person who asks, with the match and the network."""

    person: Person
    view: MatchView
    origin: str | None

    @property
    def access(self) -> SeatAccess:
        """The rights of the person in the match."""
        return SeatAccess.of(self.view, self.person.id)


class Acting:
    """Carries out the commands of people in matches, if they have the right."""

    def __init__(
        self,
        matches: Transactions,
        seats: SeatCommands,
        live: LiveMatches,
        ticker: LiveTicker,
        seating: Seating,
        stand_ins: StandIns,
        planning: Planning,
        analyses: Analyses,
        rematches: Rematches,
        presence: Presence,
        require_usable: RequireUsable,
    ) -> None:
        self._matches, self._seats, self._live, self._ticker = matches, seats, live, ticker
        self._seating, self._stand_ins, self._planning = seating, stand_ins, planning
        self._analyses, self._rematches, self._presence = analyses, rematches, presence
        self._require_usable = require_usable

    def view(self, person: Person | None, match_id: str) -> MatchView:
        """Return the current state of a match as a person, or a stranger, may see it.

        Raises `NoSuchMatch`.
        """
        person_id = person.id if person else None
        return self._seen(require_open(self._matches.look(match_id), person_id), person_id)

    def _seen(self, view: MatchView, person_id: str | None) -> MatchView:
        """Return a match as a person, or a stranger, may see it, with what is never allowed in it."""
        return view.seen_by(person_id, refused_words(self._matches, view))

    def plans(self, person: Person | None, match_id: str, seat: int | None = None) -> tuple[PlannedLine, ...]:
        """Return the lines that a person has planned for a seat, by default the one that `act` plans for.

        Raises `NotYourSeat`.
        """
        view = self._matches.look(match_id)
        return self._planning.of(match_id, seat_of(view, person, seat, planning=True))

    def seat_of(
        self, person: Person | None, view: MatchView, chosen: int | None = None, *, planning: bool = False
    ) -> int:
        """Return the seat for which `act` acts or plans turns, so that a page or a mail can be about it.

        Raises `NotYourSeat`.
        """
        return seat_of(view, person, chosen, planning=planning)

    def act(
        self,
        person: Person | None,
        match_id: str,
        command: MatchCommand,
        revision: int | None = None,
        *,
        seat: int | None = None,
        origin: str | None = None,
    ) -> CommandDone:
        """Carry out a person's command; a person with several seats may name one.

        `revision` is the one that the person has seen, and `origin` the network from which they ask.

        Raises `NotYourSeat` if the person may not ask for it, `NeedsPerson` if only a stranger may not, `NoSuchMatch`,
        `Stale`, `Sanctioned` for a suspended account, or why the command is not allowed.
        """
        if command.seen and revision is None:
            raise ParseError("a revision is missing: expected that of the match which the command is for")
        view = require_open(self._matches.look(match_id), person.id if person else None)
        asker = _Asker(_known(person, view, command), view, origin)
        self._require_usable(asker.person)
        if isinstance(command, LiveCommand):
            return self._control(asker, command)
        after = self._changed(asker, command, revision, seat) or self._matches.look(match_id)
        offers = isinstance(command, OfferDraw) or (isinstance(command, PlayTurn) and bool(command.offer))
        declined = offers and after.match.offer is None and not after.match.over
        lapsed = _lapsed(view, after, asker.person.id) if isinstance(command, PlayTurn) else ""
        return self._done(asker, after, f"{command.said()} {lapsed}".strip(), declined=declined, lapsed=lapsed)

    def _done(
        self, asker: _Asker, after: MatchView, said: str, *, declined: bool = False, lapsed: str = "",
        playing: Future[None] | None = None,
    ) -> CommandDone:  # fmt: skip
        see = partial(self._seen, after, asker.person.id)
        return CommandDone(after.id, after.revision, len(after.match.turns), see, said, declined, lapsed, playing)

    def _changed(
        self, asker: _Asker, command: MatchCommand, revision: int | None, chosen: int | None
    ) -> MatchView | None:
        """Carry out a command; return the match to which the person goes on, or None for the same one."""
        match_id, person = asker.view.id, asker.person
        match command:
            case PlanCommand():
                self._plan(asker, command, chosen)
            case AskHint():
                own = seat_of(asker.view, person, chosen)
                self._analyses.ask_hint(match_id, own, person, asker.origin, revision or 0)
            case AskReview():
                self._analyses.ask_review(match_id, person, asker.origin)
            case HostCommand():
                return self._host(asker, command)
            case TakeOverSeat(seat):
                return self._stand_ins.take_over(match_id, seat, person, person.name)
            case Rematch():
                return self._rematches.begin(match_id, person, asker.origin)
            case SeatCommand():
                return self._for_seat(asker, command, revision, chosen)
        return None

    def _for_seat(
        self, asker: _Asker, command: SeatCommand, revision: int | None, chosen: int | None
    ) -> MatchView | None:
        """Carry out a command for a seat; return None where the person may see more than the seat does."""
        person, seat = asker.person, seat_of(asker.view, asker.person, chosen)
        if asker.view.match.clock or asker.view.live is not None:  # most matches have neither
            self._stays(asker)

        def check(view: MatchView) -> None:
            if view is not asker.view:  # the match has changed meanwhile
                seat_of(view, person, seat)

        after = self._seats.act(asker.view, seat, command, revision, check)
        return None if after.match.sealed and len(asker.access.seats) > 1 else after

    def _stays(self, asker: _Asker) -> None:
        """Note that a person is there, as who does something is; of most matches nobody needs to know."""
        if is_for_one_sitting(asker.view):
            self._presence.stay([asker.person.id])

    def _plan(self, asker: _Asker, command: PlanCommand, chosen: int | None) -> None:
        seat, match = seat_of(asker.view, asker.person, chosen, planning=True), asker.view.match
        match command:
            case PlanLine(line):
                expected = Expected(match, seat)
                expected.play_line(line)
                own = bool(expected.turns) and expected.turns[-1][1]
                self._planning.add(asker.view.id, seat, steps_of(expected.turns) if own else ())
            case PlanTurn(turn):
                number = command.number if isinstance(command, PlanNumberedTurn) else None
                self._planning.add(asker.view.id, seat, [PlannedTurn(turn, None, number)])
            case RemovePlan(number):
                self._planning.remove(asker.view.id, seat, number)

    def _control(self, asker: _Asker, command: LiveCommand) -> CommandDone:
        """Start a live match, or record that the person is ready, pause it, or play a turn of it."""
        view, access, playing = asker.view, asker.access, None
        may = access.may_step if isinstance(command, Step) else access.may_control
        if not may(view.people):
            raise NotYourSeat(_NOT_IN_CONTROL)
        self._stays(asker)
        self._ticker.visit(view)
        match command:
            case Ready(tick):
                view = self._live.ready(view.id, access.seats, tick or None)
                if self._live.is_running(view):
                    self._ticker.start(view.id)
            case Pause():
                view = self._live.pause(view.id, access.seats)
            case Step():
                playing = self._ticker.step(view.id)
        return self._done(asker, view, command.said(), playing=playing)

    def _host(self, asker: _Asker, command: HostCommand) -> MatchView:
        match_id, person = asker.view.id, asker.person
        match command:
            case InviteAgain(seat):
                return self._seating.invite_again(match_id, seat, person)
            case WithdrawInvitation(seat):
                return self._seating.withdraw(match_id, seat, person)
            case CallOff():
                return self._rematches.call_off(match_id, person)
            case _:
                return self._seating.keep_private(match_id, person, private=isinstance(command, MakePrivate))


def _lapsed(before: MatchView, after: MatchView, person_id: str) -> str:
    """Return that a person's turn has let an offer lapse, as a sentence; empty if it has not."""
    offer, later = before.match.offer, after.match.offer
    if offer is None or after.match.over or (later and later[:2] == offer[:2]) or after.id != before.id:
        return ""
    if len(after.match.turns) <= len(before.match.turns):
        return ""
    mine = before.seats[offer.seat].person == person_id
    whose = "Your" if mine else f"{before.match.players[offer.seat]}'s"
    return f"{whose} {OFFER_WORDS[offer.kind]} has lapsed."


def _known(person: Person | None, view: MatchView, command: MatchCommand) -> Person:
    """Return the person who asks.

    Raises `NotYourSeat` for a stranger, or a person whose account is closed, and `NeedsPerson` for a stranger who may
    ask as a new guest.
    """
    if person is None:
        if isinstance(command, TakeOverSeat):
            require_vacant(view, command.seat)
            raise NeedsPerson("only a person takes over a seat: sign in, or begin as a guest")
        raise NotYourSeat("you have no part in this match: open its invitation first, or sign in")
    if person.closed_at is not None:
        raise NotYourSeat("this account is closed")
    return person
