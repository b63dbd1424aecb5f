"""Tournaments whose matches cannot begin, as an option of their game is not valid any more: they end, with the reason.

What may pass, as a game that is being installed again, has some time to pass: then nothing has happened.
"""

from collections.abc import Sequence
from dataclasses import replace

from ludarium.club.tournaments.notices import tournament_notice
from ludarium.club.tournaments.pace import is_live
from ludarium.club.tournaments.running.steps import TournamentStep
from ludarium.core.errors import LudariumError
from ludarium.core.text import plain
from ludarium.match.clock import DAY, HOUR
from ludarium.store.tournaments.news import NewsLine
from ludarium.store.tournaments.rows import StoredBoard, StoredTournament, TournamentEntry

AGAIN = 600.0
"""Seconds after which it is tried again."""
_OURS = "a fault of this site, which its log has"
_LONGEST = 300


def patience(tournament: StoredTournament) -> float:
    """Return the seconds for which matches that cannot begin are tried again."""
    return HOUR if is_live(tournament.tempo) else DAY


def stuck(
    tournament: StoredTournament,
    entries: Sequence[TournamentEntry],
    boards: Sequence[StoredBoard],
    error: Exception,
    now: float,
) -> TournamentStep | None:
    """Return what follows from an error: it is tried again soon, or the tournament ends; None for nothing yet.

    Matches that go on are played to their end; games without a match count for nothing.
    """
    since = tournament.failing_since
    is_due = tournament.due_at is not None and tournament.due_at <= now
    if since is None:
        return TournamentStep({"failing_since": now, "due_at": now + AGAIN})
    if now < since + patience(tournament):
        return TournamentStep({"failing_since": since, "due_at": now + AGAIN}) if is_due else None
    reason = plain(str(error))[:_LONGEST] if isinstance(error, LudariumError) else _OURS
    step = TournamentStep({"state": "cancelled", "ended_at": now, "due_at": None})
    without_match = (board for board in boards if not board.how and not board.match_id)
    step.changed = [board.decided("annulled", [0.0] * len(board.seating)) for board in without_match]
    step.news = NewsLine(now, "stopped", tournament.organiser, "", f"Its matches cannot begin: {reason}")
    later = replace(tournament, state="cancelled")
    people = {tournament.organiser, *(entry.person for entry in entries if not (entry.is_absent or entry.bot))}
    text = f"{tournament.name} does not go on, as its matches cannot begin: {reason}"
    step.notices = [tournament_notice(later, person, text, now) for person in sorted(people)]
    return step
