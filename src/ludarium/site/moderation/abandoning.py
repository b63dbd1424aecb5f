"""Abandoned matches are recorded; the offers of people who let several end without a first turn rest, with a notice."""

from collections.abc import Iterator

from ludarium.core.text import time_mark
from ludarium.match.data import TIME
from ludarium.site.match.changes import SavedChange
from ludarium.site.match.views import MatchView
from ludarium.site.notices.rows.notices import MODERATION, Notice
from ludarium.site.people.standing import MONTH, REST, WHY_RESTING, resting_until
from ludarium.site.repositories import UnitOfWork

OFFERS = "/play"


def note_abandoned(tx: UnitOfWork, change: SavedChange) -> None:
    """Record the people who abandon a match in a change; rest the offers of those who do so often, with a notice."""
    old, new = change.old, change.new
    for person, turns in _abandoned(old, new) if old else ():
        tx.evidence.insert_once(match_id=new.id, person=person, at=new.updated_at, turns=turns)
        if turns == 0:
            _rest(tx, person, new.updated_at)


def note_absent(tx: UnitOfWork, match_id: str, person: str, now: float) -> None:
    """Record that a person did not come to a match that was agreed on, as one whose first turn never came."""
    tx.evidence.insert_once(match_id=match_id, person=person, at=now, turns=0)
    _rest(tx, person, now)


def _rest(tx: UnitOfWork, person: str, now: float) -> None:
    until = resting_until(tx.evidence.never_begun(person, now - MONTH - REST), now)
    if until is None:
        return
    tx.offers.touch()
    tx.offers.end(person, None, now)
    text = (
        f"Your offers are paused until {time_mark(until)}, and those that waited have ended: {WHY_RESTING}. "
        "Challenges and invitations work as before."
    )
    tx.notices.add(Notice(person, MODERATION, OFFERS, now, data={"title": "Your offers rest", "text": text}))


def _abandoned(old: MatchView, new: MatchView) -> Iterator[tuple[str, int]]:
    """Yield the people whose time ran out in a change, each with the number of turns that they had made.

    Nobody waits for who plays a match of a duplicate.
    """
    left = new.match.leavers[len(old.match.leavers) :]
    for leaver, departure in zip(left, new.departures[len(old.departures) :], strict=False):
        if leaver.reason == TIME and departure.person:
            yield departure.person, new.match.made[leaver.seat]
    ended = new.match.termination
    if ended is None or old.match.over or ended.ending.partition(":")[0] != TIME or new.dice_id:
        return
    deadlines = old.deadlines
    if deadlines:
        seat = min(deadlines, key=deadlines.__getitem__)
        person = new.seats[seat].person
        if person:
            yield person, new.match.made[seat]
