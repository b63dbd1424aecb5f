"""Mailed challenge ladders: shown, joined and left, and challenges made, answered and withdrawn by mail."""

from unittest.mock import patch

import pytest

from ludarium.site.act import Done
from ludarium.site.challenge_ladders.commands import AcceptForPlace, ChallengePlace, LadderCommand, WithdrawFromPlace
from ludarium.site.ground.values import Person
from ludarium.site.outbox.reply_tokens import parse_local_part
from tests.site.challenge_ladders.playing import challenge, joined, look, names
from tests.site.mail.commands.steps import SECRET, another_process, answer, died, words
from tests.site.mail.conftest import Post

BOB = "bob@example.com"


@pytest.fixture(autouse=True)
def bob_above(post: Post, ann: Person, bob: Person) -> None:
    """Bob has place 1, and Ann place 2."""
    joined(post.service, [bob, ann])


def test_a_ladder_is_shown_with_what_its_reader_can_do(post: Post, ann: Person, bob: Person) -> None:
    said = answer(post, "orion ladder")
    assert "   1  Bob\n   2  Ann" in said
    assert "Ann joined and took place 2." in said
    assert "You can challenge Bob." in said
    challenge(post.service, ann, bob)
    post.sent()
    said = answer(post, "orion ladder show")
    assert "Bob (1 open challenge)" in said
    assert "You challenge Bob; waits until" in said
    assert "You can challenge nobody now." in said
    said = words(answer(post, "orion ladder", sender=BOB))
    assert "ann challenges you; until" in said
    assert "orion ladder accept (or give-way) userid password ann" in said
    post.account("Cid")
    assert "To join: orion ladder join userid password" in answer(post, "orion ladder", sender="cid@example.com")


def test_a_ladder_is_joined_and_left(post: Post, ann: Person) -> None:
    assert answer(post, f"vortex ladder join ann {SECRET}").startswith("You have the last place.\n")
    assert "you are on the ladder already" in words(answer(post, f"vortex ladder join ann {SECRET}"))
    assert answer(post, f"orion ladder leave ann {SECRET}").startswith("You have left the ladder.\n")
    assert names(post.service) == ["Bob"]


@pytest.mark.parametrize(
    ("tempo", "clock"), [("", "4d+2d/4d"), ("--tempo=3d ", "6d+3d/6d"), ("--tempo=36h ", "10d+36h/10d")]
)
def test_a_challenge_is_made_and_accepted_at_a_tempo(
    post: Post, ann: Person, bob: Person, tempo: str, clock: str
) -> None:
    assert answer(post, f"orion ladder challenge ann {SECRET} Bob").startswith("The challenge waits for an answer.")
    post.service.passwords.set(bob, SECRET)
    said = answer(post, f"orion ladder accept {tempo}bob {SECRET} Ann", sender=BOB)
    assert "has begun." in said
    (begun,) = look(post.service, bob).received
    assert begun.match_id
    assert str(post.service.bots.look(begun.match_id).match.clock) == clock


def test_ways_are_given_and_challenges_withdrawn(post: Post, ann: Person, bob: Person) -> None:
    challenge(post.service, ann, bob)
    assert answer(post, f"orion ladder withdraw ann {SECRET} Bob").startswith("The challenge is withdrawn.")
    post.now += 8 * 86400
    challenge(post.service, ann, bob)
    post.service.passwords.set(bob, SECRET)
    post.sent()
    assert "1  Ann" in answer(post, f"orion ladder give-way bob {SECRET} Ann", sender=BOB)
    assert names(post.service) == ["Ann", "Bob"]


@pytest.mark.parametrize("command", ["orion ladder leave ann", "orion ladder challenge ann Bob"])
def test_without_a_password_the_owner_is_asked(post: Post, ann: Person, command: str) -> None:
    before = look(post.service, ann)
    post.send(command)
    (asked,) = post.sent()
    assert asked.address == "ann@example.com"
    assert look(post.service, ann).rows == before.rows
    token = parse_local_part(asked.headers["Reply-To"].partition("@")[0])
    assert token
    post.reply(token, "confirm")
    assert look(post.service, ann).rows != before.rows


