"""The pages of challenges: their form, and a challenge with its answers."""

from __future__ import annotations

import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from http import HTTPStatus
from typing import Annotated, Any, Literal, NamedTuple
from urllib.parse import urlencode
from zoneinfo import ZoneInfo

import msgspec
from msgspec import Meta, Struct, field
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from ludarium.core.errors import LudariumError, ParseError
from ludarium.core.kernel import CHANCE
from ludarium.core.registry import definition, game_names, load
from ludarium.core.rolls import starts
from ludarium.core.text import format_moment, shorten
from ludarium.match.clock import DAY
from ludarium.scenes import svg
from ludarium.scenes.picture import draw
from ludarium.site.act import Fields
from ludarium.site.begin.appointments import MOST_TIMES, parse_times
from ludarium.site.begin.calendar import calendar_of
from ludarium.site.begin.challenges import DAYS, AcceptChallenge, ChallengeAnswer
from ludarium.site.begin.pages.bodies import option_text
from ludarium.site.begin.pages.forms import Form
from ludarium.site.begin.rows import USUAL_SLOW, Begins, Challenge, Party, Terms, challenge_path
from ludarium.site.ground.failures import DatabaseBusy
from ludarium.site.ground.values import Person
from ludarium.site.notices.rows.notices import UNCHOSEN
from ludarium.site.ratings.ratings import check_rated
from ludarium.site.web.http.bodies import Body, Sent, as_fields
from ludarium.site.web.http.identity import NoSession
from ludarium.site.web.page import Pages, command, form, page
from ludarium.site.web.site import Site
from ludarium.site.words import match_address, sentence

WHO: Mapping[str, Begins] = {"random": "random", "me": "challenger", "them": "challenged"}
_SEEN_FROM_HERE = {"challenger": "them", "challenged": "me", "random": "random"}
"""Who begins by a challenge that this browser counters."""


class ChallengeData(Struct, frozen=True):
    """A challenge: who offers whom which match, and what has become of it.

    `times` are those at which it may begin, and `starts_at` the one that was agreed on, in seconds since 1970;
    `moments` has them in words, in the time zone of the reader, and `there` what time it is for the other person now,
    if that is another one.
    """

    challenge: str
    challenger: str
    challenged: str
    game: str
    begins: str
    clock: str | None
    tick: float | None
    position: str | None
    rated: bool
    message: str
    state: str
    answer: str
    match: str | None
    waits: bool
    times: list[float] = []
    starts_at: float | None = None
    moments: list[str] = []
    there: str = ""


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

    @property
    def opens_options(self) -> bool:
        """Whether the options are open: one is not the usual one, or the position is not."""
        return self.form.differs("position", *(f"option-{each.name}" for each in self.form.options))

    @classmethod
    def new(cls, values: Mapping[str, str]) -> ChallengeForm:
        """Return the form for a game, which the values name.

        Raises `UnknownGame`.
        """
        return cls(Form.new(values.get("game", ""), {"pace": USUAL_SLOW, **values}))

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


NEW = "/challenges/new"


class Moment(NamedTuple):
    """A time in words: in the time zone of the reader, and in that of the other one if it is another."""

    at: float
    mine: str
    theirs: str
    is_over: bool


class NewChallenge(Body, forbid_unknown_fields=True):
    """Challenge the account of a name to a match of a game, or answer the challenge `counters` by another offer.

    With `times`, such as `2027-01-15T20:00`, a live match begins at the one that is chosen; those without an offset are
    of the time zone `zone`.
    """

    to: str = ""
    game: str = ""
    options: dict[str, str | int | float | bool] = field(default_factory=dict)
    begins: Literal["me", "them", "random"] = "random"
    pace: str = USUAL_SLOW
    position: str = ""
    rated: bool = False
    message: str = ""
    nonce: str = ""
    counters: str = ""
    times: Annotated[list[str], Meta(max_length=3)] = field(default_factory=list)
    zone: str = ""

    def fields(self) -> dict[str, str]:
        """Return the fields of the form."""
        values: dict[str, Any] = msgspec.to_builtins(self)
        options = {f"option-{name}": option_text(value) for name, value in values.pop("options", {}).items()}
        options |= {f"time-{number}": text for number, text in enumerate(values.pop("times", []))}
        return as_fields({name: value for name, value in {**values, **options}.items() if value != ""})


