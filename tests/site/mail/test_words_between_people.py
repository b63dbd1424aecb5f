"""What people write to each other by mail: what reaches whom, and what stays behind."""

import pytest

from ludarium.site.ground.values import Person
from ludarium.site.mail.incoming.signatures import without_signature
from ludarium.site.match.views import MatchView
from ludarium.site.moderation.decisions import MutePerson, Suspend
from tests.site.mail.commands.steps import SECRET
from tests.site.mail.conftest import Post


def told_to(post: Post, name: str) -> list[str]:
    return [mail.text for mail in post.sent() if mail.address == f"{name}@example.com"]


SIGNATURES = {
    "Best regards,\nAnn Example\nHead of Rotors\nTel: +49 30 1234567": "",
    "Nice move!\n\nBest wishes\nAnn": "Nice move!",
    "Schöner Zug.\n\nViele Grüße\nAnn": "Schöner Zug.",
    "Bien joué !\n\nCordialement,\n\nAnn Example": "Bien joué !",
    "Well played\n\nAnn": "Well played",
    "Well played\nAnn Example\nann@work.example\nwww.work.example": "Well played",
    "Good luck!\nCheers, Ann": "Good luck!",
    "Good luck!\n\nLove,\nAnn": "Good luck!",
    "I love this game": "I love this game",
    "Schöner Zug!\nLG Ann": "Schöner Zug!",
    "Regards to Ann and all of her family": "Regards to Ann and all of her family",
    "Ann is a fine name, is it not?\nBob": "Ann is a fine name, is it not?\nBob",
    "Thanks for the game": "Thanks for the game",
    "Best move so far!\nI did not see it.": "Best move so far!\nI did not see it.",
    "Regards to your sister.": "Regards to your sister.",
    "One.\n\nSent from my Galaxy": "One.",
    "One.\n\nGet Outlook for Android<https://aka.ms/x>": "One.",
}


@pytest.mark.parametrize("text", SIGNATURES)
def test_a_signature_without_its_mark_is_known_by_its_words(text: str) -> None:
    assert without_signature(text, ["Ann", "Ann Example"]) == SIGNATURES[text]


def test_what_ends_every_mail_of_a_person_is_sent_on_once() -> None:
    earlier = ["Hello!\n\nThis mail may be confidential.\nDo not print it."]
    text = "Good luck!\n\nThis mail may be confidential.\nDo not print it."
    assert without_signature(text, [], earlier) == "Good luck!"
    assert without_signature("Good luck!", [], ["Good luck!"]) == "Good luck!"


def test_what_was_sent_on_is_said_in_the_answer(post: Post, ann: Person, match: MatchView) -> None:
    post.reply(post.token(ann, match, 0), "u+\n\nGood luck!\n\nBest wishes,\nAnn\n")
    mails = {mail.address: mail.text for mail in post.sent()}
    assert "Sent on to Bob: Good luck!" in mails["ann@example.com"]
    assert "Good luck!" in mails["bob@example.com"]
    assert "Best wishes" not in mails["bob@example.com"] + mails["ann@example.com"]


def test_a_disclaimer_is_sent_on_once(post: Post, ann: Person, bob: Person, match: MatchView) -> None:
    legal = "This mail may be confidential.\nDo not print it."
    post.reply(post.token(ann, match, 0), f"u+\n\nHello!\n\n{legal}")
    assert legal in told_to(post, "bob")[0]
    post.now += 61
    post.reply(post.token(bob, match, 1), "a--", "bob@example.com")
    post.reply(post.token(ann, match, 0), f"u---\n\nYour turn.\n\n{legal}")
    (text,) = told_to(post, "bob")[-1:]
    assert "Your turn." in text
    assert "confidential" not in text


def test_a_reply_to_a_message_reaches_who_has_written_it(
    post: Post, ann: Person, bob: Person, match: MatchView
) -> None:
    post.reply(post.token(ann, match, 0), "u+\n\nGood luck!")
    message = next(mail for mail in post.sent() if mail.address == "bob@example.com")
    assert "To answer Ann, reply to this mail." in message.text
    assert message.headers["References"] == f"<match.{match.id}@games.example.org>"
    token = message.headers["Reply-To"].partition("@")[0].removeprefix("m+")
    for text in ("Thanks", "You too!\n\nBob"):  # a conversation may go on
        assert post.reply(token, text, "bob@example.com") == "a message to Ann"
        post.now += 61
        mails = {mail.address: mail.text for mail in post.sent()}
        assert mails["ann@example.com"].startswith(f"Bob writes:\n\n{text.partition(chr(10))[0]}\n\nTo answer Bob")
        assert f"Sent on to Ann: {text.partition(chr(10))[0]}" in mails["bob@example.com"]
    post.service.blocks.add(ann, "Bob")
    assert post.reply(token, "Hello?", "bob@example.com").startswith("refused: Ann takes no messages")
    assert post.service.bots.look(match.id).match.turns[-1].text == "u+"


TYPED = ("u\u2013 ", "\u201cu\u2212\u201d", "u\ufe63.", "\u200bu-\u200b", "u\u00a0-!", "\u00abu-\u00bb", "Move u-.")


@pytest.mark.parametrize("line", TYPED)
def test_typography_is_undone(post: Post, ann: Person, bob: Person, line: str) -> None:
    match = post.begin("orion", ann, bob)
    post.reply(post.token(ann, match, 0), line)
    assert [turn.text for turn in post.service.bots.look(match.id).match.turns] == ["u-"]


