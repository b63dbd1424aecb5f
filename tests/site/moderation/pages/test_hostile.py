"""What nobody's browser sends to the pages of order: each is refused in words on both databases, and none fails."""

import pytest
from starlette.testclient import TestClient

from ludarium.site.ground.values import Person
from ludarium.site.service import Service

pytestmark = pytest.mark.both_databases

HOSTILE = ("\0", "x\0", "\u202e", "x" * 5000, "é" * 3000, "' OR 1=1 --", "../..", "9" * 400, "٣", "-1", "<script>")
LONG = ("\0", "x\0", "x" * 5000, "é" * 3000, "9" * 400)
"""What PostgreSQL itself may refuse in a text or a number; every other value reaches both kinds as a mere parameter."""


@pytest.fixture
def hostile(url: str) -> tuple[str, ...]:
    """Return the values that a kind of database may take differently from the other, and for SQLite all."""
    return HOSTILE if url.startswith("sqlite") else LONG


@pytest.mark.parametrize("field", ["person", "match", "message", "kind", "text", "do"])
def test_a_report_refuses_what_cannot_be_read(
    chief: TestClient, bob: Person, field: str, service: Service, hostile: tuple[str, ...]
) -> None:
    usual = {"do": "report", "person": bob.id, "match": "", "message": "", "kind": "insult", "text": "He shouts."}
    for value in hostile:
        answer = chief.post("/report", data={**usual, field: value})
        assert answer.status_code < 500, (field, value[:20])
        assert field == "text" or answer.status_code in (400, 403, 404), (field, value[:20])
        if field in ("person", "match", "message"):
            assert chief.get("/report", params={**usual, field: value}).status_code in (400, 403, 404)
    assert len(service.reports.made_by(service.accounts.find("Chief"))) <= (field == "text")


@pytest.mark.parametrize(
    "field", ["person", "match", "reason", "words", "report", "days", "sanction", "finding", "size", "name", "do"]
)
def test_decisions_refuse_what_cannot_be_read(
    chief: TestClient, bob: Person, field: str, service: Service, hostile: tuple[str, ...]
) -> None:
    usual = dict.fromkeys(("match", "report", "sanction", "finding", "size", "words"), "")
    usual |= {"person": bob.id, "reason": "insult", "days": "2", "name": "Bob"}
    words = ("warn", "mute", "suspend", "void", "remove", "undo", "dismiss", "seen", "appoint")
    for value in hostile:
        for do in words if field != "do" else (value,):
            answer = chief.post(f"/moderation/people/{bob.id}", data={**usual, "do": do, field: value})
            assert answer.status_code < 500, (do, field, value[:20])
    assert not any(one.former_name for one in service.moderation.decisions_about(bob))


def test_addresses_of_moderators_that_name_nothing_are_not_found(chief: TestClient) -> None:
    for kind in ("reports", "people", "matches"):
        for value in ("%00", "x%00", "%ff", "9" * 400, "%E2%80%AE"):
            assert chief.get(f"/moderation/{kind}/{value}").status_code in (400, 404), (kind, value)
    for query in ("kind=%00", "kind=nothing", "decided=%00&kind=" + "x" * 3000):
        assert chief.get(f"/moderation?{query}").status_code == 400
