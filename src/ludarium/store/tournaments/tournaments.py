"""Tournaments in the database: who has entered, and the games with their results.

Every transaction that changes a tournament first raises its revision, in the revision that it has seen: so each change
is made once, whichever process makes it, and what was read before stays true until the transaction ends.
"""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

from sqlalchemy import ColumnElement, RowMapping, and_, delete, exists, func, insert, or_, select, update

from ludarium.store.conditions import is_of_game
from ludarium.store.database import Repository, lock
from ludarium.store.tables import matches, people, tournament_boards, tournament_entries, tournaments

State = Literal["open", "running", "over", "cancelled"]
_row, _entry, _board = tournaments.c, tournament_entries.c, tournament_boards.c
_SAME = (
    "id", "name", "game", "tempo", "kind", "rounds", "games", "rated", "computers", "most", "seed", "state", "revision",
    "created_at", "begins_at", "begun_at", "ended_at", "due_at", "league_id", "season", "division", "ends_at",
    "warned_at", "ties",
)  # fmt: skip
_BOARD = (
    "wave", "board", "round", "encounter", "first", "second", "match_id", "first_points", "second_points", "how",
    "first_seconds", "first_turns", "second_seconds", "second_turns", "judged_turns", "verdict", "section",
)  # fmt: skip
_RUNNING_ON = and_(_board.how.in_(("forfeit", "annulled")), matches.c.result == "*")
_UNDECIDED = and_(_board.how == "", matches.c.result != "*", _board.judged_turns.is_(None))


@dataclass(frozen=True, slots=True)
class StoredTournament:
    """A tournament.

    | field           | content                                                               |
    |-----------------|-----------------------------------------------------------------------|
    | `tempo`         | a clock                                                               |
    | `kind`          | `round-robin`, `swiss`, `knock-out` or `double-knock-out`             |
    | `games`         | of each encounter                                                     |
    | `computers`     | whether programs may take part                                        |
    | `most`          | players                                                               |
    | `seed`          | decides lots; it is published                                         |
    | `begins_at`     | when entry ends, unless the organiser begins before                   |
    | `due_at`        | when there is something to do, besides taking results                 |
    | `entered`       | how many have entered                                                 |
    | `league_id`     | of which it is a division in a season, from 1; divisions count from 0 |
    | `ends_at`       | when the matches of a division are adjudicated that go on             |
    | `warned_at`     | when their players heard that this time is near                       |
    | `ties`          | the names of the tie-breaks, with spaces; empty for the usual ones    |
    """

    id: str
    name: str
    game: str
    tempo: str
    kind: str
    organiser: str
    organiser_name: str
    created_at: float
    begins_at: float
    rounds: int = 1
    games: int = 1
    rated: bool = False
    computers: bool = False
    most: int = 8
    seed: int = 0
    state: State = "open"
    revision: int = 0
    begun_at: float | None = None
    ended_at: float | None = None
    due_at: float | None = None
    league_id: str | None = None
    season: int | None = None
    division: int | None = None
    ends_at: float | None = None
    warned_at: float | None = None
    ties: str = ""
    entered: int = 0


@dataclass(frozen=True, slots=True)
class TournamentEntry:
    """A player who has entered a tournament; `number` and `rating` are known once it has begun.

    `place` is the order of entry; `left_at` when they left a tournament that had begun, or closed their account;
    `bye_round` the round, from 0, in which they do not play, as they have asked; `former` who has left the division in
    whose place they play.
    """

    person: str
    name: str
    place: int
    entered_at: float
    number: int | None = None
    rating: int | None = None
    left_at: float | None = None
    closed_at: float | None = None
    is_bot: bool = False
    bye_round: int | None = None
    former: str | None = None
    former_name: str = ""

    @property
    def is_absent(self) -> bool:
        """Whether the player has left."""
        return self.left_at is not None or self.closed_at is not None


