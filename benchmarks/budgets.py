"""What the counted budgets of programs cost: a row for each question of a script and each call of WebAssembly.

`python -m benchmarks.budgets` prints what a thing was charged, what it took of the processor, in this process and in
that of the program, and the ratio of the two; 1 is right, and every row should be from 0.5 to 2.
"""

import random
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import NamedTuple

import wasmtime

import ludarium
from ludarium.core.game import Game, State
from ludarium.match.match import Match
from ludarium.players.player import BotFailed, Limit
from ludarium.players.sandbox.script import STEPS_OF_A_SECOND, ScriptBudget, ScriptPlayer
from ludarium.players.sandbox.wasm import SECOND, WasmBudget, WasmPlayer

GAMES = ("orion", "orion(clicks=8)", "vortex", "ludo", "throngs", "pig", "grid", "grid(players=4)")
QUESTIONS = {
    "legal": "new S(p).legal",
    "play": "p.play(name)",
    "play, and legal there": "p.play(name).legal",
    "chance": "p.chance()",
    "text": "p.text()",
    "points": "p.points()",
    "value": "p.value()",
    "playouts(1)": "p.playouts(1)",
    "playouts(30)": "p.playouts(30)",
    "a name that cannot be played": "try { p.play('nowhere') } catch {}",
    "10,000 characters": "try { p.play('x'.repeat(9900)) } catch {}",
}
_DROP = "(drop (call ${} {}))"


def _written(file: int, at: int, size: int, parts: int = 1) -> str:
    """Return a call that writes so many bytes from a place."""
    where = f"(i32.store (i32.const 2048) (i32.const {at})) (i32.store (i32.const 2052) (i32.const {size}))"
    start = 2048 if parts == 1 else 8192
    return where + _DROP.format("fd_write", f"(i32.const {file}) (i32.const {start}) (i32.const {parts}) (i32.const 8)")


def program(body: str) -> bytes:
    """Return a program that takes part in the protocol until it is asked for a turn, and then does something."""
    wasi = "wasi_snapshot_preview1"
    kinds = {"fd_read": "i32 i32 i32 i32", "fd_write": "i32 i32 i32 i32", "random_get": "i32 i32"}
    kinds["clock_time_get"] = "i32 i64 i32"
    imports = "".join(
        f'(import "{wasi}" "{name}" (func ${name} (param {kind}) (result i32)))' for name, kind in kinds.items()
    )
    hear, say = (
        f"(i32.store (i32.const 0) (i32.const {{}})) (i32.store (i32.const 4) (i32.const {{}}))"
        f"(drop (call ${name} (i32.const {file}) (i32.const 0) (i32.const 1) (i32.const 8)))"
        for name, file in (("fd_read", 0), ("fd_write", 1))
    )
    heard = hear.format(16_384, 4096)
    greet = f"{heard} {say.format(1024, 14)} {heard} {say.format(1038, 10)} {heard}"
    return bytes(
        wasmtime.wat2wasm(f"""(module {imports} (memory (export "memory") 100)
          (data (i32.const 1024) "ready 1 legal\\0apong game\\0a")
          (func $greet {greet}) (func (export "_start") {body}))""")
    )


CALLS = {
    "the time": _DROP.format("clock_time_get", "(i32.const 1) (i64.const 0) (i32.const 16)"),
    "8 random bytes": _DROP.format("random_get", "(i32.const 24) (i32.const 8)"),
    "100,000 random bytes": _DROP.format("random_get", "(i32.const 4096) (i32.const 100000)"),
    "a byte of the error stream": _written(2, 1100, 1),
    "100,000 bytes of it": _written(2, 65_536, 100_000),
    "1,024 parts of it": _written(2, 1100, 0, 1024),
    "a file that is not there": _written(9, 1100, 1),
}
_UNLIMITED = ScriptBudget(seconds=86_400, guard=86_400)
_TIMES = 300


