"""Put ten games beside what is published of them.

`pip install examples/hex examples/connect_four examples/classics`, then `python -m studies.ten_games` computes every
figure again, in some minutes, and writes `studies/results/ten_games.json` and `docs/studies/ten-games.md`.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np

import ludarium
from ludarium.analysis.measuring.estimates import score_of
from ludarium.core.payoffs import verdicts
from ludarium.core.rng import derive, generator
from ludarium.players.table import play_match
from ludarium.search import perft
from ludarium.search.survey import survey
from ludarium.solve.proof_solution import ProofSolution

RESULTS, PAGE = Path("studies/results/ten_games.json"), Path("docs/studies/ten-games.md")
GAMES, SEED, _MEMORY = 1_000_000, 1, 2e9
SEARCHED = Path("studies/results/ten_games_searched.json")
Measure = Callable[[str], str]


class Claim(NamedTuple):
    """A figure that is published: the game, what it is, its value, and the source; and how it is computed here."""

    game: str
    what: str
    published: str
    source: str
    measure: Measure


def at_random(spec: str) -> str:
    """Return the results of random games, of 100: of the first seat, the second, and draws, with half an interval."""
    game = ludarium.load(spec)
    made = survey(game.initial(), GAMES, generator(SEED))
    found = verdicts(made.payoffs, game.teams, game.payoff_range)
    drawn = ~(found == 1).any(axis=1)
    parts = [float((found[:, 0] == 1).mean()), float((found[:, 1] == 1).mean()), float(drawn.mean())]
    error = 1.96 * max(np.sqrt(part * (1 - part) / GAMES) for part in parts)
    return f"{' / '.join(f'{100 * part:.1f}' for part in parts)} (± {100 * error:.1f})"


def value(spec: str) -> str:
    """Return who wins if both play perfectly, by a proof."""
    game = ludarium.load(spec)
    found = ProofSolution.begin(game, _MEMORY, lambda count: None).value(game.initial())
    return {1.0: "first", 0.5: "draw", 0.0: "second"}[found]


def ahead(simulations: int, games: int) -> Measure:
    """Return what tells which seat is ahead between equal searches beyond chance, and what the first scores of 100."""

    def met(spec: str) -> str:
        game, bots = ludarium.load(spec), [f"mcts(simulations={simulations})"] * 2
        matches = (play_match(game, bots, derive(SEED, number)) for number in range(games))
        return who_is_ahead([game.payoff_range.parts(match.payoffs or ())[0] for match in matches])

    return met


def who_is_ahead(parts: Sequence[float]) -> str:
    """Return which seat is ahead by what the first got in each game, as a part of the range.

    >>> who_is_ahead([1.0] * 30 + [0.0] * 10), who_is_ahead([1.0, 0.0])
    ('first, 75 of 100 (60 to 86)', 'neither, 50 of 100 (9 to 91)')
    """
    score, low, high = score_of(np.array(parts))
    who = "first" if low > 0.5 else "second" if high < 0.5 else "neither"
    return f"{who}, {100 * score:.0f} of 100 ({100 * low:.0f} to {100 * high:.0f})"


def counts(depth: int) -> Measure:
    """Return what counts the ways to play 1, 2, ... steps."""

    def counted(spec: str) -> str:
        start = ludarium.load(spec).initial()
        return ", ".join(f"{perft(start, steps):,}" for steps in range(1, depth + 1))

    return counted


_ALL_GAMES = "exactly 737/1260, 121/420 and 8/63, by adding up over all positions"
_CLOBBER = "M. Albert, J. Grossman, R. Nowakowski, D. Wolfe, An introduction to Clobber, 2005"
_STOLEN = "J. Nash's argument: a strategy of the second seat could be stolen"
_OTHELLO = "the counts by which Othello programs are tested"
_AMAZONS = "J. Song, M. Müller, An Enhanced Solver for the Game of Amazons, 2015: the first seat wins, proved in 2001"
_YAVALATH = "C. Browne, Evolutionary Game Design, 2011, chapter 7: who opens has a strong (winning) advantage"
_FILLED = "Y is never drawn, and a strategy could be stolen (C. Schensted, C. Titus, 1975)"
CLAIMS = (
    Claim("tic_tac_toe", "random play", "58.5 / 28.8 / 12.7", _ALL_GAMES, at_random),
    Claim("tic_tac_toe", "value", "draw", "folklore", value),
    Claim("tic_tac_toe", "ways to play 1 to 5 steps", "9, 72, 504, 3,024, 15,120", "9!/(9-n)!", counts(5)),
    *(Claim(f"hex(size={size},swap=off)", "value", "first", _STOLEN, value) for size in (3, 4)),
    Claim("connect_four", "random play", "55.6 / 44.2", "often quoted; we know no first source", at_random),
    Claim("connect_four", "ways to play 1 to 6 steps", "7, 49, 343, 2,401, 16,807, 117,649", "7^n: no column is full",
          counts(6)),
    Claim("connect_four(columns=4,rows=4)", "value", "draw", "J. Tromp's table of small boards", value),
    Claim("connect_four(columns=5,rows=4)", "value", "draw", "J. Tromp's table of small boards", value),
    Claim("breakthrough", "first turns", "22", "16 stones, of which those in front move in three ways", counts(1)),
    *(
        Claim(f"clobber(columns={length},rows=1)", "value", "second" if length == 6 else "first", _CLOBBER, value)
        for length in (2, 4, 6, 8)
    ),
    *(Claim(f"y(size={size})", "value", "first", _FILLED, value) for size in (2, 3, 4)),
    Claim("havannah(size=2)", "value", "first", "T. Ewalds, Playing and Solving Havannah, 2012", value),
    Claim("reversi(size=8)", "ways to play 1 to 7 steps", "4, 12, 56, 244, 1,396, 8,200, 55,092", _OTHELLO, counts(7)),
    Claim("reversi(size=4)", "value", "second", "known to all who solved 6x6", value),
)  # fmt: skip
_INTRODUCTION = (
    "What `ludarium study` rests on, rules, counts, random games and proofs, beside figures that others have published."
)
_RANDOM = (
    "Random play is of 100 games those that the first seat wins, the second wins, and that are drawn; "
    f"{GAMES:,} games, seed {SEED}, with half of the widest 95 % interval."
)
SEARCHES = (
    Claim("amazons(size=5)", "1,000 simulations a turn, 400 games", "first", _AMAZONS, ahead(1000, 400)),
    Claim("yavalath", "1,000 simulations a turn, 400 games", "first", _YAVALATH, ahead(1000, 400)),
    Claim("yavalath", "10,000 simulations a turn, 100 games", "first", _YAVALATH, ahead(10_000, 100)),
)
"""Where it is published who has the advantage, and games between equal searches may show it or not: no proofs."""
_AHEAD = (
    "Where only it is published who wins or has the advantage, and no proof is in reach here, equal searches have met: "
    "`mcts(simulations=…)` with itself, seed 1. The seat that is ahead beyond chance is named, with what the first "
    "scores of 100 and the 95 % interval; `neither` means that these games show no advantage, not that there is none."
)
CITED = (
    "Reversi on 36 cells is won by the second seat, 20 to 16 (J. Feinstein, 1993); connect four by the first "
    "(J. Allen and V. Allis, 1988); Havannah of sizes 3 and 4 by the first (T. Ewalds, 2012). "
    "Amazons is won by the first seat on boards of 4 x 5, 5 x 4, 5 x 5, 4 x 6, 5 x 6 and 4 x 7 cells, by the second on "
    "6 x 4 (J. Song, M. Müller, 2015). None of these was solved again here."
)
WITHOUT = (
    "Amazons on 16 cells is won by the second seat, by our own proof (`amazons(size=4)`); no published figure was "
    "checked for it. On 5 columns and 4 rows the same proof gave up after 67 million positions. Of Yavalath no "
    "published number was checked, only who has the advantage; the games of our searches do not show it, which may say "
    "more of the searches than of the game."
)


def page(found: Mapping[str, str]) -> str:
    """Return the page in Markdown; `found` has what was measured by the game and the figure, without the searches."""
    searched = json.loads(SEARCHED.read_text("utf-8"))
    return "\n".join(
        [
            "# Ten games beside published figures",
            "",
            _INTRODUCTION,
            "Hex and Connect Four have packages of their own, the other eight are in `examples/classics`.",
            _RANDOM,
            "A value is who wins if both play perfectly.",
            "",
            "| game | figure | published | measured | source |",
            "| --- | --- | --- | --- | --- |",
            *_rows(CLAIMS, found),
            "",
            _AHEAD,
            "",
            "| game | searches | published | measured | source |",
            "| --- | --- | --- | --- | --- |",
            *_rows(SEARCHES, searched),
            "",
            CITED,
            WITHOUT,
            "",
            "```sh",
            "pip install examples/hex examples/connect_four examples/classics",
            "python -m studies.ten_games",
            "```",
            "",
        ]
    )


def _rows(claims: Sequence[Claim], found: Mapping[str, str]) -> list[str]:
    return [f"| `{one.game}` | {one.what} | {one.published} | {found[key(one)]} | {one.source} |" for one in claims]


def key(claim: Claim) -> str:
    """Return the name of a figure in the file of results."""
    return f"{claim.game}: {claim.what}"


def agree(claims: Sequence[Claim], found: Mapping[str, str]) -> list[str]:
    """Return the figures that differ from those that are published, except for what chance does to random games."""
    return [key(one) for one in claims if one.measure is not at_random and found[key(one)] != one.published]


def main() -> None:
    """Compute every figure, and write the results and the page."""
    found, searched = _computed(CLAIMS), _computed(SEARCHES)
    for path, figures in ((RESULTS, found), (SEARCHED, searched)):
        path.write_text(json.dumps(figures, indent=1) + "\n", "utf-8")
    PAGE.write_text(page(found), "utf-8")
    print(f"differ: {agree(CLAIMS, found) or 'none'}")


def _computed(claims: Sequence[Claim]) -> dict[str, str]:
    found = {}
    for one in claims:
        found[key(one)] = one.measure(one.game)
        print(f"{key(one)}: {found[key(one)]}, published {one.published}", flush=True)
    return found


if __name__ == "__main__":
    main()
