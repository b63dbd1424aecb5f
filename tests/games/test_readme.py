"""Every game's rules page says what its code does; the examples on it run as doctests."""

import inspect
import re

import pytest

import ludarium
from ludarium.core import registry
from ludarium.core.definition import GameDefinition
from ludarium.core.rules_page import readme
from ludarium.core.seats import format_seats, seat_range
from ludarium.scenes.rules_page import rules_page

DEFINITIONS = pytest.mark.parametrize(
    "definition", [registry.definition(name) for name in ludarium.game_names()], ids=ludarium.game_names()
)


def rows(definition: GameDefinition, first: str) -> list[list[str]]:
    """The rows of the page's table whose heading begins like this, as texts without marks of code."""
    table = readme(definition)[readme(definition).index(first) :].split("\n\n")[0].splitlines()[2:]
    return [[cell.strip().replace("`", "") for cell in row.strip("|").split("|")] for row in table]


@DEFINITIONS
def test_every_paragraph_that_the_code_cites_is_on_the_page(definition: GameDefinition) -> None:
    titled = re.findall(r"^### §(\d+) ", readme(definition), re.MULTILINE)
    for module in ("kernel", "rules"):
        assert set(re.findall(r"§(\d+)", inspect.getsource(definition.module(module)))) <= set(titled)


@DEFINITIONS
def test_the_table_of_options_is_the_games(definition: GameDefinition) -> None:
    declared = []
    for option in definition.options:
        values = option.values
        text = f"{values[0]} to {values[-1]}" if isinstance(values, range) else ", ".join(map(str, values))
        declared.append([option.name, text, str(option.default), option.help])
    assert rows(definition, "| option |") == declared


@DEFINITIONS
def test_the_table_of_the_observation_is_the_games(definition: GameDefinition) -> None:
    assert f"\n{ludarium.load(definition.name).observation}\n" in readme(definition)


@DEFINITIONS
def test_the_facts_are_the_games(definition: GameDefinition) -> None:
    facts, known = dict(rows(definition, "| | |")), definition.facts
    assert (facts["Designer"], facts["Year"]) == (known.designer, str(known.year))
    assert (facts["Category"], facts["Source"]) == (known.category, known.source)
    assert (facts.get("Publisher", ""), facts.get("Similar", "").lower()) == (known.publisher, ", ".join(known.similar))
    assert facts["Concepts"] == ", ".join(known.concepts)
    assert facts["Players"] == format_seats(seat_range(definition))
    for name in ("ages", "duration", "tip"):
        assert facts.get(name.capitalize(), "") == getattr(known, name)
    assert tuple(re.findall(r"<(.*?)>", facts.get("Links", ""))) == known.links


@DEFINITIONS
def test_the_page_begins_with_title_and_tagline(definition: GameDefinition) -> None:
    assert readme(definition).startswith(f"# {definition.title}\n\n{definition.tagline}\n")


@DEFINITIONS
def test_players_see_the_pictures_and_no_python(definition: GameDefinition) -> None:
    page = rules_page(definition)
    assert ">>>" not in page
    assert "Traceback" not in page
    assert re.search(r"^```text\n(?:.+\n){5,}```$", page, re.MULTILINE)
    titles = re.findall(r"^#.*", readme(definition), re.MULTILINE)
    assert re.findall(r"^#.*", page, re.MULTILINE) == [title for title in titles if title != "## What a learner sees"]
    assert not re.search(r":\n\n(?!```|- |1\. |\|)", page), "a sentence announces what is not there"
