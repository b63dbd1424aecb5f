"""What every game must obey, however it is played; whoever adds a game runs `check` until it is quiet.

>>> from ludarium.laws import LAWS, check
>>> check("orion(turn_limit=20)", games=2)
>>> LAWS[0].name
'legal actions are ids in order'
"""

from ludarium.core.game import Game
from ludarium.core.registry import load
from ludarium.laws.law import Law, LawBroken
from ludarium.laws.machine import LAWS as OF_KERNELS
from ludarium.laws.picture import LAWS as OF_PICTURES
from ludarium.laws.rules import LAWS as OF_RULES
from ludarium.laws.sample import Sample
from ludarium.laws.text import LAWS as OF_NOTATION

__all__ = ["LAWS", "Law", "LawBroken", "Sample", "check"]

LAWS: tuple[Law, ...] = (*OF_RULES, *OF_NOTATION, *OF_KERNELS, *OF_PICTURES)
"""Every law, in the order in which a new game is best brought to obey them."""


def check(game: str | Game, *, seed: int = 0, games: int = 10) -> None:
    """Try every law on random games of a game, given as its spec or itself.

    Laws that need an installed game are left out for one that is not.

    Raises `LawBroken` for the first that does not hold.
    """
    sample = Sample.draw(load(game) if isinstance(game, str) else game, seed, games)
    for law in LAWS:
        if law.applies(sample.game):
            law.test(sample)
