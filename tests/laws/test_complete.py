"""Every game of this package is complete; the test lists what is missing."""

import re
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path

import pytest

import ludarium
from ludarium.core.rules_page import readme
from ludarium.search.personas import bot_personas
from ludarium.search.player import DEFAULT_LEVELS, levels, make_bot

NEEDED_FACTS = {"designer", "year", "category", "source"}
OURS = [name for name in ludarium.game_names() if ludarium.load(name).definition.package.startswith("ludarium.")]


@pytest.mark.parametrize("name", OURS)
def test_a_game_has_every_required_part(name: str) -> None:
    assert list(missing(name)) == []


def missing(name: str) -> Iterator[str]:
    game = ludarium.load(name)
    page = readme(game.definition)
    paragraphs = re.findall(r"^###? §(\d+) ", page, re.MULTILINE)
    if paragraphs != [str(number) for number in range(1, len(paragraphs) + 1)] or not paragraphs:
        yield f"README.md: numbered paragraphs, as in ### §1, and not {paragraphs}"
    tests = "".join(path.read_text("utf-8") for path in sorted(Path("tests/games", name).glob("test_*.py")))
    for number in paragraphs:
        if f"def test_{number}_" not in tests:
            yield f"tests/games/{name}: a test of §{number}, named test_{number}_..."
    for number in sorted(set(re.findall(r"^def test_(\d+)_", tests, re.MULTILINE)) - set(paragraphs)):
        yield f"README.md: §{number}, of which there is a test"
    for option in game.definition.options:
        if f"`{option.name}`" not in page or not option.help:
            yield f"README.md: the option {option.name}"
    for path in (Path("tests/golden", f"{name}.txt"), Path("tests/counts", f"{name}.json")):
        if not path.exists():
            yield str(path)
    yield from (f"facts: the {fact}" for fact in sorted(NEEDED_FACTS) if not asdict(game.definition.facts)[fact])
    yield from (f"the {part}" for part in ("title", "tagline") if not getattr(game.definition, part))
    if game.definition.optional_module("observation") is None:
        yield "observation.py: what a learner sees"
    if not hasattr(game.definition.module("view"), "scene"):
        yield "view.py: scene"
    if list(levels(game)) != list(DEFAULT_LEVELS):
        yield f"bots.py: the levels {', '.join(DEFAULT_LEVELS)}, and not {list(levels(game))}"
    for level in levels(game):
        make_bot(level, game, 0)
    for level, bot in bot_personas(game).items():
        if not bot.name or not bot.sentence or bot.sentence.endswith("."):
            yield f"bots.py: in PERSONAS a name and a sentence without its full stop for {level}, and not {bot}"
