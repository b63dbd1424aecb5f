"""Write the page of all measured games side by side.

`ludarium measure GAME --games 200 --seed 1 --out FOLDER` measures a game, and its `measures.json` is kept in the game's
folder. `python -m studies.five_games` writes `docs/studies/five-games.md` from these files; the page has the commands.
"""

from collections.abc import Iterator, Mapping
from pathlib import Path
from shlex import quote

from ludarium.core.measures import MEANINGS, Measured, format_bounds, format_measure, measured_games, nearest_games
from ludarium.core.registry import definition

PAGE = Path("docs/studies/five-games.md")
_NOTES = {
    "grid": "Grid Game is observed between bots that try random plans: its levels up to hard choose without chance, "
    "so two of them mirror each other until the turn limit, and draw.",
    "ludo": "In 1,000 games of Multiplication Ludo that an earlier version measured, the first seat scored 51.0 % "
    "(47.9 to 54.1), so the greater score here may well be chance.",
}
"""What a reader must know of a game's measures."""


def page(games: Mapping[str, Measured]) -> str:
    """Return the page in Markdown."""
    titles = {name: definition(name).title for name in games}
    rows = ["| measure | " + " | ".join(titles.values()) + " |", "| --- |" + " --- |" * len(games)]
    known = {name: one for name, one in MEANINGS.items() if any(found.values.get(name) for found in games.values())}
    for name, meaning in known.items():
        cells = [format_bounds(name, found.values.get(name)) for found in games.values()]
        if name == "positions":
            cells = [f"at least {cell}" if "(" in cell else cell for cell in cells]
        rows.append(f"| {meaning.title} | " + " | ".join(cells) + " |")
    nearest = (f"- {titles[name]}: {titles[others[0]]}" for name in games if (others := nearest_games(name, games)))
    meanings = (f"- **{meaning.title}**: {meaning.says}." for meaning in known.values())
    return "\n".join(
        [
            "# The games side by side",
            "",
            "Every number has its 95 % confidence interval.",
            "The commands at the end name how many games were played; where they were few the intervals are wide.",
            "[How to measure a game](../how-to/measure.md) says how each is found.",
            "",
            *rows,
            "",
            *meanings,
            "",
            *(line for name, note in _NOTES.items() if name in games for line in (note, "")),
            "The most similar game by these:",
            "",
            *nearest,
            "",
            "## What doubling the search gains",
            "",
            "The score of the general search against itself with half as many simulations a turn.",
            "",
            *_doublings(games, titles),
            "",
            "## What options change",
            "",
            "Random games, with one option changed; in brackets the 95 % interval.",
            "",
            *(line for name, found in games.items() if found.options for line in _options(found, titles[name])),
            *_commands(games),
        ]
    )


def _doublings(games: Mapping[str, Measured], titles: Mapping[str, str]) -> Iterator[str]:
    """Yield the table of the scores of searches."""
    known = {name: found.doublings for name, found in games.items() if found.doublings}
    yield "| simulations | " + " | ".join(titles[name] for name in known) + " |"
    yield "| --- |" + " --- |" * len(known)
    for more in sorted({more for doublings in known.values() for more in doublings}):
        cells = (format_bounds("doubling", doublings.get(more)) for doublings in known.values())
        yield f"| {more} against {more // 2} | " + " | ".join(cells) + " |"


def _options(found: Measured, title: str) -> Iterator[str]:
    """Yield the table of the effects of a game's options."""
    yield from (f"### {title}", "", "| option | turns | first seat | drawn | branching |", "| --- |" + " --- |" * 4)
    for one in found.options:
        name = f"`{one.option}={one.value}`" if one.option else "as it is"
        cells = (
            format_bounds("turns", one.turns),
            format_bounds("first", one.first),
            format_bounds("drawn", one.drawn),
        )
        yield f"| {name} | " + " | ".join(cells) + f" | {format_measure('branching', one.branching)} |"
    yield ""


def _commands(games: Mapping[str, Measured]) -> Iterator[str]:
    """Yield how the page is made."""
    yield "Made by `python -m studies.five_games` from the `measures.json` of the games, which these commands write."
    yield "With more `--games` the same command adds to what its folder has; the time that it takes grows with them."
    yield from ("", "```sh")
    for name, found in games.items():
        words = f"--player {quote(found.player)} --games {found.games} --seed {found.seed} --out measures/{name}"
        yield f"ludarium measure {quote(found.game)} {words}"
    yield f"for game in {' '.join(games)}; do cp measures/$game/measures.json src/ludarium/games/$game/; done"
    yield from ("python -m studies.five_games", "```", "")


def main() -> None:
    """Write the page."""
    PAGE.write_text(page(measured_games()), "utf-8")


if __name__ == "__main__":
    main()
