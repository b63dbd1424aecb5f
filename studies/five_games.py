"""Write the page of all measured games side by side.

`ludarium measure GAME --games 200 --seed 1 --out FOLDER` measures a game, and its `measures.json` is kept in the game's
folder. `python -m studies.five_games` writes `docs/studies/five-games.md` from these files.
"""

import math
from collections.abc import Mapping
from pathlib import Path

from ludarium.core.measures import MEANINGS, Measured, format_interval, format_measure, measured, nearest_games
from ludarium.core.registry import definition, game_names

PAGE = Path("docs/studies/five-games.md")


def page(games: Mapping[str, Measured]) -> str:
    """Return the page in Markdown."""
    titles = {name: definition(name).title for name in games}
    rows = ["| measure | " + " | ".join(titles.values()) + " |", "| --- |" + " --- |" * len(games)]
    for name, meaning in MEANINGS.items():
        cells = []
        for found in games.values():
            value, low, high = found.values.get(name) or (math.nan,) * 3
            interval = format_interval(name, value, low, high)
            cells.append(format_measure(name, value) + (f" ({interval})" if interval else ""))
        rows.append(f"| {meaning.title} | " + " | ".join(cells) + " |")
    made = (
        f"ludarium measure '{found.game}' --player {found.player} --games {found.games} --seed {found.seed}"
        for found in games.values()
    )
    nearest = (f"- {titles[name]}: {titles[others[0]]}" for name in games if (others := nearest_games(name, games)))
    meanings = (f"- **{meaning.title}**: {meaning.says}." for meaning in MEANINGS.values())
    return "\n".join(
        [
            "# The games side by side",
            "",
            "Every number has its 95 % confidence interval.",
            "[How to measure a game](../how-to/measure.md) says how each is found.",
            "",
            *rows,
            "",
            *meanings,
            "",
            "The most similar game by these:",
            "",
            *nearest,
            "",
            "Made by `python -m studies.five_games` from the `measures.json` of the games, which these commands write:",
            "",
            "```sh",
            *made,
            "```",
            "",
        ]
    )


def main() -> None:
    """Write the page."""
    games = {name: found for name in game_names() if (found := measured(definition(name)))}
    PAGE.write_text(page(games), "utf-8")


if __name__ == "__main__":
    main()
