"""Programs as players: they get what they need, and can neither hang a match nor outlive it."""

import os
import re
import signal
import sys
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

import ludarium
from ludarium.core.entries import Entry
from ludarium.core.errors import LudariumError, ParseError
from ludarium.core.game import Game
from ludarium.match.clock import Clock
from ludarium.match.match import Match
from ludarium.match.verify import verify
from ludarium.players.engine import Engine
from ludarium.players.external import program as driver
from ludarium.players.external.specs import check_player, make_player, open_players
from ludarium.players.player import BotFailed
from ludarium.players.sandbox.line_process import LONGEST
from ludarium.players.turn import play_turn
from tests.players.programs import ANY, program
from tests.tiny import PENNIES, RACE, STONES

SHORT = "orion(clicks=1,turn_limit=10)"
OURS = f"program:{sys.executable} -m ludarium engine --bot"


def ending(spec: str, clock: Clock | None = None) -> str:
    """Return how a match ends in which a program has the first seat; verify its record."""
    record = ludarium.play_match(SHORT, [spec, "random"], clock=clock)
    assert verify(ludarium.Record.parse(str(record))).over
    if record.ending.startswith(("forfeit", "time")):
        assert record.payoffs == (0.0, 1.0)
    return record.ending


@pytest.fixture
def children() -> Iterator[Callable[[], int]]:
    """Count the child processes that were started since; after the test there must be none."""

    def listed() -> set[str]:
        return set(Path(f"/proc/self/task/{os.getpid()}/children").read_text().split())

    before = listed()  # a browser or a helper of another test may be one already, and end meanwhile
    yield lambda: len(listed() - before)
    assert listed() <= before


@pytest.mark.usefixtures("children")
@pytest.mark.parametrize("game", [SHORT, "vortex(tokens=1)", "throngs(turn_limit=10)", "grid(turn_limit=10)"])
def test_a_program_without_rules_plays_every_game(game: str) -> None:
    record = ludarium.play_match(game, [ANY] * ludarium.load(game).seats, seed=3)
    assert not record.ending.startswith("forfeit")
    assert verify(record).over


@pytest.mark.parametrize("game", [PENNIES, RACE, STONES], ids=lambda game: game.name)
def test_simultaneous_turns_dice_and_turns_of_several_actions_reach_a_program(game: Game) -> None:
    record = ludarium.play_match(game, [ANY, ANY])
    assert record.payoffs is not None
    assert not record.ending.startswith("forfeit")


class EngineHere:
    """The engine in this process, with the methods of a process's that are called."""

    def __init__(self, command: Sequence[str]) -> None:
        self._engine, self._said = Engine(command[-1]), deque[str]()

    def send(self, text: str, until: float) -> None:
        for line in text.splitlines():
            self._said += self._engine.answer(line)

    def receive(self, until: float) -> str:
        return self._said.popleft()

    def close(self, farewell: str) -> None:
        self.send(farewell, 0.0)
        assert self._engine.over
        self._engine.close()


