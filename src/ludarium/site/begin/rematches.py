"""Rematches: the same game and players again, each in the next seat."""

from collections.abc import Callable, Collection, Sequence
from contextlib import suppress
from dataclasses import replace

from ludarium.core.errors import IllegalMove, LudariumError
from ludarium.core.game import Game
from ludarium.match.data import CALLED_OFF
from ludarium.match.progress import terminate
from ludarium.site.begin.commitments import new_match_id
from ludarium.site.begin.new_match import describe_game, new_match
from ludarium.site.ground.values import Person, SeatAssignment
from ludarium.site.match.presence import is_for_one_sitting
from ludarium.site.match.rows.writing import MatchExists
from ludarium.site.match.seating import OPEN_NAME, NotYourSeat, Seating, open_seat, with_seat
from ludarium.site.match.transactions import NoSuchMatch, Transactions
from ludarium.site.match.views import MatchView
from ludarium.site.notices.changes import invitation_path, match_of, match_path
from ludarium.site.notices.notices import requests_of
from ludarium.site.notices.rows.notices import ANSWER, DECLINED, OF, REMATCH, Notice

MOST_WITHDRAWN = 2
"""After so many offers of a rematch that one has withdrawn, one of the others makes the next one."""
Written = Callable[[Game, Sequence[str]], Collection[str]]
"""Returns those of some bots that people have written, and that play on the site now."""


