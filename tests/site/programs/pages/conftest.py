"""Programs with tokens."""

from collections.abc import Callable, Iterable
from typing import Any

import pytest
from httpx2 import Response
from starlette.testclient import TestClient

from ludarium.site.ground.values import Person
from ludarium.site.service import Service
from tests.site.conftest import NewBrowser

NewProgram = Callable[[Person, Iterable[str]], TestClient]


@pytest.fixture
def ann(service: Service) -> Person:
    return service.people.rename(service.people.create_guest(), "Ann")


@pytest.fixture
def new_program(service: Service, new_browser: NewBrowser) -> NewProgram:
    """Return a client that has a new token of a person."""

    def make(person: Person, scopes: Iterable[str] = ("play", "challenge")) -> TestClient:
        client = new_browser()
        client.headers["Authorization"] = f"Bearer {service.tokens.make(person, 'bot', list(scopes))}"
        return client

    return make


@pytest.fixture
def program(new_program: NewProgram, ann: Person) -> TestClient:
    """A program of Ann's that may do everything."""
    return new_program(ann, ("play", "challenge"))


def tell(answer: Response, status: int = 200) -> dict[str, Any]:
    """Return the data of an answer."""
    assert (answer.status_code, answer.headers["content-type"]) == (status, "application/json"), answer.text
    found: dict[str, Any] = answer.json()
    return found
