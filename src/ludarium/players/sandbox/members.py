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
_EXAMPLES = {
    "seat": "// how many points I have\nconsole.log(api.state.points()[api.seat]);",
    "state": "// the position, as it is written\nconsole.log(api.state.text());",
    "turn()": "// once in a match\nif (api.turn() === 0) console.log('my first turn');",
    "legal()": "// everything that I may choose\nfor (const name of api.legal()) console.log(name);",
    "play(name)": "// choose the last of the actions\napi.play(api.legal().at(-1));",
}
_POSITION_EXAMPLES = {
    "actor": "// whether an action leaves the next turn to me\n"
    "for (const name of api.legal()) console.log(name, api.state.play(name).actor === api.seat);",
    "legal": "// how much there is to choose from\nconsole.log(api.state.legal.length, 'actions');",
    "play(name)": "// where the first three actions lead\n"
    "for (const name of api.legal().slice(0, 3)) console.log(name, api.state.play(name).text());",
    "chance()": "// what the dice may show after my first action, and how likely\n"
    "for (const after of [api.state.play(api.legal()[0])])\n"
    "  if (after.actor === -1) for (const one of after.chance()) console.log(one.name, one.probability);",
    "over": "// actions that end the game\n"
    "for (const name of api.legal()) if (api.state.play(name).over) console.log(name);",
    "payoffs": "// choose an action that wins at once\n"
    "for (const name of api.legal())\n"
    "  if (api.state.play(name).payoffs?.[api.seat] > 0) api.play(name);",
    "inTurn": "// actions after which I choose again in this turn\n"
    "for (const name of api.legal()) if (api.state.play(name).inTurn) console.log(name);",
    "text()": "// the position after my first action\nconsole.log(api.state.play(api.legal()[0]).text());",
    "points()": "// how far I lead\n"
    "for (const points of [api.state.points()])\n"
    "  console.log(points[api.seat] - Math.max(...points.filter((_, seat) => seat !== api.seat)));",
    "value()": "// what the game's own evaluation expects for me\nconsole.log(api.state.value()?.[api.seat]);",
    "playouts(games)": "// what I get on average in 20 random games from here\n"
    "console.log(api.state.playouts(20)[api.seat]);",
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


def examples(game: Game) -> dict[str, Mapping[str, str]]:
    """Return lines to begin with for each of the `members`: they run as they are, more than once in a script, too.

    >>> from ludarium.core.registry import load
    >>> print(examples(load("ludo"))["position"]["legal"])
    // how much there is to choose from
    console.log(api.state.legal.length, 'actions');
    """
    own: Scripting | None = hook(game, "SCRIPTING")
    return {"api": own.examples} if own else {"api": _EXAMPLES, "position": _POSITION_EXAMPLES}
