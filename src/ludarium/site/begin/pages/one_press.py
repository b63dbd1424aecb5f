"""A challenge by one press, on the page of a person: the game, the pace and the rating as they were chosen last."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from ludarium.core.definition import GameDefinition
from ludarium.core.registry import definition, game_names, load
from ludarium.core.spec import name_in_spec
from ludarium.match.orders import is_simultaneous
from ludarium.site.begin.pages.forms import LIVE
from ludarium.site.begin.rows import USUAL_LIVE, USUAL_SLOW, Terms
from ludarium.site.words import CLOCKS, CORRESPONDENCE, PACES


class GameOfTwo(NamedTuple):
    """A game for two, and whether its live matches have ticks instead of clocks."""

    definition: GameDefinition
    has_ticks: bool


class PaceGroup(NamedTuple):
    """Paces with their labels; `only` is `ticks` or `clocks` if they are for such games alone, else empty."""

    head: str
    paces: Mapping[str, str]
    only: str = ""


class OnePress(NamedTuple):
    """What the challenge offers unless something else is chosen, and what can be chosen."""

    game: str
    pace: str
    rated: bool
    games: tuple[GameOfTwo, ...]
    groups: tuple[PaceGroup, ...]

    @property
    def live_pace(self) -> str:
        """The pace that is chosen with a game that has clocks where one with ticks was chosen."""
        return USUAL_LIVE

    @classmethod
    def of(cls, latest: Terms | None, played: Sequence[str], *, now: bool = False, rated: bool = False) -> OnePress:
        """Return the choices of somebody's latest challenge, or else the usual ones for the first game of a list.

        `latest` are the terms of that challenge; the list has specs. What is not offered any more is as usual.
        A person who is here `now` is challenged live to the first game of the list, `rated` if both may.

        >>> OnePress.of(Terms("vortex", clock="180+2", rated=True), [])[:3]
        ('vortex', '180+2', True)
        >>> OnePress.of(None, ["throngs(rows=5)"])[:3]
        ('throngs', '4d+2d/4d', False)
        >>> OnePress.of(Terms("vortex", clock="4d+2d/4d"), ["throngs", "orion"], now=True, rated=True)[:3]
        ('throngs', '600+5', True)
        """
        games = tuple(GameOfTwo(definition(name), is_simultaneous(load(name))) for name in _games_of_two())
        names = [one.definition.name for one in games]
        wanted = [*played, latest.game] if latest and now else [latest.game] if latest else played
        game = next((name for name in map(name_in_spec, wanted) if name in names), names[0])
        groups = tuple(_groups([one.definition.title for one in games if one.has_ticks]))
        has_ticks = games[names.index(game)].has_ticks
        only, usual = "clocks" if has_ticks else "ticks", USUAL_SLOW
        if now:
            usual = f"{LIVE}{next(iter(PACES))}" if has_ticks else USUAL_LIVE
            latest = latest if latest and latest.is_live else Terms("", clock=usual, rated=rated)
        pace = _pace(latest) if latest else USUAL_SLOW
        offered = any(pace in group.paces for group in groups if group.only != only)
        return cls(game, pace if offered else usual, bool(latest and latest.rated), games, groups)


def _games_of_two() -> list[str]:
    return [name for name in game_names() if load(name).seats == 2]


def _groups(with_ticks: Sequence[str]) -> list[PaceGroup]:
    clocks = PaceGroup("Live", {clock: label for clock, label in CLOCKS.items() if clock}, "clocks")
    paces = {f"{LIVE}{tick}": label for tick, label in PACES.items()}
    ticks = PaceGroup(f"Live, for {' and '.join(with_ticks)}", paces, "ticks")
    slow = PaceGroup("By correspondence", {clock: label.partition(": ")[2] for clock, label in CORRESPONDENCE.items()})
    return [clocks, *([ticks] if with_ticks else []), slow, PaceGroup("Without a clock", {"": "no clock"})]


def _pace(terms: Terms) -> str:
    """Return the pace of some terms as the field of a form holds it."""
    return f"{LIVE}{terms.tick:g}" if terms.tick is not None else terms.clock or ""
