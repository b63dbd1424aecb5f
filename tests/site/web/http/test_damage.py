"""A damaged row costs its own match, and no page of others."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from ludarium.site.app import create_app
from ludarium.site.check import check_database
from ludarium.site.match.rows.reading import MatchCache
from ludarium.site.service import Service
from ludarium.site.store import Store
from tests.databases import sqlite_copy
from tests.site.browser import Browser
from tests.site.conftest import SECRET, begin, said


@pytest.fixture
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Only SQLite takes a value of any type in a column."""
    return sqlite_copy(request, tmp_path)


@pytest.mark.parametrize("value", ["garbage{", b"\xff\xfe", -1, 1e300])
def test_a_damaged_value_costs_its_own_match(service: Service, store: Store, url: str, value: object) -> None:
    browser = Browser(create_app(service, SECRET))
    good = begin(browser)
    path = Path(url.removeprefix("sqlite:///"))
    columns = ("game", "clock", "deadline", "live", "offer", "result", "sealed", "turns", "updated_at")
    damaged = {column: begin(browser).rpartition("/")[2] for column in columns}
    with closing(sqlite3.connect(path)) as file, file as connection:
        for column, match_id in damaged.items():
            connection.execute(f"UPDATE matches SET {column} = ? WHERE id = ?", (value, match_id))
    store._cache = MatchCache()
    for page in ("/", "/me", good):
        assert browser.get(page).status_code == 200, page
    for column, match_id in damaged.items():
        answer = browser.get(f"/matches/{match_id}")
        assert answer.status_code < 500 or said(answer) == [
            f"The match {match_id} is damaged in the database, and cannot be displayed."
        ], column
    faults = {fault.match_id for fault in check_database(url, going_on=True)}
    assert good.rpartition("/")[2] not in faults
    assert len(faults) >= 6
