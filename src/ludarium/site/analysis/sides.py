"""The seats of a position: which of them numbers its places, and the position with another one to roll."""

import re
from functools import lru_cache

from ludarium.core.definition import HasPlaces
from ludarium.core.errors import ParseError
from ludarium.core.game import Game, State
from ludarium.core.kernel import CHANCE
from ludarium.core.rolls import roller
from ludarium.core.text import shorten
from ludarium.scenes.editor import editor_of
from ludarium.site.words import analysis_address

_NUMBER = re.compile(r"[0-9]{1,6}", re.ASCII)


def has_sides(game: Game) -> bool:
    """Return whether the seats of a game number its places differently."""
    return isinstance(game.definition.notation, HasPlaces)


def parse_reads(game: Game, text: str) -> int:
    """Return the seat as which a page numbers places; raise `ParseError` for what is none of the game."""
    if text and not (_NUMBER.fullmatch(text) and int(text) < game.seats):
        raise ParseError(f"{shorten(text)} is not a seat: expected a number from 0 to {game.seats - 1}")
    return int(text or "0")


@lru_cache(maxsize=128)  # a page is loaded again when a bot has been asked
def passed(state: State) -> tuple[tuple[str, str], ...]:
    """Return a name and an address of the position with each other seat to roll, as the game sets it up.

    Only games with dice have it, since there a seat that cannot move passes; elsewhere passing is a turn, or there is
    none.

    >>> import ludarium
    >>> [name for name, _ in passed(ludarium.load("vortex").parse_position("0,0,1,2/0,0,0,2 O 6 1"))]
    ['X to roll']
    """
    game = state.game
    mine = roller(state) if state.actors == (CHANCE,) else next(iter(state.actors), CHANCE)
    editor = editor_of(game) if game.max_chance_outcomes else None
    if editor is None or mine == CHANCE or len(state.actors) > 1:
        return ()
    found = [(name, text, game.parse_position(text)) for name, text in editor.turns(state).items()]
    others = ((name, text) for name, text, after in found if roller(after) not in (CHANCE, mine))
    return tuple((name, analysis_address(game=game.spec, position=text)) for name, text in others)
