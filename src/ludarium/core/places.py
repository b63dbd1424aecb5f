"""Places in sentences of games whose seats number the same places differently."""

import re

from ludarium.core.definition import HasPlaces

_PLACE = re.compile(r"\{(\d+)@(\d+)\}")
"""A place in a sentence: a seat, and the number that it has there."""


def name_places(notation: object, state: object, sentence: str, reader: int) -> str:
    """Return a sentence about a state in which each `{seat@number}` is now what the reader's seat calls that place.

    `notation` is the module of the state's game, which has names for places only if such sentences can occur.

    >>> import ludarium
    >>> state = ludarium.load("vortex").initial()
    >>> name_places(state.game.definition.notation, state, "{1@5} is free", reader=0)
    '13 is free'
    """
    if "{" not in sentence or not isinstance(notation, HasPlaces):  # the first question costs a hundredth of the second
        return sentence
    return _PLACE.sub(lambda found: notation.place_name(state, int(found[1]), int(found[2]), reader), sentence)
