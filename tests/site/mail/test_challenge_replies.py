"""A mail that tells of a challenge is answered with accept or decline."""

from datetime import UTC
from pathlib import Path

import pytest

from ludarium.core.text import format_moment
from ludarium.match.clock import DAY
from ludarium.site.begin.rows import Challenge, Terms
from ludarium.site.ground.values import Person
from ludarium.site.mail.incoming.receiving import NoSuchRecipient, check_recipient
from ludarium.site.outbox.outbox import Mail
from ludarium.site.outbox.reply_tokens import parse_local_part
from tests.databases import sqlite_copy
from tests.site.mail.conftest import DOOR, Post

CLOCK = "10d+36h/10d"
TERMS = Terms("orion(clicks=2)", clock=CLOCK, begins="challenger")
GRACE = 600


@pytest.fixture
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """One kind of database is enough here: the tests of the rules run on both."""
    return sqlite_copy(request, tmp_path)


def challenge(post: Post, ann: Person, terms: Terms = TERMS) -> tuple[Challenge, Mail, str]:
    """Let Ann challenge Bob; return the challenge, its mail to Bob, and the token of its address."""
    made = post.service.challenges.make(ann, "Bob", terms, message="Again?")
    post.now += GRACE
    post.service.notices.plan()
    (mail,) = [mail for mail in post.sent() if mail.address == "bob@example.com"]
    token = parse_local_part(mail.headers["Reply-To"].partition("@")[0])
    assert token
    check_recipient(DOOR, post.store.inbox, mail.headers["Reply-To"].strip("<>"), post.now)
    return made, mail, token


def test_accept_begins_the_match_and_the_text_below_is_sent(post: Post, ann: Person, bob: Person) -> None:
    made, mail, token = challenge(post, ann)
    text = " ".join(mail.text.split())
    for expected in (
        "Ann challenges you to Orion: Hydra (2 clicks).",
        "By correspondence, 36 hours a turn, up to 10 days saved, Ann begins, unrated.",
        "Ann writes: Again?",
        "reply to this mail with accept or decline as its first line",
        f"https://games.example.org/challenges/{made.id}",
    ):
        assert expected in text
    assert (
        post.reply(token, "Accept!\n\nWith pleasure.\n\n> accept or decline", "bob@example.com") == "game 1: accepted"
    )
    (game,) = post.service.queries.recent()
    assert (game.game, game.clock) == ("orion(clicks=2)", CLOCK)
    assert [seat.person for seat in game.seats] == [ann.id, bob.id]
    post.now += GRACE
    told = {mail.address: mail.text for mail in post.sent()}
    assert told["bob@example.com"].startswith("You have accepted: game 1 has begun.")
    assert "Waiting for Ann (X)" in told["bob@example.com"]
    assert "With pleasure." in told["ann@example.com"]
    assert post.reply(token, "accept", "bob@example.com") == "game 1: accepted"  # says it again
    assert post.reply(token, "decline", "bob@example.com").startswith("refused: this challenge was answered")
    assert len(post.service.queries.recent()) == 1


def test_decline_gives_the_reason(post: Post, ann: Person, bob: Person) -> None:
    made, _, token = challenge(post, ann)
    for text in ("u+", "I am away until Monday.", "> accept", "accept it"):
        assert post.reply(token, text, "bob@example.com").startswith("refused")
    assert post.service.challenges.load(made.id, bob).state == "open"
    assert post.reply(token, "decline\n\nNo time\nthis week.", "bob@example.com").startswith("declined")
    declined = post.service.challenges.load(made.id, bob)
    assert (declined.state, declined.answer) == ("declined", "No time this week.")
    assert post.reply(token, "accept", "bob@example.com").startswith("refused: this challenge was answered")
    assert post.service.queries.recent() == ()


def test_the_address_answers_no_other_challenge(post: Post, ann: Person, bob: Person) -> None:
    made, _, token = challenge(post, ann)
    post.service.challenges.withdraw(made, ann)
    assert post.reply(token, "accept", "bob@example.com").startswith(
        "refused: this challenge was answered or withdrawn"
    )
    with pytest.raises(NoSuchRecipient):
        check_recipient(DOOR, post.store.inbox, f"m+{'a' * 26}@{DOOR.domain}", post.now)


def test_a_time_is_agreed_on_by_its_number(post: Post, ann: Person, bob: Person) -> None:
    times = (post.now + 2 * DAY, post.now + 3 * DAY)
    terms = Terms("orion(clicks=2)", clock="600+5", times=times)
    made, mail, token = challenge(post, ann, terms)
    numbered = [f"{number}. {format_moment(time, UTC)}" for number, time in enumerate(times, 1)]
    text = " ".join(mail.text.split())
    assert " ".join(numbered) in text
    assert "accept and the number of a time, as in accept 1, or decline" in text
    for line in ("accept", "accept 3", "accept 0"):
        assert post.reply(token, line, "bob@example.com").startswith("refused")
    for _ in range(2):
        assert post.reply(token, "Accept 2", "bob@example.com").startswith("agreed on a time")
    agreed = post.service.challenges.load(made.id, bob)
    assert (agreed.state, agreed.starts_at) == ("agreed", times[1])
    post.now += GRACE
    told = {mail.address: mail.text for mail in post.sent()}
    assert format_moment(times[1], UTC) in " ".join(told["bob@example.com"].split())
