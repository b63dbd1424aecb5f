"""Challenge ladders in words, for pages."""

from ludarium.core.text import counted
from ludarium.match.clock import DAY
from ludarium.site.challenge_ladders.rows import LogLine
from ludarium.site.challenge_ladders.rules import (
    AGAIN,
    ANSWER,
    BACK,
    IDLE,
    MOST_LADDERS,
    MOST_MADE,
    MOST_RECEIVED,
    REACH,
    SINK,
    TEMPO,
    TEMPOS,
)
from ludarium.site.offers.words import short_tempo
from ludarium.tournament.challenge_ladder import LadderEvent

_HAPPENED: dict[LadderEvent, str] = {
    "joined": "{one} joined and took place {place}.",
    "left": "{one} left; all below moved up.",
    "closed": "The account of {one} was closed; all below moved up.",
    "challenged": "{one}, place {place}, challenged {other}, place {other_place}.",
    "withdrawn": "{one} withdrew the challenge to {other}.",
    "cancelled": "The challenge by {one} to {other} ended without a result.",
    "accepted": "{one} accepted the challenge by {other}.",
    "gave-way": "{other} gave way to {one}.",
    "unanswered": "{other} did not answer the challenge by {one} in time.",
    "won": "{one} won the challenge to {other}.",
    "defended": "{other} defended the place against {one}.",
    "sank": "{one} had not played for long and sank to place {place}; {other} moved up to place {other_place}.",
}


def happened(line: LogLine) -> str:
    """Return a line of a log as a sentence, with the places that it has changed.

    >>> happened(LogLine(4, 0.0, "won", "a", "Ann", "b", "Bob", "m", 1, 3))
    'Ann won the challenge to Bob. Ann has place 1 now, Bob place 3.'
    """
    named = {"one": line.name, "other": line.other_name, "place": line.place, "other_place": line.other_place}
    text = _HAPPENED[line.kind].format(**named)
    if line.kind in ("won", "gave-way", "unanswered") and line.place and line.other_place:
        text += f" {line.name} has place {line.place} now, {line.other_name} place {line.other_place}."
    return text


def rules() -> list[tuple[str, str]]:
    """Return the rules of a ladder: a heading, and sentences."""
    return [
        ("Joining", f"You begin at the last place. People with an account may join, at most {MOST_LADDERS} ladders."),
        ("Challenging", _challenging()),
        ("Answering", _answering()),
        ("Matches", _matches()),
        ("Being idle", _idle()),
        ("Leaving", _leaving()),
        ("Blocks", _blocks()),
    ]


def _days(seconds: float) -> str:
    return counted(int(seconds // DAY), "day")


def _challenging() -> str:
    return (
        f"You may challenge up to {REACH} places above yours. At most {MOST_MADE} challenges by you and "
        f"{MOST_RECEIVED} to you are open at once, from the challenge to the end of the match. After one that did not "
        f"succeed you wait {_days(AGAIN)} before you challenge the same person again."
    )


def _answering() -> str:
    return (
        f"You have {_days(ANSWER)} to accept a challenge or to give way; vacation does not count. Who gives way, or "
        "does not answer in time, swaps places with the challenger."
    )


def _matches() -> str:
    return (
        f"By correspondence, rated: {short_tempo(TEMPO)}, or {' or '.join(map(short_tempo, TEMPOS[1:]))}, as who "
        "accepts the challenge chooses. Chance decides who begins. If the challenger wins, the two "
        "swap places; a draw changes nothing. If the challenger is above already, nothing changes either."
    )


def _idle() -> str:
    return (
        f"After {_days(IDLE)} without a challenge you are idle and sink a place, and another one every {_days(SINK)}, "
        "below the next person who is not idle. Nobody sinks with an open challenge, on vacation, or within "
        f"{_days(SINK)} after it."
    )


def _blocks() -> str:
    return (
        "People of whom one has blocked the other cannot challenge each other. If you block somebody, your challenges "
        "to them are withdrawn; theirs to you still wait for an answer."
    )


def _leaving() -> str:
    return (
        "All below move up. Challenges end; matches are played to their end, without a change of places. You can come "
        f"back after {_days(BACK)}, at the last place."
    )
