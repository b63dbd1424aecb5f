"""Pages that are kept ready for strangers: what ends them, and who gets another one."""

from collections.abc import Callable

import pytest
from httpx2 import Response as Answer
from starlette.applications import Starlette
from starlette.responses import Response
from starlette.routing import Route
from starlette.testclient import TestClient

from ludarium.site.service import Service
from ludarium.site.ttl_cache import TtlCache
from tests.site.conftest import site_of


@pytest.fixture
def now() -> list[float]:
    return [1000.0]


@pytest.fixture
def made() -> list[str]:
    """What was asked of the handler."""
    return []


@pytest.fixture
def ask(service: Service, now: list[float], made: list[str], monkeypatch: pytest.MonkeyPatch) -> Callable[..., Answer]:
    site = site_of(service)
    monkeypatch.setattr(site._for_strangers, "_now", lambda: now[0])

    def page(request: object) -> Response:
        made.append("page")
        return Response(f"{len(made)}")

    client = TestClient(Starlette(routes=[Route(path, site.ready(page)) for path in ("/", "/other")]))

    def asked(path: str = "/", **headers: str) -> Answer:
        return client.get(path, headers={name.replace("_", "-"): value for name, value in headers.items()})

    return asked


def test_all_strangers_get_one_page_of_each_address(ask: Callable[..., Answer]) -> None:
    assert [ask().text, ask().text, ask("/other").text, ask("/other").text, ask().text] == ["1", "1", "2", "2", "1"]


def test_a_part_of_a_page_is_kept_beside_the_page(ask: Callable[..., Answer]) -> None:
    assert [ask().text, ask(hx_request="true").text, ask().text] == ["1", "2", "1"]


@pytest.mark.parametrize(
    ("path", "headers"),
    [
        ("/", {"cookie": "session=x"}),
        ("/", {"authorization": "Bearer x"}),
        ("/", {"accept": "application/json"}),
        ("/?x=1", {}),
    ],
)
def test_whoever_may_be_known_or_asks_for_more_gets_a_page_of_their_own(
    ask: Callable[..., Answer], path: str, headers: dict[str, str]
) -> None:
    assert ask().text == "1"
    assert [ask(path, **headers).text, ask(path, **headers).text] == ["2", "3"]
    assert ask().text == "1"


def test_every_write_of_the_process_ends_it(ask: Callable[..., Answer], service: Service) -> None:
    assert [ask().text, ask().text] == ["1", "1"]
    service.people.create_guest()
    assert [ask().text, ask().text] == ["2", "2"]


def test_a_second_ends_it(ask: Callable[..., Answer], now: list[float]) -> None:
    assert ask().text == "1"
    now[0] += 0.9
    assert ask().text == "1"
    now[0] += 0.2
    assert ask().text == "2"


def test_a_page_asked_for_before_a_write_is_not_kept_after_it(service: Service) -> None:
    kept: TtlCache[str] = service.kept_answers()

    def ask() -> str:
        service.people.create_guest()
        return "before"

    assert kept.get("key", ask) == "before"
    assert kept.fresh("key") is None


def test_the_front_page_and_that_of_a_game_are_kept(app: Starlette, monkeypatch: pytest.MonkeyPatch) -> None:
    found = list[str]()

    def made(site: object, request: object, name: str, *rest: object) -> Response:
        found.append(name)
        return Response(name)

    monkeypatch.setattr("ludarium.site.web.site.Site.kept_page", made)
    client = TestClient(app)
    for path in ("/", "/games/orion", "/", "/games/orion"):
        assert client.get(path).status_code == 200
    assert found == ["overviews/home", "game"]
