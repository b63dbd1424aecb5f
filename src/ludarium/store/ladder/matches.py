"""The matches of the ladders: each is planned once, claimed by at most one worker, and rated once."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import ColumnElement, and_, func, or_, select

from ludarium.store.mapping import Values
from ludarium.store.tables import ladder_matches

_row = ladder_matches.c
_IS_WAITING = _row.played_at.is_(None)


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
        found = self.one(_IS_WAITING, _free(now, lease), order=(_row.planned_at, _row.game, _row.number))
        if found:
            self.set(self.is_row(found), claimed_by=worker, claim_expires_at=now + lease, tries=_row.tries + 1)
        return found

    def renew(self, match: LadderMatch, worker: str, until: float) -> None:
        """Prolong a claim that no other worker has taken over."""
        self.set(self.is_row(match), _row.claimed_by == worker, _IS_WAITING, claim_expires_at=until)

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
        return self.next(_row.number, first=1, game=game) - 1

    def last_rated(self, game: str) -> int:
        """Return how many matches of a game are rated."""
        return self.next(_row.rated, first=1, game=game) - 1

    def planned_at(self) -> dict[str, float]:
        """Return when a match was last planned, by game."""
        with self.database.connect() as connection:
            chosen = select(_row.game, func.max(_row.planned_at)).group_by(_row.game)
            return {row[0]: row[1] for row in connection.execute(chosen)}

    def pairings(self, game: str, limit: int) -> list[tuple[int, int]]:
        """Return the ids of the players of the last pairings, the latest last."""
        chosen = select(_row.first, _row.second).where(_row.game == game, _row.number % 2 == 1)
        with self.database.connect() as connection:
            rows = connection.execute(chosen.order_by(_row.number.desc()).limit(limit)).all()
        return [(first, second) for first, second in reversed(rows)]

    def planned(self, game: str, after: int, until: int) -> tuple[LadderMatch, ...]:
        """Return the first matches of the pairings that were planned while so many were rated, in their order."""
        first = and_(_row.known >= after, _row.known < until, _row.among != "")
        return self.find(first, game=game, order=(_row.number,), without="record")

    def played(self, game: str, after: int, limit: int) -> tuple[LadderMatch, ...]:
        """Return rated matches with their records, in the order in which they were rated, after a number of them."""
        return self.find(_row.rated > after, game=game, order=(_row.rated,), limit=limit)

    def of_player(self, player: int, limit: int, before: int | None = None) -> tuple[LadderMatch, ...]:
        """Return the latest matches of a player that were played, without records, the latest first."""
        ours = [or_(_row.first == player, _row.second == player), _row.played_at.is_not(None)]
        ours += [] if before is None else [_row.number < before]
        return self.find(*ours, order=(_row.number.desc(),), limit=limit, without="record")

    def latest(self, game: str, limit: int) -> tuple[LadderMatch, ...]:
        """Return the latest matches of a game that were played, without records, the latest first."""
        order = (_row.played_at.desc(), _row.number.desc())
        return self.find(_row.played_at.is_not(None), game=game, order=order, limit=limit, without="record")

    def scores(self, player: int) -> list[tuple[int, float, int]]:
        """Return the other player, the score against it and the number of matches, for each score that occurred."""
        found = []
        with self.database.connect() as connection:
            for own, other, sign in ((_row.first, _row.second, 1), (_row.second, _row.first, -1)):
                chosen = select(other, _row.score, func.count()).where(own == player, _row.score.is_not(None))
                for met, score, count in connection.execute(chosen.group_by(other, _row.score)):
                    found.append((met, score if sign > 0 else 1 - score, count))
        return found


def _free(now: float, lease: float) -> ColumnElement[bool]:
    """Return whether a match is not claimed; a claim that reaches further than a lease was made by a wrong clock."""
    return or_(_row.claim_expires_at < now, _row.claim_expires_at > now + lease)
