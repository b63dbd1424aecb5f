"""The site as an application."""

from starlette.testclient import TestClient

from ludarium.site.app import create_app
from ludarium.site.service import Service
from tests.site.conftest import SECRET


def test_a_site_that_ends_closes_its_live_ticker(service: Service) -> None:
    with TestClient(create_app(service, SECRET)):
        assert not service.live_ticker._closing.is_set()
    assert service.live_ticker._closing.is_set()
