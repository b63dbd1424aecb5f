"""A site with one small game, the example package Connect Four, for long runs of whole ladders.

With all games a ladder spends most of its time on the champions of the others.
"""

import importlib.metadata
import os
import sys
from pathlib import Path

from ludarium.core import registry
from tests.installed import python_path

GAME = "connect_four"
_SITE = f"""import importlib.metadata as installed
found = installed.entry_points

def entry_points(**of):
    if of.get("group") != "ludarium.games":
        return found(**of)
    return tuple(one for one in found(**of) if one.name == "{GAME}")

installed.entry_points = entry_points
"""


def install(folder: Path) -> None:
    """Let this process, and those that it starts, find this game alone; before any game is loaded."""
    info = folder / "installed"
    path = python_path(Path("examples/connect_four"), info)
    (info / "sitecustomize.py").write_text(_SITE, "utf-8")
    sys.path[:0] = path.split(os.pathsep)
    before = os.environ.get("PYTHONPATH")  # a long run may have a copy of the sources, which nobody changes
    os.environ["PYTHONPATH"] = os.pathsep.join([path, str(Path.cwd()), *([before] if before else [])])
    importlib.invalidate_caches()
    exec(compile(_SITE, "sitecustomize", "exec"), {})
    vars(registry)["entry_points"] = importlib.metadata.entry_points
    registry.entries.cache_clear()
    assert registry.game_names() == (GAME,)
