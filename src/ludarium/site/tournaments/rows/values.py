"""The rows of tournaments: a tournament, who has entered, and its games."""

import json
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

from ludarium.tournament.kinds import KINDS
from ludarium.tournament.kinds.kind import Kind

State = Literal["open", "running", "over", "cancelled"]


@dataclass(frozen=True, slots=True)
class StoredTournament:
    """A tournament.

    | field           | content                                                               |
    |-----------------|-----------------------------------------------------------------------|
    | `tempo`         | a clock                                                               |
    | `kind`          | the name of its kind, one of `tournament.kinds.KINDS`                 |
    | `games`         | of each encounter                                                     |
    | `computers`     | whether programs may take part                                        |
    | `most`          | players                                                               |
    | `seed`          | decides lots; it is published                                         |
    | `begins_at`     | when entry ends, unless the organiser begins before                   |
    | `due_at`        | when there is something to do, besides taking results                 |
    | `entered`       | how many have entered                                                 |
    | `league_id`     | of which it is a division in a season, from 1; divisions count from 0 |
    | `ends_at`       | when the matches of a division, or a duplicate, are decided that go on |
    | `warned_at`     | when their players heard that this time is near                       |
    | `minutes`       | for which an arena goes on; victories in a row may count as `streaks` |
    | `resumes_at`    | when the next round of a live tournament begins, in the pause before it |
    | `rests_until`   | the end of its adjournment, while it is adjourned                     |
    | `failing_since` | since when its matches cannot begin; None if they can                 |
    | `reminded_at`   | when its players heard that it begins soon                            |
    | `ties`          | the names of the tie-breaks, with spaces; empty for the usual ones    |
    | `seats`         | of its game; a table of more than two has `fewest` players at least   |
    | `first_turn`    | `exhibitor` or `alternates`: who has it in an exhibition; or `entered` |
    | `teams`         | the names of the two teams of a team match, a line each               |
    | `exhibitor`     | who plays against everybody in an exhibition                          |
    | `opponent`      | the level of the bot that everybody plays in a duplicate of a game of two seats |
    | `published`     | whether it was played elsewhere, and recorded games are played again  |
    | `by_site`       | whether the site has made it by itself, with bots that fill in        |
    | `pairing`       | the version of how it is paired, for as long as its data can be verified |
    """

    id: str
    name: str
    game: str
    tempo: str
    kind: str
    organiser: str
    organiser_name: str
    created_at: float
    begins_at: float
    rounds: int = 1
    games: int = 1
    rated: bool = False
    computers: bool = False
    most: int = 8
    seed: int = 0
    state: State = "open"
    revision: int = 0
    begun_at: float | None = None
    ended_at: float | None = None
    due_at: float | None = None
    league_id: str | None = None
    season: int | None = None
    division: int | None = None
    ends_at: float | None = None
    warned_at: float | None = None
    ties: str = ""
    seats: int = 2
    fewest: int = 2
    resumes_at: float | None = None
    rests_until: float | None = None
    failing_since: float | None = None
    reminded_at: float | None = None
    first_turn: str = ""
    teams: str = ""
    exhibitor: str | None = None
    exhibitor_name: str = ""
    minutes: int | None = None
    streaks: bool = False
    published: bool = False
    opponent: str = ""
    by_site: bool = False
    pairing: int = 2
    entered: int = 0

    @property
    def of_kind(self) -> Kind:
        """Its kind, which says what is particular to such tournaments."""
        return KINDS[self.kind]

    @property
    def team_names(self) -> tuple[str, ...]:
        """The names of the two teams; none outside team matches."""
        return tuple(self.teams.split("\n")) if self.teams else ()


@dataclass(frozen=True, slots=True)
class TournamentEntry:
    """A player who has entered a tournament; `number` and `rating` are known once it has begun.

    `person` is the id of the player: for a bot of the site, which has a spec in `bot`, it is that of nobody.
    `place` is the order of entry; `left_at` when they left a tournament that had begun, or closed their account;
    `bye_round` the round, from 0, in which they do not play, as they have asked; `former` in whose place they play, and
    `former_left` when that one had left before, if they had; `team` is 0 or 1 in a team match.
    """

    person: str
    name: str
    place: int
    entered_at: float
    number: int | None = None
    rating: int | None = None
    left_at: float | None = None
    closed_at: float | None = None
    is_bot: bool = False
    bye_round: int | None = None
    former: str | None = None
    former_name: str = ""
    former_left: float | None = None
    team: int | None = None
    bot: str = ""

    @property
    def gets_notices(self) -> bool:
        """Whether the player is a person who is there to read notices."""
        return self.closed_at is None and not self.bot

    @property
    def is_absent(self) -> bool:
        """Whether the player has left."""
        return self.left_at is not None or self.closed_at is not None


