"""What organisers have announced and decided in tournaments: lines that stay, which the pages show."""

from typing import Literal, NamedTuple

from sqlalchemy import and_, func, insert, select, update

from ludarium.store.database import Repository
from ludarium.store.people.mentions import name_mentions
from ludarium.store.rows import Interval
from ludarium.store.tables import people, tournament_boards, tournament_news

NewsKind = Literal[
    "announced", "disqualified", "reinstated", "substituted", "adjourned", "resumed", "changed", "corrected", "stopped",
    "bot-removed",
]  # fmt: skip
_line = tournament_news.c


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


class TournamentNewsTable(Repository):
    """The news of the tournaments of one database."""

    def write(self, tournament_id: str, line: NewsLine) -> int:
        """Insert a line into the news of a tournament that is locked; return its number, from 1 on."""
        highest = select(func.coalesce(func.max(_line.number), 0)).where(_line.tournament_id == tournament_id)
        values = {"at": line.at, "kind": line.kind, "person_id": line.person, "text": line.text, "until": line.until}
        with self.database.begin() as connection:
            number: int = connection.execute(highest).scalar_one() + 1
            made = {"tournament_id": tournament_id, "number": number, "about_id": line.about, **values}
            connection.execute(insert(tournament_news).values(**made))
        return number

    def of(self, tournament_id: str, limit: int) -> tuple[NewsLine, ...]:
        """Return the last lines, the latest first."""
        about = people.alias()
        found = select(tournament_news, people.c.name, about.c.name.label("about_name"))
        found = found.join(people, people.c.id == _line.person_id)
        found = found.outerjoin(about, about.c.id == _line.about_id).where(_line.tournament_id == tournament_id)
        with self.database.connect() as connection:
            rows = connection.execute(found.order_by(_line.number.desc()).limit(limit)).mappings().all()
            texts = name_mentions(connection, [row["text"] for row in rows])
        return tuple(
            NewsLine(
                row["at"], row["kind"], row["person_id"], row["name"], text, row["about_id"],
                row["about_name"] or "", row["until"], row["number"],
            )
            for row, text in zip(rows, texts, strict=True)
        )  # fmt: skip

    def count(self, tournament_id: str, kind: NewsKind, since: float) -> int:
        """Return how many lines of a kind were written since a time."""
        chosen = and_(_line.tournament_id == tournament_id, _line.kind == kind, _line.at >= since)
        with self.database.connect() as connection:
            return connection.execute(select(func.count()).where(chosen)).scalar_one()

    def disqualified(self, tournament_id: str) -> frozenset[str]:
        """Return the ids of all who are disqualified from a tournament: unless that was undone since."""
        chosen = select(_line.about_id, _line.kind).where(
            _line.tournament_id == tournament_id, _line.kind.in_(("disqualified", "reinstated"))
        )
        with self.database.connect() as connection:
            last = {row.about_id: row.kind for row in connection.execute(chosen.order_by(_line.number))}
        return frozenset(person for person, kind in last.items() if kind == "disqualified")

    def is_disqualified(self, tournament_id: str, person_id: str) -> bool:
        """Return whether a person is disqualified from a tournament."""
        return person_id in self.disqualified(tournament_id)

    def removed_bots(self, tournament_id: str) -> frozenset[tuple[str, str]]:
        """Return the bots that the organiser has withdrawn: the id of the author of each, and its name."""
        chosen = and_(_line.tournament_id == tournament_id, _line.kind == "bot-removed")
        with self.database.connect() as connection:
            found = connection.execute(select(_line.about_id, _line.text).where(chosen))
            return frozenset((row.about_id, row.text) for row in found)

    def end_rest(self, tournament_id: str, now: float) -> None:
        """End an adjournment before its time."""
        chosen = and_(_line.tournament_id == tournament_id, _line.kind == "adjourned", _line.until > now)
        with self.database.begin() as connection:
            connection.execute(update(tournament_news).where(chosen).values(until=now))

    def rests_of(self, match_id: str, since: float) -> tuple[Interval, ...]:
        """Return the adjournments of the tournament of a match that end after a time, in order."""
        board = tournament_boards.c
        found = select(_line.at, _line.until).join(
            tournament_boards, board.tournament_id == _line.tournament_id
        ).where(board.match_id == match_id, _line.kind == "adjourned", _line.until > since)  # fmt: skip
        with self.database.connect() as connection:
            return tuple((row.at, row.until) for row in connection.execute(found.order_by(_line.at)))

    def said_by(self, person_id: str) -> tuple[NewsLine, ...]:
        """Return all lines that a person has written, the oldest first."""
        chosen = select(tournament_news).where(_line.person_id == person_id).order_by(_line.at)
        with self.database.connect() as connection:
            rows = connection.execute(chosen).mappings().all()
            texts = name_mentions(connection, [row["text"] for row in rows])
        return tuple(
            NewsLine(row["at"], row["kind"], person_id, "", text, until=row["until"])
            for row, text in zip(rows, texts, strict=True)
        )
