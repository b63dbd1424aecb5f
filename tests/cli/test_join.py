"""Matches of a site at a terminal: with a site that listens on a port, and with servers that misbehave."""

import os
import re
import shutil
import stat
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, closing, contextmanager
from email.message import Message
from errno import ENOSPC
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Event, Thread
from types import SimpleNamespace

import pytest

from ludarium.cli import _site, _site_news, _site_session
from ludarium.cli._prompt import Interrupted, Prompt
from ludarium.cli._sessions import Sessions
from ludarium.cli._site import Site
from ludarium.cli._site_match import SiteMatch
from ludarium.cli._site_session import SiteSession
from ludarium.cli._terminal import BadFile
from ludarium.club.accounts import AccountRules
from ludarium.club.outbox import Mail
from ludarium.club.people import Person
from ludarium.club.seating import open_seat
from ludarium.club.service import MatchView, SeatAssignment, Service
from ludarium.match.clock import Clock
from ludarium.store.repository import Store
from tests.cli.conftest import Refused, Run
from tests.live_site import listening

GAME = "orion(clicks=1)"
Step = str | Callable[[], str | None]
"""A line that is typed, or what happens elsewhere: it returns the line that is typed then, or None to wait for news."""


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


@pytest.fixture(autouse=True)
def config(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder in which this terminal knows who is who."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    return tmp_path / "config" / "ludarium"


@pytest.fixture
def hal(service: Service) -> Person:
    return service.people.rename(service.people.create_guest(), "Hal")


@pytest.fixture
def view(service: Service, hal: Person) -> MatchView:
    """A match of Hal with an open seat."""
    return invite(service, hal, GAME)


def invite(service: Service, hal: Person, game: str, clock: Clock | None = None) -> MatchView:
    seats = [SeatAssignment("person", hal.name, hal.id), open_seat(time.time())]
    return service.create(game, seats, host=hal.id, clock=clock)


def invitation(view: MatchView) -> str:
    assert view.seats[1].invitation
    return f"/matches/{view.id}/seat/{view.seats[1].invitation.token}"


class Typed:
    """What is typed, and what happens elsewhere meanwhile."""

    def __init__(self, *steps: Step) -> None:
        self._steps = iter(steps)
        self._news = Event()

    def __call__(self, prompt: str) -> str:
        sys.stdout.write(f"{prompt}\n")
        step = next(self._steps, None)
        if step is None:
            raise EOFError
        if isinstance(step, str):
            return step
        if (line := step()) is not None:
            return line
        assert self._news.wait(60)
        self._news.clear()
        raise Interrupted

    def interrupt(self) -> None:
        self._news.set()


@pytest.fixture
def play(origin: str, capsys: pytest.CaptureFixture[str]) -> Callable[..., str]:
    """Take the seat of an invitation, or go on in it, type lines, and return what was printed."""

    def run(view: MatchView, *steps: Step) -> str:
        site, typed = Site(origin, Sessions()), Typed(*steps)
        shown = SiteMatch.parse(site.post(invitation(view), name="Tess"))
        SiteSession(site, shown, typed, typed.interrupt).run()
        return capsys.readouterr().out

    return run


def test_turns_go_to_and_fro(play: Callable[..., str], service: Service, view: MatchView) -> None:
    def turn(text: str) -> None:
        service.submit(view.id, 0, text, service.get(view.id).revision)

    shown = play(view, "f+", lambda: turn("p+"), "u", "", "help", "legal", "f+", "legal", "u+", lambda: turn("q+"))
    assert [entry.text for entry in service.get(view.id).match.turns] == ["p+", "f+", "q+"]
    assert "'f+' is no command, and no turn is yours to play now" in shown
    assert "X to move, turn 1" in shown
    assert "Hal played p+.\nYour turn.\nTess (O)> \n'u' is not a turn" in shown
    assert shown.count("it is not your turn, so no action is legal") == 1
    assert "You played f+.\nWaiting for Hal.\n> " in shown
    assert shown.endswith(f"matches/{view.id}\n")
    assert play(view, "moves", "quit").count("1. p+  2. f+  3. q+") == 1  # the same invitation leads back


def test_what_another_device_played_meanwhile_is_not_played_again(
    play: Callable[..., str], service: Service, view: MatchView
) -> None:
    service.submit(view.id, 0, "p+", 0)

    def on_the_page() -> str:
        service.submit(view.id, 1, "g+", service.get(view.id).revision)
        return "f+"

    shown = play(view, on_the_page)
    assert [entry.text for entry in service.get(view.id).match.turns] == ["p+", "g+"]
    assert "This turn was already played" in shown or "changed" in shown
    assert "You played g+.\nWaiting for Hal." in shown


def test_offers_takebacks_the_end_and_the_rematch(play: Callable[..., str], service: Service, view: MatchView) -> None:
    def hal(do: Callable[[str, int, int], MatchView]) -> None:
        do(view.id, 0, service.get(view.id).revision)

    service.submit(view.id, 0, "p+", 0)
    steps: list[Step] = ["f+", "undo", lambda: hal(service.accept), "draw", lambda: hal(service.decline)]
    steps += [lambda: hal(service.offer_draw), "decline", "resign", "no", "resign", "yes", "resign", "rematch", "quit"]
    shown = play(view, *steps)
    assert "Tess requests a takeback." in shown
    assert "Draw offer declined." in shown
    assert "Your turn.\nHal offers a draw.\nType accept or decline." in shown
    assert "Resign as Tess (O)? Type yes: \nYou have not resigned." in shown
    assert "Hal won by resignation." in shown
    assert "the match is over" in shown.partition("Hal won")[2]
    match = service.get(view.id).match
    assert (match.ending, [entry.text for entry in match.turns], match.takebacks) == ("resignation", ["p+"], (2,))
    (rematch,) = service.queries.recent(1)
    assert shown.endswith(f"matches/{rematch.id}\n")
    assert rematch.id != view.id


def test_a_simultaneous_turn_is_sealed(play: Callable[..., str], service: Service, hal: Person) -> None:
    view = invite(service, hal, "grid(width=7,height=6)", Clock.parse("10d+36h/10d"))

    def play_hal() -> None:
        service.submit(view.id, 0, "n2e", service.get(view.id).revision)

    shown = play(view, "preview n", "sideways", "s3", "w", play_hal, "quit")
    assert "a simultaneous turn cannot be previewed" in shown
    assert "'sideways' cannot be chosen here" in shown
    assert re.search(r"Tess \(\S+\), 9 d 23 h left> \n", shown)
    assert "'w' is no command" in shown
    assert len(service.get(view.id).match.turns) > 0


def test_the_match_goes_on_when_the_site_is_back(
    service: Service, view: MatchView, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    servers = ExitStack()
    origin = servers.enter_context(listening(service))
    port = int(origin.rpartition(":")[2])

    def stop() -> str:
        servers.close()
        return "f+"

    def come_back(failures: int) -> float:
        if failures == 2:
            servers.enter_context(listening(service, port))
        return 0.0

    monkeypatch.setattr(_site_session, "delay", come_back)
    monkeypatch.setattr(_site_news, "delay", lambda failures: 0.01)
    service.submit(view.id, 0, "p+", 0)
    with servers:
        site, typed = Site(origin, Sessions()), Typed(stop, "f+", "quit")
        SiteSession(site, SiteMatch.parse(site.post(invitation(view), name="Tess")), typed, typed.interrupt).run()
    shown = capsys.readouterr().out
    assert "Reconnecting... (Ctrl+C leaves; the match goes on)" in shown
    assert "Connected again; the match is as before." in shown
    assert [entry.text for entry in service.get(view.id).match.turns] == ["p+", "f+"]


def test_who_signs_in_chooses_a_match(
    service: Service, origin: str, ludarium_command: Run, config: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ida, mails = service.people.rename(service.people.create_guest(), "Ida"), list[Mail]()
    service.sign_in.add("ida@example.org", ida)
    service.outbox.send_due(mails.append)
    (link,) = re.findall(r"/sign-in/link/\S+", mails[0].text)
    assert "You are Ida.\nNo match of yours goes on." in ludarium_command("join", f"{origin}{link}").stdout
    assert stat.S_IMODE((config / "sessions.json").stat().st_mode) == 0o600
    sessions = service.people.sessions(ida)
    assert "Ludarium" in sessions[0].browser
    assert "does not know you" in ludarium_command("join", origin, "--sign-out").stdout
    assert service.people.sessions(ida) == ()
    assert Sessions().of(origin) == ""
    view = invite(service, ida, GAME)

    def code() -> str:
        service.outbox.send_due(mails.append)
        return str(re.findall(r": (\w{4} \w{4})\n", mails[-1].text)[0])

    answers: Iterator[str | Callable[[], str]]
    answers = iter(["ida", "ida@example.org", "AAAAAAAA", code, "0", str(view.number), "position", "quit"])
    asked: list[str] = []

    def answer(prompt: str) -> str:
        asked.append(prompt)
        step = next(answers)
        return step if isinstance(step, str) else step()

    monkeypatch.setattr("builtins.input", answer)
    shown = ludarium_command("join", origin).stdout
    assert asked[:4] == ["Your mail address: "] * 2 + ["Its code: "] * 2
    assert asked[4:] == ["Number of the match to play (Enter leaves): "] * 2 + ["Ida (X)> "] * 2
    for told in (
        "'ida' is not a mail address",
        "This code is wrong",
        "none of these numbers",
        "To return to it:\nludarium join http",
    ):
        assert told in shown


def test_an_invitation_asks_for_a_name_and_seats_one_person(
    service: Service, origin: str, view: MatchView, hal: Person, ludarium_command: Run, refused: Refused, config: Path
) -> None:
    shown = ludarium_command("join", origin + invitation(view), typed="x" * 41 + "\nTess\n").stdout
    assert "Hal invites you to orion(clicks=1), seat O." in shown
    assert "(empty to play as a guest): 'xxxx" in shown
    assert service.get(view.id).seats[1].name == "Tess"
    dice = invite(service, hal, "vortex")
    shown = ludarium_command("join", origin + invitation(dice), "--name", "Tom").stdout
    assert f"you add {service.get(dice.id).seats[1].nonce}." in shown
    (config / "sessions.json").unlink()
    assert "was used" in refused("join", origin + invitation(view))
    watched = ludarium_command("join", f"{origin}/matches/number/{view.number}", typed="u+\n").stdout
    assert "you only watch this match, since no seat is yours" in watched
    assert "There is no match" in refused("join", f"{origin}/matches/none")


def test_what_is_no_match_for_a_terminal(
    service: Service, origin: str, hal: Person, config: Path, refused: Refused
) -> None:
    live = service.create("grid", [SeatAssignment("person", "Hal", hal.id), SeatAssignment("bot", "easy")], tick=1)
    assert "is played live" in refused("join", f"{origin}/matches/{live.id}")
    mine = invite(service, hal, GAME)
    Sessions().keep(origin, service.people.begin_session(hal, ""))
    assert "this invitation is yours" in refused("join", origin + invitation(mine))


def test_what_leads_to_no_match_is_told_in_a_sentence(refused: Refused, origin: str, config: Path) -> None:
    assert "leads to no match" in refused("join", f"{origin}/games/orion")
    assert "is not an address" in refused("join", "ftp://games.example.org/matches/m")
    assert "is not an address" in refused("join", "http://[")
    assert "cannot be reached: " in refused("join", "http://127.0.0.1:9/matches/m")
    assert "played by ludarium join" in refused("play", f"{origin}/matches/m")
    config.mkdir(parents=True)
    (config / "sessions.json").write_text("[")
    assert "sessions.json cannot be read" in refused("join", origin)
    (config / "sessions.json").write_text("[]")
    assert "expected addresses of sites" in refused("join", origin)


def test_sessions_that_cannot_be_written_leave_nothing_behind(
    config: Path, origin: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(descriptor: int) -> None:
        raise OSError(ENOSPC, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(BadFile, match=r"sessions\.json cannot be written: No space"):
        Sessions().keep(origin, "a session")
    assert [*config.iterdir()] == []


@pytest.mark.parametrize(
    ("status", "headers", "body", "told"),
    [
        (200, {"Content-Type": "text/html"}, "<p>", "is no site of Ludarium"),
        (200, {}, "{", "cannot be read"),
        (200, {}, "[]", "cannot be read"),
        (200, {}, '{"record": "[Game \\"chess\\"]"}', "install it here, too, or play on the page"),
        (200, {}, '{"record": 3}', "which another version of Ludarium has sent"),
        (403, {}, r'{"error": "no \u001b[31m"}', "no \ufffd[31m"),
        (502, {"Content-Type": "text/html"}, "", "cannot be reached: 502 Bad Gateway"),
        (303, {"Location": "https://elsewhere.example.org/"}, "", "leads to 'https://elsewhere"),
        (302, {"Location": "/matches/m"}, "", "redirects without end"),
    ],
)
def test_servers_that_misbehave(
    status: int, headers: dict[str, str], body: str, told: str, refused: Refused, config: Path
) -> None:
    with answering(body, status, headers) as origin:
        assert told in refused("join", f"{origin}/matches/m")


def test_a_server_of_something_else(refused: Refused, config: Path) -> None:
    with answering('{"name": "an API"}') as origin:
        assert f"{origin} is no site of this version of Ludarium: its answer has no 'person'" in refused("join", origin)


@contextmanager
def answering(body: str, status: int = 200, headers: Mapping[str, str] | None = None) -> Iterator[str]:
    """Run a server that answers everything alike, and at which this terminal has a session; yield its address."""

    class Answer(BaseHTTPRequestHandler):
        def do_GET(self) -> None:  # the name that the library calls
            self.send_response(status)
            for name, value in {"Content-Type": "application/json", **(headers or {})}.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(body.encode())

        def log_message(self, *_: object) -> None:
            pass

    with HTTPServer(("127.0.0.1", 0), Answer) as server:
        thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
        thread.start()
        origin = f"http://127.0.0.1:{server.server_port}"
        Sessions().keep(origin, "a session")
        yield origin
        server.shutdown()
        thread.join()


def test_a_site_may_move_to_https_and_nowhere_else() -> None:
    site = Site("http://games.example.org", Sessions())
    with pytest.raises(_site.Refused, match="name that site, if you trust it"):
        site._follow("/matches/m", "https://elsewhere.example.org/")
    assert site._follow("/matches/m", "https://games.example.org/matches/m?turn=3") == "/matches/m?turn=3"
    assert site.origin == "https://games.example.org"
    for other in ("http://games.example.org/", "https://elsewhere.example.org/"):
        with pytest.raises(_site.Refused, match="name that site, if you trust it"):
            site._follow("/matches/m", other)


def test_a_form_that_is_only_led_to_https_is_sent_there(monkeypatch: pytest.MonkeyPatch) -> None:
    moved, done = Message(), Message()
    moved["Location"], done["Content-Type"] = "https://games.example.org/sign-in", "application/json"
    answers = iter([SimpleNamespace(status=301, headers=moved), SimpleNamespace(status=200, headers=done)])
    sent: list[object] = []

    def answer(site: Site, path: str, fields: object, *_: object) -> SimpleNamespace:
        sent.append((site.origin, path, fields))
        found = next(answers)
        found.read, found.close = (lambda _: b"{}"), (lambda: None)
        return found

    monkeypatch.setattr(Site, "_open", answer)
    assert Site("http://games.example.org", Sessions()).post("/sign-in", email="ann@example.org") == {}
    form = {"email": "ann@example.org"}
    assert sent == [(f"{scheme}://games.example.org", "/sign-in", form) for scheme in ("http", "https")]


def test_news_interrupt_a_prompt(monkeypatch: pytest.MonkeyPatch) -> None:
    reading, writing = os.pipe()
    with closing(Prompt()) as prompt, os.fdopen(reading) as typed, os.fdopen(writing, "w", 1) as keys:
        monkeypatch.setattr(sys, "stdin", typed)
        news = Thread(target=prompt.interrupt, daemon=True)
        news.start()
        with pytest.raises(Interrupted):
            prompt("> ")
        news.join()
        keys.write("u+\n")
        assert prompt("> ") == "u+"
        keys.close()
        with pytest.raises(EOFError):
            prompt("> ")


def test_a_line_that_was_typed_just_before_the_news_is_not_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    with closing(Prompt()) as prompt:
        news = Thread(target=prompt.interrupt, daemon=True)

        def type_line(asked: str) -> str:
            prompt._waiting = False  # the line is complete
            news.start()
            assert prompt._news.wait(60)
            return "u+"

        monkeypatch.setattr("builtins.input", type_line)
        assert prompt("> ") == "u+"
        with pytest.raises(Interrupted):
            prompt("> ")
        news.join()
