"""The page on which turns are planned ahead."""

import re
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from tests.databases import sqlite_copy
from tests.site.conftest import NewBrowser, begin, extract, join, said, send, touches, turns

GAME = {"option_clicks": "1", "position": ""}


@pytest.fixture
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """One kind of database is enough here: the tests of the rules run on both."""
    return sqlite_copy(request, tmp_path)


@pytest.fixture
def path(browser: TestClient) -> str:
    return begin(browser, **GAME)


def plans(browser: TestClient, path: str) -> list[str]:
    """Return the sentences of a person's plans."""
    found = re.findall(r'<li class="row"><span>(.*?)</span>', browser.get(f"{path}/plan").text, re.DOTALL)
    return [" ".join(re.sub("<.*?>", "", one).split()).replace(" ;", ";").replace(" .", ".") for one in found]


def keep(browser: TestClient, path: str, *line: str) -> int:
    return browser.post(f"{path}/plan", data={"do": "keep", "line": "\n".join(line)}).status_code


def test_a_line_is_written_on_the_board_or_as_text_and_then_kept(
    browser: TestClient, other: TestClient, path: str
) -> None:
    assert f'href="{path}/plan"' in other.get(path).text
    assert f'href="{path}/plan"' not in browser.get(path).text  # it is their turn
    page = other.get(f"{path}/plan")
    assert {seat for seat, *_ in touches(page)} == {0}  # their opponent's turns
    assert "Keep this plan" not in page.text
    action = next(action for seat, action, _ in touches(page))
    after = other.get(extract(r'data-next="(.*?)"', page) + str(action))
    text = extract(r'If they play <strong class="turn">(.*?)</strong>', after)
    assert {seat for seat, *_ in touches(after)} == {1}
    typed = other.get(f"{path}/plan", params={"line": text, "add": "zz"})
    assert (typed.status_code, len(said(typed))) == (400, 1)
    assert 'value="zz"' in typed.text
    answered = other.get(f"{path}/plan", params={"line": text, "add": "f+"})
    assert extract(r'name="line" value="(.*?)"', answered) == f"{text}\nf+"
    assert "Keep this plan" in answered.text
    undone = other.get(extract(r'id="undo"[^>]* href="(.*?)"', answered).replace("&amp;", "&"))
    assert extract(r'name="line" value="(.*?)"', undone) == text
    assert keep(other, path, text, "f+") == 200
    assert plans(other, path) == [f"If they play {text}, I play f+."]
    assert turns(send(browser, path, text=text)) == [f"1 X {text}", "2 O f+"]
    assert plans(other, path) == []


@pytest.mark.parametrize(
    ("method", "values"),
    [
        ("POST", {"do": "keep", "line": "p+\nf+"}),
        ("POST", {"do": "wait", "turn": "f+"}),
        ("GET", {"line": "p+", "add": "f+"}),
        ("GET", {"line": "p+", "draft": "3"}),
    ],
)
def test_who_plans_too_late_hears_it_on_the_match(
    browser: TestClient, other: TestClient, path: str, method: str, values: dict[str, str]
) -> None:
    send(browser, path, text="u+")
    asked = {"data": values} if method == "POST" else {"params": values}
    page = other.request(method, f"{path}/plan", **asked)  # type: ignore[arg-type]  # the values of either
    assert page.url.path == path
    assert said(page) == ["Your plan came too late and was not kept: the match has gone on."]
    assert said(other.get(f"{path}/plan")) == []  # who only comes to plan is led to the match


def test_plans_are_listed_continued_and_removed(browser: TestClient, other: TestClient, path: str) -> None:
    assert keep(other, path, "p+", "f+") == 200
    continued = other.get(f"{path}/plan").text
    assert extract_line(continued) == ""
    link = re.findall(r'<a class="button" href="(.*?)">Continue', continued)[0].replace("&amp;", "&")
    assert extract_line(other.get(link).text) == "p+\nf+"
    assert keep(other, path, "p+", "f+", "q+", "g+") == 200
    other.post(f"{path}/plan", data={"do": "wait", "turn": "h+"})
    assert plans(other, path) == [
        "If they play p+, I play f+; if they then play q+, I play g+.", "I play h+ as soon as it is allowed.",
    ]  # fmt: skip
    other.post(f"{path}/plan", data={"do": "remove", "number": "0"})
    assert plans(other, path) == ["I play h+ as soon as it is allowed."]
    assert turns(send(browser, path, text="p+")) == ["1 X p+", "2 O h+"]


def extract_line(page: str) -> str:
    return str(re.findall(r'name="line" value="(.*?)"', page, re.DOTALL)[0])


def test_what_cannot_be_planned_is_said(browser: TestClient, other: TestClient, path: str) -> None:
    for values, expected in (
        ({"do": "keep", "line": "p+"}, "A line has 0 turns of yours: expected 1 to 20."),
        ({"do": "keep", "line": "zz\nf+"}, "zz"),
        ({"do": "wait", "turn": ""}, "expected 1 to 400 characters"),
    ):
        answer = other.post(f"{path}/plan", data=values)
        assert answer.status_code == 400
        assert expected in " ".join(said(answer)) + answer.text
    assert browser.get(f"{path}/plan").url.path == path  # it is their turn


def test_dice_are_not_foreseen(browser: TestClient, new_browser: NewBrowser) -> None:
    path, other = begin(browser, "vortex"), new_browser()
    join(other, browser, path)
    waiting = other if f"{path}/plan" in other.get(path).text else browser
    page = waiting.get(f"{path}/plan")
    after = waiting.get(extract(r'data-next="(.*?)"', page).replace("&amp;", "&") + str(touches(page)[0][1]))
    assert "Dice are thrown here" in after.text
