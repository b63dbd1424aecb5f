"""The game that pages show large to those who have played none: one that is played now, else the most popular one."""

from collections import Counter
from collections.abc import Sequence
from functools import cache

from ludarium.core.registry import definition, game_names
from ludarium.core.spec import name_in_spec
from ludarium.scenes.showcase import showcase
from ludarium.site.ground.values import MatchSummary
from ludarium.site.match.worth_watching import has_seat
from ludarium.site.web.drawings import drawn_or

LATEST = 60
"""Recent matches by which the games are ordered, and of which some are shown."""


def of_others(matches: Sequence[MatchSummary], person_id: str | None) -> list[MatchSummary]:
    """Return the matches that have begun and in which a person does not play."""
    begun = (match for match in matches if not match.unplayed and (match.turns or not match.ending))
    return [match for match in begun if not (person_id and has_seat(match, person_id))]


def by_popularity(matches: Sequence[MatchSummary]) -> list[str]:
    """Return the games by their number among these matches; of equals those with lively pictures first."""
    played = Counter(name_in_spec(match.game) for match in matches)
    return sorted(game_names(), key=lambda name: (-played[name], -_liveliness(name), name))


@cache
def _liveliness(game: str) -> int:
    """Return how many pictures of a game the front page has."""
    known = definition(game)
    return drawn_or(known, lambda: len(showcase(known)), lambda: 1)


def leading(playing: Sequence[MatchSummary], popular: Sequence[str]) -> str:
    """Return the name of the game that pages show large, of matches that are played now and the most popular games."""
    return name_in_spec(playing[0].game) if playing else popular[0]
