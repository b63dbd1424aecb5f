"""The history of a tournament: conversions between rows of the store and the values that are paired and tabled."""

from collections.abc import Collection, Sequence
from typing import cast

from ludarium.core.errors import InvalidOption
from ludarium.core.record import parse_result
from ludarium.match.data import ABSENCE
from ludarium.site.begin.new_match import in_turn_order
from ludarium.site.ground.values import SeatAssignment
from ludarium.site.tournaments.pace import is_live
from ludarium.site.tournaments.published import published_of
from ludarium.site.tournaments.rows.values import StoredBoard, StoredTournament, TournamentEntry, waves_of
from ludarium.site.tournaments.table_games import game_of, with_opponent
from ludarium.tournament.pairing import Pairing
from ludarium.tournament.table import points_by_place
from ludarium.tournament.waves import HALF_BYE, Format, Former, How, Wave, WaveGame


def form_of(tournament: StoredTournament, players: Sequence[TournamentEntry]) -> Format:
    """Return what is paired and tabled, for players in the order of their seed numbers."""
    return Format(
        tournament.kind,
        len(players),
        tournament.rounds,
        tournament.games,
        tournament.seed,
        tuple(tournament.ties.split()),
        tournament.seats,
        tournament.fewest,
        tuple(entry.team or 0 for entry in players) if tournament.of_kind.has_teams else (),
        tournament.first_turn,
        in_rounds=tournament.of_kind.in_rounds and is_live(tournament.tempo),
        streaks=tournament.streaks,
        pairing=tournament.pairing,
    )


def history_of(tournament: StoredTournament, boards: Sequence[StoredBoard]) -> list[Wave]:
    """Return the waves of a tournament."""
    alone = tournament.of_kind.alone
    return [[board_of(board, alone=alone) for board in wave] for _, wave in sorted(waves_of(boards).items())]


def board_of(board: StoredBoard, *, alone: bool = False) -> WaveGame:
    """Return a game or a bye with its points; in a duplicate each player is `alone` in a match."""
    pairing = Pairing(board.round, board.encounter, board.seating, board.section, alone)
    before = tuple(Former(until, cast("How", how), points) for until, how, points in board.former)
    turns = (board.first_turns or 0) if alone else 0
    return WaveGame(pairing, board.points, cast("How", board.how), turns, board.known or 0, before)


def boards_of(form: Format, wave: int, pairings: Sequence[Pairing], resting: Collection[int] = ()) -> list[StoredBoard]:
    """Return the rows of a new wave, with the points of byes; those who are `resting` have asked for theirs."""
    found = []
    for number, pairing in enumerate(pairings):
        first, second, third, fourth = (*pairing.seating, None, None, None)[:4]
        assert first is not None
        made = StoredBoard(wave, number, pairing.round, pairing.encounter, first, second, section=pairing.section)
        made = made._replace(third=third, fourth=fourth)
        if pairing.bye:
            made = made.decided(HALF_BYE, [form.half]) if first in resting else made.decided("bye", [form.bye_points])
        found.append(made)
    return found


def next_number(boards: Sequence[StoredBoard]) -> int:
    """Return the number of the next wave, from 0; in a Swiss tournament it is that of the round."""
    return 1 + max((board.wave for board in boards), default=-1)


def forfeited(board: StoredBoard, absent: frozenset[int]) -> StoredBoard:
    """Return a game that is lost by those who have left."""
    return board.decided("forfeit", [float(player not in absent) for player in board.seating])


def with_result(board: StoredBoard, tournament: StoredTournament) -> StoredBoard:
    """Return a game with the points of its match, which is over: by place, if the game has more than two seats.

    One to which nobody came is lost by all who play it.

    Raises a `LudariumError` for a game that is not installed any more.
    """
    loaded = game_of(tournament, len(board.seating))
    if loaded is None:
        raise InvalidOption(f"{tournament.game} is not for {len(board.seating)} players any more")
    if board.ending == ABSENCE:
        return board.decided("forfeit", [0.0] * len(board.seating))
    payoffs = parse_result(board.result, loaded)
    assert payoffs is not None
    if tournament.published:
        return board.decided("played", published_of(tournament).points(tuple(payoffs), board.ending))
    several = tournament.seats > 2
    points = points_by_place(payoffs, tournament.seats) if several else loaded.payoff_range.parts(payoffs)
    seated = [SeatAssignment("person", str(player)) for player in board.seating]
    order = in_turn_order(loaded.initial(), with_opponent(tournament, board.encounter, seated))
    by_player = {seat.name: got for seat, got in zip(order, points, strict=True)}
    return board.decided("played", [by_player[str(player)] for player in board.seating])
