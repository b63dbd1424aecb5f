"""The process in which a script runs: a JavaScript engine without files, network or modules, with limits on its use.

It is started as a program, not imported, and does not import the package. It reads and writes JSON, a value a line:

| it reads | it answers |
| --- | --- |
| `{desk, text, seed, memory, seconds, budget, steps, all_steps, niceness}`, once | `{}` |
| the facts of a turn | `{choice, fault, line, printed, steps, seconds}` |
| either, if it cannot go on | `{failed, line}`, or the limit that it has exceeded: `{exceeded, line}` |
| the reply to what the script asks in its turn | another question, `{ask}`, or the answer of the turn |

A reply may have `cost`, the steps that it counts.

Size: it imports nothing, so that it starts in 20 milliseconds.
"""

import ctypes
import json
import os
import re
import resource
import sys
import threading
import time
from collections.abc import Callable
from itertools import chain

import _quickjs  # type: ignore[import-not-found]  # the library below quickjs, whose own imports take longest

ABOVE = 100_000
"""Empty lines above the script's text: a line number beyond them is one of its own, not one of the lines below."""
RUN = """
(function (desk, text, seed, above) {
  Math.random = function () {  // mulberry32: every match has its seed
    seed = seed + 0x6D2B79F5 | 0;
    let mixed = Math.imul(seed ^ seed >>> 15, 1 | seed);
    mixed = mixed + Math.imul(mixed ^ mixed >>> 7, 61 | mixed) ^ mixed;
    return ((mixed ^ mixed >>> 14) >>> 0) / 4294967296;
  };
  const { ask, clock } = globalThis;
  for (const name of ["ask", "clock", "Atomics", "SharedArrayBuffer", "WeakRef", "FinalizationRegistry"])
    delete globalThis[name];  // what shows other threads, or when memory is collected, is not the same everywhere
  const { construct } = Reflect;
  const Real = Date;
  const Counted = function Date(...given) {
    if (!new.target) return new Real(clock()).toString();
    return construct(Real, given.length ? given : [clock()], new.target);
  };
  const now = { now() { return Math.floor(clock()); } }.now;
  const own = { length: 7, now, parse: Real.parse, UTC: Real.UTC };
  for (const [name, value] of Object.entries(own))
    Object.defineProperty(Counted, name, { value, writable: name !== "length", enumerable: false, configurable: true });
  Object.defineProperty(Counted, "prototype", { value: Real.prototype, writable: false });
  const of = (value) => ({ value, writable: true, enumerable: false, configurable: true });
  Object.defineProperty(Real.prototype, "constructor", of(Counted));
  Object.defineProperty(globalThis, "Date", of(Counted));
  const timeOrigin = clock();
  Object.defineProperty(globalThis, "performance", of({ timeOrigin, now() { return clock() - timeOrigin; } }));
  const call = Function.prototype.call;
  const [slice, wellFormed] = [String.prototype.slice, String.prototype.toWellFormed].map((each) => call.bind(each));
  const cut = function (text, most) {  // at whole characters; a half of a pair that the text has becomes a mark
    const last = slice(text, most - 1, most + 1);
    const parts = last.length === 2 && wellFormed(last) === last && wellFormed(last[0]) !== last[0];
    return wellFormed(slice(text, 0, most - parts));
  };
  let printed = "";
  const show = function (value) {
    return typeof value === "object" && value !== null ? JSON.stringify(value) : String(value);
  };
  const print = function (...values) {
    if (printed.length < 2000)
      printed = cut(`${printed}${cut(values.map(show).join(" "), 2000)}\\n`, 2000);
  };
  globalThis.console = { log: print, info: print, warn: print, error: print, debug: print };
  const { parse, stringify } = JSON;
  if (typeof desk === "function") desk = desk((question) => parse(ask(stringify(question))));
  let run;
  try {
    run = new Function("api", "\\n".repeat(above) + text);
  } catch (error) {
    const line = /<input>:([0-9]+)/.exec(error.stack)[1] - 2 - above;  // the engine puts two lines before the text
    const ended = line > text.split("\\n").length;
    throw new SyntaxError(ended ? "the text ends too early" : `${error.message} (line ${line})`);
  }
  return function (facts, fault) {  // with a fault the script has run, and only its choice is asked for
    let where = "";
    if (fault === null) {
      printed = "";
      if (desk.before(JSON.parse(facts))) {
        try {
          run.call(desk.api, desk.api);
        } catch (error) {
          if (error === null || error instanceof InternalError) throw error;  // perhaps no memory is left
          try {
            fault = cut(String(error), 500);
          } catch {
            fault = "an exception that has no text";
          }
          try {
            where = cut(String(error.stack), 5000);
          } catch {}
        }
      }
    }
    const chosen = desk.after();
    return JSON.stringify({ choice: chosen === null ? null : cut(String(chosen), 5000), fault, where, printed });
  };
})
"""
PROBE = """
(function () {
  let count = 0;
  return [function () { for (count = 0; ; count++); }, function () { return count; }];
})()
"""
"""Loops until it is interrupted, and then returns how often: so many steps were left to the next interruption."""
_STACK, _THREAD = 4 << 20, 64 << 20
"""Bytes of stack for the engine, in which some 2,400 calls may be nested, and for the thread in which it runs.

With more stack the engine takes seconds for JSON of a value that is nested as deeply as there is room.
"""
_PART, _LETTERS = 50, 8
"""The steps of a question that is not passed on, and the letters of one that count as a step."""
LONGEST_QUESTION = 10_000
"""Characters of a question."""
_TOO_LONG = json.dumps({"wrong": f"a question is too long: expected at most {LONGEST_QUESTION:,} characters"})
_ENGINE = 512 << 20
"""Bytes of address space for the engine itself and the interpreter around it."""
_SLICE = 10_000
"""Steps from one interruption of the engine to the next: jumps back in loops, and calls."""
_BEGUN, _MILLISECOND, _LOOK = 946_684_800_000.0, 5000, 5
"""When a match begins by a script's clock, in milliseconds since 1970 (the beginning of 2000), the steps in which that
shows one more, and those that a look at it costs."""


