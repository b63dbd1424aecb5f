"""Where games come from: whatever is installed under the entry point `ludarium.games`."""

from functools import cache, lru_cache
from importlib.metadata import entry_points

from ludarium.core.errors import UnknownGame
from ludarium.core.game import Game
from ludarium.core.kit import Kit
from ludarium.core.spec import nearest, read_options, read_spec, shorten


@cache
def names() -> tuple[str, ...]:
    """The names of the installed games, in alphabetical order."""
    return tuple(sorted({entry.name for entry in entry_points(group="ludarium.games")}))


@cache
def kit(name: str) -> Kit:
    """The kit of an installed game.

    Raises `UnknownGame`.
    """
    for entry in entry_points(group="ludarium.games", name=name):
        found = entry.load()
        assert isinstance(found, Kit), f"the entry point {name} is no Kit"
        return found
    known = names()
    raise UnknownGame(
        f"no game {shorten(name)} is installed{nearest(name, known)} (there is {', '.join(known) or 'none'})"
    )


@lru_cache(maxsize=256)
def load(spec: str) -> Game:
    """The game that a spec names, such as `orion` or `orion(clicks=2)`.

    >>> load("orion( clicks = 3 )")
    ludarium.load('orion')

    Raises `Unreadable`, `UnknownGame` or `BadOption`.
    """
    name, given = read_spec(spec)
    found = kit(name)
    return Game(found, read_options(name, found.options, given))
