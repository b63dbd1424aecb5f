"""A tournament in progress: it plays round after round on any executor and can resume where it stopped."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, field

import numpy as np

from ludarium.core.arguments import check_whole, check_workers
from ludarium.core.game import Game
from ludarium.core.payoffs import verdicts
from ludarium.core.text import counted
from ludarium.match.data import TIME
from ludarium.players.table import ForfeitWarning
from ludarium.tournament.config import TournamentConfig
from ludarium.tournament.pairing import Pairing, Standings
from ludarium.tournament.series import Score
from ludarium.tournament.side_by_side import GameResult, forfeit_cause, forfeiting_player, play_jobs


@dataclass
class Tournament:
    """A tournament and the games that were played so far.

    | field | content |
    | --- | --- |
    | `config` | game, players, pairing system, seed |
    | `results` | the result of every finished game by its number; may hold games of an earlier run |
    | `pairings` | the games of all rounds paired so far; a game's number is its index |
    | `byes` | the byes of all rounds paired so far; a bye counts as a win |
    | `ranking` | the players, best first; empty until the tournament is over |

    >>> tournament = Tournament(TournamentConfig.make(game="orion(turn_limit=10)", players=["random", "easy"], games=4))
    >>> for results in tournament.play():
    ...     pass
    >>> [(score.player, score.games) for score in tournament.standings()]
    [('random', 4), ('easy', 4)]
    """

    config: TournamentConfig
    results: dict[int, GameResult] = field(default_factory=dict)
    pairings: list[Pairing] = field(default_factory=list)
    byes: list[Pairing] = field(default_factory=list)
    ranking: list[int] = field(default_factory=list)

    def play(
        self,
        executor: Executor | None = None,
        workers: int = 1,
        save: Callable[[Sequence[GameResult]], object] | None = None,
    ) -> Iterator[list[GameResult]]:
        """Play the games that have no result yet and yield their results as they finish.

        `workers` is the number of games that the executor plays at once; without an executor games are played in this
        thread. `save` is called with each batch of results before they count. A player that fails forfeits its game,
        with a `ForfeitWarning` that says why.

        Raises `InvalidOption` unless at least one game is played at once.
        """
        check_workers(workers)
        return self._play(executor, workers, save)

    def _play(
        self, executor: Executor | None, workers: int, save: Callable[[Sequence[GameResult]], object] | None
    ) -> Iterator[list[GameResult]]:
        """Play the games without a result."""
        system = self.config.pairing_system()
        self.pairings, self.byes, round_pairings = [], [], next(system)
        while True:
            first = len(self.pairings)
            self.pairings += [pairing for pairing in round_pairings if not pairing.bye]
            self.byes += [pairing for pairing in round_pairings if pairing.bye]
            numbered = enumerate(self.pairings[first:], first)
            jobs = [self.config.job(number, pairing) for number, pairing in numbered if number not in self.results]
            for batch in play_jobs(jobs, executor, workers):
                if save:
                    save(batch)
                self.results |= {result.number: result for result in batch}
                self._warn(batch)
                yield batch
            try:
                payoffs = (self.parts(self.results[number]) for number in range(first, len(self.pairings)))
                round_pairings = system.send([(1.0,) if pairing.bye else next(payoffs) for pairing in round_pairings])
            except StopIteration as end:
                self.ranking = end.value
                return

    def _warn(self, batch: Sequence[GameResult]) -> None:
        """Warn of the players that have failed; each cause is printed once."""
        names = [*self.config.players]
        for result in batch:
            cause = forfeit_cause(result)
            player = forfeiting_player(self.pairings[result.number], result)
            if player is not None and cause != TIME:
                warnings.warn(f"{names[player]} forfeits: {cause}", ForfeitWarning, stacklevel=3)

    def __str__(self) -> str:
        from ludarium.tournament.results import Results  # here, since a tournament is played without them

        return str(Results.of(self))

    def __repr__(self) -> str:
        played = f"{counted(len(self.results), 'game')} played"
        return f"<Tournament of {self.config.game}: {len(self.config.players)} players, {played}>"

    def _repr_html_(self) -> str:
        """Return the standings that a notebook shows."""
        from ludarium.tournament.results import Results  # here, as above

        return Results.of(self)._repr_html_()

    def parts(self, result: GameResult) -> tuple[float, ...]:
        """Return what each seat gets for a game in the standings: its payoff as a part of the range of payoffs."""
        return self.game_of(result).payoff_range.parts(result.payoffs)

    def game_of(self, result: GameResult) -> Game:
        """Return the game of which a result is."""
        return self.config.all_games[self.pairings[result.number].game]

    def played(self) -> Iterator[tuple[Pairing, GameResult]]:
        """Yield the finished games with their pairings, by number."""
        return (
            (pairing, self.results[number]) for number, pairing in enumerate(self.pairings) if number in self.results
        )

    def standings(self, place: int | None = None) -> list[Score]:
        """Return the players' scores, best first: by points, and once the tournament is over by its ranking.

        `place` is that of one of several games, whose own table is returned.

        Raises `InvalidOption` for a place that the tournament does not have.
        """
        if place is not None:
            check_whole("place", place, 0, len(self.config.all_games) - 1)
        scores = [Score(name) for name in self.config.players]
        standings = Standings(len(scores))
        for pairing, result in self.played():
            if place not in (None, pairing.game):
                continue
            parts = self.parts(result)
            standings.add([pairing], [parts])
            game = self.game_of(result)
            found = verdicts(np.array([result.payoffs]), game.teams, game.payoff_range)[0].tolist()
            for player, part, verdict in zip(pairing.seating, parts, found, strict=True):
                scores[player] = scores[player].add(part, verdict)
        return [scores[player] for player in (place is None and self.ranking) or standings.ranking()]
