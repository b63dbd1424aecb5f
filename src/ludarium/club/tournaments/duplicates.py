"""Duplicate tournaments of a site: everybody plays the same games, with the same dice, each in a match of their own.

The matches of a game share a secret, to which the site has committed itself under an id of the dice, and nobody adds a
nonce. Until all of them have ended, each is closed: who plays it sees it, and nobody else; then they are public, and so
is the secret.
"""

import secrets
from collections import defaultdict
from collections.abc import Sequence

from ludarium.club.begin.commitments import new_match_id
from ludarium.club.match.transactions import Transactions
from ludarium.match.commitment import SECRET_BYTES, Commitment
from ludarium.store.tournaments.rows import StoredBoard, StoredTournament
from ludarium.tournament.waves import DUPLICATE

HIDDEN = ""
"""Stands in place of the id of a match that goes on, for those who may not see it."""
HAS_ENDED = "has ended"
"""The ending of a match, for those who may not see more of it."""


class SharedDice:
    """The dice of the games of a duplicate; those of matches that have begun are read from them."""

    def __init__(self, matches: Transactions, boards: Sequence[StoredBoard]) -> None:
        self._matches = matches
        self._begun = {board.encounter: board.match_id for board in boards if board.match_id}
        self._known = dict[int, Commitment]()

    def of(self, encounter: int) -> Commitment:
        """Return the dice of a game.

        Raises a `LudariumError` if the match that has them cannot be loaded.
        """
        if encounter not in self._known:
            self._known[encounter] = self._load(encounter)
        return self._known[encounter]

    def _load(self, encounter: int) -> Commitment:
        if match_id := self._begun.get(encounter):
            commitment = self._matches.look(match_id).match.commitment
            assert commitment  # a duplicate is for games with chance
            return commitment
        return Commitment.make(new_match_id(), secrets.token_bytes(SECRET_BYTES), (), shared=True)


def open_matches(boards: Sequence[StoredBoard]) -> list[str]:
    """Return the ids of the matches of games that all have ended."""
    games = defaultdict[int, list[StoredBoard]](list)
    for board in boards:
        games[board.encounter].append(board)
    over = [board for own in games.values() if all(board.how for board in own) for board in own]
    return [board.match_id for board in over if board.match_id]


def closed_to(
    tournament: StoredTournament, boards: Sequence[StoredBoard], number: int | None
) -> tuple[StoredBoard, ...]:
    """Return the games as a player with a seed number sees them, or somebody else: without what is closed.

    Of the match of another player in a game that not all have ended one sees whether it goes on, and no result.
    """
    if tournament.kind != DUPLICATE:
        return tuple(boards)
    known = {*open_matches(boards)}
    return tuple(
        board if number in board.seating or board.match_id is None or board.match_id in known else _closed(board)
        for board in boards
    )


def _closed(board: StoredBoard) -> StoredBoard:
    ending = HAS_ENDED if board.how or board.ending else ""
    hidden = board._replace(how="", first_points=None, first_seconds=None, first_turns=None, verdict=None)
    return hidden._replace(match_id=HIDDEN, match_number=None, result="*", ending=ending)