@pytest.mark.parametrize("bot", ["random", "mcts(simulations=30)"])
@pytest.mark.parametrize("game", ["orion(clicks=2,turn_limit=10)", "vortex(tokens=1)", "grid(turn_limit=10)"])
def test_our_own_bot_driven_as_a_program_plays_the_same_turns(
    game: str, bot: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A program gets the seed of its seat, the turns of the other seats, and the dice."""
    if (game, bot) != ("vortex(tokens=1)", "mcts(simulations=30)"):  # that one is a process
        monkeypatch.setattr(driver, "LineProcess", EngineHere)
    as_program = ludarium.play_match(game, [f"{OURS} '{bot}'", "random"], seed=5)
    assert as_program.turns == ludarium.play_match(game, [bot, "random"], seed=5).turns


def test_a_program_gets_each_turn_once_and_the_dice_among_them(tmp_path: Path) -> None:
    code = f"open({str(tmp_path / 'heard')!r}, 'a').write(line)\nif w == 'go': say('bestturn stay')"
    record = ludarium.play_match(RACE, [program(code), "random"], seed=4)
    greeting, game, _, position, *lines = (tmp_path / "heard").read_text().splitlines()
    assert greeting == "ludarium 1"
    assert game.startswith("game race seat 0 seed ")
    assert position == "position"
    lines = [line for line in lines if line != "go within 60"]
    assert lines[:-1] == [f"turn {entry.text}" for entry in record.turns][: len(lines) - 1]
    assert lines[-1] == "quit"


@pytest.mark.parametrize(("code", "cause"), [
    ("if w == 'go': say('bestturn', 'hello')", "played 'hello': 'hello' is not a turn"),
    ("if w == 'go': say('bestturn', 'a+')", "played 'a+': click 1, a+, is not allowed"),
    ("if w == 'go': say('action', 'u++')", "chose 'u++', which is not an action here"),
    ("if w == 'go': say('what?')", "said 'what?' where bestturn or action was expected"),
    ("if w == 'go': say('error no idea')", "reported an error: 'no idea'"),
    ("if w == 'go': sys.exit(3)", "exited with code 3"),
    ("if w == 'go': os.kill(os.getpid(), signal.SIGSEGV)", "was killed by SIGSEGV"),
    ("if w == 'go': os.close(1); time.sleep(60)", "closed its output"),
    ("if w == 'go': sys.stdout.buffer.write(b'\\xff\\n'); say()", "wrote a line that is not UTF-8 text"),
    (f"if w == 'go': say('x' * {LONGEST + 1})", "wrote a line of more than 65,536 bytes"),
    (f"if w == 'go': sys.stdout.write('x' * {10 * LONGEST}); sys.stdout.flush()", "wrote a line of more than 65,536"),
])  # fmt: skip
@pytest.mark.usefixtures("children")
def test_nonsense_and_crashes_lose_with_the_cause_in_the_record(code: str, cause: str) -> None:
    assert cause in ending(program(code))


@pytest.mark.skipif(not hasattr(signal, "SIGRTMIN"), reason="on macOS every signal has a name")
def test_a_signal_without_a_name_has_its_number() -> None:
    code = "if w == 'go': os.kill(os.getpid(), signal.SIGRTMIN + 1)"
    assert f"was killed by signal {signal.SIGRTMIN + 1}" in ending(program(code))


@pytest.mark.parametrize(("ready", "cause"), [
    ("if w == 'ludarium': say('hello')\n", "said 'hello' where ready was expected"),
    ("if w == 'ludarium': say('ready 2')\n", "speaks version '2' of the protocol, and 1 was expected"),
    ("if w == 'ludarium': say('ready 1')\nelif w == 'ping': say('pong')\n", "said pong '' to ping game"),
    ("if w == 'game': sys.exit(0)\nelif w == 'ludarium': say('ready 1')\n", "exited with code 0"),
])  # fmt: skip
@pytest.mark.usefixtures("children")
def test_a_program_that_is_not_ready_begins_no_match(ready: str, cause: str) -> None:
    with pytest.raises(BotFailed, match=re.escape(cause)):
        ending(program("", ready=ready))


NO_ANSWER = {
    "sleeping": "if w == 'go': time.sleep(600)",
    "busy": "while w == 'go': pass",
    "deaf to signals": "signal.signal(signal.SIGTERM, signal.SIG_IGN)\nif w == 'go': time.sleep(600)",
    "talking": "while w == 'go': say('info so far so good')",
    "talking faster than we read": "while w == 'go': sys.stdout.write('info so far so good\\n' * 9999)",
    "with another process": "if w == 'go': os.fork(); time.sleep(600)",
}


@pytest.mark.usefixtures("children")
@pytest.mark.parametrize("code", NO_ANSWER.values(), ids=NO_ANSWER)
def test_a_program_that_gives_no_turn_loses_and_is_ended(monkeypatch: pytest.MonkeyPatch, code: str) -> None:
    monkeypatch.setattr(driver, "PATIENCE", 0.3)
    assert ending(program(code)).endswith("gave no turn within 0.3 seconds")


@pytest.mark.usefixtures("children")
def test_a_program_that_is_never_ready_begins_no_match(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(driver, "STARTING", 0.3)
    with pytest.raises(BotFailed, match=r"was not ready after 0\.3 seconds$"):
        ending(program("", ready="time.sleep(600)\n"))


@pytest.mark.usefixtures("children")
def test_a_program_that_reads_nothing_does_not_hang_the_match_when_its_pipe_is_full(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(driver, "PATIENCE", 0.3)
    with open_players([program("if w == 'ping': time.sleep(600)")], STONES, 0) as (player,):
        match = Match.begin(STONES, ["deaf", "other"])
        player.prepare(match, 0)
        after = play_turn(replace(match, turns=(Entry("a1"),) * 40_000), 0, player).match
    assert after.ending == "forfeit: deaf gave no turn within 0.3 seconds"


@pytest.mark.usefixtures("children")
def test_the_clock_of_a_program_that_does_not_answer_runs_out() -> None:
    assert ending(program(NO_ANSWER["sleeping"]), clock=Clock(0.3)) == "time"


def test_a_program_gets_the_clocks_and_starting_costs_no_time() -> None:
    slow = "if w == 'ludarium': time.sleep(0.5); say('ready 1')\nelif w == 'ping': say('pong', r)\n"
    answer = ending(program("if w == 'go': say('error', r)", ready=slow), clock=Clock(60, 2))
    assert answer.endswith("reported an error: 'within 60 increment 2 clocks 60 60'")


def test_after_a_takeback_the_program_gets_the_position_and_all_turns_again() -> None:
    code = "got = [] if w == 'position' else [*globals().get('got', []), r] if w == 'turn' else globals().get('got')\n"
    code += "if w == 'go': say('error', *got) if len(got) == 1 else say('bestturn u+')"
    game = ludarium.load("orion")
    with open_players(["random", program(code)], game, 0) as (_, player):
        start = Match.begin(game, ["it", "other"])
        play_turn(start.submit(0, "u+").submit(1, "a+").submit(0, "v+"), 1, player)
        after = play_turn(start.submit(0, "p+"), 1, player).match
    assert after.ending == "forfeit: other reported an error: 'p+'"


def test_a_player_is_checked_before_anything_is_played() -> None:
    game = ludarium.load("orion")
    check_player(ANY, game)
    with pytest.raises(LudariumError, match="exited with code 1"):
        check_player(program("", ready="sys.exit(1)\n"), game)


@pytest.mark.parametrize(("spec", "sentence"), [
    ("program:", "needs the command that starts it"),
    ("program:'./engine", "is not a command: no closing quotation"),
])  # fmt: skip
def test_an_invalid_command_is_refused_in_a_sentence(spec: str, sentence: str) -> None:
    with pytest.raises(ParseError, match=sentence):
        make_player(spec, ludarium.load("orion"), 0)


def test_a_file_that_cannot_be_run_says_so(tmp_path: Path) -> None:
    path = tmp_path / "engine"
    path.write_bytes(b"\x00\x01")
    path.chmod(0o755)
    with pytest.raises(BotFailed, match=r"cannot be started: Exec format error$"):
        ending(f"program:{path}")
    with pytest.raises(BotFailed, match=r"cannot be started: No such file or directory$"):
        ending(f"program:{tmp_path}/none")


def test_players_are_ended_when_the_match_breaks(children: Callable[[], int]) -> None:
    def interrupt(match: Match) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        ludarium.play_match(SHORT, [ANY, ANY], watch=interrupt)
    until = time.monotonic() + 300
    while children() and time.monotonic() < until:
        time.sleep(0.01)
    assert not children()
