"""A player that is a WebAssembly program of the protocol of docs/reference/protocol.md, with a counted budget."""

from __future__ import annotations

import base64
import json
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple

from ludarium.core.entries import format_seconds
from ludarium.core.errors import LudariumError
from ludarium.core.extras import missing_extra
from ludarium.core.game import Game, State
from ludarium.core.text import shorten
from ludarium.match.match import Match
from ludarium.players.conversation import Conversation
from ludarium.players.player import BotFailed, Limit, Player, PlayResult
from ludarium.players.sandbox.line_process import LineProcess, ResponseTimeout, stay
from ludarium.players.sandbox.script import MEMORY, MOST_PRINTED, Ran

LARGEST = 4 << 20
"""Bytes of a program."""
SECOND = 1_000_000_000
"""Fuel that counts as a second: about that many instructions."""
_PROCESS = "ludarium.players.sandbox._wasm"
_LONGEST = 8 << 20
"""Bytes of an answer of the process."""
_MAGIC = b"\0asm"
_PAUSE = 0.02
"""Seconds between two looks whether another program has been compiled."""


class WasmBudget(NamedTuple):
    """The limits of a WebAssembly program for a match.

    | field       | content                                                            |
    | ----------- | ------------------------------------------------------------------ |
    | `steps`     | fuel for a turn                                                    |
    | `all_steps` | fuel for all turns                                                 |
    | `guard`     | seconds of processor time for a turn                               |
    | `compiling` | seconds of processor time to compile the program                   |
    | `patience`  | seconds of real time for a turn, after which the program has failed |
    | `niceness`  | how much lower the system's priority of its process is than ours   |
    """

    steps: int = SECOND
    all_steps: int = 60 * SECOND
    guard: float = 20
    compiling: float = 15
    patience: float = 120.0
    niceness: int = 0


USUAL = WasmBudget()
"""The budget in the terminal."""
ON_SITE = WasmBudget(guard=2)
"""The budget on a site: the fuel of a turn takes a second of the processor, and who plays waits at most for two."""


def check_module(content: bytes) -> bytes:
    """Return the content of a file if it may be a WebAssembly program; nothing is compiled.

    Raises `BotFailed`.
    """
    if len(content) > LARGEST:
        raise BotFailed(f"is too large: expected at most {LARGEST:,} bytes (4 MiB)")
    if not content.startswith(_MAGIC):
        raise BotFailed("is not a WebAssembly program: expected a file that a compiler has made for WASI")
    return content


class WasmPlayer(Player):
    """A WebAssembly program in its own process, which ends with the match.

    Its budget is counted, so the clock of a match means nothing to it, and it plays the same on every machine.
    `last` is what it did in its last turn; `failed_by_machine` says whether it was ended by a limit that another
    machine may not have reached, or by a process that died, and `used_up` whether by the budget of all turns.
    """

    failed_at: int | None = None

    def __init__(self, content: bytes, game: Game, seed: int, budget: WasmBudget = USUAL) -> None:
        if find_spec("wasmtime") is None:
            raise missing_extra("wasmtime", "wasm", "a player in WebAssembly")
        self._content, self._game, self._seed, self._budget = content, game, seed % 2**31, budget
        self._lines: _WasmLines | None = None
        self._conversation: Conversation | None = None
        self._start: State | None = None
        self._room = MOST_PRINTED
        self.last = Ran()
        self.failed_by_machine = self.used_up = False
        self.give_way: Callable[[], None] = stay

    def suspend(self, *, suspended: bool) -> None:
        """Let the process rest, or go on."""
        if self._lines:
            self._lines.process.suspend(suspended=suspended)

    def prepare(self, match: Match, seat: int) -> None:
        """Compile the program, start it, and wait until it is ready for this game."""
        if self._lines:
            return
        self._start = match.start
        content = check_module(self._content)
        self.failed_by_machine = True  # if its process cannot be started
        self._lines = _WasmLines(self._budget)
        self._lines.process.give_way = self.give_way
        try:
            self._lines.start(content, self._seed)
            self._conversation = Conversation(self._lines)
            self._conversation.greet(self._game, seat, self._seed, 0)
        except BotFailed:
            self._lines.close()
            raise
        finally:
            self._look()

    def play(self, match: Match, seat: int, limit: Limit) -> PlayResult:
        """Return the turn that the program plays, which may choose it action by action, and its last report."""
        return self._play(match.state, seat, [entry.text for entry in match.turns])

    def choose_in(self, state: State, seat: int, turns: Sequence[str]) -> str:
        """Return what the program chooses in a state, after these lines of the record.

        Raises `BotFailed`.
        """
        return self._play(state, seat, turns).turn

    def _play(self, state: State, seat: int, turns: Sequence[str]) -> PlayResult:
        assert self._lines, "a program is prepared before it is asked"
        assert self._conversation, "a program is prepared before it is asked"
        assert self._start, "a program is prepared before it is asked"
        self._lines.begin()
        within = format_seconds(min(self._budget.steps, self._budget.all_steps - self._lines.spent) / SECOND)
        try:
            result = self._conversation.choose(state, seat, self._start, turns, f"go within {within}", 0)
            self._lines.check_silence()
            return result
        finally:
            self._look()

    def close(self) -> None:
        """End the process."""
        if self._lines:
            self._lines.close()

    def _look(self) -> None:
        """Take over what the program did in its turn."""
        assert self._lines, "a program has lines as soon as it is prepared"
        printed = self._lines.printed[: self._room]
        self._room -= len(printed)
        self.last = Ran(printed=printed, steps=self._lines.steps, seconds=self._lines.seconds)
        self.failed_by_machine, self.used_up = self._lines.failed_by_machine, self._lines.used_up


