"""Laws of what a game's folder says about the game, beside its code."""

from ludarium.core.errors import LudariumError
from ludarium.core.rules_page import readme
from ludarium.core.tutorial import tutorial
from ludarium.laws.broken import LawBroken
from ludarium.laws.law import Law
from ludarium.laws.sample import Sample
from ludarium.scenes.example import examples


def examples_on_the_rules_page_can_be_played(sample: Sample) -> None:
    """Every example in `README.md` is a position of a game, and turns that can be played from it."""
    try:
        examples(readme(sample.game.definition))
    except LudariumError as error:
        raise LawBroken(str(error)) from error


def lessons_can_be_solved(sample: Sample) -> None:
    """Every lesson in `tutorial.toml` is a position of a game with turns that solve it and turns that do not."""
    try:
        tutorial(sample.game.definition)
    except LudariumError as error:
        raise LawBroken(str(error)) from error


LAWS = (
    Law(examples_on_the_rules_page_can_be_played, installed=True),
    Law(lessons_can_be_solved, installed=True),
)
