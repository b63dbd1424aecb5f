"""Helpers for messages: quoting, counting, and suggestions for mistyped words."""

import difflib
import re
from collections.abc import Callable, Iterable
from datetime import UTC, datetime, tzinfo
from functools import cache
from typing import Any
from zoneinfo import available_timezones

from ludarium.core.cached import cached_property

_LONGEST = 500
"""Comparing words takes time that grows with their length; longer ones are cut."""
_NEAR = 10
_TIME = re.compile(r"\{time:([0-9]{1,11})\}")
_ASIAN = "[\u0600-\u0dff\u1000-\u109f\u1700-\u1cff]"
_JOINED = re.compile(f"(?<={_ASIAN})[\u200c\u200d](?={_ASIAN})")
"""A joiner of no width inside a word, as Persian, Sinhala and others are written."""


def shorten(text: str, width: int = 60) -> str:
    """Return the text in quotes, printable, and cut to at most `width` characters.

    >>> shorten("a" * 100, 10)
    "'aaaaaaa...'"
    """
    return repr(text if len(text) <= width else text[: width - 3] + "...")


def in_tense(text: str, *, past: bool) -> str:
    """Return a text with one of each two forms of a verb, as in `moved|move`: the first in the past.

    >>> in_tense("moved|move a token", past=True), in_tense("moved|move a token", past=False)
    ('moved a token', 'move a token')
    """
    return re.sub(r"(\w+)\|(\w+)", r"\1" if past else r"\2", text)


def plain(text: str, keep: str = "") -> str:
    r"""Return the text with a mark in place of characters that are not printable, except those to `keep`.

    >>> plain("red \x1b[31m")
    'red \ufffd[31m'
    """
    joined = {match.start() for match in _JOINED.finditer(text)}
    return "".join(c if c.isprintable() or c in keep or at in joined else "\ufffd" for at, c in enumerate(text))


def printable(text: str, keep: str = "") -> str:
    r"""Return the characters of a text that can be printed or belong to its words, and those to `keep`.

    >>> printable("A\x1bn\u200dn!") == "Ann!", ascii(printable("\u06cc\u200c\u0641"))
    (True, "'\\u06cc\\u200c\\u0641'")
    """
    joined = {match.start() for match in _JOINED.finditer(text)}
    return "".join(c for at, c in enumerate(text) if c.isprintable() or c in keep or at in joined)


JOINERS = "\u00ad\u200c\u200d"
"""What is not printable, but is needed to write some scripts and emoji, or says where a word may be cut."""


def prose(text: str, keep: str = "") -> str:
    r"""Return the characters of a free text that can be printed or join others, and those to `keep`.

    Controls, and what changes the direction of a text, are left out.

    >>> prose("A\u202enn \u200dis\x1b here") == "Ann \u200dis here"
    True
    """
    return printable(text, JOINERS + keep)


def is_printable(text: str) -> bool:
    """Return whether all characters of a text can be printed or belong to its words."""
    return printable(text) == text


_HALF = re.compile("[\ud800-\udfff]")


def well_formed(value: Any) -> Any:  # Any: JSON
    r"""Return JSON with a mark in place of what no encoding writes: a half of a pair of UTF-16 units.

    >>> well_formed({"printed": ["\ud83d", 7]})
    {'printed': ['\ufffd', 7]}
    """
    if isinstance(value, str):
        return _HALF.sub("\ufffd", value)
    if isinstance(value, dict):
        return {well_formed(name): well_formed(each) for name, each in value.items()}
    return [well_formed(each) for each in value] if isinstance(value, list) else value


def to_text(value: object) -> str:
    """Return a value as text, even where Python refuses to print a number of thousands of digits.

    >>> to_text(2.5), to_text(10**5000)
    ('2.5', 'a number of thousands of digits')
    """
    try:
        return str(value)
    except ValueError:
        return "a number of thousands of digits"


def counted(number: int, thing: str) -> str:
    """Return a number with its noun, in the plural where needed.

    >>> counted(1, "turn"), counted(1000, "game"), counted(2, "match"), counted(3, "city"), counted(2, "process")
    ('1 turn', '1,000 games', '2 matches', '3 cities', '2 processes')
    """
    several = f"{thing}es" if thing.endswith(("ch", "ss")) else f"{thing}s"
    if thing.endswith(("ty", "cy")):
        several = f"{thing[:-1]}ies"
    return f"{number:,} {thing if number == 1 else several}"


def go_on(text: str) -> str:
    """Return a sentence as it goes on after a colon: with a small letter, unless it begins with an abbreviation.

    >>> go_on("Object missing a field"), go_on("JSON is malformed"), go_on("")
    ('object missing a field', 'JSON is malformed', '')
    """
    return text if text[1:2].isupper() else f"{text[:1].lower()}{text[1:]}"


def near_limit(left: int) -> str:
    """Return how many turns are left before a limit, for the end of a caption; empty while more than 10 are.

    >>> near_limit(11), near_limit(2), near_limit(1)
    ('', '; at most 2 turns left', '; the last turn')
    """
    return "" if left > _NEAR else f"; at most {counted(left, 'turn')} left" if left > 1 else "; the last turn"


