"""The parts of the site that do not work, because a library of an extra is not installed."""

from collections.abc import Iterator
from importlib.util import find_spec

from ludarium.core.extras import install_command
from ludarium.server.settings import ServerSettings

_PARTS = (
    ("javascript", ("quickjs",), "Bots in JavaScript cannot run"),
    ("wasm", ("wasmtime",), "Bots in WebAssembly cannot run"),
    ("tournament", ("networkx",), "Swiss tournaments cannot be paired"),
)
_MAIL = ("mail", ("resvg", "PIL"), "Mails show boards as text alone")
_METRICS = ("metrics", ("prometheus_client",), "There are no metrics")


def missing_parts(settings: ServerSettings) -> Iterator[str]:
    """Yield a sentence for each part that does not work, with the command that installs what is missing."""
    wanted = [*_PARTS, *([_MAIL] if settings.smtp else []), *([_METRICS] if settings.network.metrics_port else [])]
    for name, libraries, sentence in wanted:
        if any(find_spec(library) is None for library in libraries):
            yield f"{sentence}, as a library is missing; to install it: {install_command(name)}"
