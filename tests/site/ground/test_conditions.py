"""Conditions in SQL."""

from sqlalchemy import create_engine, literal, select

from ludarium.site.ground.table import is_of_game


def test_a_spec_is_of_its_game_with_any_options_and_version_of_the_rules() -> None:
    with create_engine("sqlite://").connect() as connection:
        for spec, name, expected in (
            ("orion", "orion", True),
            ("orion(clicks=2)", "orion", True),
            ("orion@2", "orion", True),
            ("orion@2(clicks=2)", "orion", True),
            ("orion_2", "orion", False),
            ("orion2(clicks=2)", "orion", False),
            ("orion(clicks=2)", "o_ion", False),
        ):
            assert bool(connection.execute(select(is_of_game(literal(spec), name))).scalar()) is expected, spec
