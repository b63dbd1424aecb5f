"""Programs enter tournaments by themselves, where computers take part, and play in them through the site alone."""

from collections.abc import Callable

from starlette.testclient import TestClient

from ludarium.site.ground.values import Person
from ludarium.site.service import Service
from ludarium.site.store import Store
from ludarium.site.tournaments.entering import EnterTournament
from ludarium.site.tournaments.organising import BeginTournament
from ludarium.site.tournaments.reading import MakeTournament
from tests.site.conftest import NewBrowser
from tests.site.tournaments.playing import accounts
from tests.site.web.signing_in import service, time, url

__all__ = ["service", "time", "url"]
JSON = {"Accept": "application/json"}


def program(service: Service, new_browser: NewBrowser, person: Person) -> TestClient:
    client = new_browser()
    client.headers.update(
        JSON | {"Authorization": f"Bearer {service.tokens.make(person, 'bot', ['play', 'challenge'])}"}
    )
    return client


def test_a_bot_enters_and_plays_by_its_token(
    service: Service, store: Store, new_browser: NewBrowser, browser: TestClient
) -> None:
    people = accounts(service, store, 3)
    made: Callable[..., str] = lambda **more: (  # noqa: E731  # two tournaments that differ in one field
        service.tournaments.make(people[0], MakeTournament("orion(clicks=1)", **more)).target
    )
    closed, cup = made(), made(computers="yes", name="For all")
    bot = service.bot_accounts.make(people[2], "Cidbot")
    client = program(service, new_browser, bot)
    assert client.post(f"/tournaments/{closed}", json={"do": "enter"}).status_code == 409
    listed = {one["tournament"]: one["computers"] for one in client.get("/tournaments").json()["tournaments"]}
    assert listed == {closed: False, cup: True}
    location = client.post(f"/tournaments/{cup}", json={"do": "enter"}).json()["location"]
    assert client.get(location).json()["players"][0]["computer"]
    for person in people[:2]:
        service.tournaments.act(person, cup, EnterTournament())
    service.tournaments.act(people[0], cup, BeginTournament())
    service.tournaments.work()
    played = set()
    while waiting := client.get("/turns").json()["turns"]:
        for turn in waiting:
            state = service.bots.look(turn["match"]).match.state
            text = state.format_turn([state.legal(turn["seat"])[0]])
            form = {"do": "turn", "text": text, "revision": turn["revision"], "seat": turn["seat"]}
            assert client.post(f"/matches/{turn['match']}", json=form).status_code < 400
            played.add(turn["match"])
    assert played
    page = browser.get(f"/tournaments/{cup}", headers=JSON).json()
    games = [game for wave in page["waves"] for game in wave]
    own = next(number for number, player in enumerate(page["players"]) if player["name"] == bot.name)
    assert played <= {game["match"] for game in games if own in game["players"]}
    assert '<span class="bot-mark">bot</span>' in browser.get(f"/tournaments/{cup}").text
