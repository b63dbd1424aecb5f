"""What a person chooses of the looks of pages: colours, which a cookie keeps, and the time zone, from a list."""

import re

import pytest
from starlette.testclient import TestClient

from tests.site.conftest import begin, extract, said

SETTINGS = "/me/account"


@pytest.mark.parametrize("colours", ["light", "dark"])
def test_pages_have_the_colours_that_a_browser_has_chosen(browser: TestClient, colours: str) -> None:
    begin(browser)
    assert extract(r"<html([^>]*)>", browser.get("/about")) == ' lang="en"'
    answer = browser.post(SETTINGS, data={"do": "colours", "colours": colours}, follow_redirects=False)
    assert answer.headers["location"] == f"{SETTINGS}#look"
    assert "httponly" not in answer.headers["set-cookie"].lower()  # the script changes it
    for path in ("/", "/about", SETTINGS, "/nowhere"):
        page = browser.get(path)
        assert f'<html lang="en" data-colours="{colours}">' in page.text
        assert f'<meta name="color-scheme" content="{colours}">' in page.text
        assert f'<option value="{colours}" selected>' in page.text
    browser.post(SETTINGS, data={"do": "colours", "colours": ""})
    assert 'content="light dark"' in browser.get("/").text


def test_there_are_no_other_colours(browser: TestClient) -> None:
    begin(browser)
    answer = browser.post(SETTINGS, data={"do": "colours", "colours": "pink"})
    assert answer.status_code == 400
    assert said(answer) == ["'pink' is no choice of colours: expected light, dark or nothing."]
    browser.cookies.set("colours", '"><script>')
    assert extract(r"<html([^>]*)>", browser.get("/")) == ' lang="en"'


def test_boards_have_the_chosen_colours_whatever_the_device_says(browser: TestClient) -> None:
    style = browser.get(extract(r'<link rel="stylesheet" href="([^"]*scene\.css)">', browser.get("/"))).text
    for colours in ("light", "dark"):
        assert re.search(rf':root\[data-colours="{colours}"\] \.scene {{', style)


def test_the_cards_of_settings_fold_and_the_largest_are_open(browser: TestClient) -> None:
    begin(browser)
    page = browser.get(SETTINGS).text
    cards = re.findall(r'<details class="setting" aria-labelledby="([\w-]+)"( open)?>', page)
    assert cards == [
        ("you", " open"),
        ("look", " open"),
        ("notices", ""),
        ("data", ""),
        ("ways", " open"),
    ]
    assert 'type="checkbox" data-keeps="sound"' in page


@pytest.mark.parametrize("fields", [{"do": "name", "name": "Ada L"}, {"do": "portrait", "shape": "1", "tone": "1"}])
def test_what_was_saved_says_so_once_beside_its_button(browser: TestClient, fields: dict[str, str]) -> None:
    begin(browser)
    button = rf'value="{fields["do"]}">Save \w+</button> <strong class="saved" role="status">Saved</strong>'
    page = browser.post(SETTINGS, data=fields)
    assert re.search(button, page.text)
    assert page.text.count(">Saved<") == 1
    assert ">Saved<" not in browser.get(SETTINGS).text
