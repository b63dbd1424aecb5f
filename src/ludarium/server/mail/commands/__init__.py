"""The mailed commands: what each is called, how it is written, and the function that carries it out."""

from collections.abc import Callable
from typing import NamedTuple

from ludarium.server.mail.commands import boards, challenge, help_pages, lists, people, standings
from ludarium.server.mail.request import Request, Result


class Verb(NamedTuple):
    """A verb: its function, how it is written, what it does, and which of its words are passwords."""

    act: Callable[[Request], Result]
    usages: tuple[str, ...]
    does: str
    secrets: tuple[int, ...] = ()


def _help(request: Request) -> Result:
    return help_pages.help_page(request, usage_table, frozenset(VERBS))


VERBS: dict[str, Verb] = {
    "help": Verb(
        _help, ("help [subject+]", "<game> help"), "the commands; one of them; the rules and options of a game"
    ),
    "signup": Verb(people.signup, ("signup userid password [address+]",), "make an account", (1,)),
    "confirm": Verb(
        people.confirm,
        ("confirm code [password]",),
        "confirm an address by the code that was mailed to it, and set the password",
        (0, 1, 2, 3),
    ),
    "add": Verb(
        people.add, ("add userid password [address+ [off]]",), "add addresses to an account; off removes them", (1,)
    ),
    "change": Verb(
        people.change,
        ("change address userid password [address+]", "change password userid old new"),
        "change the address or the password",
        (2, 3),
    ),
    "password": Verb(people.password, ("password userid",), "have a new password mailed to the address of the account"),
    "signoff": Verb(people.signoff, ("signoff userid password",), "no more mail about your games", (1,)),
    "delete": Verb(
        people.delete, ("delete userid password [keep]",), "close the account; keep leaves its name on its games", (1,)
    ),
    "list": Verb(lists.list_games, ("list [type]",), "the games offered"),
    "message": Verb(people.message, ("message userid password to+",), "send the text of the mail to people", (1,)),
    "broadcast": Verb(
        people.broadcast,
        ("broadcast userid password [on | off]",),
        "send the text of the mail to all who want it, once a day; on, off: whether you do",
        (1,),
    ),
    "games": Verb(
        lists.games,
        ("<game> games userid* [all | active | inactive | next]", "all games userid+ [...]"),
        "the games of people, or of all: all, in progress, finished, or waiting for them",
    ),
    "show": Verb(
        boards.show,
        ("<game> show board[#move]+", "<game> show userid+ [...]", "all show userid [...]"),
        "boards, also as they stood after a move",
    ),
    "showas": Verb(
        boards.showas,
        ("<game> showas userid password [board+ | all | active | inactive | next]",),
        "as you see them",
        (1,),
    ),
    "challenge": Verb(
        challenge.challenge,
        ("<game> challenge [-option=value]* [--word=value]* userid userid+",),
        "start a game; the first named moves first",
    ),
    "move": Verb(
        boards.move,
        ("<game> move board userid password move[#number]",),
        "a move, or draw, accept, decline, takeback, resign; #number: only as this move of the game",
        (2,),
    ),
    "queue": Verb(
        boards.queue,
        ("<game> queue board userid password move[#number]",),
        "a move, kept for your first turn at which it is legal",
        (2,),
    ),
    "preview": Verb(boards.preview, ("<game> preview board[#move] move+",), "the board after moves; nothing is played"),
    "submit": Verb(
        boards.submit,
        ("<game> submit board userid password move",),
        "the board after a move, played when confirmed",
        (2,),
    ),
    "resign": Verb(boards.resign, ("<game> resign board userid password",), "resign a game", (2,)),
    "chat": Verb(boards.chat, ("<game> chat board userid password",), "tell the others the text of the mail", (2,)),
    "watch": Verb(boards.watch, ("watch board userid password [off]",), "the moves of a game by mail", (2,)),
    "standings": Verb(standings.standings, ("<game> standings",), "who has won and lost how often"),
    "ratings": Verb(standings.ratings, ("<game> ratings [userid+]",), "all ratings; how those of people came about"),
    "history": Verb(lists.history, ("<game> history",), "the games finished last"),
    "vacation": Verb(people.vacation, ("vacation userid password days",), "stop your clocks for some days", (1,)),
}


def usage_table(*names: str) -> str:
    """Return the named commands, or all, as the help page lists them."""
    chosen = [VERBS[name] for name in names or VERBS]
    return "\n".join("\n".join([*verb.usages, f"    {verb.does}"]) for verb in chosen)
