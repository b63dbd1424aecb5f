"""Matches that the tournament ends: those it does not wait for, and live ones to which somebody does not come.

In a round robin finished games stand and the others are lost, if more than half of a player's games were finished;
otherwise all of them are annulled for the table. In the other kinds the games that go on are lost. A game of more than
two seats goes on without the player, or ends as its rules say.
"""

from collections.abc import Callable, Sequence
from contextlib import suppress

from ludarium.core.errors import LudariumError
from ludarium.match.data import LEFT_TOURNAMENT, TIME
from ludarium.site.match.closed import gone_seats, without_gone
from ludarium.site.match.transactions import Transactions
from ludarium.site.match.views import MatchView
from ludarium.site.tournaments.history import forfeited
from ludarium.site.tournaments.rows.values import StoredBoard, StoredTournament, TournamentEntry
from ludarium.site.tournaments.running.deadlines import time_is_up, without_rating


def unrate(matches: Transactions, boards: Sequence[StoredBoard]) -> bool:
    """Let the matches that go on after the end of a season count for no rating; return whether one has changed."""
    found = False
    for board in boards:
        if not board.how and board.match_id and board.result == "*" and board.judged_turns is None:
            with suppress(LudariumError):  # one that cannot be loaded cannot be rated
                matches.change(board.match_id, None, None, without_rating)
            found = True
    return found


def resign(
    matches: Transactions,
    tournament: StoredTournament,
    entries: Sequence[TournamentEntry],
    boards: Sequence[StoredBoard],
) -> bool:
    """End the matches that go on although their games are lost or annulled; return whether there were any.

    Each says that its loser had left the tournament. A game of more than two seats goes on without who has left, or
    ends as its rules say. In a duplicate the matches are lost on time of those who have not left, and have not come to
    the end before its time was over.
    """
    absent, late = {entry.number for entry in entries if entry.is_absent}, time_is_up(tournament, matches.now())
    people = {entry.number: entry.person for entry in entries}
    found = False
    for board in boards:
        if tournament.seats > 2 and not board.how and board.match_id and board.result == "*":
            gone = [people[number] for number in absent.intersection(board.seating)]
            with suppress(LudariumError):  # it has ended meanwhile, or cannot be loaded
                matches.change(board.match_id, None, None, _resigned(gone, matches.now()))
        elif board.how in ("forfeit", "annulled") and board.match_id and board.result == "*":
            lost = {number for number, got in zip(board.seating, board.points, strict=True) if not got}
            gone = [people[number] for number in lost & (absent if board.how == "annulled" else lost)]
            reason = TIME if late and absent.isdisjoint(lost) else LEFT_TOURNAMENT
            with suppress(LudariumError):  # it has ended meanwhile, or cannot be loaded
                matches.change(board.match_id, None, None, _resigned(gone, matches.now(), reason))
                found = True
    return found


def end_absent(matches: Transactions, boards: Sequence[StoredBoard]) -> None:
    """End the live matches to which somebody does not come, who loses; if nobody does, it is lost by nobody alone."""
    for board in boards:
        if not board.how and board.match_id and board.result == "*":
            with suppress(LudariumError):  # as above
                if gone_seats(matches.look(board.match_id), matches.now()):
                    matches.change(board.match_id, None, None, _without_gone(matches.now()))


def _without_gone(now: float) -> Callable[[MatchView], MatchView]:
    def end(view: MatchView) -> MatchView:
        return without_gone(view, gone_seats(view, now), now)

    return end


def _resigned(people: Sequence[str], now: float, reason: str = LEFT_TOURNAMENT) -> Callable[[MatchView], MatchView]:
    def resign(view: MatchView) -> MatchView:
        for seat, assignment in enumerate(view.seats):
            if assignment.person in people and not view.match.over:
                return view.without(seat, reason, now)
        return view

    return resign


def without(
    boards: Sequence[StoredBoard], absent: Sequence[int], seats: int = 2, games: int | None = None, *, annuls: bool
) -> list[StoredBoard]:
    """Return the games of a tournament after these players have left; a kind that annuls may annul what was decided.

    `games` is how many each player of a round robin has in all, where they are not all there yet.

    >>> boards = [StoredBoard(0, 0, 0, 0, 0, 1), StoredBoard(0, 1, 0, 1, 0, 2, how="played", first_points=1.0)]
    >>> [[board.how for board in without(boards, [0], annuls=annuls)] for annuls in (True, False)]
    [['annulled', 'annulled'], ['forfeit', 'played']]
    """
    found = [*boards]
    for player in absent if seats <= 2 else ():
        own = [at for at, board in enumerate(found) if player in board.seating]
        undecided = [at for at in own if not found[at].how and found[at].judged_turns is None]
        if not undecided:
            continue
        counting = [at for at in own if found[at].how != "annulled"]
        finished = len(counting) - len(undecided)
        whole = len(counting) if games is None else games - (len(own) - len(counting))
        if annuls and 2 * finished <= whole:
            for at in counting:
                found[at] = found[at]._replace(how="annulled", first_points=0.0, second_points=0.0)
        else:
            for at in undecided:
                found[at] = forfeited(found[at], frozenset(absent))
    return found
