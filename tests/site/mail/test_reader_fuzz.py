"""Whatever a mail consists of, it is read without an error, and soon."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

from ludarium.site.mail.command_line import NotACommand, parse_command
from ludarium.site.mail.commands import VERBS
from ludarium.site.mail.incoming.quotations import own_lines, read_written
from tests.soak.mail_reader import MUTATIONS, read, spoil

MAILS = sorted(Path(__file__).parent.glob("mails/*.eml"))


@settings(max_examples=30)
@given(some.binary(max_size=300))
def test_any_bytes_are_read(raw: bytes) -> None:
    read(raw)


@settings(max_examples=150)
@given(some.sampled_from(MAILS), some.integers(0, 2**32), some.integers(1, 8))
def test_damaged_mails_are_read(path: Path, seed: int, times: int) -> None:
    read(spoil(path.read_bytes(), seed, times))


@settings(max_examples=25)
@given(some.text(max_size=100))
def test_any_text_has_a_first_line_and_any_line_is_a_command_or_none(text: str) -> None:
    written = read_written(text)
    assert written.first.count("\n") == 0
    assert len(own_lines(text)) <= len(text.splitlines())
    try:
        assert parse_command(text, frozenset(VERBS)).verb in VERBS
    except NotACommand as error:
        assert "expected" in str(error) or "help" in str(error)


@pytest.mark.parametrize(
    "raw",
    [
        b"Content-Type: multipart/mixed; boundary=a\n\n" + b"--a\nContent-Type: multipart/mixed; boundary=a\n\n" * 3000,
        b"Content-Type: text/html\n\n" + b"<div><blockquote>" * 20_000 + b"u+",
        b"Content-Type: text/plain; charset=punycode\n\n" + b"a-" * 50_000,
        b"Subject: " + b"=?utf-8?q?=c3?=" * 5000 + b"\n\nu+",
        b"From: " + b"(" * 20_000 + b"\n\nu+",
        b"References: " + b"<a@b> " * 20_000 + b"\n\nu+",
        b"\n" + b"From: a\n" * 30_000,
        b"\n" + b"a@b.c> " * 10_000 + b":",
    ],
    ids=["nested", "html", "punycode", "words", "comments", "references", "headers", "introduction"],
)
def test_mails_that_are_made_to_be_slow_are_read(raw: bytes) -> None:
    read(raw)


def test_there_are_enough_ways_to_damage_a_mail() -> None:
    original = MAILS[0].read_bytes()
    assert len({spoil(original, seed, 1) for seed in range(200)}) > 100
    assert len(MUTATIONS) >= 6
