"""The process in which a script runs: a JavaScript engine without files, network or modules, with limits on its use.

It is started as a program, not imported, and does not import the package. It reads and writes JSON, a value a line:

| it reads | it answers |
| --- | --- |
| `{desk, text, seed, memory, seconds, budget}`, once | `{}` |
| the facts of a turn | `{choice, fault}` |
| either, if it cannot go on | `{failed}`, or the limit that it has exceeded: `{exceeded}` |
"""

import json
import os
import resource
import sys
import threading
import time
from collections.abc import Callable
from itertools import chain
from pathlib import Path

import quickjs  # type: ignore[import-untyped]  # quickjs has no types

RUN = """
(function (desk, text, seed) {
  Math.random = function () {  // mulberry32: every match has its seed
    seed = seed + 0x6D2B79F5 | 0;
    let mixed = Math.imul(seed ^ seed >>> 15, 1 | seed);
    mixed = mixed + Math.imul(mixed ^ mixed >>> 7, 61 | mixed) ^ mixed;
    return ((mixed ^ mixed >>> 14) >>> 0) / 4294967296;
  };
  const silent = function () {};
  globalThis.console = { log: silent, info: silent, warn: silent, error: silent, debug: silent };
  let run;
  try {
    run = new Function("api", text);
  } catch (error) {
    const line = /<input>:([0-9]+)/.exec(error.stack)[1] - 2;  // the engine puts two lines of its own before the text
    const ended = line > text.split("\\n").length;
    throw new SyntaxError(ended ? "the text ends too early" : `${error.message} (line ${line})`);
  }
  return function (facts, fault) {  // with a fault the script has run, and only its choice is asked for
    if (fault === null && desk.before(JSON.parse(facts))) {
      try {
        run.call(desk.api, desk.api);
      } catch (error) {
        if (error === null || error instanceof InternalError) throw error;  // perhaps no memory is left
        try {
          fault = String(error).slice(0, 500);
        } catch {
          fault = "an exception that has no text";
        }
      }
    }
    return JSON.stringify({ choice: String(desk.after()), fault });
  };
})
"""
_STACK = 512 << 10
_ENGINE = 512 << 20
"""Bytes of address space for the engine itself and the interpreter around it."""


_FULL = "InternalError: out of memory"


def main() -> None:
    """Answer every line until the input ends."""
    given = json.loads(sys.stdin.readline())
    memory = given["memory"]
    limiter = Limiter({name: given[name] for name in ("seconds", "budget")})
    threading.Thread(target=limiter.watch, daemon=True).start()
    resource.setrlimit(resource.RLIMIT_AS, (memory + _ENGINE,) * 2)
    for nothing in (resource.RLIMIT_CORE, resource.RLIMIT_FSIZE):
        resource.setrlimit(nothing, (0, 0))
    context = quickjs.Context()
    context.set_memory_limit(memory)
    context.set_max_stack_size(_STACK)
    run = context.eval(RUN)
    full = _peak() + memory // 2
    turn = None
    for line in chain([""], sys.stdin):
        limiter.start()
        try:
            if turn is None:
                turn = run(context.eval(given["desk"]), given["text"], given["seed"])
                answer = "{}"
            else:
                answer = _answer(turn, line, full)
        except Exception as error:  # noqa: BLE001 - every error of the engine is reported, and ends the match
            text = str(error).partition("\n")[0]
            answer = json.dumps({"exceeded": "memory"} if text in ("null", _FULL) else {"failed": text[:500]})
        if limit := limiter.stop():
            answer = json.dumps({"exceeded": limit})
        sys.stdout.write(f"{answer}\n")
        sys.stdout.flush()


def _answer(turn: Callable[[str | None, str | None], str], line: str, full: int) -> str:
    """Return what the script answers to the facts of a turn.

    The engine throws null if there is no memory for an error, and a script can throw null too: the most memory that
    this process has used tells which it was. An `InternalError` is the script's fault unless memory is out.
    """
    try:
        return turn(line, None)
    except quickjs.JSException as error:
        text = str(error).partition("\n")[0]
        if text == _FULL or (text == "null" and _peak() > full) or not (text == "null" or text.startswith("Internal")):
            raise
        return turn(None, text[:500])


def _peak() -> int:
    """Return the largest memory of this process so far, in bytes."""
    if sys.platform != "linux":
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    with Path("/proc/self/status").open() as status:  # in Linux `ru_maxrss` begins with what the parent used
        return next(int(line.split()[1]) << 10 for line in status if line.startswith("VmHWM"))


class Limiter:
    """Ends this process, with an answer, when a turn or the match takes more processor time than it may.

    | limit | what it limits |
    | --- | --- |
    | `seconds` | a turn |
    | `budget` | all turns together |

    The engine releases Python's lock while it runs, so a thread can watch it even where it cannot be interrupted, such
    as in a search in a long text. One clock measures everything: the system's own limit (`RLIMIT_CPU`) counts ticks,
    and late in a match they are a second away from the time that this clock shows.
    """

    def __init__(self, limits: dict[str, float], clock: Callable[[], float] = time.process_time) -> None:
        self._limits, self._clock = limits, clock
        self._lock, self._running = threading.Lock(), threading.Event()
        self._spent = self._started_at = 0.0

    def start(self) -> None:
        """Begin a turn."""
        self._started_at = self._clock()
        self._running.set()

    def stop(self) -> str | None:
        """End a turn, which counts towards the budget; return the limit that it has exceeded."""
        with self._lock:
            self._running.clear()
            left, limit = self._left()
            self._spent += self._clock() - self._started_at
        return limit if left <= 0 else None

    def _left(self) -> tuple[float, str]:
        """Return the seconds that this turn may still take, and the limit that it then exceeds."""
        took = self._clock() - self._started_at
        return min((self._limits["seconds"] - took, "seconds"), (self._limits["budget"] - self._spent - took, "budget"))

    def watch(self) -> None:
        """Sleep until a turn may have exceeded its limit; end the process if it has."""
        while self._running.wait():
            with self._lock:
                left, limit = self._left()
                if left <= 0 and self._running.is_set():
                    os.write(sys.stdout.fileno(), json.dumps({"exceeded": limit}).encode() + b"\n")
                    os._exit(0)
            time.sleep(max(left, 0.001))


if __name__ == "__main__":
    main()