_PLACES = ("first", "second", "third", "fourth")


class StoredBoard(NamedTuple):
    """A game or a bye of a wave; `first` has the first turn. `result` is that of its match, `*` while it goes on.

    The others have theirs in this order; a third and a fourth are there in games of so many seats.
    The seconds that the turns of its players took, and how many they were, are known when it is decided. One that went
    on when a season ended has the turns that its match had then, and once it is decided how the `verdict` was found.
    The `section` is the part of the bracket of a double elimination. In an arena `known` is the number of the first
    wave that was paired after the result was known. A corrected one has the results `before`, by which waves were
    paired: a list of `Former` as JSON.
    """

    wave: int
    board: int
    round: int
    encounter: int
    first: int
    second: int | None
    match_id: str | None = None
    first_points: float | None = None
    second_points: float | None = None
    how: str = ""
    first_seconds: float | None = None
    first_turns: int | None = None
    second_seconds: float | None = None
    second_turns: int | None = None
    judged_turns: int | None = None
    verdict: str | None = None
    section: str = ""
    third: int | None = None
    third_points: float | None = None
    third_seconds: float | None = None
    third_turns: int | None = None
    fourth: int | None = None
    fourth_points: float | None = None
    fourth_seconds: float | None = None
    fourth_turns: int | None = None
    known: int | None = None
    before: str | None = None
    result: str = "*"
    ending: str = ""
    match_number: int | None = None

    @property
    def former(self) -> tuple[tuple[int, str, tuple[float, ...]], ...]:
        """The results before corrections: until which wave they were paired by, how they came, and the points."""
        return tuple((until, how, tuple(points)) for until, how, points in json.loads(self.before or "[]"))

    def corrected(self, points: Sequence[float], waves: int) -> "StoredBoard":
        """Return the game with another result, which counts for the pairings after so many waves.

        >>> board = StoredBoard(0, 0, 0, 0, 4, 2).decided("played", (1.0, 0.0))
        >>> board.corrected((0.5, 0.5), 1).former, board.corrected((0.5, 0.5), 2).former
        ((), ((2, 'played', (1.0, 0.0)),))
        """
        former = list(self.former)
        if waves > max([self.wave + 1, *(until for until, *_ in former)]):
            former.append((waves, self.how, self.points))
        before = json.dumps(former) if former else None
        return self.decided("corrected", points)._replace(verdict=None, before=before)

    @property
    def seating(self) -> tuple[int, ...]:
        """The seed numbers of the players, in the order of their turns."""
        return tuple(player for player in self._of_places() if player is not None)

    @property
    def points(self) -> tuple[float, ...]:
        """What each player got, in this order; empty while the game goes on."""
        return tuple(got or 0.0 for got in self._of_places("_points")[: len(self.seating)]) if self.how else ()

    def got(self, player: int) -> float | None:
        """Return what a player got who is in the game; None while it goes on."""
        return self.points[self.seating.index(player)] if self.how else None

    def spent(self, player: int) -> tuple[float, int]:
        """Return the seconds that the turns of a player took who is in the game, and how many they were."""
        place = _PLACES[self.seating.index(player)]
        return getattr(self, f"{place}_seconds") or 0.0, getattr(self, f"{place}_turns") or 0

    def decided(self, how: str, points: Sequence[float]) -> "StoredBoard":
        """Return the game with the points of its players.

        >>> StoredBoard(0, 0, 0, 0, 4, 2, third=1).decided("played", (0.0, 1.5, 1.5)).points
        (0.0, 1.5, 1.5)
        """
        return self._replace(how=how, **self._by_place("points", points))

    def with_times(self, seconds: Sequence[float], turns: Sequence[int]) -> "StoredBoard":
        """Return the game with the seconds that the turns of its players took, and how many they were."""
        return self._replace(**self._by_place("seconds", seconds), **self._by_place("turns", turns))

    def _of_places(self, what: str = "") -> list[Any]:  # Any: a column
        return [getattr(self, f"{place}{what}") for place in _PLACES]

    def _by_place(self, what: str, values: Sequence[float]) -> dict[str, Any]:  # Any: a column
        return {f"{place}_{what}": value for place, value in zip(_PLACES, values, strict=False)}


def waves_of(boards: Sequence[StoredBoard]) -> Mapping[int, list[StoredBoard]]:
    """Return the games by their waves."""
    found = defaultdict[int, list[StoredBoard]](list)
    for board in boards:
        found[board.wave].append(board)
    return found
