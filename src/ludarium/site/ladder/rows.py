"""The matches of the ladders: each is planned once, claimed by at most one worker, and rated once.

On the ladders are versions of published bots, and levels, each with what is believed of its strength.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from sqlalchemy import ColumnElement, and_, case, false, func, or_, select

from ludarium.site.ground.mapping import Part, Values
from ludarium.site.ground.tables import ladder_matches, ladder_players, people, workshop_bots

_match = ladder_matches.c
_IS_WAITING = _match.played_at.is_(None)


@dataclass(frozen=True, slots=True)
class LadderMatch:
    """A match of a ladder; the matches 1 and 2, 3 and 4, … are pairings, in which the seats are exchanged.

    | field            | content                                                                      |
    |------------------|------------------------------------------------------------------------------|
    | `first`          | the id of a player, who has the first seat in odd matches; `second` the other |
    | `tries`          | how often it was begun before                                                |
    | `played_at`      | when it was played, or given up; None before                                 |
    | `rated`          | its place among the rated matches of the game, from 1; None if it does not count |
    | `score`          | that of the first player: 1, 0.5 or 0                                        |
    | `first_mean`, …  | what is believed of both players after it                                    |
    | `failed_seat`    | the seat that could not go on; None if none                                  |
    | `by_machine`        | whether a limit of time, which is a guard, or a dead process has ended it    |
    | `made_by`        | the version of the software                                                  |
    | `known`          | how many matches of the game were rated when it was planned                  |
    | `among`          | who could play then, as `format_contenders` writes it; empty in the second   |
    """

    game: str
    number: int
    first: int
    second: int
    seed: int
    planned_at: float
    tries: int = 0
    played_at: float | None = None
    rated: int | None = None
    score: float | None = None
    first_mean: float | None = None
    first_deviation: float | None = None
    second_mean: float | None = None
    second_deviation: float | None = None
    ending: str = ""
    failed_seat: int | None = None
    by_machine: bool = False
    made_by: str = ""
    record: str = ""
    known: int = 0
    among: str = ""

    @property
    def exchanged(self) -> bool:
        """Whether it is the second match of its pairing."""
        return self.number % 2 == 0

    def score_of(self, player: int) -> float | None:
        """Return the score of one of its players; None if it does not count."""
        return None if self.score is None else self.score if player == self.first else 1 - self.score


class LadderMatches(Values[LadderMatch], table=ladder_matches, value=LadderMatch):
    """The matches of the ladders of one database."""

    def lock_all(self) -> None:
        """Let no other transaction plan, claim or rate a match before this one ends."""
        self.lock("all")

    def in_progress(self, now: float, lease: float) -> int:
        """Return how many matches are claimed."""
        return self.count(_IS_WAITING, ~_free(now, lease))

    def claim(self, worker: str, now: float, lease: float) -> LadderMatch | None:
        """Claim the match that was planned first, for a time; None if none waits. The ladders are locked meanwhile."""
        found = self.one(_IS_WAITING, _free(now, lease), order=(_match.planned_at, _match.game, _match.number))
        if found:
            self.set(self.is_row(found), claimed_by=worker, claim_expires_at=now + lease, tries=_match.tries + 1)
        return found

    def renew(self, match: LadderMatch, worker: str, until: float) -> None:
        """Prolong a claim that no other worker has taken over."""
        self.set(self.is_row(match), _match.claimed_by == worker, _IS_WAITING, claim_expires_at=until)

    def release(self, match: LadderMatch) -> None:
        """Release a claim; what was begun does not count as a try."""
        self.set(self.is_row(match), _IS_WAITING, claimed_by=None, claim_expires_at=0.0, tries=match.tries)

    def plan(self, matches: tuple[LadderMatch, ...]) -> None:
        """Insert matches that are to be played."""
        self.add(*matches, claim_expires_at=0.0)

    def finish(self, match: LadderMatch, **values: object) -> bool:
        """Store what happened in a match; return whether nobody had done so before."""
        return self.set(self.is_row(match), _IS_WAITING, **values) == 1

    def last_number(self, game: str) -> int:
        """Return the number of the last match that was planned, or 0."""
        return self.next(_match.number, first=1, game=game) - 1

    def last_rated(self, game: str) -> int:
        """Return how many matches of a game are rated."""
        return self.next(_match.rated, first=1, game=game) - 1

    def planned_at(self) -> dict[str, float]:
        """Return when a match was last planned, by game."""
        with self.database.connect() as connection:
            chosen = select(_match.game, func.max(_match.planned_at)).group_by(_match.game)
            return {row[0]: row[1] for row in connection.execute(chosen)}

    def pairings(self, game: str, limit: int) -> list[tuple[int, int]]:
        """Return the ids of the players of the last pairings, the latest last."""
        chosen = select(_match.first, _match.second).where(_match.game == game, _match.number % 2 == 1)
        with self.database.connect() as connection:
            rows = connection.execute(chosen.order_by(_match.number.desc()).limit(limit)).all()
        return [(first, second) for first, second in reversed(rows)]

    def planned(self, game: str, after: int, until: int) -> tuple[LadderMatch, ...]:
        """Return the first matches of the pairings that were planned while so many were rated, in their order."""
        first = and_(_match.known >= after, _match.known < until, _match.among != "")
        return self.find(first, game=game, order=(_match.number,), without="record")

    def played(self, game: str, after: int, limit: int) -> tuple[LadderMatch, ...]:
        """Return rated matches with their records, in the order in which they were rated, after a number of them."""
        return self.find(_match.rated > after, game=game, order=(_match.rated,), limit=limit)

    def of_player(self, player: int, limit: int, before: int | None = None) -> tuple[LadderMatch, ...]:
        """Return the latest matches of a player that were played, without records, the latest first."""
        ours = [or_(_match.first == player, _match.second == player), _match.played_at.is_not(None)]
        ours += [] if before is None else [_match.number < before]
        return self.find(*ours, order=(_match.number.desc(),), limit=limit, without="record")

    def latest(self, game: str, limit: int) -> tuple[LadderMatch, ...]:
        """Return the latest matches of a game that were played, without records, the latest first."""
        order = (_match.played_at.desc(), _match.number.desc())
        return self.find(_match.played_at.is_not(None), game=game, order=order, limit=limit, without="record")

    def scores(self, player: int) -> list[tuple[int, float, int]]:
        """Return the other player, the score against it and the number of matches, for each score that occurred."""
        found = []
        with self.database.connect() as connection:
            for own, other, sign in ((_match.first, _match.second, 1), (_match.second, _match.first, -1)):
                chosen = select(other, _match.score, func.count()).where(own == player, _match.score.is_not(None))
                for met, score, count in connection.execute(chosen.group_by(other, _match.score)):
                    found.append((met, score if sign > 0 else 1 - score, count))
        return found


def _free(now: float, lease: float) -> ColumnElement[bool]:
    """Return whether a match is not claimed; a claim that reaches further than a lease was made by a wrong clock."""
    return or_(_match.claim_expires_at < now, _match.claim_expires_at > now + lease)


_player, _bot = ladder_players.c, workshop_bots.c
_stays = people.c.closed_at.is_(None)
"""Whether the author's account is not closed; of a level, too."""


