"""The form of a challenge: the options of a match, the opponent, and who begins."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from zoneinfo import ZoneInfo

from ludarium.club.begin.appointments import MOST_TIMES, parse_times
from ludarium.club.begin.challenges import Begins, Challenge, Terms
from ludarium.club.ratings.ratings import check_rated
from ludarium.core.errors import LudariumError, ParseError
from ludarium.core.kernel import CHANCE
from ludarium.core.registry import load
from ludarium.core.rolls import starts
from ludarium.core.text import shorten
from ludarium.server.web.begin.forms import Form
from ludarium.server.words import sentence

WHO: Mapping[str, Begins] = {"random": "random", "me": "challenger", "them": "challenged"}
_SEEN_FROM_HERE = {"challenger": "them", "challenged": "me", "random": "random"}
"""Who begins by a challenge that this browser counters."""
_USUAL_PACE = "4d+2d/4d"


@dataclass
class ChallengeForm:
    """The values of the form; `form` has its fields that are those of every new match, and all errors."""

    form: Form
    counters: Challenge | None = None

    @property
    def times(self) -> tuple[str, ...]:
        """The names of the fields of times."""
        return tuple(f"time-{number}" for number in range(MOST_TIMES))

    @property
    def opens_times(self) -> bool:
        """Whether the fields of times are open: one is filled, or asked for, or wrong."""
        return any(self.form.value(name) for name in (*self.times, "when")) or any(
            name in self.form.errors for name in self.times
        )

    @classmethod
    def new(cls, values: Mapping[str, str]) -> ChallengeForm:
        """Return the form for a game, which the values name.

        Raises `UnknownGame`.
        """
        return cls(Form.new(values.get("game", ""), {"pace": _USUAL_PACE, **values}))

    @classmethod
    def to_counter(cls, challenge: Challenge, values: Mapping[str, str], zone: str = "UTC") -> ChallengeForm:
        """Return the form for a counter-offer, filled with the terms of the challenge, its times in a time zone."""
        terms, game = challenge.terms, load(challenge.terms.game)
        offered = {f"option-{name}": str(value) for name, value in game.options.items()}
        offered |= {"begins": _SEEN_FROM_HERE[terms.begins], "position": terms.position or ""}
        offered |= {
            "pace": f"live {terms.tick:g}" if terms.tick else terms.clock or "",
            "to": challenge.challenger.name,
            "rated": "yes" if terms.rated else "",
        }
        offered |= {f"time-{number}": local_time(time, zone) for number, time in enumerate(terms.times)}
        return cls(Form.new(game.name, {**offered, **values}), challenge)

    @property
    def begins(self) -> str:
        """The choice of who begins: me, them, or random."""
        return self.form.value("begins") or "random"

    @property
    def may_choose_start(self) -> bool:
        """Whether the rules leave open who begins."""
        return starts(self.form.game.initial()) != CHANCE

    @property
    def has_dice(self) -> bool:
        """Whether the game has dice, to which the challenger may add a nonce."""
        return bool(self.form.game.max_chance_outcomes)

    def terms(self) -> Terms:
        """Return the match that is offered; its errors are then among the form's."""
        spec, (clock, tick) = self.form.spec(), self.form.pace()
        position = self.form.position(spec)
        if self.begins not in WHO:
            expected = f"expected one of {', '.join(WHO)}"
            self.form.errors["begins"] = sentence(ParseError(f"{shorten(self.begins)} does not begin: {expected}"))
        how = WHO.get(self.begins, "random"), str(clock) if clock else None, tick, position
        terms = Terms(spec, *how, rated=self.form.value("rated") == "yes", times=self._times())
        if terms.rated and not self.form.errors:
            try:
                check_rated(terms)
            except LudariumError as error:
                self.form.errors["rated"] = sentence(error)
        return terms

    def _times(self) -> tuple[float, ...]:
        found = list[float]()
        for name in self.times:
            try:
                found += parse_times([self.form.value(name)], self.form.value("zone") or "UTC")
            except LudariumError as error:
                self.form.errors[name] = sentence(error)
        return tuple(dict.fromkeys(found))


def local_time(seconds: float, zone: str) -> str:
    """Return a time as the field of a form holds it.

    >>> local_time(1_800_000_000, "Europe/Berlin")
    '2027-01-15T09:00'
    """
    return f"{datetime.fromtimestamp(seconds, ZoneInfo(zone)):%Y-%m-%dT%H:%M}"
