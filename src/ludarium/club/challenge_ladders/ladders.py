"""Challenge ladders: one for each game of two, on which people play for places, by correspondence.

Whatever a person asks for is decided here, in a transaction that first locks the ladder. Guests and programs are on no
ladder. A challenge that is not answered in time, an idle person and a closed account are found in the database by time,
and any process writes what follows, once.

Size: what people ask for and what becomes due lock the ladder in the same way and share their parts.
"""

import logging
import secrets
from collections.abc import Mapping
from dataclasses import replace
from typing import NamedTuple

from ludarium.club.begin.new_match import in_turn_order, new_match
from ludarium.club.challenge_ladders.commands import (
    CHALLENGE_LADDER_ROWS,
    AcceptForPlace,
    ChallengePlace,
    GiveWay,
    JoinLadder,
    LadderCommand,
    LeaveLadder,
    WithdrawFromPlace,
)
from ludarium.club.challenge_ladders.notices import ladder_name, ladder_notice
from ludarium.club.challenge_ladders.rules import (
    AGAIN,
    BACK,
    MOST_LADDERS,
    MOST_PLACES,
    SINK,
    LadderFacts,
    answer_by,
    busy,
    challenge_refusal,
    read_tempo,
    sinks_later,
)
from ludarium.club.challenge_ladders.views import LadderPlace, LadderRow, LadderView, PlaceChallenge
from ludarium.club.challenge_ladders.writing import LadderWriter
from ludarium.club.due_work import AT_ONCE, carry_out
from ludarium.club.match.transactions import Transactions
from ludarium.club.match.views import MatchView, SeatAssignment
from ludarium.club.people.accounts import has_account, require_account
from ludarium.club.people.people import Person, RequireUsable
from ludarium.club.people.standing import barred
from ludarium.club.tournaments.errors import EntryRefused
from ludarium.core.errors import LudariumError
from ludarium.core.game import Game
from ludarium.core.registry import load
from ludarium.core.text import utc_time
from ludarium.match.clock import Clock
from ludarium.store.repositories import Repositories, UnitOfWork

PAGE = 50
"""Lines of the log on a page."""
_log = logging.getLogger(__name__)


class NoSuchChallengeLadder(LudariumError):
    """A game has no challenge ladder, or a ladder has no such challenge that waits for this person."""

    status = 404
    kind = "no-challenge-ladder"


class LadderDone(NamedTuple):
    """What a command has done, as a sentence, and the match that it has begun, if any."""

    said: str
    match: str | None = None


