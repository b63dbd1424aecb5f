"""Browsers without scripts: they read pages, follow links, fill in forms and press their buttons, as a person does."""

import random
import re
import time
from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Any
from urllib.parse import urljoin

import httpx2

from tests.soak.kills import LONGEST, Fault


@dataclass
class Form:
    """A form of a page: where it is sent, its fields as the page fills them in, and its buttons with their values."""

    action: str
    fields: dict[str, str] = field(default_factory=dict)
    buttons: set[tuple[str, str]] = field(default_factory=set)
    boxes: set[str] = field(default_factory=set)
    """The names of boxes that can be ticked."""


class _Forms(HTMLParser):
    """Reads the forms that are sent by POST; what is disabled is not sent, and cannot be pressed."""

    def __init__(self, address: str) -> None:
        super().__init__()
        self.address, self.found = address, list[Form]()
        self._open, self._select = False, ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Read the beginning of a form, a field or a button."""
        values = {name: value or "" for name, value in attrs}
        if "disabled" in values:
            return
        if tag == "form":
            self._open = values.get("method", "").lower() == "post"
            if self._open:
                self.found.append(Form(urljoin(self.address, values.get("action", self.address))))
        elif self._open and tag == "button" and values.get("type") != "button":
            self.found[-1].buttons.add((values.get("name", ""), values.get("value", "")))
        elif self._open and tag == "select":
            self._select = values.get("name", "")
        elif self._open and tag == "option" and self._select:
            if "selected" in values or self._select not in self.found[-1].fields:
                self.found[-1].fields[self._select] = values.get("value", "")
        elif self._open and tag in ("input", "textarea") and "name" in values:
            if _is_sent(values):
                self.found[-1].fields[values["name"]] = values.get("value", "")
            else:
                self.found[-1].boxes.add(values["name"])

    def handle_endtag(self, tag: str) -> None:
        """Read the end of a form or a choice."""
        self._open = self._open and tag != "form"
        self._select = "" if tag == "select" else self._select


def _is_sent(values: Mapping[str, str]) -> bool:
    """Return whether a field is sent that nobody has touched."""
    return values.get("type") not in ("checkbox", "radio") or "checked" in values


class Page:
    """A page that a browser has read."""

    def __init__(self, answer: httpx2.Response) -> None:
        self.status, self.text, self.address = answer.status_code, answer.text, answer.url.path
        parser = _Forms(self.address)
        parser.feed(self.text)
        self.forms = parser.found

    def form(self, do: str, fields: Collection[str] = ()) -> Form | None:
        """Return the form with a button that asks for something, and with these fields; None if the page has none."""
        named = (form for form in self.forms if ("do", do) in form.buttons or form.fields.get("do") == do)
        return next((form for form in named if {*fields} <= {*form.fields} | form.boxes), None)

    def links(self, pattern: str, after: str = "", before: str = "") -> list[str]:
        """Return the addresses that links lead to, between two texts of the page, each once."""
        part = self.text.partition(after)[2] if after else self.text
        part = part.partition(before)[0] if before else part
        return [*dict.fromkeys(re.findall(f'href="({pattern})"', part))]


class Browser:
    """A person's browser without scripts, with their cookie; what is not answered is asked again, as people do.

    `unanswered` counts the requests that were not answered; none for `patience` seconds is a fault.
    """

    def __init__(self, url: str, person: str, name: str, token: str, patience: float = LONGEST) -> None:
        self.person, self.name, self.unanswered, self._patience = person, name, 0, patience
        self._http = httpx2.Client(base_url=url, timeout=30, cookies={"session": token}, follow_redirects=True)

    def get(self, path: str) -> Page:
        """Read a page."""
        return Page(self._ask("GET", path))

    def data(self, path: str) -> Any:  # Any: JSON
        """Return the data of an address."""
        return self._ask("GET", path, headers={"Accept": "application/json"}).json()

    def text(self, path: str) -> str:
        """Return the text of a file."""
        return self._ask("GET", path).text

    def press(self, page: Page, do: str, **values: str) -> Page:
        """Fill in a form of a page and press its button. Raises `Fault` if the page has none."""
        form = page.form(do, values)
        if form is None:
            raise Fault(f"{self.name} finds no button {do} on {page.address}: {page.text[:1500]}")
        return Page(self._ask("POST", form.action, data={**form.fields, **values, "do": do}))

    def close(self) -> None:
        """Close the connections."""
        self._http.close()

    def _ask(self, method: str, path: str, **more: Any) -> httpx2.Response:  # Any: of httpx2
        until = time.monotonic() + self._patience
        while time.monotonic() < until:
            with suppress(httpx2.TransportError):
                answer = self._http.request(method, path, **more)
                if answer.status_code >= 500 and answer.status_code != 503:
                    raise Fault(f"{method} {path} is answered by {answer.status_code}: {answer.text[:500]}")
                if answer.status_code != 503:
                    return answer
            self.unanswered += 1
            time.sleep(0.1)
        raise Fault(f"no answer to {method} {path} for {self._patience:.0f} s")


def shuffled(chance: random.Random, browsers: Sequence[Browser]) -> list[Browser]:
    """Return browsers in another order."""
    return chance.sample(browsers, len(browsers))
