"""Mailed offers: two people meet by mail, and an answer with the word accept begins a match."""

import pytest

from ludarium.site.ground.values import Person
from ludarium.site.offers.commands import MakeOffer, PlayNow
from ludarium.site.outbox.reply_tokens import parse_local_part
from tests.site.mail.commands.steps import SECRET, answer, words
from tests.site.mail.conftest import Post


def test_two_mailed_offers_begin_a_match(post: Post, ann: Person, bob: Person) -> None:
    waits = words(answer(post, f"orion offer -clicks=2 --tempo=1d,3d --days=7 ann {SECRET}"))
    assert waits.startswith("your offer waits; you are mailed when a match begins.")
    begun = answer(post, f"orion offer -clicks=2 --tempo=3d bob {SECRET}", "bob@example.com")
    assert begun.startswith("Game 1 has begun.")
    (game,) = post.service.queries.recent()
    assert (game.game, game.clock, {seat.name for seat in game.seats}) == (
        "orion(clicks=2)",
        "6d+3d/6d",
        {"Ann", "Bob"},
    )


def test_a_bare_accept_takes_the_first_offer_that_fits(post: Post, ann: Person, bob: Person) -> None:
    post.service.offers.act(bob, MakeOffer("vortex", "6d+3d/6d", begins="later"))
    post.service.offers.act(bob, PlayNow("throngs"))
    post.send("offers")
    (mail,) = post.sent()
    told = words(mail.text)
    assert "bob: vortex, 3 days a turn" in told
    assert "the rules draw who begins" in told
    assert "throngs" not in told
    token = parse_local_part(mail.headers["Reply-To"].partition("@")[0])
    assert token
    assert "refused" in post.reply(token, "yes please")
    assert post.reply(token, "Accept!").startswith("accept")
    (game,) = post.service.queries.recent()
    assert {seat.name for seat in game.seats} == {"Ann", "Bob"}


def test_offers_are_accepted_and_withdrawn_by_their_ids(post: Post, ann: Person, bob: Person) -> None:
    offer = post.service.offers.act(bob, MakeOffer("orion", "6d+3d/6d")).offer
    assert words(answer(post, f"withdraw ann {SECRET} {offer}")).startswith("you mailed 'withdraw")
    assert answer(post, f"accept {offer} ann {SECRET}").startswith("Game 1 has begun.")
    assert words(answer(post, f"all offer --uses=3 ann {SECRET}")).startswith("your offer waits")
    (mine,) = post.service.lobby.view(ann).mine
    assert len(mine.offer.games) == 5
    assert words(answer(post, f"withdraw ann {SECRET}")).startswith("your offers are withdrawn")
    assert post.service.lobby.view(ann).mine == ()


@pytest.mark.parametrize(
    ("command", "expected"),
    [
        ("offer ann {}", "no game was named"),
        ("orion offer --tempo=now ann {}", "expected some of 1d, 36h, 2d, 3d, 7d"),
        ("orion offer --uses=many ann {}", "expected a number from 1 to 50"),
        ("accept nothing ann {}", "there is no offer"),
    ],
)
def test_what_cannot_be_offered_is_answered_so(post: Post, command: str, expected: str) -> None:
    assert expected in words(answer(post, command.format(SECRET)))
    assert post.service.queries.recent() == ()


def test_who_withdraws_one_offer_without_a_password_is_asked(post: Post, ann: Person) -> None:
    offers = [post.service.offers.act(ann, MakeOffer(game, "6d+3d/6d")).offer for game in ("orion", "vortex")]
    for _ in range(12):  # more than wrong passwords are taken
        assert "no password" not in post.send(f"withdraw ann {offers[0]}")
    assert len(post.service.lobby.view(ann).mine) == 2
    post.now += 3600
    (asked, *_) = post.sent()
    token = parse_local_part(asked.headers["Reply-To"].partition("@")[0])
    assert token
    assert post.reply(token, "confirm").startswith(f"withdraw {offers[0]}")
    assert [one.offer.id for one in post.service.lobby.view(ann).mine] == offers[1:]
    assert "another password" in post.send("withdraw ann no-offer-and-no-password")
    assert not post.send(f"withdraw ann {SECRET} {offers[1]}").startswith("refused")
    assert post.service.lobby.view(ann).mine == ()
