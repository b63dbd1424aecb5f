"""Every game obeys the laws, at small sizes and as it is."""

import ludarium
import pytest
from ludarium.authoring import check, readme

SPECS = (
    "tic_tac_toe", "breakthrough(columns=4,rows=5)", "clobber(columns=4,rows=3)", "amazons(size=4)", "y(size=4)",
    "havannah(size=3)", "reversi(size=4)", "yavalath(size=3)", "backgammon(turn_limit=50)",
)  # fmt: skip
GAMES = tuple(spec.partition("(")[0] for spec in SPECS)


@pytest.mark.parametrize("spec", SPECS)
def test_laws(spec: str) -> None:
    check(spec, games=1)


@pytest.mark.parametrize("name", GAMES)
def test_a_game_as_it_is_ends_and_its_positions_are_read_back(name: str) -> None:
    game = ludarium.load(name)
    record = ludarium.play_match(game, ["random", "random"], seed=1)
    states = [*record.states()]
    assert not states[-1].actors
    assert all(game.parse_position(str(state)) == state for state in states)


@pytest.mark.parametrize("name", GAMES)
def test_the_rules_page_has_every_option(name: str) -> None:
    definition = ludarium.load(name).definition
    for option in definition.options:
        values = option.values
        spread = f"{values[0]} to {values[-1]}" if isinstance(values, range) else ", ".join(map(str, values))
        assert f"| `{option.name}` | {spread} | {option.default} | {option.help} |" in readme(definition)
