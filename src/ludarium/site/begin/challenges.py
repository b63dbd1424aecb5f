"""Challenges: a person offers another one a match, which begins when the other accepts.

A challenge is answered once: accepted, declined with a reason, withdrawn, or countered by another one with other
options. After 30 days nobody can answer it any more. By mail a person can be seated at once, who lets others do so.
One that proposes times becomes an appointment when it is accepted: see `appointments`.

Size: all of them check the same things of two people and of the match between them.
"""

import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import ClassVar, NamedTuple

from ludarium.core.errors import ParseError
from ludarium.core.registry import load
from ludarium.core.text import counted, prose, shorten
from ludarium.match.clock import DAY, HOUR
from ludarium.match.commitment import parse_nonce
from ludarium.site.act import Command, act, commands_of
from ludarium.site.begin.appointments import Appointments, agree, check_times, chosen_time, due_at
from ludarium.site.begin.new_match import describe_game, match_of_terms, require_two
from ludarium.site.begin.rows import (
    BEGINS,
    Appointment,
    Challenge,
    Made,
    NoSuchChallenge,
    Party,
    State,
    Terms,
    challenge_path,
)
from ludarium.site.ground.values import Person, SeatAssignment
from ludarium.site.match.seating import open_seat
from ludarium.site.match.transactions import Transactions
from ludarium.site.match.views import MatchView
from ludarium.site.notices.changes import invitation_path
from ludarium.site.notices.rows.notices import ANSWER, AT_ONCE, CHALLENGE, REMATCH, TERMS, Notice
from ludarium.site.outbox.reply_tokens import hash_token, make_token
from ludarium.site.people.following import Blocks
from ludarium.site.people.people import RequireUsable
from ludarium.site.people.standing import require_rated, require_talk
from ludarium.site.quotas import QuotaExceeded
from ludarium.site.repositories import UnitOfWork

DAYS = 30
"""Days after which a challenge has expired."""
_SHOWN = 7 * DAY
_LONGEST_MESSAGE, _LONGEST_REASON = 1000, 200
"""Characters of what a challenger writes, of which a form takes fewer."""
_MOST = Made(open=20, to_one=3, lately=30)
"""The most that a person may have open, have open with one other person, and make within an hour."""


class PersonChallenges(NamedTuple):
    """The challenges of a person: those that wait for the person and for others, answered ones, and appointments."""

    received: tuple[Challenge, ...]
    made: tuple[Challenge, ...]
    answered: tuple[Challenge, ...]
    agreed: tuple[Challenge, ...] = ()