class ChallengeLadders:
    """The challenge ladders of a site."""

    def __init__(self, matches: Transactions, require_usable: RequireUsable) -> None:
        self._matches, self._store = matches, matches.store
        self._require_usable = require_usable

    def act(self, person: Person | None, game: str, command: LadderCommand) -> LadderDone:
        """Carry out a person's command on the ladder of a game.

        Raises `NoSuchChallengeLadder`, `NeedsAccount`, `Sanctioned`, and `EntryRefused` for what cannot be now.
        """
        loaded = _two_seats(game)
        account = require_account(person, "challenge ladders are for accounts: make one, or sign in first")
        self._require_usable(account)
        if isinstance(command, AcceptForPlace):
            loaded.initial()  # before anybody waits for the transaction
            command = replace(command, tempo=read_tempo(command.tempo))
        match_id = None
        with self._store.write() as tx:
            writer = LadderWriter(tx, loaded.name, self._matches.now())
            match command:
                case JoinLadder():
                    tx.challenge_ladders.lock_person(account.id)  # in several games at once they join one by one
                    if refusal := self._join_refusal(tx, loaded.name, account):
                        raise EntryRefused(refusal)
                    writer.write("joined", account.id)
                case LeaveLadder():
                    self._leave(tx, writer, account.id)
                case ChallengePlace(other):
                    self._challenge(tx, writer, account, other)
                case AcceptForPlace(number, tempo):
                    challenge = _waiting(tx, loaded.name, number, account.id)
                    match_id = self._accept(tx, writer, challenge, account, tempo)
                case GiveWay(number):
                    writer.end(_waiting(tx, loaded.name, number, account.id), "gave-way")
                case WithdrawFromPlace(number):
                    writer.end(_waiting(tx, loaded.name, number, account.id, made=True), "withdrawn")
        return LadderDone(CHALLENGE_LADDER_ROWS[type(command)].done, match_id)

    def view(self, person: Person | None, game: str, before: int | None = None) -> LadderView:
        """Return the ladder of a game as a person sees it, with the lines of its log before a number.

        Raises `NoSuchChallengeLadder`.
        """
        name = _two_seats(game).name
        facts = self._facts(self._store, name, person.id if person else "")
        log = self._store.challenge_ladders.log(name, before, PAGE + 1)
        mine = facts.place(person.id) if person else None
        rows = tuple(
            LadderRow(
                place,
                challenge_refusal(facts, person.id, place.person) if person and mine else "",
                place.idle_at <= facts.now,
                tuple(one for one in facts.open if one.challenged == place.person),
            )
            for place in facts.places
        )
        received = tuple(one for one in facts.open if mine and one.challenged == mine.person)
        made = tuple(one for one in facts.open if mine and one.challenger == mine.person)
        join = self._join_refusal(self._store, name, person)
        following = log[PAGE - 1].number if len(log) > PAGE else None
        return LadderView(name, rows, mine, join, received, made, log[:PAGE], following, facts.now)

    def of_person(self, person: Person) -> tuple[LadderPlace, ...]:
        """Return the places of a person, by game."""
        return self._store.challenge_ladders.of_person(person.id)

    def open_of(self, person: Person) -> tuple[PlaceChallenge, ...]:
        """Return the open challenges by and to a person on all ladders."""
        return self._store.challenge_ladders.open_of(person.id)

    def sizes(self) -> Mapping[str, int]:
        """Return how many people are on each ladder that has some, by game."""
        return self._store.challenge_ladders.games()

    def work(self) -> int:
        """Carry out all that is due; return the number of steps that this process has made."""
        table = self._store.challenge_ladders
        return carry_out(lambda: table.due(self._matches.now(), AT_ONCE), self.step, _log, "challenge ladder")

    def step(self, game: str) -> bool:
        """Write what has become due on a ladder; return whether this process has changed something."""
        now = self._matches.now()
        with self._store.write() as tx:
            writer, table = LadderWriter(tx, game, now), tx.challenge_ladders
            places = table.places(game)
            for place in places:
                if place.closed_at is not None:
                    self._end_all(tx, writer, place.person, "closed")
            blocked = table.blocked(game)
            for challenge in blocked:
                writer.end(challenge, "withdrawn")
            late = [one for one in table.open(game) if one.answer_by is not None and one.answer_by <= now]
            for challenge in late:
                self._time_is_over(tx, writer, challenge)
            idle = [place for place in table.places(game) if place.sinks_at <= now]
            for place in reversed(idle):  # the lowest first, so that nobody sinks below who sinks
                self._sink(tx, writer, place)
        return bool(blocked or late or idle or any(place.closed_at is not None for place in places))

    def _facts(self, tables: Repositories, game: str, person: str) -> LadderFacts:
        """Return what decides whom a person may challenge."""
        now, places = self._matches.now(), tables.challenge_ladders.places(game)
        ids = [place.person for place in places]
        pairs = [pair for pair in tables.blocks.among({*ids, person}) if person in pair] if person in ids else []
        away = tables.vacations.intervals(ids, now) if person in ids else {}
        return LadderFacts(
            places,
            tables.challenge_ladders.open(game),
            now,
            tables.challenge_ladders.played_since(game, person, now - AGAIN) if person in ids else (),
            frozenset(one for pair in pairs for one in pair if one != person),
            frozenset(one for one, own in away.items() if own[0][0] <= now),
            barred(tables, ids, now) if person in ids else frozenset(),
        )

    def _join_refusal(self, tables: Repositories, game: str, person: Person | None) -> str:
        """Return why a person may not join a ladder, as a sentence without its end; empty if they may."""
        if person is None or not has_account(person):
            return "challenge ladders are for accounts: make one first"
        if person.is_bot:
            return "computers are on no challenge ladder"
        mine = tables.challenge_ladders.of_person(person.id)
        if any(place.game == game for place in mine):
            return "you are on the ladder already"
        if len(mine) >= MOST_LADDERS:
            return f"you are on {MOST_LADDERS} ladders: leave one first"
        if barred(tables, [person.id], self._matches.now()):
            return "you may not begin rated matches now"
        left_at = tables.challenge_ladders.left_at(game, person.id)
        if left_at is not None and self._matches.now() < left_at + BACK:
            return f"you have left the ladder, and can come back from {utc_time(left_at + BACK)} on"
        if len(tables.challenge_ladders.places(game)) >= MOST_PLACES:
            return f"the ladder is full: it has {MOST_PLACES} places"
        return ""

    def _leave(self, tx: UnitOfWork, writer: LadderWriter, person: str) -> None:
        if writer.place(person) is None:
            raise EntryRefused("you are not on the ladder")
        self._end_all(tx, writer, person, "left")

    def _end_all(self, tx: UnitOfWork, writer: LadderWriter, person: str, kind: str) -> None:
        """Let a person leave: what waits for an answer ends, and matches go on without a change of places."""
        for one in tx.challenge_ladders.open(writer.game):
            if person in (one.challenger, one.challenged):
                writer.end(one, "withdrawn" if one.challenger == person and one.match_id is None else "cancelled")
        writer.write("closed" if kind == "closed" else "left", person)

    def _challenge(self, tx: UnitOfWork, writer: LadderWriter, person: Person, other: str) -> None:
        facts = self._facts(tx, writer.game, person.id)
        if refusal := challenge_refusal(facts, person.id, other):
            raise EntryRefused(f"this challenge is not possible: {refusal}")
        mine, theirs = facts.place(person.id), facts.place(other)
        assert mine
        assert theirs
        line = writer.write("challenged", person.id, other)
        until = answer_by(writer.now, tx.vacations.intervals([other], writer.now).get(other, ()))
        tx.challenge_ladders.challenge(
            PlaceChallenge(
                writer.game, line.number, person.id, person.name, other, theirs.name, writer.now, until
            )
        )  # fmt: skip
        text = (
            f"{person.name}, who has place {mine.place} of {ladder_name(writer.game)}, challenges you for place "
            f"{theirs.place}. Accept or give way until {utc_time(until)}; else your places are swapped."
        )
        tx.notices.add(ladder_notice(writer.game, other, text, writer.now, by=person.id))

    def _accept(
        self, tx: UnitOfWork, writer: LadderWriter, challenge: PlaceChallenge, person: Person, tempo: str
    ) -> str:
        """Begin the match of a challenge; return its id."""
        both = {challenge.challenger, challenge.challenged}
        view = self._match(challenge, tempo, rated=not barred(tx, both, writer.now))
        view = self._matches.insert(tx, view)
        writer.write("accepted", challenge.challenged, challenge.challenger, view.id)
        tx.challenge_ladders.set_challenge(challenge, answer_by=None, match_id=view.id)
        text = f"{person.name} has accepted your challenge on {ladder_name(writer.game)}: the match has begun."
        tx.notices.add(ladder_notice(writer.game, challenge.challenger, text, writer.now, by=person.id))
        return view.id

    def _match(self, challenge: PlaceChallenge, tempo: str, *, rated: bool) -> MatchView:
        people = [
            SeatAssignment("person", challenge.challenger_name, challenge.challenger),
            SeatAssignment("person", challenge.challenged_name, challenge.challenged),
        ]
        people = people if secrets.randbelow(2) else people[::-1]
        game, clock = load(challenge.game), Clock.parse(tempo)
        seats = in_turn_order(game.initial(), people)
        return new_match(self._matches.now(), game.spec, seats, clock=clock, rated=rated)

    def _time_is_over(self, tx: UnitOfWork, writer: LadderWriter, challenge: PlaceChallenge) -> None:
        """Swap the places of a challenge that was not answered in time; vacation that began since prolongs it."""
        known = tx.vacations.intervals([challenge.challenged], challenge.made_at).get(challenge.challenged, ())
        until = answer_by(challenge.made_at, known)
        if until > writer.now:
            tx.challenge_ladders.set_challenge(challenge, answer_by=until)
        else:
            writer.end(challenge, "unanswered")

    def _sink(self, tx: UnitOfWork, writer: LadderWriter, place: LadderPlace) -> None:
        """Let an idle person sink a place, below the next one who is not idle."""
        table, now = tx.challenge_ladders, writer.now
        known = tx.vacations.intervals([place.person], now - SINK).get(place.person, ())
        later = sinks_later(now, known, busy(table.open(writer.game), place.person))
        if later is not None:
            table.set_times(writer.game, place.person, idle_at=later, sinks_at=later)
            return
        table.set_times(writer.game, place.person, sinks_at=now + SINK)
        below = next((one for one in table.places(writer.game) if one.place == place.place + 1), None)
        if below and below.idle_at > now:
            line = writer.write("sank", place.person, below.person)
            text = (
                f"You have not played on {ladder_name(writer.game)} for long, so {below.name} has moved up to place "
                f"{line.other_place}, and you have place {line.place}."
            )
            tx.notices.add(ladder_notice(writer.game, place.person, text, now))


def _waiting(tx: UnitOfWork, game: str, number: int, person: str, *, made: bool = False) -> PlaceChallenge:
    """Return the challenge of a number that waits for an answer, to a person or made by the person.

    Raises `NoSuchChallengeLadder` if there is none.
    """
    blocked = tx.challenge_ladders.blocked(game)  # they are withdrawn soon
    for one in tx.challenge_ladders.open(game):
        theirs = person == (one.challenger if made else one.challenged) and (made or one not in blocked)
        if one.number == number and one.match_id is None and theirs:
            return one
    raise NoSuchChallengeLadder("there is no such challenge any more: it was answered or withdrawn, or is not yours")


def _two_seats(name: str) -> Game:
    game = load(name)
    if game.seats != 2:
        raise NoSuchChallengeLadder(f"{game.name} has no challenge ladder: ladders are for games of two")
    return load(game.name)
