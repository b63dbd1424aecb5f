"""Substitutes in the divisions of leagues: who has offered it plays on for who leaves.

The substitute takes the row of the one who has left, with its points and its seed number, and all matches that go on;
the step after gives them the seats, since a match changes in its own transaction. Finished games stand. Who was
substituted cannot be so again: a substitute who leaves is a drop-out as all others are.
"""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import NamedTuple

from ludarium.core.errors import LudariumError
from ludarium.core.text import counted
from ludarium.site.ground.values import SeatAssignment
from ludarium.site.match.stand_ins import left_seat, substituted
from ludarium.site.match.transactions import Transactions
from ludarium.site.match.views import MatchView
from ludarium.site.notices.rows.notices import Notice
from ludarium.site.people.standing import barred
from ludarium.site.repositories import Repositories
from ludarium.site.tournaments.notices import tournament_notice
from ludarium.site.tournaments.rows.values import StoredBoard, StoredTournament, TournamentEntry


class Substitution(NamedTuple):
    """Who has left, and who plays on; ids."""

    former: str
    substitute: str


def substitutions(
    tables: Repositories,
    tournament: StoredTournament,
    players: Mapping[int, TournamentEntry],
    boards: Sequence[StoredBoard],
    now: float,
) -> list[Substitution]:
    """Return who plays on for those who have left a division and have games that are not decided, in order of entry.

    Nobody gets an opponent whom they have blocked, or who has blocked them.
    """
    if tournament.league_id is None or tournament.season is None:
        return []
    left = [
        number
        for number, entry in sorted(players.items())
        if entry.is_absent and not entry.former and any(_is_open(board, number) for board in boards)
    ]
    if not left:
        return []
    waiting = [
        entry.person
        for entry in tables.league_entries.find(league_id=tournament.league_id)
        if entry.stands_in and entry.closed_at is None and (entry.suspended_until or 0.0) <= now
    ]
    playing = tables.leagues.players(tournament.league_id, tournament.season)
    out = barred(tables, waiting, now) if tournament.rated and waiting else frozenset[str]()
    free = [person for person in waiting if person not in playing and person not in out]
    blocked = tables.blocks.among({*free, *(entry.person for entry in players.values())}) if free else frozenset()
    found = []
    for number in left:
        opponents = {players[other].person for board in boards for other in _opponents(board, number)}
        fit = (one for one in free if not any(frozenset((one, other)) in blocked for other in opponents))
        if substitute := next(fit, None):
            free.remove(substitute)
            found.append(Substitution(players[number].person, substitute))
    return found


def substitute_notices(
    tournament: StoredTournament,
    players: Mapping[int, TournamentEntry],
    boards: Sequence[StoredBoard],
    found: Sequence[Substitution],
    now: float,
) -> list[Notice]:
    """Return what substitutes hear."""
    by_person = {entry.person: (number, entry) for number, entry in players.items()}
    notices = []
    for one in found:
        number, former = by_person[one.former]
        games = counted(sum(_is_open(board, number) for board in boards), "match")
        text = (
            f"You stand in for {former.name} in {tournament.name}: {games} of theirs are yours now. The place counts "
            "for your division in the next season, not for the title."
        )
        notices.append(tournament_notice(tournament, one.substitute, text, now))
    return notices


def seat_substitutes(
    matches: Transactions,
    tournament: StoredTournament,
    entries: Sequence[TournamentEntry],
    boards: Sequence[StoredBoard],
) -> bool:
    """Give substitutes the seats of those whom they replace, in the matches that go on; return whether there were any.

    Where the organiser replaces a player who has not left, the match goes on unrated, so that no result can be made so.
    """
    by_number = {entry.number: entry for entry in entries if entry.former}
    found = False
    for board in boards:
        for number in board.seating:
            entry = by_number.get(number)
            if entry and entry.former and not board.how and board.match_id and board.result == "*":
                with suppress(LudariumError):  # it has ended meanwhile, or cannot be loaded
                    view = matches.look(board.match_id)
                    left = left_seat(view, entry.former) is not None
                    if left or any(seat.person == entry.former for seat in view.seats):
                        seat = SeatAssignment("person", entry.name, entry.person)
                        has_left = entry.former_left is not None or tournament.league_id is not None
                        take = partial(_taken, entry.former, seat, matches.now(), left or has_left)
                        matches.change(board.match_id, None, None, take)
                        found = True
    return found


def _taken(former: str, seat: SeatAssignment, now: float, is_charged: bool, view: MatchView) -> MatchView:
    """Return a match after a substitute has the seat of a former player, unrated unless that one is charged."""
    after = substituted(view, former, seat, now)
    return after if is_charged or after is view else replace(after, rated=False)


def _opponents(board: StoredBoard, number: int) -> list[int]:
    """Return the opponents of a player in a game that is not decided; none if it is another one, or a bye."""
    return [other for other in board.seating if other != number] if _is_open(board, number) else []


def _is_open(board: StoredBoard, number: int) -> bool:
    return not board.how and board.judged_turns is None and number in board.seating
