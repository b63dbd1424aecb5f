"""Tables of exact values of strangers."""

import json
import random
import struct
from collections.abc import Callable
from itertools import islice
from pathlib import Path

from ludarium.core.game import State
from ludarium.core.registry import load
from ludarium.core.rng import generator
from ludarium.solve.race.table import race_layout
from ludarium.solve.race_solution import solve_race
from ludarium.solve.race_verify import verify_race
from ludarium.solve.solution import solve
from ludarium.solve.table import Table, open_source
from ludarium.solve.tablefile import read_header, read_table, write_table
from tests.soak.damage import same, spoil_bytes, spoil_json


class Tables:
    """Tables of exact values: of single positions, and of a race."""

    def __init__(self, folder: Path) -> None:
        small = "ludo(goal=24,markers=1)"
        solve(small).write(folder / "positions.table")
        game = load("ludo(markers=1)")
        layout = race_layout(game)
        assert layout
        race = solve_race(game, layout, None, memory=1e9)
        race.run(1e-9)
        race.write(folder / "race.table")
        self._files = [(folder / f"{name}.table").read_bytes() for name in ("positions", "race")]
        self._states = {spec: _states(spec) for spec in (small, game.spec)}
        self._out = folder / "again.table"
        for content in self._files:
            (folder / "input").write_bytes(content)
            self.read(folder / "input")()

    def make(self, dice: random.Random) -> bytes:
        """Return a table whose header or bytes are damaged."""
        content = dice.choice(self._files)
        if dice.random() < 0.2:
            return spoil_bytes(content, dice)
        size = struct.unpack_from("<Q", content, 16)[0]
        header, rest = json.loads(content[24 : 24 + size]), content[-(-(24 + size) // 64) * 64 :]
        for _ in range(dice.choice((1, 1, 2, 4))):
            header = spoil_json(header, dice)
        text = json.dumps(header).encode()
        length = len(text) if dice.random() < 0.95 else dice.choice((0, 1, 2**40, 2**63, 2**64 - 1))
        head = content[:16] + struct.pack("<Q", length) + text
        rest = rest if dice.random() < 0.8 else spoil_bytes(rest, dice)
        return head + b"\0" * (-len(head) % 64) + rest

    def read(self, path: Path) -> Callable[[], None]:
        """Read a table, look positions up, and check it."""
        read_header(path)
        file = read_table(path)
        game = load(str(file.header["game"]))
        table = Table.open(path, game)
        for state in self._states.get(game.spec) or _states(game.spec):
            table.payoffs(state)
            for seat in state.actors:
                if seat >= 0 and len(state.actors) == 1:
                    table.best_action(state, seat)
        file.check()
        for state, value in islice(open_source(file, game).positions(game), 50):
            same(state.game.parse_position(str(state)), state)
            table.value(state)
            float(value)
        if file.header["kind"] == "race":
            verify_race(game, path, memory=1e8)

        def again() -> None:
            self._out.unlink(missing_ok=True)
            header = {name: value for name, value in file.header.items() if name not in ("format", "arrays")}
            write_table(self._out, header, file.arrays)
            found = read_table(self._out)
            found.check()
            for name, array in file.arrays.items():
                same(found.arrays[name].tobytes(), array.tobytes())

        return again


def _states(spec: str) -> list[State]:
    """Return some positions of a game."""
    found, dice = list[State](), generator(1)
    for _ in range(3):
        state = load(spec).initial()
        while state.actors and len(found) < 60:
            found.append(state)
            state = state.play(*(int(dice.choice(state.legal(seat))) for seat in state.actors))
    return found
