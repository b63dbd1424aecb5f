"""The notices that a change of a match adds and ends; they are written in the transaction that saves the change."""

from dataclasses import dataclass

from ludarium.match.data import CALLED_OFF
from ludarium.site.match.changes import SavedChange
from ludarium.site.match.views import MatchView
from ludarium.site.notices.rows.notices import (
    BEGUN,
    FIRST_OF_MATCH,
    JOINED,
    LEFT,
    OF_TURNS,
    OFFER,
    OFFER_ENDED,
    RESULT,
    TURN,
    Notice,
    Unread,
)
from ludarium.site.repositories import UnitOfWork


@dataclass(frozen=True, slots=True)
class NoticeChanges:
    """The notices that a change of a match adds and ends.

    | field     | content                                                                         |
    |-----------|---------------------------------------------------------------------------------|
    | `added`   | the notices that it causes                                                      |
    | `actor`   | who has made it, and so has seen the match; None if nobody has                  |
    | `awaited` | the people who must choose a turn now                                           |
    | `offered` | whether an offer waits for an answer                                            |
    | `over`    | whether the match is over                                                       |
    | `used`    | the pages of the invitations that it ends                                       |
    """

    match: str
    now: float
    added: tuple[Notice, ...]
    actor: str | None
    awaited: tuple[str, ...]
    offered: bool
    over: bool
    used: tuple[str, ...]

    def ends(self, notice: Unread) -> bool:
        """Return whether an unread notice about the match does not matter any more."""
        if notice.person == self.actor:
            return True
        if notice.kind in OF_TURNS:
            return notice.person not in self.awaited
        if notice.kind in (BEGUN, JOINED):
            return self.over or notice.person in self.awaited
        return notice.kind == OFFER and not self.offered


def match_path(match_id: str) -> str:
    """Return the page of the site that shows a match."""
    return f"/matches/{match_id}"


def invitation_path(match_id: str, token: str) -> str:
    """Return the page of the site on which an invited person takes a seat."""
    return f"{match_path(match_id)}/seat/{token}"


def match_of(path: str) -> str:
    """Return the id of the match to which a page of these belongs.

    >>> match_of(invitation_path("abc", "token"))
    'abc'
    """
    return path.split("/")[2]


def is_slow(view: MatchView) -> bool:
    """Return whether people play a match without waiting at the board: by correspondence, or together without a clock.

    Only these matches tell of turns and offers; in all others the players look at the match.
    """
    clock = view.match.clock
    if view.live is not None:
        return False
    return clock.is_correspondence if clock else len({seat.person for seat in view.seats} - {None}) > 1


def notice_changes(old: MatchView | None, new: MatchView, actor: str | None) -> NoticeChanges | None:
    """Return the notices that a change of a match adds and ends, without notices to `actor`; None for nothing.

    `old` is None for a new match.
    """
    used, now = _used(old, new), new.updated_at
    if not is_slow(new) and not (new.match.over or old is None or used):
        return None
    people = tuple(new.seated)
    awaited = () if new.open_seats else tuple({new.seats[seat].person or "" for seat in new.awaited})
    first = {FIRST_OF_MATCH: "yes"} if old is None else {}
    turns = awaited if is_slow(new) else ()  # of others no notice says whose turn it is
    found = [
        *(_notice(new, TURN, person, now, **first) for person in _newly_awaited(old, new, awaited)),
        *_asked(old, new, now),
        *_offer_ended(old, new, actor, people, now),
        *_left(old, new, people, now),
        *_joined(old, new, awaited, now),
        *(_notice(new, BEGUN, person, now, **first) for person in people if old is None and person not in turns),
    ]
    is_news = new.match.ending != CALLED_OFF and (is_slow(new) or len(people) > 1)  # who calls it off tells the others
    if new.match.over and old is not None and not old.match.over and is_news:
        found += [_notice(new, RESULT, person, now) for person in people]
    added = tuple(notice for notice in found if notice.person != actor)
    offered = new.match.offer is not None and not new.match.over
    awaited = () if new.match.over else awaited
    return NoticeChanges(new.id, now, added, actor, awaited, offered, new.match.over, used)