class Challenges:
    """The challenges of a site's people; `find` returns the account of a name."""

    def __init__(
        self, matches: Transactions, find: Callable[[str], Person], blocks: Blocks, require_usable: RequireUsable
    ) -> None:
        self._store = matches.store
        self._table = matches.store.challenges
        self._matches = matches
        self._find = find
        self._blocks = blocks
        self._require_usable = require_usable
        self.appointments = Appointments(matches, self._match_at_its_time)

    def make(
        self,
        person: Person,
        name: str,
        terms: Terms,
        *,
        message: str = "",
        nonce: str = "",
        counters: Challenge | None = None,
        challenge_id: str = "",
    ) -> Challenge:
        """Challenge the account of a name, or answer a challenge by a counter-offer to who has made it.

        Raises a `LudariumError` for an invalid match, `ParseError` for people who cannot be challenged,
        `QuotaExceeded`, `Sanctioned` for words or a rated match of somebody who may not, and `NoSuchChallenge` if the
        challenge to counter is not open any more.
        """
        if counters:
            self._require(counters.challenged.id == person.id)
        other = self._other(person, counters.challenger.id, asked=True) if counters else self.opponent(person, name)
        terms = replace(terms, computers=person.is_bot or other.is_bot)
        self._check(terms)
        now, written = self._matches.now(), _one_line(message)
        check_times(terms, now)
        if terms.rated:
            require_rated(self._store, person.id, [other.id], now)
        if written.strip():
            require_talk(self._store, person.id, now)
        challenge = Challenge(
            challenge_id or secrets.token_urlsafe(12),
            Party(person.id, person.name, parse_nonce(nonce)),
            Party(other.id, other.name),
            replace(terms, game=load(terms.game).spec),
            written,
            now,
            counters=counters.id if counters else None,
        )
        text = f"{person.name} challenges you to {describe_game(challenge.terms.game)}."
        if terms.times:
            text = f"{text[:-1]}, live, at a time of your choice."
        with self._store.write() as tx:
            tx.challenges.lock(person.id)
            _check_quota(tx.challenges.made(challenge, self._since(), now - HOUR), other.name)
            if counters:
                self._answer(tx, counters, "countered")
            tx.challenges.add(challenge)
            _notify(tx, CHALLENGE, challenge, challenge.challenged, challenge.challenger, text, now, **_pace(terms))
        return challenge

    def latest_terms(self, person: Person) -> Terms | None:
        """Return what a person's latest challenge offered; None for who has made none."""
        latest = self._table.find(limit=1, challenger=person.id)
        return latest[0].terms if latest else None

    def opponent(self, person: Person, name: str, *, at_once: bool = False) -> Person:
        """Return the account of a name, which a person may challenge, or seat in a match at once.

        Raises `NoSuchPerson` or `ParseError`.
        """
        other = self._other(person, name)
        if other.challenges == "none":
            raise _takes_none(other)
        if at_once and other.challenges != "start":
            raise ParseError(f"{other.name} wants to be asked before a match begins: send a challenge")
        return other

    def _other(self, person: Person, name: str, *, asked: bool = False) -> Person:
        """Return the account of a name or an id, which is another one, without a block between the two.

        A bot may answer who has `asked` it, and otherwise ask those alone who play with bots.

        Raises `NoSuchPerson` or `ParseError`, and `Sanctioned` for a suspended account.
        """
        self._require_usable(person)
        if not person.is_account:
            raise ParseError("only people with an account can challenge others: make an account first")
        other = self._find(name.strip())
        if other.id == person.id:
            raise ParseError("this is your own name: expected the name of somebody else")
        if self._blocks.are_between(person, other) or other.is_suspended(self._matches.now()):
            raise _takes_none(other)
        if person.is_bot and not (asked or other.is_bot or other.computers):
            raise ParseError(f"{other.name} does not play with bots: expected somebody who allows it")
        return other

    def load(self, challenge_id: str, person: Person) -> Challenge:
        """Return a challenge of or to a person.

        Raises `NoSuchChallenge`.
        """
        found = self._table.load(challenge_id)
        if found is None or person.id not in (found.challenger.id, found.challenged.id):
            raise NoSuchChallenge(f"there is no challenge {shorten(challenge_id)}")
        return found

    def waits(self, challenge: Challenge) -> bool:
        """Return whether a challenge can still be answered."""
        return challenge.state == "open" and challenge.created_at >= self._since()

    def issue(self, challenge: Challenge) -> str:
        """Return a new token, by which the challenged person may answer: see `reply_tokens.local_part`."""
        token = make_token()
        self._store.challenge_addresses.insert({"token_hash": hash_token(token), "challenge_id": challenge.id})
        return token

    def of_token(self, token: str) -> Challenge | None:
        """Return the challenge that a token may answer; None for another token."""
        challenge_id = self._store.challenge_addresses.of_token(hash_token(token))
        return self._table.load(challenge_id) if challenge_id else None

    def of_person(self, person: Person) -> PersonChallenges:
        """Return the challenges of a person, the newest first."""
        found = self._table.of_person(person.id, self._since(), self._matches.now() - _SHOWN)
        waiting = [challenge for challenge in found if challenge.state == "open"]
        return PersonChallenges(
            tuple(challenge for challenge in waiting if challenge.challenged.id == person.id),
            tuple(challenge for challenge in waiting if challenge.challenger.id == person.id),
            tuple(challenge for challenge in found if challenge.state not in ("open", "agreed")),
            tuple(sorted((one for one in found if one.state == "agreed"), key=lambda one: one.starts_at or 0.0)),
        )

    def answer(
        self, person: Person, challenge_id: str, answer: "ChallengeAnswer", *, origin: str | None = None
    ) -> str | None:
        """Answer a challenge; return the id of the match that has begun, or None.

        Raises `NoSuchChallenge` if it is not open any more, or is for the other person to answer so, and what `accept`
        raises.
        """
        asked = AskedOfChallenge(self, self.load(challenge_id, person), person, origin)
        begun: str | None = act(answer, asked)
        return begun

    def accept(self, challenge: Challenge, person: Person, *, nonce: str = "", origin: str | None = None) -> MatchView:
        """Begin the match of a challenge without times to a person, who may add a nonce to its dice.

        Raises `NoSuchChallenge` if the challenge is not open any more, `QuotaExceeded`, `ParseError` if one of the two
        has blocked the other, and `Sanctioned` if one of them may begin no rated matches.
        """
        self._require(challenge.challenged.id == person.id and not challenge.terms.times)
        view = self._match_of(challenge, person, nonce)
        with self._store.write() as tx:
            view = self._matches.insert(tx, view, origin, challenge.terms.reminder_days)
            self._answer(tx, challenge, "accepted", match_id=view.id)
        return view

    def agree(self, challenge: Challenge, person: Person, nonce: str, time: str) -> None:
        """Agree on a time of a challenge to a person; what `accept` refuses is refused now, and again at the time."""
        self._require(challenge.challenged.id == person.id)
        now = self._matches.now()
        starts_at = chosen_time(challenge, time, now)
        self._match_of(challenge, person, nonce)
        agreed = Appointment(starts_at, parse_nonce(nonce), due_at(starts_at, now))
        with self._store.write() as tx:
            self._answer(tx, challenge, "agreed", appointment=agreed)
            agree(tx, replace(challenge, starts_at=starts_at), now)

    def _match_at_its_time(self, challenge: Challenge) -> MatchView:
        """Return the match of an appointment, as `accept` does."""
        person = self._store.people.load(challenge.challenged.id)
        assert person
        return self._match_of(challenge, person, challenge.challenged.nonce)

    def _match_of(self, challenge: Challenge, person: Person, nonce: str) -> MatchView:
        """Return the match of a challenge to a person; the errors are those of `accept`."""
        other = self._other(person, challenge.challenger.id, asked=True)
        begins = challenge.terms.begins
        begins = secrets.choice(BEGINS[:2]) if begins == "random" else begins
        seats = [
            SeatAssignment("person", other.name, other.id, nonce=challenge.challenger.nonce),
            SeatAssignment("person", person.name, person.id, nonce=parse_nonce(nonce)),
        ]
        return self._new_match(challenge.terms, seats if begins == "challenger" else seats[::-1], person)

    def decline(self, challenge: Challenge, person: Person, reason: str = "") -> None:
        """Decline a challenge to a person, who may say why.

        Raises `NoSuchChallenge` if it is not open any more, and `Sanctioned` for a reason of somebody who may write to
        nobody.
        """
        self._require(challenge.challenged.id == person.id)
        why = prose(reason)[:_LONGEST_REASON].strip()
        if why:
            require_talk(self._store, person.id, self._matches.now())
        text = f"{person.name} has declined your challenge{': ' if why else '.'}{why}"
        with self._store.write() as tx:
            self._answer(tx, challenge, "declined", reason=why)
            _notify(tx, ANSWER, challenge, challenge.challenger, challenge.challenged, text, self._matches.now())

    def withdraw(self, challenge: Challenge, person: Person) -> None:
        """Withdraw a challenge of a person.

        Raises `NoSuchChallenge` if it is not open any more.
        """
        self._require(challenge.challenger.id == person.id)
        with self._store.write() as tx:
            self._answer(tx, challenge, "withdrawn")

    def start(
        self,
        person: Person,
        names: Sequence[str],
        terms: Terms,
        *,
        origin: str | None = None,
        match_id: str = "",
        ask: bool = False,
        message: str = "",
    ) -> MatchView:
        """Begin a match between a person and others at once; the first of the names has the first turn.

        The person's own name may be among them; otherwise it is the last one. `terms.begins` does not count. With `ask`
        the seats of those who want to be asked first are reserved for them, and they get invitations, with `message`.

        Raises a `LudariumError` for an invalid match, `ParseError` for people who want to be asked first,
        `QuotaExceeded`, `MatchExists` if a match has begun with this id.
        """
        people = [
            person if name.strip() == person.name else self.opponent(person, name, at_once=not ask) for name in names
        ]
        people = people if person in people else [*people, person]
        if len({one.id for one in people}) < len(people):
            raise ParseError("somebody is named twice: expected each person once")
        now, asked = self._matches.now(), {one.name: one for one in people if one.challenges == "ask" and one != person}
        seats = [
            open_seat(now, one.name) if one.name in asked else SeatAssignment("person", one.name, one.id)
            for one in people
        ]
        terms = replace(terms, computers=any(one.is_bot for one in people))
        view = self._new_match(terms, seats, person, match_id)
        with self._store.write() as tx:
            view = self._matches.insert(tx, view, origin, terms.reminder_days)
            for seat in view.seats:
                if seat.invitation:
                    path, to = invitation_path(view.id, seat.invitation.token), asked[seat.name].id
                    others = " and ".join(one.name for one in people if one.id not in (to, person.id))
                    text = f"{person.name} invites you to {describe_game(terms.game)} with {others}."
                    data = {"text": text} | ({"message": _one_line(message)} if message else {})
                    tx.notices.add(Notice(to, REMATCH, path, now, by=person.id, data=data))
            return view

    def _answer(
        self,
        tx: UnitOfWork,
        challenge: Challenge,
        state: State,
        *,
        reason: str = "",
        match_id: str | None = None,
        appointment: Appointment | None = None,
    ) -> None:
        """Record the answer to a challenge, and end its notice."""
        now = self._matches.now()
        tx.notices.end_path(challenge_path(challenge.id), now)
        tx.challenges.answer(
            challenge.id, state, now, self._since(), reason=reason, match_id=match_id, appointment=appointment
        )

    def _new_match(self, terms: Terms, people: Sequence[SeatAssignment], host: Person, match_id: str = "") -> MatchView:
        return match_of_terms(self._store, self._matches.now(), terms, people, host, match_id)

    def _check(self, terms: Terms) -> None:
        """Raise a `LudariumError` unless a match of these terms can begin between two people."""
        require_two(load(terms.game))
        if terms.begins not in BEGINS:
            raise ParseError(f"{shorten(terms.begins)} does not begin: expected one of {', '.join(BEGINS)}")
        stranger = Person("", "", named=False, created_at=0.0)
        self._new_match(terms, (SeatAssignment("person", "A"), SeatAssignment("person", "B")), stranger)

    def _since(self) -> float:
        return self._matches.now() - DAYS * DAY

    @staticmethod
    def _require(own: bool) -> None:
        if not own:
            raise NoSuchChallenge("this is for the other person to do")


