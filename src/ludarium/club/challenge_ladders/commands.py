"""The commands about challenge ladders: guests and programs are on no ladder."""

import secrets
from dataclasses import dataclass

from ludarium.club.act import Command, Number
from ludarium.club.begin.new_match import in_turn_order, new_match
from ludarium.club.challenge_ladders.rules import (
    AGAIN,
    BACK,
    MOST_LADDERS,
    MOST_PLACES,
    LadderFacts,
    answer_by,
    challenge_refusal,
    read_tempo,
)
from ludarium.club.challenge_ladders.writing import LadderWriter, ladder_name, ladder_notice
from ludarium.club.match.transactions import Transactions
from ludarium.club.match.views import MatchView, SeatAssignment
from ludarium.club.people.accounts import has_account
from ludarium.club.people.people import Person
from ludarium.club.people.standing import barred
from ludarium.core.cached import cached_property
from ludarium.core.errors import LudariumError
from ludarium.core.registry import load
from ludarium.core.text import utc_time
from ludarium.match.clock import Clock
from ludarium.store.challenge_ladders.ladders import PlaceChallenge
from ludarium.store.repositories import Repositories


class NoSuchChallengeLadder(LudariumError):
    """A game has no challenge ladder, or a ladder has no such challenge that waits for this person."""

    status = 404
    kind = "no-challenge-ladder"


@dataclass(frozen=True)
class AskedOfLadder:
    """A person, or a stranger, who asks for something on the ladder of a game, which a writer has locked, if any."""

    matches: Transactions
    tables: Repositories
    game: str
    person: Person | None
    now: float
    locked: LadderWriter | None = None

    @property
    def account(self) -> Person:
        """The person, once it is known that they have an account."""
        assert self.person
        return self.person

    @property
    def writer(self) -> LadderWriter:
        """The writer of a ladder that is locked."""
        assert self.locked
        return self.locked

    @cached_property
    def facts(self) -> LadderFacts:
        """What decides whom the person may challenge."""
        tables, game, now, person = self.tables, self.game, self.now, self.person.id if self.person else ""
        places = tables.ladder_places.find(game=game)
        ids = [place.person for place in places]
        if person not in ids:
            return LadderFacts(places, tables.place_challenges.open(game), now)
        pairs = [pair for pair in tables.blocks.among(ids) if person in pair]
        away = tables.vacations.intervals(ids, now)
        return LadderFacts(
            places,
            tables.place_challenges.open(game),
            now,
            tables.place_challenges.played_since(game, person, now - AGAIN),
            frozenset(one for pair in pairs for one in pair if one != person),
            frozenset(one for one, own in away.items() if own[0][0] <= now),
            barred(tables, ids, now),
        )

    def waiting(self, number: int, *, made: bool = False) -> PlaceChallenge:
        """Return the challenge of a number that waits for an answer, to the person or made by them.

        Raises `NoSuchChallengeLadder` if there is none.
        """
        blocked = self.tables.place_challenges.blocked(self.game)  # they are withdrawn soon
        for one in self.tables.place_challenges.open(self.game):
            theirs = self.account.id == (one.challenger if made else one.challenged) and (made or one not in blocked)
            if one.number == number and one.match_id is None and theirs:
                return one
        raise NoSuchChallengeLadder(
            "there is no such challenge any more: it was answered or withdrawn, or is not yours"
        )


class LadderCommand(Command):
    """What is asked for on a ladder; `carry_out` returns the id of the match that has begun, if any."""


class JoinLadder(LadderCommand, tag="join"):
    """Take the last place of a ladder."""

    done = "You have the last place."

    def refusal(self, asked: AskedOfLadder) -> str:
        """Return why a person may not join a ladder."""
        tables, person = asked.tables, asked.person
        if person is None or not has_account(person):
            return "challenge ladders are for accounts: make one first"
        if person.is_bot:
            return "bots are on no challenge ladder"
        mine = tables.ladder_places.find(person=person.id)
        if any(place.game == asked.game for place in mine):
            return "you are on the ladder already"
        if len(mine) >= MOST_LADDERS:
            return f"you are on {MOST_LADDERS} ladders: leave one first"
        if barred(tables, [person.id], asked.now):
            return "you may not begin rated matches now"
        left_at = tables.ladder_log.left_at(asked.game, person.id)
        if left_at is not None and asked.now < left_at + BACK:
            return f"you have left the ladder, and can come back from {utc_time(left_at + BACK)} on"
        if len(tables.ladder_places.find(game=asked.game)) >= MOST_PLACES:
            return f"the ladder is full: it has {MOST_PLACES} places"
        return ""

    def carry_out(self, asked: AskedOfLadder) -> None:
        """Write that a person has joined."""
        asked.writer.write("joined", asked.account.id)


