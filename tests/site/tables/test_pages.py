"""The page of a table: every value as the table has it, the best first, and fair to who plays a rated match."""

from dataclasses import replace
from pathlib import Path

import pytest
from starlette.testclient import TestClient

import ludarium
from ludarium.core.game import State
from ludarium.core.kernel import CHANCE
from ludarium.site.service import Service
from ludarium.site.tables.pages import LONGEST_POSITION
from ludarium.solve.installed import require_table
from tests.conftest import EXACT_LUDO
from tests.review.test_exact import any_course
from tests.site.conftest import NewBrowser, begin, join

HERE = f"/tables/{EXACT_LUDO}"
DATA = {"Accept": "application/json"}


def states(seed: int = 3) -> list[State]:
    return [state for state in any_course(seed) if state.actors]


def test_every_position_has_the_values_of_the_table(browser: TestClient, tables: Path) -> None:
    table = require_table(ludarium.load(EXACT_LUDO))
    for state in states():
        found = browser.get(HERE, params={"position": str(state)}, headers=DATA).json()
        assert found["position"] == str(state)
        payoffs = table.payoffs(state)
        assert found["payoffs"] == (None if payoffs is None else pytest.approx(payoffs))
        if state.actors == (CHANCE,):
            assert sum(one["chance"] for one in found["next"]) == pytest.approx(1)
            continue
        seat, span = state.actors[0], 1.0
        assert {one["text"] for one in found["next"]} == {state.action_name(action) for action in state.legal()}
        lost = [one["lost"] for one in found["next"]]
        assert lost == sorted(lost)
        assert lost[0] == 0
        best = max(one["payoffs"][seat] for one in found["next"])
        assert best == pytest.approx(found["payoffs"][seat])
        for one in found["next"]:
            assert one["lost"] == pytest.approx((best - one["payoffs"][seat]) / span)


def test_a_roll_is_worth_the_mean_of_what_may_fall(browser: TestClient, tables: Path) -> None:
    rolls = [state for state in states() if state.actors == (CHANCE,)][1:]
    assert len(rolls) > 5
    for state in rolls:
        found = browser.get(HERE, params={"position": str(state)}, headers=DATA).json()
        mean = sum(one["chance"] * one["payoffs"][0] for one in found["next"])
        assert mean == pytest.approx(found["payoffs"][0])


def test_the_page_shows_the_best_turn_first_and_what_is_proved(browser: TestClient, tables: Path) -> None:
    state = next(state for state in states() if state.actors == (0,) and len(state.legal()) > 1)
    page = browser.get(HERE, params={"position": str(state)})
    assert page.status_code == 200
    table = require_table(state.game)
    best = table.best_action(state, 0)
    assert best
    first = page.text.split('<th scope="row">')[1].partition("<")[0]
    assert first == state.action_name(best[0])
    assert "It is proved that no value is wrong by more than" in page.text
    assert "They leave out the limit of turns" in page.text
    assert "ludarium.load" not in page.text


def test_without_a_position_it_is_the_first_one(browser: TestClient, tables: Path) -> None:
    found = browser.get(HERE, headers=DATA).json()
    assert found["position"] == str(ludarium.load(EXACT_LUDO).initial())
    assert found["proved"]


def test_nobody_looks_up_a_position_of_a_rated_match_of_their_own(
    browser: TestClient, new_browser: NewBrowser, service: Service, tables: Path
) -> None:
    match = begin(browser, "ludo").rsplit("/", 1)[1]
    assert join(new_browser(), browser, f"/matches/{match}").status_code == 200
    state = states()[4]
    assert browser.get(HERE, params={"position": str(state)}, headers=DATA).status_code == 200
    service._matches.change(match, None, None, lambda found: replace(found, rated=True))
    for headers in (DATA, {}):
        refused = browser.get(HERE, params={"position": str(state)}, headers=headers)
        assert refused.status_code == 400
        assert "when it is over" in refused.text
        assert "payoffs" not in refused.text
        assert "Gives away" not in refused.text
    assert new_browser().get(HERE, params={"position": str(state)}, headers=DATA).status_code == 200


@pytest.mark.parametrize(
    ("address", "status", "words"),
    [
        ("/tables/orion", 404, "no table of exact values of orion is installed"),
        ("/tables/chess", 404, "chess"),
        (f"{HERE}?position=nonsense", 400, "expected"),
        (f"{HERE}?position={'9' * (LONGEST_POSITION + 5)}", 400, "expected"),
        ("/tables/..%2Fludo.table", 404, ""),
    ],
)
def test_what_is_refused(browser: TestClient, tables: Path, address: str, status: int, words: str) -> None:
    page, data = browser.get(address), browser.get(address, headers=DATA)
    assert page.status_code == data.status_code == status
    assert words in page.text.lower()
    assert "error" in data.json()
    assert len(page.content) < 100_000
