"""Plants each fault of the list in a copy of the tree, and says which test finds it: `python -m tests.planted`."""

import argparse
import signal
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from tests.planted import faults, near
from tests.planted.hunt import Hunt, Hunter, still_pass
from tests.planted.runs import prepare
from tests.planted.trees import Tree


def stages(fault: faults.Fault) -> Iterator[tuple[str, ...]]:
    """Yield what to run in turn: the named tests, their files, the tests close by, the folders around them."""
    named = tuple(test for test in fault.tests if Path(test.partition("::")[0]).exists())
    if named:
        yield named
    files = tuple(dict.fromkeys(test.partition("::")[0] for test in named if "::" in test))
    nearest = tuple(test for test in near.close(fault.file) if test not in files)
    yield from (part for part in (files, nearest) if part)
    yield from ((folder,) for folder in near.folders(fault.file))


def main() -> int:
    """Run the command and return its exit status: 0 where every fault is found."""
    parser = argparse.ArgumentParser(prog="python -m tests.planted", description=__doc__)
    parser.add_argument("--only", metavar="N,M", help="the numbers of the faults; all, unless given")
    parser.add_argument("--seed", type=int, default=40, help="of tests that draw their examples")
    parser.add_argument("--jobs", type=int, default=1, help="how many faults are planted at a time")
    parser.add_argument("--named", action="store_true", help="run the named tests and those close by alone")
    parser.add_argument("--record", action="store_true", help="write the tests that find a fault into the list")
    parser.add_argument("--list", type=Path, default=faults.LIST, help="another list of faults")
    options = parser.parse_args()
    listed = faults.read(options.list)
    wanted = {int(number) for number in options.only.split(",")} if options.only else {f.number for f in listed}
    chosen = [fault for fault in listed if fault.number in wanted]
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("ended"))  # so that what goes on is ended, too
    prepare()
    began = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="planted-") as folder:
        trees = [Tree(Path(folder) / str(number)) for number in range(min(options.jobs, len(chosen)))]
        hunts = []
        for fault in chosen:
            plan = list(stages(fault))
            if options.named:
                plan = [stage for stage in plan if not Path(stage[0]).is_dir()]
            hunts.append(Hunt(fault, plan))
        hunter = Hunter(trees, options.seed, tell=lambda hunt: print(hunt.line(), flush=True))  # noqa: T201  a command
        hunter.run(hunts)
        broken = still_pass(trees[0], hunts, options.seed)
    for hunt in broken:
        print(f"{hunt.fault.number:3} {hunt.finder} fails without the fault, too")  # noqa: T201  a command
    found = [hunt for hunt in hunts if hunt.finder and hunt not in broken]
    if options.record:
        tests = {hunt.fault.number: (hunt.finder,) for hunt in found if hunt.finder not in hunt.fault.tests}
        faults.write([replace(fault, tests=tests.get(fault.number, fault.tests)) for fault in listed], options.list)
    spent = time.monotonic() - began
    print(f"{len(found)} of {len(hunts)} faults are found, in {spent:.0f} s")  # noqa: T201  a command
    return int(len(found) < len(hunts))


if __name__ == "__main__":
    sys.exit(main())
