"""The kinds of reports, which are the reasons of moderators."""

from collections.abc import Mapping
from typing import NamedTuple

from ludarium.core.errors import ParseError
from ludarium.core.text import shorten


class ReportKind(NamedTuple):
    """A kind of report: its title in a form, and the sentence by which a decision states it as its reason."""

    title: str
    stated: str


REASONS: Mapping[str, ReportKind] = {
    "abandoning": ReportKind("Abandoning matches", "Matches were abandoned without a word, instead of being resigned."),
    "stalling": ReportKind("Stalling", "Time was drawn out in a lost position, so that the opponent would give up."),
    "insult": ReportKind("Insults or harassment", "Somebody was insulted, threatened or harassed."),
    "computer": ReportKind("Cheating with a computer", "Turns of a person were chosen by a computer."),
    "fixed": ReportKind("Fixed results", "Results were arranged, or matches were played only to move ratings."),
    "accounts": ReportKind("Several accounts", "One person used several accounts in rated matches."),
    "name": ReportKind("An offensive name", "The name insults others, or pretends to be somebody else."),
    "other": ReportKind("Something else", "It is against the rules of this place."),
}
"""The kinds of reports, which are the reasons of decisions, by the word that forms send."""


def parse_reason(word: str) -> str:
    """Return the word of a reason.

    Raises `ParseError`.
    """
    if word not in REASONS:
        raise ParseError(f"{shorten(word)} is not a reason: expected one of {', '.join(REASONS)}")
    return word
