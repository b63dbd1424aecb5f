"""The pages of challenge ladders, and their data for programs: places, what a person may ask for, and the log."""

from collections import Counter
from collections.abc import Sequence
from http import HTTPStatus

from msgspec import Struct
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from ludarium.core.errors import LudariumError, ParseError
from ludarium.core.registry import load
from ludarium.core.text import shorten
from ludarium.site.challenge_ladders.commands import LadderCommand, challenge_ladder_path
from ludarium.site.challenge_ladders.ladders import LadderView
from ludarium.site.challenge_ladders.rows import LadderPlace, LogLine, PlaceChallenge
from ludarium.site.challenge_ladders.words import happened
from ludarium.site.web.http.bodies import Sent
from ludarium.site.web.page import FROM_ONE, Pages, command, page
from ludarium.site.web.site import Site
from ludarium.site.words import sentence


class OwnPlaceData(Struct, frozen=True):
    """The person's place on the challenge ladder of a game: `answers` counts the challenges that wait for them."""

    game: str
    place: int
    answers: int


class LadderPlaceData(Struct, frozen=True):
    """A place: `refusal` says why this person may not challenge for it; empty if they may, or are not on the ladder.

    `challenges` counts those for this place that are open.
    """

    place: int
    person: str
    name: str
    is_idle: bool
    is_me: bool
    challenges: int
    refusal: str


class PlaceChallengeData(Struct, frozen=True):
    """An open challenge for a place; `answer_by` is null once its match has begun, which is `match`."""

    number: int
    challenger: str
    challenged: str
    made_at: float
    answer_by: float | None
    match: str | None


class LadderEventData(Struct, frozen=True):
    """A line of the log: what has happened, with the places of the two people after it.

    From all lines in their order the places follow: see the rules on the page.
    """

    number: int
    at: float
    kind: str
    person: str
    name: str
    other: str | None
    other_name: str | None
    match: str | None
    place: int | None
    other_place: int | None
    text: str


class ChallengeLadderData(Struct, frozen=True):
    """The challenge ladder of a game, a page of its log, the latest first, and what this person may ask for.

    `before` is the query of the next page of the log; null at its end.
    """

    game: str
    places: list[LadderPlaceData]
    join_refusal: str
    received: list[PlaceChallengeData]
    made: list[PlaceChallengeData]
    log: list[LadderEventData]
    before: int | None


_OF_LINE = ("number", "at", "kind", "person", "name", "other", "other_name", "place", "other_place")


def challenge_ladder_data(view: LadderView) -> ChallengeLadderData:
    """Return the data of the page of a challenge ladder."""
    places = [
        LadderPlaceData(
            row.place.place, row.place.person, row.place.name, row.is_idle, row.place == view.mine, len(row.open),
            row.refusal,
        )
        for row in view.rows
    ]  # fmt: skip
    return ChallengeLadderData(
        view.game,
        places,
        view.join,
        [_challenge(one) for one in view.received],
        [_challenge(one) for one in view.made],
        [_line(one) for one in view.log],
        view.before,
    )


def own_places(places: Sequence[LadderPlace], received: Sequence[PlaceChallenge]) -> list[OwnPlaceData]:
    """Return the places of the person of the page "your games"."""
    waiting = Counter(one.game for one in received if one.match_id is None)
    return [OwnPlaceData(one.game, one.place, waiting[one.game]) for one in places]


def _challenge(one: PlaceChallenge) -> PlaceChallengeData:
    names = (one.challenger_name, one.challenged_name)
    return PlaceChallengeData(one.number, *names, one.made_at, one.answer_by, one.match_id)


def _line(one: LogLine) -> LadderEventData:
    return LadderEventData(match=one.match_id, text=happened(one), **{name: getattr(one, name) for name in _OF_LINE})


_PATH = "/games/{game}/challenge-ladder"
_LONGEST_NUMBER = 9


class ChallengeLadderPages(Pages):
    """The pages of challenge ladders."""

    def __init__(self, site: Site) -> None:
        self._site = site
        self._ladders = site.service.challenge_ladders

    @page(_PATH, answers=ChallengeLadderData, queries={"before": FROM_ONE})
    def show(self, request: Request) -> Response:
        """The challenge ladder of a game: places, who may be challenged and why not, and the log."""
        return self._page(request)

    def _again(self, request: Request, sent: Sent[LadderCommand], error: LudariumError) -> Response:
        return self._page(request, error.status, sentence(error))

    @command(_PATH, base=LadderCommand, again=_again, besides=[HTTPStatus.NOT_FOUND])
    def act(self, request: Request, sent: Sent[LadderCommand]) -> Response:
        """Join or leave, challenge somebody, or answer a challenge; who accepts comes to the match."""
        done = self._ladders.act(self._site.identity.person(request), request.path_params["game"], sent.command())
        path = f"/matches/{done.match}" if done.match else challenge_ladder_path(done.target)
        return RedirectResponse(path, HTTPStatus.SEE_OTHER)

    def _page(self, request: Request, status: int = HTTPStatus.OK, notice: str = "") -> Response:
        person = self._site.identity.person(request)
        view = self._ladders.view(person, request.path_params["game"], _before(request))
        if person:
            self._site.see(request, person, challenge_ladder_path(view.game))
        definition = load(view.game).definition
        values = {"view": view, "definition": definition, "notice": notice}
        return self._site.page(request, "challenge_ladder", status, data=lambda: challenge_ladder_data(view), **values)


def _before(request: Request) -> int | None:
    """Return the line of the log before which the address asks for lines; None for the latest ones."""
    text = request.query_params.get("before", "")
    if not text:
        return None
    if not (text.isascii() and text.isdigit() and len(text) <= _LONGEST_NUMBER):
        raise ParseError(f"{shorten(text)} is no line of the log: expected a number")
    return int(text)
