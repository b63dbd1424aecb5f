"""Whatever door a visitor comes through: the bots that play are those that the site offers, as the site sets them."""

import ast
import inspect
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import pytest
from sqlalchemy import select
from starlette.testclient import TestClient

import ludarium
from ludarium.core.errors import LudariumError
from ludarium.core.registry import game_names, load
from ludarium.core.spec import Directions, Interval, Option
from ludarium.match.data import SeatOffer
from ludarium.search.bot import Bot
from ludarium.search.personas import offered_bots
from ludarium.search.player import GENERAL, PUPIL, bot_kinds, levels, opening_bot
from ludarium.site.app import create_app
from ludarium.site.ground.tables import trials
from ludarium.site.ground.values import Person, SeatAssignment
from ludarium.site.match.commands import Resign
from ludarium.site.match.named_bots import named_bot
from ludarium.site.match.views import MatchView
from ludarium.site.service import Service
from ludarium.site.store import Store
from tests.site.browser import Browser
from tests.site.conftest import SECRET
from tests.site.mail.conftest import Post

SPEC = "grid(players=3,turn_limit=40)"


def specs(spec: str) -> Iterator[str]:
    """Yield what nobody may name: every kind of bot, each with each of its options as far as it goes, and files."""
    game = load(spec)
    opening = opening_bot(game)
    for name, kind in bot_kinds(game).items():
        if not (opening and name == opening.kind) and name not in (*offered_bots(game), PUPIL):
            yield name
        for option in kind.options:
            if not (opening and option.name == opening.option.name):
                yield f"{name}({option.name}={farthest(option)})"
    for level, exact in levels(game).items():
        yield f"{level}(seconds=3600)"
        if exact not in offered_bots(game):
            yield exact
    yield from ("mcts(seconds=3600,threads=128,memory=999999)", "mcts(evaluate=./bot.py:think)", "./bot.py:think")
    yield from ("program:touch mark", "js:bot.js", "ada.player", "", "deep", "easy,hard", "plan(turns=n,horizon=9)")


AT_DOORS = (
    "random", "mcts(seconds=3600)", "faraday", "general(tries=400,replies=yes)", "easy(seconds=3600)",
    "plan(turns=n,horizon=9)", "mcts(evaluate=./bot.py:think)", "./bot.py:think", "program:touch mark", "js:bot.js",
    "ada.player", "", "deep", "easy,hard",
)  # fmt: skip
"""One of every sort of `specs`: they show that a door asks `named_bot`, which the last test asks for all of them."""


def farthest(option: Option) -> object:
    match option.values:
        case Interval(high=high):
            return int(high)
        case Directions():
            return option.default
        case choices:
            return choices[-1]


@dataclass
class Visited:
    """A site with a browser of somebody who has begun a match, and the site's mail."""

    service: Service
    browser: TestClient
    host: Person
    post: Post

    def begin(self, *bots: str) -> MatchView:
        """Begin a match of the host and two others, the last of whom may be a bot."""
        others = [self.service.people.create_guest() for _ in range(2 - len(bots))]
        seats = [SeatAssignment("person", one.name, one.id) for one in (self.host, *others)]
        return self.service.create(SPEC, [*seats, *(SeatAssignment("bot", bot) for bot in bots)], host=self.host.id)

    def vacant(self) -> MatchView:
        view = self.begin()
        return self.service.bots.act(view.id, 2, Resign(), view.revision)

    def change(self, view: MatchView, change: Callable[[MatchView], MatchView]) -> MatchView:
        """Store what an older version may have stored."""
        return self.service._matches.change(view.id, None, None, change)

    def send(self, path: str, *, data: bool = False, **fields: object) -> None:
        values = {name.replace("_", "-"): str(value) for name, value in fields.items()}
        self.browser.post(path, data=values, headers={"Accept": "application/json"} if data else {})


