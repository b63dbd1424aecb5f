"""Files of learnt players of strangers."""

import io
import json
import pickle
import random
import re
import struct
import zipfile
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from ludarium.core.registry import game_names, load
from ludarium.search.evaluators import network_evaluator
from ludarium.search.learned import Learned, find_player, shipped_players
from ludarium.search.player import make_bot
from tests.soak.damage import same, spoil, spoil_bytes, spoil_json


class _Canary:
    """An object whose pickle makes a file when it is loaded."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def __reduce__(self) -> tuple[Callable[..., object], tuple[str, str]]:
        return open, (str(self._path), "w")


class Players:
    """Learnt players."""

    def __init__(self, folder: Path) -> None:
        found = [player for name in game_names() for _, player in shipped_players(load(name))]
        self._players = sorted(found, key=lambda player: len(player.weights))[:3]
        self._files = [player.to_bytes() for player in self._players]
        canary = _Canary(folder / "canary")
        self._pickle = pickle.dumps(canary)
        objects = io.BytesIO()
        np.save(objects, np.array([canary], dtype=object), allow_pickle=True)
        self._objects = objects.getvalue()
        self._bombs = [_zipped({"about": b"", "weights": bytes(800 << 20)}, zipfile.ZIP_DEFLATED, 1)]
        for content in self._files:
            (folder / "x.player").write_bytes(content)
            self.read(folder / "x.player")()

    def make(self, dice: random.Random) -> bytes:
        """Return a player's file: one with other arrays, one with other bytes, a pickle, or a large archive."""
        how = dice.random()
        if how < 0.2:
            return spoil_bytes(dice.choice(self._files), dice)
        if how < 0.23:
            return dice.choice((self._pickle, self._objects, spoil_bytes(self._objects, dice), *self._bombs))
        player = dice.choice(self._players)
        with zipfile.ZipFile(io.BytesIO(player.to_bytes())) as archive:
            members = {name.removesuffix(".npy"): archive.read(name) for name in archive.namelist()}
        for name in dice.sample([*members], dice.choice((1, 1, 2))):
            members[name] = self._spoil_member(name, members[name], dice)
        if dice.random() < 0.05:
            members.pop(dice.choice([*members]))
        method = dice.choice((zipfile.ZIP_STORED,) * 8 + (zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA))
        return _zipped(members, method, 1 if method in (zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2) else None)

    def _spoil_member(self, name: str, content: bytes, dice: random.Random) -> bytes:
        how = dice.random()
        if how < 0.1:
            return dice.choice((self._objects, self._pickle, b"", spoil_bytes(content, dice)))
        if how < 0.4:
            return self._other_head(content, dice)
        array = np.load(io.BytesIO(content))
        if name == "about":
            about = spoil_json(json.loads(array.tobytes()), dice)
            deep = b"[" * 100_000 if dice.random() < 0.03 else json.dumps(about).encode()
            return _npy(np.frombuffer(deep, np.uint8))
        flat = array.reshape(-1)
        for _ in range(dice.choice((1, 3))):
            flat[dice.randrange(len(flat))] = dice.choice((0, 1, -1, 2, 3, 63, 64, 1000, 2**30, -(2**30)))
        if array.dtype.kind == "f" and dice.random() < 0.5:
            flat[dice.randrange(len(flat))] = dice.choice((np.nan, np.inf, -np.inf, 3e38, -3e38, 1e-45))
        kinds: Sequence[Any] = (array.dtype, array.dtype, array.dtype, np.float64, np.int8, np.complex64, "<U3", bool)
        with np.errstate(all="ignore"):
            return _npy(array.astype(dice.choice(kinds)))

    def _other_head(self, content: bytes, dice: random.Random) -> bytes:
        """Return an array with another header."""
        size = struct.unpack_from("<H", content, 8)[0]
        head, rest = content[10 : 10 + size].decode("latin-1").rstrip(), content[10 + size :]
        shape = dice.choice(
            ("()", "(1,)", "(2147483648,)", "(99999999999,)", "(-1,)", "(1000000, 1000000)", "(0, 99)", "(True,)",
             "('x',)", "(" + "1," * 100 + ")", "(9223372036854775808,)", "[4]", "4", "(4, 1)", "(2.5,)")
        )  # fmt: skip
        kind = dice.choice(("'|O'", "'<f8'", "'>f4'", "'<U1000000'", "'V0'", "[('a', '<f4')]", "'x'", "None", "'<M8'"))
        if dice.random() < 0.6:
            head = re.sub(r"'shape': \([^)]*\)", lambda _: f"'shape': {shape}", head)
        elif dice.random() < 0.6:
            head = re.sub(r"'descr': '[^']*'", lambda _: f"'descr': {kind}", head)
        else:
            head = spoil(head, dice) if dice.random() < 0.9 else "(" * 9000
        raw = head.encode("latin-1", "replace")[:60_000]
        version = b"\1\0" if dice.random() < 0.9 else dice.choice((b"\2\0", b"\3\0", b"\4\0", b"\0\0"))
        return b"\x93NUMPY" + version + struct.pack("<H", len(raw)) + raw + rest

    def read(self, path: Path) -> Callable[[], None]:
        """Read a player, let it play a turn, and write it again."""
        player = find_player(str(path))
        game = load(player.about.game)
        network_evaluator(game, player)
        bot = make_bot(f"mcts(simulations=20,evaluate={path.name}.player)", game, 1, read=lambda _: player)
        state, dice = game.initial(), random.Random(1)
        while len(state.actors) > 1 or state.actors[0] < 0:
            state = state.play(*(dice.choice(state.legal(seat)) for seat in state.actors))
        bot.choose(state, state.actors[0])

        def again() -> None:
            found = Learned.from_bytes(player.to_bytes())
            same(found.about, player.about)
            for name in ("shape", "inputs", "scales", "weights"):
                same(getattr(found, name).tobytes(), getattr(player, name).tobytes())

        return again


def _npy(array: Any) -> bytes:
    out = io.BytesIO()
    np.save(out, array)
    return out.getvalue()


def _zipped(members: Mapping[str, bytes], method: int, level: int | None) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", method, compresslevel=level) as archive:
        for name, content in members.items():
            archive.writestr(f"{name}.npy", content)
    return out.getvalue()
