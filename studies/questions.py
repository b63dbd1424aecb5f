"""Answer questions that the games' authors left open, from games between bots.

`python -m studies.questions --games 400 --seed 1` writes `studies/results/questions.md`; `--only` names some of the
questions, whose sections are then replaced. Game n of a line has the seed that is derived from the seed and n.
"""

import argparse
import re
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

import numpy as np

import ludarium
from ludarium.analysis.measuring.estimates import Estimate, mean_of, ratio_of, score_of
from ludarium.core.kernel import CHANCE
from ludarium.core.rng import derive
from ludarium.games.orion.kernel import CLICKS, LEFT, SINCE, TURN
from ludarium.solve.solution import solve
from ludarium.solve.table import Table

RESULTS = Path("studies/results/questions.md")
_LEVELS = ("easy", "medium", "hard")


class Line(NamedTuple):
    """Games of one player with itself."""

    game: str
    player: str
    position: str | None = None


class Seen(NamedTuple):
    """What one game showed: turns of seats, turns that were skipped, rounds in which all skipped, the first's payoff.

    `swapped` is 1 if the first seat's setup was taken over by the second, which a game without a pie never is.
    """

    turns: int
    skipped: int
    rounds: int
    all_skipped: int
    first: float
    swapped: int


def watch(line: Line, seed: int, number: int) -> Seen:
    """Play a game and count."""
    game = ludarium.load(line.game)
    record = ludarium.play_match(game, [line.player] * game.seats, derive(seed, number), position=line.position)
    state = game.parse_position(line.position) if line.position else game.initial()
    rolls = choices = in_a_row = all_skipped = 0
    first = -1
    for entry in record.turns:
        actors = state.actors
        rolled = actors == (CHANCE,) and first >= 0
        if actors != (CHANCE,):
            first = actors[0] if first < 0 else first
            choices += 1
            in_a_row = 0
        elif not rolled and first < 0 and game.name == "vortex":
            first = int(state.move(entry.text).vector[0])
        state = state.move(entry.text)
        if rolled:
            rolls += 1
            if state.actors == (CHANCE,):  # nobody can move after this roll
                in_a_row += 1
                all_skipped += in_a_row % game.seats == 0
    assert record.payoffs is not None
    skipped = max(0, rolls - choices)
    swapped = sum(entry.text == "swap" for entry in record.turns)
    return Seen(choices + skipped, skipped, max(1, rolls // game.seats), all_skipped, record.payoffs[first], swapped)


def play(line: Line, games: int, seed: int, pool: Executor) -> list[Seen]:
    """Play the games of a line."""
    return list(pool.map(partial(watch, line, seed), range(games), chunksize=4))


def percent(found: Estimate) -> str:
    """Return a part of 1 with its interval."""
    return f"{found.value:.1%} | {found.low:.1%} to {found.high:.1%}"


def table(headings: str, rows: list[str]) -> str:
    """Return a table in Markdown."""
    columns = headings.count("|") + 1
    return "\n".join([f"| {headings} |", "| --- " * columns + "|", *(f"| {row} |" for row in rows)])


def dice(games: int, seed: int, pool: Executor) -> str:
    """Return the turns of Vortex with dice of several sizes, and how many of them are skipped."""
    rows = []
    for player in ("random", "hard"):
        for players in (2, 4):
            for die in (4, 6, 8, 10, 12):
                seen = play(Line(f"vortex(players={players},die={die})", player), games, seed, pool)
                turns = mean_of(np.array([one.turns for one in seen]))
                counts = np.array([(one.skipped, one.turns, one.all_skipped, one.rounds) for one in seen]).T
                skipped, rounds = ratio_of(*counts[:2]), ratio_of(*counts[2:])
                interval = f"{turns.low:.1f} to {turns.high:.1f}"
                rows.append(
                    f"{player} | {players} | {die} | {turns.value:.1f} | {interval} | {percent(skipped)} "
                    f"| {rounds.value:.2%} | {max(0.0, rounds.low):.2%} to {rounds.high:.2%}"
                )
    headings = "player | players | die | turns | 95 % interval | turns skipped | 95 % interval"
    return table(f"{headings} | rounds that all skip | 95 % interval", rows)


def pie(games: int, seed: int, pool: Executor) -> str:
    """Return the scores of the first seat in Throngs with and without the pie."""
    rows = []
    for setup in ("standard", "pie"):
        for player in _LEVELS:
            seen = play(Line(f"throngs(setup={setup})", player), games, seed, pool)
            first = percent(score_of(np.array([one.first for one in seen])))
            swapped = percent(score_of(np.array([float(one.swapped) for one in seen]))) if setup == "pie" else "- | -"
            rows.append(f"{setup} | {player} | {first} | {swapped}")
    return table("setup | player | first seat | 95 % interval | pie swapped | 95 % interval", rows)


def growing(games: int, seed: int, pool: Executor) -> str:
    """Return the scores of the first seat in Hydra, as it is and with all clicks from the first turn on."""
    rows = []
    for clicks in (3, 5):
        game = ludarium.load(f"orion(clicks={clicks})")
        at_once = game.initial().vector
        # an even number of turns, after which every turn has all clicks
        at_once[TURN] = at_once[SINCE] = (clicks // 2) * 2
        at_once[LEFT] = game.tables[CLICKS]
        starts = {"1, 2, ... clicks": None, "all clicks at once": str(game.state(at_once))}
        for name, position in starts.items():
            for player in _LEVELS[:2]:
                seen = play(Line(game.spec, player, position), games, seed, pool)
                first = percent(score_of(np.array([one.first for one in seen])))
                turns = mean_of(np.array([one.turns for one in seen]))
                rows.append(f"{clicks} | {name} | {player} | {first} | {turns.value:.0f}")
    return table("clicks | begins with | player | first seat | 95 % interval | turns", rows)


def numbers(games: int, seed: int, pool: Executor) -> str:
    """Return what every number is worth in Multiplication Ludo with one marker a side: exact, so nothing is played."""
    game = ludarium.load("ludo(markers=1)")
    goal, die = (game.options[name] for name in ("goal", "die"))
    assert isinstance(goal, int)
    assert isinstance(die, int)
    reached, waiting = set[int](), [1]
    while waiting:
        number = waiting.pop()
        reached.add(number)
        waiting += {product for roll in range(2, die + 1) if (product := number * roll) < goal} - reached
    with TemporaryDirectory() as folder:
        solve(game, tolerance=1e-9).write(path := Path(folder) / "one.table")
        values = Table.open(path, game)
        chances = {number: values.value(game.parse_position(f"{number}/1 A - 2")) or 0.0 for number in reached}
    rows = (
        f"{number} | {chance:.4f} | {'yes' if goal % number == 0 else 'no'}"
        for number, chance in sorted(chances.items(), key=lambda one: (-round(one[1], 4), one[0]))
    )
    return table("number | wins | leads to 120", [*rows])


QUESTIONS: dict[str, tuple[str, Callable[[int, int, Executor], str]]] = {
    "dice": ("Do higher dice make Vortex longer, as its author says, and does everybody skip?", dice),
    "pie": ("What is the pie worth in Throngs?", pie),
    "growing": ("What does the growing first sequence of clicks do in Hydra?", growing),
    "numbers": ("What do exact values teach about multiplication?", numbers),
}


def sections(text: str) -> Iterator[tuple[str, str]]:
    """Yield the sections of the page by the names of their questions."""
    for part in re.split(r"^(?=## )", text, flags=re.MULTILINE)[1:]:
        [name] = re.findall(r"--only (\w+)", part)
        yield name, part.strip()


def main(arguments: Sequence[str] | None = None) -> None:
    """Answer questions, and write their sections."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--only", choices=QUESTIONS, nargs="*", default=[*QUESTIONS])
    given = parser.parse_args(arguments)
    known = dict(sections(RESULTS.read_text("utf-8"))) if RESULTS.exists() else {}
    with ProcessPoolExecutor(given.workers, get_context("spawn")) as pool:
        for name in given.only:
            title, question = QUESTIONS[name]
            answer = question(given.games, given.seed, pool)
            played = "" if name == "numbers" else f" --games {given.games} --seed {given.seed}"
            told = f"`python -m studies.questions{played} --only {name}`"
            known[name] = f"## {title}\n\n{answer}\n\n{told}"
            written = "\n\n".join(known[one] for one in QUESTIONS if one in known)
            RESULTS.write_text(f"# Questions that the authors left open\n\n{written}\n", "utf-8")


if __name__ == "__main__":
    main()
