"""Laws of notation: formatted text can be parsed again, and errors for other text are sentences."""

from collections.abc import Callable
from typing import TypeVar

import numpy as np

from ludarium.core.entries import Entry
from ludarium.core.errors import LudariumError, ParseError
from ludarium.core.game import State
from ludarium.core.kernel import CHANCE
from ludarium.core.record import Record
from ludarium.core.registry import load
from ludarium.laws.broken import LawBroken
from ludarium.laws.law import Law, must
from ludarium.laws.rules import completes
from ludarium.laws.sample import Play, Sample

T = TypeVar("T")

_STRANGE = "\0\n\t \"'\\[](){}~/:,.+-=#0123456789aZñ٣²\ud800\U0001f3b2"
_EVERY = 3
"""Of so many positions one is tried with the turns of all."""
_GARBLED = 12
"""The number of garbled copies of each text that are parsed."""


def positions_read_back(sample: Sample) -> None:
    """A position is one line of text, which is parsed as the same position and written as the same text again."""
    for state in sample.states:
        text = str(state)
        must(text.isprintable() and text == text.strip() and text, f"{text!r} is not one line of text", state)
        again = sample.game.parse_position(text)
        must(again == state, f"{text} is parsed as {again}", state)
        must(str(again) == text, f"{text} is parsed and then written as {again}", state)


def turns_read_back(sample: Sample) -> None:
    """A turn is one line of text, which is parsed as a turn to the same state and written as the same text again."""
    for state, actions in sample.turns:
        text = state.format_turn(actions)
        must(text.isprintable() and text == text.strip() and text, f"{text!r} is not one line of text", state)
        again = state.parse_turn(text)
        must(
            state.play_actions(again) == state.play_actions(actions),
            f"{text} was written for {actions} and is parsed as {again}",
            state,
        )
        must(
            state.format_turn(again) == text,
            f"{text} is parsed and then written as {state.format_turn(again)}",
            state,
        )
        must(
            state.move(f" {text} ") == state.play_actions(actions),
            f"{text} with spaces around it is another turn",
            state,
        )


def beginnings_of_turns_can_be_written(sample: Sample) -> None:
    """The beginning of a turn is one line of text, and no actions are an empty text."""
    for state, actions in sample.turns:
        must(state.format_turn(()) == "", f"no actions are written as {state.format_turn(())!r}", state)
        for steps in range(1, len(actions)):
            text = state.format_turn(actions[:steps])
            must(text.isprintable() and text, f"{actions[:steps]} is written as {text!r}", state)


def names_of_actions_differ(sample: Sample) -> None:
    """The legal actions of a seat have different names, each a few words."""
    for state in sample.states:
        for seat in state.actors:
            named = [state.action_name(action, seat) for action in state.legal(seat)]
            must(len(set(named)) == len(named), f"two actions have the same name among {named}", state)
            must(
                all(name.isprintable() and name.strip() for name in named),
                f"not all of {named} are printable words",
                state,
            )


def other_positions_are_refused(sample: Sample) -> None:
    """Any other text raises one of our errors, or is a position that can be played and written."""
    dice = sample.dice(3)
    for state in sample.states:
        for text in _garbled(str(state), dice):
            parsed = _parse(sample.game.parse_position, text, state)
            if parsed is not None:
                must(
                    all(parsed.legal(seat) for seat in parsed.actors),
                    f"{text!r} is parsed, and cannot be played",
                    parsed,
                )
                must(completes(parsed), f"{text!r} is parsed, and its turn cannot be completed", parsed)
                must(
                    sample.game.parse_position(str(parsed)) == parsed,
                    f"{text!r} is parsed, and written as something else",
                    parsed,
                )