class Rematches:
    """The rematches of a site. A match has one, which the first player who asks for it begins and the others join.

    These get a notice that leads to the seat that is reserved for them. It is rated as the match was, if all who play
    it may still play rated matches.

    The match names its rematch before that is stored: so two who ask at once begin one, and who asks after a process
    has died in between begins it.
    """

    def __init__(self, matches: Transactions, seating: Seating, written: Written) -> None:
        self._matches, self._seating, self._written = matches, seating, written

    def begin(self, match_id: str, person: Person, origin: str | None = None) -> MatchView:
        """Return the rematch of a match that is over, in which the person then has a seat again.

        Raises `NotYourSeat` for who has not played it, `IllegalMove` before the end, and for whom another one has
        declined it or who has withdrawn it as often as one may, and what `Service.create` and
        `Seating.take` raise.
        """
        view = self._matches.current(match_id)
        seats = [seat for seat, assignment in enumerate(view.seats) if assignment.person == person.id]
        if not seats and (view.people or view.host != person.id):
            raise NotYourSeat("only those who have played a match ask for a rematch")
        if not view.match.over:
            raise IllegalMove("a rematch can begin when the match is over")
        if view.rematch is None or self._is_called_off(view.rematch):
            if refusal := self.refusal(view, person):
                raise IllegalMove(refusal)
            last, named = view.rematch, new_match_id()
            view = self._matches.change(
                view.id, None, None, lambda now: replace(now, rematch=named) if now.rematch == last else now
            )
        assert view.rematch
        try:
            return self._join(self._matches.current(view.rematch), seats, person)
        except NoSuchMatch:
            return self._begin(view, view.rematch, seats, person, origin)

    def call_off(self, match_id: str, person: Person) -> MatchView:
        """Call off a match whose seats are not all taken, as its host, or decline the seat in it that is reserved.

        A match of one with others ends when one of these declines it only if nobody else is to play it; otherwise the
        seat is open. Return the match whose rematch it was, or the match itself.

        Raises `NotYourSeat` for whom neither has begun it nor has a reserved seat in it, and `IllegalMove` once all
        seats are taken.
        """
        store = self._matches.store
        while True:
            view = self._matches.current(match_id)
            requests = requests_of(store, view)
            own = {seat: notice for seat, notice in requests.items() if notice.person == person.id}
            if view.host != person.id and not own:
                raise NotYourSeat("only who has begun the match, or is asked for the rematch, may call it off")
            if view.match.over or not view.open_seats:
                raise IllegalMove("the match has begun: it is called off only while it waits for its players")
            first = next((notice.data[OF] for notice in requests.values() if OF in notice.data), None)
            new = self._without(view, person, own)
            with store.write() as tx:
                saved = self._matches.save(tx, view, new, actor=person.id)
                if saved:
                    for notice in own.values():
                        tx.notices.decline(notice)
                    for notice in _news(view, new, person, first):
                        tx.notices.add(notice)
            if saved:
                shown = saved.seen_from(())
                return self._matches.change(first, None, None, replace) if first else shown  # its pages ask again

    def _without(self, view: MatchView, person: Person, own: Collection[int]) -> MatchView:
        """Return a match that its host has called off, or in which a person has declined some seats."""
        is_with_others = any(
            seat not in own and not assignment.is_bot and assignment.person != view.host
            for seat, assignment in enumerate(view.seats)
        )
        if view.host != person.id and is_with_others:
            for seat in own:
                view = with_seat(view, seat, open_seat(self._matches.now()))
            return view
        seats = tuple(replace(seat, invitation=None) if seat.invitation else seat for seat in view.seats)
        payoffs = view.match.game.payoff_range.after_draw(len(seats))
        return replace(view, seats=seats, match=terminate(view.match, CALLED_OFF, payoffs))

    def decline_all(self, person: Person) -> None:
        """Decline the seats of rematches that are reserved for a person who plays no more."""
        for notice in self._matches.store.notices.rematches(person.id):
            with suppress(LudariumError):  # it has begun or ended meanwhile, or cannot be loaded
                self.call_off(match_of(notice.path), person)

    def has_declined(self, match_id: str, person: Person) -> bool:
        """Return whether a person has declined the seat of a match that was reserved for them."""
        asked = self._matches.store.notices.rematches(person.id)
        return any(DECLINED in notice.data and match_of(notice.path) == match_id for notice in asked)

    def refusal(self, view: MatchView, person: Person) -> str:
        """Return why a person may offer no rematch; nothing if they may, or if there is one already.

        Another player's account is closed, or has declined it, or the person has withdrawn too many.
        """
        if view.rematch is not None and not self._is_called_off(view.rematch):
            return ""
        store, people = self._matches.store, {seat.person for seat in view.seats if seat.person} | {person.id}
        gone = {one.id for one in store.people.load_all(people - {person.id}).values() if one.closed_at is not None}
        if gone:
            names = " and ".join(seat.name for seat in view.seats if seat.person in gone)
            return f"the rematch would wait for ever: the account of a player is closed ({names})"
        if view.rematch is None:
            return ""
        own = [notice for notice in store.notices.offers(view.id, people) if notice.by == person.id]
        by = {one.person for one in own if DECLINED in one.data and match_of(one.path) == view.rematch}
        if by:
            names = " and ".join(seat.name for seat in view.seats if seat.person in by)
            return f"your rematch was declined: who has declined it may offer you one ({names})"
        if len({match_of(notice.path) for notice in own if DECLINED not in notice.data}) >= MOST_WITHDRAWN:
            return f"you have withdrawn {MOST_WITHDRAWN} rematches: another player may offer you one"
        return ""

    def who_called_off(self, view: MatchView, reader: str | None) -> tuple[str, str]:
        """Return who has declined or withdrawn a rematch that was called off, for a reader, and the match before it.

        Both are empty for other matches.
        """
        if view.match.ending != CALLED_OFF or view.host is None:
            return "", ""
        sent = self._matches.store.notices.find(by=view.host, kind=REMATCH)
        asked = [notice for notice in sent if match_of(notice.path) == view.id]
        if not asked:  # it was no rematch, or its requests are forgotten
            return "", ""
        by = next((notice.person for notice in asked if DECLINED in notice.data), view.host)
        played = self._matches.current(asked[0].data[OF])
        name = "You" if by == reader else next((seat.name for seat in played.seats if seat.person == by), "")
        verb = "withdrawn" if by == view.host else "declined"
        text = f"{name} {'have' if by == reader else 'has'} {verb} the rematch." if name else ""
        return text, match_path(played.id) if text else ""

    def _is_called_off(self, match_id: str) -> bool:
        found = self._matches.store.summaries([match_id])
        return bool(found) and found[0].ending == CALLED_OFF

    def way(self, view: MatchView, person_id: str | None) -> str:
        """Return how a person comes to the rematch of a match, which is empty as long as that has not begun.

        One may `go` to a rematch in which one has a seat, `join` one that has a seat for one, and `watch` any other.
        There is none as long as nobody has asked for it, and none any more that was called off.
        """
        found = self._matches.store.summaries([view.rematch]) if view.rematch else ()
        if not found or found[0].ending == CALLED_OFF:
            return ""
        (rematch,) = found
        if person_id is None:
            return "watch"
        if person_id in {seat.person for seat in rematch.seats}:
            return "go"
        own = {(seat + 1) % len(view.seats) for seat, was in enumerate(view.seats) if was.person == person_id}
        is_awaited = any(_is_reserved(rematch.seats[place]) for place in own)
        return "join" if is_awaited and not rematch.ending else "watch"

    def _begin(self, view: MatchView, rematch: str, seats: list[int], person: Person, origin: str | None) -> MatchView:
        """Begin the rematch that a match names, or join it if somebody has begun it just now."""
        match, tick = view.match, view.live.tick if view.live else None
        last = view.seats[-1:] + view.seats[:-1]
        begun = new_match(
            self._matches.now(),
            match.game.spec,
            [self._assignment(assignment, person) for assignment in last],
            position=None if match.start == match.game.initial() else str(match.start),
            clock=match.clock,
            tick=tick,
            host=person.id,
            match_id=rematch,
            rated=view.rated and self._seating.may_rate(person),
            written=self._written(match.game, [seat.name for seat in view.seats if seat.is_bot]),
        )
        begun = replace(begun, private=view.private, computers=view.computers)
        try:
            with self._matches.store.write() as tx:
                begun = self._matches.insert(tx, begun, origin)
                for notice in _requests(view, begun, person):
                    tx.notices.add(notice)
            self._matches.change(view.id, None, None, replace)  # its open pages ask again, and find the rematch
            return begun
        except MatchExists:
            return self._join(self._matches.current(rematch), seats, person)
        except LudariumError:  # such as a quota
            self._matches.change(
                view.id, None, None, lambda now: replace(now, rematch=None) if now.rematch == rematch else now
            )
            raise

    def _assignment(self, assignment: SeatAssignment, person: Person) -> SeatAssignment:
        """Return who has a seat in a rematch: bots and the person at once, the others when they join."""
        if assignment.is_bot:
            return SeatAssignment("bot", assignment.name)
        if assignment.person == person.id:
            return SeatAssignment("person", assignment.name, person.id)
        return open_seat(self._matches.now(), assignment.name)

    def _join(self, rematch: MatchView, seats: list[int], person: Person) -> MatchView:
        """Give a person the seats of a rematch that were reserved for them."""
        for seat in seats:
            place = (seat + 1) % len(rematch.seats)
            assignment = rematch.seats[place]
            if assignment.invitation and _is_reserved(assignment):
                rematch = self._seating.take(rematch.id, assignment.invitation.token, person, assignment.name)
        return rematch


