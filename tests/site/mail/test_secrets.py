"""A password in the wrong place of a mail is neither kept nor repeated: not in answers, to others, or in the inbox."""

from base64 import b64encode

import pytest

from ludarium.site.ground.values import Person
from ludarium.site.mail.incoming.redaction import hide
from ludarium.site.mail.masking import suspects
from ludarium.site.match.views import MatchView
from tests.site.mail.commands.steps import SECRET
from tests.site.mail.conftest import DOOR, Post, written


@pytest.fixture(autouse=True)
def password(post: Post, ann: Person, bob: Person) -> str:
    """The password of Ann and of Bob."""
    for person in (ann, bob):
        post.service.passwords.set(person, SECRET)
    return SECRET


def everything(post: Post) -> str:
    """Return all that is kept of mails, and all that is mailed."""
    post.now += 61
    kept = [
        f"{mail.raw.decode('utf-8', 'replace')} {mail.outcome} {mail.steps}" for mail in post.store.inbox.latest(50)
    ]
    sent = [f"{mail.subject} {mail.text} {mail.headers}" for mail in post.sent()]
    return "\n".join(kept + sent).lower()


MISPLACED = (
    "orion move {n} ann {s} u+",
    "orion move {n} {s} ann u+",
    "orion {s} move {n} ann u+",
    "{s} orion move {n} ann u+",
    "orion move {s} ann u+",
    "orion show {s}",
    "signup {s} Ann",
    "message ann {s}x bob",
    "password {s}",
    'move {n} "{s}" u+',
    "orion move {n} \u201c{s}\u201d ann u+",
)


@pytest.mark.parametrize("line", MISPLACED)
def test_a_command_keeps_no_password(post: Post, match: MatchView, line: str) -> None:
    post.send(line.format(n=match.number, s=SECRET), "a text")
    assert SECRET not in everything(post)


@pytest.mark.parametrize("short", ["hunter2", "p4ss", "s3cr3t!", "secret"])
@pytest.mark.parametrize("line", ["orion move {n} {s} ann u+", "orion move {n} ann {s} u+", "orion move {s} ann u+"])
def test_a_word_that_is_shorter_than_a_password_is_hidden_too(
    post: Post, match: MatchView, line: str, short: str
) -> None:
    post.send(line.format(n=match.number, s=short))
    assert short not in everything(post)


def test_a_mistyped_command_and_what_it_is_about_are_repeated(post: Post, match: MatchView) -> None:
    assert "'dance' is not a command" in post.send(f"orion dance {match.number}")
    assert "did you mean orion" in post.send("orin show 1")
    assert suspects("orion move 17#5 ann@example.com u+ abc", lambda word: False) == frozenset()
    assert hide(["told"], []) == ["told"]


@pytest.mark.parametrize(
    ("line", "quoted"),
    [
        ("Congratulations, that was a fine game!", "'Congratulations,'"),
        ("orion challange ann", "'challange'"),
        ("orion show Alexandra", "'Alexandra'"),
        ("orion challenge ann Alexandra", "'Alexandra'"),
        ("orion offer --tempo=sometimes ann {s}", "'sometimes'"),
        ("orion move {n} Annabelle {s} u+", "'Annabelle'"),
    ],
)
def test_a_plain_word_where_no_password_belongs_is_quoted(post: Post, match: MatchView, line: str, quoted: str) -> None:
    outcome = post.send(line.format(n=match.number, s=SECRET))
    (mail,) = post.sent()
    assert quoted in " ".join(mail.text.split())
    assert mail.text.count("****") == line.count("{s}")  # the password itself
    assert quoted.strip("',") not in outcome  # which administrators read


@pytest.mark.parametrize(
    "line",
    [
        "orion move {n} hunterhunter ann u+",
        "orion move hunterhunter ann u+",
        "orion hunterhunter move {n} ann u+",
        "hunterhunter orion move {n} ann u+",
        "challange --password=hunterhunter ann bob",
        "orion challenge --password=hunterhunter ann nobodyhere",
        "vacation hunterhunter 7",
    ],
)
def test_a_plain_word_that_may_be_a_password_is_hidden_wherever_the_mail_comes_from(
    post: Post, match: MatchView, line: str
) -> None:
    post.send(line.format(n=match.number), sender="stranger@example.net")
    assert "hunterhunter" not in everything(post)


