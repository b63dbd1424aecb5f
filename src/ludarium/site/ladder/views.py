"""The ladders as people see them: the table of a game, a player with its opponents and versions, and a match."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from typing import NamedTuple

from ludarium.core.errors import LudariumError
from ludarium.core.game import Game
from ludarium.core.registry import game_names, load
from ludarium.site.ladder.ladders import candidates, has_ladder, pairing_seed
from ludarium.site.ladder.rows import LadderMatch, LadderPlayer
from ludarium.site.ratings.ratings import SCALE, TARGET, is_uncertain
from ludarium.site.store import Store
from ludarium.tournament.ranking import RANKED
from ludarium.tournament.ratings import START

PAGE = 100
"""Rows of the table on a page."""
LATEST, RECENT = 10, 50
"""Matches on the page of a ladder, and of a player."""
_Z = 1.96
_HALF = 0.5


class NoSuchLadder(LudariumError):
    """There is no such player or match of a ladder."""

    status = 404
    kind = "no-ladder"


class LadderRating(NamedTuple):
    """The estimated strength, 1500 for a new player, and its interval, in which it lies with a chance of 95 %."""

    number: int
    low: int
    high: int


def ladder_rating(mean: float, deviation: float) -> LadderRating:
    """Return a rating as the ladder shows it.

    >>> ladder_rating(25.0, 25 / 3)
    LadderRating(number=1500, low=1108, high=1892)
    """
    middle, half = TARGET + SCALE * (mean - START.strength), _Z * SCALE * deviation
    return LadderRating(round(middle), round(middle - half), round(middle + half))


class LadderRow(NamedTuple):
    """A row of the table; `place` is 0 before enough matches are played."""

    place: int
    player: LadderPlayer
    rating: LadderRating
    resting: bool

    @property
    def waits(self) -> bool:
        """Whether too few matches are played for a place."""
        return not self.place

    @property
    def uncertainty(self) -> int:
        """How far the ends of the interval are from the estimate."""
        return self.rating.high - self.rating.number

    @property
    def is_provisional(self) -> bool:
        """Whether the rating is uncertain, as few matches are known: what it is at least is low then, and the place."""
        return self.player.games < RANKED or is_uncertain(self.player.deviation)


class PlayedMatch(NamedTuple):
    """A match with its players, and, where it is one of a player's, the score of that player."""

    match: LadderMatch
    first: LadderPlayer
    second: LadderPlayer
    score: float | None = None


class LadderView(NamedTuple):
    """The ladder of a game.

    | field      | content                                                           |
    |------------|-------------------------------------------------------------------|
    | `rows`     | those of a page, in the order of what their ratings are at least  |
    | `pages`    | how many pages there are                                          |
    | `written`  | how many bots of people are on the ladder                         |
    | `rated`    | how many matches count                                            |
    | `latest`   | the latest matches                                                |
    | `seed`     | from which the pairings follow                                    |
    | `is_on`    | whether this site plays matches of ladders                        |
    """

    game: Game
    rows: tuple[LadderRow, ...]
    page: int
    pages: int
    written: int
    rated: int
    latest: tuple[PlayedMatch, ...]
    seed: int
    is_on: bool


class Against(NamedTuple):
    """The results of a player against another one."""

    opponent: LadderPlayer
    won: int
    drawn: int
    lost: int


class PlayerView(NamedTuple):
    """A player of a ladder: its row, its opponents, its versions, and its latest matches before a number."""

    row: LadderRow
    against: tuple[Against, ...]
    versions: tuple[LadderRow, ...]
    matches: tuple[PlayedMatch, ...]
    earlier: int | None


