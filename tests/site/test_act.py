"""Commands as classes: one trial command is read from a form and from JSON, described, refused and carried out."""

import json

import msgspec
import pytest

from ludarium.core.errors import ParseError
from ludarium.site.act import Command, Number, Refusal, act, body_of, commands_of, read_form


class Trial(Command):
    """The commands of a subject that is there for this test."""


class Say(Trial, tag="say"):
    """Say something so many times."""

    done = "You said {text}."
    times: Number
    text: str
    seat: Number | None = None

    def refusal(self, asked: list[str]) -> str:
        return "all has been said" if asked else ""

    def carry_out(self, asked: list[str]) -> None:
        asked += [self.text] * self.times


class Stop(Trial, tag="stop"):
    """Say no more."""

    done = "You stopped."


COMMANDS = commands_of(Trial)


def test_the_commands_of_a_subject_are_the_classes_below_its_own() -> None:
    assert {"say": Say, "stop": Stop} == COMMANDS
    assert commands_of(Stop) == {"stop": Stop}


def test_a_form_and_json_give_the_same_command() -> None:
    form = read_form(COMMANDS, {"do": "say", "times": "2", "text": "no {times}", "seat": "1", "unknown": "x"})
    sent = {"do": "say", "times": 2, "text": "no {times}", "seat": 1}
    assert form == msgspec.json.decode(json.dumps(sent), type=body_of(COMMANDS.values())) == Say(2, "no {times}", 1)
    assert read_form(COMMANDS, {"do": "say", "times": "2"}) == Say(2, "")
    assert form.said() == "You said no {times}."
    assert repr(Say(2, "no")) == "Say(times=2, text='no')"


@pytest.mark.parametrize(
    ("values", "problem"),
    [
        ({"do": "shout"}, "'shout' is not a command: expected one of say, stop"),
        ({}, "'' is not a command: expected one of say, stop"),
        ({"do": "say", "times": "-1"}, "the field times is '-1': expected a number"),
        ({"do": "say", "times": "1", "seat": ""}, "the field seat is '': expected a number"),
        ({"do": "say", "times": "1234567890"}, "the field times is '1234567890': expected a number"),
    ],
)
def test_a_bad_form_hears_what_was_expected(values: dict[str, str], problem: str) -> None:
    with pytest.raises(ParseError) as caught:
        read_form(COMMANDS, values)
    assert str(caught.value) == problem


def test_a_form_needs_no_word_where_one_command_alone_is_possible() -> None:
    assert read_form(commands_of(Stop), {}) == Stop()


def test_what_is_refused_is_not_carried_out() -> None:
    asked: list[str] = []
    act(Say(2, "no"), asked)
    assert asked == ["no", "no"]
    with pytest.raises(Refusal, match="all has been said"):
        act(Say(1, "yes"), asked)
    assert asked == ["no", "no"]


def test_the_description_of_json_has_the_limits_of_the_fields() -> None:
    schema = msgspec.json.schema(Say)["$defs"]["Say"]
    assert schema["required"] == ["do", "times", "text"]
    assert schema["properties"]["times"] == {"type": "integer", "minimum": 0, "maximum": 999_999_999}
    assert schema["properties"]["do"] == {"enum": ["say"]}
