"""A challenge ladder as a person sees it."""

from typing import NamedTuple

from ludarium.store.challenge_ladders.ladders import LadderPlace, LogLine, PlaceChallenge

__all__ = ["LadderPlace", "LadderRow", "LadderView", "LogLine", "PlaceChallenge"]


class LadderRow(NamedTuple):
    """A place, why the person may not challenge for it (empty if they may), and whether its person is idle."""

    place: LadderPlace
    refusal: str
    is_idle: bool
    open: tuple[PlaceChallenge, ...]
    """The challenges for this place that are open."""


class LadderView(NamedTuple):
    """A challenge ladder as a person sees it.

    | field     | content                                                                   |
    |-----------|---------------------------------------------------------------------------|
    | `rows`    | all places, the first at first                                            |
    | `mine`    | the person's place, or None                                               |
    | `join`    | why the person may not join; empty if they may                            |
    | `received`, `made` | the open challenges to the person and by the person              |
    | `log`     | a page of the log, the latest first                                       |
    | `before`  | the number before which the next page of the log is; None at its end      |
    """

    game: str
    rows: tuple[LadderRow, ...]
    mine: LadderPlace | None
    join: str
    received: tuple[PlaceChallenge, ...]
    made: tuple[PlaceChallenge, ...]
    log: tuple[LogLine, ...]
    before: int | None
    now: float
