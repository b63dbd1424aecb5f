"""Orion by mail as its help page tells it: every command as it is written there, and its boards line by line."""

from pathlib import Path

import pytest

from ludarium.site.ground.values import Person, SeatAssignment
from ludarium.site.match.views import MatchView
from ludarium.site.outbox.reply_tokens import parse_local_part
from tests.databases import sqlite_copy
from tests.games.orion.test_text import START_PICTURE, WINNING_PICTURE
from tests.site.mail.conftest import Post

SECRET = "wonder-land"
HELP_PICTURES = """\
  OOOOO   -----           -----   -----           -----   -----
|  .-.  |  .-.  |       X  .-.  O  .-.  |       X  .-.  |  .-.  |
| ( a ) | ( b ) |       X ( a ) O ( b ) |       X ( a ) | ( b ) |
|  `-`  |  `-`  |       X  `-`  O  `-`  |       X  `-`  |  `-`  |
  XXXXX   -----           -----   -----           -----   OOOOO
"""
"""Rotors a and b: a piece on its way by a+b-, before and after each click."""
ROWS_13_TO_15 = ("X  .-.  |  .-.  {}  .-.", "X ( p ) | ( q ) {} ( r )", "X  `-`  |  `-`  {}  `-`")
AFTER = {
    "u+": {},  # the rotor is full of X, so no line differs
    "f++": {4: "  -----   OOOOO", 8: "  OOOOO   -----"},
    "p+": dict(enumerate((row.format("|") for row in ROWS_13_TO_15), 13)) | {16: "  -----   XXXXX"},
    "b--c+": {},
    "q+q+q+": dict(enumerate((row.format("X") for row in ROWS_13_TO_15), 13)) | {16: "  -----   -----   XXXXX"},
    "pass": {},
}
"""Turns in the notations of the help page, with the beginnings of the lines that they change, by their numbers."""


@pytest.fixture
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """One kind of database is enough here: the tests of the rules run on both."""
    return sqlite_copy(request, tmp_path)


@pytest.fixture(autouse=True)
def without_pictures(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ludarium.site.mail.outgoing.mail_content._picture", lambda scene: b"")


@pytest.fixture(autouse=True)
def passwords(post: Post, ann: Person, bob: Person) -> None:
    post.service.passwords.set(ann, SECRET)
    post.service.passwords.set(bob, SECRET)


def board(post: Post, subject: str, name: str = "ann") -> list[str]:
    """Mail a command; return the lines of the board in its answer."""
    sender = f"{name}@example.com"
    outcome = post.send(subject, sender=sender)
    assert not outcome.startswith("refused"), outcome
    post.now += 61
    lines = next(mail for mail in post.sent() if mail.address == sender).text.splitlines()
    first = next(number for number, line in enumerate(lines) if "( a )" in line) - 2
    return lines[first : first + 21]


def begin(post: Post, position: str, *people: Person) -> MatchView:
    return post.service.create(
        "orion", [SeatAssignment("person", one.name, one.id) for one in people], position=position
    )


def test_challenge_moves_pass_preview_and_resign(post: Post) -> None:
    post.send("orion challenge -clicks=3 -game=hydra ann bob")
    (mail,) = post.sent()
    token = parse_local_part(mail.headers["Reply-To"].partition("@")[0])
    assert token
    post.reply(token, "confirm")
    post.now += 61
    post.sent()
    (game,) = post.service.queries.recent()
    assert [seat.name for seat in game.seats] == ["Ann", "Bob"]
    assert board(post, "orion show 1") == START_PICTURE.splitlines()

    expected = START_PICTURE.splitlines()
    for number, (turn, changed) in enumerate(AFTER.items()):
        name = ("ann", "bob")[number % 2]
        expected = [changed.get(n, "") + line[len(changed.get(n, "")) :] for n, line in enumerate(expected)]
        assert board(post, f"orion move 1 {name} {SECRET} {turn}", name) == expected
    assert board(post, "orion preview 1#5 b--") == expected
    assert board(post, "orion show 1#0") == START_PICTURE.splitlines()
    assert board(post, f"orion resign 1 ann {SECRET}") == expected
    view = post.service.bots.look(game.id)
    assert [entry.text for entry in view.match.turns] == [*list(AFTER)[:4], "q+++", "pass"]
    assert view.match.winners == (1,)


def test_a_piece_goes_from_rotor_to_rotor_as_the_help_page_draws_it(post: Post, ann: Person, bob: Person) -> None:
    begin(post, "O4/6/X4/6/5/6/5/6/5/6/5 o 2", ann, bob)
    pictures = [line.ljust(65) for line in HELP_PICTURES.splitlines()]
    for left, subject in ((0, "orion show 1"), (24, "orion preview 1 a+"), (48, "orion preview 1 a+b-")):
        expected = [line[left : left + 17] for line in pictures]
        assert [line[:17] for line in board(post, subject)[:5]] == expected
    assert [line[:17] for line in board(post, f"orion move 1 bob {SECRET} a+b-", "bob")[:5]] == expected


def test_a_chain_wins_as_the_help_page_draws_it(post: Post, ann: Person, bob: Person) -> None:
    view = begin(post, "5/2X3/2X2/3X2/3X1/4X1/1X1X1/1XXX2/2X2/6/X4 x 41", ann, bob)
    assert board(post, f"orion move 1 ann {SECRET} u-") == WINNING_PICTURE.splitlines()
    assert post.service.bots.look(view.id).match.winners == (0,)
