"""Tournaments in the database: who has entered, who would stand in, and the news.

Every transaction that changes a tournament first raises its revision, in the revision that it has seen: so each change
is made once, whichever process makes it, and what was read before stays true until the transaction ends.

Who has entered the tournaments of a database.

Who would play on for somebody who leaves a tournament: a waiting list, and those whom the organiser has asked.

What organisers have announced and decided in tournaments: lines that stay, which the pages show.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from typing import Literal, NamedTuple

from sqlalchemy import (
    Connection,
    Float,
    Integer,
    Select,
    and_,
    bindparam,
    case,
    exists,
    func,
    not_,
    or_,
    select,
)

from ludarium.site.ground.changes import TournamentChange
from ludarium.site.ground.mapping import Revised, Values
from ludarium.site.ground.prepared import Prepared
from ludarium.site.ground.table import is_of_game
from ludarium.site.ground.tables import (
    matches,
    people,
    tournament_boards,
    tournament_entries,
    tournament_news,
    tournament_waiting,
    tournaments,
)
from ludarium.site.ground.values import Interval
from ludarium.site.people.rows.people import name_mentions
from ludarium.site.tournaments.rows.values import State, StoredTournament, TournamentEntry

_tournament, _entered, _board = tournaments.c, tournament_entries.c, tournament_boards.c
_exhibitor = people.alias()
_RUNNING_ON = and_(_board.how.in_(("forfeit", "annulled")), matches.c.result == "*")
_UNDECIDED = and_(_board.how == "", matches.c.result != "*", _board.judged_turns.is_(None))


def _due() -> Select[tuple[str]]:
    """Return the tournaments in which there is something to do `now`: first those whose time has come."""
    now = bindparam("now", type_=Float)
    of_match = select(_board.tournament_id).join(matches, matches.c.id == _board.match_id)
    closed = (
        select(_entered.tournament_id)
        .join(people, people.c.id == _entered.person)
        .where(_entered.left_at.is_(None), people.c.closed_at.is_not(None))
    )
    is_failing = and_(_tournament.state == "running", _tournament.failing_since.is_not(None))
    is_open = or_(_tournament.id.in_(of_match.where(_UNDECIDED)), _tournament.id.in_(closed))
    something = or_(
        _tournament.due_at <= now,
        and_(_tournament.state == "running", is_open, not_(is_failing)),
        and_(_tournament.id.in_(of_match.where(_RUNNING_ON)), not_(is_failing)),
    )
    order = case((_tournament.due_at <= now, _tournament.due_at), (_tournament.state == "running", now))
    chosen = select(_tournament.id).where(something).order_by(order.nulls_last(), _tournament.id)
    return chosen.limit(bindparam("limit", type_=Integer))


_DUE = Prepared(_due())


class TournamentTable(
    Revised[StoredTournament],
    table=tournaments,
    value=StoredTournament,
    computed={
        "organiser_name": people.c.name,
        "exhibitor_name": func.coalesce(_exhibitor.c.name, ""),
        "entered": select(func.count())
        .where(_entered.tournament_id == _tournament.id, or_(_entered.bot.is_(None), not_(_tournament.by_site)))
        .scalar_subquery(),
    },
    joined=tournaments.join(people, people.c.id == _tournament.organiser).outerjoin(
        _exhibitor, _exhibitor.c.id == _tournament.exhibitor
    ),
    order=(_tournament.created_at, _tournament.id),
):
    """The tournaments of one database."""

    change = TournamentChange

    def in_state(self, states: Collection[State], limit: int, game: str = "") -> tuple[StoredTournament, ...]:
        """Return tournaments in these states, the next to begin first, or else the latest first; `game` is a name.

        Divisions of leagues are not among them.
        """
        order = _tournament.begins_at.asc() if "open" in states else _tournament.begun_at.desc().nulls_last()
        of_game = [is_of_game(_tournament.game, game)] if game else []
        return self.find(*of_game, state=states, league_id=None, order=(order, _tournament.id), limit=limit)

    def of_person(self, person_id: str, states: Collection[State]) -> tuple[StoredTournament, ...]:
        """Return the tournaments in these states that a person has entered and not left."""
        entered = exists().where(
            _entered.tournament_id == _tournament.id, _entered.person == person_id, _entered.left_at.is_(None)
        )
        return self.find(entered, state=states, order=(_tournament.begins_at, _tournament.id), limit=100)

    def organised_by(self, person_id: str, states: Collection[State], since: float = 0.0) -> int:
        """Return how many tournaments in these states a person has organised since a time."""
        return self.count(
            _tournament.created_at >= since, organiser=person_id, state=states, league_id=None, by_site=False
        )

    def find_published(self, game: str) -> str | None:
        """Return the id of the published tournament of a game that is there and not cancelled, or None.

        Until the transaction ends, no other one makes it.
        """
        self.lock(f"{game}, published")
        there = and_(_tournament.published, _tournament.state != "cancelled")
        return next(iter(self.pick(_tournament.id, there, game=game, order=(_tournament.created_at,), limit=1)), None)

    def of_league(self, league_id: str, season: int) -> tuple[StoredTournament, ...]:
        """Return the divisions of a season, the highest first."""
        return self.find(league_id=league_id, season=season, order=(_tournament.division, _tournament.id), limit=100)

    def due(self, now: float, limit: int) -> tuple[str, ...]:
        """Return the ids of tournaments in which there is something to do: first those whose time has come.

        In one that goes on and is failing, there is something to do when it is tried again, and not before.
        """
        with self.database.connect() as connection:
            return tuple(found for (found,) in _DUE.all(connection, {"now": now, "limit": limit}))


_entry = tournament_entries.c
_former = people.alias()


class TournamentEntryTable(
    Values[TournamentEntry],
    table=tournament_entries,
    value=TournamentEntry,
    computed={
        "person": _entry.player_id,
        "name": func.coalesce(_entry.bot_name, people.c.name),
        "closed_at": people.c.closed_at,
        "is_bot": or_(people.c.owner_id.is_not(None), _entry.bot.is_not(None)),
        "bot": func.coalesce(_entry.bot, ""),
        "former_name": func.coalesce(_former.c.name, ""),
    },
    joined=tournament_entries.outerjoin(people, people.c.id == _entry.person).outerjoin(
        _former, _former.c.id == _entry.former
    ),
    order=(_entry.place,),
):
    """Who has entered which tournament, in the order of entry."""

    def of(self, tournament_id: str) -> tuple[TournamentEntry, ...]:
        """Return who has entered."""
        return self.find(tournament_id=tournament_id)

    def enter(self, tournament_id: str, person_id: str, now: float, team: int | None = None) -> None:
        """Enter a person, after all others; in a team match for a team."""
        self._enter(tournament_id, TournamentEntry(person_id, "", 0, now, team=team), person=person_id)

    def enter_bot(self, tournament_id: str, entry: TournamentEntry) -> None:
        """Enter a bot of the site, after all others."""
        self._enter(tournament_id, entry, bot=entry.bot, bot_name=entry.name)

    def _enter(self, tournament_id: str, entry: TournamentEntry, **values: object) -> None:
        place = self.next(_entry.place, tournament_id=tournament_id)
        self.add(replace(entry, place=place), tournament_id=tournament_id, **values)

    def enter_all(self, tournament_id: str, entries: Sequence[TournamentEntry]) -> None:
        """Enter people with their seed numbers."""
        self.insert(*(self.row(one) | {"tournament_id": tournament_id, "person": one.person} for one in entries))

    def leave(self, tournament_id: str, ids: Collection[str]) -> None:
        """Remove players who leave before the start."""
        self.remove(tournament_id=tournament_id, player_id=ids)

    def set_left(self, tournament_id: str, ids: Collection[str], left_at: float | None) -> None:
        """Record when people have left a tournament that has begun; None if they have come back."""
        self.set(_entry.tournament_id == tournament_id, _entry.player_id.in_(ids), left_at=left_at)

    def replace(self, tournament_id: str, former: str, substitute: str) -> None:
        """Let somebody play from now on in the place of another one; when that one left is kept."""
        left = {"former_left": _entry.left_at, "left_at": None}
        self.set((tournament_id, former), player_id=substitute, person=substitute, former=former, **left)

    def number(self, tournament_id: str, numbered: Sequence[tuple[str, int]], first: int = 0) -> None:
        """Give seed numbers from `first` on to players, with their ratings, in this order."""
        for number, (person_id, rating) in enumerate(numbered, first):
            self.set((tournament_id, person_id), number=number, rating=rating)


_waits = tournament_waiting.c
_REASON = func.coalesce(_waits.reason, "")


class Waiting(NamedTuple):
    """A person who has offered to play on for anybody, or is asked to do it for a player, given by id as `asked`.

    The `reason` is what the organiser has written, and `declined_at` when the person has declined.
    """

    person: str
    name: str
    at: float
    asked: str | None = None
    reason: str = ""
    declined_at: float | None = None


class ExportedWaiting(NamedTuple):
    """What a person's export says of a waiting list: the names of the tournament and of the player in question."""

    tournament: str
    at: float
    asked_for: str | None
    reason: str
    declined_at: float | None


