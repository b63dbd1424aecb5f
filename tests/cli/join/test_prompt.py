"""The prompt, which news interrupt."""

import os
import sys
from contextlib import closing
from threading import Thread

import pytest

from ludarium.cli.terminal.prompt import Interrupted, Prompt


def test_news_interrupt_a_prompt(monkeypatch: pytest.MonkeyPatch) -> None:
    reading, writing = os.pipe()
    with closing(Prompt()) as prompt, os.fdopen(reading) as typed, os.fdopen(writing, "w", 1) as keys:
        monkeypatch.setattr(sys, "stdin", typed)
        news = Thread(target=prompt.interrupt, daemon=True)
        news.start()
        with pytest.raises(Interrupted):
            prompt("> ")
        news.join()
        keys.write("u+\n")
        assert prompt("> ") == "u+"
        keys.close()
        with pytest.raises(EOFError):
            prompt("> ")


def test_a_line_that_was_typed_just_before_the_news_is_not_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    with closing(Prompt()) as prompt:
        news = Thread(target=prompt.interrupt, daemon=True)

        def type_line(asked: str) -> str:
            prompt._waiting = False  # the line is complete
            news.start()
            assert prompt._news.wait(60)
            return "u+"

        monkeypatch.setattr("builtins.input", type_line)
        assert prompt("> ") == "u+"
        with pytest.raises(Interrupted):
            prompt("> ")
        news.join()
