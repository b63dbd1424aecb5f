"""Who is on the ladders: versions of published bots, and levels, each with what is believed of its strength."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from sqlalchemy import ColumnElement, RowMapping, and_, func, insert, or_, select, update

from ludarium.store.database import Repository
from ludarium.store.tables import ladder_players, people, workshop_bots

_row, _bot = ladder_players.c, workshop_bots.c
_stays = people.c.closed_at.is_(None)
"""Whether the author's account is not closed; of a level, too."""
_SAME = (
    "id", "game", "level", "spec", "name", "bot_id", "version", "entered_at", "mean", "deviation", "games", "won",
    "drawn", "lost", "failed",
)  # fmt: skip


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


class LadderPlayers(Repository):
    """The players of the ladders of one database."""

    def insert(self, player: LadderPlayer) -> LadderPlayer:
        """Insert a player who is new on a ladder, and return it with its id; the ladders are held meanwhile."""
        values = {name: getattr(player, name) for name in _SAME if name != "id"} | {"rests_until": 0.0}
        with self.database.begin() as connection:
            number = (connection.execute(select(func.max(_row.id))).scalar() or 0) + 1
            connection.execute(insert(ladder_players).values(id=number, **values))
        found = self.find(player.game, number)
        assert found
        return found

    def update(self, player_id: int, **values: Any) -> None:  # Any: fields of a row
        """Change fields of a player."""
        with self.database.begin() as connection:
            connection.execute(update(ladder_players).where(_row.id == player_id).values(**values))

    def find(self, game: str, player_id: int) -> LadderPlayer | None:
        """Return a player of a game's ladder, or None."""
        return next(iter(self._players(and_(_row.game == game, _row.id == player_id))), None)

    def all(self, ids: Collection[int]) -> dict[int, LadderPlayer]:
        """Return players by their ids."""
        return {player.id: player for player in self._players(_row.id.in_(ids))}

    def current(self, games: Collection[str]) -> tuple[LadderPlayer, ...]:
        """Return the levels that have ever played, and the versions that are published now, of some games."""
        return self._players(and_(_row.game.in_(games), _stays, or_(_row.level != "", _row.version == _bot.published)))

    def versions(self, bot_id: str) -> tuple[LadderPlayer, ...]:
        """Return the versions of a bot that have played, the oldest first."""
        return self._players(_row.bot_id == bot_id)

    def of_person(self, person_id: str) -> tuple[LadderPlayer, ...]:
        """Return the published bots of a person on all ladders."""
        return self._players(and_(_bot.person_id == person_id, _stays, _row.version == _bot.published))

    def _players(self, condition: ColumnElement[bool]) -> tuple[LadderPlayer, ...]:
        joined = ladder_players.outerjoin(workshop_bots, _bot.id == _row.bot_id)
        joined = joined.outerjoin(people, people.c.id == _bot.person_id)
        own = (_row[name] for name in (*_SAME, "rests_until"))
        more = (
            people.c.id.label("person"),
            people.c.name.label("author"),
            _bot.shown,
            _bot.published,
            _stays.label("stays"),
        )
        chosen = select(*own, *more, _bot.rests_until.label("bot_rests_until")).select_from(joined).where(condition)
        with self.database.connect() as connection:
            return tuple(_player(row) for row in connection.execute(chosen.order_by(_row.id)).mappings())


def _player(row: RowMapping) -> LadderPlayer:
    return LadderPlayer(
        **{name: row[name] for name in _SAME},
        rests_until=max(row["rests_until"], row["bot_rests_until"] or 0.0),
        person=row["person"] or "",
        author=row["author"] or "",
        shown=bool(row["shown"] and row["stays"]),
        published=row["published"] if row["stays"] else None,
    )
