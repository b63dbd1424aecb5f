"""Tournaments and seasons of leagues as iCalendar files: when each begins, and by when it is over.

A round begins when the one before it is over, so only the beginning of the first is known before.
"""

from collections.abc import Iterable
from typing import NamedTuple

from ludarium.site.begin.calendar import LENGTH, CalendarEvent, calendar_file
from ludarium.site.leagues.seasons import league_path
from ludarium.site.leagues.views import LeagueView
from ludarium.site.leagues.words import describe
from ludarium.site.tournaments import words as tournament_words
from ludarium.site.tournaments.notices import tournament_path
from ludarium.site.tournaments.rows.values import StoredTournament

_AT_THE_END = "Matches that are not over then are judged for the table."
_LOST_AT_THE_END = "Matches that are not over then count as not played to the end."


class Moment(NamedTuple):
    """A moment in a calendar; `id` is the same in later files, so that a calendar replaces it."""

    id: str
    at: float
    summary: str
    description: str
    status: str = "CONFIRMED"


def tournament_calendar(one: StoredTournament, site: str) -> bytes:
    """Return the file of a tournament: its beginning, and by when a duplicate or a division of a league is over."""
    status = "CANCELLED" if one.state == "cancelled" else "CONFIRMED"
    begins_at = one.begins_at if one.begun_at is None else one.begun_at
    about = " ".join(tournament_words.describe(one))
    events = [Moment(f"{one.id}-begins", begins_at, f"{one.name} begins", about, status)]
    if one.ends_at is not None:
        text = _LOST_AT_THE_END if one.of_kind.alone else _AT_THE_END
        events.append(Moment(f"{one.id}-ends", one.ends_at, f"{one.name} ends", text, status))
    return _file(events, f"{site}{tournament_path(one.id)}", site, one.created_at, one.revision)


def league_calendar(view: LeagueView, site: str) -> bytes:
    """Return the file of a league: the beginning and the end of a season, and when the next may begin."""
    league, events = view.league, list[Moment]()
    about = " ".join(describe(league))
    divisions = [division.view.tournament for division in view.divisions]
    name = f"{league.name}, season"
    if begun := [one.begun_at for one in divisions if one.begun_at is not None]:
        events.append(Moment(f"{league.id}-{view.season}-begins", min(begun), f"{name} {view.season} begins", about))
    if ends := [one.ends_at for one in divisions if one.ends_at is not None]:
        text = f"{name} {view.season} ends"
        events.append(Moment(f"{league.id}-{view.season}-ends", max(ends), text, _AT_THE_END))
    if league.state == "open":
        number, text = league.season + 1, "It begins then or later, as soon as enough players have entered."
        events.append(
            Moment(f"{league.id}-{number}-begins", league.begins_at, f"{name} {number} begins", text, "TENTATIVE")
        )
    return _file(events, f"{site}{league_path(league.id)}", site, league.created_at, league.revision)


def _file(moments: Iterable[Moment], page: str, site: str, made_at: float, revision: int) -> bytes:
    host = site.partition("://")[2].partition(":")[0]
    return calendar_file(
        "-//Ludarium//Tournaments//EN",
        [
            CalendarEvent(
                f"{moment.id}@{host}",
                made_at,
                moment.at,
                moment.at + LENGTH,
                moment.summary,
                moment.description,
                page,
                revision,
                moment.status,
            )
            for moment in moments
        ],
    )
