"""Challenge ladders as data for programs."""

from collections import Counter
from collections.abc import Mapping

from ludarium.club.challenge_ladders.views import LadderView, LogLine, PlaceChallenge
from ludarium.server.challenge_ladder_words import happened
from ludarium.server.web.answers import OwnPlaceData
from ludarium.server.web.challenge_ladders.answers import (
    ChallengeLadderData,
    LadderEventData,
    LadderPlaceData,
    PlaceChallengeData,
)

_OF_LINE = ("number", "at", "kind", "person", "name", "other", "other_name", "place", "other_place")


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
