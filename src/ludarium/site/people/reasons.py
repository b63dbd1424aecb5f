"""The kinds of reports, which are the reasons of moderators, and the sentences by which decisions are announced."""

from collections.abc import Mapping
from typing import NamedTuple

from ludarium.core.errors import ParseError
from ludarium.core.text import shorten
from ludarium.site.moderation.rows import SanctionKind


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


class DecisionKind(NamedTuple):
    """A kind of decision: its title, and the sentences that announce it and its undoing to the person."""

    title: str
    statement: str
    undone: str


EFFECTS: Mapping[SanctionKind, DecisionKind] = {
    "warn": DecisionKind("Warning", "A moderator warns you.", "The warning is withdrawn."),
    "mute": DecisionKind(
        "May not write to others", "You may not write to others{until}.", "You may write to others again."
    ),
    "bar": DecisionKind(
        "Barred from rated play", "You may not begin rated matches{until}.", "You may begin rated matches again."
    ),
    "suspend": DecisionKind(
        "Account suspended", "Your account is suspended{until}.", "Your account can be used again."
    ),
    "rename": DecisionKind(
        "Name taken down",
        "Your name was taken down on this site. Choose another one in your settings.",
        "The decision about your name is undone.",
    ),
    "void": DecisionKind(
        "Counts for no rating",
        "Game {number} counts for no rating any more.",
        "Game {number} counts for the ratings again.",
    ),
    "remove": DecisionKind(
        "Removed from the lists",
        "Game {number} is in no public list any more. It stays among your games.",
        "Game {number} is in the public lists again.",
    ),
}
"""The kinds of decisions."""


def parse_reason(word: str) -> str:
    """Return the word of a reason.

    Raises `ParseError`.
    """
    if word not in REASONS:
        raise ParseError(f"{shorten(word)} is not a reason: expected one of {', '.join(REASONS)}")
    return word
