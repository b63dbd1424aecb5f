"""WebAssembly programs as players: counted, fenced in, and the same on every machine."""

import os
import shutil
import subprocess
import sys
import time
from collections import Counter, deque
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

pytest.importorskip("wasmtime")

import ludarium
from ludarium.cli.main import app
from ludarium.match.match import Match
from ludarium.match.verify import verify
from ludarium.players.external.specs import make_player
from ludarium.players.player import BotFailed, Limit, attribute_failures
from ludarium.players.sandbox import _wasm, wasm
from ludarium.players.sandbox.wasm import WasmBudget, WasmPlayer, _WasmLines
from ludarium.players.turn import play_turn
from tests.players.hostile_modules import HOSTILE, fill, program

SHORT = "orion(clicks=1,turn_limit=10)"
BOTS = Path(__file__).parents[2] / "examples" / "bots"
CHEAP = WasmBudget(steps=50_000_000, all_steps=200_000_000)


def test_there_are_forty_hostile_programs() -> None:
    assert len(HOSTILE) >= 40


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_program_is_ended_and_named_and_loses_its_match(name: str, tmp_path: Path) -> None:
    content, cause = HOSTILE[name]
    path = tmp_path / "bot.wasm"
    path.write_bytes(content)
    match = Match.begin(ludarium.load(SHORT), ["hostile", "random"])
    with make_player(str(path), match.game, 1) as player:
        player._budget = CHEAP  # type: ignore[attr-defined]  # the same limits, reached sooner
        try:
            with attribute_failures("hostile"):
                player.prepare(match, 0)
        except BotFailed as error:
            said = str(error)
        else:
            after = play_turn(match, 0, player).match
            assert verify(after.record()).over
            assert after.record().payoffs == (0.0, 1.0)
            said = after.ending
            assert said.startswith("forfeit: ")
    assert any(part in said for part in cause.split("|")), said
    assert "\n" not in said


TALKATIVE = {
    "60 MB of newlines": (
        program(f"(call $greet) {fill(60_000_000, chr(10))}", memory="1000"),
        "more than 1,000 lines",
    ),
    "a line of 60 MB": (program(f"(call $greet) {fill(60_000_000, 'a')}", memory="1000"), "or 1 MiB in a turn"),
    "a line in short pieces": (
        program("(call $greet) (loop $l (call $say (i32.const 1100) (i32.const 10)) (br $l))"),
        "a line of more than 65,536 bytes",
    ),
    "sixty parts of a MB": (
        program(
            "(local $n i32) (call $greet) (loop $l (i64.store (i32.add (i32.const 2048) (i32.mul (local.get $n)"
            "(i32.const 8))) (i64.const 0x10000000010000)) (local.set $n (i32.add (local.get $n) (i32.const 1)))"
            "(br_if $l (i32.lt_u (local.get $n) (i32.const 60))))"
            "(drop (call $fd_write (i32.const 1) (i32.const 2048) (i32.const 60) (i32.const 8)))",
            memory="600",
        ),
        "a line of more than 65,536 bytes",
    ),
}


@pytest.mark.parametrize("name", TALKATIVE)
def test_a_program_that_writes_too_much_meets_that_limit_and_no_other(name: str) -> None:
    content, cause = TALKATIVE[name]
    game = ludarium.load(SHORT)
    match = Match.begin(game, ["talkative", "random"])
    with WasmPlayer(content, game, 1, WasmBudget(steps=20_000_000_000)) as player:
        player.prepare(match, 0)
        with pytest.raises(BotFailed, match=cause):
            player.play(match, 0, Limit())
        assert not player.failed_by_machine


@pytest.mark.parametrize(
    "name", ["empty", "a program for this machine", "no memory", "imports fork", "loops before it is ready"]
)
def test_a_module_that_cannot_play_is_the_fault_of_the_program(name: str) -> None:
    game = ludarium.load(SHORT)
    with WasmPlayer(HOSTILE[name].content, game, 1, CHEAP) as player:
        with pytest.raises(BotFailed):
            player.prepare(Match.begin(game, ["bad", "random"]), 0)
        assert not player.failed_by_machine