def write_notices(tx: UnitOfWork, change: SavedChange) -> None:
    """Write the notices of the steps of a change: of turns, only those that are still true after the last step."""
    found = [step for each in change.each() if (step := notice_changes(*each))]
    for step in found:
        unread = tx.notices.unread(step.match)
        ended = [notice.id for notice in unread if step.ends(notice)]
        if ended:
            tx.notices.end(ended, step.now)
        for path in step.used:
            tx.notices.end_path(path, step.now)
        known = {(notice.person, notice.kind) for notice in unread if notice.id not in ended}
        added = [notice for notice in step.added if notice.kind != TURN or notice.person in found[-1].awaited]
        for notice in added:
            if (notice.person, notice.kind) in known:
                tx.notices.add(notice)
        if fresh := [notice for notice in added if (notice.person, notice.kind) not in known]:
            tx.notices.add_fresh(fresh)


def _used(old: MatchView | None, new: MatchView) -> tuple[str, ...]:
    """Return the pages of the invitations that ended with this change: used, replaced or withdrawn."""
    if old is None or old.seats == new.seats:
        return ()
    pairs = zip(old.seats, new.seats, strict=True)
    ended = (was.invitation for was, now in pairs if was.invitation and was.invitation != now.invitation)
    return tuple(invitation_path(new.id, invitation.token) for invitation in ended)


def _newly_awaited(old: MatchView | None, new: MatchView, awaited: tuple[str, ...]) -> tuple[str, ...]:
    """Return who must choose a turn that began with this change."""
    if not is_slow(new) or new.match.over:
        return ()
    begins = old is None or old.open_seats or old.match.turns != new.match.turns
    seated = set() if old is None else {seat.person for seat in old.seats}
    return tuple(person for person in awaited if person and (begins or person not in seated))


def _asked(old: MatchView | None, new: MatchView, now: float) -> list[Notice]:
    """Return the notices to those who must answer an offer that was made with this change."""
    offer = new.match.offer
    before = old.match.offer if old else None
    if offer is None or new.match.over or (before and before[:2] == offer[:2]) or not is_slow(new):
        return []
    asked = {new.seats[seat].person for seat in range(len(new.seats)) if seat not in (offer.seat, *offer.accepted)}
    receivers = asked - {None, new.seats[offer.seat].person}
    return [_notice(new, OFFER, person, now, offer=offer.kind, seat=str(offer.seat)) for person in receivers if person]


def _offer_ended(
    old: MatchView | None, new: MatchView, actor: str | None, people: tuple[str, ...], now: float
) -> list[Notice]:
    """Return the notices that an offer of a match that goes on was declined or withdrawn, or has lapsed."""
    offer, later = old.match.offer if old else None, new.match.offer
    if old is None or offer is None or (later and later[:2] == offer[:2]) or new.match.over or not is_slow(new):
        return []
    grown = len(new.match.turns) - len(old.match.turns)
    if grown < 0 or (not grown and new.match.players != old.match.players):
        return []  # it was accepted, as everybody sees
    maker = old.seats[offer.seat]
    how = "withdrawn" if actor == maker.person else "declined"
    if grown or len(new.departures) > len(old.departures):
        how = "lapsed"
    data = {"offer": offer.kind, "maker": maker.person or "", "name": old.match.players[offer.seat], "how": how}
    return [_notice(new, OFFER_ENDED, person, now, **data) for person in people]


def _left(old: MatchView | None, new: MatchView, people: tuple[str, ...], now: float) -> list[Notice]:
    """Return the notices that a player has left a seat, to the others and to the player."""
    if old is None or len(new.departures) <= len(old.departures):
        return []
    gone, seat = new.departures[-1].person or "", new.match.leavers[-1].seat
    name = old.seats[seat].name
    data = {"seat": new.match.game.setup.seat_names[seat], "leaver": gone, "name": name}
    return [_notice(new, LEFT, person, now, **data) for person in {*people, gone} - {""}]


def _newly_seated(old: MatchView | None, new: MatchView) -> list[int]:
    if old is None:
        return []
    return [seat for seat in old.open_seats if new.seats[seat].person and new.seats[seat].person != new.host]


def _joined(old: MatchView | None, new: MatchView, awaited: tuple[str, ...], now: float) -> list[Notice]:
    """Return the notice to the host that somebody has taken an open seat, unless the host's turn begins with it."""
    if not new.host or (new.host in awaited and is_slow(new)):
        return []
    return [_notice(new, JOINED, new.host, now, seat=str(seat)) for seat in _newly_seated(old, new)]


def _notice(view: MatchView, kind: str, person: str, now: float, **data: str) -> Notice:
    return Notice(person, kind, match_path(view.id), now, view.id, len(view.match.turns), data=data)
