"""Measure bots against perfect play, by a table of exact values.

`python -m studies.exact ludo2.table "ludo(markers=2)" --bots auto120 hard --games 200 --seed 1` lets each bot play
against the table, and says what the bot's choices lost: the payoff that perfect play would still have got, by turn and
by game; the choices that lost most; and, for a race by dice, the positions from which its evaluation expects most too
much. The bots can be learnt players, as in `--bots "greedy(evaluate=ada.player)"`. What perfect play can expect against
a bot is what it can expect against itself and what the bot loses, which is known far better than from who won.
"""

import argparse
from collections import defaultdict
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

import ludarium
from ludarium.core.game import Game, State
from ludarium.core.kernel import CHANCE
from ludarium.core.rng import derive, generator
from ludarium.search.learned import find_player
from ludarium.search.player import make_bot
from ludarium.search.table_bot import TableBot
from ludarium.solve.race.race import RaceLayout
from ludarium.solve.race.table import RACE, RaceTable, race_layout
from ludarium.solve.race.words import parts, to_payoffs
from ludarium.solve.table import Table
from ludarium.solve.tablefile import read_table

_LISTED = 8
_NOTHING = 1e-6
"""A loss that is no more than the error of a table."""


@dataclass
class Losses:
    """What the choices of a bot lost.

    | field     | meaning                                                                               |
    | --------- | ------------------------------------------------------------------------------------- |
    | `choices` | choices among at least two actions                                                    |
    | `errors`  | those after which less can be expected                                                |
    | `total`   | the payoff that all of them lost                                                      |
    | `won`     | the payoff of the bot in all games                                                    |
    | `against` | what perfect play can expect in all games against the bot                             |
    | `kinds`   | for each kind of error, as the played and the best action by name: how often, the loss |
    | `sorts`   | the same in a race, as what the moved pieces do                                       |
    | `worst`   | the errors that lost most: the loss, the position, and both actions                   |
    """

    layout: RaceLayout | None = None
    games: int = 0
    choices: int = 0
    errors: int = 0
    total: float = 0.0
    squares: float = 0.0
    won: float = 0.0
    against: float = 0.0
    kinds: dict[str, list[float]] = field(default_factory=lambda: defaultdict(lambda: [0, 0.0]))
    sorts: dict[str, list[float]] = field(default_factory=lambda: defaultdict(lambda: [0, 0.0]))
    worst: list[tuple[float, str, str, str]] = field(default_factory=list)

    def add(self, table: Table, state: State, seat: int, action: int) -> float:
        """Count a choice; return what it lost."""
        payoffs = [table.payoffs(state.play_unchecked(other)) for other in state.legal()]
        expected = [payoff[seat] for payoff in payoffs if payoff]
        if len(expected) < 2:
            return 0.0
        best = max(expected)
        lost = best - expected[state.legal().index(action)]
        self.choices += 1
        self.total += lost
        if lost > _NOTHING:
            self.errors += 1
            pair = action, state.legal()[expected.index(best)]
            names = state.action_name(pair[0]), state.action_name(pair[1])
            _count(self.kinds, f"{_moved(names[0])} instead of {_moved(names[1])}", lost)
            if self.layout:
                both = [sort_of(self.layout, state, seat, other) for other in pair]
                _count(self.sorts, " instead of ".join(both), lost)
            self.worst = sorted([*self.worst, (lost, str(state), *names)], reverse=True)[:_LISTED]
        return lost


def _count(kinds: dict[str, list[float]], kind: str, lost: float) -> None:
    kinds[kind][0] += 1
    kinds[kind][1] += lost


def sort_of(layout: RaceLayout, state: State, seat: int, action: int) -> str:
    """Return what the piece that an action moves does: home, back to the start, or on, and whether it strikes."""
    before, after = state.vector, state.play_unchecked(action).vector
    pieces, sides = layout.race.pieces, range(layout.race.sides)
    moved = {side: np.flatnonzero(before[a : a + pieces] != after[a : a + pieces]) + a
             for side in sides for a in [layout.first + side * pieces]}  # fmt: skip
    if not len(moved[seat]):
        return "nothing"
    to = int(layout.numbers[after[moved[seat][0]]])
    word = "home" if to == layout.race.places - 1 else "back" if to == 0 else "on"
    return word + " with a strike" * any(len(moved[side]) for side in sides if side != seat)


def _moved(name: str) -> str:
    """Return the name of a move without the number of its marker.

    >>> _moved("A2 4x5=20")
    '4x5=20'
    """
    return name.partition(" ")[2] or name


def play(table: Table, bot: str, games: int, seed: int) -> Losses:
    """Return what a bot loses in games against the table; it has the first seat in every other game."""
    game, found, perfect = table.game, Losses(race_layout(table.game), games), TableBot(table)
    start = table.payoffs(game.initial())
    assert start
    for number in range(games):
        dice, player = generator(seed, number), make_bot(bot, game, derive(seed, number), read=find_player)
        seat, state, lost = number % 2, game.initial(), 0.0
        while state.actors:
            if state.actors == (CHANCE,):
                action = int(dice.choice(state.legal(), p=list(state.chance_outcomes().values())))
            elif state.actors == (seat,):
                action = player.choose(state, seat)
                lost += found.add(table, state, seat, action)
            else:
                action = perfect.choose(state, 1 - seat)
            state = state.play_unchecked(action)
        assert state.payoffs is not None
        found.won += state.payoffs[seat]
        found.against += start[1 - seat] + lost
        found.squares += lost * lost
    return found


