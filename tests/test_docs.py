"""The documentation's site: every public name has an entry, and its pages need no other host."""

import importlib
import re
from pathlib import Path
from types import FunctionType, ModuleType, SimpleNamespace
from typing import cast, get_args

import pytest
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import Files
from mkdocs.structure.pages import Page

import ludarium
from ludarium.core.registry import definition
from ludarium.core.rules_page import readme
from ludarium.core.tutorial import tutorial
from ludarium.scenes.palettes import PALETTES
from ludarium.scenes.scene import Role
from ludarium.scenes.svg import looks
from tools.docs_site import draw_examples, games, missing_images, move_scripts, on_page_markdown
from tools.doctest_fences import fence
from tools.scene_pictures import ROLES, ROW, pictures

API = Path("docs/reference/api")
FACES = {
    "play": "ludarium",
    "authoring": "ludarium.authoring",
    "search": "ludarium.search",
    "solving": "ludarium.solve",
    "learn": "ludarium.learn",
    "tournaments": "ludarium.tournament",
    "analysis": "ludarium.analysis",
}
"""The package of each page of the reference."""
OPEN_BOOKS = {"ludarium.games.ludo.kernel", "ludarium.cli.main"}
"""What one example reads beside the public interface: the layout of a position, and the commands."""
READERS = [
    *(path for folder in ("docs", "examples") for path in Path(folder).rglob("*") if path.suffix in (".md", ".py")),
    *Path("src/ludarium/cli/_new").rglob("*.txt"),
    Path("README.md"),
]


def entries(page: str) -> list[str]:
    """Return the full names that a page of the reference describes."""
    return re.findall(r"^::: ([\w.]+)$", (API / f"{page}.md").read_text("utf-8"), re.MULTILINE)


@pytest.mark.parametrize(("page", "face"), FACES.items())
def test_the_reference_lists_every_public_name_with_its_stability(page: str, face: str) -> None:
    package = importlib.import_module(face)
    rows = re.findall(
        r"^\| \[`(\w+)`\]\[([\w.]+)\] \| (\w+) \|$", (API / f"{page}.md").read_text("utf-8"), re.MULTILINE
    )
    provisional = package._PUBLIC.provisional
    assert {name: stability == "provisional" for name, _, stability in rows} == {
        name: name in provisional for name in package.__all__
    }
    assert {target for _, target, _ in rows} <= set(entries(page))


@pytest.mark.parametrize(("page", "face"), FACES.items())
def test_every_public_name_says_what_it_is(page: str, face: str) -> None:
    package = importlib.import_module(face)
    for name in package.__all__:
        value = getattr(package, name)
        if isinstance(value, type | FunctionType | ModuleType):
            assert value.__doc__, f"{face}.{name} has no docstring"
            assert "Size:" not in value.__doc__, f"{face}.{name}: a note for those who edit it is a comment"


def test_programs_of_others_import_the_public_interface_alone() -> None:
    allowed = {"ludarium", *FACES.values(), *OPEN_BOOKS}
    found = {
        (path.as_posix(), module)
        for path in READERS
        for module in re.findall(r"^[ >.]*from (ludarium[\w.]*) import", path.read_text("utf-8"), re.MULTILINE)
        if module not in allowed and not module.startswith("ludarium.adapters")
    }
    assert found == set()


def test_the_navigation_lists_every_page() -> None:
    listed = re.findall(r"([\w/.-]+\.md)$", Path("mkdocs.yml").read_text("utf-8"), re.MULTILINE)
    pages = {path.relative_to("docs").as_posix() for path in Path("docs").rglob("*.md")}
    assert pages <= set(listed)


def test_the_rules_page_of_every_game_is_included() -> None:
    assert len(games()) == len(list(Path("src/ludarium/games").glob("*/README.md"))) > 0


def test_the_examples_of_a_rules_page_are_pictures() -> None:
    page, pictures = draw_examples("Before.\n\n```example orion\nstart  # X begins.\nq-  # X.\n```\n", "orion")
    assert page == "Before.\n\nX begins.\n\n![X begins.](orion/1.svg)\n\n`q-` X.\n\n![X.](orion/2.svg)\n"
    assert all("<svg" in drawing and "<style>" in drawing for drawing in pictures.values())