class Charge(NamedTuple):
    """A thing that was asked for: what a time of it was charged and took, in seconds."""

    what: str
    charged: float
    took: float

    @property
    def ratio(self) -> float:
        """What it took for each second that it was charged."""
        return self.took / self.charged


def positions(game: Game, turns: Sequence[int] = (0, 30)) -> Iterator[tuple[int, State]]:
    """Yield positions of a random match in which one seat acts, after about so many steps."""
    chosen, state, steps = random.Random(1), game.initial(), 0  # noqa: S311 - a benchmark must be repeatable
    for wanted in turns:
        while state.actors and (steps < wanted or len(state.actors) > 1 or state.actors[0] < 0):
            seats = state.actors
            if seats[0] < 0:
                state = state.play(chosen.choice([*state.chance_outcomes()]))
            else:
                state = state.play(*(chosen.choice(state.legal(seat)) for seat in seats))
            steps += 1
        if state.actors:
            yield steps, state


def measure(game: Game, state: State, code: str, times: int = _TIMES) -> Charge:
    """Return what a question is charged and takes in a position."""
    seat = state.actors[0]
    text = "const p = api.state, S = p.constructor, name = api.legal()[0];"
    text += f"for (let i = 0; i < COUNT; i++) {{ {code} }} api.play(name);"
    found = []
    for count in (times // 10, times + times // 10):
        with ScriptPlayer(text.replace("COUNT", str(count)), game, 1, _UNLIMITED) as player:
            player.prepare(Match.begin(game, ["x"] * game.seats, position=str(state)), seat)
            player._choose(state, seat, 0)  # warm
            before, last = time.process_time(), player.last
            player._choose(state, seat, 0)
            here = time.process_time() - before
            found.append((player.last.steps - last.steps, here + player.last.seconds - last.seconds))
    (few, short), (many, long) = found
    return Charge(code, (many - few) / times / STEPS_OF_A_SECOND, (long - short) / times)


def call_of(body: str, times: int = _TIMES) -> Charge:
    """Return what a call of a WebAssembly program is charged and takes."""
    game, found = ludarium.load("orion"), []
    for count in (times // 10, times + times // 10):
        code = f"(local $n i32) (call $greet) (local.set $n (i32.const {count})) (loop $l {body}"
        code += "(local.set $n (i32.sub (local.get $n) (i32.const 1))) (br_if $l (local.get $n)))"
        with WasmPlayer(program(code), game, 1, WasmBudget(10**11, 10**12, 1000)) as player:
            match = Match.begin(game, ["x", "y"])
            player.prepare(match, 0)
            with suppress(BotFailed):  # it ends without an answer
                player.play(match, 0, Limit())
            found.append(player.last)
    few, many = found
    return Charge(body, (many.steps - few.steps) / times / SECOND, (many.seconds - few.seconds) / times)


def print_row(spec: str, steps: int, name: str, found: Charge) -> None:
    """Print a row of the table."""
    charged, took = (1e6 * each for each in (found.charged, found.took))
    print(f"{spec:18} {steps:4} {name:30} {charged:7.0f}us {took:7.0f}us {found.ratio:6.2f}")
    sys.stdout.flush()


def main(games: Sequence[str]) -> None:
    """Print the rows of some games."""
    print(f"{'game':18} {'step':>4} {'question':30} {'charged':>9} {'took':>9}  ratio")
    for spec in games:
        game = ludarium.load(spec)
        for steps, state in positions(game):
            for name, code in QUESTIONS.items():
                try:
                    found = measure(game, state, code, _TIMES if "30" not in name else 30)
                except ludarium.LudariumError as error:
                    print(f"{spec:18} {steps:4} {name:30} {error}")
                    continue
                print_row(spec, steps, name, found)
    for name, body in CALLS.items():
        print_row("WebAssembly", 0, name, call_of(body))


if __name__ == "__main__":
    main(sys.argv[1:] or GAMES)
