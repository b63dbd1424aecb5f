"""Laws of notation: what is written reads back, and whatever else is read is refused in a sentence."""

from collections.abc import Callable
from typing import TypeVar

import numpy as np

from ludarium.core.errors import LudariumError
from ludarium.core.game import State
from ludarium.core.record import Entry, Record
from ludarium.core.registry import load
from ludarium.laws.law import Law, LawBroken, must
from ludarium.laws.rules import completes
from ludarium.laws.sample import Play, Sample

T = TypeVar("T")

_STRANGE = "\0\n\t \"'\\[](){}~/:,.+-=#0123456789aZñ٣²\ud800\U0001f3b2"
_GARBLED = 12
"""So many garbled copies of each text are read."""


def positions_read_back(sample: Sample) -> None:
    """A position is one line of text that reads back to it, and is written alike again."""
    for state in sample.states:
        text = str(state)
        must(text.isprintable() and text == text.strip() and text, f"{text!r} is not a line", state)
        again = sample.game.parse_position(text)
        must(again == state, f"{text} reads back as {again}", state)
        must(str(again) == text, f"{text} is written {again} when it has been read back", state)


def turns_read_back(sample: Sample) -> None:
    """A turn is a line of text that reads back to a walk to the same state, and is written alike again."""
    for state, walk in sample.turns:
        text = state.format_turn(walk)
        must(text.isprintable() and text == text.strip() and text, f"{text!r} is not a line", state)
        again = state.parse_turn(text)
        must(
            state.play_actions(again) == state.play_actions(walk),
            f"{text} was written for {walk} and reads back as {again}",
            state,
        )
        must(
            state.format_turn(again) == text,
            f"{text} is written {state.format_turn(again)} when it has been read back",
            state,
        )
        must(
            state.move(f" {text} ") == state.play_actions(walk), f"{text} with spaces around it is another turn", state
        )


def beginnings_of_turns_can_be_written(sample: Sample) -> None:
    """The beginning of a turn is a line of text, too; nothing is written of nothing."""
    for state, walk in sample.turns:
        must(state.format_turn(()) == "", f"nothing is written {state.format_turn(())!r}", state)
        for steps in range(1, len(walk)):
            text = state.format_turn(walk[:steps])
            must(text.isprintable() and text, f"{walk[:steps]} is written {text!r}", state)


def names_of_actions_differ(sample: Sample) -> None:
    """What may be chosen now has names that differ, each a few words."""
    for state in sample.states:
        for seat in state.actors:
            named = [state.action_name(action, seat) for action in state.legal(seat)]
            must(len(set(named)) == len(named), f"two actions have the same name among {named}", state)
            must(all(name.isprintable() and name.strip() for name in named), f"not all of {named} are words", state)


def other_positions_are_refused(sample: Sample) -> None:
    """Any other text is refused in a sentence of ours, or is a position that can be played and written."""
    dice = sample.dice(3)
    for state in sample.states:
        for text in _garbled(str(state), dice):
            read = _sentence_or(sample.game.parse_position, text, state)
            if read is not None:
                must(all(read.legal(seat) for seat in read.actors), f"{text!r} is read, and cannot be played", read)
                must(completes(read), f"{text!r} is read, and its turn cannot be ended", read)
                must(
                    sample.game.parse_position(str(read)) == read,
                    f"{text!r} is read, and is not what is then written",
                    read,
                )


def other_turns_are_refused(sample: Sample) -> None:
    """Any other text is refused in a sentence of ours, or is a turn that can be played and written."""
    dice = sample.dice(4)
    for state, walk in (*sample.turns, *((play.states[-1], ()) for play in sample.plays)):
        for text in _garbled(state.format_turn(walk), dice):
            read = _sentence_or(state.parse_turn, text, state)
            if read is not None:
                must(state.actors, f"{text!r} was read when the game was over", state)
                again = state.parse_turn(state.format_turn(read))
                must(
                    state.play_actions(again) == state.play_actions(read),
                    f"{text!r} is read, and is not what is then written",
                    state,
                )


def records_replay(sample: Sample) -> None:
    """A record reads back, and replays to the state in which the game ended."""
    for play in sample.plays:
        record = _record(play)
        must(Record.parse(str(record)) == record, "a record reads back as another", play.states[-1])
        must(record.final() == play.states[-1], "a record replays to another state", play.states[-1])


def other_records_are_refused(sample: Sample) -> None:
    """Any other text is refused in a sentence of ours, or is a record that can be written and replayed or refused."""
    dice = sample.dice(5)
    for play in sample.plays:
        short = _record(Play(play.states[:9], play.steps[:8]))
        for text in _garbled(str(short), dice):
            read = _sentence_or(Record.parse, text, play.states[0])
            if read is not None:
                must(Record.parse(str(read)) == read, f"{text!r} is read, and is not what is then written")
                _sentence_or(_final, str(read), play.states[0])


def other_specs_are_refused(sample: Sample) -> None:
    """Any other text is refused in a sentence of ours, or is the spec of a game."""
    dice = sample.dice(6)
    options = ",".join(f"{option.name}={option.values[-1]}" for option in sample.game.definition.options)
    for text in [garbled for _ in range(20) for garbled in _garbled(f"{sample.game.name}({options})", dice)]:
        read = _sentence_or(load, text, sample.game.initial())
        must(read is None or load(read.spec) == read, f"{text!r} is read, and is not what is then written")


LAWS = (
    Law(positions_read_back),
    Law(turns_read_back),
    Law(beginnings_of_turns_can_be_written),
    Law(names_of_actions_differ),
    Law(other_positions_are_refused),
    Law(other_turns_are_refused),
    Law(records_replay, installed=True),
    Law(other_records_are_refused, installed=True),
    Law(other_specs_are_refused, installed=True),
)


def _record(play: Play) -> Record:
    turns = tuple(Entry(state.format_turn(walk)) for state, walk in play.turns())
    return Record(play.states[0].game.spec, turns, payoffs=play.states[-1].payoffs, ending=play.states[-1].ending)


def _final(text: str) -> State:
    return Record.parse(text).final()


def _sentence_or(read: Callable[[str], T], text: str, state: State) -> T | None:
    """What was read, or None where it was refused in a sentence."""
    try:
        return read(text)
    except LudariumError as error:
        said = str(error)
        must(said.isprintable() and said and len(said) < 500, f"{text!r} is refused with {said!r}, no sentence", state)
        return None
    except Exception as error:
        raise LawBroken(f"{text!r} raises {type(error).__name__}: {error}", state) from error


def _garbled(text: str, dice: np.random.Generator) -> list[str]:
    """Texts that somebody may send instead: none, rubbish, and this one with something wrong."""
    alphabet = _STRANGE + text
    made = ["", " ", alphabet[int(dice.integers(len(alphabet)))] * int(dice.integers(1, 5000)), text.swapcase()]
    while len(made) < _GARBLED:
        at, to = sorted(dice.integers(len(text) + 1, size=2).tolist())
        other = alphabet[int(dice.integers(len(alphabet)))]
        ways = (
            text[:at] + text[at + 1 :],
            text[:at] + other + text[at + 1 :],
            text[:at] + other + text[at:],
            text[:at] + text[to:],
            text[:to] + text[at:],
        )
        made.append(ways[int(dice.integers(len(ways)))])
    return made
