"""Pages that one test uses after another: half of the cost of a page is a browser's window, process and empty cache."""

from collections.abc import Callable, Mapping
from typing import Any, Literal

from playwright.sync_api import Browser, Error, Page, ViewportSize

Settings = Mapping[str, Any]  # the keyword arguments of `new_context`, which have many types
USUAL: ViewportSize = {"width": 1280, "height": 720}
CHANGED = ("viewport", "color_scheme", "reduced_motion")
"""The settings that an open page can change."""
EMPTY = """async () => {
    localStorage.clear(), sessionStorage.clear();
    const workers = await navigator.serviceWorker?.getRegistrations() ?? [];
    await Promise.all(workers.map((worker) => worker.unregister()));
    return `${setTimeout}`.includes("[native code]");
}"""
"""Empties the storage of a page, and gives whether time still passes on it by itself: a test's own clock stays."""


class Pages:
    """Gives pages without cookies and storage, each in a context of its own, and takes them back.

    `home` is an address of the site to which the storage of pages belongs. A page at any other site is closed, as
    is one whose clock a test has replaced, and one that is taken `once`, by a test that changes what cannot be undone:
    scripts that begin with every page.
    """

    def __init__(self, browser: Browser, home: str, patience: float) -> None:
        self._browser, self._home, self._patience = browser, home, patience
        self._idle: dict[str, list[Page]] = {}
        self._lent: list[tuple[str, Page, Listeners]] = []

    def take(self, settings: Settings, listeners: "Listeners", *, once: bool = False) -> Page:
        """Return an empty page with these settings of a context."""
        lasting = {name: value for name, value in settings.items() if name not in CHANGED}
        key = "" if once else repr(sorted(lasting.items()))
        idle = self._idle.setdefault(key, [])
        page = idle.pop() if idle and key else self._new(lasting)
        page.set_viewport_size(settings.get("viewport", USUAL))
        scheme: Literal["light", "dark"] = settings.get("color_scheme", "light")
        motion: Literal["reduce", "no-preference"] = settings.get("reduced_motion", "no-preference")
        page.emulate_media(media="null", color_scheme=scheme, reduced_motion=motion)
        for event, listener in listeners.items():
            page.on(event, listener)  # type: ignore[call-overload]  # a name that is not written here
        self._lent.append((key, page, listeners))
        return page

    def _new(self, settings: Settings) -> Page:
        context = self._browser.new_context(**settings)
        context.set_default_timeout(self._patience)
        return context.new_page()

    def take_back(self) -> None:
        """Take back all pages that were given."""
        while self._lent:
            key, page, listeners = self._lent.pop()
            for event, listener in listeners.items():
                page.remove_listener(event, listener)
            try:
                kept = bool(key) and self._cleaned(page)
            except Error:  # it has crashed, or is closed
                kept = False
            if kept:
                self._idle[key].append(page)
            else:
                page.context.close()

    def _cleaned(self, page: Page) -> bool:
        """Return whether a page may be used again, and empty it."""
        for other in page.context.pages:
            if other is not page:
                other.close()
        page.unroute_all()
        page.context.unroute_all()
        if not page.url.startswith(self._home.rpartition("/")[0]):
            return False
        page.goto(self._home)
        page.context.clear_cookies()
        return bool(page.evaluate(EMPTY))

    def close(self) -> None:
        """Close all pages."""
        for page in (page for idle in self._idle.values() for page in idle):
            page.context.close()


Listeners = Mapping[str, Callable[[Any], None]]  # what an event hears depends on its name
