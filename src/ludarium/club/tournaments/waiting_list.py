"""The waiting list of a tournament, and the requests of its organiser to play on for somebody."""

from ludarium.club.tournaments.asked import Asked
from ludarium.club.tournaments.notices import tournament_notice
from ludarium.match.clock import DAY
from ludarium.store.repositories import Repositories
from ludarium.store.tournaments.rows import StoredTournament, TournamentEntry
from ludarium.store.tournaments.waiting import Waiting

DAYS_TO_ANSWER = 3


def has_waiting_list(tournament: StoredTournament) -> bool:
    """Return whether people may wait for a place in a tournament, and play on for its players."""
    return tournament.state == "running" and tournament.of_kind.substitutes and tournament.league_id is None


def is_open(one: Waiting, now: float) -> bool:
    """Return whether a person waits, or may still answer whether they play on for a player.

    >>> asked = Waiting("ann", "Ann", 0.0, asked="bob")
    >>> [is_open(asked, 2.9 * DAY), is_open(asked, 3.0 * DAY), is_open(asked._replace(declined_at=1.0), 2.0)]
    [True, False, False]
    """
    return one.asked is None or (one.declined_at is None and now < one.at + DAYS_TO_ANSWER * DAY)


def open_waiting(tables: Repositories, tournament: StoredTournament, now: float) -> tuple[Waiting, ...]:
    """Return who waits, or is asked to play on and may still answer."""
    return tuple(one for one in tables.tournament_waiting.of(tournament.id, now) if is_open(one, now))


def withdraw_requests(asked: Asked, entry: TournamentEntry, why: str) -> None:
    """Withdraw the requests to play on for a player, and notify who may still have answered them."""
    tournament = asked.tournament
    for one in open_waiting(asked.tx, tournament, asked.now):
        if one.asked == entry.person and one.person != asked.person.id:
            text = f"Nobody has to play on for {entry.name} in {tournament.name} any more: {why}."
            asked.tx.notices.add(tournament_notice(tournament, one.person, text, asked.now))
    asked.tx.tournament_waiting.withdraw(tournament.id, entry.person)
