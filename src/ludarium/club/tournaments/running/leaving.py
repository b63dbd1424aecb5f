"""The games of players who leave a tournament that has begun.

In a round robin finished games stand and the others are lost, if more than half of a player's games were finished;
otherwise all of them are annulled for the table. In the other kinds the games that go on are lost. A game of more than
two seats goes on without the player, or ends as its rules say.
"""

from collections.abc import Sequence

from ludarium.club.tournaments.history import forfeited
from ludarium.store.tournaments.rows import StoredBoard


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
