"""Challenge ladders as data for programs."""

from collections import Counter
from collections.abc import Mapping

from msgspec import Struct

from ludarium.club.challenge_ladders.views import LadderView, LogLine, PlaceChallenge
from ludarium.server.challenge_ladder_words import happened
from ludarium.server.web.answers import OwnPlaceData
from ludarium.server.web.data import data_of


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


@data_of("challenge_ladder")
def challenge_ladder_data(values: Mapping[str, object]) -> ChallengeLadderData:
    """Return the data of the page of a challenge ladder."""
    view = values["view"]
    assert isinstance(view, LadderView)
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


def own_places(values: Mapping[str, object]) -> list[OwnPlaceData]:
    """Return the places of the person of the page "your games"."""
    places, received = values["ladder_places"], values["received_for_place"]
    assert isinstance(places, tuple)
    assert isinstance(received, list)
    waiting = Counter(one.game for one in received if one.match_id is None)
    return [OwnPlaceData(one.game, one.place, waiting[one.game]) for one in places]


def _challenge(one: PlaceChallenge) -> PlaceChallengeData:
    names = (one.challenger_name, one.challenged_name)
    return PlaceChallengeData(one.number, *names, one.made_at, one.answer_by, one.match_id)


def _line(one: LogLine) -> LadderEventData:
    return LadderEventData(match=one.match_id, text=happened(one), **{name: getattr(one, name) for name in _OF_LINE})
