"""Matches of a site at a terminal."""

import re
import stat
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from ludarium.cli.terminal import site_news as _site_news
from ludarium.cli.terminal import site_play as _site_session
from ludarium.cli.terminal.site import SiteClient
from ludarium.cli.terminal.site_http import Sessions
from ludarium.cli.terminal.site_match import SiteMatch
from ludarium.cli.terminal.site_play import SiteSession
from ludarium.match.clock import Clock
from ludarium.site.ground.values import Person, SeatAssignment
from ludarium.site.match.commands import Accept, Decline, OfferDraw, SeatCommand
from ludarium.site.match.views import MatchView
from ludarium.site.outbox.outbox import Mail
from ludarium.site.service import Service
from ludarium.site.talk.commands import Greet, Say
from tests.cli.conftest import Refused, Run
from tests.cli.join.steps import GAME, Step, Typed, invitation, invite
from tools.local_site import listening
from tools.ports import reserved_port


def test_turns_go_to_and_fro(play: Callable[..., str], service: Service, view: MatchView) -> None:
    def turn(text: str) -> None:
        service.bots.submit(view.id, 0, text, service.bots.look(view.id).revision)

    shown = play(view, "f+", lambda: turn("p+"), "u", "", "help", "legal", "f+", "legal", "u+", lambda: turn("q+"))
    assert [entry.text for entry in service.bots.look(view.id).match.turns] == ["p+", "f+", "q+"]
    assert "'f+' is no command, and no turn is yours to play now" in shown
    assert "Turn 1. X to move" in shown
    assert "Hal turned rotor p clockwise.\nYour turn.\nTess (O)> \n'u' is not a turn" in shown
    assert shown.count("it is not your turn, so no action is legal") == 1
    assert "You turned rotor f clockwise.\nWaiting for Hal.\n> " in shown
    assert shown.endswith(f"matches/{view.id}\n")
    assert play(view, "moves", "quit").count("1. p+  2. f+  3. q+") == 1  # the same invitation leads back


def test_players_talk_at_the_terminal(play: Callable[..., str], service: Service, hal: Person, view: MatchView) -> None:
    service.talk.act(hal, view.id, Greet("hello"))

    def answer() -> None:
        service.talk.act(hal, view.id, Say("Thanks,  you\ntoo"))

    shown = play(view, "say Good game!", "greet luck", "greet nothing", answer, "talk", "say", "quit")
    before, sent, answered = shown.partition("Tess: Good game!")
    assert sent
    assert "Hal: Hello." in before
    assert answered.index("Tess: Good luck.") < answered.index("'nothing' is not a greeting")
    assert answered.index("'nothing' is not a greeting") < answered.index("Hal: Thanks, you too")
    assert answered.count("Hal: Thanks, you too") == 2  # when it came, and by talk
    assert "'say' is no command" in answered
    said = service.talk.view(hal, service.bots.look(view.id)).messages
    assert [(each.name, each.greeting or each.text) for each in said] == [
        ("Hal", "hello"), ("Tess", "Good game!"), ("Tess", "luck"), ("Hal", "Thanks,  you\ntoo"),
    ]  # fmt: skip


def test_what_another_device_played_meanwhile_is_not_played_again(
    play: Callable[..., str], service: Service, view: MatchView
) -> None:
    service.bots.submit(view.id, 0, "p+", 0)

    def on_the_page() -> str:
        service.bots.submit(view.id, 1, "g+", service.bots.look(view.id).revision)
        return "f+"

    shown = play(view, on_the_page)
    assert [entry.text for entry in service.bots.look(view.id).match.turns] == ["p+", "g+"]
    assert "This turn was already played" in shown or "changed" in shown
    assert "You turned rotor g clockwise.\nWaiting for Hal." in shown


