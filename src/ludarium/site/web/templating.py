"""The templates of the pages, the words that they may use, and the addresses of static files."""

import time
from collections.abc import Callable, Mapping, MutableMapping
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import quote
from zlib import crc32

from jinja2 import Environment, FileSystemLoader, StrictUndefined, pass_context
from jinja2.runtime import Context
from markupsafe import Markup, escape

from ludarium.core.extras import install_command
from ludarium.core.spec import name_in_spec
from ludarium.core.text import Times, counted, say_times, time_mark, zones_by_region
from ludarium.core.tutorial import has_tutorial
from ludarium.match.clock import DAY, format_clock
from ludarium.puzzles.file import shipped_text
from ludarium.scenes import palettes, replay, svg
from ludarium.scenes.pixels import makes_gif
from ludarium.site.begin.new_match import describe_game
from ludarium.site.begin.rows import Terms
from ludarium.site.challenge_ladders import words as challenge_ladder_words
from ludarium.site.ground.values import Person
from ludarium.site.ladder import words as ladder_words
from ludarium.site.leagues import words as league_words
from ludarium.site.match.views import shown_name, shown_names
from ludarium.site.moderation.decisions import DECISIONS
from ludarium.site.notices.words import result_of
from ludarium.site.offers import words as offer_words
from ludarium.site.people import reasons
from ludarium.site.people.portraits import portrait_of
from ludarium.site.talk.rules import GREETINGS
from ludarium.site.tournaments import words as tournament_words
from ludarium.site.web.drawings import COLOURS, qr_code, small_picture
from ludarium.site.web.http.docs import has_docs
from ludarium.site.web.http.origin import describe_browser
from ludarium.site.web.sections import SECTIONS
from ludarium.site.words import (
    ago,
    describe_pace,
    describe_start,
    describe_tempo,
    long_ago,
    seat_options,
    sentence,
    time_left,
)
from ludarium.tournament.kinds import KINDS

HERE = Path(__file__).parent
SHARED: Mapping[str, Callable[[], str]] = {
    "scene.css": lambda: svg.stylesheet() + palettes.chosen_css(),
    "patch.js": replay.patcher,
    "finale.js": replay.winning,
    "replay.js": replay.module,
    "replays.js": replay.defining,
}
"""Files that the site serves and that belong to the pictures."""


@cache
def static_version() -> str:
    """Return a checksum of all files of the site."""
    files = (path for path in sorted((HERE / "static").rglob("*")) if path.is_file())
    contents = (*(path.read_bytes() for path in files), *(read().encode() for read in SHARED.values()))
    return f"{crc32(b''.join(contents)):08x}"


def static(name: str) -> str:
    """Return the address of a file of the site; it changes with the content, so that browsers may cache it.

    All files change their addresses together, since scripts import each other by their relative addresses.
    """
    return f"/static/{static_version()}/{name}"


_ARROWS = {"ArrowUp": "↑", "ArrowRight": "→", "ArrowDown": "↓", "ArrowLeft": "←"}


class _Templates(Environment):
    """Templates that have no globals of their own, so that each uses those of the environment as they are.

    Jinja gives each a `ChainMap` of both, whose names it reads one by one wherever a template imports another.
    """

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:  # Any: as of Jinja
        """Return the globals of a template."""
        return self.globals if d is None else super().make_globals(d)