@pytest.fixture
def site(open_store: Callable[[], Store]) -> Iterator[Visited]:
    post = Post(open_store())
    with TestClient(create_app(post.service, SECRET), base_url="https://games.example.org") as browser:
        browser.post("/games/orion/new", data={"seat-0": "here", "seat-1": "here"})
        (view,) = post.service.queries.recent()
        assert view.seats[0].person
        host = post.service.people.load(view.seats[0].person)
        assert host
        quick = Browser(browser.app, base_url="https://games.example.org", cookies=browser.cookies)
        yield Visited(post.service, quick, host, post)


def form(site: Visited, bot: str) -> None:
    site.send("/games/grid/new", option_players=3, seat_0="here", seat_1="link", seat_2=bot)


def form_as_data(site: Visited, bot: str) -> None:
    site.send("/games/grid/new", data=True, option_players=3, seat_0="here", seat_1="link", seat_2=bot)


def live_form(site: Visited, bot: str) -> None:
    site.send("/games/grid/new", option_players=3, seat_0="here", seat_1=bot, seat_2=bot, pace="live 0.5")


def opening(site: Visited, bot: str) -> None:
    site.send("/games/grid/new", option_players=3, seat_0="here", seat_1="link", seat_2="opening", opening_2=bot)


def fork(site: Visited, bot: str) -> None:
    path = f"/matches/{site.begin('easy').id}/at/0/new"
    site.send(path, seat_0="here", seat_1="link", seat_2=bot)


def stand_in(site: Visited, bot: str) -> None:
    view = site.vacant()
    site.send(f"/matches/{view.id}", do="propose", seat=0, vacant=2, bot=bot, revision=view.revision)


def stand_in_as_data(site: Visited, bot: str) -> None:
    view = site.vacant()
    site.send(f"/matches/{view.id}", data=True, do="propose", seat=0, vacant=2, bot=bot, revision=view.revision)


def old_proposal(site: Visited, bot: str) -> None:
    offer = SeatOffer("stand-in", 1, (), 2, bot)
    view = site.change(site.vacant(), lambda view: replace(view, match=replace(view.match, offer=offer)))
    site.send(f"/matches/{view.id}", do="accept", seat=0, revision=view.revision)
    if site.service.bots.look(view.id).match.offer == offer:
        site.send(f"/matches/{view.id}", do="decline", seat=0, revision=view.revision)


def rematch(site: Visited, bot: str) -> None:
    view = site.begin("easy", "easy")
    view = site.service.bots.act(view.id, 0, Resign(), view.revision)
    site.change(view, lambda view: replace(view, seats=(view.seats[0], SeatAssignment("bot", bot), view.seats[2])))
    site.send(f"/matches/{view.id}/ask", do="rematch")
    site.change(view, lambda view: replace(view, seats=(*view.seats[:1], view.seats[2], view.seats[2])))


def hint(site: Visited, bot: str) -> None:
    view = site.begin("easy", "easy")
    site.send(f"/matches/{view.id}/ask", do="hint", seat=0, revision=view.revision, bot=bot, spec=bot)


def review(site: Visited, bot: str) -> None:
    view = site.begin("easy", "easy")
    site.service.bots.act(view.id, 0, Resign(), view.revision)
    site.send(f"/matches/{view.id}/ask", do="review", bot=bot, spec=bot)


def turn(site: Visited, bot: str) -> None:
    view = site.begin("easy", "easy")
    site.send(f"/matches/{view.id}", do="turn", seat=0, text=bot, revision=view.revision, bot=bot, seat_1=bot)


def mail(site: Visited, bot: str) -> None:
    line = " ".join(f"{bot} grid challenge {bot} easy".split())
    site.post.send(line, f"grid challenge Ann {bot}\ngrid challenge -players=3 Ann {bot} {bot}")


OFFERING = (form, form_as_data, live_form, fork, stand_in, stand_in_as_data, old_proposal, rematch)
"""The doors at which a bot may be named."""
doors = pytest.mark.parametrize("door", [*OFFERING, opening, hint, review, turn, mail])


