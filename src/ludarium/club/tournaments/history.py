"""The history of a tournament: conversions between rows of the store and the values that are paired and tabled."""

from collections.abc import Collection, Sequence
from typing import cast

from ludarium.club.begin.new_match import in_turn_order
from ludarium.club.match.views import SeatAssignment
from ludarium.core.record import parse_result
from ludarium.core.registry import load
from ludarium.store.tournaments.rows import StoredBoard, StoredTournament, waves_of
from ludarium.tournament.pairing import Pairing
from ludarium.tournament.waves import HALF_BYE, Format, How, Kind, Wave, WaveGame


def form_of(tournament: StoredTournament, players: int) -> Format:
    """Return what is paired and tabled, for so many players."""
    return Format(
        cast("Kind", tournament.kind),
        players,
        tournament.rounds,
        tournament.games,
        tournament.seed,
        tuple(tournament.ties.split()),
    )


def history_of(boards: Sequence[StoredBoard]) -> list[Wave]:
    """Return the waves of a tournament."""
    return [[board_of(board) for board in wave] for _, wave in sorted(waves_of(boards).items())]


def board_of(board: StoredBoard) -> WaveGame:
    """Return a game or a bye with its points."""
    seating = (board.first,) if board.second is None else (board.first, board.second)
    points = (board.first_points or 0.0, board.second_points or 0.0)[: len(seating)] if board.how else ()
    return WaveGame(Pairing(board.round, board.encounter, seating, board.section), points, cast("How", board.how))


def boards_of(wave: int, pairings: Sequence[Pairing], resting: Collection[int] = ()) -> list[StoredBoard]:
    """Return the rows of a new wave, in which byes are won, or half of the points for those who are `resting`."""
    found = []
    for number, pairing in enumerate(pairings):
        first, second = (*pairing.seating, None)[:2]
        assert first is not None
        made = StoredBoard(wave, number, pairing.round, pairing.encounter, first, second, section=pairing.section)
        if second is None:
            rests = first in resting
            made = made._replace(how=HALF_BYE if rests else "bye", first_points=0.5 if rests else 1.0)
        found.append(made)
    return found


def next_number(boards: Sequence[StoredBoard]) -> int:
    """Return the number of the next wave, from 0; in a Swiss tournament it is that of the round."""
    return 1 + max((board.wave for board in boards), default=-1)


def forfeited(board: StoredBoard, absent: frozenset[int]) -> StoredBoard:
    """Return a game that is lost by those who have left."""
    first, second = float(board.first not in absent), float(board.second not in absent)
    return board._replace(how="forfeit", first_points=first, second_points=second)


def with_result(board: StoredBoard, game: str) -> StoredBoard:
    """Return a game with the points of its match, which is over.

    Raises a `LudariumError` for a game that is not installed any more.
    """
    loaded = load(game)
    payoffs = parse_result(board.result, loaded)
    assert payoffs is not None
    points = loaded.payoff_range.parts(payoffs)
    order = in_turn_order(loaded.initial(), (SeatAssignment("person", "first"), SeatAssignment("person", "second")))
    by_name = {seat.name: got for seat, got in zip(order, points, strict=True)}
    return board._replace(how="played", first_points=by_name["first"], second_points=by_name["second"])
