"""The places of a challenge ladder, computed from its log alone: every line of it says who did what to whom.

Who wins a challenge, or is given way to, swaps places with the challenged person, who is above; nobody ever moves down
by a challenge of their own. Who joins is the last, and who leaves lets all below move up.
"""

from collections.abc import Iterable, Sequence
from typing import Literal, NamedTuple

LadderEvent = Literal[
    "joined", "left", "closed", "challenged", "withdrawn", "cancelled", "accepted", "gave-way",
    "unanswered", "won", "defended", "sank",
]  # fmt: skip
SWAPS: frozenset[LadderEvent] = frozenset({"won", "gave-way", "unanswered"})
"""Events by which the challenger takes the place of the challenged person."""
LEAVES: frozenset[LadderEvent] = frozenset({"left", "closed"})


class LadderChange(NamedTuple):
    """An event of a log: `person` is the challenger, or the only one whom it is about; `other` is challenged."""

    kind: LadderEvent
    person: str
    other: str | None = None


def after(order: Sequence[str], change: LadderChange) -> tuple[str, ...]:
    """Return who is at each place, from the first on, after an event.

    >>> after(("ann", "bob", "cem"), LadderChange("won", "cem", "ann"))
    ('cem', 'bob', 'ann')
    >>> after(("ann", "bob", "cem"), LadderChange("won", "ann", "cem"))
    ('ann', 'bob', 'cem')
    >>> after(("ann", "bob", "cem"), LadderChange("sank", "ann"))
    ('bob', 'ann', 'cem')
    """
    there, kind = list(order), change.kind
    if kind == "joined":
        return (*there, change.person)
    if kind in LEAVES:
        return tuple(one for one in there if one != change.person)
    if change.person not in there:
        return tuple(there)
    place = there.index(change.person)
    if kind == "sank":
        there[place : place + 2] = there[place : place + 2][::-1]
    elif kind in SWAPS and change.other in there[:place]:
        above = there.index(change.other)
        there[place], there[above] = there[above], there[place]
    return tuple(there)


def places_of(log: Iterable[LadderChange]) -> tuple[str, ...]:
    """Return who is at each place, from the first on, after all events of a log.

    >>> there = [LadderChange("joined", "ann"), LadderChange("joined", "bob")]
    >>> places_of([*there, LadderChange("unanswered", "bob", "ann")])
    ('bob', 'ann')
    """
    order: tuple[str, ...] = ()
    for change in log:
        order = after(order, change)
    return order
