"""The command tournament: lists tournaments, shows one, enters and leaves, and answers who is asked to play on."""

from collections.abc import Callable

from ludarium.core.errors import ParseError
from ludarium.core.spec import name_in_spec
from ludarium.core.text import shorten
from ludarium.site.mail.answers import MailAnswer
from ludarium.site.mail.command_line import ALL
from ludarium.site.mail.request import Request, Result
from ludarium.site.tournaments.asked import TournamentCommand
from ludarium.site.tournaments.entering import EnterTournament, LeaveTournament
from ludarium.site.tournaments.rows.values import StoredTournament, TournamentEntry
from ludarium.site.tournaments.substituting import AcceptPlace, DeclinePlace, WaitForPlace
from ludarium.site.tournaments.views import TournamentView
from ludarium.site.tournaments.words import (
    STATES,
    describe,
    facts,
    news_text,
    news_words,
    player_words,
    points,
    result_words,
)

_MOST, _LAST = 30, 5
"""Tournaments in a list, and lines of news of one."""
_ACTS: dict[str, TournamentCommand] = {
    "enter": EnterTournament(),
    "leave": LeaveTournament(),
    "wait": WaitForPlace(),
    "accept": AcceptPlace(),
    "decline": DeclinePlace(),
}
_EXPECTED = "expected list, table, enter, leave, wait, accept or decline"
_HOW = "To enter one: tournament enter ID userid password. Its players and table: tournament table ID."


def tournament(request: Request) -> Result:
    """List the tournaments, show one, enter or leave one, wait for a place, or accept or decline to play on."""
    word = request.words.pop(0).lower() if request.words else "list"
    if word == "list":
        request.end()
        return Result(MailAnswer(_list(request)))
    if word == "table":
        tournament_id = request.next("the id of a tournament")
        request.end()
        return Result(MailAnswer(_table(_view(request, tournament_id), request.clock())))
    if word not in _ACTS:
        raise ParseError(f"{shorten(word)} is nothing that the command {request.command.verb} does: {_EXPECTED}")
    return _act(request, _ACTS[word])


def _act(request: Request, command: TournamentCommand) -> Result:
    """Carry out a command in a tournament; a mail that is carried out again changes nothing more."""
    tournament_id = request.next("the id of a tournament")
    person = request.who()
    request.end()
    view = _view(request, tournament_id)
    own = request.service.tournaments.view(person, view.tournament.id)
    request.pin(0)
    if not request.begun or type(command).word in own.do:
        request.service.tournaments.act(person, tournament_id, command)
    return Result(
        MailAnswer(f"{command.done}\n\n{_table(_view(request, tournament_id), request.clock())}", person=person.id)
    )


def _view(request: Request, tournament_id: str) -> TournamentView:
    """Return a tournament as everybody sees it.

    Raises `NoSuchTournament`, and `ParseError` for one of another game than the command names.
    """
    view = request.service.tournaments.view(None, tournament_id)
    game = name_in_spec(view.tournament.game)
    if request.command.game not in ("", ALL, game):
        raise ParseError(f"this tournament is one of {game}, not of {request.command.game}")
    return view


def _list(request: Request) -> str:
    game = "" if request.command.game == ALL else request.command.game
    listed, say = request.service.tournaments.listed(None, game, _MOST), request.clock()
    parts = [
        "\n".join([f"{STATES[tournaments[0].state].capitalize()}:", *(_line(one, say) for one in tournaments)])
        for tournaments in (listed.open, listed.running, listed.over)
        if tournaments
    ]
    url = request.service.accounts.rules.url
    if not parts:
        return f"There are no tournaments now. Everybody with an account can make one: {url}/tournaments"
    return "\n\n".join([*parts, _HOW])


def _line(one: StoredTournament, say: Callable[[float], str]) -> str:
    """Return a tournament in one line, with its id first."""
    when = {
        "open": f"{one.entered} of {one.most} have entered, begins {say(one.begins_at)}",
        "running": f"{one.entered} players",
        "over": f"{one.entered} players, ended {say(one.ended_at or one.begins_at)}",
    }[one.state]
    computers = ", bots may take part" if one.computers else ""
    return f"{one.id}  {one.name} ({one.game}): {facts(one)}{computers}; {when}"


def _named(entry: TournamentEntry) -> str:
    """Return the name of a player, and whether it is a computer, or has left."""
    said = player_words(entry)
    return f"{entry.name} ({said})" if said else entry.name


def _news(view: TournamentView, say: Callable[[float], str]) -> list[str]:
    """Return the last news of a tournament, a line each; none if there are none."""
    last = [
        f"  {say(line.at)}: {news_words(line, say)} {' '.join(news_text(line, say).split())}"
        for line in view.news[:_LAST]
    ]
    return ["News:", *(line.rstrip() for line in last), ""] if last else []


def _table(view: TournamentView, say: Callable[[float], str]) -> str:
    """Return the page of a tournament as text: its facts, its players or table, and its matches."""
    one = view.tournament
    until = one.ends_at if one.state in ("open", "running") else None
    ends = f" It ends on {say(until)} at the latest." if until else ""
    lines = [one.name, *describe(one), f"{STATES[one.state].capitalize()}.{ends}", "", *_news(view, say)]
    if not view.table:
        names = [f"  {_named(entry)}" for entry in view.players]
        lines += ["Players:", *names] if names else ["No players yet."]
        return "\n".join(lines)
    lines.append(f"{'':>4}  {'points':>6}  {'won':>3}  {'drawn':>5}  {'lost':>4}  name")
    for entry, row in view.table:
        counts = f"{points(row.points):>6}  {row.won:>3}  {row.drawn:>5}  {row.lost:>4}"
        lines.append(f"{row.rank:>4}  {counts}  {_named(entry)}")
    what, shown = ("Game", view.rounds) if one.of_kind.alone else ("Round", view.rounds[-1:])
    for number, boards in shown:
        lines += ["", f"{what} {number + 1}:"]
        for board in (one for one in boards if one.how != "waits"):
            others = [view.players[each].name for each in board.seating]
            name = f"{board.match_number:>6}" if board.match_number else f"{'':>6}"
            lines.append(f"{name}  {' - '.join(others)}: {result_words(board)}")
    return "\n".join(lines)
