"""Findings of the site about suspicious matches, for moderators to look at; no machine punishes a person.

- Somebody's time ran out in several matches of a month.
- Two people have played several short rated games of late, which one of them always won.
- The rated games of two people who began matches from one network are mostly with each other, and one-sided.
"""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from ludarium.match.clock import DAY
from ludarium.site.moderation.rows import RatedResult
from ludarium.site.repositories import Repositories

WINDOW = 30 * DAY
ABANDONED, SHORT_GAMES, SHORT, TOGETHER = 4, 4, 10, 5
"""Abandoned matches of a person, short games of two, turns of a short game, and games of two of one network."""
MOSTLY, ONE_SIDED = 0.6, 0.85
PAUSE, _FEW = 300.0, 1_000
"""Seconds for which what was noticed is not looked for again, where more results than a few are read for it."""
_MOST_RESULTS, _MOST_LISTED = 20_000, 50


class Finding(NamedTuple):
    """A finding: its kind, the people, and a sentence; `size` grows with the matches."""

    key: str
    kind: str
    people: tuple[str, ...]
    size: int
    text: str


class Pair(NamedTuple):
    """The rated games of two people: how many, how many short ones, and the most that one of them has won of each."""

    people: tuple[str, str]
    games: int
    short: int
    won: int
    won_short: int


class Suspicions:
    """The patterns that a site notices; it looks for them again after some minutes, not at each question."""

    def __init__(self, tables: Repositories) -> None:
        self._tables = tables
        self._noticed, self._at, self._read = tuple[Finding, ...](), 0.0, 0

    def findings(self, now: float) -> tuple[Finding, ...]:
        """Return what is noticed, without what moderators have seen and has not grown since."""
        if self._read < _FEW or not 0 <= now - self._at < PAUSE:
            self._noticed, self._read = notice(self._tables, now)
            self._at = now
        seen = self._tables.seen_findings.sizes()
        return tuple(one for one in self._noticed if one.size > seen.get(one.key, 0))[:_MOST_LISTED]


def notice(tables: Repositories, now: float) -> tuple[tuple[Finding, ...], int]:
    """Return all that is noticed now, and the number of results that were read for it."""
    since = now - WINDOW
    found = list[Finding]()
    for person, count in tables.evidence.most_abandoned(since, ABANDONED, _MOST_LISTED):
        text = f"The time of this person ran out in {count} matches within 30 days."
        found.append(Finding(f"abandoned:{person}", "abandoned", (person,), count, text))
    results = tables.evidence.rated_results(since, _MOST_RESULTS)
    pairs, played = pairs_of(results), Counter(result.person for result in results)
    near = [pair for pair in pairs if is_mostly_together(pair, played)]
    networks = tables.evidence.networks({each for pair in near for each in pair.people}, now - 3 * WINDOW)
    found += [*short_games(pairs), *feeding(near, networks)]
    return tuple(found), len(results)


def pairs_of(results: Sequence[RatedResult]) -> list[Pair]:
    """Return the rated games of each two people, of matches for two."""
    by_match = defaultdict[str, list[RatedResult]](list)
    for result in results:
        by_match[result.match_id].append(result)
    games = defaultdict[tuple[str, str], list[tuple[str, bool]]](list)
    for both in by_match.values():
        if len(both) == 2:
            first, second = sorted(both, key=lambda one: one.person)
            winner = max(both, key=lambda one: one.score).person if first.score != second.score else ""
            games[first.person, second.person].append((winner, first.turns <= SHORT))
    return [
        Pair(
            people,
            len(played),
            sum(short for _, short in played),
            max(sum(winner == one for winner, _ in played) for one in people),
            max(sum(winner == one and short for winner, short in played) for one in people),
        )
        for people, played in games.items()
    ]


def short_games(pairs: Sequence[Pair]) -> list[Finding]:
    """Return the pairs of people who have played several short games that one of them always won."""
    return [
        Finding(
            f"short:{pair.people[0]}:{pair.people[1]}",
            "short",
            pair.people,
            pair.short,
            f"{pair.short} short rated games within 30 days; one of the two won {pair.won_short} of them.",
        )
        for pair in pairs
        if pair.short >= SHORT_GAMES and pair.won_short >= ONE_SIDED * pair.short
    ]


def is_mostly_together(pair: Pair, played: Mapping[str, int]) -> bool:
    """Return whether the games of two people are many, one-sided, and most of those of one of them."""
    mostly = any(pair.games >= MOSTLY * played[person] for person in pair.people)
    return pair.games >= TOGETHER and mostly and pair.won >= ONE_SIDED * pair.games


def feeding(pairs: Sequence[Pair], networks: Mapping[str, frozenset[str]]) -> list[Finding]:
    """Return the pairs that have begun matches from one network."""
    nothing = frozenset[str]()
    return [
        Finding(
            f"network:{pair.people[0]}:{pair.people[1]}",
            "network",
            pair.people,
            pair.games,
            f"{pair.games} rated games within 30 days, mostly with each other, of which one won {pair.won}; "
            "both have begun matches from one network, as a household or a school has.",
        )
        for pair in pairs
        if networks.get(pair.people[0], nothing) & networks.get(pair.people[1], nothing)
    ]
