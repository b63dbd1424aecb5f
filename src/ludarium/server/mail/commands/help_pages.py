"""The help pages: the commands, and the rules of a game with its options."""

from collections.abc import Callable

from ludarium.core.errors import ParseError
from ludarium.core.registry import definition, game_names, load
from ludarium.core.spec import Option
from ludarium.core.text import shorten
from ludarium.scenes.rules_page import rules_page
from ludarium.server.mail.answers import Answer
from ludarium.server.mail.command_line import ALL, parse_verb
from ludarium.server.mail.outgoing.letters import example_turn
from ludarium.server.mail.request import Request, Result


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
    return Result(Answer("\n\n".join(pages or [_commands_page(request, usages())])))


def _commands_page(request: Request, usages: str) -> str:
    games = ", ".join(game_names())
    return (
        f"Commands are mailed as the subject, or, below the subject multiple, one in each line of the text up to a "
        f"line end.\nA mail about your turn needs none: answer it, with your turn as the first line.\n\n{usages}\n\n"
        f"Games: {games}. Mail <game> help for the rules of a game.\n"
        f"In a browser: {request.service.accounts.rules.url}"
    )


def _game_page(name: str) -> str:
    found = definition(name)
    options = "\n".join(map(_option, found.options)) or "none"
    game = load(name)
    state = game.initial()
    while state.actors and state.actors[0] < 0:
        state = state.play(state.legal()[0])
    example = example_turn(state, state.actors[0])
    return (
        f"{rules_page(found).strip()}\n\n## By mail\n\n"
        f"A game: {name} challenge [-option=value]* [--forfeittime=days] userid userid\n"
        f"A move: {name} move board userid password {example}\n\nOptions:\n{options}"
    )


def _option(option: Option) -> str:
    return f"  -{option.name}={option.default}  {option.help}"
