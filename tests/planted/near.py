"""Which tests are near a file of the product: those that mirror it, those that import it, then those around them."""

import os
import re
from functools import cache
from pathlib import Path

SOURCE = Path("src/ludarium")
_WIDER = {
    "boards": ["tests/games", "tests/scenes"],
    "core": ["tests/match", "tests/games", "tests/laws", "tests/cli"],
    "games": ["tests/laws", "tests/golden", "tests/search", "tests/scenes"],
    "match": ["tests/site/match", "tests/cli", "tests/site/match/pages"],
    "players": ["tests/site/programs", "tests/cli", "tests/tournament"],
    "scenes": ["tests/games", "tests/laws", "tests/site/match/pages"],
    "search": ["tests/games", "tests/solve", "tests/review", "tests/laws"],
    "site": ["tests/site/web", "tests/site/mail", "tests/site", "tests/soak", "tests/browser", "tests/cli"],
    "solve": ["tests/search", "tests/review", "tests/games"],
    "tournament": ["tests/site/tournaments", "tests/cli"],
}
"""Where else a fault of a layer may be found, beside the layer's own folder."""
_CLOSE = 4


def layer_of(file: str) -> str:
    """Return the layer of a file: those of the site are its mail, rows, pages, and the rules."""
    first, *inner = Path(file).relative_to(SOURCE).with_suffix("").parts
    if first != "site":
        return first
    if {"mail", "outbox"} & {*inner}:
        return "mail"
    if {"rows", "ground", "store"} & {*inner}:
        return "rows"
    return "pages" if {"pages", "web"} & {*inner} else "rules"


def close(file: str) -> list[str]:
    """Return the few files of tests that mirror a file or import it, nearest first, and its own examples."""
    path = Path(file).relative_to(SOURCE)
    folder = Path("tests") / path.parent
    mirrored = folder / f"test_{path.stem}.py"
    module = ".".join(("ludarium", *path.with_suffix("").parts))
    package, _, name = module.rpartition(".")
    imports = re.compile(rf"from {re.escape(module)} import|from {re.escape(package)} import [^\n]*\b{name}\b")
    importing = [test for test, text in _tests().items() if imports.search(text)]
    importing.sort(key=lambda test: (-_common(test, folder), len(test.parts), test))
    found = [str(test) for test in dict.fromkeys([mirrored, *importing]) if test.exists()][:_CLOSE]
    return [*found, file] if file.endswith(".py") and ">>> " in Path(file).read_text("utf-8") else found


def folders(file: str) -> list[str]:
    """Return the folders of tests around a file, the nearest first."""
    path = Path(file).relative_to(SOURCE)
    found = [Path("tests") / parent for parent in path.parents if parent != Path()]
    if "static" in path.parts or "templates" in path.parts:
        found = [Path("tests/javascript"), Path("tests/browser"), Path("tests/site")]
    wider = [Path(folder) for folder in _WIDER.get(path.parts[0], [])]
    return [str(folder) for folder in dict.fromkeys([*found, *wider, Path("tests")]) if folder.is_dir()]


@cache
def _tests() -> dict[Path, str]:
    return {path: path.read_text("utf-8") for path in sorted(Path("tests").rglob("test_*.py"))}


def _common(test: Path, folder: Path) -> int:
    """Return the number of folders that a test shares with another folder from the top."""
    return len(Path(os.path.commonpath([test.parent, folder])).parts)