class _WasmLines:
    """The lines of a program; it runs when an answer is expected, until it reads on."""

    def __init__(self, budget: WasmBudget) -> None:
        self._budget, self._text, self._said = budget, "", list[str]()
        self._over, self._closed = "", False
        self.printed, self.steps, self.spent, self.seconds = "", 0, 0, 0.0
        self.failed_by_machine = self.used_up = False
        self.process = LineProcess([sys.executable, "-P", "-m", _PROCESS])

    def start(self, content: bytes, seed: int) -> None:
        """Compile a program.

        Raises `BotFailed` for what is none.
        """
        limits: dict[str, float] = {"steps": self._budget.steps, "all_steps": self._budget.all_steps}
        limits |= {"memory": MEMORY, "seconds": self._budget.guard, "compiling": self._budget.compiling}
        limits["niceness"] = self._budget.niceness
        self.failed_by_machine = True  # if others are compiled for too long
        with _one_at_a_time(self.process.give_way, time.monotonic() + self._budget.patience):
            self.failed_by_machine = False
            answer = self._ask({"seed": seed, **limits}, base64.b64encode(content).decode())
        if "failed" in answer:
            raise BotFailed(f"is no WebAssembly program that can play: {answer['failed']}")

    def begin(self) -> None:
        """Begin a turn."""
        self.printed, self.steps, self.seconds = "", 0, 0.0

    def send(self, text: str, until: float) -> None:
        """Let the program read lines, once it runs."""
        self.check_silence()
        self._text += f"{text}\n"

    def receive(self, until: float) -> str:
        """Return the next line of the program, which runs if it has said nothing yet.

        Raises `BotFailed`.
        """
        if not self._said:
            self._run()
        return self._said.pop(0).strip()

    def check_silence(self) -> None:
        """Raise `BotFailed` if the program has written more than it was asked for."""
        more = [line for line in self._said if line.strip() and line.split()[0] != "info"]
        self._said = []
        if more:
            raise BotFailed(f"wrote {shorten(more[0])} after its answer, where nothing was expected")

    def close(self) -> None:
        """End the process."""
        if not self._closed:
            self._closed = True
            self.process.close()

    def _run(self) -> None:
        if self._over:
            raise BotFailed(self._over)
        if not self._text:
            raise BotFailed("waits for another line before it has answered")
        text, self._text = self._text, ""
        answer = self._ask({"text": text})
        self._said = [str(line) for line in answer["lines"]]
        self.printed += str(answer["printed"])
        self.steps += int(answer["steps"])
        self.spent += int(answer["steps"])
        self.seconds += float(answer["seconds"])
        if "ended" in answer:
            self._over = f"exited with code {answer['ended']}"
        elif "failed" in answer:
            raise BotFailed(f"failed: {shorten(str(answer['failed']))}")
        elif limit := answer.get("exceeded"):
            self.failed_by_machine, self.used_up = limit == "stack", limit == "all_steps"
            raise BotFailed(self._describe_limit(str(limit)))
        elif rest := str(answer["rest"]):
            raise BotFailed(f"wrote {shorten(rest)} without the end of a line, and read on")
        if not self._said:
            self._run()

    def _describe_limit(self, limit: str) -> str:
        if limit == "stack":
            return "used more than 1 MB of stack"
        most, whole = (self._budget.steps, "turn") if limit == "steps" else (self._budget.all_steps, "match")
        return f"took more than {most:,} units of fuel for a {whole}"

    def _ask(self, question: dict[str, Any], module: str = "") -> dict[str, Any]:
        """Return the answer of the process to a question, with which a `module` is sent.

        Raises `BotFailed`.
        """
        until = time.monotonic() + self._budget.patience
        try:
            self.process.send("\n".join([json.dumps(question), *([module] if module else [])]), until)
            answer: dict[str, Any] = json.loads(self.process.receive(until, _LONGEST))
        except ResponseTimeout:
            self.failed_by_machine = True
            raise BotFailed(f"gave no turn within {self._budget.patience:g} seconds") from None
        except (LudariumError, ValueError) as error:
            self.failed_by_machine = True
            what = "be compiled within the limits" if module else "go on"
            raise BotFailed(f"cannot {what}: its process {_named(str(error))}") from None
        return answer


@contextmanager
def _one_at_a_time(give_way: Callable[[], None], until: float) -> Iterator[None]:
    """Let no other process of this machine compile a program meanwhile, as far as it runs this installation.

    Raises `BotFailed` after a time.
    """
    import fcntl  # which Windows lacks, where no program plays

    with Path(__file__).open("rb") as file:  # what all of them can open
        while True:
            with suppress(BlockingIOError):
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                break
            if time.monotonic() > until:
                raise BotFailed("cannot be compiled: too many others wait for that")
            give_way()
            time.sleep(_PAUSE)
        yield


def _named(error: str) -> str:
    return error.replace("was killed by SIGPROF", "took too much of the processor")
