"""A tournament being played: round after round, wherever there are workers, and on from where it stopped."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, field
from itertools import product

from ludarium.match.match import FORFEIT, TIME
from ludarium.tournament.arena import Result, play_jobs
from ludarium.tournament.config import TournamentConfig
from ludarium.tournament.pairing import Fixture, Tally
from ludarium.tournament.series import Standing

_QUOTED = re.compile(r""""[^"]*"|'[^']*'""")


@dataclass
class Tournament:
    """A tournament: `fixtures` are the games that are set so far, `results` what came of those that have been played.

    >>> cup = Tournament(TournamentConfig.make(game="orion(turn_limit=10)", players=["random", "easy"], games=4))
    >>> for results in cup.play():
    ...     pass
    >>> [(line.player, line.games) for line in cup.standings()]
    [('random', 4), ('easy', 4)]

    A game's number is its place among the fixtures; `results` may hold games that were played before. `byes` are won
    without being played. When the tournament is over, `order` are its players, the best first.
    """

    plan: TournamentConfig
    results: dict[int, Result] = field(default_factory=dict)
    fixtures: list[Fixture] = field(default_factory=list)
    byes: list[Fixture] = field(default_factory=list)
    order: list[int] = field(default_factory=list)

    def play(
        self,
        executor: Executor | None = None,
        workers: int = 1,
        keep: Callable[[Sequence[Result]], object] | None = None,
    ) -> Iterator[list[Result]]:
        """Play what is not played yet, and yield the games as they end; `keep` is given them before they count."""
        system = self.plan.rounds_of_games()
        self.fixtures, self.byes, fixtures = [], [], next(system)
        while True:
            first = len(self.fixtures)
            self.fixtures += [fixture for fixture in fixtures if not fixture.bye]
            self.byes += [fixture for fixture in fixtures if fixture.bye]
            set_now = enumerate(self.fixtures[first:], first)
            jobs = [self.plan.job(number, fixture) for number, fixture in set_now if number not in self.results]
            for batch in play_jobs(jobs, executor, workers):
                if keep:
                    keep(batch)
                self.results |= {result.number: result for result in batch}
                yield batch
            try:
                outcomes = (self.results[number].payoffs for number in range(first, len(self.fixtures)))
                fixtures = system.send([(1.0,) if fixture.bye else next(outcomes) for fixture in fixtures])
            except StopIteration as end:
                self.order = end.value
                return

    def played(self) -> Iterator[tuple[Fixture, Result]]:
        """The games that have been played, in the order of their numbers."""
        return (
            (fixture, self.results[number]) for number, fixture in enumerate(self.fixtures) if number in self.results
        )

    def standings(self) -> list[Standing]:
        """What each player has made of it, the best first: while it goes on by points, then by the system's order."""
        names = [*self.plan.players]
        lines = [Standing(name) for name in names]
        tally = Tally(len(names))
        for fixture, result in self.played():
            tally.add([fixture], [result.payoffs])
            for player, payoff in zip(fixture.seating, result.payoffs, strict=True):
                lines[player] = lines[player].add(payoff)
        return [lines[player] for player in self.order or tally.order()]

    def spent(self) -> dict[str, list[float]]:
        """The seconds that each player who has played has thought, game by game."""
        names, found = [*self.plan.players], defaultdict[str, list[float]](list)
        for fixture, result in self.played():
            for player, seconds in zip(fixture.seating, result.spent, strict=True):
                found[names[player]].append(seconds)
        return found

    def cross_table(self) -> dict[tuple[str, str], tuple[float, int]]:
        """The points that one player has made in games with another, and how many games these were."""
        names = [*self.plan.players]
        points: defaultdict[tuple[str, str], float] = defaultdict(float)
        games: Counter[tuple[str, str]] = Counter()
        for fixture, result in self.played():
            seated = [names[player] for player in fixture.seating]
            for (player, payoff), other in product(zip(seated, result.payoffs, strict=True), seated):
                if other != player:
                    points[player, other] += payoff
                    games[player, other] += 1
        return {pair: (points[pair], count) for pair, count in games.items()}


def cause(result: Result) -> str:
    """Why a game ended outside the rules, if a seat lost it so: `time`, or what followed `forfeit:`."""
    kind, _, told = result.ending.partition(":")
    return kind if kind == TIME else told.strip() or FORFEIT if kind == FORFEIT else ""


def at_fault(fixture: Fixture, result: Result) -> int | None:
    """The player who lost a game outside the rules, if one did: the one seat that has no share."""
    return fixture.seating[result.payoffs.index(0.0)] if cause(result) else None


def forfeits(played: Iterable[tuple[Fixture, Result]]) -> Mapping[tuple[int, str], int]:
    """How often each player has lost outside the rules, by cause; of those that differ in quotations the first."""
    told: dict[tuple[int, str], str] = {}
    counts = Counter[tuple[int, str]]()
    for fixture, result in played:
        if (at := at_fault(fixture, result)) is not None:
            why = cause(result)
            counts[at, told.setdefault((at, _QUOTED.sub("", why)), why)] += 1
    return counts
