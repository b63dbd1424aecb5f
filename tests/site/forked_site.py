"""The site on a port of this machine, forked from a process that has imported everything: a start costs little."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from tests.soak.forked import ForkedSite
from tools.local_site import LocalSite
from tools.ports import reserved_port


class _Forked(ForkedSite):
    def __init__(self, folder: Path, port: int, settings: Mapping[str, str]) -> None:
        LocalSite.__init__(self, folder, port, settings)


@contextmanager
def forked_site(folder: Path, settings: Mapping[str, str]) -> Iterator[LocalSite]:
    """Give a site that answers, as `open_site` does; one that is started whole is in other tests."""
    with reserved_port() as port:
        site = _Forked(folder, port, settings)
        try:
            site.open()
            yield site
        finally:
            if site.runs:
                site.close()
