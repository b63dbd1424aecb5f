"""Mailed chat, messages and words below a turn are the talk of the match; what is said on the site is mailed."""

from ludarium.site.ground.values import Person
from ludarium.site.match.views import MatchView
from ludarium.site.talk.commands import MuteTalk, Say
from tests.site.mail.commands.steps import SECRET
from tests.site.mail.conftest import Post


def heard(post: Post, person: Person, match: MatchView) -> list[tuple[str, str]]:
    found = post.service.talk.view(person, post.service.view(person, match.id)).messages
    return [(each.name, each.text) for each in found]


def to_bob(post: Post) -> list[str]:
    return [mail.text for mail in post.sent() if mail.address == "bob@example.com"]


def test_what_is_mailed_stands_in_the_talk_once(post: Post, ann: Person, bob: Person, match: MatchView) -> None:
    post.service.passwords.set(ann, SECRET)
    post.send(f"orion chat {match.number} ann {SECRET}", f"Hello, {SECRET} is mine", "ann@example.com")
    post.now += 61
    post.send(f"message ann {SECRET} bob", "A message", "ann@example.com")
    post.reply(post.token(ann, match, 0), "u+\n\nYour turn")
    texts = [text for _, text in heard(post, bob, match)]
    assert texts == ["Hello, **** is mine", "A message", "Your turn"]
    kinds = [each.notice.kind for each in post.service.notices.recent(bob.id)]
    assert kinds.count("talk") == 1


def test_who_has_muted_gets_no_mail_and_nobody_is_notified(
    post: Post, ann: Person, bob: Person, match: MatchView
) -> None:
    post.service.talk.act(bob, match.id, MuteTalk())
    post.reply(post.token(ann, match, 0), "u+\n\nHello Bob")
    mails = post.sent()
    assert any("Sent on to Bob: Hello Bob" in mail.text for mail in mails if mail.address == "ann@example.com")
    assert not [mail for mail in mails if mail.address == "bob@example.com" and "Hello Bob" in mail.text]


def test_links_of_newcomers_are_not_sent_on(post: Post, ann: Person, bob: Person, match: MatchView) -> None:
    post.reply(post.token(ann, match, 0), "u+\n\nsee https://example.net/x")
    mails = post.sent()
    assert any("Your words were not sent on" in mail.text for mail in mails if mail.address == "ann@example.com")
    assert not [mail for mail in mails if "example.net/x" in mail.text and mail.address == "bob@example.com"]
    assert heard(post, bob, match) == []
    assert post.service.bots.look(match.id).match.turns[0].text == "u+"


def test_what_is_said_on_the_site_is_mailed_and_a_reply_is_talk(
    post: Post, ann: Person, bob: Person, match: MatchView
) -> None:
    post.sent()
    post.service.talk.act(ann, match.id, Say("Hello from the site"))
    post.now += 61
    post.service.notices.plan()
    mail = next(mail for mail in post.sent() if "Hello from the site" in mail.text)
    assert mail.subject == f"Ann writes about game {match.number}"
    token = mail.headers["Reply-To"].partition("@")[0].removeprefix("m+")
    assert post.reply(token, "Hello by mail", "bob@example.com") == "a message to Ann"
    assert heard(post, ann, match) == [("Ann", "Hello from the site"), ("Bob", "Hello by mail")]