@pytest.mark.parametrize("subject", ["multiple", "Multiple.", "MULTIPLE:"])
def test_commands_in_one_mail_keep_no_password(post: Post, match: MatchView, subject: str) -> None:
    post.send(subject, f"orion move {match.number} ann {SECRET} u+\norion chat {SECRET} ann\nend\n")
    assert SECRET not in everything(post)
    assert post.service.bots.look(match.id).match.turns[0].text == "u+"


def test_the_text_for_the_others_has_no_password_of_its_sender(post: Post, match: MatchView, ann: Person) -> None:
    post.send(f"orion move {match.number} ann {SECRET} u+", f"Good luck! My password is {SECRET}.")
    post.send(f"message ann {SECRET} bob", f"It is ({SECRET}), I think.")
    told = everything(post)
    assert "good luck! my password is ****." in told
    assert "it is (****), i think." in told
    assert SECRET not in told


def test_a_reply_has_no_password_of_its_sender_either(post: Post, match: MatchView, ann: Person, bob: Person) -> None:
    token = post.token(ann, match, 0)
    post.reply(token, f"{SECRET}\n")
    post.reply(token, f"u+\n\nmy password: {SECRET}!\n")
    later = post.service.bots.look(match.id)
    post.reply(post.token(bob, later, 1), f"orion move {match.number} bob {SECRET} a--\n", "bob@example.com")
    told = everything(post)
    assert "my password: ****!" in told
    assert SECRET not in told


def test_a_challenge_that_is_declined_repeats_no_password(post: Post, bob: Person) -> None:
    post.send(f"orion challenge --password={SECRET} ann bob")
    assert SECRET not in everything(post)


def test_a_coded_mail_is_kept_as_plain_text(post: Post, match: MatchView) -> None:
    coded = b64encode(f"orion move {match.number} {SECRET} ann u+\n".encode())
    raw = b"From: ann@example.com\nMessage-ID: <1@example.com>\nSubject: \n"
    raw += b"Content-Type: text/html\nContent-Transfer-Encoding: base64\n\n" + coded
    kept = post.deliver(raw, "ann@example.com", DOOR.address)
    assert coded not in kept.raw
    assert f"orion move {match.number} **** **** u+" in kept.raw.decode()
    assert SECRET not in everything(post)


def test_a_copy_and_a_mail_by_a_program_are_kept_without_their_text(post: Post, match: MatchView) -> None:
    mail = written("", "ann@example.com", Subject=f"orion move {match.number} ann {SECRET} u+")
    for _ in range(2):
        post.deliver(mail, "ann@example.com", DOOR.address)
    program = written(f"password {SECRET}", "ann@example.com", Auto_Submitted="auto-generated")
    post.deliver(program, "ann@example.com", DOOR.address)
    assert SECRET not in everything(post)
    assert len(post.service.bots.look(match.id).match.turns) == 1


def test_a_mail_without_secrets_is_kept_as_it_came(post: Post) -> None:
    mail = written("", "ann@example.com", Subject="help")
    assert post.deliver(mail, "ann@example.com", DOOR.address).raw == mail


def test_few_words_of_a_long_text_are_compared_with_a_password(
    post: Post, ann: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    tried = []
    monkeypatch.setattr(type(post.service.passwords), "_verify", lambda self, hashed, word: tried.append(word))
    text = " ".join(f"word-{number:05}" for number in range(10_000))
    assert post.service.passwords.words_in(ann, text) == frozenset()
    assert len(tried) == 50
    assert post.service.passwords.words_in(ann, text) == frozenset()
    assert len(tried) == 50  # a mail is searched several times, and its words are hashed once


def test_a_quoted_address_by_which_somebody_plays_is_not_passed_on(post: Post, ann: Person, match: MatchView) -> None:
    token, other = post.token(ann, match, 0), "b" * 26
    outcome = post.reply(token, f"u+\n\nYou wrote to m+{other}@{DOOR.domain} before.\n> quoted")
    assert not outcome.startswith("refused")
    sent = post.sent()
    assert any("before." in mail.text for mail in sent)
    assert not [mail for mail in sent if other in mail.text]