def require_asker(matches: Transactions) -> Callable[[Person, MatchView], None]:
    """Return what raises `IllegalMove` while somebody is gone who has asked a person for a live rematch."""

    def require(person: Person, view: MatchView) -> None:
        if not is_for_one_sitting(view):
            return
        asked = {notice.by for notice in matches.store.notices.rematches(person.id) if match_of(notice.path) == view.id}
        gone = matches.store.presences.left([by for by in asked if by])
        for seat in view.seats:
            if seat.person in gone:
                raise IllegalMove(f"{seat.name} has left: the rematch begins when both of you are here")

    return require


def _requests(view: MatchView, rematch: MatchView, person: Person) -> list[Notice]:
    """Return the notices to the others that a person asks for a rematch; each leads to its reader's reserved seat."""
    kind = "rated rematch" if rematch.rated else "rematch"
    text = f"{person.name} asks for a {kind} of {describe_game(view.match.game.spec)}, game {view.number}."
    reserved = zip(rematch.seats, view.seats[-1:] + view.seats[:-1], strict=True)
    return [
        Notice(
            was.person,
            REMATCH,
            invitation_path(rematch.id, seat.invitation.token),
            rematch.created_at,
            by=person.id,
            data={"text": text, OF: view.id},
        )
        for seat, was in reserved
        if seat.invitation and was.person
    ]


def _is_reserved(seat: SeatAssignment) -> bool:
    """Return whether a seat of a rematch waits for who is to have it; who has declined has left it to anybody."""
    return seat.invitation is not None and seat.name != OPEN_NAME


def _news(old: MatchView, new: MatchView, person: Person, first: str | None) -> list[Notice]:
    """Return the notices that a person has called off a match, or declined a seat in it; nobody hears of an own act."""
    kind = "rematch" if first else "match"
    what, is_host = f"{kind} of {describe_game(old.match.game.spec)}", old.host == person.id
    if is_host:
        text, path = f"{person.name} has called off the {what}.", match_path(old.id)
    else:
        text = f"{person.name} has declined the {what}.{'' if new.match.over else ' The seat is open now.'}"
        path = match_path(first if first and new.match.over else old.id)
    receivers = set(old.seated) if is_host else {old.host}
    now, data = new.updated_at, {"text": text}
    return [Notice(one, ANSWER, path, now, by=person.id, data=data) for one in receivers if one and one != person.id]