def test_a_dash_is_two_hyphens(post: Post, ann: Person, bob: Person, match: MatchView) -> None:
    post.service.bots.submit(match.id, 0, "u+", 0)
    post.reply(post.token(bob, match, 1), "a\u2014", "bob@example.com")
    assert post.service.bots.look(match.id).match.turns[-1].text == "a--"


def test_a_refusal_names_the_characters_that_no_turn_has(post: Post, ann: Person, match: MatchView) -> None:
    post.reply(post.token(ann, match, 0), "u\u00f7\u20ac")
    (mail,) = post.sent()
    text = " ".join(mail.text.split())
    assert "it has characters that no turn has: '÷' (division sign), '€' (euro sign); instead" in text


@pytest.mark.parametrize("line", ["Resign.", "RESIGN!", "resign", "\u201cResign\u201d", "resign. "])
def test_a_full_stop_belongs_to_the_sentence(post: Post, ann: Person, bob: Person, line: str) -> None:
    match = post.begin("orion", ann, bob)
    post.reply(post.token(ann, match, 0), line)
    assert post.service.bots.look(match.id).match.over


def test_a_word_out_of_turn_is_quoted(post: Post, ann: Person, bob: Person, match: MatchView) -> None:
    cases = (("b--", "'b--' was read: it is X's turn"), ("Accept.", "'Accept.' was read: no offer is open"))
    for line, expected in cases:
        post.reply(post.token(bob, match, 1), line, "bob@example.com")
        post.now += 61
        (text,) = told_to(post, "bob")
        assert expected in " ".join(text.split())
    token = post.token(ann, match, 0)
    post.service.bots.submit(match.id, 0, "u+", 0)
    post.reply(token, "v+")
    (text,) = told_to(post, "ann")
    assert text.startswith("'v+' was read, and nothing was changed: the turn of this mail is over")


def test_proof_from_an_address_lifts_its_mark_of_refusing_mail(
    post: Post, ann: Person, bob: Person, match: MatchView
) -> None:
    notices = post.service.notices
    post.service.passwords.set(ann, "wonder-land")

    def refuses(*addresses: str) -> list[bool]:
        return [notices.refusal(address) is not None for address in addresses]

    for address in ("ann@example.com", "bob@example.com"):
        notices.refuse(address, "550 no such user")
    post.send("orion showas ann a-wrong-word", sender="ann@example.com")
    post.reply(post.token(ann, match, 0), "nonsense", "bob@example.com")
    assert refuses("ann@example.com", "bob@example.com") == [True, True]
    post.send("orion showas ann wonder-land", sender="ann@example.com")
    assert refuses("ann@example.com", "bob@example.com") == [False, True]
    notices.refuse("ann@example.com", "550 no such user")
    post.reply(post.token(ann, match, 0), "u+", "ann@example.com")
    assert refuses("ann@example.com", "bob@example.com") == [False, True]


def test_a_confirmed_code_lifts_the_mark_of_its_address(post: Post) -> None:
    post.send("signup carl a-fine-word", sender="carl@example.com")
    (mail,) = [mail for mail in post.sent() if "confirm" in mail.text and "link" in mail.text.lower()][:1]
    code = mail.text.partition("confirm ")[2][:9]
    post.service.notices.refuse("carl@example.com", "550 full")
    post.now += 61
    post.send(f"confirm {code} a-fine-word", sender="carl@example.com")
    assert post.service.accounts.of_email("carl@example.com")
    assert post.service.notices.refusal("carl@example.com") is None


def test_an_auto_reply_without_headers_gets_two_answers_a_day(post: Post, ann: Person, match: MatchView) -> None:
    answers = []
    for number in range(5):
        post.reply(post.token(ann, match, 0), f"Thank you for your mail. I am back on day {number}.")
        post.now += 3600
        answers += told_to(post, "ann")
    assert len(answers) == 2
    assert "no further answer today" in " ".join(answers[1].split())


def test_a_muted_person_mails_nobody_and_a_suspended_one_does_nothing(
    post: Post, ann: Person, bob: Person, match: MatchView
) -> None:
    service = post.service
    service.accounts.make_administrator(post.account("Chief"), "a test")
    chief = service.accounts.find("Chief")
    service.passwords.set(ann, SECRET)
    service.passwords.set(bob, SECRET)
    post.send(f"message bob {SECRET} ann", "Before", "bob@example.com")
    answer = next(mail for mail in post.sent() if "Before" in mail.text and mail.address == "ann@example.com")
    token = answer.headers["Reply-To"].partition("@")[0].removeprefix("m+")
    turn = post.token(ann, match, 0)
    service.moderation.act(chief, MutePerson(ann.id, "insult", days="7"))
    for outcome in (
        post.send(f"message ann {SECRET} bob", "Words of Ann"),
        post.send(f"broadcast ann {SECRET}", "Words of Ann"),
        post.send(f"chat {match.number} ann {SECRET}", "Words of Ann"),
        post.reply(token, "Words of Ann"),
    ):
        assert "ou may not write to others until" in outcome
    post.reply(turn, "u+\n\nWords of Ann")
    assert service.bots.look(match.id).match.turns[0].text == "u+"
    mails = post.sent()
    assert not [mail for mail in mails if "Words of Ann" in mail.text and mail.address == "bob@example.com"]
    service.moderation.act(chief, Suspend(bob.id, "computer", days="7"))
    before = service.bots.look(match.id).revision
    for outcome in (
        post.reply(post.token(bob, match, 1), "f+", "bob@example.com"),
        post.send(f"move {match.number} bob {SECRET} f+", sender="bob@example.com"),
        post.send(f"resign {match.number} bob {SECRET}", sender="bob@example.com"),
    ):
        assert "his account is suspended until" in outcome
    assert service.bots.look(match.id).revision == before
