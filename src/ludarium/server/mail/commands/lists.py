"""Commands that list games: games, all show, history, list."""

from textwrap import fill

from ludarium.club.match.views import MatchSummary, shown_name
from ludarium.club.people.people import Person
from ludarium.core.errors import BrokenGame, LudariumError, ParseError
from ludarium.core.registry import definition, game_names
from ludarium.core.spec import name_in_spec
from ludarium.core.text import counted, utc_time
from ludarium.server.mail.answers import MailAnswer
from ludarium.server.mail.command_line import ALL
from ludarium.server.mail.commands.options import WHICH
from ludarium.server.mail.outgoing.wrapping import WIDTH
from ludarium.server.mail.request import Request, Result

_MOST = 500
_HISTORY = 50


def games(request: Request) -> Result:
    """List the games of people; of everybody, if nobody is named."""
    which = request.words.pop().lower() if request.words and request.words[-1].lower() in WHICH else "active"
    if not request.words:
        return _games_of_all(request, which)
    parts = []
    for name in request.words:
        person = request.find(name)
        found = boards_of(request, person, which)
        parts.append("\n".join([f"{person.name}: {counted(len(found), 'game')}", *map(line_of, found)]))
    return Result(MailAnswer("\n\n".join(parts)))


def _games_of_all(request: Request, which: str) -> Result:
    game = request.command.game
    if game in ("", ALL):
        raise ParseError("no game and nobody was named: expected orion games, or all games ann")
    over = {"all": None, "inactive": True}.get(which, False)
    found = request.service.queries.of_game(game, _MOST, over=over)
    listed = [match for match in found if which != "next" or match.awaited]
    return Result(MailAnswer("\n".join([f"{game}: {counted(len(listed), 'game')}", *map(line_of, listed)])))


def boards_of(request: Request, person: Person, which: str, viewer: Person | None = None) -> list[MatchSummary]:
    """Return the games of a person, of the kind that the command names, that the reader may find."""
    mine = request.service.queries.of_person(person.id, _MOST).seen_by(viewer.id if viewer else None)
    chosen = {
        "all": (*mine.my_turn, *mine.waiting, *mine.finished),
        "active": (*mine.my_turn, *mine.waiting),
        "inactive": mine.finished,
        "next": mine.my_turn,
    }[which]
    game = request.command.game
    return [match for match in chosen if game in ("", ALL, name_in_spec(match.game))]


def line_of(match: MatchSummary) -> str:
    """Return a game in one line: its number, its spec, who plays, and how it stands."""
    players = [shown_name(seat, match.game) for seat in match.seats]
    names = " - ".join(players)
    turns = counted(match.turn_count, "move")
    if match.ending:
        how = f"{match.result}, {match.ending}, {utc_time(match.updated_at)}"
    else:
        awaited = " and ".join(players[seat] for seat in match.awaited)
        how = f"waits for {awaited}" if awaited else "in progress"
        how += f" until {utc_time(match.deadline)}" if match.deadline else ""
    return f"{match.number:>6}  {match.game}  {names}  ({turns}; {how})"


def history(request: Request) -> Result:
    """List the games of a kind that were finished last."""
    request.end()
    game = "" if request.command.game == ALL else request.command.game
    found = request.service.queries.of_game(game, _HISTORY, over=True)
    title = f"The last finished games{f' of {game}' if game else ''}:"
    return Result(MailAnswer("\n".join([title, *map(line_of, found)]) if found else "No game was finished yet."))


def list_games(request: Request) -> Result:
    """List the games offered, of a category if one is named."""
    lines = []
    for name in game_names():
        try:
            found = definition(name)
        except BrokenGame:
            continue
        if not request.words or any(word.lower() in found.facts.category.lower() for word in request.words):
            line = f"{name:<12} {found.title} ({found.facts.category}): {found.tagline}"
            lines.append(fill(line, WIDTH, subsequent_indent=" " * 13, break_on_hyphens=False))
    if not lines:
        raise LudariumError("no game is of this type: mail list without a type for all of them")
    return Result(MailAnswer("\n".join(lines) + "\n\nMail <game> help for the rules and options of a game."))
