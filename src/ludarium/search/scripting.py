"""The hook for bots written in JavaScript: each turn runs the script anew with an object that the game provides."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from importlib.resources import files

from ludarium.core.game import Game, State

Fact = str | int | bool


@dataclass(frozen=True, slots=True)
class Scripting:
    """The hook `SCRIPTING` in a game's `bots`.

    `host` is a JavaScript expression whose value is an object with these members:

    | member          | meaning                                                                                   |
    | --------------- | ----------------------------------------------------------------------------------------- |
    | `api`           | the object that the script uses; a script has one for a match                             |
    | `before(facts)` | called before each turn; returns whether the script is to be run                          |
    | `after()`       | called after the script; returns the name of the action that it has chosen                |

    `facts(state, seat)` returns the information about a state that a bot in the seat may use. `members` describes each
    member of `api` in a line, a function as it is called (`wait(turns)`); editors offer them while somebody writes.
    `examples` are two or three lines for each of them that run as they are.
    """

    host: str
    facts: Callable[[State, int], Mapping[str, Fact]]
    members: Mapping[str, str] = field(default_factory=dict)
    examples: Mapping[str, str] = field(default_factory=dict)


def example(game: Game) -> str:
    """Return the script with which people begin: the file `example.js` of the game, or one that plays any game."""
    own = files(game.definition.package).joinpath("example.js")
    return own.read_text("utf-8") if own.is_file() else files(__package__).joinpath("example.js").read_text("utf-8")