@cache
def templates() -> Environment:
    """Return the templates of the pages, which all sites of a process share, since compiling them takes a while.

    Each is in the folder of its subject, or here if many use it; where two have one name, their folder is said, too.
    """
    folders = sorted(path for path in HERE.parent.iterdir() if path.is_dir())
    environment = _Templates(
        loader=FileSystemLoader([HERE / "templates", *folders, HERE.parent]),
        autoescape=True,
        auto_reload=False,  # the templates are part of the package
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.globals["static"] = static
    environment.globals["has_tutorial"] = has_tutorial
    environment.globals["makes_gif"] = makes_gif
    environment.globals["install_command"] = install_command
    environment.globals["has_puzzles"] = lambda game: bool(shipped_text(game.package))
    environment.globals["has_docs"] = has_docs
    environment.globals["sections"] = SECTIONS
    environment.globals["own_page"] = own_page
    environment.globals["seat_options"] = seat_options
    environment.globals["lobby"] = offer_words
    environment.globals["words"], environment.globals["kinds"] = tournament_words, KINDS
    environment.globals["league_words"] = league_words
    environment.globals["ladder_words"] = ladder_words
    environment.globals["challenge_ladder_words"] = challenge_ladder_words
    environment.globals["greetings"] = GREETINGS
    environment.globals["order"], environment.globals["decision_kinds"] = reasons, DECISIONS
    environment.globals["small_picture"], environment.globals["qr_code"] = small_picture, qr_code
    environment.globals["now"], environment.globals["zones_by_region"] = time.time, zones_by_region
    environment.globals["colour_choices"] = COLOURS
    environment.filters["game"] = describe_game
    environment.filters["portrait"] = portrait_of
    environment.filters["name_of_game"] = name_in_spec
    environment.filters["player"] = shown_name
    environment.filters["named"] = lambda match: [*zip(match.seats, shown_names(match.seats, match.game), strict=True)]
    environment.filters["result"] = result_of
    environment.filters["clock"] = format_clock
    environment.filters["ago"] = ago
    environment.filters["long_ago"] = lambda moment: long_ago(time.time() - moment)
    environment.filters["pace"] = describe_pace
    environment.filters["tempo"] = describe_tempo
    environment.filters["start"] = _start
    environment.filters["left"] = lambda moment: time_left(moment - time.time())
    environment.filters["duration"] = offer_words.duration
    environment.filters["counted"] = counted
    environment.filters["sentence"] = sentence
    environment.filters["days"] = lambda seconds: counted(int(seconds // DAY), "day")
    environment.filters["key"] = lambda code: _ARROWS.get(code, code.removeprefix("Key"))
    environment.filters["moment"] = _time
    environment.filters["instant"] = _instant
    environment.filters["time"] = _time
    environment.filters["times"] = _times
    environment.globals["time_mark"] = time_mark
    environment.filters["browser"] = describe_browser
    environment.filters["day"] = _day
    environment.filters["date"] = _date
    return environment


def own_page(person: Person) -> str:
    """Return the address of the page of a person, to which their own name leads."""
    return f"/people/{quote(person.name if person.is_account else person.id, safe='')}"


def _start(terms: Terms, chosen: str) -> str:
    """Return who begins a match that is offered, as a list shows it."""
    said = chosen if terms.position else describe_start([terms.game], chosen)
    return said if said.startswith(chosen) else said[:1].upper() + said[1:]


@pass_context
def _time(context: Context, seconds: float, form: str = "moment") -> Markup:
    """Return an element with a time in the zone of who reads the page; where that is not known, `times.js` says it.

    As a `clock` it is short: of today hours and minutes, of another day the day; as a `day` or a `date` it is the day
    alone, in digits or in words, as an `hour` the hours and minutes alone. The title of all these is the whole time.
    """
    say: Times = context.get("when") or Times()  # a page that is kept for all has no reader
    local = "" if say.is_known else Markup(' data-local="{}"').format(form)
    moment, said = _instant(seconds), say(seconds)
    if form == "moment":
        return Markup('<time datetime="{}"{}>{}</time>').format(moment, local, said)
    short = (
        say.short(seconds, time.time())
        if form == "clock"
        else {"day": say.day, "date": say.date, "hour": say.hour}[form](seconds)
    )
    return Markup('<time datetime="{}"{} title="{}">{}</time>').format(moment, local, said, short)


@pass_context
def _times(context: Context, text: str, form: str = "moment") -> Markup:
    """Return a text with the times that are marked in it, as `time` says them."""
    return Markup(say_times(str(escape(text)), lambda seconds: _time(context, seconds, form)))  # noqa: S704  # escaped


@pass_context
def _day(context: Context, seconds: float) -> Markup:
    """Return an element with the day of a time, as `time` says it."""
    return _time(context, seconds, "day")


@pass_context
def _date(context: Context, seconds: float) -> Markup:
    """Return an element with the day of a time in words, as `time` says it."""
    return _time(context, seconds, "date")


def _instant(seconds: float) -> str:
    """Return a time for programs, in UTC."""
    return f"{datetime.fromtimestamp(seconds, UTC):%Y-%m-%dT%H:%M:%SZ}"
