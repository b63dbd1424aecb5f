"""The tags by which a record keeps what belongs to a match and not to its turns."""

from __future__ import annotations

import re
from typing import Any

from ludarium.core.errors import ParseError
from ludarium.core.game import Game
from ludarium.core.text import shorten
from ludarium.match.clock import Clock
from ludarium.match.commitment import Commitment
from ludarium.match.data import MatchFields
from ludarium.match.dice import COMMITTED, SYSTEM
from ludarium.match.stand_ins import leaver_tags

UNNAMED = "?"
TAKEBACKS, HINTS = "Takebacks", "Hints"
_NUMBERS = re.compile(r"(?:[1-9][0-9]{0,6}(?: |\Z))*", re.ASCII)


def take_tags(tags: dict[str, str], game: Game) -> dict[str, Any]:  # Any: the arguments of `Match.begin`
    """Remove the tags of players, clock and dice, and return them as arguments of `Match.begin`.

    Raises `ParseError`.
    """
    time_control, dice = tags.pop("Clock", None), tags.pop("Dice", SYSTEM)
    return {
        "players": [tags.pop(name, UNNAMED) for name in game.setup.seat_names],
        "clock": Clock.parse(time_control) if time_control is not None else None,
        "dice": dice,
        "commitment": Commitment.take_from(tags, game.seats) if dice == COMMITTED else None,
    }


def take_numbers(tags: dict[str, str], tag: str) -> tuple[int, ...]:
    """Remove the tag of takebacks or hints, and return its numbers: the first turns taken back, and those hinted at.

    Raises `ParseError`.
    """
    text = tags.pop(tag, "")
    if not _NUMBERS.fullmatch(text):
        raise ParseError(f"{shorten(text)} are not {tag.lower()}: expected the numbers of turns, as in 3 12")
    return tuple(map(int, text.split()))


def write_tags(match: MatchFields) -> dict[str, str]:
    """Return the tags of a match's record: players, clock, dice, takebacks and hints."""
    tags = dict(zip(match.game.setup.seat_names, match.players, strict=True))
    if match.clock:
        tags["Clock"] = str(match.clock)
    if match.dice != SYSTEM:
        tags["Dice"] = match.dice
    if match.commitment:
        tags |= match.commitment.tags(opened=match.over)
    tags |= leaver_tags(match.leavers, match.game.setup.seat_names)
    numbers = {TAKEBACKS: match.takebacks, HINTS: match.hints}
    tags |= {tag: " ".join(map(str, of)) for tag, of in numbers.items() if of}
    return tags
