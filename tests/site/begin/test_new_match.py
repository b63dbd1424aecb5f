"""How a game with its options is called."""

import pytest

from ludarium.core.registry import definition, game_names
from ludarium.core.spec import Option
from ludarium.site.begin.new_match import describe_game


def worded(name: str) -> list[tuple[Option, str]]:
    """Return the options of a game whose values are words, each with every value but the default."""
    options = definition(name).options
    return [(option, one) for option in options if isinstance(option.values, tuple) for one in map(str, option.values)
            if isinstance(option.default, str) and one != option.default]  # fmt: skip


@pytest.mark.parametrize("name", game_names())
def test_a_word_of_an_option_is_said_in_plain_words(name: str) -> None:
    for option, value in worded(name):
        assert describe_game(f"{name}({option.name}={value})") == f"{definition(name).title} ({option.label(value)})"
        assert option.label(value) != value


def test_several_options_are_said_in_their_order_and_numbers_with_a_name_or_a_unit() -> None:
    assert any(worded(name) for name in game_names())
    assert describe_game("throngs(setup=pie,board=87,turn_limit=40)") == (
        "Throngs (87 spaces, one places the first stones, the other chooses, turn limit 40)"
    )
    assert (
        describe_game("orion(clicks=2,reversal=allowed)") == "Orion: Hydra (2 clicks, a turn may undo the opponent's)"
    )
    assert describe_game("vortex(board=round3,objective=points)") == "Vortex (round, 3 rings, for the score)"
