"""The build backend of `pyproject.toml`: hatchling's, but an installation of a checkout needs nothing to be built.

What `pip install -e .` makes is the metadata and one line that leads Python to the folder `src`; so it needs neither a
download nor an environment of its own, and takes no time. Wheels and source packages are hatchling's.
"""

import base64
import re
import tomllib
import zipfile
from hashlib import sha256
from pathlib import Path
from typing import Any

_ROOT = Path(__file__).resolve().parents[1]
_HATCHLING = ["hatchling>=1.27"]
Settings = dict[str, Any] | None


def get_requires_for_build_editable(settings: Settings = None) -> list[str]:
    """Return what the installation of a checkout needs: nothing."""
    return []


def prepare_metadata_for_build_editable(folder: str, settings: Settings = None) -> str:
    """Write the metadata of the checkout, and return the name of their folder."""
    files = _metadata()
    for name, text in files.items():
        path = Path(folder, name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    return Path(next(iter(files))).parent.name


def build_editable(folder: str, settings: Settings = None, metadata: str | None = None) -> str:
    """Write the package that leads to the checkout, and return its name."""
    files = _metadata()
    information = Path(next(iter(files))).parent.name
    files["_ludarium.pth"] = f"{_ROOT / 'src'}\n"
    record = "".join(f"{name},sha256={_digest(text)},{len(text.encode())}\n" for name, text in files.items())
    files[f"{information}/RECORD"] = f"{record}{information}/RECORD,,\n"
    wheel = f"{information.removesuffix('.dist-info')}-py3-none-any.whl"
    with zipfile.ZipFile(Path(folder, wheel), "w") as archive:
        for name, text in files.items():
            archive.writestr(name, text)
    return wheel


def get_requires_for_build_wheel(settings: Settings = None) -> list[str]:
    """Return what builds a wheel."""
    return _HATCHLING


def build_wheel(folder: str, settings: Settings = None, metadata: str | None = None) -> str:
    """Build a wheel, and return its name."""
    from hatchling.build import build_wheel  # here, since a checkout is installed without it

    return build_wheel(folder, settings, metadata)


def get_requires_for_build_sdist(settings: Settings = None) -> list[str]:
    """Return what builds a source package."""
    return _HATCHLING


def build_sdist(folder: str, settings: Settings = None) -> str:
    """Build a source package, and return its name."""
    from hatchling.build import build_sdist  # here, as above

    return build_sdist(folder, settings)


def _metadata() -> dict[str, str]:
    """Return the files of the metadata: what is installed with the package, and which commands and games it has."""
    project = tomllib.loads((_ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    source = (_ROOT / "src/ludarium/__init__.py").read_text("utf-8")
    (version,) = re.findall(r'^__version__ = "(.*)"$', source, re.MULTILINE)
    lines = ["Metadata-Version: 2.4", f"Name: {project['name']}", f"Version: {version}"]
    lines += [f"Summary: {project['description']}", f"Requires-Python: {project['requires-python']}"]
    lines += [f"Requires-Dist: {requirement}" for requirement in project["dependencies"]]
    for extra, requirements in project["optional-dependencies"].items():
        lines += [f"Provides-Extra: {extra}"]
        lines += [f"Requires-Dist: {requirement}; extra == '{extra}'" for requirement in requirements]
    groups = {"console_scripts": project["scripts"], **project["entry-points"]}
    entries = [
        f"[{group}]\n" + "".join(f"{name} = {place}\n" for name, place in members.items())
        for group, members in groups.items()
    ]
    folder = f"{project['name']}-{version}.dist-info"
    tags = "Wheel-Version: 1.0\nGenerator: ludarium\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
    return {
        f"{folder}/METADATA": "\n".join(lines) + "\n",
        f"{folder}/WHEEL": tags,
        f"{folder}/entry_points.txt": "\n".join(entries),
    }


def _digest(text: str) -> str:
    return base64.urlsafe_b64encode(sha256(text.encode()).digest()).rstrip(b"=").decode()
