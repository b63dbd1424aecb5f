"""The metadata of the package: addresses, the page of a package index, what its description needs."""

import re
import tomllib
from pathlib import Path

import pytest

from tools.package_metadata import absolute, project_urls, repository

PROJECT = tomllib.loads(Path("pyproject.toml").read_text("utf-8"))
README = Path("README.md").read_text("utf-8")
ADDRESS = "https://example.org/ada/ludarium"


def test_the_address_stands_in_one_place_and_else_is_that_of_the_workflow() -> None:
    workflow = {"GITHUB_SERVER_URL": "https://example.org", "GITHUB_REPOSITORY": "ada/ludarium"}
    assert repository({"repository": ""}, workflow) == ADDRESS
    assert repository({"repository": "https://example.org/given/"}, workflow) == "https://example.org/given"
    assert repository({}, {}) == ""


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


def test_what_the_readme_installs_serves() -> None:
    """`uvx ludarium serve` installs no extra."""
    assert "uvx ludarium serve" in README
    assert "pip install ludarium " in README
    names = {re.split(r"[<>=\[]", line)[0] for line in PROJECT["project"]["dependencies"]}
    assert {"sqlalchemy", "starlette", "uvicorn"} <= names
    assert PROJECT["project"]["optional-dependencies"]["server"] == []