class TournamentWaitingTable(
    Values[Waiting],
    table=tournament_waiting,
    value=Waiting,
    computed={"name": people.c.name, "reason": _REASON},
    joined=tournament_waiting.join(people),
    order=(_waits.at, _waits.person),
):
    """The waiting lists of the tournaments of one database, those first who have waited longest."""

    def of(self, tournament_id: str, now: float) -> tuple[Waiting, ...]:
        """Return who waits or was asked; nobody who is suspended or has closed the account."""
        usable = func.coalesce(people.c.suspended_until, 0.0) <= now
        return self.find(people.c.closed_at.is_(None), usable, tournament_id=tournament_id)

    def of_person(self, person_id: str) -> tuple[ExportedWaiting, ...]:
        """Return where a person waits or was asked, the oldest first."""
        former = people.alias()
        columns = (tournaments.c.name, _waits.at, former.c.name, _REASON, _waits.declined_at)
        chosen = select(*columns).join(tournaments, tournaments.c.id == _waits.tournament_id)
        chosen = chosen.outerjoin(former, former.c.id == _waits.asked).where(_waits.person == person_id)
        with self.database.connect() as connection:
            return tuple(ExportedWaiting(*row) for row in connection.execute(chosen.order_by(_waits.at)))

    def wait(self, tournament_id: str, person_id: str, now: float, asked: str | None = None, reason: str = "") -> None:
        """Record that a person waits, or is asked to play on for a player for a reason."""
        values = {"at": now, "asked": asked, "reason": reason or None, "declined_at": None}
        self.put(tournament_id=tournament_id, person=person_id, **values)

    def withdraw(self, tournament_id: str, player_id: str) -> None:
        """Remove the requests to play on for a player; who has declined one stays known."""
        self.remove(tournament_id=tournament_id, asked=player_id, declined_at=None)