_LIBRARY = ctypes.PyDLL(_quickjs.__file__)
_CALLBACK = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p)
_status = -1
"""The open file from which this process sees its memory; -1 where there is none."""
_FULL = "InternalError: out of memory"


def main() -> None:
    """Put up the wall, and answer every line until the input ends, in a thread that has room for nested calls."""
    global _status
    os.environ["TZ"] = "UTC0"  # a script sees no time zone of this machine
    time.tzset()
    if sys.platform == "linux":
        _status = os.open("/proc/self/status", os.O_RDONLY)
    sys.path.append(os.path.dirname(os.path.abspath(__file__)))  # noqa: PTH100, PTH120 - `pathlib` takes long to import
    import _wall  # type: ignore[import-not-found]  # beside this program, which is not imported

    _CALLBACK(lambda *_: 0)  # the first one is made where files can be read
    _wall.stand()
    first = sys.stdin.readline()
    os.nice(json.loads(first)["niceness"])  # here, since it counts for this thread and those that it starts
    threading.stack_size(_THREAD)
    thread = threading.Thread(target=_serve, args=(first,))
    thread.start()
    thread.join()
    os._exit(0)  # the thread that watches cannot end by itself: the library for that is outside the wall


def _serve(first: str) -> None:
    """Load the script of the first line, and answer every other line until the input ends."""
    given = json.loads(first)
    memory = given["memory"]
    limiter = TimeLimiter({name: given[name] for name in ("seconds", "budget")})
    threading.stack_size(0)
    threading.Thread(target=limiter.watch, daemon=True).start()
    resource.setrlimit(resource.RLIMIT_AS, (memory + _ENGINE,) * 2)
    for nothing in (resource.RLIMIT_CORE, resource.RLIMIT_FSIZE):
        resource.setrlimit(nothing, (0, 0))
    context = _quickjs.Context()
    context.set_memory_limit(memory)
    context.set_max_stack_size(_STACK)
    steps = Steps(context, given.get("steps"), given.get("all_steps"))
    context.add_callable("ask", lambda question: _ask(question, steps))
    context.add_callable("clock", steps.clock)
    run = context.eval(RUN)
    full = _peak() + memory // 2
    turn = None
    for line in chain([""], iter(sys.stdin.readline, "")):
        limiter.start()
        steps.start()
        try:
            if turn is None:
                turn = run(context.eval(given["desk"]), given["text"], given["seed"], ABOVE)
                answer: dict[str, object] = {}
            else:
                answer = _answer(turn, line, full)
        except Exception as error:  # noqa: BLE001 - every error of the engine is reported, and ends the match
            text, _, where = str(error).partition("\n")
            answer = {"exceeded": "memory"} if text in ("null", _FULL) else {"failed": text[:500]}
            answer["line"] = line_of(where)
        if spent := steps.exceeded:
            answer = {"exceeded": spent, "line": answer.get("line")}
        elif turn is not None and line:
            answer["steps"] = steps.stop()
        if limit := limiter.stop():
            answer = {"exceeded": limit, "line": answer.get("line")}
        answer["seconds"] = limiter.took
        sys.stdout.write(f"{json.dumps(answer)}\n")
        sys.stdout.flush()


