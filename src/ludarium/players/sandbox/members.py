"""The members of the objects that a script is given, each with a line, for editors that complete them."""

from collections.abc import Mapping

from ludarium.core.game import Game
from ludarium.search.bot import hook
from ludarium.search.scripting import Scripting

_API = {
    "seat": "your seat, from 0",
    "state": "the position",
    "turn()": "the number of your turns so far",
    "legal()": "the names of the actions that you may choose",
    "play(name)": "choose an action; the last choice counts",
}
_POSITION = {
    "actor": "who acts: a seat, -1 for chance, null if the game is over",
    "legal": "the names of the actions of who acts",
    "play(name)": "the position after an action",
    "chance()": "the outcomes of chance, each with name and probability",
    "over": "whether the game is over",
    "payoffs": "what every seat gets, once the game is over",
    "inTurn": "whether a turn has begun and is not complete",
    "text()": "the position as text",
    "points()": "the points of every seat",
    "value()": "what the game's own evaluation expects for every seat",
    "playouts(games)": "what every seat gets on average in so many random games from here, at most 1000",
}


def members(game: Game) -> dict[str, Mapping[str, str]]:
    """Return what `api` has in scripts of a game and, where there are positions, what a `position` has.

    >>> from ludarium.core.registry import load
    >>> sorted(members(load("ludo")))
    ['api', 'position']
    >>> members(load("grid"))["api"]["turn()"]
    'the number of the turn, from 0'
    """
    own: Scripting | None = hook(game, "SCRIPTING")
    return {"api": own.members} if own else {"api": _API, "position": _POSITION}
