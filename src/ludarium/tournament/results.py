"""The results of a tournament, computed once for the report, the tables and the terminal."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from itertools import groupby, product
from typing import NamedTuple, Protocol

from ludarium.core.arguments import check_choice
from ludarium.core.extras import extra
from ludarium.core.html import section, table
from ludarium.core.text import counted
from ludarium.players.external.specs import spec_of
from ludarium.scenes.charts import BarValue, bars, lines
from ludarium.tournament.config import TournamentConfig
from ludarium.tournament.pairing import Pairing
from ludarium.tournament.ratings import START, Rating, rate_games
from ludarium.tournament.series import Score
from ludarium.tournament.side_by_side import GameResult, count_forfeits, forfeiting_player

_MOST_CURVES = 8
"""The maximum number of players whose ratings are drawn in a notebook."""


class PlayerResult(NamedTuple):
    """A player's row of the standings.

    | field | content |
    | --- | --- |
    | `rank` | place, from 1 |
    | `name`, `bot` | the player's name and spec |
    | `score` | games won, drawn and lost, and points |
    | `rating` | strength after the last game |
    | `byes` | rounds won without a game; not part of `score` |
    | `forfeits` | games lost by a forfeit or on time |
    | `seconds` | thinking time in each game |
    """

    rank: int
    name: str
    bot: str
    score: Score
    rating: Rating
    byes: int
    forfeits: int
    seconds: tuple[float, ...]


class Played(Protocol):
    """The interface of a tournament of which results are computed."""

    config: TournamentConfig
    byes: list[Pairing]

    def played(self) -> Iterator[tuple[Pairing, GameResult]]:
        """Yield the games that were played, with their pairings."""

    def standings(self, place: int | None = None) -> list[Score]:
        """Return the scores of the players, best first; of one game, if there are several, by its place."""

    def parts(self, result: GameResult) -> tuple[float, ...]:
        """Return what each seat gets for a game."""


@dataclass(frozen=True)
class Results:
    """The results of a tournament, finished or not.

    | field | content |
    | --- | --- |
    | `config` | the tournament's configuration |
    | `games` | the finished games with their pairings, by number |
    | `byes` | the byes |
    | `players` | a row for each player, best first |
    | `cross_table` | points of one player in games with another, and the number of these games |
    | `forfeits` | games lost outside the rules, by player and cause |
    | `rating_changes` | the players' ratings after each game of `games`, by seat |
    | `tables` | in a tournament of several games the scores in each that was drawn, best first, by its spec |
    """

    config: TournamentConfig
    games: Sequence[tuple[Pairing, GameResult]]
    byes: Sequence[Pairing]
    players: Sequence[PlayerResult]
    cross_table: Mapping[tuple[str, str], tuple[float, int]]
    forfeits: Mapping[tuple[str, str], int]
    rating_changes: Sequence[tuple[Rating, ...]]
    tables: Mapping[str, Sequence[Score]] = field(default_factory=dict)

    @classmethod
    def of(cls, tournament: Played) -> Results:
        """Compute the results of a tournament.

        >>> from ludarium.tournament import Tournament
        >>> config = TournamentConfig.make(game="orion(turn_limit=10)", players=["random", "easy"])
        >>> tournament = Tournament(config)
        >>> for _ in tournament.play():
        ...     pass
        >>> [player.score.games for player in Results.of(tournament).players]
        [2, 2]

        Raises `MissingExtra`.
        """
        config, games = tournament.config, [*tournament.played()]
        names = [*config.players]
        rate = _rate_alone if config.loaded.seats == 1 else _rate
        changes = [*rate(len(names), games)]
        ratings = [START] * len(names)
        seconds: list[list[float]] = [[] for _ in names]
        for (pairing, result), changed in zip(games, changes, strict=True):
            for player, rating, spent in zip(pairing.seating, changed, result.seat_seconds, strict=True):
                ratings[player] = rating
                seconds[player].append(spent)
        byes = Counter(pairing.seating[0] for pairing in tournament.byes)
        lost = Counter(forfeiting_player(pairing, result) for pairing, result in games)
        numbers = {name: number for number, name in enumerate(names)}
        rows = []
        for rank, score in enumerate(tournament.standings(), 1):
            number = numbers[score.player]
            own = (ratings[number], byes[number], lost[number], tuple(seconds[number]))
            rows.append(PlayerResult(rank, score.player, spec_of(config.players[score.player]), score, *own))
        forfeits = {(names[player], cause): count for (player, cause), count in count_forfeits(games).items()}
        cross = _cross_table(names, games, tournament.parts)
        return cls(config, games, tournament.byes, rows, cross, forfeits, changes, _tables(tournament))

    def __str__(self) -> str:
        """Return a line for each player, best first, and why games were lost outside the rules."""
        rows = [f"{counted(len(self.games), 'game')} of {self.config.game}, seed {self.config.seed}"]
        for player in self.players:
            score, rating = player.score, player.rating
            counts = f"{score.won} won, {score.drawn} drawn, {score.lost} lost"
            rated = f"rating {rating.strength:.1f} ± {rating.error:.1f}"
            rows.append(f"{player.rank}. {player.name}: {score.points:g} of {score.games} points ({counts}), {rated}")
        for (name, cause), count in self.forfeits.items():
            rows.append(f"{name} lost {counted(count, 'game')} outside the rules: {cause}")
        return "\n".join(rows)

    def __repr__(self) -> str:
        return f"<Results of {self.config.game}: {len(self.players)} players, {counted(len(self.games), 'game')}>"

    def _repr_html_(self) -> str:
        """Return the standings that a notebook shows, with the course of the ratings."""
        heads = ("rank", "player", "bot", "games", "won", "drawn", "lost", "points", "rating", "error")
        rows, scores = [], []
        for player in self.players:
            score, rating = player.score, player.rating
            counts = (score.games, score.won, score.drawn, score.lost, score.points)
            rows.append((player.rank, player.name, player.bot, *counts, rating.strength, rating.error))
            if score.games:
                scores.append(BarValue(player.name, score.points / score.games, *score.interval))
        played = f"{counted(len(self.games), 'game')} of {self.config.game}, seed {self.config.seed}"
        lost = [(name, count, cause) for (name, cause), count in self.forfeits.items()]
        curves = {player.name: self.rating_curve(player.name) for player in self.players[:_MOST_CURVES]}
        return section(
            "Standings",
            played,
            table(heads, rows),
            table(("player", "games lost outside the rules", "cause"), lost) if lost else "",
            bars(scores, "Scores of the players"),
            lines(curves, "rating after each game", "Ratings after each game"),
        )

    def rating_curve(self, name: str) -> list[float]:
        """Return a player's strength before the first game and after every game of the tournament.

        Raises `InvalidOption` for somebody who does not play in it.
        """
        check_choice("name", name, [*self.config.players])
        player = [*self.config.players].index(name)
        curve = [START.strength]
        for (pairing, _), changed in zip(self.games, self.rating_changes, strict=True):
            played = player in pairing.seating
            curve.append(changed[pairing.seating.index(player)].strength if played else curve[-1])
        return curve


_Games = Sequence[tuple[Pairing, GameResult]]


def _tables(tournament: Played) -> dict[str, list[Score]]:
    """Return the table of each of several games that was drawn."""
    specs = tournament.config.several
    drawn = sorted({pairing.game for pairing, _ in tournament.played()}) if specs else []
    return {specs[place]: tournament.standings(place) for place in drawn}


def _rate(players: int, games: _Games) -> Iterator[tuple[Rating, ...]]:
    """Yield the ratings of its players after every game."""
    return rate_games(players, ((pairing.seating, result.payoffs) for pairing, result in games))


def _rate_alone(players: int, games: _Games) -> Iterator[tuple[Rating, ...]]:
    """Yield the rating of its player for every game that is played alone; the games of a round count as one."""
    rounds = [[*group] for _, group in groupby(games, lambda game: game[0].round)]
    tables = [
        (tuple(pairing.seating[0] for pairing, _ in group), tuple(result.payoffs[0] for _, result in group))
        for group in rounds
    ]
    return ((rating,) for ratings in rate_games(players, tables) for rating in ratings)


def _cross_table(
    names: Sequence[str], games: _Games, parts: Callable[[GameResult], tuple[float, ...]]
) -> Mapping[tuple[str, str], tuple[float, int]]:
    """Return the points of each player in games with each other player, and the number of these games."""
    points: defaultdict[tuple[str, str], float] = defaultdict(float)
    counts: Counter[tuple[str, str]] = Counter()
    for pairing, result in games:
        players = [names[player] for player in pairing.seating]
        for (player, payoff), other in product(zip(players, parts(result), strict=True), players):
            if other != player:
                points[player, other] += payoff
                counts[player, other] += 1
    return {pair: (points[pair], count) for pair, count in counts.items()}


def check_libraries() -> None:
    """Raise `MissingExtra` unless the libraries that pair, rate and report a tournament are installed."""
    with extra("tournament", "a tournament"):
        for library in ("jinja2", "networkx", "openskill.models", "polars"):
            import_module(library)
