"""Challenge ladders: one for each game of two, on which people play for places, by correspondence.

Whatever a person asks for is carried out in a transaction that first locks the ladder. A challenge that is not answered
in time, an idle person and a closed account are found in the database by time, and any process writes what follows,
once.
"""

import logging
from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from ludarium.core.game import Game
from ludarium.core.registry import load
from ludarium.site.act import Done, act
from ludarium.site.challenge_ladders.commands import (
    AcceptForPlace,
    AskedOfLadder,
    JoinLadder,
    LadderCommand,
    LadderWriter,
    NoSuchChallengeLadder,
    ladder_name,
    ladder_notice,
)
from ludarium.site.challenge_ladders.rows import LadderPlace, LogLine, PlaceChallenge
from ludarium.site.challenge_ladders.rules import SINK, answer_by, busy, challenge_refusal, sinks_later
from ludarium.site.ground.values import Person
from ludarium.site.match.transactions import Transactions
from ludarium.site.people.accounts import require_account
from ludarium.site.people.people import RequireUsable
from ludarium.site.repositories import UnitOfWork
from ludarium.site.worker import AT_ONCE, carry_out


class LadderRow(NamedTuple):
    """A place, why the person may not challenge for it (empty if they may), and whether its person is idle."""

    place: LadderPlace
    refusal: str
    is_idle: bool
    open: tuple[PlaceChallenge, ...]
    """The challenges for this place that are open."""


class LadderView(NamedTuple):
    """A challenge ladder as a person sees it.

    | field     | content                                                                   |
    |-----------|---------------------------------------------------------------------------|
    | `rows`    | all places, the first at first                                            |
    | `mine`    | the person's place, or None                                               |
    | `join`    | why the person may not join; empty if they may                            |
    | `received`, `made` | the open challenges to the person and by the person              |
    | `log`     | a page of the log, the latest first                                       |
    | `before`  | the number before which the next page of the log is; None at its end      |
    """

    game: str
    rows: tuple[LadderRow, ...]
    mine: LadderPlace | None
    join: str
    received: tuple[PlaceChallenge, ...]
    made: tuple[PlaceChallenge, ...]
    log: tuple[LogLine, ...]
    before: int | None
    now: float


PAGE = 50
"""Lines of the log on a page."""
_log = logging.getLogger(__name__)