def _ask(question: object, steps: "Steps") -> str:
    """Return the reply to a question of the script, as JSON."""
    if not isinstance(question, str) or len(question) > LONGEST_QUESTION:
        steps.charge(_PART + len(question) // _LETTERS if isinstance(question, str) else _PART)
        return _TOO_LONG
    steps.charge(len(question) // _LETTERS)
    sys.stdout.write(f'{{"ask": {question}}}\n')
    sys.stdout.flush()
    reply = sys.stdin.readline()
    if not reply:
        os._exit(0)
    steps.charge(json.loads(reply).get("cost", 0))
    if steps.exceeded:
        raise RuntimeError("this was one question too many")  # the engine stops here, and knows the line
    return reply


def line_of(stack: str) -> int | None:
    """Return the line of the script's text that a stack names first; None if it names none."""
    lines = (int(found) - 2 - ABOVE for found in re.findall(r"<input>:(\d{1,9})", stack))
    return next((line for line in lines if line > 0), None)


def _answer(turn: Callable[[str | None, str | None], str], line: str, full: int) -> dict[str, object]:
    """Return what the script answers to the facts of a turn.

    The engine throws null if there is no memory for an error, and a script can throw null too: the most memory that
    this process has used tells which it was. An `InternalError` is the script's fault unless memory is out.
    """
    try:
        answer = json.loads(turn(line, None))
        return {**answer, "line": line_of(str(answer.pop("where", "")))}
    except _quickjs.JSException as error:
        text, _, where = str(error).partition("\n")
        if text == _FULL or (text == "null" and _peak() > full) or not (text == "null" or text.startswith("Internal")):
            raise
        if text == "InternalError: interrupted":
            raise
        answer = json.loads(turn(None, text[:500]))
        return {**answer, "line": line_of(where)}


def _peak() -> int:
    """Return the largest memory of this process so far, in bytes."""
    if _status < 0:
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    lines = os.pread(_status, 10_000, 0).splitlines()  # in Linux `ru_maxrss` begins with what the parent used
    return next(int(line.split()[1]) << 10 for line in lines if line.startswith(b"VmHWM"))


class Steps:
    """Counts the steps of the engine by its interrupt handler, and ends a turn that takes more than it may.

    The binding does not offer the handler, so it is set by the library's own function. The engine calls it after every
    10,000 steps; how many were left when a turn ended is found by a loop that counts until the next call. The counts
    are the same on every machine.

    `most` is the limit of a turn, `budget` that of all turns together; None is no limit. `exceeded` is the name of the
    limit that was exceeded.
    """

    def __init__(self, context: _quickjs.Context, most: int | None, budget: int | None) -> None:
        self.exceeded = ""
        self._most, self._budget = most, budget
        self._calls = self._charged = self._all = 0
        self._probing = False
        library, kind = _LIBRARY, _CALLBACK
        head = object.__basicsize__
        runtime, engine = (ctypes.c_void_p.from_address(id(context) + head + 8 * place).value for place in (0, 1))
        library.JS_GetRuntime.restype, library.JS_GetRuntime.argtypes = ctypes.c_void_p, [ctypes.c_void_p]
        library.JS_SetInterruptHandler.argtypes = [ctypes.c_void_p, kind, ctypes.c_void_p]
        if not runtime or not engine or library.JS_GetRuntime(engine) != runtime:
            raise RuntimeError("this version of the engine cannot be asked for its steps")
        self._handler = kind(self._called)  # stored, since the engine holds no reference to it
        library.JS_SetInterruptHandler(runtime, self._handler, None)
        context.eval(f"globalThis.probe = {PROBE.strip()}")
        self._loop, self._count = (context.eval(f"probe[{place}]") for place in (0, 1))
        context.eval("delete globalThis.probe")
        self._left()
        self._full = self._left()

    def start(self) -> None:
        """Begin a turn."""
        self._calls = self._charged = 0

    def clock(self) -> float:
        """Return the time that a script sees: it follows from its steps, and moves every 10,000 of them."""
        self._charged += _LOOK
        return _BEGUN + (self._all + self._calls * _SLICE + self._charged // _SLICE * _SLICE) / _MILLISECOND

    def charge(self, steps: int) -> None:
        """Count steps that were made elsewhere."""
        self._charged += steps
        self._check()

    def stop(self) -> int:
        """Return the steps of the turn, which count towards the budget."""
        calls = self._calls
        took = calls * _SLICE + self._full - self._left() + self._charged
        self._all += took
        return took

    def _check(self) -> None:
        now = self._calls * _SLICE + self._charged
        if self._most is not None and now > self._most:
            self.exceeded = "steps"
        elif self._budget is not None and self._all + now > self._budget:
            self.exceeded = "all_steps"

    def _called(self, runtime: object, opaque: object) -> int:
        """Return whether the engine is to be interrupted."""
        if self._probing:
            return 1
        self._calls += 1
        self._check()
        return int(bool(self.exceeded))

    def _left(self) -> int:
        """Return the steps that were left to the next call; as many as ever are left afterwards."""
        self._probing = True
        try:
            self._loop()
        except _quickjs.JSException:
            pass
        finally:
            self._probing = False
        return int(self._count())


class TimeLimiter:
    """Ends this process, with an answer, when a turn or the match takes more processor time than it may.

    | limit | what it limits |
    | --- | --- |
    | `seconds` | a turn |
    | `budget` | all turns together |

    `took` is the time of the last turn.

    The engine releases Python's lock while it runs, so a thread can watch it even where it cannot be interrupted, such
    as in a search in a long text. One clock measures everything: the system's own limit (`RLIMIT_CPU`) counts ticks,
    and late in a match they are a second away from the time that this clock shows.
    """

    def __init__(self, limits: dict[str, float], clock: Callable[[], float] = time.process_time) -> None:
        self._limits, self._clock = limits, clock
        self._lock, self._running = threading.Lock(), threading.Event()
        self._spent = self._started_at = self.took = 0.0

    def start(self) -> None:
        """Begin a turn."""
        self._started_at = self._clock()
        self._running.set()

    def stop(self) -> str | None:
        """End a turn, which counts towards the budget; return the limit that it has exceeded."""
        with self._lock:
            self._running.clear()
            left, limit = self._left()
            self.took = self._clock() - self._started_at
            self._spent += self.took
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
