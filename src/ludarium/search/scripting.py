"""How a game's players write bots in JavaScript: a text that is run anew each turn against an object of the game's."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from ludarium.core.game import State

Fact = str | int | bool


@dataclass(frozen=True, slots=True)
class Scripting:
    """What `SCRIPTING` in a game's `bots` says.

    `desk` is JavaScript, an expression: an object with `api`, which is the bot's own for a match; `before(facts)`,
    called before each turn, which answers whether the bot's text is to be run; and `after()`, which answers with the
    name of the action that the bot has chosen. `facts` are what a bot of the seat may know of a state.
    """

    desk: str
    facts: Callable[[State, int], Mapping[str, Fact]]