class ChallengePages(Pages):
    """The pages of challenges."""

    def __init__(self, site: Site) -> None:
        self._site = site
        self._challenges = site.service.challenges

    @page(NEW)
    def new(self, request: Request) -> Response:
        """The form; the address may fill in fields, or name the challenge to counter."""
        person, values = self._person(request), request.query_params
        if "game" not in values and "counters" not in values:
            games = [definition(name) for name in game_names()]
            return self._site.page(request, "challenge_game", games=games, to=values.get("to", ""))
        return self._form(request, self._filled(person, values))

    def _make_again(self, request: Request, values: Fields, error: LudariumError) -> Response:
        form = self._filled(self._person(request), values)
        form.terms()
        form.form.errors["to"] = sentence(error)
        return self._form(request, form, error.status)

    @form(NEW, body=NewChallenge, again=_make_again)
    def make(self, request: Request, values: Fields) -> Response:
        """Send a challenge, or display the form with its errors."""
        person = self._person(request)
        form = self._filled(person, values)
        terms = form.terms()
        if form.form.errors:
            return self._form(request, form, HTTPStatus.BAD_REQUEST)
        made = self._challenges.make(
            person,
            values.get("to", ""),
            terms,
            message=values.get("message", ""),
            nonce=values.get("nonce", ""),
            counters=form.counters,
        )
        if terms.times:
            self._remember_zone(person, values.get("zone", ""))
        return RedirectResponse(f"/challenges/{made.id}", HTTPStatus.SEE_OTHER)

    @page("/challenges/{challenge}", answers=ChallengeData)
    def show(self, request: Request) -> Response:
        """A challenge, with the answers that the person may give."""
        challenge = self._load(request)
        with suppress(DatabaseBusy):  # reading a page must not wait for a writer
            self._site.see(request, self._person(request), challenge_path(challenge.id))
        return self._page(request, challenge)

    @page("/challenges/{challenge}/calendar.ics", answers=str, media="text/calendar")
    def calendar(self, request: Request) -> Response:
        """An appointment as a file for calendars."""
        challenge, person = self._load(request), self._person(request)
        page = f"{self._site.service.accounts.rules.url}{challenge_path(challenge.id)}"
        return Response(
            calendar_of(challenge, person, page, self._site.service.accounts.rules.url), media_type="text/calendar"
        )

    def _answer_again(self, request: Request, sent: Sent[ChallengeAnswer], error: LudariumError) -> Response:
        sent.command()  # if it is none, a page of its own says so
        return self._page(request, self._load(request), error.status, notice=sentence(error))

    @command("/challenges/{challenge}", base=ChallengeAnswer, again=_answer_again)
    def answer(self, request: Request, sent: Sent[ChallengeAnswer]) -> Response:
        """Accept, decline or withdraw a challenge."""
        person, challenge, answer = self._person(request), self._load(request), sent.command()
        begun = self._challenges.answer(person, challenge.id, answer, origin=self._site.origins.of(request))
        to = challenge_path(challenge.id) if isinstance(answer, AcceptChallenge) else "/me"
        return RedirectResponse(match_address(begun) if begun else to, HTTPStatus.SEE_OTHER)

    def _filled(self, person: Person, values: Mapping[str, str]) -> ChallengeForm:
        if counters := values.get("counters"):
            return ChallengeForm.to_counter(self._challenges.load(counters, person), values, self._zone(person.id))
        return ChallengeForm.new(values)

    def _zone(self, person_id: str) -> str:
        return self._site.service.notices.settings(person_id).zone

    def _remember_zone(self, person: Person, zone: str) -> None:
        """Store the time zone in which a person has proposed times as theirs."""
        settings = self._site.service.notices.settings(person.id)
        if zone and settings.zone != zone:
            self._site.service.notices.save_settings(person.id, replace(settings, zone=zone))

    def _form(self, request: Request, form: ChallengeForm, status: int = HTTPStatus.OK) -> Response:
        own = self._zone(self._person(request).id)
        return self._site.page(
            request,
            "challenge_form",
            status,
            challenge=form,
            form=form.form,
            definition=form.form.definition,
            zone=form.form.value("zone") or own,
        )

    def _page(self, request: Request, challenge: Challenge, status: int = HTTPStatus.OK, notice: str = "") -> Response:
        terms = challenge.terms
        try:
            game = load(terms.game)
            picture = svg.render(draw(game.parse_position(terms.position) if terms.position else game.initial()))
        except LudariumError:  # a game that is not installed any more
            game, picture = None, ""
        waits, moments = self._challenges.waits(challenge), self._moments(request, challenge)
        there = self._there(request, challenge)
        return self._site.page(
            request,
            "challenge",
            status,
            data=lambda: _challenge(challenge, waits, moments, there),
            challenge=challenge,
            game=game,
            picture=picture,
            waits=waits,
            until=challenge.created_at + DAYS * DAY,
            moments=moments,
            there=there if self._zone(_other(challenge, self._person(request)).id) != UNCHOSEN else "",
            counter=f"{NEW}?{urlencode({'counters': challenge.id})}",
            notice=notice,
        )

    def _there(self, request: Request, challenge: Challenge) -> str:
        """Return what time it is for the other person now; empty if it is the same as for the reader."""
        person, now = self._person(request), datetime.now(UTC)
        other = _other(challenge, person)
        here, there = (now.astimezone(ZoneInfo(self._zone(one))) for one in (person.id, other.id))
        return "" if here.utcoffset() == there.utcoffset() else f"{there:%A} {there:%H:%M} {there.tzname()}"

    def _moments(self, request: Request, challenge: Challenge) -> list[Moment]:
        """Return the times of a challenge, or the one that was agreed on, in the time zones of both."""
        person = self._person(request)
        other = _other(challenge, person)
        mine, theirs = ZoneInfo(self._zone(person.id)), ZoneInfo(self._zone(other.id))
        is_known = self._zone(other.id) != UNCHOSEN
        times = (challenge.starts_at,) if challenge.starts_at else challenge.terms.times
        return [
            Moment(
                at,
                format_moment(at, mine),
                format_moment(at, theirs) if is_known and mine != theirs else "",
                at <= time.time(),
            )
            for at in times
        ]

    def _load(self, request: Request) -> Challenge:
        return self._challenges.load(request.path_params["challenge"], self._person(request))

    def _person(self, request: Request) -> Person:
        person = self._site.identity.person(request)
        if person is None or not person.is_account:
            raise NoSession("only people with an account can challenge others: sign in, or make an account first")
        return person


def _other(challenge: Challenge, person: Person) -> Party:
    return challenge.challenger if person.id == challenge.challenged.id else challenge.challenged


def _challenge(challenge: Challenge, waits: bool, moments: list[Moment], there: str) -> ChallengeData:
    terms = challenge.terms
    return ChallengeData(
        challenge=challenge.id,
        challenger=challenge.challenger.name,
        challenged=challenge.challenged.name,
        game=terms.game,
        begins=terms.begins,
        clock=terms.clock,
        tick=terms.tick,
        position=terms.position,
        rated=terms.rated,
        message=challenge.message,
        state=challenge.state,
        answer=challenge.answer,
        match=challenge.match_id,
        waits=waits,
        times=list(terms.times),
        starts_at=challenge.starts_at,
        moments=[moment.mine for moment in moments],
        there=there,
    )
