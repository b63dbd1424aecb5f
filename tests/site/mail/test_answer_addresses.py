"""To whom an answer goes: to the envelope's sender or to the person's own address, and to nobody whom a mail names."""

import pytest

from ludarium.site.ground.values import Person
from ludarium.site.match.views import MatchView
from tests.site.mail.commands.steps import SECRET
from tests.site.mail.conftest import DOOR, Post, written

THIRD = "victim@example.net"


def addresses(post: Post) -> list[str]:
    return [mail.address for mail in post.sent()]


@pytest.mark.parametrize("headers", [{"Reply_To": THIRD}, {"Reply_To": f"ann@example.com, {THIRD}"}, {"Sender": THIRD}])
@pytest.mark.parametrize("text", ["u+", "nonsense"])
def test_a_third_person_in_a_reply_gets_nothing(
    post: Post, ann: Person, match: MatchView, text: str, headers: dict[str, str]
) -> None:
    post.reply(post.token(ann, match, 0), text, **headers)
    assert addresses(post) == ["ann@example.com"]


@pytest.mark.parametrize("subject", ["help", "nonsense", "orion show 99", "signup carl a-fine-word", "password ann"])
def test_a_third_person_named_in_a_command_gets_nothing(post: Post, ann: Person, subject: str) -> None:
    for headers in ({"Reply_To": THIRD}, {"From": f"Victim <{THIRD}>"}):
        post.now += 61
        post.send(subject, sender="eve@example.org", **headers)
        found = addresses(post)
        assert "eve@example.org" in found
        assert not {THIRD} & {*found}


def passed_on(post: Post, text: str, author: str, envelope: str, to: str) -> None:
    post.deliver(written(text, author), envelope, to)


FORWARDED = "srs0=hash=tt=example.com=ann@forwarder.example.net"


def test_the_own_address_gets_the_answer_to_a_mail_that_was_passed_on(
    post: Post, ann: Person, match: MatchView
) -> None:
    token = post.token(ann, match, 0)
    passed_on(post, "nonsense", "ann@example.com", FORWARDED, f"m+{token}@{DOOR.domain}")
    (mail,) = post.sent()
    assert mail.address == "ann@example.com"
    assert "Reply-To" in mail.headers
    passed_on(post, "u+", "eve@example.net", FORWARDED, f"m+{token}@{DOOR.domain}")
    assert addresses(post) == [FORWARDED]


def test_who_proves_nothing_gets_no_answer_at_the_address_of_another(post: Post, ann: Person, match: MatchView) -> None:
    post.service.passwords.set(ann, SECRET)
    line = f"move {match.number} ann wrong-word u+"
    post.deliver(written("", "ann@example.com", Subject=line), "eve@example.net", DOOR.address)
    assert addresses(post) == ["eve@example.net"]


def test_a_tag_of_the_senders_server_is_no_part_of_the_address(post: Post, ann: Person, match: MatchView) -> None:
    to = f"m+{post.token(ann, match, 0)}@{DOOR.domain}"
    passed_on(post, "nonsense", "ann@example.com", "prvs=0123abcdef=ann@example.com", to)
    assert addresses(post) == ["ann@example.com"]


def test_a_code_proves_the_address_to_which_it_was_mailed(post: Post) -> None:
    post.send("signup carl a-fine-word carl@example.com", sender=FORWARDED)
    mail = next(mail for mail in post.sent() if mail.address == "carl@example.com")
    code = mail.text.partition("confirm ")[2][:9]
    post.now += 61
    raw = written("", "carl@example.com", Subject=f"confirm {code} a-fine-word")
    assert post.deliver(raw, FORWARDED, DOOR.address).outcome.startswith("confirm")
    found = post.service.accounts.of_email("carl@example.com")
    assert found
    assert post.service.accounts.of_email(FORWARDED) is None
    assert found.name == "carl"