def test_offers_takebacks_the_end_and_the_rematch(play: Callable[..., str], service: Service, view: MatchView) -> None:
    def hal(command: SeatCommand) -> None:
        service.bots.act(view.id, 0, command, service.bots.look(view.id).revision)

    service.bots.submit(view.id, 0, "p+", 0)
    steps: list[Step] = ["f+", "undo", lambda: hal(Accept()), "draw", lambda: hal(Decline())]
    steps += [lambda: hal(OfferDraw()), "decline", "resign", "no", "resign", "yes", "resign", "rematch", "quit"]
    shown = play(view, *steps)
    assert "You request a takeback. Nobody has answered yet." in shown
    assert "Draw offer declined." in shown
    assert "Your turn.\nHal offers a draw.\nType accept or decline." in shown
    assert "Resign as Tess (O)? Type yes: \nYou have not resigned." in shown
    assert "Broken off by resignation. Nobody won, because not everybody made two turns." in shown
    assert "the match is over" in shown.partition("Nobody won")[2]
    match = service.bots.look(view.id).match
    assert (match.ending, [entry.text for entry in match.turns], match.takebacks) == ("resignation", ["p+"], (2,))
    (rematch,) = service.queries.recent(1)
    assert shown.endswith(f"matches/{rematch.id}\n")
    assert rematch.id != view.id


def test_a_simultaneous_turn_is_sealed(play: Callable[..., str], service: Service, hal: Person) -> None:
    view = invite(service, hal, "grid(width=7,height=6)", Clock.parse("10d+36h/10d"))

    def play_hal() -> None:
        service.bots.submit(view.id, 0, "n2e", service.bots.look(view.id).revision)

    shown = play(view, "preview n", "sideways", "s3", "w", play_hal, "quit")
    assert "a simultaneous turn cannot be previewed" in shown
    assert "'sideways' cannot be chosen here" in shown
    assert re.search(r"Tess \(\S+\), 9 d 23 h left> \n", shown)
    assert "'w' is no command" in shown
    assert len(service.bots.look(view.id).match.turns) > 0


def test_the_match_goes_on_when_the_site_is_back(
    service: Service, view: MatchView, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    servers = ExitStack()

    def stop() -> str:
        servers.close()
        return "f+"

    def come_back(failures: int) -> float:
        if failures == 2:
            servers.enter_context(listening(service, port))
        return 0.0

    monkeypatch.setattr(_site_session, "delay", come_back)
    monkeypatch.setattr(_site_news, "delay", lambda failures: 0.01)
    service.bots.submit(view.id, 0, "p+", 0)
    with reserved_port() as port, servers:
        origin = servers.enter_context(listening(service, port))
        site, typed = SiteClient(origin, Sessions()), Typed(stop, "f+", "quit")
        SiteSession(site, SiteMatch.parse(site.post(invitation(view), name="Tess")), typed, typed.interrupt).run()
    shown = capsys.readouterr().out
    assert "Reconnecting... (Ctrl+C leaves; the match goes on)" in shown
    assert "Connected again; the match is as before." in shown
    assert [entry.text for entry in service.bots.look(view.id).match.turns] == ["p+", "f+"]


def test_who_signs_in_chooses_a_match(
    service: Service, origin: str, ludarium_command: Run, config: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ida, mails = service.people.rename(service.people.create_guest(), "Ida"), list[Mail]()
    service.sign_in.add("ida@example.org", ida)
    service.outbox.send_due(mails.append)
    (link,) = re.findall(r"/sign-in/link/\S+", mails[0].text)
    assert "You are Ida.\nNo match of yours goes on." in ludarium_command("join", f"{origin}{link}").stdout
    (kept,) = (config / "sessions").iterdir()
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600
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
    assert service.bots.look(view.id).seats[1].name == "Tess"
    dice = invite(service, hal, "vortex")
    shown = ludarium_command("join", origin + invitation(dice), "--name", "Tom").stdout
    assert f"you add {service.bots.look(dice.id).seats[1].nonce}." in shown
    Sessions().keep(origin, "")
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
