"""What is asked of a study: each changes it, or says why it cannot be."""

from collections.abc import Callable, Mapping
from typing import NamedTuple

from ludarium.core.errors import ParseError
from ludarium.core.kernel import CHANCE
from ludarium.core.rng import generator
from ludarium.core.text import shorten
from ludarium.match.study import Study

_LONGEST_SEED = 9


class Changed(NamedTuple):
    """A study after a command, and the position at which its board goes on."""

    study: Study
    at: int


def _play(study: Study, at: int, text: str) -> Changed:
    return Changed(*study.play(at, text))


def _roll(study: Study, at: int, text: str) -> Changed:
    """Roll the dice by a seed, which is a number."""
    if not (text.isascii() and text.isdigit() and len(text) <= _LONGEST_SEED):
        raise ParseError(f"{shorten(text)} is not a seed of dice: expected a number")
    state = study.state(at)
    if state.actors != (CHANCE,):
        raise ParseError("no dice are thrown here: expected a position in which they are")
    outcomes = state.chance_outcomes()
    chosen = generator(int(text), at).choice(len(outcomes), p=[*outcomes.values()])
    return Changed(*study.play(at, state.format_turn((tuple(outcomes)[int(chosen)],))))


def _remove(study: Study, at: int, text: str) -> Changed:
    return Changed(study.with_tree(study.tree.remove(at)), study.tree.nodes[at].parent)


def _promote(study: Study, at: int, text: str) -> Changed:
    turns = study.texts(at)
    changed = study.with_tree(study.tree.promote(at))
    number = 0
    for turn in turns:
        number = next(one for one in changed.tree.children(number) if changed.tree.nodes[one].entry.text == turn)
    return Changed(changed, number)


def _comment(study: Study, at: int, text: str) -> Changed:
    return Changed(study.with_tree(study.tree.comment(at, text)), at)


def _mark(study: Study, at: int, text: str) -> Changed:
    return Changed(study.with_tree(study.tree.mark(at, text.split())), at)


def _name(study: Study, at: int, text: str) -> Changed:
    return Changed(study.with_title(text), at)


COMMANDS: Mapping[str, Callable[[Study, int, str], Changed]] = {
    "play": _play,
    "roll": _roll,
    "remove": _remove,
    "promote": _promote,
    "comment": _comment,
    "mark": _mark,
    "name": _name,
}
"""By the word of a form: what changes a study at a position, with the text of the form."""


WORDS = (*COMMANDS, "ask", "keep", "plan", "show", "delete")
"""All that a form may ask: of a bot, that a study is kept, its line planned, and a kept one shown or deleted."""


def change(study: Study, at: int, word: str, text: str) -> Changed:
    """Return a study after a command at a position.

    Raises `ParseError` for a word that is none, or why the command is refused.
    """
    if word not in COMMANDS:
        raise ParseError(f"{shorten(word)} is not a command: expected one of {', '.join(WORDS)}")
    return COMMANDS[word](study, at, text)
