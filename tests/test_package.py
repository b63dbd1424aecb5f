"""The metadata of the package: addresses, the page of a package index, what its description needs."""

import re
import tomllib
import zipfile
from importlib import import_module
from importlib.metadata import EntryPoint, PathDistribution, distribution
from pathlib import Path

import pytest
from hatchling.build import prepare_metadata_for_build_editable
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tools import build_backend
from tools.package_metadata import absolute, project_urls, repository
from tools.try_readme import commands

PROJECT = tomllib.loads(Path("pyproject.toml").read_text("utf-8"))
README = Path("README.md").read_text("utf-8")
ADDRESS = "https://example.org/ada/ludarium"


def test_the_address_stands_in_one_place_and_else_is_that_of_the_workflow() -> None:
    workflow = {"GITHUB_SERVER_URL": "https://example.org", "GITHUB_REPOSITORY": "ada/ludarium"}
    assert repository({"repository": ""}, workflow) == ADDRESS
    assert repository({"repository": "https://example.org/given/"}, workflow) == "https://example.org/given"
    assert repository({}, {}) == ""


def test_every_module_can_be_imported() -> None:
    left_out = re.compile(r"__main__|stable_baselines3|/migrations/")  # programs, and what the tests do not install
    modules = [path.with_suffix("").parts[1:] for path in Path("src").rglob("*.py") if not left_out.search(str(path))]
    assert len(modules) > 500
    for parts in modules:
        import_module(".".join(parts).removesuffix(".__init__"))


def test_the_configuration_has_the_place() -> None:
    assert isinstance(PROJECT["tool"]["hatch"]["metadata"]["hooks"]["custom"]["repository"], str)


def test_every_link_and_picture_of_the_readme_is_absolute_on_an_index() -> None:
    page = absolute(README, ADDRESS, "v1.0", Path())
    targets = re.findall(r"\]\(([^)\s]+)\)", page)
    assert len(targets) > 20
    assert all(target.startswith("https://") for target in targets)
    pictures = re.findall(r"!\[[^\]]*\]\(([^)\s]+)\)", page)
    assert len(pictures) >= 6
    assert all(picture.startswith(f"{ADDRESS}/raw/v1.0/docs/pictures/") for picture in pictures)
    assert f"]({ADDRESS}/tree/v1.0/src/ludarium/games)" in page


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("[a](https://b.org)", "[a](https://b.org)"),
        ("[a](#here)", "[a](#here)"),
        ("[a](CHANGELOG.md#x)", f"[a]({ADDRESS}/blob/v1/CHANGELOG.md#x)"),
        ("```\n[a](b.md)\n```\n", "```\n[a](b.md)\n```\n"),
    ],
)
def test_links_that_lead_elsewhere_and_code_stay(text: str, expected: str) -> None:
    assert absolute(text, ADDRESS, "v1", Path()) == expected


def test_the_files_that_an_index_links_to_exist() -> None:
    for address in project_urls(ADDRESS, "v1").values():
        path = address.removeprefix(ADDRESS).removeprefix("/blob/v1").removeprefix("/tree/v1").lstrip("/")
        assert path == "issues" or Path(path).exists()


def test_the_readme_names_what_works_today() -> None:
    """`make wheel` runs these in an empty environment; nothing is on an index yet."""
    named = commands(README)
    assert {"make play", "make test", "make help", "pip install .", "ludarium serve"} <= {*named}
    assert {command.split()[0] for command in named} == {"make", "pip", "ludarium"}
    pages = [Path("README.md"), *Path("docs").rglob("*.md"), *Path("examples").rglob("*.ipynb"), Path("CHANGELOG.md")]
    promised = [page for page in pages if re.search(r"pip install '?ludarium|uvx ludarium", page.read_text("utf-8"))]
    assert not promised


def test_what_make_play_installs_is_all_that_it_needs_and_no_more_than_forty() -> None:
    """On every system and Python that are supported; Ludarium and pip are two of the forty."""
    installed, tested = (versions(file) for file in ("requirements.txt", "constraints.txt"))
    assert installed.items() <= tested.items()
    names = {*installed}
    assert len(names) + 2 <= 40
    wanted = list[str](PROJECT["project"]["dependencies"])
    for name in names:
        wanted += distribution(name).requires or ()
    environments = [
        {"python_version": f"3.{minor}", "python_full_version": f"3.{minor}.0", "sys_platform": system, "extra": ""}
        for minor in range(11, 15)
        for system in ("linux", "darwin")
    ]
    needed = {
        canonicalize_name(one.name)
        for one in map(Requirement, wanted)
        if one.marker is None or any(one.marker.evaluate(environment) for environment in environments)
    }
    assert names == needed


def test_a_checkout_is_installed_as_hatchling_would_install_it(tmp_path: Path) -> None:
    """By a backend of our own, which needs nothing."""
    assert build_backend.get_requires_for_build_editable() == []
    (tmp_path / "theirs").mkdir()
    ours = tmp_path / "ours" / build_backend.prepare_metadata_for_build_editable(str(tmp_path / "ours"))
    theirs = tmp_path / "theirs" / prepare_metadata_for_build_editable(str(tmp_path / "theirs"))
    first, second = PathDistribution(ours), PathDistribution(theirs)
    assert (first.name, first.version) == (second.name, second.version)
    groups = {"console_scripts": PROJECT["project"]["scripts"], **PROJECT["project"]["entry-points"]}
    given = [(group, name, place) for group, members in groups.items() for name, place in members.items()]
    assert sorted(map(entry, first.entry_points)) == sorted(given)
    assert libraries(first) == libraries(second)
    assert {*first.metadata.get_all("Provides-Extra", [])} == {*second.metadata.get_all("Provides-Extra", [])}
    wheel = zipfile.ZipFile(tmp_path / build_backend.build_editable(str(tmp_path)))
    (folder,) = {name.partition("/")[0] for name in wheel.namelist() if "/" in name}
    assert wheel.read("_ludarium.pth").decode().strip() == str(Path("src").resolve())
    record = wheel.read(f"{folder}/RECORD").decode().splitlines()
    assert sorted(line.partition(",")[0] for line in record) == sorted(wheel.namelist())


def versions(file: str) -> dict[str, str]:
    """Return the versions of a file by the normal names of distributions."""
    pairs = (line.partition("==") for line in Path(file).read_text("utf-8").splitlines())
    return {canonicalize_name(name): version for name, _, version in pairs}


def libraries(package: PathDistribution) -> set[tuple[str, str]]:
    """Return what a package and its extras need; extras that have extras in them are written out by hatchling alone."""
    found = {(canonicalize_name(one.name), str(one.specifier)) for one in map(Requirement, package.requires or ())}
    return {one for one in found if one[0] != "ludarium"}


def entry(point: EntryPoint) -> tuple[str, str, str]:
    return point.group, point.name, point.value
