"""A line of text as a command: its game, its verb, its options and its words."""

import re
from dataclasses import dataclass

from ludarium.core.errors import LudariumError
from ludarium.core.registry import game_names
from ludarium.core.text import nearest, shorten
from ludarium.site.mail.typography import undo_signs

ALL = "all"
"""In place of a game: games of every kind."""
FORMER_VERBS = {"mvoe": "move", "board": "move", "chall": "challenge"}
"""Other spellings and names of verbs that people are used to from other servers."""
_SHORTEST = 3
_STUDY = "/analysis/"
"""What the address of a study has, which is a command by itself."""
_LONGEST = 2000
_MOST_WORDS = 100
_WORD = re.compile(r"[\"\u201c-\u201f]([^\"\u201c-\u201f]*)[\"\u201c-\u201f]|(\S+)")
"""A word, or several between quotes, which may be the curly ones that programs make of plain ones."""
_OPTION = re.compile(r"(--?)([A-Za-z_]\w*)=(\S+)")
_REPLY = re.compile(
    r"\s*(?:re|aw|antw|antwort|sv|vs|ref|rif|r|odp|res|fw|fwd|wg|tr|rv|enc|vl|doorst|i)(?:\[\d+\])?\s*:", re.IGNORECASE
)
"""The beginnings of the subjects of replies and forwarded mails, in many languages."""


class NotACommand(LudariumError):
    """The line is no command."""


@dataclass(frozen=True, slots=True)
class Command:
    """A command.

    | field     | content                                                          |
    |-----------|------------------------------------------------------------------|
    | `game`    | the name of a game, `all`, or empty                              |
    | `verb`    | what is to be done, as it is written in full                     |
    | `words`   | the rest, without options                                        |
    | `options` | options of the game: words such as `-clicks=2`                   |
    | `terms`   | options of the server: words such as `--forfeittime=7`           |
    """

    game: str
    verb: str
    words: tuple[str, ...]
    options: dict[str, str]
    terms: dict[str, str]


def is_reply(subject: str) -> bool:
    """Return whether a subject is that of a reply or of a forwarded mail, and so no command.

    >>> is_reply("AW: orion move 17 ann secret a+"), is_reply("orion show 17")
    (True, False)
    """
    return bool(_REPLY.match(subject))


def shows_study(line: str, verbs: frozenset[str]) -> bool:
    """Return whether a line is the command that shows a study, with an address of one.

    >>> shows_study("https://games.example.org/analysis/kept/ab12", frozenset({"study"}))
    True
    """
    command = _command(line, verbs)
    return command is not None and command.verb == "study" and any(_STUDY in word for word in command.words)


def is_command_subject(subject: str, first: str, verbs: frozenset[str]) -> bool:
    """Return whether the subject of a mail is its command, and not the first line of its text.

    The subjects of answers are none, and any words may stand above the address of a study.

    >>> is_command_subject("Look here", "https://games.example.org/analysis/kept/ab12", frozenset({"study"}))
    False
    """
    if not subject or is_reply(subject):
        return False
    if not shows_study(first, verbs) or shows_study(subject, verbs):
        return True
    command = _command(subject, verbs)
    return command is not None and command.verb != "study"


def _command(line: str, verbs: frozenset[str]) -> Command | None:
    try:
        return parse_command(line, verbs)
    except NotACommand:
        return None


def parse_command(line: str, verbs: frozenset[str]) -> Command:
    """Parse a line; a verb may be cut to three letters where that is clear.

    >>> parse_command("Orion CHALL -clicks=2 ann bob", frozenset({"challenge", "show"})).words
    ('ann', 'bob')

    Raises `NotACommand`.
    """
    if len(line) > _LONGEST:
        raise NotACommand("the line is too long: expected a command in one line")
    words = [match[1] if match[1] is not None else _without_dashes(match[2]) for match in _WORD.finditer(line)]
    if len(words) > _MOST_WORDS:
        raise NotACommand("the line is too long: expected a command in one line")
    if words and _STUDY in words[0]:
        words.insert(0, "study")
    names = {*game_names(), ALL}
    game = words.pop(0).lower() if words and words[0].lower() in names else ""
    if not words:
        missing = f"{game} needs a verb" if game else "no command was found"
        raise NotACommand(f"{missing}: expected a command such as orion show 17")
    verb = parse_verb(words[0].lower(), verbs)
    if verb is None:
        likely = nearest(words[0].lower(), sorted({*verbs, *(() if game else names)}))
        raise NotACommand(f"{shorten(words[0])} is not a command: expected one that help lists{likely}")
    options: dict[str, dict[str, str]] = {"-": {}, "--": {}}
    rest = []
    for word in words[1:]:
        option = _OPTION.fullmatch(word)
        if option:
            options[option[1]][option[2].lower()] = option[3]
        else:
            rest.append(word)
    return Command(game, verb, tuple(rest), options["-"], options["--"])


def _without_dashes(word: str) -> str:
    """Return a word with hyphens for a dash that begins an option; other words stay, since they may be passwords.

    >>> _without_dashes("\u2014bank=10d"), _without_dashes("secret\u2014word")
    ('--bank=10d', 'secret\u2014word')
    """
    plain_word = undo_signs(word)
    return plain_word if plain_word.startswith("-") and "=" in plain_word else word


def parse_verb(word: str, verbs: frozenset[str]) -> str | None:
    """Return the verb that a word stands for; None for an unknown or an ambiguous word."""
    if word in verbs:
        return word
    if word in FORMER_VERBS:
        return FORMER_VERBS[word]
    found = [verb for verb in verbs if verb.startswith(word)] if len(word) >= _SHORTEST else []
    return found[0] if len(found) == 1 else None
