"""Commands about offers, tournaments and vacations, as the programs of people write their mails."""

from pathlib import Path

import pytest

from ludarium.site.ground.values import Person
from ludarium.site.offers.commands import MakeOffer
from ludarium.site.outbox.outbox import Mail
from ludarium.site.tournaments.entering import EnterTournament
from tests.site.mail.commands.steps import SECRET
from tests.site.mail.conftest import DOOR, Post

FOLDER = Path(__file__).parent / "command_mails"


@pytest.fixture(autouse=True)
def password(post: Post, ann: Person) -> None:
    post.service.passwords.set(ann, SECRET)


def mailed(post: Post, name: str, *, cup: str = "", offer: str = "", reply_to: str = "") -> Mail:
    """Deliver a mail of Ann's, in which ids stand in place of capitals; return its answer, as one line."""
    raw = (FOLDER / f"{name}.eml").read_bytes()
    for place, value in (("CUPCUPCUPCUP", cup), ("OFFEROFFEROFFER0", offer), ("REPLYREPLYREPLY", reply_to)):
        raw = raw.replace(place.encode(), value.encode())
    raw = raw.replace(b"Q?Tournament_enter_" + cup.encode(), b"Q?Tournament_enter_" + cup.replace("_", "=5F").encode())
    outcome = post.deliver(raw, "ann@example.com", reply_to or DOOR.address).outcome
    post.now += 61
    found = [mail for mail in post.sent() if mail.address == "ann@example.com"]
    assert len(found) == 1, outcome
    assert SECRET not in outcome + found[0].subject + found[0].text
    return found[0]._replace(text=" ".join(found[0].text.split()))


def entered(post: Post, cup: str) -> list[str]:
    return [entry.name for entry in post.service.tournaments.view(None, cup).players]


def test_every_mail_is_used() -> None:
    here = Path(__file__).read_text("utf-8")
    assert [path.stem for path in FOLDER.glob("*.eml") if f'"{path.stem}"' not in here] == []


def test_an_offer_in_a_folded_subject_waits_and_says_what_is_unrated(post: Post, ann: Person) -> None:
    said = mailed(post, "gmail_offer_folded_subject").text
    (mine,) = post.service.lobby.view(ann).mine
    assert (mine.offer.games, mine.offer.uses, len(mine.offer.tempos)) == (("orion(clicks=2)",), 2, 2)
    assert said.startswith(f"Your offer waits; you are mailed when a match begins. Its id is {mine.offer.id}.")
    assert said.endswith("A match of Orion: Hydra (2 clicks) is unrated: a rated match has the usual options of orion.")


def test_an_offer_is_accepted_above_an_unmarked_quotation(post: Post, ann: Person, bob: Person) -> None:
    offer = post.service.offers.act(bob, MakeOffer("orion(clicks=2)", "6d+3d/6d", rated="yes")).offer
    post.send("offers")
    (listed,) = post.sent()
    assert ", rated" not in listed.text
    post.now += 61
    said = mailed(post, "outlook_german_accepts_offer", offer=offer, reply_to=listed.headers["Reply-To"]).text
    assert said.startswith("Game 1 has begun. It is unrated: a rated match has the usual options of orion. ")
    assert said.count("has begun") == 1
    (game,) = post.service.queries.recent()
    assert {seat.name for seat in game.seats} == {"Ann", "Bob"}


def test_a_tournament_is_entered_with_a_password_in_curly_quotes(post: Post, cup: str) -> None:
    assert mailed(post, "apple_mail_enters_tournament", cup=cup).text.startswith("You have entered.")
    assert entered(post, cup) == ["Ann"]


def test_a_table_is_asked_for_in_the_text(post: Post, cup: str) -> None:
    assert mailed(post, "mutt_table_without_subject", cup=cup).text.startswith("The cup ")


def test_a_duplicate_has_its_games_in_the_answer(post: Post, duplicate: str) -> None:
    said = mailed(post, "mutt_table_without_subject", cup=duplicate).text
    assert "Game 1:" in said
    assert "Game 2:" in said


def test_a_tournament_is_left_by_a_telephone(post: Post, ann: Person, cup: str) -> None:
    post.service.tournaments.act(ann, cup, EnterTournament())
    assert mailed(post, "iphone_leaves_tournament", cup=cup).text.startswith("You have left the tournament.")
    assert entered(post, cup) == []


def test_a_vacation_is_asked_for_in_html_alone(post: Post, ann: Person) -> None:
    said = mailed(post, "gmx_vacation_in_the_text").text
    assert said.startswith("Your clocks by correspondence wait for 14 days.")
    ((begins, ends),) = post.service.vacation.planned(ann.id)
    assert ends - begins == 14 * 24 * 3600.0


@pytest.mark.parametrize(
    ("name", "asked", "count"), [("thunderbird_french_several", "all offers", 3), ("iphone_french_several", "Orion", 2)]
)
def test_several_commands_end_before_closing_words(post: Post, cup: str, name: str, asked: str, count: int) -> None:
    said = mailed(post, name).text
    assert said.count("=" * 72) == count - 1
    assert "is not a command" not in said
    assert f"> {asked.lower()}" in said.lower()


def test_one_offer_is_withdrawn_in_html_alone(post: Post, ann: Person) -> None:
    offers = [post.service.offers.act(ann, MakeOffer(game, "6d+3d/6d")).offer for game in ("orion", "vortex")]
    assert mailed(post, "outlook_html_withdraws", offer=offers[0]).text.startswith("Your offer is withdrawn.")
    assert [mine.offer.id for mine in post.service.lobby.view(ann).mine] == offers[1:]


def test_a_question_is_confirmed_with_a_french_exclamation_mark(post: Post, cup: str) -> None:
    post.send(f"tournament enter {cup} ann")
    (asked,) = post.sent()
    post.now += 61
    said = mailed(post, "android_french_confirms", cup=cup, reply_to=asked.headers["Reply-To"]).text
    assert said.startswith("You have entered.")
    assert entered(post, cup) == ["Ann"]


def test_a_mistyped_long_word_is_quoted(post: Post) -> None:
    mail = mailed(post, "gmail_wrong_words")
    assert "'tournamnet' is not a command: expected one that help lists; did you mean tournament?" in mail.text
    assert "****" not in mail.subject + mail.text


def test_a_copy_of_a_mail_enters_nobody_twice(post: Post, cup: str) -> None:
    mailed(post, "apple_mail_enters_tournament", cup=cup)
    raw = (
        (FOLDER / "apple_mail_enters_tournament.eml")
        .read_bytes()
        .replace(b"CUPCUPCUPCUP", cup.replace("_", "=5F").encode())
    )
    assert post.deliver(raw, "ann@example.com", DOOR.address).outcome.startswith("a copy")
    assert post.sent() == []


def test_a_french_space_before_the_mark_belongs_to_no_word(post: Post, ann: Person, bob: Person) -> None:
    match = post.begin("orion", ann, bob)
    assert post.reply(post.token(ann, match, 0), "Resign\u00a0!").startswith(f"game {match.number}: ")
    assert post.service.bots.look(match.id).match.over
