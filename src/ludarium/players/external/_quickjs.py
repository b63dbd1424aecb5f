"""The process in which a script runs: a JavaScript engine without files, network or modules, with limits on its use.

It is started as a program, not imported, and does not import the package. It reads and writes JSON, a value a line:

| it reads | it answers |
| --- | --- |
| `{desk, text, seed, memory, seconds}`, once | `{}` |
| the facts of a turn | `{choice, fault}` |
| either, if it cannot go on | `{failed}` |
"""

import json
import resource
import sys
from itertools import chain

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
  return function (facts) {
    let fault = null;
    if (desk.before(JSON.parse(facts))) {
      try {
        run.call(desk.api, desk.api);
      } catch (error) {
        if (error === null || error instanceof InternalError) throw error;  // no memory is left
        fault = String(error);
      }
    }
    return JSON.stringify({ choice: String(desk.after()), fault });
  };
})
"""
_STACK = 512 << 10
_ENGINE = 512 << 20
"""Bytes of address space for the engine itself and the interpreter around it."""


def main() -> None:
    """Answer every line until the input ends."""
    given = json.loads(sys.stdin.readline())
    memory, seconds = given["memory"], given["seconds"]
    resource.setrlimit(resource.RLIMIT_AS, (memory + _ENGINE,) * 2)
    for nothing in (resource.RLIMIT_CORE, resource.RLIMIT_FSIZE):
        resource.setrlimit(nothing, (0, 0))
    context = quickjs.Context()
    context.set_memory_limit(memory)
    context.set_time_limit(seconds)
    context.set_max_stack_size(_STACK)
    run = context.eval(RUN)
    turn = None
    _, most = resource.getrlimit(resource.RLIMIT_CPU)
    for line in chain([""], sys.stdin):
        spent = resource.getrusage(resource.RUSAGE_SELF)
        # The engine cannot interrupt everything, such as a search in a long text; the system then ends the process.
        resource.setrlimit(resource.RLIMIT_CPU, (int(spent.ru_utime + spent.ru_stime + seconds) + 1, most))
        try:
            if turn is None:
                turn = run(context.eval(given["desk"]), given["text"], given["seed"])
                answer = "{}"
            else:
                answer = turn(line)
        except Exception as error:  # noqa: BLE001 - every error of the engine is reported, and ends the match
            answer = json.dumps({"failed": str(error).partition("\n")[0]})
        sys.stdout.write(f"{answer}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
