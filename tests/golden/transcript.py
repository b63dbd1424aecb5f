"""Transcripts: whole games as readable text, which the golden files hold and the tests compare line by line.

After a change that is meant to change them, `make golden` writes the files again from the records at their heads. The
words of the transcripts (nature, scores, outcome) stay as they are, so that old and new files can be compared.
"""

from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

from ludarium.core.game import State
from ludarium.core.record import Record
from ludarium.scenes.picture import draw
from ludarium.scenes.text import render

FOLDER = Path(__file__).parent
RULE = "=" * 100
EVERY = 10
"""The number of turns between two boards."""


def read_record(text: str) -> Record:
    """Return the record at the head of a golden file."""
    return Record.parse(text.partition(RULE)[0])


def transcript(record: Record) -> str:
    """Return the record, then every turn with the number of legal actions and the next position, and boards."""
    return "\n".join([str(record), "", RULE, *_lines(record), ""])


def _lines(record: Record) -> Iterator[str]:
    states = list(record.states())
    yield from _picture(states[0])
    for number, (entry, (before, after)) in enumerate(zip(record.turns, pairwise(states), strict=True), 1):
        seats = "+".join("nature" if seat < 0 else before.game.setup.seat_names[seat] for seat in before.actors)
        ways = "*".join(str(len(before.legal(seat))) for seat in before.actors)
        line = f"{number:>3}. {seats} {entry.text:<10} ({ways} ways)  {after}"
        yield line if len(line) <= len(RULE) else line[: len(RULE) - 3] + "..."
        if number % EVERY == 0 or number == len(record.turns):
            yield from _picture(after)
    end = states[-1]
    yield f"{end.ending or 'it goes on'}; scores {end.points}, winners {end.winners}, outcome {end.payoffs}"


def _picture(state: State) -> Iterator[str]:
    yield ""
    yield render(draw(state)).rstrip("\n")
    yield draw(state).caption
    yield from _folded(str(state))
    yield ""


def _folded(line: str) -> Iterator[str]:
    for at in range(0, len(line), len(RULE)):
        yield line[at : at + len(RULE)]
