"""Concepts of games, and similar games by them."""

import pytest

import ludarium
from ludarium.core.concepts import CONCEPTS, grouped, similar_games
from ludarium.core.registry import definition


@pytest.mark.parametrize("name", ludarium.game_names())
def test_every_game_tells_its_turns_luck_moves_and_end(name: str) -> None:
    concepts = definition(name).facts.concepts
    assert {"Turns", "Luck", "Board", "Moves", "End"} == set(grouped(concepts))
    assert len(set(concepts)) == len(concepts) == sum(map(len, grouped(concepts).values()))


def test_the_games_that_share_most_come_first() -> None:
    assert similar_games(definition("vortex"))[0].definition.name == "ludo"
    found = similar_games(definition("throngs"))
    assert "throngs" not in {similar.definition.name for similar in found}
    for similar in found:
        assert {*similar.shared} <= {*definition("throngs").facts.concepts} & {*similar.definition.facts.concepts}
        assert "turn limit" not in similar.shared


def test_every_concept_says_what_it_means() -> None:
    assert all(concept.says and concept.group for concept in CONCEPTS.values())
