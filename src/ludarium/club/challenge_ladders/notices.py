"""Notices about challenge ladders: a challenge, its answer, its result, and a place that was lost by being idle."""

from collections.abc import Iterator

from ludarium.core.registry import load
from ludarium.store.challenge_ladders.ladders import LogLine, PlaceChallenge
from ludarium.store.notices.notices import TOURNAMENT, Notice


def challenge_ladder_path(game: str) -> str:
    """Return the page of the challenge ladder of a game."""
    return f"/games/{game}/challenge-ladder"


def ladder_notice(game: str, person: str, text: str, now: float, by: str | None = None) -> Notice:
    """Return the notice of a sentence about a ladder."""
    data = {"title": "Challenge ladder", "text": text}
    return Notice(person, TOURNAMENT, challenge_ladder_path(game), now, by=by, data=data)


def ladder_name(game: str) -> str:
    """Return the name of a ladder.

    >>> ladder_name("vortex")
    'the Vortex challenge ladder'
    """
    return f"the {load(game).definition.title} challenge ladder"


def result_texts(game: str, challenge: PlaceChallenge, line: LogLine) -> Iterator[tuple[str, str]]:
    """Yield who hears how a challenge has ended, and the sentence."""
    one, other, ladder = challenge.challenger_name, challenge.challenged_name, ladder_name(game)
    won = {
        "won": (f"You won your challenge to {other}", f"{one} won the challenge to you"),
        "defended": (f"You did not win your challenge to {other}", f"You defended your place against {one}"),
        "gave-way": (f"{other} gave way to your challenge", f"You gave way to {one}"),
        "unanswered": (f"{other} did not answer your challenge in time", f"You did not answer the challenge by {one}"),
        "withdrawn": ("", f"{one} has withdrawn the challenge to you"),
        "cancelled": (f"Your challenge to {other} has ended", f"The challenge by {one} has ended"),
    }[line.kind]
    sides = ((challenge.challenger, line.place), (challenge.challenged, line.other_place))
    for (person, place), text in zip(sides, won, strict=True):
        if text and place:
            yield person, f"{text}. You have place {place} of {ladder}."