class AskedOfChallenge(NamedTuple):
    """A person who answers a challenge of theirs; `origin` is the network from which they do."""

    challenges: Challenges
    challenge: Challenge
    person: Person
    origin: str | None


class ChallengeAnswer(Command):
    """What is asked for about a challenge; `mail` is its word in a mail, which is empty without one."""

    mail: ClassVar[str] = ""


class AcceptChallenge(ChallengeAnswer, tag="accept"):
    """Accept a challenge, and add a nonce to the dice of its match.

    `time` is one of the times at which it may begin, in seconds since 1970; it can be left out where there is one.
    """

    mail = "accept"
    nonce: str = ""
    time: str = ""

    def carry_out(self, asked: AskedOfChallenge) -> str | None:
        """Begin the match and return its id, or agree on a time."""
        if asked.challenge.terms.times:
            asked.challenges.agree(asked.challenge, asked.person, self.nonce, self.time)
            return None
        return asked.challenges.accept(asked.challenge, asked.person, nonce=self.nonce, origin=asked.origin).id


class DeclineChallenge(ChallengeAnswer, tag="decline"):
    """Decline a challenge, for a reason."""

    mail = "decline"
    reason: str = ""

    def carry_out(self, asked: AskedOfChallenge) -> None:
        """Decline it."""
        asked.challenges.decline(asked.challenge, asked.person, self.reason)


