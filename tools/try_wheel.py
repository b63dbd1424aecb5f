"""Install a wheel in an empty environment and use it: `python -m tools.try_wheel dist/ludarium-*.whl`.

It plays in the terminal, serves the site, and learns a game for a minute.
"""

import os
import re
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
import venv
import zipfile
from pathlib import Path

PATTERNS = {
    "rules pages": r"ludarium/games/\w+/README\.md",
    "tutorials": r"ludarium/games/\w+/tutorial\.toml",
    "styles and scripts of scenes": r"ludarium/scenes/replay\.(js|css)",
    "the report's template": r"ludarium/tournament/report/.*\.html",
    "the site's templates": r"ludarium/site/web/templates/.*\.html",
    "the site's scripts": r"ludarium/site/web/static/\w+\.js",
    "the site's styles": r"ludarium/site/web/static/\w+\.css",
    "vendored scripts": r"ludarium/site/web/static/vendor/.*\.js",
    "migrations": r"ludarium/site/ground/migrations/versions/\w+\.py",
    "the template of a new game": r"ludarium/cli/_new/.*",
    "learnt players": r"ludarium/games/\w+/players/\w+\.player",
    "type marker": r"ludarium/py\.typed",
}
_SMALL = "ludo(markers=1)"
"""A game that is learnt quickly."""
ROOT = Path(__file__).resolve().parents[1]


def missing(wheel: Path) -> list[str]:
    """Return the kinds of files that the wheel lacks, and the package's data files that it leaves out."""
    held = set(zipfile.ZipFile(wheel).namelist())
    lacking = [kind for kind, pattern in PATTERNS.items() if not any(re.fullmatch(pattern, name) for name in held)]
    files = (path for path in (ROOT / "src/ludarium").rglob("*") if path.is_file() and "__pycache__" not in path.parts)
    sources = sorted(path.relative_to(ROOT / "src").as_posix() for path in files)
    return lacking + [name for name in sources if name not in held]


class Environment:
    """An empty virtual environment with a wheel installed."""

    def __init__(self, folder: Path, wheel: Path) -> None:
        venv.create(folder, with_pip=True)
        self.folder = folder
        self.variables = {**os.environ, "LUDARIUM_DATA": str(folder / "data"), "PYTHONPATH": ""}
        install = ["-m", "pip", "install", "-q", "--disable-pip-version-check", "-c", str(ROOT / "constraints.txt")]
        subprocess.run([folder / "bin/python", *install, str(wheel.resolve())], check=True)

    def ludarium(self, *arguments: str, typed: str = "") -> str:
        """Run a command outside of the repository and return what it prints."""
        run = [str(self.folder / "bin/ludarium"), *arguments]
        done = subprocess.run(
            run, input=typed, cwd=self.folder, env=self.variables, check=False, capture_output=True, text=True
        )
        if done.returncode != 0:
            raise SystemExit(f"ludarium {' '.join(arguments)} failed:\n{done.stdout}{done.stderr}")
        return done.stdout


def play(environment: Environment) -> None:
    """Play in the terminal."""
    assert "orion" in environment.ludarium("games")
    assert "random" in environment.ludarium("match", "orion(turn_limit=10)", "easy", "random", "--games", "1")
    assert "turn" in environment.ludarium("play", "orion(turn_limit=10)", "--against", "easy", typed="resign\n").lower()


def serve(environment: Environment) -> None:
    """Start the site and open its first page and a game's."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    site = subprocess.Popen(
        [environment.folder / "bin/ludarium", "serve"],
        cwd=environment.folder,
        env={**environment.variables, "PORT": str(port)},
    )
    try:
        for path in ("/", "/games/orion", "/static/site.css"):
            assert opened(f"http://127.0.0.1:{port}{path}", site)
    finally:
        site.terminate()
        site.wait(20)


def opened(address: str, site: "subprocess.Popen[bytes]") -> bytes:
    """Return a page; wait up to two minutes for the site to start."""
    for _ in range(240):
        try:
            with urllib.request.urlopen(address, timeout=20) as answer:  # noqa: S310  the site on this machine
                page: bytes = answer.read()
                return page
        except urllib.error.HTTPError:
            raise
        except OSError:
            if site.poll() is not None:
                raise SystemExit("ludarium serve ended by itself") from None
            time.sleep(0.5)
    raise SystemExit(f"{address} did not answer")


def learn(environment: Environment) -> None:
    """Learn a small game for a minute, and let the player play."""
    environment.ludarium("learn", _SMALL, "--minutes", "1", "--out", "ada.player")
    assert "ada.player" in environment.ludarium("match", _SMALL, "ada.player", "random", "--games", "2")


def main(wheel: Path) -> None:
    """Check the files of a wheel, then play, serve and learn with it."""
    if lacking := missing(wheel):
        raise SystemExit(f"{wheel.name} lacks: {', '.join(lacking)}")
    with tempfile.TemporaryDirectory() as folder:
        environment = Environment(Path(folder) / "empty", wheel)
        for use in (play, serve, learn):
            use(environment)
    print(f"{wheel.name} plays in the terminal, serves and learns")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
