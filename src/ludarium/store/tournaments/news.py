"""What organisers have announced and decided in tournaments: lines that stay, which the pages show."""

from collections.abc import Iterable, Sequence
from typing import Literal, NamedTuple

from sqlalchemy import Connection, func, select

from ludarium.store.mapping import Values
from ludarium.store.people.names import name_mentions
from ludarium.store.rows import Interval
from ludarium.store.tables import people, tournament_boards, tournament_news

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
        lines = (_line.tournament_id == tournament_id, _line.kind.in_(("disqualified", "reinstated")))
        last = dict(self.pairs(_line.about, _line.kind, *lines, order=(_line.number,)))
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
