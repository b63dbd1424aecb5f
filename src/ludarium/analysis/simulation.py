"""Statistics of a game: it is played many times by the same players.

Random players play inside one compiled function, all others game by game. Each block of games has its own random
generator, derived from the seed and the block's number, so the same seed gives the same games with any number of
workers.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from ludarium.core.arguments import check_games, check_list, check_seed
from ludarium.core.cached import cached_property
from ludarium.core.errors import ParseError
from ludarium.core.extras import extra
from ludarium.core.game import Game
from ludarium.core.html import section, table
from ludarium.core.kernel import CHANCE, Floats, Vector
from ludarium.core.payoffs import verdicts
from ludarium.core.record import Record
from ludarium.core.registry import load_game
from ludarium.core.rng import derive, generator
from ludarium.core.rolls import number_turns, turn_number
from ludarium.core.text import counted
from ludarium.players.external.specs import AnyPlayer, check_player, spec_of
from ludarium.players.table import play_match
from ludarium.scenes.charts import BarValue, bars, histogram
from ludarium.search.player import plays_at_random
from ludarium.search.survey import Survey, survey
from ludarium.tournament.series import Score, Z

if TYPE_CHECKING:
    from rich.table import Table

with extra("analysis", "a simulation"):
    import polars as pl

_BLOCK = 5_000
"""The games of a block if all players are random; all other blocks have one game."""
_TAIL = 0.05
"""The fraction below the low quantile, and above the high one."""


@dataclass(frozen=True)
class Simulation:
    """The statistics of games that the same players played in the same seats.

    A step is an action of chance, the choice of one seat, or the simultaneous choices of several seats. The steps of
    one seat that follow each other are one turn, also where a seat may have two turns in a row; every other step is a
    turn of its own.

    >>> simulation = simulate("orion(turn_limit=10)", ["random", "random"], 100, seed=1)
    >>> simulation.seats()["player"].to_list(), simulation.length()["least"].to_list()[1] > 10
    (['random', 'random'], True)
    >>> simulation
    <Simulation of orion(turn_limit=10): 100 games of random v random, seed 1>

    Printed it has the tables that `ludarium simulate` shows.
    """

    game: Game
    players: tuple[str, ...]
    seed: int
    numbers: Survey

    def __len__(self) -> int:
        return len(self.numbers.counts)

    def __str__(self) -> str:
        from ludarium.analysis.printed import as_text  # here, since a simulation needs no terminal

        return as_text(self.printed())

    def printed(self) -> list[str | Table]:
        """Return the statistics as a terminal shows them: sentences, and tables of the library rich."""
        title = f"{self.game.spec}: {counted(len(self), 'game')} of {' v '.join(self.players)}, seed {self.seed}\n"
        last = f"\nOn average {self.branching:.3g} actions are legal; {self.forced:.1%} of the choices have only one."
        return [title, _seats(self), "", _lengths(self), last]

    def __repr__(self) -> str:
        players = " v ".join(self.players)
        return f"<Simulation of {self.game.spec}: {counted(len(self), 'game')} of {players}, seed {self.seed}>"

    def games(self) -> pl.DataFrame:
        """Return a row for each game: its length, the first to choose, and each seat's player, payoff and points."""
        counts, names = self.numbers.counts, self.game.setup.seat_names
        firsts, which = np.unique(counts[:, 2], return_inverse=True)
        called = ["+".join(name for seat, name in enumerate(names) if bits & 2 << seat) for bits in firsts.tolist()]
        columns: dict[str, object] = {
            "game": np.arange(1, len(self) + 1),
            "turns": counts[:, 3],
            "choices": counts[:, 1],
            "steps": counts[:, 0],
            "first": np.array(called)[which],
        }
        columns |= {f"player_{name}": [player] * len(self) for name, player in zip(names, self.players, strict=True)}
        for title, numbers in (("payoff", self.numbers.payoffs), ("points", self.numbers.points)):
            columns |= {f"{title}_{name}": numbers[:, seat] for seat, name in enumerate(names)}
        return pl.DataFrame(columns)

    def seats(self) -> pl.DataFrame:
        """Return a row for each seat: games won, drawn and lost, score with 95 % interval, and final points."""
        seats = zip(
            self.game.setup.seat_names, self.players, self.parts.T, self.verdicts.T, self.numbers.points.T, strict=True
        )
        return pl.DataFrame(
            {"seat": name, "player": player, **_score(parts, verdicts), **_spread(points)}
            for name, player, parts, verdicts, points in seats
        )

    def first(self) -> dict[str, float] | None:
        """Return the score of the seat that chose first; None if that is always the same seat, or several seats.

        If dice decide who begins, this is the advantage of the first choice.
        """
        firsts, which = np.unique(self.numbers.counts[:, 2], return_inverse=True)
        if len(firsts) < 2 or any(bits.bit_count() != 1 for bits in firsts.tolist()):
            return None
        seats = np.array([bits.bit_length() - 2 for bits in firsts.tolist()])[which]
        at = np.arange(len(self)), seats
        return _score(self.parts[at], self.verdicts[at])

    @cached_property
    def verdicts(self) -> Vector:
        """Whether each seat has won (1), drawn (0) or lost (-1), a row a game."""
        return verdicts(self.numbers.payoffs, self.game.teams, self.game.payoff_range)

    @cached_property
    def parts(self) -> Floats:
        """The payoffs as parts of their range, a row a game."""
        declared = self.game.payoff_range
        return (self.numbers.payoffs - declared.least) / (declared.greatest - declared.least)

    def length(self) -> pl.DataFrame:
        """Return three rows, turns, choices and steps of a game: mean, half of its 95 % interval, and quantiles."""
        steps, choices, _, turns = self.numbers.counts.T
        rows = {"turns": turns, "choices": choices, "steps": steps}
        return pl.DataFrame({"what": what, **_spread(values)} for what, values in rows.items())

    def choices(self) -> pl.DataFrame:
        """Return the number of choices by their number of legal actions."""
        actions = np.flatnonzero(self.numbers.offered)
        return pl.DataFrame({"actions": actions, "choices": self.numbers.offered[actions]})

    @property
    def branching(self) -> float:
        """Return the average number of legal actions of a choice."""
        offered = self.numbers.offered
        return float(offered @ np.arange(len(offered)) / max(1, offered.sum()))

    @property
    def forced(self) -> float:
        """Return the fraction of choices with only one legal action."""
        return float(self.numbers.offered[1] / max(1, self.numbers.offered.sum()))

    def _repr_html_(self) -> str:
        """Return the tables and charts that a notebook shows."""
        seats, length = self.seats(), self.length()
        scores = seats.select("seat", "player", "score", "low", "high").rows()
        return section(
            self.game.definition.title,
            f"{counted(len(self), 'game')} of {self.game.spec}, seed {self.seed}",
            table(seats.columns, seats.rows()),
            bars([BarValue(f"{seat}: {player}", *numbers) for seat, player, *numbers in scores], "Scores of the seats"),
            table(length.columns, length.rows()),
            histogram(self.numbers.counts[:, 3].tolist(), "turns", "Games by their number of turns"),
        )


