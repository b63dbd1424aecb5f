"""`ludarium bot`: a player that lives on a site."""

import shlex
import shutil
import sys
from collections.abc import Callable, Iterator
from io import StringIO
from pathlib import Path
from threading import Thread

import pytest
from click.testing import CliRunner, Result
from rich.console import Console

from ludarium.cli.main import app
from ludarium.cli.site_bot.client import Busy, Rejected, TokenEnded, TokenSite
from ludarium.cli.site_bot.life import SiteBot
from ludarium.cli.site_bot.rules import BotRules
from ludarium.cli.site_bot.table import BotReport
from ludarium.cli.terminal.site_http import Data, SiteAway
from ludarium.core.errors import ParseError
from ludarium.site.begin.rows import Terms
from ludarium.site.ground.values import Person, SeatAssignment
from ludarium.site.match.commands import PlayTurn, Resign
from ludarium.site.match.views import MatchView
from ludarium.site.people.accounts import AccountRules
from ludarium.site.programs import account_news
from ludarium.site.service import Service
from ludarium.site.store import Store
from tests.site.waiting import until, wait_for
from tools.local_site import listening

GAME = "orion(clicks=1)"
PIPE_BOT = f"program:{shlex.quote(sys.executable)} examples/bots/pipe_bot.py"


