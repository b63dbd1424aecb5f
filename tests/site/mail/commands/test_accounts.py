"""Mailed commands about an account: making, changing and closing it, passwords, vacation."""

import pytest
from sqlalchemy import func, select

from ludarium.site.ground.tables import people
from ludarium.site.ground.values import Person
from ludarium.site.match.views import MatchView
from ludarium.site.notices.rows.notices import GRACE
from ludarium.site.people import sign_in
from ludarium.site.people.passwords import WrongPassword
from tests.site.mail.commands.steps import SECRET, answer, confirm_addresses, died, sign_up_code, turns, words
from tests.site.mail.conftest import Post


def test_signup_and_confirm(post: Post) -> None:
    post.send(f"signup Dora {SECRET}", sender="dora@example.com")
    code = sign_up_code(post)
    assert "has another password" in words(answer(post, f"vacation dora {SECRET} 3", sender="dora@example.com"))
    answer(post, f"confirm {code} {SECRET}", sender="dora@example.com")
    assert post.service.accounts.find("dora").email == "dora@example.com"
    assert "wait for 3 days" in answer(post, f"vacation dora {SECRET} 3", sender="dora@example.com")
    assert "is the name of somebody here" in words(answer(post, f"signup dora {SECRET}", sender="eve@example.com"))
    with post.store.database.connect() as connection:
        count = connection.execute(select(func.count()).select_from(people)).scalar_one()
        assert "expected 8 to 200" in words(answer(post, "signup eve short", sender="eve@example.com"))
        assert connection.execute(select(func.count()).select_from(people)).scalar_one() == count


def test_mails_with_a_code_are_as_narrow_as_all_others(post: Post) -> None:
    post.send(f"signup Dora {SECRET}", sender="dora@example.com")
    lines = [line for mail in post.sent() for line in mail.text.splitlines() if "://" not in line]
    assert any("confirm" in line for line in lines)
    assert max(map(len, lines)) <= 72


def test_a_password_of_signup_does_not_count_for_who_confirms_without_it(post: Post) -> None:
    post.send(f"signup Dora {SECRET}", sender="dora@example.com")  # by somebody who writes that address
    answer(post, f"confirm {sign_up_code(post)}", sender="dora@example.com")
    assert "has another password" in words(answer(post, f"vacation dora {SECRET} 3"))


def test_signups_are_limited(post: Post, monkeypatch: pytest.MonkeyPatch) -> None:
    def count() -> int:
        with post.store.database.connect() as connection:
            return int(connection.execute(select(func.count()).select_from(people)).scalar_one())

    many = " ".join(f"someone{number}@example.com" for number in range(7))
    assert "expected at most 6" in words(answer(post, f"signup dora {SECRET} {many}"))
    monkeypatch.setattr(sign_in, "SIGN_UPS_AN_HOUR", 6)
    for number in range(9):
        post.send(f"signup dora{number} {SECRET} {'dora' if number < 6 else f'eve{number}'}@example.com")
    assert (count(), len({mail.address for mail in post.sent()} - {"ann@example.com"})) == (2 + 6, 2)
    post.now += 3601
    assert not post.send(f"signup eve {SECRET} eve@example.com").startswith("refused")


def test_an_account_is_made_and_confirmed_once_although_the_process_died(post: Post, ann: Person) -> None:
    died(post, f"signup Dora {SECRET}", "dora@example.com")
    died(post, f"confirm {sign_up_code(post)} {SECRET}", "dora@example.com")
    assert post.service.passwords.check("dora", SECRET).email == "dora@example.com"
    outcomes = [mail.outcome for mail in post.store.inbox.latest(2)]
    assert not [outcome for outcome in outcomes if "refused" in outcome]
    with post.store.database.connect() as connection:
        assert connection.execute(select(func.count()).select_from(people)).scalar_one() == 3


def test_signup_with_two_addresses(post: Post) -> None:
    post.send(f"signup Dora {SECRET} dora@example.com more@example.com")
    confirm_addresses(post, "more@example.com", "dora@example.com")
    assert post.service.accounts.addresses(post.service.accounts.find("dora")) == (
        "more@example.com",
        "dora@example.com",
    )


def test_signup_needs_an_open_site(post: Post, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(post.service.accounts.rules), "may_register", lambda rules, person: False)
    assert "an account needs an invitation" in words(answer(post, f"signup carla {SECRET}"))


def test_change_password(post: Post, ann: Person) -> None:
    assert "was changed" in answer(post, f"change password ann {SECRET} another-one")
    assert post.service.passwords.check("ann", "another-one") == ann
    assert "has another password" in words(answer(post, f"change password ann {SECRET} third-one"))
    assert "expected the word address or password" in words(answer(post, f"change name ann {SECRET} x"))


def test_change_address(post: Post, ann: Person) -> None:
    post.send(f"change address ann {SECRET} new@example.com")
    confirm_addresses(post, "new@example.com")
    assert post.service.accounts.find("ann").email == "new@example.com"


