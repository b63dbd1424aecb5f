"""What pages and mails share in words: sentences, lists, paces, addresses of matches, and wrapped text."""

import textwrap
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from urllib.parse import urlencode

from ludarium.core.kernel import CHANCE
from ludarium.core.registry import definition, load
from ludarium.core.rolls import starts
from ludarium.core.spec import Directions, Option, Value
from ludarium.core.text import counted, plain
from ludarium.match.clock import DAY, HOUR, Clock
from ludarium.site.begin.rows import USUAL_LIVE, USUAL_SLOW, Terms

CLOCKS = {
    "": "no clock",
    "180+2": "3 minutes each, and 2 seconds a turn",
    USUAL_LIVE: "10 minutes each, and 5 seconds a turn",
    "1800+30": "30 minutes each, and 30 seconds a turn",
}
"""The clocks that are offered, but those by correspondence."""
CORRESPONDENCE = {
    "2d+1d/2d": "by correspondence: a day a turn, up to 2 days saved",
    "10d+36h/10d": "by correspondence: 36 hours a turn, up to 10 days saved",
    USUAL_SLOW: "by correspondence: 2 days a turn, up to 4 days saved",
    "6d+3d/6d": "by correspondence: 3 days a turn, up to 6 days saved",
    "14d+7d/14d": "by correspondence: 7 days a turn, up to 14 days saved",
}
PACES = {
    "2": "a turn every 2 seconds",
    "1": "a turn every second",
    "0.5": "2 turns a second",
    "0.2": "5 turns a second",
    "0.1": "10 turns a second",
}
"""The paces of live matches that are offered, by the seconds of a tick."""


def ago(seconds: float) -> str:
    """Return how long ago something was, in seconds up to two minutes, as static/clock.js does.

    >>> ago(40.7), ago(185)
    ('40 s', '3 min')
    """
    return f"{int(seconds)} s" if seconds < 120 else f"{int(seconds / 60)} min"


def long_ago(seconds: float) -> str:
    """Return how long ago something was, in words, in the largest unit of which it is one.

    >>> [long_ago(each) for each in (-1, 59, 60, 7_200, 200_000)]
    ['just now', 'just now', '1 minute ago', '2 hours ago', '2 days ago']
    """
    for unit, length in (("day", 24 * 3600), ("hour", 3600), ("minute", 60)):
        if seconds >= length:
            return f"{counted(int(seconds / length), unit)} ago"
    return "just now"


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


def time_left(seconds: float) -> str:
    """Return the time that is left, rounded to the nearest number of a unit of which there are two or exactly one.

    >>> time_left(7 * DAY - 5), time_left(DAY - 5), time_left(1.5 * DAY), time_left(HOUR - 5), time_left(1.5 * HOUR)
    ('7 days', '1 day', '36 hours', '1 hour', '90 minutes')
    >>> time_left(89), time_left(-5)
    ('1 minute', 'less than a minute')
    """
    minutes = int(seconds / 60 + 0.5)
    hours = int(minutes / 60 + 0.5)
    if minutes < 1:
        return "less than a minute"
    if minutes < 120 and minutes != 60:
        return counted(minutes, "minute")
    if hours < 48 and hours != 24:
        return counted(hours, "hour")
    return counted(int(hours / 24 + 0.5), "day")


def describe_pace(clock: Clock) -> str:
    """Return the time control of a correspondence match in words.

    >>> describe_pace(Clock.parse("2d+1d/2d")), describe_pace(Clock.parse("21d+21d/21d"))
    ('a day a turn, up to 2 days saved', '21 days a turn')
    >>> describe_pace(Clock.parse("3d+1d/5d")), describe_pace(Clock.parse("365d+12h/365d/21d"))
    ('3 days, and 1 day a turn, at most 5 days', '365 days, and 12 hours a turn, at most 21 days for a turn')
    """
    text = str(replace(clock, vacation=True, longest=None))
    longest = f", at most {clock.longest / DAY:g} days for a turn" if clock.longest else ""
    return CORRESPONDENCE.get(text, _bank_in_words(clock)).removeprefix("by correspondence: ") + longest


def _bank_in_words(clock: Clock) -> str:
    """Return a bank, what a turn adds to it and the most that it holds in words."""
    bank, added, most = map(_duration, (clock.main, clock.increment, clock.cap or clock.main))
    if clock.main == clock.increment:
        return f"{added} a turn" + ("" if most == bank else f", at most {most}")
    return f"{bank}, and {added} a turn" + ("" if most == bank else f", at most {most}")


