"""The rules page of every game says what its code does; the examples on it run as doctests."""

import inspect
import re

import pytest

import ludarium
from ludarium.core.kit import Kit
from tests.games.page import rows


def paragraphs(kit: Kit) -> list[str]:
    return re.findall(r"^### §(\d+) ", kit.readme, re.MULTILINE)


@pytest.fixture(params=ludarium.names())
def kit(request) -> Kit:
    return ludarium.load(request.param).kit


def test_every_paragraph_that_the_code_cites_is_on_the_page(kit: Kit):
    titled = paragraphs(kit)
    assert titled == [str(number) for number in range(1, len(titled) + 1)]
    for module in (inspect.getmodule(kit.kernel.apply), kit.rules):
        assert set(re.findall(r"§(\d+)", inspect.getsource(module))) <= set(titled)


def test_the_table_of_options_is_the_game_s(kit: Kit):
    declared = []
    for option in kit.options:
        values = option.values
        text = f"{values[0]} to {values[-1]}" if isinstance(values, range) else ", ".join(map(str, values))
        declared.append([option.name, text, str(option.default), option.help])
    assert rows(kit, "| option |") == declared


def test_the_facts_are_the_game_s(kit: Kit):
    facts, known = dict(rows(kit, "| | |")), kit.facts
    assert [facts[name] for name in ("Designer", "Year", "Category", "Source")] == [
        known.designer, str(known.year), known.category, known.source,
    ]  # fmt: skip
    if known.similar:
        assert facts["Similar"].lower().split(", ") == list(known.similar)
    players = [option.values for option in kit.options if option.name == "players"]
    seats = f"{players[0][0]} to {players[0][-1]}" if players else str(ludarium.load(kit.name).seats)
    assert facts["Players"] == seats
    assert kit.readme.startswith(f"# {kit.title}\n\n{kit.tagline}\n")
