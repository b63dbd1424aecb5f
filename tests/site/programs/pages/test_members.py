"""The panel beside the code of a bot: what a script is given, with what inserts it."""

import re
from html import unescape

import pytest
from starlette.testclient import TestClient

from ludarium.core.registry import game_names, load
from ludarium.players.sandbox.members import examples, members


@pytest.mark.parametrize("name", game_names())
def test_every_member_is_listed_and_can_be_inserted(browser: TestClient, name: str) -> None:
    page = browser.get(f"/games/{name}/workshop").text
    known = members(load(name))
    prefixes, worked = {"api": "api.", "position": "api.state."}, examples(load(name))
    expected = [prefixes[of] + written for of, some in known.items() for written in some]
    assert [unescape(one) for one in re.findall(r'aria-label="Insert an example of (.*?)"', page)] == expected
    inserted = [worked[of][written] for of, some in known.items() for written in some]
    assert [unescape(one) for one in re.findall(r'data-insert="(.*?)"', page, re.DOTALL)] == inserted
    assert all(f"<dd>{info}<pre" in unescape(page) for some in known.values() for info in some.values())
    assert re.search(r"A first goal: beat \w+\.", page)
