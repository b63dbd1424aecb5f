"""Tournaments and challenge ladders at a terminal: shown, entered and left, challenged and answered."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from ludarium.cli.terminal.site import SiteClient
from ludarium.cli.terminal.site_http import Data, Sessions
from ludarium.cli.terminal.site_match import SiteMatch
from ludarium.cli.terminal.site_play import SiteSession
from ludarium.cli.terminal.site_tables import visit
from ludarium.site.ground.values import Person
from ludarium.site.match.commands import PlayTurn, Resign
from ludarium.site.service import Service
from ludarium.site.store import Store
from ludarium.site.tournaments.entering import EnterTournament
from ludarium.site.tournaments.organising import BeginTournament
from ludarium.site.tournaments.reading import MakeTournament
from tests.cli.join.steps import Typed
from tests.site.challenge_ladders.playing import challenge, joined, look, names
from tests.site.tournaments.playing import account

LADDER = "/games/orion/challenge-ladder"


@dataclass
class Terminal:
    """A terminal at which Ann has signed in."""

    ann: Person
    visit: Callable[..., Data | None]


@pytest.fixture
def bob(service: Service, store: Store) -> Person:
    return account(service, store, "Bob")


@pytest.fixture
def terminal(origin: str, service: Service, store: Store) -> Terminal:
    ann = account(service, store, "Ann")
    sessions = Sessions()
    sessions.keep(origin, service.people.begin_session(ann, "a terminal"))

    def run(path: str, *lines: str) -> Data | None:
        return visit(SiteClient(origin, sessions), path, Typed(*lines))

    return Terminal(ann, run)


def test_a_tournament_is_listed_entered_and_left(
    service: Service, bob: Person, terminal: Terminal, capsys: pytest.CaptureFixture[str]
) -> None:
    cup = service.tournaments.make(bob, MakeTournament("orion(clicks=1)", name="The cup")).target
    terminal.visit("/tournaments")
    assert f"/tournaments/{cup}" in capsys.readouterr().out
    terminal.visit(f"/tournaments/{cup}", "win", "enter", "")
    out = capsys.readouterr().out
    assert "cannot be done now" in out
    assert "enter (Enter leaves):" in out
    assert "leave (Enter leaves):" in out
    assert [entry.name for entry in service.tournaments.view(None, cup).players] == ["Ann"]
    terminal.visit(f"/tournaments/{cup}", "leave", "")
    assert not service.tournaments.view(None, cup).players


def test_the_table_of_a_tournament_is_shown_to_all(
    service: Service, store: Store, bob: Person, terminal: Terminal, origin: str, tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    cup = service.tournaments.make(bob, MakeTournament("orion(clicks=1)", name="The cup")).target
    for person in (terminal.ann, bob, account(service, store, "Cid")):
        service.tournaments.act(person, cup, EnterTournament())
    service.tournaments.act(bob, cup, BeginTournament())
    service.tournaments.work()
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "of somebody else"))
    visit(SiteClient(origin, Sessions()), f"/tournaments/{cup}", Typed())
    out = capsys.readouterr().out
    assert f"sign in first: ludarium join {origin}" in out
    assert "Points" in out
    assert "in progress" in out


def test_a_duplicate_has_a_result_for_each_player_and_offers_nothing_that_its_matches_refuse(
    service: Service, bob: Person, terminal: Terminal, origin: str, capsys: pytest.CaptureFixture[str]
) -> None:
    made = MakeTournament("vortex(players=1,board=square3,tokens=1)", "duplicate", name="Same dice", games="2")
    cup = service.tournaments.make(bob, made).target
    for person in (terminal.ann, bob):
        service.tournaments.act(person, cup, EnterTournament())
    service.tournaments.act(bob, cup, BeginTournament())
    service.tournaments.work()
    theirs, own = (service.tournaments.view(person, cup).own_boards for person in (bob, terminal.ann))
    for match_id in (theirs[0].match_id, theirs[1].match_id):
        view = service.view(bob, match_id or "")
        service.act(bob, view.id, Resign(), view.revision)
    site = SiteClient(origin, Sessions())

    def win() -> str:
        view = service.view(terminal.ann, own[0].match_id or "")
        while not view.match.over:
            turn = view.match.state.format_turn([view.match.state.legal()[0]])
            view = service.act(terminal.ann, view.id, PlayTurn(turn), view.revision).view
        return "quit"

    shown = SiteMatch.parse(site.get(f"/matches/{own[0].match_id}"))
    typed = Typed("help", "undo", "draw", win)
    SiteSession(site, shown, typed, typed.interrupt).run()
    out = capsys.readouterr().out
    assert "resign        resign the match" in out
    assert "ask to take back" not in out
    assert "offer a draw" not in out
    assert "rematch" not in out
    assert "othing is taken back where all have the same dice" in out
    assert "o draw is offered where all have the same dice" in out
    service.tournaments.work()
    terminal.visit(f"/tournaments/{cup}", "")
    out = " ".join(capsys.readouterr().out.split())
    assert "Same dice: same dice for all, vortex" in out
    assert "It ends on" in out
    assert re.search(r"Game 1, Ann: won in \d+ turns", out)
    assert "Game 1, Bob: lost" in out
    assert "Game 2, Bob: has ended" in out
    assert "Game 2, Ann: in progress" in out


def test_a_ladder_is_joined_and_a_challenge_accepted(
    service: Service, bob: Person, terminal: Terminal, capsys: pytest.CaptureFixture[str]
) -> None:
    assert terminal.visit(LADDER, "join", "") is None
    assert names(service) == ["Ann"]
    joined(service, [bob])
    challenge(service, bob, terminal.ann)
    capsys.readouterr()
    found = terminal.visit(LADDER, "accept Cid", "accept bob 6d+3d/6d")
    out = capsys.readouterr().out
    assert "Bob challenges Ann: waits for an answer" in out
    assert "no challenge waits: expected accept NAME [TEMPO]" in out
    assert found
    assert str(service.bots.look(found["match"]).match.clock) == "6d+3d/6d"


def test_a_challenge_is_made_and_withdrawn_and_way_given(
    service: Service, bob: Person, terminal: Terminal, capsys: pytest.CaptureFixture[str]
) -> None:
    joined(service, [bob, terminal.ann])
    terminal.visit(LADDER, "challenge Nobody", "challenge BOB", "withdraw bob", "")
    out = capsys.readouterr().out
    assert "this person is not on the ladder" in out
    assert "can be challenged" in out
    assert "Ann withdrew the challenge to Bob." in out
    assert [line.kind for line in look(service).log[:2]] == ["withdrawn", "challenged"]
    terminal.visit(LADDER, "leave", "")
    assert names(service) == ["Bob"]