@pytest.mark.parametrize("name", ludarium.game_names())
def test_what_a_newcomer_must_find_out_is_where_the_table_says(name: str) -> None:
    page = Path("docs/reference/newcomers.md").read_text("utf-8")
    rows = re.findall(rf"^\| `{name}` \| .*\? \| (.*?) \| (.*?) ?\|$", page, re.MULTILINE)
    titles = re.findall(r"^##+ (.*)", readme(definition(name)), re.MULTILINE)
    lessons = [lesson.title for lesson in tutorial(definition(name))]
    assert {place for places, _ in rows for place in places.split("; ")} <= set(titles)
    assert {lesson for _, done in rows for lesson in done.split("; ") if done} == set(lessons)


def test_every_role_and_look_is_on_the_page_of_scenes_with_its_picture() -> None:
    page = Path("docs/reference/scenes.md").read_text("utf-8")
    shown = [name for _, name in ROW.findall(page)]
    drawn = dict(pictures())
    assert sorted(shown) == sorted(drawn)
    styled = re.findall(r"\.([a-z][\w-]*)", re.sub(r"/\*.*?\*/|\{[^{}]*\}", "", looks(), flags=re.DOTALL))
    assert set(drawn) >= set(styled) - {"scene", "under", "body", "glyph", "key", "out", *PALETTES}
    assert set(ROLES) == set(get_args(Role))
    assert all(len(set(drawn.values())) == len(drawn) and "<svg" in drawing for drawing in drawn.values())


def test_images_stay_images_and_lead_to_files_of_the_site() -> None:
    known = {"games/orion/1.svg", "pictures/vortex.svg", "tutorial.md"}
    files = cast(Files, SimpleNamespace(get_file_from_path=lambda path: path if path in known else None))

    def rewritten(text: str, uri: str) -> str:
        page = cast(Page, SimpleNamespace(file=SimpleNamespace(src_uri=uri)))
        return on_page_markdown(text, page, cast(MkDocsConfig, None), files)

    assert rewritten("![X](orion/1.svg)", "games/orion.md") == "![X](orion/1.svg)"
    shown = rewritten("![V](docs/pictures/vortex.svg) [T](docs/tutorial.md) [no](LICENSE)", "index.md")
    assert shown == "![V](pictures/vortex.svg) [T](tutorial.md) no"


def test_a_page_without_its_image_is_found(tmp_path: Path) -> None:
    (tmp_path / "here.svg").write_text("<svg/>", "utf-8")
    (tmp_path / "a.html").write_text('<img alt="x" src="here.svg"><img alt="y" src="gone.svg">', "utf-8")
    assert missing_images(tmp_path) == ["a.html shows gone.svg"]


def test_the_pictures_of_the_readme_are_of_every_game() -> None:
    shown = re.findall(r"!\[[^\]]+\]\(docs/pictures/(\w+)\.svg\)", Path("README.md").read_text("utf-8"))
    assert sorted(shown) == sorted([*ludarium.game_names(), "match"])


def test_the_search_works_from_files_and_asks_no_other_host() -> None:
    """The theme would load its workers for files from another host; the site has them in a file of its own."""
    settings = Path("mkdocs.yml").read_text("utf-8")
    (polyfill,) = re.findall(r"polyfills: \[(.*?)\]", settings)
    assert "iframe-worker" in polyfill
    assert (Path("docs") / polyfill).is_file()
    assert "  - offline" in settings


def test_inline_scripts_become_files(tmp_path: Path) -> None:
    page = move_scripts('<script src="x.js"></script><script>let a = 1</script>', tmp_path, "..")
    (moved,) = (tmp_path / "assets" / "inline").iterdir()
    assert moved.read_text("utf-8") == "let a = 1"
    assert page == f'<script src="x.js"></script><script src="../assets/inline/{moved.name}"></script>'


def test_the_examples_of_docstrings_are_shown_as_code() -> None:
    assert fence("Add.\n\n>>> 1 + 1\n2\n\nMore.") == "Add.\n\n```pycon\n>>> 1 + 1\n2\n```\n\nMore."
