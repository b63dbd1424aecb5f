"""MkDocs hooks: add the pages that live outside `docs`, and move inline scripts into files.

The README, the changelog, CONTRIBUTING and each game's rules page are written once, where readers of the repository
look for them. MkDocs calls the functions of this module by their names.
"""

import hashlib
import os
import re
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

from ludarium.scenes import svg
from ludarium.scenes.example import Example, pieces
from ludarium.scenes.picture import draw

ROOT = Path(__file__).resolve().parents[1]
OUTSIDE = {"README.md": "index.md", "CHANGELOG.md": "changelog.md", "CONTRIBUTING.md": "contributing.md"}
"""Pages outside `docs`: path in the repository to path in the site."""

_LINK = re.compile(r"(!?)\[([^\[\]]+)\]\((?!https?://|#)([^)#\s]+)(#[^)\s]*)?\)")
_INLINE_SCRIPT = re.compile(r"<script>(.*?)</script>", re.DOTALL)


def games() -> dict[str, str]:
    """Return the rules pages: path in the repository to path in the site."""
    pages = sorted((ROOT / "src/ludarium/games").glob("*/README.md"))
    return {path.relative_to(ROOT).as_posix(): f"games/{path.parent.name}.md" for path in pages}


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """List the games in the navigation, under the titles of their rules pages."""
    listed = [
        {(ROOT / source).read_text("utf-8").partition("\n")[0].strip("# "): uri} for source, uri in games().items()
    ]
    for section in config.nav or []:
        if section.get("Games") == []:
            section["Games"] = listed
    return config


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the pages that live outside `docs`."""
    for source, uri in OUTSIDE.items():
        files.append(File.generated(config, uri, content=(ROOT / source).read_text("utf-8")))
    for source, uri in games().items():
        page, pictures = draw_examples((ROOT / source).read_text("utf-8"), Path(uri).stem)
        files.append(File.generated(config, uri, content=page))
        for name, drawing in pictures.items():
            files.append(File.generated(config, f"games/{name}", content=drawing))
    return files


def draw_examples(page: str, name: str) -> tuple[str, dict[str, str]]:
    """Return a rules page with a picture of each step of its examples, and the pictures by their paths."""
    pictures: dict[str, str] = {}

    def drawn(example: Example) -> str:
        lines = []
        for step in example.steps:
            path = f"{name}/{len(pictures) + 1}.svg"
            pictures[path] = svg.render(draw(step.picture), standalone=True).replace("<svg", '<svg width="300"', 1)
            lines.append(f"{f'`{step.turn}` ' if step.turn else ''}{step.says}\n\n![{step.says}]({path})\n")
        return "\n".join(lines)

    shown = "".join(drawn(piece) if isinstance(piece, Example) else piece for piece in pieces(page))
    return shown, pictures


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Point the page's links and images to files of the site; leave only the text of links to other files."""
    pages = {**OUTSIDE, **games()}
    sources = {uri: source for source, uri in pages.items()}
    source = sources.get(page.file.src_uri, f"docs/{page.file.src_uri}")

    def link(match: re.Match[str]) -> str:
        image, text, target, anchor = match[1], match[2], match[3], match[4] or ""
        folder = os.path.dirname(page.file.src_uri)  # noqa: PTH120  the path of a URL
        if image and files.get_file_from_path(os.path.normpath(os.path.join(folder, target))):  # noqa: PTH118  as above
            return match[0]
        path = os.path.normpath(os.path.join(os.path.dirname(source), target)).replace(os.sep, "/")  # noqa: PTH118, PTH120  lexical, the files need not exist
        if path == "docs/decisions":
            path = "docs/decisions/README.md"
        uri = pages.get(path, path.removeprefix("docs/") if path.startswith("docs/") else "")
        if files.get_file_from_path(uri) is None:
            return text
        return f"{image}[{text}]({os.path.relpath(uri, folder or '.')}{anchor})"

    return _LINK.sub(link, markdown)


def on_post_build(config: MkDocsConfig) -> None:
    """Raise `PluginError` if a page shows an image that is not in the site."""
    if missing := missing_images(Path(config.site_dir)):
        raise PluginError("images are missing: " + ", ".join(missing))


def missing_images(site: Path) -> list[str]:
    """Return the images of the pages of a site that are no files of it, each with its page."""
    return [
        f"{page.relative_to(site)} shows {source}"
        for page in sorted(site.rglob("*.html"))
        for source in re.findall(r'<img [^>]*?src="([^":]+)"', page.read_text("utf-8"))
        if not (site / source.lstrip("/").removeprefix("docs/") if source[0] == "/" else page.parent / source).is_file()
    ]


def on_post_page(output: str, page: Page, config: MkDocsConfig) -> str:
    """Move inline scripts into files, so that the site can be served without allowing inline scripts."""
    up = os.path.relpath(".", os.path.dirname(page.url) or ".")  # noqa: PTH120  the path of a URL
    return move_scripts(output, Path(config.site_dir), up)


def on_post_template(output_content: str, template_name: str, config: MkDocsConfig) -> str:
    """Move the inline scripts of pages such as 404.html, which have addresses from the root."""
    if not template_name.endswith(".html"):
        return output_content
    return move_scripts(output_content, Path(config.site_dir), "/docs")


def move_scripts(html: str, site: Path, up: str) -> str:
    """Return the page with each inline script in `assets/inline`, named by its content."""

    def moved(match: re.Match[str]) -> str:
        name = f"assets/inline/{hashlib.sha256(match[1].encode()).hexdigest()[:16]}.js"
        target = site / name
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(match[1], "utf-8")
        return f'<script src="{up}/{name}"></script>'

    return _INLINE_SCRIPT.sub(moved, html)
