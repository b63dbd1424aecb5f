"""Who is on the ladders: versions of published bots, and levels, each with what is believed of its strength."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from sqlalchemy import and_, case, false, func, or_

from ludarium.store.mapping import Part, Values
from ludarium.store.tables import ladder_players, people, workshop_bots

_row, _bot = ladder_players.c, workshop_bots.c
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
        "rests_until": Part(_later, {"own": _row.rests_until, "of_bot": _bot.rests_until}),
        "person": func.coalesce(people.c.id, ""),
        "author": func.coalesce(people.c.name, ""),
        "shown": func.coalesce(and_(_bot.shown, _stays), false()),
        "published": case((_stays, _bot.published)),
    },
    joined=ladder_players.outerjoin(workshop_bots, _bot.id == _row.bot_id).outerjoin(
        people, people.c.id == _bot.person
    ),
    order=(_row.id,),
):
    """The players of the ladders of one database, the oldest first."""

    def enter(self, player: LadderPlayer) -> LadderPlayer:
        """Insert a player who is new on a ladder, and return it with its id; the ladders are locked meanwhile."""
        number = self.next(_row.id, first=1)
        self.add(player, id=number, rests_until=0.0)
        found = self.load(number)
        assert found
        return found

    def all(self, ids: Collection[int]) -> dict[int, LadderPlayer]:
        """Return players by their ids."""
        return {player.id: player for player in self.find(id=ids)}

    def current(self, games: Collection[str]) -> tuple[LadderPlayer, ...]:
        """Return the levels that have ever played, and the versions that are published now, of some games."""
        return self.find(_stays, or_(_row.level != "", _row.version == _bot.published), game=games)

    def of_person(self, person_id: str) -> tuple[LadderPlayer, ...]:
        """Return the published bots of a person on all ladders."""
        return self.find(_bot.person == person_id, _stays, _row.version == _bot.published)
