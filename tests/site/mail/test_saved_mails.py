"""Mails as the programs of six languages write them, and what is read in each."""

import tomllib
from pathlib import Path

from ludarium.site.mail.incoming.quotations import read_written
from ludarium.site.mail.incoming.reader import read_mail
from tests.cases import each

FOLDER = Path(__file__).parent / "mails"
EXPECTED: dict[str, dict[str, str]] = tomllib.loads((FOLDER / "expected.toml").read_text("utf-8"))


def test_every_mail_has_its_expectation() -> None:
    assert sorted(EXPECTED) == sorted(path.stem for path in FOLDER.glob("*.eml"))
    assert len(EXPECTED) >= 40


@each("name", EXPECTED)
def test_what_is_read_in_a_mail(name: str) -> None:
    expected = EXPECTED[name]
    raw = (FOLDER / f"{name}.eml").read_bytes()
    mail = read_mail(raw, "ann@example.com", "m+abcdefghijklmnopqrstuvwxyz@games.example.org", "games.example.org")
    assert (mail.automatic, mail.silent) == (expected.get("automatic", ""), expected.get("silent", mail.silent))
    if not mail.automatic:
        assert read_written(mail.text) == (expected["first"], expected["rest"])
        assert mail.address == "ann@example.com"
