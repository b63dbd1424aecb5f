"""The commands about challenge ladders, on which are no guests and no programs.

Each change is a line of its log, with the places that follow, in one transaction.

A match on a ladder changes places in the transaction that stores its end, see `settle_match`.
"""

import secrets
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ludarium.core.cached import cached_property
from ludarium.core.errors import LudariumError
from ludarium.core.registry import load
from ludarium.core.text import time_mark
from ludarium.match.clock import Clock
from ludarium.site.act import Command, Number
from ludarium.site.begin.new_match import in_turn_order, new_match
from ludarium.site.challenge_ladders.rows import LadderPlace, LogLine, PlaceChallenge
from ludarium.site.challenge_ladders.rules import (
    AGAIN,
    BACK,
    IDLE,
    MOST_LADDERS,
    MOST_PLACES,
    LadderFacts,
    answer_by,
    challenge_refusal,
    read_tempo,
)
from ludarium.site.ground.values import Person, SeatAssignment
from ludarium.site.match.changes import SavedChange
from ludarium.site.match.transactions import Transactions
from ludarium.site.match.views import MatchView
from ludarium.site.notices.rows.notices import TOURNAMENT, Notice
from ludarium.site.people.accounts import has_account
from ludarium.site.people.standing import barred
from ludarium.site.repositories import Repositories, UnitOfWork
from ludarium.tournament.challenge_ladder import LEAVES, LadderChange, LadderEvent, after


class LadderWriter:
    """The changes of a ladder that one transaction makes, which locks it."""

    def __init__(self, tx: UnitOfWork, game: str, now: float) -> None:
        tx.ladder_places.lock(game)
        self.tx, self.game, self.now = tx, game, now
        self._order: Sequence[str] = [place.person for place in tx.ladder_places.find(game=game)]

    def place(self, person: str) -> int | None:
        """Return the place of a person, from 1, or None."""
        return self._order.index(person) + 1 if person in self._order else None

    def write(self, kind: LadderEvent, person: str, other: str | None = None, match_id: str | None = None) -> LogLine:
        """Write an event and what follows from it for all places; return its line."""
        before, self._order = self._order, after(self._order, LadderChange(kind, person, other))
        if kind == "joined":
            idle_at = self.now + IDLE
            place = LadderPlace(self.game, person, "", len(self._order), self.now, idle_at, sinks_at=idle_at)
            self.tx.ladder_places.add(place)
        if kind in LEAVES:
            self.tx.ladder_places.remove((self.game, person))
        there = {one: place for place, one in enumerate(before)}
        moved = {one: place + 1 for place, one in enumerate(self._order) if there.get(one, place) != place}
        self.tx.ladder_places.set_places(self.game, moved)
        line = LogLine(
            self.tx.ladder_log.next_number(self.game), self.now, kind, person, "", other, None, match_id,
            self.place(person), self.place(other) if other else None,
        )  # fmt: skip
        self.tx.ladder_log.add(line, game=self.game)
        return line

    def end(self, challenge: PlaceChallenge, outcome: LadderEvent) -> None:
        """End a challenge: write its outcome, let those who have played be idle later, and tell them."""
        line = self.write(outcome, challenge.challenger, challenge.challenged, challenge.match_id)
        key = challenge.game, challenge.number
        self.tx.place_challenges.set(key, ended_at=self.now, answer_by=None, outcome=outcome)
        played = outcome not in ("withdrawn", "cancelled")
        for person in (challenge.challenger, challenge.challenged):
            if played and not (outcome == "unanswered" and person == challenge.challenged):
                self.tx.ladder_places.set((self.game, person), idle_at=self.now + IDLE, sinks_at=self.now + IDLE)
        for person, text in result_texts(self.game, challenge, line):
            self.tx.notices.add(ladder_notice(self.game, person, text, self.now))

    def end_all(self, person: str, event: LadderEvent) -> None:
        """Let a person leave: what waits for an answer ends, and matches go on without a change of places."""
        for one in self.tx.place_challenges.open(self.game):
            if person in (one.challenger, one.challenged):
                self.end(one, "withdrawn" if one.challenger == person and one.match_id is None else "cancelled")
        self.write(event, person)


def settle_match(tx: UnitOfWork, change: SavedChange) -> None:
    """Change the places of a ladder by a change that ends the match of a challenge; others change nothing."""
    view, payoffs = change.new, change.new.match.payoffs
    found = tx.place_challenges.of_match(view.id) if change.ends else None
    if found is None or payoffs is None:
        return
    writer = LadderWriter(tx, found.game, view.updated_at)
    if tx.place_challenges.of_match(view.id) is None:  # it ended before the ladder was locked, as somebody left
        return
    got = {seat.person: payoffs[number] for number, seat in enumerate(view.seats)}
    won = got.get(found.challenger, 0.0) > got.get(found.challenged, 0.0)
    writer.end(found, "won" if won else "defended")


def challenge_ladder_path(game: str) -> str:
    """Return the page of the challenge ladder of a game."""
    return f"/games/{game}/challenge-ladder"


def ladder_notice(game: str, person: str, text: str, now: float, by: str | None = None) -> Notice:
    """Return the notice of a sentence about a ladder."""
    data = {"title": "Challenge ladder", "text": text}
    return Notice(person, TOURNAMENT, challenge_ladder_path(game), now, by=by, data=data)


def ladder_name(game: str) -> str:
    """Return the name of a ladder.

    >>> ladder_name("vortex")
    'the Vortex challenge ladder'
    """
    return f"the {load(game).definition.title} challenge ladder"


def result_texts(game: str, challenge: PlaceChallenge, line: LogLine) -> Iterator[tuple[str, str]]:
    """Yield who hears how a challenge has ended, and the sentence."""
    one, other, ladder = challenge.challenger_name, challenge.challenged_name, ladder_name(game)
    won = {
        "won": (f"You won your challenge to {other}", f"{one} won the challenge to you"),
        "defended": (f"You did not win your challenge to {other}", f"You defended your place against {one}"),
        "gave-way": (f"{other} gave way to your challenge", f"You gave way to {one}"),
        "unanswered": (f"{other} did not answer your challenge in time", f"You did not answer the challenge by {one}"),
        "withdrawn": ("", f"{one} has withdrawn the challenge to you"),
        "cancelled": (f"Your challenge to {other} has ended", f"The challenge by {one} has ended"),
    }[line.kind]
    sides = ((challenge.challenger, line.place), (challenge.challenged, line.other_place))
    for (person, place), text in zip(sides, won, strict=True):
        if text and place:
            yield person, f"{text}. You have place {place} of {ladder}."


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
            again = tables.times_of(person.id)(left_at + BACK)
            return f"you have left the ladder, and can come back from {again} on"
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
            f"{theirs.place}. Accept or give way until {time_mark(until)}; else your places are swapped."
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
