"""The matches that begin for the games of a tournament."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from ludarium.core.errors import InvalidOption
from ludarium.core.first_turn import check_first_turn
from ludarium.core.game import Game
from ludarium.core.text import counted
from ludarium.match.commitment import Commitment
from ludarium.site.begin.commitments import new_match_id
from ludarium.site.begin.new_match import in_turn_order, new_match
from ludarium.site.ground.values import SeatAssignment
from ludarium.site.match.transactions import Transactions
from ludarium.site.match.views import MatchView
from ludarium.site.offers.reading import clock_and_tick
from ludarium.site.people.standing import barred
from ludarium.site.tournaments.duplicates import SharedDice
from ludarium.site.tournaments.pace import is_live
from ludarium.site.tournaments.published import AT_ONCE, recorded_match
from ludarium.site.tournaments.rows.values import StoredBoard, StoredTournament, TournamentEntry
from ludarium.site.tournaments.table_games import game_of, with_opponent

BATCH = 4
"""Matches that one transaction begins, so that others need not wait for long."""


def may_begin(tournament: StoredTournament, boards: Sequence[StoredBoard]) -> list[bool]:
    """Return which games have no match yet, and may begin now: live, a player has one at a time."""
    going_on = [board for board in boards if is_live(tournament.tempo) and board.match_id and not board.how]
    busy, found = {player for board in going_on for player in board.seating}, list[bool]()
    for board in boards:
        pair = {*board.seating}
        waits = not board.how and not board.match_id
        found.append(waits and pair.isdisjoint(busy))
        if found[-1] and is_live(tournament.tempo):
            busy |= pair
    return found


def check_games(tournament: StoredTournament) -> None:
    """Raise a `LudariumError` unless the matches of a tournament can begin, with as many players as they may have."""
    for players in range(tournament.fewest, tournament.seats + 1):
        check_first_turn(table_game(tournament, players))


def with_matches(
    matches: Transactions,
    tournament: StoredTournament,
    players: Mapping[int, TournamentEntry],
    boards: Sequence[StoredBoard],
    left: int = BATCH,
) -> tuple[list[StoredBoard], list[MatchView]]:
    """Return games with the matches that begin for them now, `left` at most, and these."""
    found, begun = [], list[MatchView]()
    waits, left = may_begin(tournament, boards), AT_ONCE if tournament.published else left
    people = [entry.person for entry in players.values() if not entry.bot] if tournament.rated and any(waits) else []
    unrated = barred(matches.store, people, matches.now())
    dice = SharedDice(matches, boards)
    for board, begins in zip(boards, waits, strict=True):
        if len(begun) < left and begins and tournament.published:
            begun.append(recorded_match(tournament, board, matches.now()))
            board = board._replace(match_id=begun[-1].id)
        elif len(begun) < left and begins:
            seated = [players[number] for number in board.seating]
            rated = unrated.isdisjoint(entry.person for entry in seated) and not any(entry.bot for entry in seated)
            if tournament.of_kind.alone:
                begun.append(_closed_match(tournament, board, seated, dice.of(board.encounter), matches.now()))
            else:
                begun.append(_match(tournament, seated, now=matches.now(), rated=rated))
            board = board._replace(match_id=begun[-1].id)
        found.append(board)
    return found, begun


def table_game(tournament: StoredTournament, players: int) -> Game:
    """Return the game that so many players of a tournament play.

    Raises a `LudariumError` if there is none any more.
    """
    game = game_of(tournament, players)
    if game is None:
        raise InvalidOption(f"{tournament.game} is not for {counted(players, 'player')}")
    return game


def _match(tournament: StoredTournament, seated: Sequence[TournamentEntry], *, now: float, rated: bool) -> MatchView:
    players = [
        SeatAssignment("bot", entry.bot) if entry.bot else SeatAssignment("person", entry.name, entry.person)
        for entry in seated
    ]
    game = table_game(tournament, len(players))
    clock, tick = clock_and_tick(tournament.tempo)
    view = new_match(
        now,
        game.spec,
        in_turn_order(game.initial(), players),
        clock=clock,
        tick=tick,
        rated=tournament.rated and rated,
        written=[entry.bot for entry in seated if entry.bot],
    )
    return replace(view, computers=any(entry.is_bot for entry in seated))  # a match of people is rated as such


def _closed_match(
    tournament: StoredTournament, board: StoredBoard, seated: Sequence[TournamentEntry], dice: Commitment, now: float
) -> MatchView:
    """Return the match of a player in a duplicate, which is closed to all others until all have ended this game."""
    players = [SeatAssignment("person", entry.name, entry.person) for entry in seated]
    game = table_game(tournament, len(players))
    view = new_match(
        now,
        game.spec,
        in_turn_order(game.initial(), with_opponent(tournament, board.encounter, players)),
        clock=clock_and_tick(tournament.tempo)[0],
        match_id=new_match_id(),
        given_commitment=dice,
    )
    return replace(view, private=True, closed=True)
