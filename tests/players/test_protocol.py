"""The protocol's page: the engine answers as its transcripts say, and they contain every message."""

import re
from contextlib import closing
from pathlib import Path

import pytest

from ludarium.players.engine import Engine

PAGE = Path("docs/reference/protocol.md").read_text("utf-8")
TRANSCRIPTS = re.findall(r"^```transcript\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
EVERY = re.findall(r"^```(?:transcript|text)\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)


def exchanged(transcript: str) -> list[tuple[str, list[str]]]:
    """Return each line that Ludarium sends, with the answers to it."""
    exchanges: list[tuple[str, list[str]]] = []
    for line in transcript.splitlines():
        if line.startswith("> "):
            exchanges.append((line[2:], []))
        else:
            exchanges[-1][1].append(line.removeprefix("< "))
    return exchanges


@pytest.mark.parametrize("transcript", TRANSCRIPTS)
def test_the_engine_answers_as_the_page_says(transcript: str) -> None:
    with closing(Engine("mcts(simulations=40)")) as engine:
        for line, expected in exchanged(transcript):
            answers = list(engine.answer(line))
            assert len(answers) == len(expected), (line, answers)
            for answer, pattern in zip(answers, expected, strict=True):
                assert re.fullmatch(re.escape(pattern).replace(r"\.\.\.", ".+"), answer), (line, answer)
        assert engine.over


@pytest.mark.parametrize("go", ["go within 0.2", "go within 3 increment 0.05 clocks 3 3"])
def test_the_engine_chooses_within_the_time_that_it_is_given(go: str) -> None:
    with closing(Engine("mcts(seconds=3600)")) as engine:
        said = [answer for line in ("game orion seat 0", go) for answer in engine.answer(line)]
        assert said[-1].startswith("bestturn ")


def test_every_message_stands_in_an_example() -> None:
    listed = set(re.findall(r"^\| `(\w+)", PAGE, re.MULTILINE))
    shown = set(re.findall(r"^[<>] (\w+)", "".join(EVERY), re.MULTILINE))
    assert listed <= shown
    assert shown - listed == {"gaem"}, "a slip, to show how it is answered"
    assert len(listed) == 15
