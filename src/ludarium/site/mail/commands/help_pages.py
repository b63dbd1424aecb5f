"""The help pages, and the commands that list games: games, all show, history, list."""

import textwrap
from collections.abc import Callable, Iterable
from textwrap import fill

from ludarium.core.errors import BrokenGame, LudariumError, ParseError
from ludarium.core.registry import definition, game_names, load
from ludarium.core.spec import Option, name_in_spec
from ludarium.core.text import counted, shorten
from ludarium.scenes.rules_page import rules_page
from ludarium.site.board import example_turn
from ludarium.site.ground.values import MatchSummary, Person
from ludarium.site.mail.answers import MailAnswer
from ludarium.site.mail.command_line import ALL, parse_verb
from ludarium.site.mail.commands.options import WHICH
from ludarium.site.mail.outgoing.markdown_text import markdown_to_text
from ludarium.site.mail.request import Request, Result
from ludarium.site.match.views import shown_name
from ludarium.site.words import WIDTH, wrap

_MOST_THROWS = 20
_ABOVE = """
Commands are mailed as the subject, or, below the subject multiple, one in each line of the text up to a line end.
A mail about your turn needs none: answer it, with your turn as the first line.
Words in brackets may be left out; x+ is one or more of x, x* any number. Words with spaces stand in double quotes.
Without a password, the owner of the account is asked to confirm.
"""


def help_page(request: Request, usages: Callable[..., str], verbs: frozenset[str]) -> Result:
    """Answer with the help pages of games and commands, or with all commands."""
    games = [request.command.game] if request.command.game not in ("", ALL) else []
    pages = [_game_page(game) for game in games]
    for word in (word.lower() for word in request.words):
        if word in game_names():
            pages.append(_game_page(word))
        elif word in ("commands", "help"):
            pages.append(_commands_page(request, usages()))
        elif verb := parse_verb(word, verbs):
            pages.append(usages(verb))
        else:
            expected = "a game, a command, or nothing for all commands"
            raise ParseError(f"there is no help about {shorten(word)}: expected {expected}")
    return Result(MailAnswer("\n\n".join(pages or [_commands_page(request, usages())])))


def _commands_page(request: Request, usages: str) -> str:
    games = ", ".join(game_names())
    above = map(wrap, _ABOVE.strip().splitlines())
    below = f"Games: {games}. Mail <game> help for the rules of a game."
    url = request.service.accounts.rules.url
    return "\n".join(above) + f"\n\n{usages}\n\n{wrap(below)}\nIn a browser: {url}"


def _game_page(name: str) -> str:
    found = definition(name)
    options = "\n".join(map(_option, found.options)) or "none"
    example = _example(name)
    move = f"A move: {name} move board userid password {example}\n" if example else ""
    return (
        f"{markdown_to_text(rules_page(found).strip())}\n\nBy mail\n-------\n\n"
        f"A game: {name} challenge [-option=value]* userid userid+\n{move}\nOptions:\n{options}"
    )


def _example(name: str) -> str:
    """Return a turn that a seat may play near the beginning of a game; empty where chance alone decides for long.

    What chance does first may leave a seat without a turn, so others of its outcomes are tried.
    """
    game = load(name)
    for number in range(_MOST_THROWS):
        state = game.initial()
        for _ in range(_MOST_THROWS):
            if not state.actors or state.actors[0] >= 0:
                break
            outcomes = state.legal()
            state = state.play(outcomes[number % len(outcomes)])
        if state.actors and state.actors[0] >= 0:
            return example_turn(state, state.actors[0])
    return ""


def _option(option: Option) -> str:
    setting = f"-{option.name}={option.default}"
    return textwrap.fill(
        f"  {setting}  {option.help}", WIDTH, subsequent_indent="    ", break_long_words=False, break_on_hyphens=False
    )


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
        parts.append("\n".join([f"{person.name}: {counted(len(found), 'game')}", *_lines(request, found)]))
    return Result(MailAnswer("\n\n".join(parts)))


def _games_of_all(request: Request, which: str) -> Result:
    game = request.command.game
    if game in ("", ALL):
        raise ParseError("no game and nobody was named: expected orion games, or all games ann")
    over = {"all": None, "inactive": True}.get(which, False)
    found = request.service.queries.of_game(game, _MOST, over=over)
    listed = [match for match in found if which != "next" or match.awaited]
    return Result(MailAnswer("\n".join([f"{game}: {counted(len(listed), 'game')}", *_lines(request, listed)])))


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


def _lines(request: Request, found: Iterable[MatchSummary]) -> list[str]:
    say = request.clock()
    return [line_of(match, say) for match in found]


def line_of(match: MatchSummary, say: Callable[[float], str]) -> str:
    """Return a game in one line: its number, its spec, who plays, and how it stands, with times as `say` says them."""
    players = [shown_name(seat, match.game) for seat in match.seats]
    names = " - ".join(players)
    turns = counted(match.turn_count, "move")
    if match.ending:
        nobody = ", broken off: nobody won" if match.broken_off else ""
        how = f"{match.result}, {match.ending}{nobody}, {say(match.updated_at)}"
    else:
        awaited = " and ".join(players[seat] for seat in match.awaited)
        how = f"waits for {awaited}" if awaited else "in progress"
        how += f" until {say(match.deadline)}" if match.deadline else ""
    return f"{match.number:>6}  {match.game}  {names}  ({turns}; {how})"


def history(request: Request) -> Result:
    """List the games of a kind that were finished last."""
    request.end()
    game = "" if request.command.game == ALL else request.command.game
    found = request.service.queries.of_game(game, _HISTORY, over=True)
    title = f"The last finished games{f' of {game}' if game else ''}:"
    return Result(MailAnswer("\n".join([title, *_lines(request, found)]) if found else "No game was finished yet."))


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