class StoredBoard(NamedTuple):
    """A game or a bye of a wave; `first` has the first turn. `result` is that of its match, `*` while it goes on.

    The seconds that the turns of its players took, and how many they were, are known when it is decided. One that went
    on when a season ended has the turns that its match had then, and once it is decided how the `verdict` was found.
    The `section` is the part of the bracket of a double elimination.
    """

    wave: int
    board: int
    round: int
    encounter: int
    first: int
    second: int | None
    match_id: str | None = None
    first_points: float | None = None
    second_points: float | None = None
    how: str = ""
    first_seconds: float | None = None
    first_turns: int | None = None
    second_seconds: float | None = None
    second_turns: int | None = None
    judged_turns: int | None = None
    verdict: str | None = None
    section: str = ""
    result: str = "*"
    ending: str = ""
    match_number: int | None = None


class TournamentTable(Repository):
    """The tournaments of one database."""

    def insert(self, made: StoredTournament) -> None:
        """Insert a tournament."""
        values = {name: getattr(made, name) for name in _SAME} | {"organiser_id": made.organiser}
        with self.database.begin() as connection:
            connection.execute(insert(tournaments).values(**values))

    def load(self, tournament_id: str) -> StoredTournament | None:
        """Return the tournament of an id, or None."""
        found = self._find(_row.id == tournament_id, limit=1) if tournament_id.isprintable() else ()
        return found[0] if found else None

    def in_state(self, states: Collection[State], limit: int, game: str = "") -> tuple[StoredTournament, ...]:
        """Return tournaments in these states, the next to begin first, or else the latest first; `game` is a name.

        Divisions of leagues are not among them.
        """
        chosen = and_(_row.state.in_(states), _row.league_id.is_(None))
        if game:
            chosen = and_(chosen, is_of_game(_row.game, game))
        order = _row.begins_at.asc() if "open" in states else _row.begun_at.desc().nulls_last()
        return self._find(chosen, order, limit=limit)

    def of_person(self, person_id: str, states: Collection[State]) -> tuple[StoredTournament, ...]:
        """Return the tournaments in these states that a person has entered and not left."""
        entered = exists().where(
            _entry.tournament_id == _row.id, _entry.person_id == person_id, _entry.left_at.is_(None)
        )
        return self._find(and_(_row.state.in_(states), entered), _row.begins_at, limit=100)

    def organised_by(self, person_id: str, states: Collection[State], since: float = 0.0) -> int:
        """Return how many tournaments in these states a person has organised since a time."""
        chosen = select(func.count()).where(
            _row.organiser_id == person_id, _row.state.in_(states), _row.created_at >= since, _row.league_id.is_(None)
        )
        with self.database.connect() as connection:
            return connection.execute(chosen).scalar_one()

    def of_league(self, league_id: str, season: int) -> tuple[StoredTournament, ...]:
        """Return the divisions of a season, the highest first."""
        return self._find(and_(_row.league_id == league_id, _row.season == season), _row.division, limit=100)

    def due(self, now: float, limit: int) -> tuple[str, ...]:
        """Return the ids of tournaments in which there is something to do."""
        of_match = select(_board.tournament_id).join(matches, matches.c.id == _board.match_id)
        closed = (
            select(_entry.tournament_id)
            .join(people, people.c.id == _entry.person_id)
            .where(_entry.left_at.is_(None), people.c.closed_at.is_not(None))
        )
        something = or_(
            _row.due_at <= now,
            and_(_row.state == "running", _row.id.in_(of_match.where(_UNDECIDED))),
            and_(_row.state == "running", _row.id.in_(closed)),
            _row.id.in_(of_match.where(_RUNNING_ON)),
        )
        with self.database.connect() as connection:
            found = select(_row.id).where(something).order_by(_row.due_at.nulls_last(), _row.id).limit(limit)
            return tuple(connection.execute(found).scalars())

    def hold(self, tournament_id: str, revision: int, **values: Any) -> bool:  # Any: the columns that change
        """Change a tournament, and hold it until the transaction ends; return False if it has changed meanwhile."""
        seen = and_(_row.id == tournament_id, _row.revision == revision)
        with self.database.begin() as connection:
            changed = update(tournaments).where(seen).values(revision=revision + 1, **values)
            return connection.execute(changed).rowcount == 1

    def touch(self, tournament_id: str) -> None:
        """Count a change of a tournament, and hold it until the transaction ends."""
        with self.database.begin() as connection:
            changed = update(tournaments).where(_row.id == tournament_id)
            connection.execute(changed.values(revision=_row.revision + 1))

    def hold_person(self, person_id: str) -> None:
        """Lock the tournaments of a person until the transaction ends."""
        with self.database.begin() as connection:
            lock(connection, f"tournaments of {person_id}")

    def set_due(self, tournament_id: str, due_at: float | None, **values: Any) -> None:  # Any: the columns that change
        """Change a tournament that is held, and when there is something to do."""
        with self.database.begin() as connection:
            connection.execute(update(tournaments).where(_row.id == tournament_id).values(due_at=due_at, **values))

    def entries(self, tournament_id: str) -> tuple[TournamentEntry, ...]:
        """Return who has entered, in the order of entry."""
        names = ("place", "entered_at", "number", "rating", "left_at", "bye_round")
        former = people.alias()
        columns = (people.c.name, people.c.closed_at, people.c.owner_id, former.c.name.label("former_name"))
        chosen = select(tournament_entries, *columns).join(people, people.c.id == _entry.person_id)
        chosen = chosen.outerjoin(former, former.c.id == _entry.former_id)
        chosen = chosen.where(_entry.tournament_id == tournament_id).order_by(_entry.place)
        with self.database.connect() as connection:
            return tuple(
                TournamentEntry(
                    row["person_id"],
                    row["name"],
                    closed_at=row["closed_at"],
                    is_bot=row["owner_id"] is not None,
                    former=row["former_id"],
                    former_name=row["former_name"] or "",
                    **{name: row[name] for name in names},
                )
                for row in connection.execute(chosen).mappings()
            )

    def enter(self, tournament_id: str, person_id: str, now: float) -> None:
        """Enter a person, after all others."""
        places = select(func.coalesce(func.max(_entry.place) + 1, 0)).where(_entry.tournament_id == tournament_id)
        with self.database.begin() as connection:
            place = connection.execute(places).scalar_one()
            values = {"tournament_id": tournament_id, "person_id": person_id, "place": place, "entered_at": now}
            connection.execute(insert(tournament_entries).values(**values))

    def add_entries(self, tournament_id: str, entries: Sequence[TournamentEntry]) -> None:
        """Enter people with their seed numbers."""
        names = ("place", "entered_at", "number", "rating")
        rows = [
            {"tournament_id": tournament_id, "person_id": one.person, **{name: getattr(one, name) for name in names}}
            for one in entries
        ]
        with self.database.begin() as connection:
            connection.execute(insert(tournament_entries), rows)

    def remove(self, tournament_id: str, ids: Collection[str]) -> None:
        """Remove people who leave before the start."""
        with self.database.begin() as connection:
            connection.execute(
                delete(tournament_entries).where(_entry.tournament_id == tournament_id, _entry.person_id.in_(ids))
            )

    def set_left(self, tournament_id: str, ids: Collection[str], left_at: float | None) -> None:
        """Record when people have left a tournament that has begun; None if they have come back."""
        theirs = and_(_entry.tournament_id == tournament_id, _entry.person_id.in_(ids))
        with self.database.begin() as connection:
            connection.execute(update(tournament_entries).where(theirs).values(left_at=left_at))

    def set_bye(self, tournament_id: str, person_id: str, number: int | None) -> None:
        """Record the round in which a person does not play, as they have asked; None for no such round."""
        theirs = and_(_entry.tournament_id == tournament_id, _entry.person_id == person_id)
        with self.database.begin() as connection:
            connection.execute(update(tournament_entries).where(theirs).values(bye_round=number))

    def replace(self, tournament_id: str, former: str, substitute: str) -> None:
        """Let somebody play from now on in the place of who has left."""
        theirs = and_(_entry.tournament_id == tournament_id, _entry.person_id == former)
        with self.database.begin() as connection:
            values = {"person_id": substitute, "former_id": former, "left_at": None}
            connection.execute(update(tournament_entries).where(theirs).values(**values))

    def number(self, tournament_id: str, numbered: Sequence[tuple[str, int]]) -> None:
        """Give seed numbers from 0 to people, with their ratings, in this order."""
        with self.database.begin() as connection:
            for number, (person_id, rating) in enumerate(numbered):
                theirs = and_(_entry.tournament_id == tournament_id, _entry.person_id == person_id)
                connection.execute(update(tournament_entries).where(theirs).values(number=number, rating=rating))

    def boards(self, tournament_id: str) -> tuple[StoredBoard, ...]:
        """Return the games and byes of a tournament, wave by wave, with the results of their matches."""
        columns = [_board[name] for name in _BOARD]
        chosen = select(*columns, matches.c.result, matches.c.ending, matches.c.number).outerjoin(
            matches, matches.c.id == _board.match_id
        )
        chosen = chosen.where(_board.tournament_id == tournament_id).order_by(_board.wave, _board.board)
        with self.database.connect() as connection:
            return tuple(
                StoredBoard(
                    result=row["result"] or "*",
                    ending=row["ending"] or "",
                    match_number=row["number"],
                    **{name: row[name] for name in _BOARD},
                )
                for row in connection.execute(chosen).mappings()
            )

    def add_boards(self, tournament_id: str, boards: Sequence[StoredBoard]) -> None:
        """Insert the games and byes of a wave."""
        with self.database.begin() as connection:
            connection.execute(
                insert(tournament_boards), [_values(board) | {"tournament_id": tournament_id} for board in boards]
            )

    def set_boards(self, tournament_id: str, boards: Sequence[StoredBoard]) -> None:
        """Store the matches and the points of games."""
        with self.database.begin() as connection:
            for board in boards:
                this = and_(
                    _board.tournament_id == tournament_id, _board.wave == board.wave, _board.board == board.board
                )
                connection.execute(update(tournament_boards).where(this).values(**_values(board)))

    def of_match(self, match_id: str) -> tuple[str, str] | None:
        """Return the id and the name of the tournament to which a match belongs, or None."""
        chosen = select(_row.id, _row.name).join(tournament_boards, _board.tournament_id == _row.id)
        with self.database.connect() as connection:
            row = connection.execute(chosen.where(_board.match_id == match_id)).first()
            return (row[0], row[1]) if row else None

    def _find(
        self, chosen: ColumnElement[bool], order: ColumnElement[Any] | None = None, *, limit: int
    ) -> tuple[StoredTournament, ...]:
        entered = select(func.count()).where(_entry.tournament_id == _row.id).scalar_subquery().label("entered")
        found = select(tournaments, people.c.name.label("organiser_name"), entered)
        found = found.join(people, people.c.id == _row.organiser_id).where(chosen)
        found = found.order_by(_row.created_at if order is None else order, _row.id).limit(limit)
        with self.database.connect() as connection:
            return tuple(_tournament(row) for row in connection.execute(found).mappings())


def _tournament(row: RowMapping) -> StoredTournament:
    return StoredTournament(
        organiser=row["organiser_id"],
        organiser_name=row["organiser_name"],
        entered=row["entered"],
        **{name: row[name] for name in _SAME},
    )


def _values(board: StoredBoard) -> dict[str, object]:
    return {name: getattr(board, name) for name in _BOARD}


def waves_of(boards: Sequence[StoredBoard]) -> Mapping[int, list[StoredBoard]]:
    """Return the games by their waves."""
    found = defaultdict[int, list[StoredBoard]](list)
    for board in boards:
        found[board.wave].append(board)
    return found
