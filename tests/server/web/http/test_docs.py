"""The documentation is served where it was built, under a policy of its own."""

from pathlib import Path

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.testclient import TestClient

from ludarium.server.web.http.docs import DOCS_POLICY, docs_routes
from ludarium.server.web.http.guard import Guard


def test_the_documentation_is_served_under_its_own_policy(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text("<h1>Ludarium</h1>", "utf-8")
    (tmp_path / "tutorial.html").write_text("<h1>Tutorial</h1>", "utf-8")
    app = Starlette(routes=docs_routes(tmp_path), middleware=[Middleware(Guard, largest=1000)])
    browser = TestClient(app)
    for path, text in (("/docs", "Ludarium"), ("/docs/", "Ludarium"), ("/docs/tutorial.html", "Tutorial")):
        answer = browser.get(path)
        assert text in answer.text
        assert answer.headers["Content-Security-Policy"] == DOCS_POLICY
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert browser.get("/docs/missing.html").status_code == 404


def test_the_policy_allows_no_inline_script() -> None:
    assert "script-src 'self';" in DOCS_POLICY
    assert "style-src 'self' 'unsafe-inline'; img-src 'self' data:;" in DOCS_POLICY


def test_without_a_built_documentation_there_is_no_route(tmp_path: Path) -> None:
    assert docs_routes(tmp_path) == []
