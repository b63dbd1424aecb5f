"""An arena: for some time everybody plays as many games as they like, and who waits is paired at once.

A wave is what is paired at one moment. It follows from who waits, from the games before it, of which those count whose
results were known then, and from the published seed; so the same log gives the same pairs on any machine.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from ludarium.core.payoffs import compare_payoffs
from ludarium.core.rng import derive
from ludarium.tournament.kinds.kind import (
    NO_RESULT,
    NOBODY_CAME,
    SEEDS,
    Data,
    Details,
    Kind,
    Players,
    Waves,
    not_following,
)
from ludarium.tournament.table import RankedPlayer, is_best
from ludarium.tournament.tie_breaks import DIGITS
from ludarium.tournament.waves import Format, Wave, WaveGame

WIN, IN_A_ROW = 2.0, 2
"""Points of a victory, twice those of a draw; after so many victories in a row all points are doubled, with streaks."""
_MOST_STEPS = 5000
"""Pairs that are tried before two may meet twice running."""
_RULES = [
    "A victory counts 2 points, a draw 1. Equal points are ordered by matches won, then by seed number.",
    "You meet somebody near in points, and nobody twice running while somebody else waits.",
    "Who had the first turn less often has it. Of an odd number, who has played most matches waits a moment.",
    "When the time is over, no match begins any more. Matches that go on then count; the last of them ends the arena.",
    "The clocks run from the beginning of a match; whose first turn has not come after 15 minutes loses.",
    "Who loses on time without a turn is paused until they press that they play on.",
    "Who pauses before their first turn in a match loses it at once, so that nobody waits for them; it is not rated.",
    NOBODY_CAME,
    "Who comes later begins without points, and with the next seed number.",
    "Bots of this site fill in, where they take part: one of them plays with who would wait alone, and wins no arena.",
    "Programs with an account play where bots may take part.",
]


class Arena(Kind):
    """For some time everybody plays as many games as they like; who waits is paired at once."""

    name = "arena"
    words = "arena"
    most, usual_most = 300, 300
    brief = "as many live matches as you like"
    preset = ("Arena of an hour", {"minutes": "60", "tempo": "180+2", "soon": "30"})
    takes = ("minutes", "streaks")
    live = "always"
    at_any_time = True
    takes_back = True
    substitutes = False
    is_correctable = False
    how = (
        "For {details.minutes} minutes you play as many matches as you like; who waits is paired at once, and you can "
        "come, pause and leave at any time"
    )

    def table(self, form: Format, waves: Waves) -> list[RankedPlayer]:
        """Return the rows of all players, who have different numbers of games, best first."""
        points = arena_points(waves, form.players, streaks=form.streaks)
        found = [
            RankedPlayer(0, player, points[player], None, 0.0, 0.0, 0.0, 0, 0, 0, 0, 0, 0)
            for player in range(form.players)
        ]
        for board in (board for wave in waves for board in wave if board.counts):
            for at, (player, got) in enumerate(zip(board.pairing.seating, board.points, strict=True)):
                row, level = found[player], compare_payoffs(max(board.points), min(board.points)) == 0
                forfeited = not board.was_played and got == 0.0
                found[player] = row._replace(
                    won=row.won + (board.was_played and is_best(got, board) and not level),
                    drawn=row.drawn + (board.was_played and level),
                    lost=row.lost + (board.was_played and not is_best(got, board)),
                    second=row.second + (board.was_played and at > 0),
                    byes=row.byes + (not board.was_played and got > 0.0),
                    forfeits=row.forfeits + forfeited,
                )
        found.sort(key=lambda row: (-round(row.points, DIGITS), -row.won, row.player))
        return [row._replace(rank=rank) for rank, row in enumerate(found, 1)]

    def numbered(self, data: Data) -> Sequence[Data]:
        """Return the players in the data whom ratings and lots have put in order: who came later has a later number."""
        begun_at = data["begun_at"] or 0.0
        return [player for player in data["players"] if player["entered_at"] <= begun_at]

    def pairing_faults(self, form: Format, waves: Waves, left: Players, *, is_over: bool) -> Iterator[str]:
        """Yield what does not follow when the waves are paired again: each has all who waited, the last may wait on."""
        log = ArenaLog(form.streaks)
        for number, wave in enumerate(waves):
            waiting = [player for board in wave for player in board.pairing.seating]
            pairs, idle = pair_arena(waiting, log.standings, form.seed, number)
            expected = [*pairs, *([] if idle is None else [(idle,)])]
            if [board.pairing.seating for board in wave] != expected or len({*waiting}) < len(waiting):
                yield not_following(number)
                return
            log.add(wave)
        if is_over and any(not board.how for wave in waves for board in wave):
            yield NO_RESULT

    def rules(self, details: Details) -> list[str]:
        """Return the rules of a tournament, as sentences."""
        streaks = "From the third victory in a row on, points are doubled, until a match is not won."
        return [SEEDS, *_RULES, streaks if details.form.streaks else "Victories in a row count no more than others."]


class ArenaPairs(NamedTuple):
    """The pairs of a wave, the player with the first turn first, and who waits on, or None."""

    pairs: list[tuple[int, int]]
    idle: int | None


@dataclass
class ArenaStandings:
    """The players of an arena at one moment.

    | field | content |
    | --- | --- |
    | `points` | with those of streaks, if they count |
    | `games` | that have begun |
    | `lead` | how many times more often the first turn than the second |
    | `last` | the opponent in the game that has begun last |
    | `had_first` | whether they had the first turn in it |
    """

    points: Counter[int] = field(default_factory=Counter)
    games: Counter[int] = field(default_factory=Counter)
    lead: Counter[int] = field(default_factory=Counter)
    last: dict[int, int] = field(default_factory=dict)
    had_first: dict[int, bool] = field(default_factory=dict)


@dataclass
class ArenaLog:
    """The waves of an arena that were read so far, one after another, and the standings that follow from them.

    Each game is counted once, so that the standings before all waves cost no more than those before the last.
    """

    streaks: bool
    standings: ArenaStandings = field(default_factory=ArenaStandings)
    _waves: int = 0
    _runs: Counter[int] = field(default_factory=Counter)
    _points: dict[int, float] = field(default_factory=dict)
    _later: dict[int, list[WaveGame]] = field(default_factory=dict)
    """The games that count from a wave on, by its number."""

    def add(self, wave: Wave) -> ArenaStandings:
        """Read the next wave; return the standings before the one after it, which change with the next one."""
        self._waves += 1
        for game in (game for game in wave if len(game.pairing.seating) == 2):
            self._begin(*game.pairing.seating)
            if game.counts:
                self._later.setdefault(max(game.known, self._waves), []).append(game)
        for game in self._later.pop(self._waves, []):
            for player in game.pairing.seating:
                got = _value(game, player, self._runs, streaks=self.streaks)
                self._points[player] = self._points.get(player, 0.0) + got
                self.standings.points[player] = round(self._points[player] * 1000)  # exact to compare
        return self.standings

    def _begin(self, first: int, second: int) -> None:
        found = self.standings
        found.games.update((first, second))
        found.lead.update({first: 1})
        found.lead.subtract({second: 1})
        found.last |= {first: second, second: first}
        found.had_first |= {first: True, second: False}


def standings_before(waves: Waves, number: int, *, streaks: bool) -> ArenaStandings:
    """Return the standings for the pairing of a wave, given by its number."""
    log = ArenaLog(streaks)
    for wave in waves[:number]:
        log.add(wave)
    return log.standings


def arena_points(waves: Waves, players: int, *, streaks: bool) -> list[float]:
    """Return the points of all players by the games that have ended."""
    found, runs = [0.0] * players, Counter[int]()
    for game in (game for wave in waves for game in wave if game.counts and len(game.pairing.seating) == 2):
        for player in game.pairing.seating:
            found[player] += _value(game, player, runs, streaks=streaks)
    return found


def _value(game: WaveGame, player: int, runs: Counter[int], *, streaks: bool) -> float:
    """Return what a game counts for a player, and go on counting the victories in a row."""
    got = game.got(player)
    value = WIN * got * (2 if streaks and runs[player] >= IN_A_ROW else 1)
    runs[player] = runs[player] + 1 if got == max(game.points) > min(game.points) else 0
    return value


def pair_arena(waiting: Collection[int], standings: ArenaStandings, seed: int, wave: int) -> ArenaPairs:
    """Pair those who wait: near in points, and nobody twice running with the same opponent where that can be avoided.

    Of an odd number somebody waits on: who has played most games, if the others can be paired so.

    >>> pair_arena([0, 1, 2, 3, 4], ArenaStandings(last={0: 1, 1: 0}), 1, 0)
    ArenaPairs(pairs=[(0, 2), (3, 1)], idle=4)
    """
    order = sorted(waiting, key=lambda player: (-standings.points[player], player))
    pairs, idle = _with_idle(order, standings)
    seated = [_seated(pair, standings, derive(seed, wave, number) & 1) for number, pair in enumerate(pairs)]
    return ArenaPairs(seated, idle)


def _with_idle(order: Sequence[int], standings: ArenaStandings) -> tuple[list[tuple[int, int]], int | None]:
    if len(order) % 2 == 0:
        return _pairs(order, standings) or _near(order), None
    most = sorted(order, key=lambda player: (-standings.games[player], -order.index(player)))
    for idle in most:
        others = [player for player in order if player != idle]
        if (pairs := _pairs(others, standings)) is not None:
            return pairs, idle
    return _near([player for player in order if player != most[0]]), most[0]


def _near(order: Sequence[int]) -> list[tuple[int, int]]:
    return [(order[at], order[at + 1]) for at in range(0, len(order), 2)]


def _pairs(order: Sequence[int], standings: ArenaStandings) -> list[tuple[int, int]] | None:
    """Return pairs of which none has just met, each player with the nearest possible; None if none were found."""
    left, pairs = [*order], list[tuple[int, int]]()
    tries: list[Iterator[int]] = []
    steps = 0
    while left or not tries:
        if not left:
            return pairs
        if len(tries) == len(pairs):
            tries.append(_partners(left, standings))
        steps += 1
        partner = next(tries[-1], None)
        if partner is not None and steps <= _MOST_STEPS:
            pairs.append((left.pop(0), partner))
            left.remove(partner)
            continue
        tries.pop()
        if not tries or steps > _MOST_STEPS:
            return None
        taken = pairs.pop()
        left = sorted([*left, *taken], key=order.index)
    return pairs


def _partners(left: Sequence[int], standings: ArenaStandings) -> Iterator[int]:
    """Yield those whom the first of some players may meet now, the nearest first."""
    first, *others = left
    last = standings.last
    return iter([other for other in others if last.get(first) != other and last.get(other) != first])


def _seated(pair: tuple[int, int], standings: ArenaStandings, lot: int) -> tuple[int, int]:
    """Return a pair with the first turn for who had it less often, or else who had the second one in the last game."""
    one, other = pair
    lead = standings.lead[one] - standings.lead[other]
    if lead == 0:
        had = standings.had_first.get(one, False) - standings.had_first.get(other, False)
        lead = had or (1 if lot else -1)
    return (other, one) if lead > 0 else (one, other)
