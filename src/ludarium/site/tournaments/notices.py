"""Notices to the players of a tournament: that it begins, each round, how it has ended, or that it is cancelled."""

from collections.abc import Sequence
from dataclasses import replace

from ludarium.core.text import counted, fraction
from ludarium.site.notices.rows.notices import TOURNAMENT, Notice
from ludarium.site.tournaments.history import form_of, history_of
from ludarium.site.tournaments.pace import is_live
from ludarium.site.tournaments.rows.values import StoredBoard, StoredTournament, TournamentEntry
from ludarium.site.tournaments.sides import missing
from ludarium.tournament.table import RankedPlayer
from ludarium.tournament.waves import HALF_BYE


def tournament_path(tournament_id: str) -> str:
    """Return the page of the site that shows a tournament."""
    return f"/tournaments/{tournament_id}"


def tournament_notice(tournament: StoredTournament, person: str, text: str, now: float, news: int = 0) -> Notice:
    """Return the notice of a sentence about a tournament.

    It replaces an unread one, unless it is about a line of the tournament's `news`, by its number.
    """
    data, anchor = {"title": "Tournament", "text": text}, f"#news-{news}" if news else ""
    return Notice(person, TOURNAMENT, tournament_path(tournament.id) + anchor, now, data=data)


def reminders(tournament: StoredTournament, entries: Sequence[TournamentEntry], now: float) -> list[Notice]:
    """Return the notices to those who have entered that a live tournament begins soon."""
    left = counted(max(1, round((tournament.begins_at - now) / 60)), "minute")
    lacks = missing(tournament, entries)
    needs = f" So far it lacks players: {lacks}." if lacks else ""
    text = f"{tournament.name} begins in {left}: keep a page of the site open, which leads you to the board.{needs}"
    return [tournament_notice(tournament, entry.person, text, now) for entry in entries if not entry.bot]


def tournament_notices(
    tournament: StoredTournament,
    entries: Sequence[TournamentEntry],
    boards: Sequence[StoredBoard],
    added: Sequence[StoredBoard],
    now: float,
) -> list[Notice]:
    """Return the notices of a step, given the tournament after it; `entries` are in the order of seed numbers.

    `boards` are the games before a wave that is `added`.
    """
    if tournament.state == "cancelled":
        return _cancelled(tournament, entries, now)
    if tournament.state == "over":
        rows = tournament.of_kind.table(form_of(tournament, entries), history_of(tournament, boards))
        texts = {row.player: f"{tournament.name} is over: {_end(tournament, entries, rows, row)}." for row in rows}
    elif tournament.of_kind.at_any_time:
        leads = "keep a page of the site open, which leads you to each match"
        texts = dict.fromkeys(range(len(entries)), f"{tournament.name} has begun: {leads}.")
    else:
        texts = {number: said for number in range(len(entries)) if (said := _round(tournament, entries, added, number))}
    return [
        tournament_notice(tournament, entries[number].person, said, now)
        for number, said in texts.items()
        if entries[number].gets_notices and (tournament.state == "over" or not entries[number].is_absent)
    ]


def left_notices(tournament: StoredTournament, entries: Sequence[TournamentEntry], now: float) -> list[Notice]:
    """Return the notices to players who have left a live tournament by not coming: why, what follows, and the way back.

    They stand beside what comes later; of one that is over they say that alone.
    """
    if tournament.state != "running":
        return []
    kind = tournament.of_kind
    what = "pause in" if kind.at_any_time else "have left"
    text = f"You {what} {tournament.name}, {why_left(tournament)}. {_after_leaving(tournament)}"
    found = (tournament_notice(tournament, one.person, text, now) for one in entries)
    return [replace(notice, path=f"{notice.path}#left") for notice in found]


def why_left(tournament: StoredTournament) -> str:
    """Return why who does not come has left a live tournament, or pauses in it, to be put after that."""
    most = tournament.of_kind.most_missed
    return f"as you did not come to your last {'match' if most == 1 else f'{most} matches'}"


def _after_leaving(tournament: StoredTournament) -> str:
    kind = tournament.of_kind
    if kind.takes_back:
        what = "Play on" if kind.at_any_time else "Play again from the next round on"
        return f"You are not paired any more; to come back, press {what} on its page."
    others = "are played without you" if tournament.seats > 2 else "are lost or annulled" if kind.annuls else "are lost"
    return f"Your other matches {others}, and you cannot come back."


def _end(
    tournament: StoredTournament,
    entries: Sequence[TournamentEntry],
    rows: Sequence[RankedPlayer],
    row: RankedPlayer,
) -> str:
    """Return what a player of a tournament that is over hears."""
    if tournament.of_kind.has_teams:
        return ", ".join(
            f"{name} has {fraction(sum(one.points for one in rows if entries[one.player].team == team))} points"
            for team, name in enumerate(tournament.team_names)
        )
    if tournament.of_kind.has_exhibitor:
        games = row.won + row.drawn + row.lost + row.byes + row.forfeits
        return f"you have {fraction(row.points) or '0'} of {counted(games, 'point')}"
    return f"you are number {row.rank} of {len(entries)}"


def _cancelled(tournament: StoredTournament, entries: Sequence[TournamentEntry], now: float) -> list[Notice]:
    why = missing(tournament, entries) or "the site was away when it should have begun"
    text = f"{tournament.name} does not take place: {why}."
    organiser = () if tournament.by_site else (tournament.organiser,)
    people = {*organiser, *(entry.person for entry in entries if entry.gets_notices)}
    return [tournament_notice(tournament, person, text, now) for person in sorted(people)]


def _round(
    tournament: StoredTournament, entries: Sequence[TournamentEntry], added: Sequence[StoredBoard], number: int
) -> str:
    """Return the sentence to a player about a wave that begins; empty for none."""
    own = [board for board in added if number in board.seating]
    if not own:
        first = is_live(tournament.tempo) and any(board.wave == 0 for board in added)
        return f"{tournament.name} has begun: you do not play in its first round." if first else ""
    place = own[0].wave if own[0].section else own[0].round
    if tournament.of_kind.alone:
        return f"{tournament.name} has begun: you have {counted(len(own), 'match')}, with the dice that all have."
    begins = f"Round {place + 1} of {tournament.name} has begun" if own[0].wave else f"{tournament.name} has begun"
    against = sorted({entries[other].name for board in own for other in board.seating if other != number})
    if not against:
        rests = "you do not play, as you have asked, and get half of its points"
        return f"{begins}: {rests if own[0].how == HALF_BYE else 'you have a bye'}."
    if any(board.how for board in own):
        return f"{begins}: you go on without a match." if len(own) == 1 else f"{begins}."
    if len(against) > 1 and len(own) == 1:
        return f"{begins}: you play {', '.join(against[:-1])} and {against[-1]} at one table."
    if len(against) > 1:
        return f"{begins}: you have {counted(len(own), 'match')}."
    return f"{begins}: you play {against[0]}{' twice' if len(own) > 1 else ''}."
