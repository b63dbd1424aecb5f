"""The games that a person has learnt, on their page."""

import re

import pytest
from starlette.testclient import TestClient

from ludarium.core.registry import definition
from ludarium.core.tutorial import tutorial
from ludarium.site.service import Service
from ludarium.site.store import Store
from tests.site.conftest import NewBrowser, begin, extract

LESSONS = tutorial(definition("orion"))


def solve(browser: TestClient, number: int) -> None:
    lesson = LESSONS[number]
    actions = ",".join(map(str, lesson.start.parse_turn(lesson.accept[0])))
    assert "data-solved" in browser.get(f"/games/orion/tutorial/{number + 1}", params={"draft": actions}).text


def learnt(browser: TestClient, path: str) -> list[tuple[str, str]]:
    section = re.search(r'<section aria-labelledby="learnt">.*?</section>', browser.get(path).text, re.DOTALL)
    rows = r'href="(/games/\w+/tutorial)">.*?<span class="quiet">(.*?)</span>'
    return re.findall(rows, section[0], re.DOTALL) if section else []


@pytest.mark.both_databases
def test_a_game_is_learnt_when_all_its_lessons_are_solved(browser: TestClient, new_browser: NewBrowser) -> None:
    path, other = extract(r'href="(/people/[^"]+)"', browser.get(begin(browser))), new_browser()
    assert learnt(browser, path) == []
    solve(browser, 0)
    solve(browser, 0)
    assert learnt(browser, path) == [("/games/orion/tutorial", f"1 of {len(LESSONS)} lessons")]
    assert learnt(other, path) == []  # others read of whole games alone
    for number in range(1, len(LESSONS)):
        solve(browser, number)
    for reader in (browser, other):
        assert learnt(reader, path) == [("/games/orion/tutorial", f"all {len(LESSONS)} lessons")]


def test_a_wrong_answer_and_a_stranger_learn_nothing(browser: TestClient, new_browser: NewBrowser) -> None:
    path = extract(r'href="(/people/[^"]+)"', browser.get(begin(browser)))
    wrong = ",".join(map(str, LESSONS[0].start.parse_turn(next(iter(LESSONS[0].answers)))))
    assert "data-solved" not in browser.get("/games/orion/tutorial/1", params={"draft": wrong}).text
    solve(new_browser(), 0)
    assert learnt(browser, path) == []


@pytest.mark.both_databases
def test_an_account_gets_what_its_guest_has_learnt_and_a_closed_one_forgets_it(service: Service, store: Store) -> None:
    guest, other = service.people.create_guest(), service.people.create_guest()
    store.accounts.set_email(other.id, "ann@example.com", "ann", 0.0)
    account = service.people.load(other.id)
    assert account
    for person, titles in ((guest, LESSONS[:3]), (account, LESSONS[2:4])):
        for lesson in titles:
            service.lessons.solve(person.id, "orion", lesson.title)
    service.accounts.merge(guest, account)
    assert [(one.game, one.solved) for one in service.lessons.of_person(account.id)] == [("orion", 4)]
    service.closing.close(account, account.id, keep_name=True)
    assert service.lessons.of_person(account.id) == []