def simulate(
    game: str | Game,
    players: Sequence[AnyPlayer],
    games: int,
    seed: int = 0,
    *,
    executor: Executor | None = None,
    progress: Callable[[int], object] | None = None,
) -> Simulation:
    """Play games between bots that keep their seats; each is a spec, a `Bot`, or a function `(state, seat)`.

    `progress` is called with the number of games in each finished block.

    Raises `ParseError` unless there is one player for each seat, `InvalidOption` unless there is a game to play, and
    what `check_player` raises.
    """
    game = load_game(game)
    check_games(games)
    check_seed(seed)
    check_list("players", players, "a player for each seat")
    if len(players) != game.seats:
        raise ParseError(f"{game.name} has {game.seats} seats, so name {game.seats} players, not {len(players)}")
    for player in {id(player): player for player in players}.values():
        check_player(player, game)
    play, size = (_at_random, _BLOCK) if compiled(game, players) else (partial(_by_bots, players), 1)
    sizes = [min(size, games - first) for first in range(0, games, size)]
    spread = executor.map if executor else map
    blocks = []
    for block in spread(partial(play, game, seed), range(len(sizes)), sizes):
        blocks.append(block)
        if progress:
            progress(len(block.counts))
    together = Survey(
        np.concatenate([block.counts for block in blocks]),
        np.sum([block.offered for block in blocks], axis=0),
        np.concatenate([block.points for block in blocks]),
        np.concatenate([block.payoffs for block in blocks]),
    )
    return Simulation(game, tuple(map(spec_of, players)), seed, together)


