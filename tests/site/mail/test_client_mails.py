"""Mails as the programs of people write them, read as the site reads them, and a turn played by each that has one."""

import re
import tomllib
from pathlib import Path

import pytest

from ludarium.site.ground.values import Person
from ludarium.site.mail.incoming import quotations
from ludarium.site.mail.incoming.quotations import read_written
from ludarium.site.mail.incoming.reader import read_mail
from ludarium.site.mail.incoming.signatures import without_signature
from ludarium.site.mail.typography import undo
from tests.cases import each
from tests.site.mail.conftest import DOOR, Post

FOLDER = Path(__file__).parent / "clients"
EXPECTED: dict[str, dict[str, str]] = tomllib.loads((FOLDER / "expected.toml").read_text("utf-8"))
ADDRESS = "m+abcdefghijklmnopqrstuvwxyz@games.example.org"
TURNS = [name for name, values in EXPECTED.items() if undo(values.get("first", "")).lower().rstrip(".") == "u+"]


def test_every_mail_has_its_expectation() -> None:
    assert sorted(EXPECTED) == sorted(path.stem for path in FOLDER.glob("*.eml"))
    assert len(EXPECTED) >= 40
    assert len(TURNS) >= 25


@each("name", EXPECTED)
def test_what_is_read_in_a_mail(name: str) -> None:
    expected = EXPECTED[name]
    mail = read_mail((FOLDER / f"{name}.eml").read_bytes(), "ann@example.com", ADDRESS, DOOR.domain)
    assert (mail.automatic, mail.silent) == (expected.get("automatic", ""), expected.get("silent", ""))
    if "automatic" in expected:
        return
    written = read_written(mail.text)
    assert written.first == expected["first"]
    assert undo(written.first) == expected.get("turn", undo(expected["first"]))
    assert without_signature(written.rest, ["Ann", *mail.names]) == expected["rest"]
    assert mail.subject == expected.get("command", mail.subject)
    assert mail.address == "ann@example.com"


@pytest.mark.parametrize("name", TURNS)
def test_a_turn_is_played_and_what_follows_reaches_the_opponent(
    name: str, post: Post, ann: Person, bob: Person
) -> None:
    match = post.begin("orion", ann, bob)
    token, raw = post.token(ann, match, 0), (FOLDER / f"{name}.eml").read_bytes()
    came = post.deliver(raw, "ann@example.com", ADDRESS.replace("abcdefghijklmnopqrstuvwxyz", token))
    assert came.outcome.startswith(f"game {match.number}: ")
    assert [turn.text for turn in post.service.bots.look(match.id).match.turns] == ["u+"]
    told = [mail.text for mail in post.sent() if mail.address == "bob@example.com"]
    rest = EXPECTED[name]["rest"]
    assert ([] if not rest else [rest]) == [text.partition("\n\n")[2].partition("\n\nTo answer")[0] for text in told]


@pytest.mark.parametrize("name", ["pgp_inline_encrypted", "pgp_mime_encrypted"])
def test_an_encrypted_mail_is_refused_as_such(name: str, post: Post, ann: Person, bob: Person) -> None:
    token = post.token(ann, post.begin("orion", ann, bob), 0)
    raw = (FOLDER / f"{name}.eml").read_bytes()
    post.deliver(raw, "ann@example.com", ADDRESS.replace("abcdefghijklmnopqrstuvwxyz", token))
    assert "expected your turn as text, not encrypted" in " ".join(post.sent()[0].text.split())


def test_no_pattern_of_the_reader_repeats_a_group_possessively() -> None:
    # In Python 3.11.0 to 3.11.4 such a pattern goes on from the place where an alternative of the group has failed.
    for path in Path(quotations.__file__).parent.glob("*.py"):
        assert not re.search(r"\)[+*?]\+", path.read_text("utf-8")), path.name