def named(site: Visited) -> set[str]:
    """Return the bots of all seats and all proposals."""
    views = [site.service.bots.look(match.id) for match in site.service.queries.recent(10_000)]
    seated = {seat.name for view in views for seat in view.seats if seat.kind == "bot"}
    return seated | {view.match.offer.bot for view in views if view.match.offer and view.match.offer.bot}


@doors
def test_no_door_takes_a_bot_that_is_not_offered_and_none_makes_one(
    site: Visited, door: Callable[[Visited, str], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    def make(*_: object, **__: object) -> Bot:
        raise AssertionError("a bot is made in a request")

    assert set(AT_DOORS) <= set(specs(SPEC))
    own = load(SPEC).definition.module("bots").BOTS
    for name, kind in bot_kinds(load(SPEC)).items():
        monkeypatch.setitem(GENERAL if name in GENERAL else own, name, replace(kind, make=make))
    site.post.account("Ann")
    for bot in AT_DOORS:
        door(site, bot)
    assert named(site) <= {"easy"}
    for bot in offered_bots(load(SPEC)):
        door(site, bot)


@pytest.mark.parametrize("door", OFFERING)
def test_every_door_at_which_a_bot_is_named_takes_those_that_are_offered(
    site: Visited, door: Callable[[Visited, str], None]
) -> None:
    for bot in [*offered_bots(load(SPEC)), "plan(turns=n3e2)"]:
        door(site, bot)
        assert bot in named(site)


def test_a_trial_meets_those_that_are_offered_alone(site: Visited) -> None:
    def opponents() -> list[str]:
        with site.post.store.database.connect() as connection:
            return [job["opponent"] for (job,) in connection.execute(select(trials.c.job))]

    for bot in specs("grid"):
        site.send("/games/grid/workshop", do="try", source="api.north()", seat=0, opponent=bot)
    assert opponents() == []
    site.send("/games/grid/workshop", do="try", source="api.north()", seat=0, opponent="easy")
    assert opponents() == ["easy"]


def test_the_club_makes_bots_in_its_workers_alone() -> None:
    folders = [Path(ludarium.__path__[0]) / "site"]
    makers = {
        path.stem
        for folder in folders
        for path in folder.rglob("*.py")
        if b"make_bot" in path.read_bytes()
        for node in ast.walk(ast.parse(path.read_bytes()))
        if isinstance(node, ast.ImportFrom) and any(alias.name == "make_bot" for alias in node.names)
    }
    assert makers == {"bot_seeds"}  # which workers and live tickers alone use


def test_every_operation_of_the_club_that_takes_a_bot_is_behind_a_door_above(service: Service) -> None:
    """What has a parameter for a bot, or for whole seats, is known here: a new one wants a door in `OFFERING`."""
    parts = {"service": service, **{name: part for name, part in vars(service).items() if not name.startswith("_")}}
    found = {
        f"{name}.{method}"
        for name, part in parts.items()
        for method, function in inspect.getmembers(part, inspect.ismethod)
        if not method.startswith("_") and name != "bot_accounts"  # a bot's account is named there, not what plays
        for parameter in inspect.signature(function).parameters.values()
        if ("bot" in parameter.name and parameter.name != "bot_id")  # that of a script of the workshop
        or "SeatAssignment" in str(parameter.annotation)
    }
    assert found == {"service.create", "service.fork"}


@pytest.mark.parametrize("name", game_names())
def test_what_is_named_is_a_persona_or_an_opening_within_the_table(name: str) -> None:
    game = ludarium.load(name)
    for bot in specs(name):
        with pytest.raises(LudariumError):
            named_bot(game, bot)
    may = [*offered_bots(game), *({PUPIL} & bot_kinds(game).keys())]
    assert [named_bot(game, f" {bot}\n") for bot in may] == may