def compiled(game: Game, players: Sequence[AnyPlayer]) -> bool:
    """Return whether all these players are random: games then run in compiled code, fastest in threads."""
    return all(isinstance(player, str) and plays_at_random(player, game) for player in players)


def _at_random(game: Game, seed: int, number: int, games: int) -> Survey:
    return survey(game.initial(), games, generator(seed, number))


def _by_bots(players: Sequence[AnyPlayer], game: Game, seed: int, number: int, _one: int) -> Survey:
    return tally(game, play_match(game, players, derive(seed, number)))


def tally(game: Game, record: Record) -> Survey:
    """Return the statistics of a finished record that starts from the first position of the game."""
    made, state, before = Survey.blank(game, 1), game.initial(), []
    for entry in record.turns:
        before.append(state)
        actions = state.parse_turn(entry.text)
        while actions:
            actors = state.actors
            made.counts[0, 0] += 1
            if actors != (CHANCE,):
                made.counts[0, 1] += len(actors)
                made.counts[0, 2] = made.counts[0, 2] or sum(2 << seat for seat in actors)
                for seat in actors:
                    made.offered[len(state.legal(seat))] += 1
            state, actions = state.play_unchecked(*actions[: len(actors)]), actions[len(actors) :]
    numbered = number_turns(before, (entry.text for entry in record.turns))
    made.counts[0, 3] = turn_number(numbered, len(record.turns))
    made.points[0], made.payoffs[0] = state.points, record.payoffs
    return made


def _score(parts: Floats, found: Vector) -> dict[str, float]:
    won, lost = int(np.sum(found == 1)), int(np.sum(found == -1))
    standing = Score("", won, len(parts) - won - lost, lost, float(parts.sum()))
    low, high = standing.interval
    score = standing.points / standing.games
    return {"won": won, "drawn": standing.drawn, "lost": lost, "score": score, "low": low, "high": high}


def _spread(values: Vector | Floats) -> dict[str, float]:
    error = Z * float(np.std(values)) / len(values) ** 0.5
    mean, quantiles = float(np.mean(values)), np.quantile(values, [_TAIL, 0.5, 1 - _TAIL])
    most = {"p5": quantiles[0], "median": quantiles[1], "p95": quantiles[2]}
    return {"mean": mean, "error": error, **most, "least": np.min(values), "most": np.max(values)}


def _seats(made: Simulation) -> Table:
    """Return the results of the seats, and of who chose first."""
    from ludarium.analysis.printed import format_mean  # here, as above
    from ludarium.analysis.printed import table as table_of

    rows = [*made.seats().iter_rows(named=True)]
    if first := made.first():
        rows.append({"seat": "who chose first", "player": "", **first})
    paid = ["payoff"] if made.game.setup.payoff_range else []
    payoffs = dict(zip(made.game.setup.seat_names, made.numbers.payoffs.mean(axis=0), strict=True))
    table = table_of("seat", "player", "won", "drawn", "lost", "score", "95 % interval", "points", *paid)
    for row in rows:
        counts = (f"{row[name]:,}" for name in ("won", "drawn", "lost"))
        points = format_mean(row["mean"], row["error"]) if "mean" in row else ""
        means = [f"{payoffs[row['seat']]:,.4g}" if row["seat"] in payoffs else ""] if paid else []
        interval = f"{row['low']:.1%} to {row['high']:.1%}"
        table.add_row(row["seat"], row["player"], *counts, f"{row['score']:.1%}", interval, points, *means)
    return table


def _lengths(made: Simulation) -> Table:
    """Return the lengths of the games."""
    from ludarium.analysis.printed import format_mean  # here, as above
    from ludarium.analysis.printed import table as table_of

    table = table_of("length", "", "mean", "median", "5 to 95 %", "least", "most")
    for row in made.length().iter_rows(named=True):
        most = (f"{row[name]:,.0f}" for name in ("least", "most"))
        mean, spread = format_mean(row["mean"], row["error"]), f"{row['p5']:,.0f} to {row['p95']:,.0f}"
        table.add_row(row["what"], "", mean, f"{row['median']:,.0f}", spread, *most)
    return table