NewsKind = Literal[
    "announced", "disqualified", "reinstated", "substituted", "adjourned", "resumed", "changed", "corrected", "stopped",
    "bot-removed",
]  # fmt: skip
_line = tournament_news.c
_about = people.alias()


class NewsLine(NamedTuple):
    """A line: who did what when; `about` is the person whom it is about, and `until` when what has begun ends.

    A `text` names people by `mention` when it is written, and by their names when it is read.
    """

    at: float
    kind: NewsKind
    person: str
    name: str
    text: str = ""
    about: str | None = None
    about_name: str = ""
    until: float | None = None
    number: int = 0


_DISQUALIFIED = Prepared(
    select(_line.about, _line.kind)
    .where(_line.tournament_id == bindparam("of"), _line.kind.in_(("disqualified", "reinstated")))
    .order_by(_line.number)
)


class TournamentNewsTable(
    Values[NewsLine],
    table=tournament_news,
    value=NewsLine,
    computed={"name": people.c.name, "about_name": func.coalesce(_about.c.name, "")},
    joined=tournament_news.join(people, people.c.id == _line.person).outerjoin(_about, _about.c.id == _line.about),
    order=(_line.at,),
):
    """The news of the tournaments of one database, the oldest first."""

    def write(self, tournament_id: str, line: NewsLine) -> int:
        """Insert a line into the news of a tournament that is locked; return its number, from 1 on."""
        number = self.next(_line.number, first=1, tournament_id=tournament_id)
        self.add(line, tournament_id=tournament_id, number=number)
        return number

    def of(self, tournament_id: str, limit: int) -> tuple[NewsLine, ...]:
        """Return the last lines, the latest first."""
        return self.find(tournament_id=tournament_id, order=(_line.number.desc(),), limit=limit)

    def count_since(self, tournament_id: str, kind: NewsKind, since: float) -> int:
        """Return how many lines of a kind were written since a time."""
        return self.count(_line.at >= since, tournament_id=tournament_id, kind=kind)

    def disqualified(self, tournament_id: str) -> frozenset[str]:
        """Return the ids of all who are disqualified from a tournament: unless that was undone since."""
        with self.database.connect() as connection:
            last = dict(_DISQUALIFIED.all(connection, {"of": tournament_id}))
        return frozenset(person for person, kind in last.items() if person and kind == "disqualified")

    def is_disqualified(self, tournament_id: str, person_id: str) -> bool:
        """Return whether a person is disqualified from a tournament."""
        return person_id in self.disqualified(tournament_id)

    def removed_bots(self, tournament_id: str) -> frozenset[tuple[str, str]]:
        """Return the bots that the organiser has withdrawn: the id of the author of each, and its name."""
        removed = (_line.tournament_id == tournament_id, _line.kind == "bot-removed")
        return frozenset(self.pairs(_line.about, _line.text, *removed))

    def end_rest(self, tournament_id: str, now: float) -> None:
        """End an adjournment before its time."""
        rests = (_line.tournament_id == tournament_id, _line.kind == "adjourned", _line.until > now)
        self.set(*rests, until=now)

    def rests_of(self, match_id: str, since: float) -> tuple[Interval, ...]:
        """Return the adjournments of the tournament of a match that end after a time, in order."""
        board = tournament_boards.c
        found = select(_line.at, _line.until).join(
            tournament_boards, board.tournament_id == _line.tournament_id
        ).where(board.match_id == match_id, _line.kind == "adjourned", _line.until > since)  # fmt: skip
        with self.database.connect() as connection:
            return tuple((row.at, row.until) for row in connection.execute(found.order_by(_line.at)))

    def values_of(self, connection: Connection, rows: Iterable[Sequence[object]]) -> tuple[NewsLine, ...]:
        """Return the lines of rows, with the names of the people whom they mention."""
        found = super().values_of(connection, rows)
        texts = name_mentions(connection, [line.text for line in found])
        return tuple(line._replace(text=text) for line, text in zip(found, texts, strict=True))