@dataclass(frozen=True, slots=True)
class LadderPlayer:
    """A player of a ladder.

    | field                      | content                                                                |
    |----------------------------|------------------------------------------------------------------------|
    | `level`                    | of a bot of ours; empty for one that a person has written              |
    | `spec`                     | of the level; else the id and the version of the bot, as in `ID/7`      |
    | `bot_id`                   | the bot that a person has written; None for a level, and if it was deleted |
    | `mean`, `deviation`        | what is believed of its strength                                       |
    | `failed`                   | matches in a row in which it has failed                                |
    | `rests_until`              | before which it does not play                                          |
    | `person`, `author`         | who has written it; empty for a level, and if it was deleted           |
    | `shown`                    | whether others may read its source                                     |
    | `published`                | the version of the bot that plays now                                  |

    Bots of closed accounts are neither shown nor published.
    """

    id: int
    game: str
    level: str
    spec: str
    name: str
    bot_id: str | None
    version: int | None
    entered_at: float
    mean: float
    deviation: float
    games: int = 0
    won: int = 0
    drawn: int = 0
    lost: int = 0
    failed: int = 0
    rests_until: float = 0.0
    person: str = ""
    author: str = ""
    shown: bool = False
    published: int | None = None

    @property
    def is_published(self) -> bool:
        """Whether it is the version of a bot that plays now."""
        return self.version is not None and self.version == self.published


def _later(own: float, of_bot: float | None) -> float:
    return max(own, of_bot or 0.0)


class LadderPlayers(
    Values[LadderPlayer],
    table=ladder_players,
    value=LadderPlayer,
    computed={
        "rests_until": Part(_later, {"own": _player.rests_until, "of_bot": _bot.rests_until}),
        "person": func.coalesce(people.c.id, ""),
        "author": func.coalesce(people.c.name, ""),
        "shown": func.coalesce(and_(_bot.shown, _stays), false()),
        "published": case((_stays, _bot.published)),
    },
    joined=ladder_players.outerjoin(workshop_bots, _bot.id == _player.bot_id).outerjoin(
        people, people.c.id == _bot.person
    ),
    order=(_player.id,),
):
    """The players of the ladders of one database, the oldest first."""

    def enter(self, player: LadderPlayer) -> LadderPlayer:
        """Insert a player who is new on a ladder, and return it with its id; the ladders are locked meanwhile."""
        number = self.next(_player.id, first=1)
        self.add(player, id=number, rests_until=0.0)
        found = self.load(number)
        assert found
        return found

    def all(self, ids: Collection[int]) -> dict[int, LadderPlayer]:
        """Return players by their ids."""
        return {player.id: player for player in self.find(id=ids)}

    def current(self, games: Collection[str]) -> tuple[LadderPlayer, ...]:
        """Return the levels that have ever played, and the versions that are published now, of some games."""
        return self.find(_stays, or_(_player.level != "", _player.version == _bot.published), game=games)

    def of_person(self, person_id: str) -> tuple[LadderPlayer, ...]:
        """Return the published bots of a person on all ladders."""
        return self.find(_bot.person == person_id, _stays, _player.version == _bot.published)
