"""Duplicate tournaments of a site: everybody plays the same games, with the same dice, each in a match of their own.

The matches of a game share a secret, to which the site has committed itself under an id of the dice, and nobody adds a
nonce. Until all of them have ended, each is closed: who plays it sees it, and nobody else; then they are public, and so
is the secret.
"""

import secrets
from collections.abc import Collection, Iterable, Sequence

from ludarium.core.errors import LudariumError
from ludarium.match.commitment import SECRET_BYTES, Commitment
from ludarium.match.data import FORFEIT, TIME
from ludarium.site.begin.commitments import new_match_id
from ludarium.site.match.transactions import Transactions
from ludarium.site.match.views import MatchView
from ludarium.site.notices.rows.notices import Notice
from ludarium.site.tournaments.notices import tournament_notice
from ludarium.site.tournaments.rows.values import StoredBoard, StoredTournament, TournamentEntry

HIDDEN = ""
"""Stands in place of the id of a match that goes on, for those who may not see it."""
HAS_ENDED = "has ended"
"""The ending of a match, for those who may not see more of it."""


class SharedDice:
    """The dice of the games of a duplicate; those of matches that have begun are read from them."""

    def __init__(self, matches: Transactions, boards: Sequence[StoredBoard]) -> None:
        self._matches, self._boards = matches, boards
        self._known = dict[int, Commitment]()

    def of(self, encounter: int) -> Commitment:
        """Return the dice of a game.

        Raises a `LudariumError` if no match that has them can be loaded.
        """
        if encounter not in self._known:
            self._known[encounter] = self._load(encounter)
        return self._known[encounter]

    def _load(self, encounter: int) -> Commitment:
        failed: LudariumError | None = None
        for match_id in (board.match_id for board in self._boards if board.encounter == encounter and board.match_id):
            try:
                commitment = self._matches.look(match_id).match.commitment
            except LudariumError as error:  # a damaged match: the others have the same dice
                failed = error
                continue
            assert commitment  # a duplicate is for games with chance
            return commitment
        if failed:
            raise failed
        return Commitment.make(new_match_id(), secrets.token_bytes(SECRET_BYTES), (), shared=True)


def result_alone(board: StoredBoard, view: MatchView, points: float) -> StoredBoard:
    """Return the game of a player with the result of its match, and the turns that it took.

    A roll that nobody can use counts as a turn, too. If the bot has not played on, the match counts as half a win.
    """
    failed = view.match.ending.startswith(FORFEIT) or (view.match.ending.startswith(TIME) and points > 0.0)
    points = 0.5 if failed else points
    return board._replace(first_turns=view.match.count.number).decided("played", [points])


def open_matches(boards: Sequence[StoredBoard]) -> list[str]:
    """Return the ids of the matches of games that all have ended."""
    over = ended_games(boards)
    return [board.match_id for board in boards if board.match_id and board.encounter in over]


def ended_games(boards: Iterable[StoredBoard]) -> frozenset[int]:
    """Return the numbers of the games that all have ended, from 0."""
    boards = [*boards]
    return frozenset({board.encounter for board in boards} - {board.encounter for board in boards if not board.how})


def opened_notices(
    tournament: StoredTournament, entries: Iterable[TournamentEntry], games: Collection[int], now: float
) -> list[Notice]:
    """Return the notices to the players that all have ended some games."""
    numbers = " and ".join(str(game + 1) for game in sorted(games))
    text = f"All have ended game {numbers} of {tournament.name}: you can see all their matches now."
    return [tournament_notice(tournament, entry.person, text, now) for entry in entries if entry.gets_notices]


def closed_to(
    tournament: StoredTournament, boards: Sequence[StoredBoard], number: int | None
) -> tuple[StoredBoard, ...]:
    """Return the games as a player with a seed number sees them, or somebody else: without what is closed.

    Of the match of another player in a game that not all have ended one sees whether it goes on, and no result.
    """
    if not tournament.of_kind.alone:
        return tuple(boards)
    known = {*open_matches(boards)} if tournament.state != "cancelled" else {board.match_id for board in boards}
    return tuple(
        board if number in board.seating or board.match_id is None or board.match_id in known else _closed(board)
        for board in boards
    )


def _closed(board: StoredBoard) -> StoredBoard:
    ending = HAS_ENDED if board.how or board.ending else ""
    hidden = board._replace(how="", first_points=None, first_seconds=None, first_turns=None, verdict=None)
    return hidden._replace(match_id=HIDDEN, match_number=None, result="*", ending=ending)
