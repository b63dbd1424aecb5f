"""What axe finds on a page; its script is read once a page, and not once a question."""

from typing import Any

from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page

RUN = "(options) => axe.run(document, { resultTypes: ['violations'], ...options }).then((all) => all.violations)"


def axe_finds(page: Page, *rules: str) -> list[dict[str, Any]]:
    """Return the violations on a page of these rules, by default of all of them, as axe describes them."""
    if not page.evaluate("'axe' in globalThis"):
        page.evaluate(AXE_SCRIPT)
    found: list[dict[str, Any]] = page.evaluate(RUN, {"runOnly": rules} if rules else {})
    return found
