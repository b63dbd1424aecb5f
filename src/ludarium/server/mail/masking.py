"""Commands as they may be shown and kept: without passwords, and without what may be one in a wrong place."""

import re
from collections.abc import Callable, Sequence

from ludarium.club.people.passwords import SHORTEST
from ludarium.core.registry import game_names
from ludarium.core.text import plain
from ludarium.server.mail.command_line import Command
from ludarium.server.mail.commands import VERBS, usage_table

_HIDDEN = "****"
_WORD = re.compile(r'"[^"]*"|\S+')
_OPTION = re.compile(r"--?\w+=")
_ADDRESS = re.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+")
_CUT = 57
"""Characters of a long word that an error repeats."""


def without_passwords(command: Command) -> str:
    """Return a command whose passwords are where they belong."""
    hidden = VERBS[command.verb].secrets
    first = command.words[0].lower() if command.words else ""
    if command.verb == "change":
        hidden = (2, 3) if first == "password" else (2,)
    words = [_HIDDEN if n in hidden else word for n, word in enumerate(command.words)]
    options = [f"-{key}={value}" for key, value in command.options.items()]
    terms = [f"--{key}={_HIDDEN if key == 'password' else value}" for key, value in command.terms.items()]
    return plain(" ".join([*filter(None, (command.game, command.verb)), *options, *terms, *words]))


def mask(line: str, texts: Sequence[str], is_name: Callable[[str], bool]) -> list[str]:
    """Return texts that are told of a line, without those of its words that may be a password.

    Those are the words as long as a password that are no name of an account, no address, and no word of a command.
    """
    known = {*re.findall(r"\w+", usage_table()), *game_names()}
    words = {_OPTION.sub("", word.strip('"'), count=1) for word in _WORD.findall(line)}
    words = {word for word in words if len(word) >= SHORTEST and word.lower() not in known}
    words = {word for word in words if any(word[:_CUT].lower() in text.lower() for text in texts)}
    secret = [word for word in words if not _ADDRESS.fullmatch(word) and not is_name(word)]
    forms = {form for word in secret for form in (word, word[:_CUT], repr(word)[1:-1], plain(word))}
    if not forms:
        return list(texts)
    pattern = re.compile("|".join(map(re.escape, sorted(forms, key=len, reverse=True))), re.IGNORECASE)
    return [pattern.sub(_HIDDEN, text) for text in texts]
