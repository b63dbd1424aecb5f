"""The end of a season of a league: matches in progress become unrated, and are adjudicated for the table.

In a duplicate nothing is judged: a match that is not over then is lost, as that of a player who has left.

A step records how many turns each of them had; a worker of some process judges it as it was then, and what nobody has
judged within a day counts as a draw.

Tournaments whose matches cannot begin, as an option of their game is not valid any more: they end, with the reason.

What may pass, as a game that is being installed again, has some time to pass: then nothing has happened.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace

from ludarium.core.errors import LudariumError
from ludarium.core.text import counted, plain
from ludarium.match.clock import DAY, HOUR
from ludarium.site.match.views import MatchView
from ludarium.site.notices.rows.notices import Notice
from ludarium.site.tournaments.history import forfeited
from ludarium.site.tournaments.notices import tournament_notice
from ludarium.site.tournaments.pace import is_live
from ludarium.site.tournaments.rows.tournaments import NewsLine
from ludarium.site.tournaments.rows.values import StoredBoard, StoredTournament, TournamentEntry
from ludarium.site.tournaments.running.steps import TournamentStep

WARNING_DAYS = 7
"""Days before the end of a season, or of a duplicate, at which those hear of it who still play."""
JUDGING = DAY
"""Seconds after which a match that nobody has judged is a draw."""
NOT_BEGUN, NOT_JUDGED = "a draw, as it had not begun", "a draw, as no program has judged it within a day"
NOT_FOR_TWO = "a draw, as no program judges games of more than two seats"


def time_is_up(tournament: StoredTournament, now: float) -> bool:
    """Return whether the season of a division, or the time of a duplicate, has ended."""
    return tournament.ends_at is not None and now >= tournament.ends_at


def next_time(tournament: StoredTournament, now: float) -> float | None:
    """Return when something is due in a tournament because of its end, or of an adjournment; None for neither."""
    if tournament.rests_until is not None:
        return tournament.rests_until
    if tournament.ends_at is None:
        return None
    if now >= tournament.ends_at:
        return tournament.ends_at + JUDGING
    warning = tournament.ends_at - WARNING_DAYS * DAY
    return tournament.ends_at if tournament.warned_at is not None or now >= warning else warning


def warns(tournament: StoredTournament, now: float) -> bool:
    """Return whether it is time to say that the end of the season is near."""
    if tournament.ends_at is None or tournament.warned_at is not None:
        return False
    return tournament.ends_at - WARNING_DAYS * DAY <= now < tournament.ends_at


def warning_notices(
    tournament: StoredTournament, entries: Sequence[TournamentEntry], boards: Sequence[StoredBoard], now: float
) -> list[Notice]:
    """Return the notices to players of matches in progress that their time ends soon; `entries` are by seed numbers."""
    found = []
    late = "counts as not played to the end" if tournament.of_kind.alone else "is judged for the table"
    for number, entry in enumerate(entries):
        going_on = sum(not board.how and number in board.seating for board in boards)
        if going_on and not entry.is_absent:
            text = (
                f"{tournament.name} ends within {WARNING_DAYS} days, and {counted(going_on, 'match')} of yours "
                f"{'goes' if going_on == 1 else 'go'} on: what is not over then {late}."
            )
            found.append(tournament_notice(tournament, entry.person, text, now))
    return found


def drawn(board: StoredBoard, verdict: str, seats: int = 2) -> StoredBoard:
    """Return a game that was not over in time: a draw for the table.

    >>> drawn(StoredBoard(0, 0, 0, 0, 0, 1), NOT_BEGUN)[7:10]
    (0.5, 0.5, 'adjudicated')
    """
    return board._replace(verdict=verdict).decided("adjudicated", [(seats - 1) / 2] * len(board.seating))


def adjudicated(
    tournament: StoredTournament, board: StoredBoard, look: Callable[[str], MatchView], now: float
) -> StoredBoard:
    """Return a game after the end of its season: one that goes on waits for a verdict, for a day at most.

    In a duplicate it is lost.

    `look` returns a match; one that cannot be loaded, as its game is not installed, is a draw.
    """
    if board.how:
        return board
    if tournament.of_kind.alone:
        return forfeited(board, frozenset(board.seating))
    if not board.match_id:
        return drawn(board, NOT_BEGUN)
    if tournament.seats > 2:
        return drawn(board, NOT_FOR_TWO, tournament.seats)
    if board.judged_turns is not None:
        assert tournament.ends_at is not None
        return drawn(board, NOT_JUDGED) if now >= tournament.ends_at + JUDGING else board
    try:
        return board._replace(judged_turns=len(look(board.match_id).match.turns))
    except LudariumError:
        return drawn(board, NOT_JUDGED)


def without_rating(view: MatchView) -> MatchView:
    """Return a match that goes on without a rating; one that is over stays as it is."""
    return view if view.match.over or not view.rated else replace(view, rated=False)


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
