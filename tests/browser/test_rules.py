"""The rules page: examples that step and examples that are touched, with and without scripts."""

from playwright.sync_api import expect

from tests.browser.conftest import DESK, Visit


def test_examples_step_and_are_touched(visit: Visit) -> None:
    page = visit({**DESK, "reduced_motion": "reduce"})
    page.goto("/games/vortex")
    steps = page.locator("#example-1")
    says = steps.locator(".says")
    expect(steps.locator(".picture")).to_have_count(1)
    expect(says).to_contain_text("It is X's turn")
    steps.get_by_role("button", name="Next").click()
    expect(says).to_contain_text("rolled a 5")
    before = [element.get_attribute("transform") for element in steps.locator(".piece").all()]
    steps.get_by_role("button", name="Next").click()
    expect(says).to_contain_text("10x15")
    assert [element.get_attribute("transform") for element in steps.locator(".piece").all()] != before
    expect(steps).to_contain_text("3 of 3")
    steps.get_by_role("button", name="Back").click()
    expect(says).to_contain_text("rolled a 5")
    assert [element.get_attribute("transform") for element in steps.locator(".piece").all()] == before

    page.goto("/games/throngs")
    tried = page.locator("#example-2")
    tried.locator("svg [tabindex='0']").focus()
    page.keyboard.press("Enter")
    expect(tried.locator(".says .turn")).to_be_visible()
    assert page.url.endswith("/games/throngs")
    tried.get_by_role("button", name="Start again").click()
    expect(tried.locator(".says .turn")).to_have_count(0)


def test_without_scripts_the_pictures_stand_one_below_the_other(visit: Visit) -> None:
    page = visit({**DESK, "java_script_enabled": False})
    page.goto("/games/vortex")
    pictures = page.locator("#example-1 .picture")
    expect(pictures).to_have_count(3)
    expect(pictures.last).to_be_visible()
    expect(page.locator("#rulings ol")).to_be_hidden()
