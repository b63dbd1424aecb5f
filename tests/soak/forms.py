"""Send hostile values by every form and to every page, as each kind of person, for as long as is asked.

    python -m tests.soak.forms --seconds 3600 --seed 1

The people are those of `tests/server/test_rights.py`, the routes those of the site's table. No answer may be an
internal error, none may repeat a hostile text as a tag, and afterwards every match must still be whole.
"""

import argparse
import random
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from urllib.parse import quote

from starlette.testclient import TestClient

from ludarium.club.match.commands import COMMANDS
from ludarium.store.check import check_database
from ludarium.store.match.repository import Store
from tests.server.test_rights import KINDS, OLD_SESSION, SAMPLES, STRANGER, World, fields
from tests.server.web.routes import ROUTES

MARK = "<script>hostile</script>"
VALUES = (
    "", " ", "0", "-1", "1e9", "9" * 400, "NaN", "true", "null", "\0", "\ud7ff", "\u202e", "\r\nSet-Cookie: a=b",
    "../../etc", MARK, "'\"><b>", "{{7*7}}", "%s%n", "' OR 1=1 --", "x" * 5000, "é" * 3000, "٣",
    "mcts(seconds=3600,threads=128)",
    "program:touch /tmp/hostile", "a@b@c", "\u200b" * 50, "[Game \"orion\"]\n\n1. u+", "(" * 2000, "u+" * 1000, "#",
)  # fmt: skip
NAMES = (
    "do", "seat", "revision", "text", "line", "turn", "number", "tick", "nonce", "action", "vacant", "bot", "email",
    "code", "name", "seat-0", "seat-1", "option-clicks", "position", "pace", "match", "commitment", "begins", "ends",
    "begins_at",
    "opponent", "message", "clock", "rated", "session", "mail", "zone", "challenges", "credential", "opening-0",
)  # fmt: skip
PARTS = ("x" * 24, "0", "-1", "1" * 30, quote(MARK, safe=""), "%00", "%ff", "..%2f..", "a%0d%0ab", quote("٣"), "orion(")
"""What may stand in an address."""


def address(path: str, known: Sequence[str], chance: random.Random) -> str:
    """Return an address of a route, with what there is or what there is not."""
    for name, found in (
        ("match", known),
        ("game", ("orion", "ludo", "grid", "chess")),
        ("number", ("0", "1", "999999999")),
        ("name", ("Seat0", "Ablockedaccount", "Nobody")),
        ("challenge", ("none",)),
        ("token", ("none",)),
        ("trial", ("none",)),
    ):
        path = path.replace(f"{{{name}}}", chance.choice([*found] * 2 + [*PARTS]))
    return path


def form(world: World, match: str, chance: random.Random) -> dict[str, str]:
    """Return a form: one that could be, of which some values are replaced, or one of random names."""
    values = {}
    if chance.random() < 0.7 and match:
        values = fields(chance.choice(SAMPLES), world.service.bots.look(match), chance.choice((None, 0, 1)))
    for _ in range(chance.randrange(4)):
        values[chance.choice((*NAMES, *values))] = chance.choice(VALUES)
    if chance.random() < 0.3:
        values["do"] = chance.choice([row.word for row in COMMANDS])
    return values


def run(folder: Path, seconds: float, seed: int) -> Counter[str]:
    """Send requests for some seconds; return how many had each status. Raises `AssertionError`."""
    chance, until, counted = random.Random(seed), time.monotonic() + seconds, Counter[str]()
    store = Store(f"sqlite:///{folder / 'forms.sqlite'}")
    world = World(store)
    browsers = {kind: world.browser(kind) for kind in (STRANGER, OLD_SESSION, *KINDS)}
    known = [world.begin(sample).id for sample in SAMPLES[:6]]
    routes = [route for route in ROUTES if route[1] != "/events"]
    while time.monotonic() < until:
        if chance.random() < 0.01:
            known.append(world.begin(chance.choice(SAMPLES)).id)
        kind, (method, path) = chance.choice([*browsers]), chance.choice(routes)
        match = chance.choice(known)
        asked = address(path, [match], chance)
        headers = {"Accept": chance.choice(("text/html", "application/json"))}
        status, text = ask(browsers[kind], method, asked, headers, form(world, match, chance))
        assert status < 500, f"{status}: {method} {asked} by {kind}, seed {seed}"
        assert MARK not in text or "json" in headers["Accept"], f"{method} {asked} repeats a tag, seed {seed}"
        counted[f"answered {status}"] += 1
    world.desk.reader.stop()
    faults = check_database(store.database.readers.url.render_as_string())
    assert not faults, faults
    store.close()
    counted["requests"] = sum(counted.values())
    return counted


def ask(
    browser: TestClient, method: str, path: str, headers: dict[str, str], values: dict[str, str]
) -> tuple[int, str]:
    """Send a request; return its status and its text."""
    if method == "GET":
        answer = browser.get(path, headers=headers, params=values or None)
    else:
        answer = browser.post(path, headers=headers, data=values)
    return answer.status_code, answer.text


def main() -> None:
    """Send requests, and print what was counted."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        counted = run(Path(folder), given.seconds, given.seed)
    print(", ".join(f"{what}: {number:,}" for what, number in sorted(counted.items())))


if __name__ == "__main__":
    main()
