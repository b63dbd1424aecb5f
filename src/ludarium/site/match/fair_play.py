"""No help by the site's computers for people who play a rated match, or one of a duplicate, until it is over.

Where somebody plays one, the site gives them no hints and no reviews in matches of the same game that began from a
position which somebody has set up, or in which the position of that match stood, or one that a turn leads to from
it; nor do its bots play on from a position that such a person sets up.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import islice

from ludarium.core.errors import IllegalMove
from ludarium.core.game import State
from ludarium.match.book import board_key
from ludarium.match.progress import all_states
from ludarium.puzzles.puzzle import each_turn
from ludarium.site.ground.values import SeatAssignment
from ludarium.site.match.transactions import Transactions
from ludarium.site.match.views import MatchView
from ludarium.solve.canonical import CanonicalForm

_NEWEST = 2
"""Positions of a rated match, from the newest on, for which help is refused: a roll makes one more."""
_FOLLOWING = 1000
"""Turns that may be played now, at most, for the positions after which it is refused, too."""


class FairPlay:
    """Refuses help to the players of rated matches that are running."""

    def __init__(self, matches: Transactions) -> None:
        self._matches = matches

    def check_analysis(self, person_id: str, view: MatchView) -> None:
        """Raise `IllegalMove` if a hint or review of a match would be help in a rated match of the person."""
        is_set_up = view.match.start != view.match.game.initial()
        self.check_position(person_id, view.match.game.name, all_states(view.match), is_set_up=is_set_up)

    def check_position(self, person_id: str, game: str, states: Sequence[State], *, is_set_up: bool) -> None:
        """Raise `IllegalMove` if help in the last of these states would be help in a rated match of the person.

        They lead from the first one to it; `is_set_up` is whether somebody has set that up. Neither options that leave
        the board as it is, such as another limit of turns, nor the exchange of like pieces make another position of it.
        """
        running = [*self._running(person_id, game)]
        passed = {_key(state) for state in states} if running and not is_set_up else set()
        for rated in running:
            start, *later = all_states(rated.match)
            near = {_key(state) for state in later[-_NEWEST:]}
            if later:  # the start is shared by all matches, also where a turn leads back to it
                near |= _following(later[-1]) - {_key(start)}
            if is_set_up or not near.isdisjoint(passed):
                raise _refusal(rated, "there are hints and reviews of such positions")

    def check_start(self, person_id: str | None, game: str, seats: Sequence[SeatAssignment]) -> None:
        """Raise `IllegalMove` if bots would play on from a position of a game of which the person plays a match."""
        if person_id and any(seat.is_bot for seat in seats):
            for rated in self._running(person_id, game):
                raise _refusal(rated, "bots play on from a position")

    def _running(self, person_id: str, game: str) -> Iterator[MatchView]:
        """Yield the running matches of a person in a game, with any options, in which they get no help."""
        for match_id in self._matches.store.running_without_help(person_id):
            view = self._matches.look(match_id)
            if view.match.game.name == game and not view.match.over:
                yield view


@lru_cache(maxsize=100)
def _following(state: State) -> frozenset[str]:
    """Return the keys of the positions to which a turn may lead; each can be reached past this one, too."""
    if len(state.actors) != 1 or state.actors[0] < 0:
        return frozenset()
    return frozenset(_key(after) for after, _ in islice(each_turn(state), _FOLLOWING))


def _key(state: State) -> str:
    """Return the key of a position, the same for all that differ in nothing that matters, such as like pieces."""
    return board_key(CanonicalForm.of(state.game).position(state))


def _refusal(rated: MatchView, what: str) -> IllegalMove:
    name = rated.match.game.name
    which = f"a rated match of {name}" if rated.rated else f"a match of {name} in which all have the same dice"
    return IllegalMove(f"you play game {rated.number}, {which}: {what} when it is over")
