"""The states of games, which are defined beside `Game`; import them from `ludarium.core.game`."""

from ludarium.core.game import State
from ludarium.core.payoffs import equal_payoffs

__all__ = ["State", "equal_payoffs"]