def _duration(seconds: float) -> str:
    for length, unit in ((DAY, "day"), (HOUR, "hour"), (60.0, "minute"), (1.0, "second")):
        if seconds >= length and seconds % length == 0:
            return counted(int(seconds // length), unit)
    return f"{seconds:g} seconds"


def describe_clock(clock: Clock) -> str:
    """Return the time control of a match in words.

    >>> describe_clock(Clock.parse("21d+21d/21d")), describe_clock(Clock.parse("300+5"))
    ('by correspondence, 21 days a turn', '300+5')
    """
    return (
        f"by correspondence, {describe_pace(clock)}" if clock.is_correspondence else CLOCKS.get(str(clock), str(clock))
    )


def describe_start(games: Sequence[str], chosen: str) -> str:
    """Return who begins in games, where `chosen` says so of those whose rules leave it open.

    >>> describe_start(["orion"], "Ann begins"), describe_start(["orion", "grid"], "Ann begins")
    ('Ann begins', 'Ann begins where the rules leave it open')
    >>> describe_start(["ludo"], "Ann begins"), describe_start(["grid"], "Ann begins")
    ('the rules draw who begins', 'all play at once')
    >>> describe_start(["ludo", "grid"], "Ann begins")
    'the rules say who begins'
    """
    begun = [load(game).initial() for game in games]
    is_open = [starts(state) != CHANCE for state in begun]
    at_once = [len(state.actors) > 1 for state in begun]
    if any(is_open):
        return chosen if all(is_open) else f"{chosen} where the rules leave it open"
    if all(at_once):
        return "all play at once"
    return "the rules say who begins" if any(at_once) else "the rules draw who begins"


def describe_tempo(terms: Terms) -> str:
    """Return the time control of a challenge in words.

    >>> describe_tempo(Terms("orion", clock="10d+36h/10d")), describe_tempo(Terms("orion"))
    ('by correspondence, 36 hours a turn, up to 10 days saved', 'no clock')
    """
    if terms.tick is not None:
        return f"live, {describe_tick(terms.tick)}"
    if terms.clock is None:
        return "no clock"
    return describe_clock(Clock.parse(terms.clock))


def match_address(match_id: str, place: str = "", *, display: str = "", **query: object) -> str:
    """Return the address of a match, or of a place within it, in a display mode.

    >>> match_address("m", display="projector", draft="3,5")
    '/matches/m?display=projector&draft=3,5'
    """
    parameters = {"display": display, **query} if display else query
    return f"/matches/{match_id}{place}" + (f"?{urlencode(parameters, safe=',')}" if parameters else "")


def analysis_address(**query: object) -> str:
    """Return where a position is analysed: that of a `game` and a `position`, or of a `match` and its line `at`.

    >>> analysis_address(match="m", at=3, review="yes")
    '/analysis/board?match=m&at=3&review=yes'
    """
    return f"/analysis/board?{urlencode(query)}"


def retry_address(match_id: str, played: int) -> str:
    """Return where a turn of a reviewed match is tried again, after so many lines of its record."""
    return f"/analysis/again/{match_id}/{played}"


def invitation_address(match_id: str, token: str) -> str:
    """Return the address at which an invited person takes a seat."""
    return match_address(match_id, f"/seat/{token}")


@cache
def seat_options(game: str) -> frozenset[str]:
    """Return the names of the options that change the seats of a game.

    >>> seat_options("vortex"), seat_options("orion")
    (frozenset({'players'}), frozenset())
    """
    options = definition(game).options
    return frozenset(option.name for option in options if len({_seats(game, option, at) for at in _ends(option)}) > 1)


def _ends(option: Option) -> list[Value]:
    """Return the values that tell whether an option changes something: all words, or the ends of a range."""
    if isinstance(option.values, range):
        return [option.values[0], option.values[-1]]
    return [] if isinstance(option.values, Directions) else [*option.values]


def _seats(game: str, option: Option, value: Value) -> tuple[str, ...]:
    return load(f"{game}({option.name}={value})").setup.seat_names


WIDTH = 72


def wrap(paragraph: str) -> str:
    """Return a paragraph in lines of the width of a mail, all of them indented as its first; no word is broken."""
    indent = " " * (len(paragraph) - len(paragraph.lstrip()))
    return textwrap.fill(paragraph, WIDTH, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False)


def wrap_lines(text: str) -> str:
    """Return a text with its long lines broken between words; boards and lists of shorter lines stay as they are."""
    return "\n".join(wrap(line) if len(line) > WIDTH else line for line in text.split("\n"))
