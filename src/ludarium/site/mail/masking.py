"""Commands as they may be displayed and stored: without passwords, and without words that may be passwords."""

import re
from collections.abc import Callable, Sequence

from ludarium.core.registry import game_names
from ludarium.core.text import plain
from ludarium.site.mail.command_line import Command, NotACommand, parse_command
from ludarium.site.mail.commands import VERBS, usage_table
from ludarium.site.mail.commands.options import SETTINGS, names
from ludarium.site.mail.incoming.redaction import HIDDEN, hide
from ludarium.site.people.passwords import SHORTEST

_WORD = re.compile(r'"[^"]*"|\S+')
_QUOTES = '"\u201c\u201d\u201e\u201f\u00ab\u00bb'
"""Signs that may stand around a word: those of commands, and what programs make of them."""
_OPTION = re.compile(r"--?\w+=")
_ADDRESS = re.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+")
_NUMBER = re.compile(r"#?[0-9]{1,7}(?:#[0-9]{1,6})?", re.ASCII)
_PLAIN = re.compile(r"[^\W\d_]+(?:[-'\u2019][^\W\d_]+)*[.,:;!?]?")
"""A word of a language, without digits or other signs."""
_HARMLESS = 3
"""Characters of a word that nobody takes for a password."""
_VERBS = frozenset(VERBS)


def is_setting(command: Command, place: int) -> bool:
    """Return whether the word in this place of `set` begins as a setting does, such as `mail=daily`."""
    known = {name.partition("=")[0] for name in SETTINGS}
    return place < len(command.words) and command.words[place].lower().partition("=")[0] in known


def passwords_of(command: Command) -> frozenset[str]:
    """Return the words of a command that are passwords by their places."""
    found = {word for n, word in enumerate(command.words) if n in _places(command)}
    return frozenset(found | {value for key, value in command.terms.items() if key == "password"})


def _places(command: Command) -> tuple[int, ...]:
    """Return the numbers of the words that are passwords."""
    if command.verb == "change":
        return (2, 3) if command.words and command.words[0].lower() == "password" else (2,)
    places = VERBS[command.verb].secrets
    return tuple(place for place in places if not is_setting(command, place)) if command.verb == "set" else places


def without_passwords(command: Command) -> str:
    """Return a command as a line in which its passwords, which stand where they belong, are hidden."""
    words = [HIDDEN if n in _places(command) else word for n, word in enumerate(command.words)]
    options = [f"-{key}={value}" for key, value in command.options.items()]
    terms = [f"--{key}={HIDDEN if key == 'password' else value}" for key, value in command.terms.items()]
    return plain(" ".join([*filter(None, (command.game, command.verb)), *options, *terms, *words]))


def suspects(line: str, is_name: Callable[[str], bool]) -> frozenset[str]:
    """Return the words of a line that may be a password.

    Those are all but names of accounts, addresses, numbers, words of commands, and the shortest; where a command is
    expected, a word of a few letters is a mistyped command, as a password is longer.
    """
    known = {*re.findall(r"\w+", usage_table()), *game_names()}
    words = [_OPTION.sub("", word.strip(_QUOTES), count=1) for word in _WORD.findall(line)]
    verb = 1 if words and words[0].lower() in known else 0
    found = {
        word
        for place, word in enumerate(words)
        if len(word) > _HARMLESS
        and word.lower() not in known
        and not (place <= verb and word.isalpha() and len(word) < SHORTEST)
        and not _NUMBER.fullmatch(word)
        and not _ADDRESS.fullmatch(word)
    }
    return frozenset(word for word in found if not is_name(word))


def quotable(line: str, is_name: Callable[[str], bool]) -> frozenset[str]:
    """Return the words of a line that its answer quotes, as they stand where no password belongs.

    Those are the values of known options, and plain words: the one in place of a command that is not known, unless a
    command follows it; all of a command that takes no password; and otherwise the name in front of a password, unless
    the two seem to have changed places.
    """
    written = [word.strip(_QUOTES) for word in _WORD.findall(line)]
    try:
        command = parse_command(line, _VERBS)
    except NotACommand:
        verb = 1 if written and written[0].lower() in game_names() else 0
        is_misplaced = any(word.lower() in {*VERBS, *game_names()} for word in written[verb + 1 :])
        return frozenset() if is_misplaced else _plain(written[verb : verb + 1])
    places, known = _places(command), names(VERBS[command.verb].options)
    values = frozenset(value for name, value in command.terms.items() if name in known)  # not of a mistyped --password
    found = values | _plain(command.words if not places else _name_before(command, places, is_name))
    return found - passwords_of(command)


def _name_before(command: Command, places: Sequence[int], is_name: Callable[[str], bool]) -> tuple[str, ...]:
    """Return the word in front of the first password of a command, if a word that may be one stands in its place."""
    at, passwords = min(places) - 1, [command.words[place] for place in places if place < len(command.words)]
    if at < 0 or not passwords or any(is_name(word) or len(word) < SHORTEST for word in passwords):
        return ()
    return command.words[at : at + 1]


def _plain(words: Sequence[str]) -> frozenset[str]:
    return frozenset(word for word in words if _PLAIN.fullmatch(word))


def mask(line: str, texts: Sequence[str], is_name: Callable[[str], bool]) -> list[str]:
    """Return texts about a line, for who has written it, without those of its words that may be a password."""
    return hide(texts, suspects(line, is_name) - quotable(line, is_name))