@pytest.fixture(scope="module")
def service(sqlite_file: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """One site for all tests of this module."""
    path = shutil.copy(sqlite_file, tmp_path_factory.mktemp("site") / "ludarium.sqlite")
    store = Store(f"sqlite:///{path}")
    yield Service(store, rules=AccountRules("http://127.0.0.1", "open"))
    store.close()


@pytest.fixture(scope="module")
def origin(service: Service) -> Iterator[str]:
    """The address of the site."""
    with listening(service) as address:
        yield address


@pytest.fixture
def bob(service: Service) -> Person:
    """Whose program plays."""
    return service.people.create_guest()


@pytest.fixture
def token(service: Service, bob: Person) -> str:
    return service.tokens.make(bob, "bot", ["play", "challenge"])


@pytest.fixture
def report(tmp_path: Path) -> BotReport:
    return BotReport(Console(file=StringIO()), tmp_path / "log")


@pytest.fixture
def start(origin: str, token: str, report: BotReport) -> Iterator[Callable[..., tuple[SiteBot, Thread]]]:
    """Let a bot live in a thread of its own, until the test ends."""
    lives = list[tuple[SiteBot, Thread]]()

    def begin(
        spec: str = "random", rules: BotRules | None = None, site: TokenSite | None = None
    ) -> tuple[SiteBot, Thread]:
        life = SiteBot(site or TokenSite(origin, token), spec, rules or BotRules(), report, wait=lambda seconds: None)

        def live() -> None:
            try:
                life.live()
            except TokenEnded as error:
                report.say(f"ended: {error}")

        thread = Thread(target=live, daemon=True)
        thread.start()
        lives.append((life, thread))
        return life, thread

    yield begin
    for life, _ in lives:
        life.close()


def logged(tmp_path: Path) -> str:
    return (tmp_path / "log").read_text("utf-8")


def against(service: Service, bob: Person, game: str = GAME) -> tuple[Person, MatchView]:
    """Begin a match of another person, who begins, against the person of the program."""
    ann = service.people.create_guest()
    return ann, service.create(game, [SeatAssignment("person", each.name, each.id) for each in (ann, bob)])


def has_answered(before: MatchView) -> Callable[[MatchView], bool]:
    """Return whether two turns were played since a match was as it was before."""
    return lambda now: len(now.match.turns) >= len(before.match.turns) + 2


def run(*words: str) -> Result:
    return CliRunner().invoke(app, ["bot", *words])


def test_a_bot_plays_until_the_match_is_over(
    service: Service, bob: Person, start: Callable[..., object], report: BotReport, tmp_path: Path
) -> None:
    start()
    ann, view = against(service, bob)
    for _ in range(3):
        turn = view.match.state.format_turn([view.match.state.legal()[0]])
        service.act(ann, view.id, PlayTurn(turn), view.revision)
        view = until(service, view.id, has_answered(view))
    service.act(ann, view.id, Resign(), view.revision)
    wait_for(lambda: "is over" in logged(tmp_path))
    assert report.played == 3
    assert f"Match {view.number} ({GAME}, against {ann.name}): " in logged(tmp_path)


def test_a_program_and_a_function_play_what_waits_once(
    service: Service, bob: Person, origin: str, token: str, tmp_path: Path
) -> None:
    file = tmp_path / "token"
    file.write_text(f"{token}\n", "utf-8")
    (tmp_path / "think.py").write_text("def think(state, seat):\n    return state.legal(seat)[0]\n", "utf-8")
    for player in (["--", sys.executable, "examples/bots/pipe_bot.py"], [f"{tmp_path / 'think.py'}:think"], ["random"]):
        ann, view = against(service, bob)
        service.act(ann, view.id, PlayTurn("p+"), 0)
        done = run("--site", origin, "--token", str(file), "--once", *player)
        assert (done.exit_code, "Played 1 turn." in done.output) == (0, True), done.output
        assert len(service.view(None, view.id).match.turns) == 2
        service.act(ann, view.id, Resign(), 2)


def test_a_turn_that_fails_is_counted_and_ends_with_an_error(
    service: Service, bob: Person, origin: str, token: str, tmp_path: Path
) -> None:
    file = tmp_path / "token"
    file.write_text(token, "utf-8")
    (tmp_path / "bad.py").write_text("def think(state, seat):\n    return 'nonsense'\n", "utf-8")
    ann, view = against(service, bob)
    service.act(ann, view.id, PlayTurn("p+"), 0)
    done = run("--site", origin, "--token", str(file), "--once", f"{tmp_path / 'bad.py'}:think")
    assert (done.exit_code, "Played 0 turns, 1 failed." in done.output) == (1, True), done.output


def test_a_match_is_begun_by_one_command(
    service: Service, bob: Person, origin: str, token: str, tmp_path: Path
) -> None:
    file = tmp_path / "token"
    file.write_text(token, "utf-8")
    done = run("--site", origin, "--token", str(file), "--once", "--begin", GAME.partition("(")[0], "random")
    assert done.exit_code == 0, done.output
    assert "Begun against easy" in done.output
    (match,) = service.queries.of_person(bob.id).waiting
    assert match.turns == 1


def test_a_player_that_fails_is_tried_three_times_and_loses_no_turn(
    service: Service, bob: Person, start: Callable[..., object], tmp_path: Path
) -> None:
    (tmp_path / "bad.py").write_text(
        "from pathlib import Path\n\n\ndef think(state, seat):\n"
        f"    tries = Path({str(tmp_path / 'tries')!r})\n"
        "    tries.write_text(tries.read_text() + 'x' if tries.exists() else 'x')\n"
        "    return 'nonsense' if len(tries.read_text()) % 2 else 1 / 0\n",
        "utf-8",
    )
    ann, view = against(service, bob)
    service.act(ann, view.id, PlayTurn("p+"), 0)
    start(f"{tmp_path / 'bad.py'}:think")
    wait_for(lambda: (tmp_path / "log").exists() and "tried 3 times" in logged(tmp_path))
    assert (tmp_path / "tries").read_text("utf-8") == "xxx"
    assert "no turn:" in logged(tmp_path)
    after = service.view(None, view.id)
    assert (after.revision, after.match.over) == (1, False)


class Cut(TokenSite):
    """A site to which the connection is lost again and again, before a turn has arrived or after it."""

    sent = 0

    def post(self, path: str, body: Data) -> Data:
        Cut.sent += 1
        match Cut.sent % 4:
            case 1:
                raise SiteAway("the connection was lost")
            case 2:
                raise Busy("come back later", 0.0)
            case 3:
                super().post(path, body)
                raise SiteAway("the connection was lost afterwards")
        return super().post(path, body)

    def listen(self, path: str) -> Iterator[Data]:
        for number, event in enumerate(super().listen(path)):
            yield event
            yield event  # which must be answered once
            if number == 1:
                raise SiteAway("the stream was cut")


def test_lost_connections_lose_no_turn_and_play_none_twice(
    service: Service, bob: Person, origin: str, token: str, start: Callable[..., object], report: BotReport
) -> None:
    start(site=Cut(origin, token))
    ann, view = against(service, bob)
    for _ in range(4):
        turn = view.match.state.format_turn([view.match.state.legal()[0]])
        service.act(ann, view.id, PlayTurn(turn), view.revision)
        view = until(service, view.id, has_answered(view))
    wait_for(lambda: report.played == 4)
    assert view.revision == 8
    service.act(ann, view.id, Resign(), 8)


def test_challenges_are_taken_by_rules(
    service: Service, start: Callable[..., object], report: BotReport, origin: str, tmp_path: Path
) -> None:
    names = ("Quentin", "Roland")
    quentin, roland = (service.people.rename(service.people.create_guest(), name) for name in names)
    for person in (quentin, roland):
        service._matches.store.accounts.set_email(person.id, f"{person.name}@example.org", person.name.lower(), 0.0)
    quentin, roland = map(service.accounts.find, names)
    token = service.tokens.make(roland, "bot", ["challenge", "play"])
    rules = BotRules(games=("orion",), tempos=("correspondence",))
    start("random", rules, TokenSite(origin, token))
    asked = [Terms("vortex"), Terms("orion"), Terms("orion", clock="4d+2d/4d")]
    made = [service.challenges.make(quentin, "Roland", terms).id for terms in asked]
    wait_for(lambda: all(service.challenges.load(each, quentin).state != "open" for each in made))
    found = [service.challenges.load(each, quentin) for each in made]
    assert [(each.state, each.answer) for each in found] == [
        ("declined", "I play only orion."), ("declined", "I play by correspondence."), ("accepted", ""),
    ]  # fmt: skip


def test_a_bot_stops_when_its_token_is_ended(
    service: Service,
    bob: Person,
    start: Callable[..., tuple[SiteBot, Thread]],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(account_news, "_EACH", 0.02)
    _, thread = start()
    wait_for(lambda: service.account_news.open)
    (own,) = service.tokens.of_person(bob)
    service.tokens.end(bob, own.id)
    thread.join(60)
    assert not thread.is_alive()
    assert "ended: " in logged(tmp_path)


def test_what_is_named_wrongly_is_said(origin: str, token: str, tmp_path: Path) -> None:
    file, rules = tmp_path / "token", tmp_path / "rules.toml"
    file.write_text("password", "utf-8")
    assert "has no token" in run("--site", origin, "--token", str(file), "random").output
    assert "cannot be read" in run("--site", origin, "--token", str(tmp_path / "none"), "random").output
    file.write_text("ludarium_" + "x" * 43, "utf-8")
    done = run("--site", origin, "--token", str(file), "--once", "random")
    assert (done.exit_code, "not known here" in done.output) == (2, True)
    for player, cause in (("champian", "did you mean champion?"), (f"{tmp_path}/none.py:think", "does not exist")):
        done = run("--site", origin, "--token", str(file), "--once", player)
        assert (done.exit_code, cause in done.output, "plays for" in done.output) == (2, True, False), done.output
    rules.write_text("gmaes = []", "utf-8")
    assert "no rule" in run("--site", origin, "--token", str(file), "--rules", str(rules), "random").output
    assert "cannot be reached" in run("--site", "http://127.0.0.1:9", "--token", str(file), "--once", "random").output


@pytest.mark.parametrize(
    "values",
    [{"games": "orion"}, {"most": 0}, {"most": True}, {"rated": 1}, {"tempos": ["fast"]}, {"opponents": [1]}, {"x": 1}],
)
def test_rules_are_checked(values: dict[str, object]) -> None:
    with pytest.raises(ParseError):
        BotRules.parse(values)


@pytest.mark.parametrize("text", ["games = " + "[" * 5000, "most = " + "9" * 5000, "most = ", "gmaes = []"])
def test_a_file_of_rules_that_cannot_be_read_is_named(text: str, tmp_path: Path) -> None:
    path = tmp_path / "rules.toml"
    path.write_text(text, "utf-8")
    with pytest.raises(ParseError, match=r"rules\.toml"):
        BotRules.read(path)


def test_a_refusal_has_its_kind(origin: str, token: str) -> None:
    with pytest.raises(Rejected) as caught:
        TokenSite(origin, token).get("/matches/none")
    assert (caught.value.kind, caught.value.status) == ("no-match", 404)