class ChallengeLadders:
    """The challenge ladders of a site."""

    def __init__(self, matches: Transactions, require_usable: RequireUsable) -> None:
        self._matches, self._store = matches, matches.store
        self._require_usable = require_usable

    def act(self, person: Person | None, game: str, command: LadderCommand) -> Done:
        """Carry out a person's command on the ladder of a game.

        Raises `NoSuchChallengeLadder`, `NeedsAccount`, `Sanctioned`, and `Refusal` for what cannot be now.
        """
        loaded = _two_seats(game)
        account = require_account(person, "challenge ladders are for accounts: make one, or sign in first")
        self._require_usable(account)
        if isinstance(command, AcceptForPlace):
            loaded.initial()  # before anybody waits for the transaction
        now = self._matches.now()
        with self._store.write() as tx:
            writer = LadderWriter(tx, loaded.name, now)
            tx.place_challenges.lock(account.id)  # in several games at once they join one by one
            asked = AskedOfLadder(self._matches, tx, loaded.name, account, now, writer)
            return Done(command.done, loaded.name, act(command, asked))

    def view(self, person: Person | None, game: str, before: int | None = None) -> LadderView:
        """Return the ladder of a game as a person sees it, with the lines of its log before a number.

        Raises `NoSuchChallengeLadder`.
        """
        name = _two_seats(game).name
        asked = AskedOfLadder(self._matches, self._store, name, person, self._matches.now())
        facts = asked.facts
        log = self._store.ladder_log.before(name, before, PAGE + 1)
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
        join = JoinLadder().refusal(asked)
        following = log[PAGE - 1].number if len(log) > PAGE else None
        return LadderView(name, rows, mine, join, received, made, log[:PAGE], following, facts.now)

    def of_person(self, person: Person) -> tuple[LadderPlace, ...]:
        """Return the places of a person, by game."""
        return self._store.ladder_places.find(person=person.id)

    def open_of(self, person: Person) -> tuple[PlaceChallenge, ...]:
        """Return the open challenges by and to a person on all ladders."""
        return self._store.place_challenges.open_of(person.id)

    def sizes(self) -> Mapping[str, int]:
        """Return how many people are on each ladder that has some, by game."""
        return self._store.ladder_places.games()

    def first_places(self, most: int) -> Mapping[str, Sequence[LadderPlace]]:
        """Return the first places of each ladder that has some, by game."""
        found = defaultdict[str, list[LadderPlace]](list)
        for place in self._store.ladder_places.up_to(most):
            found[place.game].append(place)
        return found

    def work(self) -> int:
        """Carry out all that is due; return the number of steps that this process has made."""
        table = self._store.ladder_places
        return carry_out(lambda: table.due(self._matches.now(), AT_ONCE), self.step, _log, "challenge ladder")

    def step(self, game: str) -> bool:
        """Write what has become due on a ladder; return whether this process has changed something."""
        now = self._matches.now()
        with self._store.write() as tx:
            writer, table = LadderWriter(tx, game, now), tx.place_challenges
            places = tx.ladder_places.find(game=game)
            for place in places:
                if place.closed_at is not None:
                    writer.end_all(place.person, "closed")
            blocked = table.blocked(game)
            for challenge in blocked:
                writer.end(challenge, "withdrawn")
            late = [one for one in table.open(game) if one.answer_by is not None and one.answer_by <= now]
            for challenge in late:
                self._time_is_over(tx, writer, challenge)
            idle = [place for place in tx.ladder_places.find(game=game) if place.sinks_at <= now]
            for place in reversed(idle):  # the lowest first, so that nobody sinks below who sinks
                self._sink(tx, writer, place)
        return bool(blocked or late or idle or any(place.closed_at is not None for place in places))

    def _time_is_over(self, tx: UnitOfWork, writer: LadderWriter, challenge: PlaceChallenge) -> None:
        """Swap the places of a challenge that was not answered in time; vacation that began since prolongs it."""
        known = tx.vacations.intervals([challenge.challenged], challenge.made_at).get(challenge.challenged, ())
        until = answer_by(challenge.made_at, known)
        if until > writer.now:
            tx.place_challenges.set((challenge.game, challenge.number), answer_by=until)
        else:
            writer.end(challenge, "unanswered")

    def _sink(self, tx: UnitOfWork, writer: LadderWriter, place: LadderPlace) -> None:
        """Let an idle person sink a place, below the next one who is not idle."""
        table, now = tx.ladder_places, writer.now
        known = tx.vacations.intervals([place.person], now - SINK).get(place.person, ())
        later = sinks_later(now, known, busy(tx.place_challenges.open(writer.game), place.person))
        if later is not None:
            table.set((writer.game, place.person), idle_at=later, sinks_at=later)
            return
        table.set((writer.game, place.person), sinks_at=now + SINK)
        below = next((one for one in table.find(game=writer.game) if one.place == place.place + 1), None)
        if below and below.idle_at > now:
            line = writer.write("sank", place.person, below.person)
            text = (
                f"You have not played on {ladder_name(writer.game)} for long, so {below.name} has moved up to place "
                f"{line.other_place}, and you have place {line.place}."
            )
            tx.notices.add(ladder_notice(writer.game, place.person, text, now))


def _two_seats(name: str) -> Game:
    game = load(name)
    if game.seats != 2:
        raise NoSuchChallengeLadder(f"{game.name} has no challenge ladder: ladders are for games of two")
    return load(game.name)
