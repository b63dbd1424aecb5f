"""The process in which a script runs: an engine without files, network or modules, and limits that the system keeps.

It is started by itself, not imported, and knows nothing of the package. Every line it is told is JSON, and so is every
answer: after `{desk, text, seed, memory, seconds}` it says `{}`, after the facts of a turn `{choice, fault}`; where it
cannot go on it says `{failed}`.
"""

import json
import resource
import sys
from itertools import chain

import quickjs  # type: ignore[import-untyped]  # it comes without types

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
    """Answer every line until there is no more."""
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
        # What the engine cannot interrupt, such as a search in a long text, the system ends.
        resource.setrlimit(resource.RLIMIT_CPU, (int(spent.ru_utime + spent.ru_stime + seconds) + 1, most))
        try:
            if turn is None:
                turn = run(context.eval(given["desk"]), given["text"], given["seed"])
                answer = "{}"
            else:
                answer = turn(line)
        except Exception as error:  # noqa: BLE001 - whatever the engine says is told, and ends the match
            answer = json.dumps({"failed": str(error).partition("\n")[0]})
        sys.stdout.write(f"{answer}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
