"""The list of faults: small changes of the product, each of which a test must find."""

import ast
import json
import os
import tomllib
from dataclasses import asdict, dataclass
from pathlib import Path

LIST = Path(__file__).with_name("faults.toml")
PASSED_OVER = Path(__file__).with_name("passed_over.toml")
"""The changes that were drawn and that no test near them finds, with the reason."""
_HEAD = "# Small changes of the product that the tests find; `python -m tests.planted` plants each of them in turn.\n"


@dataclass(frozen=True)
class Fault:
    """One change: lines of a function, or of a file that is no Python, and what replaces them."""

    number: int
    layer: str
    kind: str
    file: str
    function: str
    """The qualified name, or nothing where the lines are in no function."""
    original: str
    faulty: str
    tests: tuple[str, ...] = ()
    """The node ids of tests that find it, or the names of files with tests of JavaScript."""
    by_hand: bool = False
    """Whether it was written rather than drawn."""
    why: str = ""
    """Why no test finds it, if none does."""

    def planted(self, source: str) -> str | None:
        """Return a file's text with the fault, or None where its original lines are no longer there, or not alone."""
        begin, end = _extent(source, self.function) if self.function else (0, len(source))
        within = source[begin:end]
        if f"\n{within}\n".count(f"\n{self.original}\n") != 1:
            return None
        changed = f"\n{within}\n".replace(f"\n{self.original}\n", f"\n{self.faulty}\n")[1:-1]
        return source[:begin] + changed + source[end:]


def functions(tree: ast.Module) -> dict[str, ast.FunctionDef | ast.AsyncFunctionDef]:
    """Return the functions of a module and of its classes by their qualified names; a nested one is part of its own."""
    found: dict[str, ast.FunctionDef | ast.AsyncFunctionDef] = {}

    def look(body: list[ast.stmt], before: str) -> None:
        for node in body:
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                found.setdefault(before + node.name, node)
            elif isinstance(node, ast.ClassDef):
                look(node.body, f"{before}{node.name}.")

    look(tree.body, "")
    return found


def _extent(source: str, function: str) -> tuple[int, int]:
    """Return where a function's lines begin and end in a text; nothing where it is gone."""
    node = functions(ast.parse(source)).get(function)
    if node is None:
        return 0, 0
    lines = source.splitlines(keepends=True)
    end = len("".join(lines[: node.end_lineno]).removesuffix("\n"))
    return len("".join(lines[: node.lineno - 1])), end


def read(path: Path = LIST) -> list[Fault]:
    """Return the faults of a list."""
    if not path.exists():
        return []
    entries = tomllib.loads(path.read_text("utf-8")).get("fault", [])
    return [Fault(**{"function": "", **entry, "tests": tuple(entry.get("tests", ()))}) for entry in entries]


def write(faults: list[Fault], path: Path = LIST) -> None:
    """Write a list, in the order of its numbers."""
    parts = [_HEAD]
    for fault in sorted(faults, key=lambda fault: fault.number):
        said = {
            name: value for name, value in asdict(fault).items() if value not in ("", False, ()) or name == "faulty"
        }
        lines = [f"{name} = {json.dumps(value, ensure_ascii=False)}" for name, value in said.items()]
        parts.append("\n".join(["[[fault]]", *lines, ""]))
    beside = path.with_name(f".{path.name}.{os.getpid()}")
    beside.write_text("\n".join(parts), "utf-8")
    beside.replace(path)  # at once, since others may read it
