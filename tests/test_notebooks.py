"""The notebooks of the examples run from the first cell to the last, and show what they are to show."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

NOTEBOOKS = sorted(Path("examples/notebook").glob("*.ipynb"))
SHOWN = {
    "first_games": {"<svg": 4, "<ludarium-replay": 1, "<table": 2},
    "bots_and_tournaments": {"<ludarium-replay": 2, "<table": 1, "<svg": 1},
}
"""How often the cells of a notebook show this at least."""
RUN = """
import json, sys
from IPython.core.interactiveshell import InteractiveShell
shell, shown = InteractiveShell.instance(), []
shell.display_formatter.active_types = shell.display_formatter.format_types  # as a notebook has them
for path in sys.argv[1:]:
    shell.reset()
    shown.append([])
    for cell in json.load(open(path, encoding="utf-8"))["cells"]:
        if cell["cell_type"] == "code":
            done = shell.run_cell("".join(cell["source"]))
            done.raise_error()
            formats = shell.display_formatter.format(done.result)[0] if done.result is not None else {}
            shown[-1] += [formats[kind] for kind in ("text/html", "image/svg+xml") if kind in formats]
print("SHOWN", json.dumps(shown))
"""
"""Run in a process of its own, since a notebook has IPython before it imports Ludarium; each begins without names."""


def read(path: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(path.read_text("utf-8"))
    return found


def test_every_notebook_has_its_test() -> None:
    assert {path.stem for path in NOTEBOOKS} == SHOWN.keys()


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_is_saved_without_results(path: Path) -> None:
    book = read(path)
    assert (book["nbformat"], book["nbformat_minor"]) == (4, 5)
    ids = [cell["id"] for cell in book["cells"]]
    assert len(set(ids)) == len(ids)
    for cell in book["cells"]:
        assert cell["cell_type"] in ("markdown", "code")
        assert not cell.get("outputs")
        assert cell.get("execution_count") is None


def test_the_notebooks_run_and_show_boards_replays_and_tables() -> None:
    made = subprocess.run([sys.executable, "-c", RUN, *NOTEBOOKS], capture_output=True, text=True, check=False)
    assert made.returncode == 0, made.stdout[-2000:] + made.stderr[-2000:]
    for path, parts in zip(NOTEBOOKS, json.loads(made.stdout.rpartition("SHOWN")[2]), strict=True):
        shown = "".join(parts)
        assert {what for what, least in SHOWN[path.stem].items() if shown.count(what) < least} == set(), path