def other_turns_are_refused(sample: Sample) -> None:
    """Any other text raises one of our errors, or is a turn that can be played and written."""
    dice = sample.dice(4)
    for state, actions in (*sample.turns, *((play.states[-1], ()) for play in sample.plays)):
        for text in _garbled(state.format_turn(actions), dice):
            parsed = _parse(state.parse_turn, text, state)
            if parsed is not None:
                must(state.actors, f"{text!r} was parsed when the game was over", state)
                again = state.parse_turn(state.format_turn(parsed))
                must(
                    state.play_actions(again) == state.play_actions(parsed),
                    f"{text!r} is parsed, and written as something else",
                    state,
                )


def turns_of_other_positions_are_refused_as_illegal(sample: Sample) -> None:
    """A turn that a seat has in another position can be read; where it is not legal, the rules refuse it."""
    alone = [(state, turn) for state, turn in sample.turns if len(state.actors) == 1 and CHANCE not in state.actors]
    texts = {(state.actors, state.format_turn(turn)) for state, turn in alone}
    for state, _ in alone[::_EVERY]:
        for text in sorted(text for actors, text in texts if actors == state.actors):
            try:
                state.parse_turn(text)
            except ParseError as error:
                said = f"{text!r}, a turn in other positions, is refused as unreadable: {error}"
                raise LawBroken(f"{said}; `words` of parse_names make it known", state) from error
            except LudariumError:
                pass  # the rules refuse it


def records_replay(sample: Sample) -> None:
    """A record is parsed as the same record, and replays to the state in which the game ended."""
    for play in sample.plays:
        record = _record(play)
        must(Record.parse(str(record)) == record, "a record is parsed as another", play.states[-1])
        must(record.final() == play.states[-1], "a record replays to another state", play.states[-1])


def other_records_are_refused(sample: Sample) -> None:
    """Any other text raises one of our errors, or is a record that can be written and parsed again."""
    dice = sample.dice(5)
    for play in sample.plays:
        short = _record(Play(play.states[:9], play.steps[:8]))
        for text in _garbled(str(short), dice):
            parsed = _parse(Record.parse, text, play.states[0])
            if parsed is not None:
                must(Record.parse(str(parsed)) == parsed, f"{text!r} is parsed, and written as something else")
                _parse(_final, str(parsed), play.states[0])


def other_specs_are_refused(sample: Sample) -> None:
    """Any other text raises one of our errors, or is the spec of a game."""
    dice = sample.dice(6)
    options = ",".join(f"{option.name}={option.values[-1]}" for option in sample.game.definition.options)
    for text in [garbled for _ in range(20) for garbled in _garbled(f"{sample.game.name}({options})", dice)]:
        parsed = _parse(load, text, sample.game.initial())
        must(parsed is None or load(parsed.spec) == parsed, f"{text!r} is parsed, and written as something else")


LAWS = (
    Law(positions_read_back),
    Law(turns_read_back),
    Law(beginnings_of_turns_can_be_written),
    Law(names_of_actions_differ),
    Law(other_positions_are_refused),
    Law(other_turns_are_refused),
    Law(turns_of_other_positions_are_refused_as_illegal),
    Law(records_replay, installed=True),
    Law(other_records_are_refused, installed=True),
    Law(other_specs_are_refused, installed=True),
)


def _record(play: Play) -> Record:
    turns = tuple(Entry(state.format_turn(actions)) for state, actions in play.turns())
    return Record(play.states[0].game.spec, turns, payoffs=play.states[-1].payoffs, ending=play.states[-1].ending)


def _final(text: str) -> State:
    return Record.parse(text).final()


def _parse(parser: Callable[[str], T], text: str, state: State) -> T | None:
    """Return what the parser returns, or None if it raises one of our errors with a proper message."""
    try:
        return parser(text)
    except LudariumError as error:
        said = str(error)
        must(
            said.isprintable() and said and len(said) < 500,
            f"the error for {text!r} is not a sentence: {said!r}",
            state,
        )
        return None
    except Exception as error:
        raise LawBroken(f"{text!r} raises {type(error).__name__}: {error}", state) from error


def _garbled(text: str, dice: np.random.Generator) -> list[str]:
    """Return invalid input to test with: empty texts, random characters, and this text with mistakes."""
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