class WithdrawChallenge(ChallengeAnswer, tag="withdraw"):
    """Withdraw one's own challenge."""

    def carry_out(self, asked: AskedOfChallenge) -> None:
        """Withdraw it."""
        asked.challenges.withdraw(asked.challenge, asked.person)


class CancelAppointment(ChallengeAnswer, tag="cancel"):
    """Cancel an appointment, in which one is either of the two."""

    def carry_out(self, asked: AskedOfChallenge) -> None:
        """Cancel it."""
        asked.challenges.appointments.cancel(asked.challenge, asked.person)


MAIL_ANSWERS: Mapping[str, type[ChallengeAnswer]] = {
    one.mail: one for one in commands_of(ChallengeAnswer).values() if one.mail
}


def _one_line(text: str) -> str:
    """Return what a challenger writes as one line of printable characters."""
    return prose(" ".join(text.split()))[:_LONGEST_MESSAGE]


def _takes_none(other: Person) -> ParseError:
    return ParseError(f"{other.name} takes no challenges from you")


def _pace(terms: Terms) -> dict[str, str]:
    """Return what a notice of a challenge has of its terms, besides its text: `TERMS`, from which words are made."""
    said = dict(zip(TERMS, (terms.clock or "", f"{terms.tick or 0:g}", "yes" if terms.rated else ""), strict=True))
    return said | ({"times": "yes"} if terms.times else {AT_ONCE: "yes"})


def _notify(
    tx: UnitOfWork, kind: str, challenge: Challenge, person: Party, by: Party, text: str, now: float, **more: str
) -> None:
    data = {"text": text, **more}
    tx.notices.add(Notice(person.id, kind, challenge_path(challenge.id), now, by=by.id, data=data))


def _check_quota(made: Made, name: str) -> None:
    if made.to_one >= _MOST.to_one:
        raise QuotaExceeded(f"{name} has not answered {counted(made.to_one, 'challenge')} of yours", DAY)
    if made.open >= _MOST.open:
        raise QuotaExceeded(f"{counted(made.open, 'challenge')} of yours wait for an answer: withdraw some first", DAY)
    if made.lately >= _MOST.lately:
        raise QuotaExceeded(f"you have made {counted(made.lately, 'challenge')} within an hour", HOUR)