def test_programs_are_compiled_one_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    game, waited, running, most = ludarium.load(SHORT), Counter[str](), Counter[str](), [0]
    ask = _WasmLines._ask

    def asked(lines: _WasmLines, question: dict[str, Any], module: str = "") -> dict[str, Any]:
        running["compile"] += bool(module)
        most[0] = max(most[0], running["compile"])
        try:
            return ask(lines, question, module)
        finally:
            running["compile"] -= bool(module)

    monkeypatch.setattr(_WasmLines, "_ask", asked)

    def prepare(number: int) -> None:
        with WasmPlayer(program(COUNTING), game, number) as player:
            player.give_way = lambda: waited.update(["gave way"])
            player.prepare(Match.begin(game, ["one", "random"]), 0)

    with ThreadPoolExecutor(4) as pool:
        [*pool.map(prepare, range(4))]
    assert most == [1]
    assert waited["gave way"]


def test_a_program_is_compiled_within_256_mb() -> None:
    assert _wasm._COMPILING == 256 << 20
    with WasmPlayer(program(COUNTING), ludarium.load(SHORT), 1) as player:
        player.prepare(Match.begin(ludarium.load(SHORT), ["one", "random"]), 0)


def test_what_is_printed_in_pieces_has_whole_characters() -> None:
    """A program writes the bytes of a character one by one."""
    text = "(i32.store (i32.const 1100) (i32.const 0x80989ff0))"  # of four bytes
    pieces = "".join(
        f"(i32.store (i32.const 2048) (i32.const {1100 + at})) (i32.store (i32.const 2052) (i32.const 1))"
        "(drop (call $fd_write (i32.const 2) (i32.const 2048) (i32.const 1) (i32.const 8)))"
        for at in range(4)
    )
    game = ludarium.load(SHORT)
    with WasmPlayer(program(f"{text} {pieces} (call $greet)"), game, 1) as player:
        match = Match.begin(game, ["prints", "random"])
        player.prepare(match, 0)
        assert player.last.printed == "\U0001f600"


def test_a_module_that_takes_too_long_to_compile_leaves_no_process(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wasm, "_one_at_a_time", lambda *_: nullcontext())  # another test may compile now
    game = ludarium.load(SHORT)
    player = WasmPlayer(program(COUNTING), game, 1, WasmBudget(patience=0.01))
    with pytest.raises(BotFailed, match="no turn within"):
        player.prepare(Match.begin(game, ["slow", "random"]), 0)
    assert player.failed_by_machine
    assert player._lines
    assert player._lines.process._process.returncode is not None


def test_a_module_that_waits_too_long_for_others_has_failed_by_the_machine() -> None:
    game = ludarium.load(SHORT)
    with wasm._one_at_a_time(lambda: None, time.monotonic() + 120):
        player = WasmPlayer(program(COUNTING), game, 1, WasmBudget(patience=0.01))
        with pytest.raises(BotFailed, match="too many others wait"):
            player.prepare(Match.begin(game, ["slow", "random"]), 0)
    assert player.failed_by_machine


COUNTING = """(call $greet) (loop $l
  (drop (call $clock_time_get (i32.const 1) (i64.const 0) (i32.const 16)))
  (drop (call $random_get (i32.const 24) (i32.const 8)))
  (i32.store (i32.const 0) (i32.const 16)) (i32.store (i32.const 4) (i32.const 16))
  (drop (call $fd_write (i32.const 2) (i32.const 0) (i32.const 1) (i32.const 8)))
  (call $say (i32.const 1100) (i32.const 11)) (call $hear) (br $l))"""


def run(seed: int) -> tuple[str, int]:
    """Return what a program has written of its clock and its random numbers, and the fuel that it took."""
    game = ludarium.load(SHORT)
    match = Match.begin(game, ["counting", "random"])
    with WasmPlayer(program(COUNTING), game, seed) as player:
        player.prepare(match, 0)
        player.play(match, 0, Limit())
        return player.last.printed, player.last.steps


def test_fuel_the_clock_and_random_numbers_follow_from_the_seed_alone() -> None:
    assert run(7) == run(7)
    assert run(7)[0] != run(8)[0]
    assert run(7)[1] == run(8)[1] > 0


