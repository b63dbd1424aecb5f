"""Portraits: one of a drawn set that a person chooses, or one that follows from the person."""

import re

import pytest
from starlette.testclient import TestClient

from ludarium.site.people.people import PORTRAITS
from ludarium.site.people.portraits import SHAPES, TONES, portrait_of
from ludarium.site.service import Service
from tests.site.conftest import begin, extract

SETTINGS = "/me/account"


def own_path(browser: TestClient) -> str:
    return extract(r'href="(/people/[^"]+)"', browser.get(begin(browser)))


def drawn(browser: TestClient, path: str) -> tuple[str, str]:
    """Return the colour and the shape of the portrait on a page of a person."""
    found = re.search(r'class="portrait person (tone-\d) large".*?d="([^"]+)"', browser.get(path).text, re.DOTALL)
    assert found
    return found[1], found[2]


@pytest.mark.parametrize("number", range(0, PORTRAITS, 7))
def test_every_portrait_of_the_set_can_be_chosen(browser: TestClient, number: int) -> None:
    path = own_path(browser)
    shape, tone = divmod(number, len(TONES))
    answer = browser.post(SETTINGS, data={"do": "portrait", "shape": shape, "tone": tone})
    checked = re.findall(r'name="(shape|tone)" value="(\d+)" checked', answer.text)
    assert checked == [("shape", str(shape)), ("tone", str(tone))]
    assert drawn(browser, path) == (f"tone-{tone}", [*SHAPES.values()][shape])


@pytest.mark.parametrize(
    ("shape", "tone"), [("12", "0"), ("0", "8"), ("", "0"), ("0", ""), ("-1", "0"), ("x", "1"), ("9" * 9, "0")]
)
def test_there_is_no_other_portrait(browser: TestClient, shape: str, tone: str) -> None:
    path = own_path(browser)
    before = drawn(browser, path)
    assert browser.post(SETTINGS, data={"do": "portrait", "shape": shape, "tone": tone}).status_code == 400
    assert drawn(browser, path) == before


def test_a_portrait_that_nobody_has_chosen_follows_from_the_person(browser: TestClient, service: Service) -> None:
    path = own_path(browser)
    person = path.rpartition("/")[2]
    assert drawn(browser, path) == (f"tone-{portrait_of(person).tone}", portrait_of(person).shape)
    assert portrait_of(person) == portrait_of(person, None)


def test_each_choice_has_a_name_for_who_does_not_see_it(browser: TestClient) -> None:
    own_path(browser)
    radios = r'<input type="radio" name="(?:shape|tone)".*?<span class="hidden">(.*?)</span>'
    names = re.findall(radios, browser.get(SETTINGS).text, re.DOTALL)
    assert names == [*SHAPES, *TONES]


def test_a_former_player_has_no_chosen_portrait(service: Service) -> None:
    person = service.people.create_guest()
    service.people.set_portrait(person, 95)
    service.closing.close(person, person.id, keep_name=False)
    closed = service.people.load(person.id)
    assert closed
    assert closed.portrait is None
