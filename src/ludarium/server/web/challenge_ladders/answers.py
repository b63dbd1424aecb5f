"""The JSON of the pages of challenge ladders for programs."""

from msgspec import Struct


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
