"""The project's documents, layers and versions agree with the code."""

import ast
import re
import tomllib
from collections.abc import Iterable
from itertools import chain
from pathlib import Path

import grimp
import pytest

import ludarium
from ludarium.cli.main import COMMANDS

PROJECT = tomllib.loads(Path("pyproject.toml").read_text("utf-8"))
README = Path("README.md").read_text("utf-8")
PAGES = [path for path in Path().rglob("*.md") if not {".venv", "node_modules", "_new"} & set(path.parts)]
SOURCES = [path for folder in ("src", "tests", "tools") for path in sorted(Path(folder).rglob("*.py"))]


def layers() -> list[str]:
    """Return the folders of the package, lowest layer first, as the import contract lists them."""
    contracts = PROJECT["tool"]["importlinter"]["contracts"]
    (contract,) = (c for c in contracts if c["type"] == "layers" and c["containers"] == ["ludarium"])
    return [name.strip(" ()") for layer in reversed(contract["layers"]) for name in layer.split("|")]


def test_the_readme_lists_the_layers_lowest_first() -> None:
    told = re.findall(r"^\| `(?:src/ludarium/)?(\w+)/", README, re.MULTILINE)
    assert told == [
        *(name for name in layers() if name not in ("__main__", "_public")),
        "tests",
        "studies",
        "benchmarks",
        "examples",
        "tools",
        "docs",
    ]


@pytest.mark.parametrize(
    ("folder", "others"),
    [("tools", "benchmarks|studies|tests"), ("benchmarks", "studies|tests"), ("studies", "benchmarks|tests")],
)
def test_programs_import_no_tests_and_not_each_other(folder: str, others: str) -> None:
    imports = re.compile(rf"^\s*(?:from|import) ({others})\b", re.MULTILINE)
    assert not [str(path) for path in Path(folder).rglob("*.py") if imports.search(path.read_text("utf-8"))]


def circles(edges: Iterable[tuple[str, str]]) -> list[list[str]]:
    """Return the groups of modules that import each other in a circle, from pairs of an importer and what it imports.

    >>> circles([("a", "b"), ("b", "c"), ("c", "b")])
    [['b', 'c']]
    """
    import networkx as nx  # type: ignore[import-untyped]  # it has no types; here, since it takes long to import

    return [sorted(group) for group in nx.strongly_connected_components(nx.DiGraph(edges)) if len(group) > 1]


def test_no_modules_import_each_other_in_a_circle() -> None:
    """Imports in functions and for types alone count, too."""
    graph = grimp.build_graph("ludarium", cache_dir=None)
    edges = [(module, found) for module in graph.modules for found in graph.find_modules_directly_imported_by(module)]
    assert len(edges) > 1000
    assert not circles(edges)


def test_the_readme_and_the_changelog_name_commands_that_there_are() -> None:
    commands = set(COMMANDS)
    assert set(re.findall(r"^(?:\.venv/bin/)?ludarium (\w+)", README, re.MULTILINE)) <= commands
    added = Path("docs/reference/changes-next.md").read_text("utf-8")
    assert set(re.findall(r"^- The command `(\w+)`", added, re.MULTILINE)) <= commands
    guides = "".join(path.read_text("utf-8") for path in [Path("README.md"), *Path("docs").rglob("*.md")])
    assert [name for name in sorted(commands) if not re.search(rf"\bludarium {name}\b|`{name}`", guides)] == []


def test_every_setting_of_the_environment_is_documented() -> None:
    sources = "".join(path.read_text("utf-8") for path in Path("src").rglob("*.py"))
    page = Path("docs/reference/settings.md").read_text("utf-8")
    told = re.findall(r"^\| `(\w+)`", page, re.MULTILINE)
    assert sorted(told) == sorted({"PORT", *re.findall(r'"(LUDARIUM_\w+)"', sources)})


def test_every_make_target_has_its_line_of_help() -> None:
    makefile = Path("Makefile").read_text("utf-8")
    phony = re.findall(r"^\.PHONY: (.*)$", makefile, re.MULTILINE)[0].split()
    assert phony == re.findall(r"^(\w+):.* ## ", makefile, re.MULTILINE)


def test_the_constraints_hold_every_dependency_to_a_version_and_name_no_address() -> None:
    lines = Path("constraints.txt").read_text("utf-8").splitlines()
    assert all(re.fullmatch(r"[\w.-]+==[\w.]+", line) for line in lines)
    held = {normal(line.partition("==")[0]) for line in lines}
    extras = PROJECT["project"]["optional-dependencies"]
    wanted = chain(PROJECT["project"]["dependencies"], *extras.values())
    needed = {normal(re.findall(r"^[\w.-]+", line)[0]) for line in wanted}
    assert needed - {"ludarium"} <= held


def normal(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def test_the_migrations_are_numbered_one_after_the_other() -> None:
    """Those of a version become one when it is released, which keeps the number of the last."""
    before = None
    for path in sorted(Path("src/ludarium/site/ground/migrations/versions").glob("*.py")):
        names = re.findall(r'^(?:down_)?revision = (?:"(\d+)"|None)', path.read_text("utf-8"), re.MULTILINE)
        assert names == [path.name[:4], before or ""]
        before = path.name[:4]


def test_the_changelog_has_the_version() -> None:
    titles = re.findall(r"^## \[(.*?)\]", Path("CHANGELOG.md").read_text("utf-8"), re.MULTILINE)
    assert titles[0] in ("Unreleased", ludarium.__version__)
    assert len(Path("CHANGELOG.md").read_text("utf-8").splitlines()) < 80


def test_links_lead_somewhere() -> None:
    links = ((page, target) for page in PAGES for target in re.findall(r"\]\(([^)#\s]+)", page.read_text("utf-8")))
    lost = [
        f"{page} links to {target}"
        for page, target in links
        if not target.startswith("https://") and not (page.parent / target).exists()
    ]
    assert not lost, "\n".join(lost)


def test_every_exception_has_its_reason_beside_it() -> None:
    pattern = re.compile(r"# (?:noqa: [A-Z0-9, ]+[0-9]|type: ignore\[[\w, -]+\])(.*)")
    bare = [
        f"{path}:{number}: {line.strip()}"
        for path in SOURCES
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1)
        if (exception := pattern.search(line)) and len(exception[1].strip(" #-")) <= 5
    ]
    assert not bare, "\n".join(bare)


def test_a_compiled_function_with_many_arguments_has_its_reason_above_it() -> None:
    bare = []
    for path in Path("src").rglob("*.py"):
        text = path.read_text("utf-8")
        lines = text.splitlines()
        for node in ast.walk(ast.parse(text)) if re.search(r"@(?:compiled|rule)\(", text) else ():
            if isinstance(node, ast.FunctionDef) and len(node.args.args) > 9 and node.decorator_list:
                first = node.decorator_list[0]
                above = lines[first.lineno - 2]
                if ast.unparse(first).startswith(("compiled(", "rule(")):
                    bare += [f"{path}: {node.name}"] * (not above.startswith(f"# {len(node.args.args)} arguments: "))
    assert not bare, "\n".join(bare)


def test_the_faults_that_are_planted_fit_the_code() -> None:
    """They are planted outside CI (`python -m tests.planted`), where nobody would see one that can no longer be."""
    faults = [
        fault
        for name in ("faults", "passed_over")
        for fault in tomllib.loads(Path(f"tests/planted/{name}.toml").read_text("utf-8"))["fault"]
    ]
    assert len(faults) > 100
    assert not [
        (fault["number"], fault["file"])
        for fault in faults
        if fault["original"] not in Path(fault["file"]).read_text("utf-8")
    ]