class LadderViews:
    """The ladders as people see them; they are the same for everybody."""

    def __init__(self, store: Store, now: Callable[[], float], at_once: int) -> None:
        self._store, self._now, self._at_once = store, now, at_once

    def view(self, game: Game, page: int = 1) -> LadderView:
        """Return a page of the ladder of a game.

        Raises `NoSuchLadder` for a page that there is not.
        """
        found = self._standing(game)
        pages = max(1, -(-len(found) // PAGE))
        if not 1 <= page <= pages:
            raise NoSuchLadder(f"there is no such page of this ladder: expected 1 to {pages}")
        return LadderView(
            game,
            tuple(found[(page - 1) * PAGE : page * PAGE]),
            page,
            pages,
            sum(not row.player.level for row in found),
            self._store.ladder_matches.last_rated(game.name),
            self._named(self._store.ladder_matches.latest(game.name, LATEST)),
            pairing_seed(game.name),
            self._at_once > 0,
        )

    def player(self, game: Game, player_id: int, before: int | None = None) -> PlayerView:
        """Return a player, with the latest matches before a number.

        Raises `NoSuchLadder`.
        """
        player = self._store.ladder_players.one(game=game.name, id=player_id)
        if player is None:
            raise NoSuchLadder("there is no such player on this ladder")
        row = next((row for row in self._standing(game) if row.player.id == player.id), None)
        versions = self._store.ladder_players.find(bot_id=player.bot_id) if player.bot_id else ()
        matches = self._store.ladder_matches.of_player(player.id, RECENT + 1, before)
        shown = self._named(matches[:RECENT])
        return PlayerView(
            row or self._row(player),
            self._against(player),
            tuple(map(self._row, versions)),
            tuple(each._replace(score=each.match.score_of(player.id)) for each in shown),
            matches[RECENT - 1].number if len(matches) > RECENT else None,
        )

    def match(self, game: Game, number: int) -> PlayedMatch:
        """Return a match that was played, with its record.

        Raises `NoSuchLadder`.
        """
        found = self._store.ladder_matches.load((game.name, number))
        if found is None or found.played_at is None or not found.record:
            raise NoSuchLadder("there is no such match of this ladder, or it is not played yet")
        return self._named((found,))[0]

    def of_person(self, person_id: str) -> tuple[LadderRow, ...]:
        """Return the published bots of a person that have entered a ladder, with their places."""
        bots = self._store.ladder_players.of_person(person_id)
        games = {bot.game for bot in bots}.intersection(game_names())
        rows = {row.player.id: row for game in sorted(games) for row in self._standing(load(game))}
        return tuple(rows[bot.id] for bot in bots if bot.id in rows)

    def of_bot(self, bot_id: str, version: int | None) -> LadderRow | None:
        """Return a version of a bot on its ladder; None before it has entered, and if it does not play now."""
        found = next((one for one in self._store.ladder_players.find(bot_id=bot_id) if one.version == version), None)
        if found is None:
            return None
        return next((row for row in self._standing(load(found.game)) if row.player.id == found.id), None)

    def standing(self, game: Game) -> list[LadderRow]:
        """Return all rows of the ladder of a game, the best first; empty if it has none."""
        return self._standing(game) if has_ladder(game) else []

    def _standing(self, game: Game) -> list[LadderRow]:
        """Return all rows of the table of a game, in the order of what their ratings are at least.

        So who has played little is not above who is known to be strong, nor below who is known to be weak. What few
        matches say of those without a place puts nobody in an order: bots that people have written come first,
        then levels, the strongest first.
        """
        if not has_ladder(game):
            raise NoSuchLadder(f"{game.definition.title} has no ladder: nobody can win it against somebody else")
        now = self._now()
        known = {(one.level, one.spec): one for one in self._store.ladder_players.current([game.name])}
        entering = candidates(self._store.workshop.published(game.name), game, now)
        rows = [self._row(known.get((one.level, one.spec), one)) for one in entering]  # levels, the weakest first
        placed = [row for row in rows if row.player.games >= RANKED]
        placed.sort(key=lambda row: (-row.rating.low, row.player.id))
        begun = [row for row in rows if 0 < row.player.games < RANKED]
        written, levels = ([row for row in begun if bool(row.player.level) == ours] for ours in (False, True))
        new = [row for row in rows if not row.player.games]
        return [*(row._replace(place=n) for n, row in enumerate(placed, 1)), *written, *levels[::-1], *new]

    def _row(self, player: LadderPlayer) -> LadderRow:
        return LadderRow(0, player, ladder_rating(player.mean, player.deviation), player.rests_until > self._now())

    def _named(self, matches: Sequence[LadderMatch]) -> tuple[PlayedMatch, ...]:
        ids = {player for match in matches for player in (match.first, match.second)}
        players = self._store.ladder_players.all(ids)
        return tuple(PlayedMatch(match, players[match.first], players[match.second]) for match in matches)

    def _against(self, player: LadderPlayer) -> tuple[Against, ...]:
        counts = defaultdict[int, dict[float, int]](dict)
        for other, score, count in self._store.ladder_matches.scores(player.id):
            counts[other][score] = counts[other].get(score, 0) + count
        names = self._store.ladder_players.all(counts)
        found = [
            Against(names[other], by.get(1.0, 0), by.get(_HALF, 0), by.get(0.0, 0)) for other, by in counts.items()
        ]
        return tuple(sorted(found, key=lambda each: (-sum(each[1:]), each.opponent.id)))