@pytest.mark.parametrize(
    ("command", "expected"),
    [
        ("ladder", "no game was named"),
        ("all ladder", "no game was named"),
        ("orion ladder climb", "expected show, join, leave, challenge, accept, give-way or withdraw"),
        ("orion ladder accept ann {} Bob", "no challenge waits by which bob challenges you"),
        ("orion ladder withdraw ann {} Bob", "no challenge waits by which bob is challenged by you"),
        ("orion ladder accept --tempo=1d ann {} Bob", "expected one of 36h, 2d, 3d"),
        ("orion ladder challenge ann {} Nobody", "nobody"),
        ("orion ladder challenge ann {} Ann", "only those above you can be challenged"),
        ("orion ladder challenge ann not-my-password Bob", "password"),
        ("orion ladder challenge ann {}", "expected a password, and more after it"),
        ("orion ladder show Bob", "was not expected"),
    ],
)
def test_what_cannot_be_done_is_answered_so(post: Post, ann: Person, command: str, expected: str) -> None:
    before = look(post.service)
    said = words(answer(post, command.format(SECRET)))
    assert expected in said
    assert "nothing was changed" in said
    assert look(post.service).log == before.log


@pytest.mark.parametrize("word", ["challenge", "withdraw"])
def test_a_mail_that_two_processes_carry_out_counts_once(post: Post, ann: Person, bob: Person, word: str) -> None:
    if word == "withdraw":
        challenge(post.service, ann, bob)
        post.sent()
    died(post, f"orion ladder {word} ann {SECRET} Bob", "ann@example.com")
    mail = next(mail for mail in post.sent() if mail.address == "ann@example.com")
    assert mail.text.startswith("This was done before.")
    kinds = [line.kind for line in look(post.service).log]
    assert kinds.count("challenged") == 1
    assert kinds.count("withdrawn") == (word == "withdraw")


def test_a_mail_that_was_begun_and_not_carried_out_is(post: Post, ann: Person, bob: Person) -> None:
    with another_process(post, f"orion ladder challenge ann {SECRET} Bob"):
        assert not look(post.service, ann).made
    assert look(post.service, ann).made


def test_a_challenge_that_was_accepted_before_its_mail_is_carried_out_again_was_made(
    post: Post, ann: Person, bob: Person
) -> None:
    handle = post.service.challenge_ladders.act

    def accepted_at_once(person: Person | None, game: str, command: LadderCommand) -> Done:
        done = handle(person, game, command)
        if isinstance(command, ChallengePlace):
            handle(bob, game, AcceptForPlace(look(post.service, bob).received[0].number))
        return done

    with patch.object(post.service.challenge_ladders, "act", accepted_at_once):
        died(post, f"orion ladder challenge ann {SECRET} Bob", "ann@example.com")
    mail = next(mail for mail in post.sent() if mail.address == "ann@example.com")
    assert mail.text.startswith("This was done before.")
    assert "You challenge Bob; the match is in progress" in mail.text
    assert [line.kind for line in look(post.service).log].count("challenged") == 1


def test_who_accepts_by_a_mail_that_is_carried_out_again_gets_the_board(post: Post, ann: Person, bob: Person) -> None:
    challenge(post.service, ann, bob)
    post.service.passwords.set(bob, SECRET)
    post.sent()
    died(post, f"orion ladder accept bob {SECRET} Ann", BOB)
    (begun,) = look(post.service, bob).received
    assert begun.match_id
    number = post.service.bots.look(begun.match_id).number
    texts = [mail.text for mail in post.sent() if mail.address == BOB]
    assert any(f"Game {number} has begun." in text and "This was done before." not in text for text in texts)


def test_a_challenge_that_was_withdrawn_before_it_was_accepted_is_answered_so(
    post: Post, ann: Person, bob: Person
) -> None:
    made = challenge(post.service, ann, bob)
    post.service.passwords.set(bob, SECRET)
    last = look(post.service).log[0].number
    with another_process(post, f"orion ladder accept bob {SECRET} Ann", BOB, revision=last):
        post.service.challenge_ladders.act(ann, "orion", WithdrawFromPlace(made.number))
        post.sent()
    mail = next(mail for mail in post.sent() if mail.address == BOB)
    assert "no challenge waits by which ann challenges you" in words(mail.text)
    assert "This was done before." not in mail.text
