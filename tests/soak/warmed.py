"""What a fork server of the site has done before its first fork: a site was opened, and answered once.

Its modules are imported, the migrations are read, the rules are compiled, and templates are compiled for all forks.
"""

import os
import tempfile
import threading
from pathlib import Path
from typing import Any
from unittest.mock import patch

from jinja2 import Environment
from starlette.testclient import TestClient

from ludarium.search.compilers import Compilers
from ludarium.server.process import create
from ludarium.store.match.repository import Store

_compile = Environment.compile
_compiled: dict[tuple[object, ...], Any] = {}


def compile_once(environment: Environment, source: Any, *others: Any, **more: Any) -> Any:  # Any: of the library
    """Return the compiled template of a text, which all environments of the site compile alike."""
    key = (source, *others, *sorted(more.items()))
    if key not in _compiled:
        _compiled[key] = _compile(environment, source, *others, **more)
    return _compiled[key]


def _answer_once() -> None:
    with tempfile.TemporaryDirectory() as folder, patch.object(Compilers, "start"):
        with patch.dict(os.environ, {"LUDARIUM_DATA": folder, "LUDARIUM_BOT_WORKERS": "1"}):
            Store(f"sqlite:///{Path(folder) / 'ludarium.sqlite'}").close()
            app = create()
        with TestClient(app, base_url="http://localhost:8000") as browser:
            path = str(browser.post("/games/orion/new", data={"seat-0": "here", "seat-1": "easy"}).url)
            assert browser.get(path).status_code == browser.get(f"{path}/record").status_code == 200


Environment.compile = compile_once  # type: ignore[assignment,method-assign]  # here and in forks
_answer_once()
assert threading.active_count() == 1, threading.enumerate()
