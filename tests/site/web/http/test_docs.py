"""The documentation is served where it was built, under a policy of its own."""

import subprocess
from pathlib import Path

import pytest
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.testclient import TestClient

from ludarium.site.web.http.docs import BUILT, DOCS_POLICY, docs_routes
from ludarium.site.web.http.guard import Guard

ROOT = Path(__file__).parents[4]


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


def test_served_pages_lead_back_to_the_site_and_others_to_their_own_start(tmp_path: Path) -> None:
    """The header is that of the theme, without what is between."""
    page = (
        '<header><a href="../index.html" title="Ludarium" class="md-header__button md-logo" data-md-component="logo">'
        '</a><label class="md-header__button md-icon" for="__search"></label></header><a href="../index.html">Start</a>'
    )
    (tmp_path / "index.html").write_text(page, "utf-8")
    browser = TestClient(Starlette(routes=docs_routes(tmp_path)))
    answer = browser.get("/docs/")
    assert '<a href="/" title="Ludarium" class="md-header__button md-logo"' in answer.text
    assert '>To the site</a><label class="md-header__button md-icon" for="__search">' in answer.text
    assert '<a href="../index.html">Start</a>' in answer.text
    assert answer.headers["Content-Security-Policy"] == DOCS_POLICY
    assert browser.get("/docs/", headers={"If-None-Match": answer.headers["etag"]}).status_code == 304
    assert (tmp_path / "index.html").read_text("utf-8") == page


def test_the_policy_allows_no_inline_script() -> None:
    assert "script-src 'self';" in DOCS_POLICY
    assert "style-src 'self' 'unsafe-inline'; img-src 'self' data:;" in DOCS_POLICY


@pytest.mark.parametrize(("is_checkout", "said"), [(True, "make play builds it"), (False, "not part of this")])
def test_until_it_is_built_the_page_says_where_the_documentation_is(
    browser: TestClient, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, is_checkout: bool, said: str
) -> None:
    """The site need not be started again when it is."""
    if is_checkout:
        (tmp_path / "mkdocs.yml").touch()
    (mount,) = (route for route in browser.app.routes if getattr(route, "name", "") == "docs")  # type: ignore[attr-defined]  # of Starlette
    monkeypatch.setattr(mount.app, "_folder", tmp_path / "site")
    monkeypatch.setattr(mount.app, "all_directories", [tmp_path / "site"])
    answer = browser.get("/docs/")
    assert answer.status_code == 404
    assert said in answer.text
    assert "the folder docs" in answer.text
    (tmp_path / "site").mkdir()
    (tmp_path / "site/index.html").write_text("<h1>Ludarium</h1>", "utf-8")
    assert "<h1>Ludarium</h1>" in browser.get("/docs/").text


def test_an_address_that_it_does_not_have_leads_to_its_beginning(
    browser: TestClient, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """MkDocs writes a page for that, which asks for its style sheets at the root of the host."""
    (tmp_path / "index.html").write_text("<h1>Ludarium</h1>", "utf-8")
    (tmp_path / "404.html").write_text('<link rel="stylesheet" href="/assets/main.css">', "utf-8")
    (mount,) = (route for route in browser.app.routes if getattr(route, "name", "") == "docs")  # type: ignore[attr-defined]  # of Starlette
    monkeypatch.setattr(mount.app, "_folder", tmp_path)
    monkeypatch.setattr(mount.app, "all_directories", [tmp_path])
    answer = browser.get("/docs/how-to/tournament/")
    assert answer.status_code == 404
    assert "begin at /docs/" in answer.text
    assert "/assets/" not in answer.text


def test_the_built_pages_are_looked_for_beside_the_file_that_they_are_built_by() -> None:
    assert (BUILT.parent / "mkdocs.yml").is_file()
    assert BUILT.parent == ROOT


def test_make_play_builds_the_documentation_in_the_background() -> None:
    def recipe(target: str) -> str:
        done = subprocess.run(["make", "--dry-run", target], cwd=ROOT, capture_output=True, text=True, check=True)
        return done.stdout

    before, served, _ = recipe("play").partition("ludarium serve")
    assert served
    assert "nice -n 19 make --no-print-directory --silent later" in before
    assert before.rstrip().removesuffix(".venv/bin/").rstrip().endswith("&")
    assert "site/index.html" in recipe("later")
