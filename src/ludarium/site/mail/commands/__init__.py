"""The mailed commands: what each is called, how it is written, and the function that carries it out."""

import textwrap
from collections.abc import Callable
from types import MappingProxyType
from typing import NamedTuple

from ludarium.site.mail.commands import boards, challenge, offers, options, people, settings, standings, tournaments
from ludarium.site.mail.commands.help_pages import games, help_page, history, list_games
from ludarium.site.mail.commands.options import Options
from ludarium.site.mail.commands.standings import ladder
from ludarium.site.mail.request import Request, Result
from ludarium.site.words import WIDTH


class Verb(NamedTuple):
    """A verb.

    | field     | content                                                        |
    |-----------|----------------------------------------------------------------|
    | `act`     | its function                                                   |
    | `usages`  | how it is written                                              |
    | `does`    | what it does                                                   |
    | `secrets` | which of its words are passwords                               |
    | `options` | its options and words, each with the line that the help has    |
    """

    act: Callable[[Request], Result]
    usages: tuple[str, ...]
    does: str
    secrets: tuple[int, ...] = ()
    options: Options = MappingProxyType({})


def _help(request: Request) -> Result:
    return help_page(request, help_table, frozenset(VERBS))


VERBS: dict[str, Verb] = {
    "help": Verb(
        _help, ("help [subject+]", "<game> help"), "the commands; one of them; the rules and options of a game"
    ),
    "list": Verb(list_games, ("list [type]",), "the games offered"),
    "signup": Verb(people.signup, ("signup userid password [address+]",), "make an account", (1,)),
    "confirm": Verb(
        people.confirm,
        ("confirm code [password]",),
        "confirm an address by the code that was mailed to it, and set the password",
        (0, 1, 2, 3),
    ),
    "add": Verb(
        people.add,
        ("add userid password [address+ [off]]",),
        "add addresses to an account; off removes them",
        (1,),
        options.ADD,
    ),
    "change": Verb(
        people.change,
        ("change address userid password [address+]", "change password userid old new"),
        "change the address or the password",
        (2, 3),
        options.CHANGE,
    ),
    "password": Verb(
        people.password, ("password userid",), "have a new password mailed to the address of the account", (0,)
    ),
    "set": Verb(
        settings.set_options,
        ("set userid password [name=value]*",),
        "what is mailed to you, and when; without options: your settings",
        (1,),
        options.SETTINGS,
    ),
    "signoff": Verb(settings.signoff, ("signoff userid password",), "no more mail about your games", (1,)),
    "signon": Verb(settings.signon, ("signon userid password",), "mail about your games again", (1,)),
    "delete": Verb(
        people.delete,
        ("delete userid password [keep]",),
        "close the account; keep leaves its name on its games",
        (1,),
        options.DELETE,
    ),
    "vacation": Verb(people.vacation, ("vacation userid password days",), "stop your clocks for some days", (1,)),
    "message": Verb(people.message, ("message userid password to+",), "send the text of the mail to people", (1,)),
    "broadcast": Verb(
        people.broadcast,
        ("broadcast userid password [on | off]",),
        "send the text of the mail to all who want it, once a day; on, off: whether you do",
        (1,),
        options.BROADCAST,
    ),
    "games": Verb(
        games,
        ("<game> games userid* [all | active | inactive | next]", "all games userid+ [...]"),
        "the games of people, or of all: all, in progress, finished, or waiting for them",
        options=options.WHICH,
    ),
    "show": Verb(
        boards.show,
        ("<game> show board[#number]+", "<game> show userid+ [...]", "all show userid [...]"),
        "boards, also as they stood after a move",
        options=options.SHOW,
    ),
    "showas": Verb(
        boards.showas,
        ("<game> showas userid password [board+ | all | active | inactive | next]",),
        "as you see them",
        (1,),
        options.SHOW,
    ),
    "challenge": Verb(
        challenge.challenge,
        ("<game> challenge [-option=value]* [--word=value]* userid userid+",),
        "start a game; the first named moves first",
        options=options.CHALLENGE,
    ),
    "offer": Verb(
        offers.offer,
        ("<game> offer [-option=value]* [--word=value]* userid password", "all offer [--word=value]* userid password"),
        "offer a game, or all games, to the first who fits",
        (1,),
        options.OFFER,
    ),
    "offers": Verb(offers.offers, ("<game> offers",), "the offers that wait; reply accept to take the first that fits"),
    "accept": Verb(offers.accept, ("accept offer userid password",), "accept an offer", (2,)),
    "withdraw": Verb(offers.withdraw, ("withdraw userid password [offer]",), "withdraw your offers, or one", (1,)),
    "move": Verb(
        boards.move,
        ("<game> move board userid password move[#number]",),
        "a move, or one of these words instead",
        (2,),
        options.MOVE,
    ),
    "queue": Verb(
        boards.queue,
        ("<game> queue board userid password move[#number]",),
        "a move, stored for your first turn at which it is legal",
        (2,),
        options.NUMBERED,
    ),
    "study": Verb(
        boards.study,
        ("study address [userid password]",),
        "the boards of a study; the address alone is enough, but for a private one",
        (2,),
    ),
    "preview": Verb(
        boards.preview, ("<game> preview board[#number] move+",), "the board after moves; nothing is played"
    ),
    "submit": Verb(
        boards.submit,
        ("<game> submit board userid password move[#number]",),
        "the board after a move, played when confirmed",
        (2,),
        options.NUMBERED,
    ),
    "resign": Verb(boards.resign, ("<game> resign board userid password",), "resign a game", (2,)),
    "chat": Verb(boards.chat, ("<game> chat board userid password",), "tell the others the text of the mail", (2,)),
    "watch": Verb(
        boards.watch, ("watch board userid password [off]",), "the moves of a game by mail", (2,), options.WATCH
    ),
    "standings": Verb(standings.standings, ("<game> standings",), "who has won and lost how often"),
    "ratings": Verb(standings.ratings, ("<game> ratings [userid+]",), "all ratings; how those of people came about"),
    "tournament": Verb(
        tournaments.tournament,
        (
            "[<game>] tournament [list]",
            "tournament table id",
            "tournament enter id userid password",
            "tournament leave id userid password",
            "tournament wait id userid password",
            "tournament accept id userid password",
            "tournament decline id userid password",
        ),
        "the tournaments; the players, the table and the matches of one; enter or leave one",
        (3,),
        options.TOURNAMENT,
    ),
    "ladder": Verb(
        ladder,
        (
            "<game> ladder [show]",
            "<game> ladder join userid password",
            "<game> ladder leave userid password",
            "<game> ladder challenge userid password name",
            "<game> ladder accept [--tempo=time] userid password name",
            "<game> ladder give-way userid password name",
            "<game> ladder withdraw userid password name",
        ),
        "the challenge ladder of a game, on which people play for places; challenge somebody above you, and answer",
        (2,),
        options.LADDER,
    ),
    "history": Verb(history, ("[<game>] history",), "the games finished last"),
}


def usage_table(*names: str) -> str:
    """Return the named commands, or all, as they are written, and what they do."""
    chosen = [VERBS[name] for name in names or VERBS]
    return "\n".join("\n".join([*verb.usages, f"    {verb.does}"]) for verb in chosen)


def help_table(*names: str) -> str:
    """Return the named commands, or all, with their options, as the help page lists them."""
    chosen = [VERBS[name] for name in names or VERBS]
    return "\n".join(
        "\n".join([*map(_usage, verb.usages), _line("    ", verb.does), *map(_option, verb.options.items())])
        for verb in chosen
    )


def _usage(usage: str) -> str:
    return textwrap.fill(usage, WIDTH, subsequent_indent="  ", break_long_words=False, break_on_hyphens=False)


def _option(option: tuple[str, str]) -> str:
    return _line(f"      {option[0]:<22} ", option[1])


def _line(begin: str, text: str) -> str:
    later = " " * len(begin)
    return textwrap.fill(text, WIDTH, initial_indent=begin, subsequent_indent=later, break_on_hyphens=False)
