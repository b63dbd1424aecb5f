"""The laws that every game must obey in every state. Authors of games run `check` until it raises no error.

>>> from ludarium.laws import LAWS, check
>>> check("orion(turn_limit=10)", games=1)
>>> LAWS[0].name
'the setup is within the limits'
"""

from ludarium.core.game import Game
from ludarium.core.registry import load_game
from ludarium.laws.broken import LawBroken
from ludarium.laws.concepts import LAWS as OF_CONCEPTS
from ludarium.laws.editing import LAWS as OF_EDITORS
from ludarium.laws.law import Law
from ludarium.laws.limits import LAWS as OF_LIMITS
from ludarium.laws.machine import LAWS as OF_KERNELS
from ludarium.laws.page import LAWS as OF_PAGES
from ludarium.laws.picture import LAWS as OF_PICTURES
from ludarium.laws.players import LAWS as OF_PLAYERS
from ludarium.laws.rules import LAWS as OF_RULES
from ludarium.laws.sample import Sample
from ludarium.laws.solving import LAWS as OF_SOLVING
from ludarium.laws.symmetry import LAWS as OF_SYMMETRIES
from ludarium.laws.text import LAWS as OF_NOTATION

__all__ = ["LAWS", "Law", "LawBroken", "Sample", "check"]

LAWS: tuple[Law, ...] = (
    *OF_LIMITS,
    *OF_RULES,
    *OF_SOLVING,
    *OF_NOTATION,
    *OF_KERNELS,
    *OF_SYMMETRIES,
    *OF_PICTURES,
    *OF_EDITORS,
    *OF_PAGES,
    *OF_CONCEPTS,
    *OF_PLAYERS,
)
"""All laws, in the order in which a new game is best tested."""


def check(game: str | Game, *, seed: int = 0, games: int = 10) -> None:
    """Test every law on random games of a game, given as a spec or as a `Game`.

    Laws that need an installed game are skipped for one that is not installed.

    Raises `LawBroken` for the first law that does not hold.
    """
    sample = Sample.draw(load_game(game), seed, games)
    for law in LAWS:
        if law.applies(sample.game):
            law.test(sample)