def test_the_fuel_of_all_turns_is_limited_too() -> None:
    game = ludarium.load(SHORT)
    match = Match.begin(game, ["counting", "random"])
    with WasmPlayer(program(COUNTING), game, 1, WasmBudget(steps=300_000, all_steps=1_000_000)) as player:
        player.prepare(match, 0)
        player.play(match, 0, Limit())
        with pytest.raises(BotFailed, match="took more than 1,000,000 units of fuel for a match"):
            deque(player.play(match, 0, Limit()) for _ in range(9))
        assert not player.failed_by_machine


def compiled(source: str, made: Path) -> Path:
    """Compile an example as its first lines say; skip where the compiler is not installed."""
    environment = dict[str, str]()
    if source.endswith(".c"):
        zig = [sys.executable, "-m", "ziglang", "cc", "-target", "wasm32-wasi"]
        clang = ["clang", "--target=wasm32-wasi"]
        if find_spec("ziglang") is None and not Path("/usr/lib/wasm32-wasi/libc.a").exists():
            pytest.skip("needs ziglang, or clang with wasi-libc and lld")
        begin = clang if Path("/usr/lib/wasm32-wasi/libc.a").exists() and shutil.which("clang") else zig
        command = [*begin, "-O2", "-s", "-o", str(made), str(BOTS / source)]
    elif source.endswith(".zig"):
        if find_spec("ziglang") is None:
            pytest.skip("needs ziglang from PyPI, whose 400 MB are no dependency of ours")
        command = [sys.executable, "-m", "ziglang", "build-exe", "-target", "wasm32-wasi", "-lc", "-O", "ReleaseSmall"]
        command += [f"-femit-bin={made}", str(BOTS / source)]
    elif source.endswith(".go"):
        command = [_go(), "build", "-ldflags=-s", "-o", str(made), str(BOTS / source)]
        environment = {"GOOS": "wasip1", "GOARCH": "wasm", "GOCACHE": str(made.with_name("cache"))}
    else:
        command = _rustc()
        command += ["-O", "-C", "strip=symbols", "-o", str(made), str(BOTS / source)]
    subprocess.run(command, check=True, env=os.environ | environment, cwd=made.parent)
    return made


def _go() -> str:
    """Return the program that compiles Go; that of Debian 12, 1.19, has no WASI yet."""
    for compiler in filter(None, (shutil.which("go"), shutil.which("go", path="/usr/local/go/bin"))):
        targets = subprocess.run([compiler, "tool", "dist", "list"], check=True, capture_output=True, text=True).stdout
        if "wasip1/wasm" in targets.split():
            return compiler
    pytest.skip("needs Go 1.21 or later, whose 250 MB are no dependency of ours")


def _rustc() -> list[str]:
    """Return the start of a command that compiles Rust for WASI; Debian 12 has the target under its older name."""
    for compiler in filter(None, (shutil.which("rustc"), shutil.which("rustc", path="/usr/bin"))):
        root = subprocess.run([compiler, "--print", "sysroot"], check=True, capture_output=True, text=True).stdout
        for target in ("wasm32-wasip1", "wasm32-wasi"):
            if (Path(root.strip()) / "lib" / "rustlib" / target).is_dir():
                return [compiler, "--target", target]
    pytest.skip("needs rustc with the target wasm32-wasip1")


@pytest.mark.parametrize("source", ["pipe_bot.c", "pipe_bot.rs", "pipe_bot.go", "pipe_bot.zig"])
def test_the_example_plays_every_game_and_its_match_can_be_replayed(source: str, tmp_path: Path) -> None:
    bot = compiled(source, tmp_path / "bot.wasm")
    for game in (SHORT, "vortex(tokens=1)", "grid(turn_limit=10)"):
        record = ludarium.play_match(game, [str(bot), "random"], seed=3)
        assert not record.ending.startswith("forfeit")
        assert record.turns == ludarium.play_match(game, [str(bot), "random"], seed=3).turns
    path = tmp_path / "record.txt"
    path.write_text(f"{record}\n")
    done = CliRunner().invoke(app, ["replay", str(path), "--bot", str(bot), "--seat", "1", "--seed", "3"])
    assert "plays the same 10 turns" in done.stdout