def test_further_addresses_get_the_mails_of_notices_and_can_be_removed(post: Post, ann: Person, bob: Person) -> None:
    post.send(f"add ann {SECRET} a@example.com b@example.com")
    confirm_addresses(post, "a@example.com", "b@example.com")
    ann = post.service.accounts.find("ann")
    assert post.service.accounts.addresses(ann) == ("ann@example.com", "a@example.com", "b@example.com")
    assert post.service.accounts.of_email("a@example.com") == ann
    answer(post, f"orion challenge --password={SECRET} ann bob", sender="bob@example.com")

    def told() -> list[str]:
        post.now += GRACE
        post.service.notices.plan()
        return sorted(mail.address for mail in post.sent() if "Reply-To" in mail.headers)

    assert told() == ["a@example.com", "ann@example.com", "b@example.com"]
    assert told() == []
    assert "mail the command" not in answer(post, f"add ann {SECRET} a@example.com off")
    assert "is no address of ann" in words(answer(post, f"add ann {SECRET} bob@example.com off"))
    answer(post, f"add ann {SECRET} ann@example.com off", sender="b@example.com")
    assert post.service.accounts.addresses(post.service.accounts.find("ann")) == ("b@example.com",)


def test_a_lost_password_is_replaced_by_mail(post: Post, ann: Person) -> None:
    post.send("password ann", sender="eve@example.com")
    (mail,) = [mail for mail in post.sent() if mail.address == "ann@example.com"]
    new = mail.text.split("\n\n")[1].strip()
    assert post.service.passwords.check("ann", SECRET) == ann
    assert post.service.passwords.check("ann", new) == ann
    assert "has another password" in words(answer(post, f"vacation ann {SECRET} 3"))
    assert "If this is the name" in answer(post, "password nobody")


def test_nobody_fills_the_mailbox_of_another(post: Post, ann: Person) -> None:
    post.send("multiple", "password ann\n" * 7, sender="eve@example.com")
    for _ in range(2):
        post.send("password ann", sender="eve@example.com")
    assert sum(mail.address == ann.email for mail in post.sent()) == 5
    post.now += 3600
    post.send("password ann", sender="eve@example.com")
    assert sum(mail.address == ann.email for mail in post.sent()) == 1


def test_ten_wrong_passwords_lock_their_sender_and_nobody_else(post: Post, match: MatchView) -> None:
    for name in ("ann", "bob") * 5:
        post.send(f"orion move {match.number} {name} guess-guess u+", sender="eve@example.com")
    assert "10 wrong passwords" in post.send(f"orion move {match.number} Ann {SECRET} u+", sender="eve@example.com")
    assert turns(post, match) == []
    post.send(f"orion move {match.number} ann {SECRET} u+", sender="elsewhere@example.com")
    assert turns(post, match) == ["u+"]
    post.now += 3601
    post.send(f"orion move {match.number} bob {SECRET} a--", sender="eve@example.com")
    assert turns(post, match) == ["u+", "a--"]


def test_a_hundred_wrong_passwords_for_a_name_lock_all_but_its_owner(post: Post, match: MatchView) -> None:
    for number in range(100):
        with pytest.raises(WrongPassword):
            post.service.passwords.check("ann", "guess-guess", f"eve{number}@example.com")
    assert "100 wrong passwords" in post.send(f"orion move {match.number} ann {SECRET} u+", sender="eve@example.com")
    assert turns(post, match) == []
    post.send(f"orion move {match.number} ann {SECRET} u+")
    assert turns(post, match) == ["u+"]


def test_delete_closes_the_account(post: Post, match: MatchView) -> None:
    assert "is closed" in answer(post, f"delete ann {SECRET}")
    assert post.service.bots.look(match.id).match.over
    assert "has another password" in words(answer(post, f"delete ann {SECRET} keep"))


def test_vacation(post: Post, ann: Person) -> None:
    assert "wait for 7 days. you have 23.0 days" in words(answer(post, f"vacation ann {SECRET} 7"))
    assert "is no number of days" in answer(post, f"vacation ann {SECRET} some")


def test_signoff_ends_the_mail_about_games(post: Post, ann: Person) -> None:
    answer(post, f"signoff ann {SECRET}")
    assert post.service.notices.settings(ann.id).mail == "never"


@pytest.mark.parametrize(
    "line",
    [
        "{0} ann",
        "{0}",
        "orion {0} 1 ann u+",
        "orion move {0} ann u+",
        "orion move 1 {0} ann u+",
        "orion move 1 ann u+ {0}",
        "orion move 1 {0} u+",
        "orion show 1 ann {0}",
        "orion challenge --pasword={0} ann bob",
        "orion challenge ann bob {0}",
        "games ann {0}",
        "password ann {0}",
        "vacation {0} ann 3",
        'vacation "{0}" ann 3',
        "signoff ANN guess-guess {0}",
        "delete ann {0}{0}{0}{0}{0}{0}{0}",
    ],
)
def test_a_password_in_a_wrong_place_is_neither_kept_nor_repeated(post: Post, match: MatchView, line: str) -> None:
    written_line = line.format(SECRET)
    answer(post, written_line)
    answer(post, "multiple", written_line)
    token = post.token(post.service.accounts.find("ann"), match, 0)
    refused = post.reply(token, written_line)
    assert refused.startswith("refused")
    if line.startswith("orion move 1"):
        assert SECRET not in refused
        assert SECRET not in post.sent()[-1].text


def test_what_is_no_password_is_quoted(post: Post, match: MatchView) -> None:
    assert "vacation@example.com" in answer(post, "orion show vacation@example.com")
    assert "u+a--u+a--" in answer(post, f"orion move {match.number} ann {SECRET} u+a--u+a--")
