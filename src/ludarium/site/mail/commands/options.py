"""The options and words of mailed commands: the one table by which they are read, refused and listed in the help.

Each has the line that the help gives it. A name such as `--nagtime` is an option, which has a value; others are words.
"""

from collections.abc import Mapping

from ludarium.core.errors import ParseError
from ludarium.core.text import nearest, shorten
from ludarium.site.mail.command_line import Command

Options = Mapping[str, str]
WHICH: Options = {
    "all": "games in progress and finished ones",
    "active": "games in progress (the default)",
    "inactive": "finished games",
    "next": "games that wait for this person to move",
}
"""Which games of a person."""
SHOW: Options = {"#number": "behind a board: as it stood after that move; #0 is the beginning", **WHICH}
NUMBERED: Options = {"#number": "behind a move: only if it is that move of the game"}
CHALLENGE: Options = {
    "-option=value": "an option of the game; <game> help lists them",
    "-restart=board#number": "begin from the position of a game after that move",
    "--nagtime=days": "a reminder after so many idle days in this game; 0 for none",
    "--forfeittime=days": "a move within so many days; 21 without this option",
    "--totaltime=days": "besides, so many days for all moves of a player",
    "--bank=time": "time to begin with, as in 10d or 36h; with --add and --cap",
    "--add=time": "time that each move adds to the bank",
    "--cap=time": "the most that the bank holds",
    "--password=word": "your password; without it you are asked to confirm",
    "--userid=name": "who you are, if you mail from an address that is not yours",
}
OFFER: Options = {
    "-option=value": "an option of the game; <game> help lists them",
    "--tempo=2d,3d": "the time for a move: some of 1d, 36h, 2d, 3d and 7d",
    "--days=14": "for how many days it waits",
    "--uses=1": "how many games it may begin",
    "--begins=any": "who has the first move: any, first (you) or later",
    "--from=1400": "for ratings from this one on",
    "--to=1700": "for ratings up to this one",
    "--rated=yes": "rated, if the other wants that, too",
    "--computers=yes": "bots may take part",
    "--bots=yes": "with three or more seats: bots may take what is left",
    "--again=yes": "also with somebody whom you have met twice today",
}
ADD: Options = {"off": "remove the addresses that are named"}
DELETE: Options = {"keep": "leave the name on the games of the account"}
BROADCAST: Options = {"on": "get what others mail to all", "off": "get it no more"}
WATCH: Options = {"off": "no more of this game"}
TOURNAMENT: Options = {
    "list": "those that can be entered first; without a game in front, of all games",
    "table": "its players, table and matches; id is the word that the list has first",
    "enter": "enter it, before it begins",
    "leave": "leave it; matches in progress are lost or annulled, as its rules say",
    "wait": "be on the waiting list of one that goes on",
    "accept": "play on for a player, as the organiser asks you",
    "decline": "do not play on for that player",
}
LADDER: Options = {
    "show": "its places, your challenges, and what has happened last",
    "join": "take the last place",
    "leave": "give up your place; matches are played to their end, without a change of places",
    "challenge": "challenge somebody up to three places above you for their place",
    "accept": "accept the challenge by name: a match begins",
    "--tempo=2d": "the time for a move in that match: 36h, 2d or 3d",
    "give-way": "give your place to name, who challenges you, without a match",
    "withdraw": "withdraw your challenge to name",
}
CHANGE: Options = {
    "address": "the addresses; the first one that is named is the main one",
    "password": "the password: the old one, then the new one",
}
MOVE: Options = {
    "pass": "no move, where the rules allow it; other words of a game are in its help",
    "swap": "change sides, where the rules allow it",
    "draw": "offer a draw; also propose",
    "accept": "accept what was offered",
    "decline": "decline it; also reject",
    "takeback": "ask to take your last move back; also undo",
    "resign": "resign the game",
    **NUMBERED,
}
SETTINGS: Options = {
    "mail=each": "a mail for each notice (the default)",
    "mail=daily": "one mail a day",
    "mail=never": "no mail about your games",
    "quiet=22-7": "no mail from that hour to this one; quiet=off for none",
    "zone=Europe/Berlin": "your time zone",
    "reminder=days": "a reminder of your turn after so many idle days; 0 for none",
    "challenges=start": "others may begin a game with you at once",
    "challenges=ask": "others must ask you first",
    "challenges=none": "nobody may challenge you",
    "broadcast=on": "get what others mail to all; broadcast=off for no more",
}


def names(options: Options) -> list[str]:
    """Return the names of the double-dash options, without dashes.

    >>> names({"--nagtime=days": "", "off": ""})
    ['nagtime']
    """
    return [name[2:].partition("=")[0] for name in options if name.startswith("--")]


def check_options(command: Command, options: Options) -> None:
    """Raise `ParseError` for an option that a command does not have."""
    known = names(options)
    for word in command.terms:
        if word not in known:
            expected = f"expected one of {', '.join(f'--{name}' for name in known)}" if known else "it has no options"
            raise ParseError(f"{shorten(f'--{word}')} is not known to {command.verb}{nearest(word, known)}: {expected}")
    if command.options and not any(name.startswith("-") for name in options):
        given = shorten(f"-{next(iter(command.options))}")
        raise ParseError(f"{given} is not known to {command.verb}: it has no options")
