"""Which matches are worth watching: those that are played now, and finished ones that were played."""

from collections import Counter
from collections.abc import Iterable, Iterator

from ludarium.core.spec import name_in_spec
from ludarium.match.data import ABSENCE, FORFEIT, RESIGNATION, TIME
from ludarium.site.ground.values import MatchSummary

_FEW = 4
"""Turns that a finished match has at least which is worth seeing."""
_UNDER_WAY = 12
"""Turns that it has if it was broken off: with fewer, the board shows an opening that somebody left."""
_NOW = 5 * 60
"""Seconds after a turn in which a match is being played now: a live clock lets one think as long at one turn."""
_WITH_BOT = 90
"""The same where one person plays a bot that waits without a clock: who has not played for longer has mostly gone."""
_EARLY = {ABSENCE, FORFEIT, RESIGNATION, TIME}


def people_in(match: MatchSummary) -> int:
    """Return how many people play in a match."""
    return len({seat.person for seat in match.seats} - {None})


def has_seat(match: MatchSummary, person_id: str) -> bool:
    """Return whether a person plays in a match."""
    return any(seat.person == person_id for seat in match.seats)


def is_played_now(match: MatchSummary, now: float) -> bool:
    """Return whether a match has begun or had a turn lately, so that who looks at it may see the next."""
    alone = people_in(match) == 1 and is_with_bots(match) and not match.is_live
    return now - match.updated_at <= (_WITH_BOT if alone else _NOW)


def is_with_bots(match: MatchSummary) -> bool:
    """Return whether one person plays against bots, or bots alone do; two who share a device are people."""
    return people_in(match) < 2 and any(seat.is_bot for seat in match.seats)


def to_watch(matches: Iterable[MatchSummary], limit: int) -> list[MatchSummary]:
    """Return matches in progress: between people before those with bots, live ones and those that have begun first.

    One that waits for a person who has been invited is none yet, nor is one against a bot without a turn. The rest of
    the order is that of the matches.
    """
    going_on = [match for match in matches if not match.ending and not match.closed and not match.has_open_seat]
    going_on = [match for match in going_on if match.turn_count or not (people_in(match) and is_with_bots(match))]
    going_on.sort(key=lambda match: (people_in(match) < 2, not match.turns, not match.is_live))
    return going_on[:limit]


def played_now(matches: Iterable[MatchSummary], now: float, limit: int) -> list[MatchSummary]:
    """Return those to watch that are being played now: the rule of every page that says so."""
    return to_watch([match for match in matches if is_played_now(match, now)], limit)


def worth_seeing(matches: Iterable[MatchSummary], limit: int) -> list[MatchSummary]:
    """Return finished matches: between people before those with bots, and those that were played to their end first.

    Of these the games take turns, the longest matches first; a match of few turns is not among them, nor one that was
    broken off before it was well under way, nor a further one of a game between the same players.
    """
    over = [match for match in matches if match.ending and not match.closed and match.turn_count >= _least(match)]
    over.sort(key=lambda match: (_rank(match), -match.turn_count))
    before, numbered = Counter[tuple[object, str]](), list[tuple[int, MatchSummary]]()
    for match in _of_different_players(over):
        of_game = _rank(match), name_in_spec(match.game)
        numbered.append((before[of_game], match))
        before[of_game] += 1
    numbered.sort(key=lambda one: (_rank(one[1]), one[0]))
    return [match for _, match in numbered[:limit]]


def _of_different_players(matches: Iterable[MatchSummary]) -> Iterator[MatchSummary]:
    """Yield the first match of each game between the same players, in whatever seats."""
    seen = set[tuple[str, tuple[str, ...]]]()
    for match in matches:
        key = name_in_spec(match.game), tuple(sorted(seat.person or seat.name for seat in match.seats))
        if key not in seen:
            seen.add(key)
            yield match


def _rank(match: MatchSummary) -> tuple[bool, bool]:
    return people_in(match) < 2, _ended_early(match)


def _least(match: MatchSummary) -> int:
    return _UNDER_WAY if _ended_early(match) else _FEW


def _ended_early(match: MatchSummary) -> bool:
    return match.ending.partition(":")[0] in _EARLY
