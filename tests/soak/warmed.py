"""What a fork server of the site has done before its first fork: a site was opened, and answered once.

Its modules are imported, the migrations are read, the rules are compiled, and all templates are loaded for all forks.
A fork reads none of them again: it would have the code of one state and the pages of another if the files were changed
meanwhile, and a page could fail.
"""

import os
import tempfile
import threading
from pathlib import Path
from unittest.mock import patch

from starlette.testclient import TestClient

from ludarium.core.compiling.compiler import load_numba
from ludarium.search.compilers import Compilers
from ludarium.site.process import create
from ludarium.site.store import Store
from ludarium.site.web.templating import templates
from tests.quicker import keep_templates


def _load_templates() -> None:
    for name in templates().list_templates(extensions=["html"]):
        templates().get_template(name)


def _answer_once() -> None:
    with tempfile.TemporaryDirectory() as folder, patch.object(Compilers, "start"):
        with patch.dict(os.environ, {"LUDARIUM_DATA": folder, "LUDARIUM_BOT_WORKERS": "1"}):
            Store(f"sqlite:///{Path(folder) / 'ludarium.sqlite'}").close()
            app = create()
        with TestClient(app, base_url="http://localhost:8000") as browser:
            path = str(browser.post("/games/orion/new", data={"seat-0": "here", "seat-1": "easy"}).url)
            assert browser.get(path).status_code == browser.get(f"{path}/record").status_code == 200


load_numba()  # or each fork would, as it plays
if "LUDARIUM_CACHE" in os.environ:  # as in tests
    keep_templates()
_answer_once()
_load_templates()
assert threading.active_count() == 1, threading.enumerate()