def utc_time(seconds: float) -> str:
    """Return a time in seconds since 1970 as text, to the minute.

    >>> utc_time(1_800_000_000)
    '2027-01-15 08:00 UTC'
    """
    return f"{datetime.fromtimestamp(seconds, UTC):%Y-%m-%d %H:%M} UTC"


def format_moment(seconds: float, zone: tzinfo) -> str:
    """Return a time of a time zone, with its name.

    >>> format_moment(1_800_000_000, UTC)
    'Friday 15 January 2027, 08:00 UTC'
    """
    moment = datetime.fromtimestamp(seconds, zone)
    return f"{moment:%A} {moment.day} {moment:%B %Y, %H:%M} {moment.tzname()}"


@cache
def time_zones() -> tuple[str, ...]:
    """Return the names of all time zones in order; they are read from many files, once a process.

    >>> "Europe/Paris" in time_zones()
    True
    """
    return tuple(sorted(available_timezones()))


def zones_by_region() -> dict[str, list[str]]:
    """Return the names of time zones to choose from, below their regions; no aliases without a place.

    >>> [region for region, names in zones_by_region().items() if "Europe/Paris" in names]
    ['Europe']
    """
    found: dict[str, list[str]] = {}
    for name in time_zones():
        region, slash, _ = name.partition("/")
        if slash and region not in ("Etc", "SystemV", "posix", "right"):
            found.setdefault(region, []).append(name)
    return found


class Times:
    """Says times to a reader, in the zone that `find` returns; where there is none, UTC stands for it.

    >>> Times()(1_800_000_000), Times().day(1_800_000_000)
    ('Friday 15 January 2027, 08:00 UTC', '2027-01-15')
    """

    def __init__(self, find: Callable[[], tzinfo | None] = lambda: None) -> None:
        self._find = find

    @cached_property
    def _found(self) -> tzinfo | None:
        return self._find()

    @property
    def is_known(self) -> bool:
        """Whether there is a zone of the reader; it is looked up when a first time is said."""
        return self._found is not None

    @property
    def zone(self) -> tzinfo:
        """The zone of the reader, or UTC."""
        return self._found or UTC

    def __call__(self, seconds: float) -> str:
        """Return a whole time, with the name of the zone."""
        return format_moment(seconds, self.zone)

    def day(self, seconds: float) -> str:
        """Return the day of a time alone."""
        return f"{datetime.fromtimestamp(seconds, self.zone):%Y-%m-%d}"

    def date(self, seconds: float) -> str:
        """Return the day of a time in words.

        >>> Times().date(1_800_000_000)
        '15 January 2027'
        """
        moment = datetime.fromtimestamp(seconds, self.zone)
        return f"{moment.day} {moment:%B %Y}"

    def hour(self, seconds: float) -> str:
        """Return the hours and minutes of a time alone, with the name of the zone."""
        return f"{datetime.fromtimestamp(seconds, self.zone):%H:%M %Z}"

    def short(self, seconds: float, now: float) -> str:
        """Return the hours and minutes of a time of today, or the day of another one.

        >>> Times().short(1_800_000_000, 1_800_000_001), Times().short(1_800_000_000, 1_800_100_000)
        ('08:00 UTC', '15 Jan')
        """
        moment, today = (datetime.fromtimestamp(one, self.zone) for one in (seconds, now))
        return self.hour(seconds) if moment.date() == today.date() else f"{moment.day} {moment:%b}"


def time_mark(seconds: float) -> str:
    """Return what stands for a time in a text that is stored, and said in the zone of who reads it (`say_times`).

    >>> time_mark(1_800_000_000)
    '{time:1800000000}'
    """
    return f"{{time:{seconds:.0f}}}"


def say_times(text: str, say: Callable[[float], str] = utc_time) -> str:
    """Return a stored text with its times, as `say` says them.

    >>> say_times(f"It ends on {time_mark(1_800_000_000)}.")
    'It ends on 2027-01-15 08:00 UTC.'
    """
    return _TIME.sub(lambda found: say(float(found[1])), text)


def nearest(word: str, known: Iterable[str]) -> str:
    """Return a suggestion for a mistyped word, to be appended to a message; empty if no known word is similar.

    >>> nearest("orin", ["orion", "vortex"])
    '; did you mean orion?'
    >>> nearest("ORION", ["orion", "vortex"])
    '; did you mean orion?'
    """
    words, word = list(known), word[:_LONGEST]
    same = [one for one in words if one.casefold() == word.casefold()]  # however many of its letters differ
    close = same or difflib.get_close_matches(word, words, n=1)
    return f"; did you mean {close[0]}?" if close else ""


def fraction(value: float) -> str:
    """Return a number that is not negative as a table shows it: halves and quarters by their signs.

    >>> fraction(0.5), fraction(2.0), fraction(11.25), fraction(1 / 3)
    ('½', '2', '11¼', '0.33')
    """
    whole, rest = divmod(round(value, 2), 1)
    sign = {0.25: "¼", 0.5: "½", 0.75: "¾"}.get(rest)
    return f"{int(whole) or ''}{sign}" if sign else f"{round(value, 2):g}"
