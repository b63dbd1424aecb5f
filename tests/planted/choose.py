"""Chooses faults that the tests find, spread over the layers by a seed: `python -m tests.planted.choose --seed 40`.

A change that no test near it finds gives way to the next of the same layer, and is listed in `passed_over.toml`.
"""

import argparse
import random
import signal
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import groupby, islice
from pathlib import Path

from tests.planted import faults, near
from tests.planted.changes import Change, changes
from tests.planted.faults import Fault
from tests.planted.hunt import Hunt, Hunter, still_pass
from tests.planted.runs import prepare
from tests.planted.trees import Tree

_LAYERS = [
    *("core", "boards", "scenes", "match", "games", "search", "players", "solve", "learn", "analysis", "tournament"),
    *("adapters", "rows", "rules", "pages", "cli", "mail"),
]
_COARSE = {"arguments swapped", "return changed", "sign changed"}
"""Kinds of which fewer are drawn, since most tests of the function find them."""
_LIMIT = 150.0
"""The seconds that the tests of a stage have."""


def sources() -> dict[str, dict[str, str]]:
    """Return the files of each layer with their texts, without migrations and templates of new games."""
    found: dict[str, dict[str, str]] = {layer: {} for layer in _LAYERS}
    for path in sorted(near.SOURCE.rglob("*.py")):
        layer = near.layer_of(str(path))
        if layer in found and not {"migrations", "_new"} & set(path.parts):
            found[layer][str(path)] = path.read_text("utf-8")
    return found


def shares(lines: dict[str, int], count: int) -> dict[str, int]:
    """Share a number of faults among layers by their lines, with two for each at least."""
    given = dict.fromkeys(lines, 2)
    for _ in range(count - sum(given.values())):
        given[max(lines, key=lambda layer: lines[layer] / (given[layer] + 1))] += 1
    return given


def drawn(layer: str, files: dict[str, str], seed: int) -> Iterator[Fault]:
    """Yield changes of a layer's functions by chance, longer ones sooner; one a function, two a file at most."""
    chance = random.Random(f"{seed} {layer}")
    weighted: list[tuple[float, str, list[Change]]] = []
    for file, text in files.items():
        for function, made in changes(text).items():
            length = len({change.original for change in made})
            weighted.append((chance.random() ** (1 / length), f"{file} {function}", made))
    many: Counter[str] = Counter()
    for _, place, made in sorted(weighted, key=lambda entry: (-entry[0], entry[1])):
        file = place.partition(" ")[0]
        many[file] += 1
        if many[file] <= 2 and near.close(file):
            by_kind = {kind: list(group) for kind, group in groupby(sorted(made, key=_kind), key=_kind)}
            kind = chance.choice([kind for kind in sorted(by_kind) for _ in range(1 if kind in _COARSE else 3)])
            change = chance.choice(by_kind[kind])
            yield Fault(0, layer, change.kind, file, change.function, change.original, change.faulty)


def _kind(change: Change) -> str:
    return change.kind


def main() -> None:
    """Run the command: add faults to the list until each layer has its share."""
    parser = argparse.ArgumentParser(prog="python -m tests.planted.choose", description=__doc__)
    parser.add_argument("--seed", type=int, default=40)
    parser.add_argument("--count", type=int, default=66, help="how many faults there are to be")
    parser.add_argument("--layers", help="of these layers alone")
    parser.add_argument("--jobs", type=int, default=1)
    options = parser.parse_args()
    files = sources()
    lines = {layer: sum(text.count("\n") for text in texts.values()) for layer, texts in files.items()}
    given = shares(lines, options.count)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("ended"))  # so that what goes on is ended, too
    prepare()
    with tempfile.TemporaryDirectory(prefix="planted-") as folder:
        trees = [Tree(Path(folder) / str(number)) for number in range(options.jobs)]
        chosen = options.layers.split(",") if options.layers else _LAYERS
        draws = {layer: drawn(layer, files[layer], options.seed) for layer in chosen}
        while batch := _batch(given, draws):
            Hunter(trees, options.seed, _keep, limit=_LIMIT, servers=False).run(batch)
            broken = {hunt.fault for hunt in still_pass(trees[0], batch, options.seed)}
            faults.write([fault for fault in faults.read() if replace(fault, number=0, tests=()) not in broken])


def _batch(given: dict[str, int], draws: dict[str, Iterator[Fault]]) -> list[Hunt]:
    """Draw as many changes of each layer as its share lacks, of functions that have no fault in the list."""
    known = faults.read()
    places = {(fault.file, fault.function) for fault in [*known, *faults.read(faults.PASSED_OVER)]}
    batch = []
    for layer, draw in draws.items():
        missing = given[layer] - sum(fault.layer == layer and not fault.by_hand for fault in known)
        fresh = (fault for fault in draw if (fault.file, fault.function) not in places)
        batch += [Hunt(fault, [(test,) for test in near.close(fault.file)]) for fault in islice(fresh, max(0, missing))]
    return batch


def _keep(hunt: Hunt) -> None:
    """Add a fault that was found to the list, and one that was not to the list of those passed over."""
    fault = hunt.fault
    print(hunt.line(), flush=True)  # noqa: T201  a command
    path = faults.LIST if hunt.finder else faults.PASSED_OVER
    known = faults.read(path)
    number = max((other.number for other in known), default=0) + 1
    tests = (hunt.finder,) if hunt.finder else ()
    faults.write([*known, replace(fault, number=number, tests=tests)], path)


if __name__ == "__main__":
    main()
