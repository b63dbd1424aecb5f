"""The help pages: the commands, and the rules of a game with its options."""

import textwrap
from collections.abc import Callable

from ludarium.core.errors import ParseError
from ludarium.core.registry import definition, game_names, load
from ludarium.core.spec import Option
from ludarium.core.text import shorten
from ludarium.scenes.rules_page import rules_page
from ludarium.server.mail.answers import MailAnswer
from ludarium.server.mail.command_line import ALL, parse_verb
from ludarium.server.mail.outgoing.mail_content import example_turn
from ludarium.server.mail.outgoing.markdown_text import markdown_to_text
from ludarium.server.mail.outgoing.wrapping import WIDTH, wrap
from ludarium.server.mail.request import Request, Result

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
