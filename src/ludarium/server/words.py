"""Sentences, lists and paces, as pages and mails say them."""

from collections.abc import Sequence
from dataclasses import replace

from ludarium.club.begin.challenges import Terms
from ludarium.core.text import plain
from ludarium.match.clock import DAY, Clock

CLOCKS = {
    "": "no clock",
    "180+2": "3 minutes each, and 2 seconds a turn",
    "600+5": "10 minutes each, and 5 seconds a turn",
    "1800+30": "30 minutes each, and 30 seconds a turn",
}
"""The clocks that are offered, but those by correspondence."""
CORRESPONDENCE = {
    "2d+1d/2d": "by correspondence: a day a turn",
    "4d+2d/4d": "by correspondence: 2 days a turn",
    "6d+3d/6d": "by correspondence: 3 days a turn",
    "14d+7d/14d": "by correspondence: 7 days a turn",
    "10d+36h/10d": "by correspondence: 10 days, and 36 hours a turn",
}
PACES = {
    "2": "a turn every 2 seconds",
    "1": "a turn every second",
    "0.5": "2 turns a second",
    "0.2": "5 turns a second",
    "0.1": "10 turns a second",
}
"""The paces of live matches that are offered, by the seconds of a tick."""


def sentence(error: object) -> str:
    """Return a message as a sentence, with a capital letter and an end.

    >>> sentence("it is not your turn"), sentence("Whose turn is it?")
    ('It is not your turn.', 'Whose turn is it?')
    """
    text = plain(str(error))
    return text[:1].upper() + text[1:] + ("" if text.endswith((".", "!", "?")) else ".")


def listed(names: Sequence[str]) -> str:
    """Return names as the subject of a sentence."""
    return " and ".join(names)


def describe_tick(seconds: float) -> str:
    """Return the pace of a tick in words.

    >>> describe_tick(0.5), describe_tick(0.7)
    ('2 turns a second', 'a turn every 0.7 seconds')
    """
    return PACES.get(f"{seconds:g}", f"a turn every {seconds:g} seconds")


def describe_pace(clock: Clock) -> str:
    """Return the time control of a correspondence match in words.

    >>> describe_pace(Clock.parse("2d+1d/2d")), describe_pace(Clock.parse("3d+1d/5d"))
    ('a day a turn', '3d+1d/5d')
    >>> describe_pace(Clock.parse("365d+12h/365d/21d"))
    '365d+12h/365d, at most 21 days for a turn'
    """
    text = str(replace(clock, vacation=True, longest=None))
    longest = f", at most {clock.longest / DAY:g} days for a turn" if clock.longest else ""
    return CORRESPONDENCE.get(text, text).removeprefix("by correspondence: ") + longest


def describe_tempo(terms: Terms) -> str:
    """Return the time control of a challenge in words.

    >>> describe_tempo(Terms("orion", clock="10d+36h/10d")), describe_tempo(Terms("orion"))
    ('by correspondence, 10 days, and 36 hours a turn', 'no clock')
    """
    if terms.tick is not None:
        return f"live, {describe_tick(terms.tick)}"
    if terms.clock is None:
        return "no clock"
    clock = Clock.parse(terms.clock)
    return (
        f"by correspondence, {describe_pace(clock)}"
        if clock.is_correspondence
        else CLOCKS.get(terms.clock, terms.clock)
    )
