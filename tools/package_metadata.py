"""Complete the metadata of the package while it is built: its addresses, and the page that a package index shows.

The repository's address stands in one place, `repository` in `[tool.hatch.metadata.hooks.custom]` of `pyproject.toml`.
Where it is empty, a workflow of GitHub gives its own, and a build elsewhere names no address.
An index shows the README alone, so the README's links to other files, and its pictures, get the repository's address.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface

_TARGET = re.compile(r"(!?)\[((?:[^\[\]]|!\[[^\]]*\]\([^)]*\))*)\]\((?![a-z]+:|#)([^)\s]+)\)")


def repository(config: Mapping[str, Any], environment: Mapping[str, str]) -> str:
    """Return the repository's address without a slash at its end; empty if it is not known."""
    given = str(config.get("repository", ""))
    if not given and "GITHUB_REPOSITORY" in environment:
        given = f"{environment.get('GITHUB_SERVER_URL', 'https://github.com')}/{environment['GITHUB_REPOSITORY']}"
    return given.rstrip("/")


def project_urls(address: str, tag: str) -> dict[str, str]:
    """Return the addresses that a package index lists."""
    pages = {
        "Source": "",
        "Documentation": f"/tree/{tag}/docs",
        "Changes": f"/blob/{tag}/CHANGELOG.md",
        "Issues": "/issues",
        "Security": f"/blob/{tag}/SECURITY.md",
    }
    return {name: address + path for name, path in pages.items()}


def absolute(readme: str, address: str, tag: str, root: Path) -> str:
    """Return the README with links that lead into the repository at a tag, outside its blocks of code.

    >>> absolute("[a](docs) ![b](b.svg)", "https://example.org/l", "v1", Path())
    '[a](https://example.org/l/tree/v1/docs) ![b](https://example.org/l/raw/v1/b.svg)'
    """

    def link(found: re.Match[str]) -> str:
        picture, text, target = found.groups()
        file, _, anchor = target.partition("#")
        kind = "raw" if picture else "tree" if (root / file).is_dir() else "blob"
        end = f"#{anchor}" if anchor else ""
        return f"{picture}[{_TARGET.sub(link, text)}]({address}/{kind}/{tag}/{file}{end})"

    parts = re.split(r"(^```.*?^```$)", readme, flags=re.MULTILINE | re.DOTALL)
    return "".join(part if number % 2 else _TARGET.sub(link, part) for number, part in enumerate(parts))


class PackageMetadata(MetadataHookInterface):
    """Fill in the README and the addresses; hatchling calls it."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Complete the table `project`."""
        root = Path(self.root)
        readme = (root / "README.md").read_text("utf-8")
        if address := repository(self.config, os.environ):
            tag = f"v{metadata['version']}"
            metadata["urls"] = project_urls(address, tag)
            readme = absolute(readme, address, tag, root)
        metadata["readme"] = {"content-type": "text/markdown", "text": readme}
