"""The one table of the commands in a tournament, which pages, mails and programs use.

A new command is a value in `commands`, a function that carries it out, and a row here.
"""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from ludarium.club.match.commands import Fields, form_reader
from ludarium.club.tournaments.asked import Asked
from ludarium.club.tournaments.commands import (
    AcceptPlace,
    Adjourn,
    AnnounceToPlayers,
    AssignTeam,
    BeginTournament,
    CancelTournament,
    ChangeTournament,
    ComeBack,
    CorrectResult,
    DeclinePlace,
    Disqualify,
    EnterBot,
    EnterTournament,
    LeaveTournament,
    Reinstate,
    RemoveBot,
    RequestBye,
    Resume,
    StopWaiting,
    Substitute,
    TournamentCommand,
    WaitForPlace,
    WithdrawBye,
)
from ludarium.club.tournaments.conducting import adjourn, announce, disqualify, reinstate, resume
from ludarium.club.tournaments.entering import come_back, enter, leave, request_bye, withdraw_bye
from ludarium.club.tournaments.organising import assign, begin, cancel, change, correct
from ludarium.club.tournaments.site_bots import enter_bot, remove_bot
from ludarium.club.tournaments.substituting import accept_place, decline_place, stop_waiting, substitute, wait


class TournamentRow(NamedTuple):
    """A command and what carries it out, the `do` of its form and of JSON, what was done, and for whom it is."""

    command: type
    act: Callable[[Asked, Any], None]  # Any: the command
    word: str
    done: str
    organiser: bool = False


TOURNAMENT_COMMANDS = (
    TournamentRow(EnterTournament, enter, "enter", "You have entered."),
    TournamentRow(LeaveTournament, leave, "leave", "You have left the tournament."),
    TournamentRow(ComeBack, come_back, "return", "You play again from the next round on."),
    TournamentRow(RequestBye, request_bye, "bye", "You do not play in the next round, and get half of its points."),
    TournamentRow(WithdrawBye, withdraw_bye, "play", "You play in the next round."),
    TournamentRow(EnterBot, enter_bot, "enter-bot", "The bot has entered."),
    TournamentRow(RemoveBot, remove_bot, "remove-bot", "The bot is withdrawn."),
    TournamentRow(BeginTournament, begin, "begin", "The tournament has begun.", organiser=True),
    TournamentRow(CancelTournament, cancel, "cancel", "The tournament is cancelled.", organiser=True),
    TournamentRow(ChangeTournament, change, "change", "The tournament is changed.", organiser=True),
    TournamentRow(CorrectResult, correct, "correct", "The result is corrected.", organiser=True),
    TournamentRow(AnnounceToPlayers, announce, "announce", "All players hear of it.", organiser=True),
    TournamentRow(Disqualify, disqualify, "disqualify", "The player is disqualified.", organiser=True),
    TournamentRow(Reinstate, reinstate, "reinstate", "The disqualification is undone.", organiser=True),
    TournamentRow(Substitute, substitute, "substitute", "The substitute plays, or is asked to.", organiser=True),
    TournamentRow(AcceptPlace, accept_place, "accept-place", "You play on for this player."),
    TournamentRow(DeclinePlace, decline_place, "decline-place", "You do not play for this player."),
    TournamentRow(WaitForPlace, wait, "wait", "You are on the waiting list."),
    TournamentRow(StopWaiting, stop_waiting, "no-wait", "You are on the waiting list no more."),
    TournamentRow(Adjourn, adjourn, "adjourn", "The tournament is adjourned.", organiser=True),
    TournamentRow(Resume, resume, "resume", "The tournament goes on.", organiser=True),
    TournamentRow(AssignTeam, assign, "assign", "The player is in this team.", organiser=True),
)
TOURNAMENT_ROWS: Mapping[type, TournamentRow] = {row.command: row for row in TOURNAMENT_COMMANDS}
tournament_command_from_form: Callable[[Fields], TournamentCommand] = form_reader(TOURNAMENT_COMMANDS)
"""Returns the command of a form."""
