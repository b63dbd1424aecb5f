"""Times are said in the zone of who reads them: on pages, in refusals and in what is stored for later."""

import ast
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from ludarium import site
from ludarium.core.text import Times
from ludarium.site.act import Refusal
from ludarium.site.challenge_ladders.commands import JoinLadder, LeaveLadder
from ludarium.site.ground.values import Person
from ludarium.site.moderation.decisions import MutePerson, Suspend
from ludarium.site.people.standing import Sanctioned
from ludarium.site.service import Service
from ludarium.site.web.templating import templates
from tests.site.accounts import account, ada, service

__all__ = ["ada", "service"]
EVENING = 1_800_028_800.0
"""16:00 in London, and the next day in Tokyo."""


def fill(text: str, **values: object) -> str:
    return templates().from_string(text).render(values)


def test_a_page_of_a_person_says_times_in_their_zone() -> None:
    when = Times(lambda: ZoneInfo("Asia/Tokyo"))
    shown = fill('{{ at|moment }} {{ at|day }} {{ at|time("clock") }}', at=EVENING, when=when)
    assert re.findall(">([^<]*)</time>", shown) == ["Saturday 16 January 2027, 01:00 JST", "2027-01-16", "16 Jan"]
    assert "data-local" not in shown
    assert "UTC" not in shown


@pytest.mark.parametrize("values", [{}, {"when": Times()}], ids=["kept for all", "of a guest"])
def test_a_page_without_a_zone_lets_the_browser_say_its_times(values: dict[str, Times]) -> None:
    for form in ("moment", "day", "clock"):
        shown = fill("{{ at|time(form) }}", at=EVENING, form=form, **values)
        assert re.search(rf'<time datetime="2027-01-15T16:00:00Z" data-local="{form}"[^>]*>[^<]*15', shown)
        assert "UTC" in shown


def _left(service: Service, one: Person) -> None:
    for command in (JoinLadder(), LeaveLadder(), JoinLadder()):
        service.challenge_ladders.act(one, "orion", command)


def _muted(service: Service, one: Person) -> None:
    service.moderation.act(service.accounts.find("Chief"), MutePerson(one.id, "insult", days="3"))
    service.moderation.require_talk(one)


def _suspended(service: Service, one: Person) -> None:
    service.moderation.act(service.accounts.find("Chief"), Suspend(one.id, "insult", days="3"))
    suspended = service.people.load(one.id)
    assert suspended
    service.moderation.require_usable(suspended)


@pytest.mark.parametrize("refused", [_left, _muted, _suspended])
def test_a_refusal_says_its_time_in_the_zone_of_who_reads_it(
    service: Service, ada: Person, refused: Callable[[Service, Person], None]
) -> None:
    service.accounts.make_administrator(account(service, "Chief"), "a test")
    settings = service.notices.settings(ada.id)
    service.notices.save_settings(ada.id, replace(settings, zone="Asia/Tokyo"))
    with pytest.raises((Refusal, Sanctioned)) as error:
        refused(service, ada)
    assert re.search(r"\d\d:\d\d JST", str(error.value))
    assert "UTC" not in str(error.value)


def test_no_rule_of_the_site_says_a_time_in_utc() -> None:
    """It is a default of what has a reader, or stands in a file for programs; a call in a rule has forgotten whose."""
    folder = Path(site.__file__).parent
    called = {
        str(path.relative_to(folder))
        for path in folder.rglob("*.py")
        if b"utc_time" in path.read_bytes()
        for node in ast.walk(ast.parse(path.read_bytes()))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "utc_time"
    }
    assert called == set()