def deceptive(table: Table, game: Game, games: int, seed: int) -> list[tuple[float, float, int, str]]:
    """Return positions that look won and are not: the mover has more pieces home, and expects least.

    For games whose points count the pieces that are home. Each has the payoff, the lead, the seat and the position.
    """
    found: dict[str, tuple[float, float, int, str]] = {}
    for number in range(games):
        dice, state = generator(seed, number, 1), game.initial()
        while state.actors:
            if state.actors == (CHANCE,):
                for seat in (0, 1):
                    lead, payoffs = state.points[seat] - state.points[1 - seat], table.payoffs(state)
                    if lead >= 1 and payoffs and payoffs[seat] < 0.5:
                        found[str(state)] = payoffs[seat], lead, seat, str(state)
            legal = state.legal()
            state = state.play_unchecked(int(dice.choice(legal)))
    return sorted(found.values(), key=lambda row: (-row[1], row[0]))[:_LISTED]


def least_ahead(source: RaceTable, game: Game) -> list[tuple[int, int, bool, float, float, str]]:
    """Return the least that a seat can expect in any position in which it has more pieces home.

    Each row has the pieces home of this seat and of the other, whether it is about to roll, what it can expect, the
    part of all such positions in which that is less than half, and the position.
    """
    found, pieces = [], max(layer.mine for layer in source.layers)
    for layer, table in sorted(source.layers.items()):
        if layer.turn or layer.mine == layer.theirs or not layer.theirs:
            continue
        rolls = layer.mine < layer.theirs
        at, least, below = 0, 1.0, 0
        for part in parts(table):
            payoffs = to_payoffs(table[part])
            ahead = payoffs if rolls else 1.0 - payoffs
            below += int((ahead < 0.5).sum())
            if ahead.min() < least:
                at, least = part.start + int(ahead.argmin()), float(ahead.min())
        home = pieces - min(layer.mine, layer.theirs), pieces - max(layer.mine, layer.theirs)
        found.append((*home, rolls, least, below / len(table), str(source.state(game, layer, at))))
    return sorted(found, key=lambda row: (-row[0], -row[1], row[2]))


def report(bot: str, found: Losses) -> str:
    """Return the losses of a bot as Markdown."""
    mean = found.total / found.games
    error = np.sqrt(max(0.0, found.squares / found.games - mean * mean) / found.games)
    errors, choices = found.errors / max(1, found.choices), max(1, found.choices)
    lines = [
        f"## {bot}\n",
        f"{found.games:,} games against the table, {found.choices:,} choices among two or more actions.",
        f"{errors:.1%} of the choices were errors.",
        f"A choice lost {found.total / choices:.5f} on average, a game {mean:.4f} ± {error:.4f}.",
        f"The bot won {found.won / found.games:.1%}.",
        f"Perfect play can expect {found.against / found.games:.4f} ± {error:.4f} against it.",
    ]
    for kinds in filter(None, (found.sorts, found.kinds)):
        common = sorted(kinds.items(), key=lambda item: -item[1][1])[:_LISTED]
        lines += ["", "| error | times | loss in all |", "| --- | --- | --- |"]
        lines += [f"| {kind} | {count:,.0f} | {lost:.3f} |" for kind, (count, lost) in common]
    lines += ["", "| loss | position | played | best |", "| --- | --- | --- | --- |"]
    lines += [f"| {lost:.4f} | `{position}` | {played} | {best} |" for lost, position, played, best in found.worst]
    return "\n".join(lines) + "\n"


def main() -> None:
    """Play, and print the report."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("table", type=Path)
    parser.add_argument("game")
    parser.add_argument("--bots", nargs="+", default=["random"])
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    game = ludarium.load(given.game)
    table = Table.open(given.table, game)
    bots = " ".join(given.bots)
    print(f"# What bots lose in {game.spec}\n")
    print(f"`python -m studies.exact {given.table.name} '{game.spec}' --bots {bots} --games {given.games} "
          f"--seed {given.seed}`\n")  # fmt: skip
    for bot in given.bots:
        print(report(bot, play(table, bot, given.games, given.seed)))
    rows = deceptive(table, game, given.games, given.seed)
    if rows:
        print("## Ahead, and yet behind\n\n| payoff | lead | seat | position |\n| --- | --- | --- | --- |")
        for payoff, lead, seat, position in rows:
            print(f"| {payoff:.4f} | {lead:.0f} | {game.setup.seat_names[seat]} | `{position}` |")
    file, layout = read_table(given.table), race_layout(game)
    if layout and file.header["kind"] == RACE and not layout.race.even:
        print("\n## The least that a seat ahead can expect in any position, told with A about to roll\n")
        print("| home | of the other | about to roll | payoff | below half | position |")
        print("| --- | --- | --- | --- | --- | --- |")
        for home, against, rolls, least, below, position in least_ahead(RaceTable.read(layout, file), game):
            words = "yes" if rolls else "no"
            print(f"| {home} | {against} | {words} | {least:.4f} | {below:.2%} | `{position}` |")


if __name__ == "__main__":
    main()