class LeaveLadder(LadderCommand, tag="leave"):
    """Give up one's place; matches that go on are played to their end, without a change of places."""

    done = "You have left the ladder."

    def refusal(self, asked: AskedOfLadder) -> str:
        """Return that a person has no place."""
        return "you are not on the ladder" if asked.writer.place(asked.account.id) is None else ""

    def carry_out(self, asked: AskedOfLadder) -> None:
        """End the challenges of a person, and their place."""
        asked.writer.end_all(asked.account.id, "left")


class ChallengePlace(LadderCommand, tag="challenge"):
    """Challenge a person, given by id, for their place."""

    done = "The challenge waits for an answer."
    person: str = ""

    def refusal(self, asked: AskedOfLadder) -> str:
        """Return why a person may not challenge another one."""
        refusal = challenge_refusal(asked.facts, asked.account.id, self.person)
        return refusal and f"this challenge is not possible: {refusal}"

    def carry_out(self, asked: AskedOfLadder) -> None:
        """Write the challenge, and tell the other one."""
        tables, writer, person, now = asked.tables, asked.writer, asked.account, asked.now
        mine, theirs = asked.facts.place(person.id), asked.facts.place(self.person)
        assert mine
        assert theirs
        line = writer.write("challenged", person.id, self.person)
        until = answer_by(now, tables.vacations.intervals([self.person], now).get(self.person, ()))
        tables.place_challenges.add(
            PlaceChallenge(
                asked.game, line.number, person.id, person.name, self.person, theirs.name, now, until
            )
        )  # fmt: skip
        text = (
            f"{person.name}, who has place {mine.place} of {ladder_name(asked.game)}, challenges you for place "
            f"{theirs.place}. Accept or give way until {utc_time(until)}; else your places are swapped."
        )
        tables.notices.add(ladder_notice(asked.game, self.person, text, now, by=person.id))


class AcceptForPlace(LadderCommand, tag="accept"):
    """Accept a challenge for one's place, given by its number: its match begins, at one of the ladder's `TEMPOS`."""

    done = "The match has begun."
    number: Number
    tempo: str = ""

    def carry_out(self, asked: AskedOfLadder) -> str:
        """Begin the match of a challenge."""
        tempo, challenge = read_tempo(self.tempo), asked.waiting(self.number)
        writer, person, both = asked.writer, asked.account, {challenge.challenger, challenge.challenged}
        match = _match(challenge, tempo, asked.now, rated=not barred(asked.tables, both, asked.now))
        view = asked.matches.insert(writer.tx, match)
        writer.write("accepted", challenge.challenged, challenge.challenger, view.id)
        asked.tables.place_challenges.set((challenge.game, challenge.number), answer_by=None, match_id=view.id)
        text = f"{person.name} has accepted your challenge on {ladder_name(asked.game)}: the match has begun."
        asked.tables.notices.add(ladder_notice(asked.game, challenge.challenger, text, asked.now, by=person.id))
        return view.id


class GiveWay(LadderCommand, tag="give-way"):
    """Give one's place to the challenger, without a match."""

    done = "The challenger has your place."
    number: Number

    def carry_out(self, asked: AskedOfLadder) -> None:
        """End the challenge."""
        asked.writer.end(asked.waiting(self.number), "gave-way")


class WithdrawFromPlace(LadderCommand, tag="withdraw"):
    """Withdraw one's own challenge, before it is answered."""

    done = "The challenge is withdrawn."
    number: Number

    def carry_out(self, asked: AskedOfLadder) -> None:
        """End the challenge."""
        asked.writer.end(asked.waiting(self.number, made=True), "withdrawn")


def _match(challenge: PlaceChallenge, tempo: str, now: float, *, rated: bool) -> MatchView:
    people = [
        SeatAssignment("person", challenge.challenger_name, challenge.challenger),
        SeatAssignment("person", challenge.challenged_name, challenge.challenged),
    ]
    people = people if secrets.randbelow(2) else people[::-1]
    game = load(challenge.game)
    return new_match(now, game.spec, in_turn_order(game.initial(), people), clock=Clock.parse(tempo), rated=rated)
