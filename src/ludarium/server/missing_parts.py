"""The parts of the site that do not work, because a library of an extra is not installed."""

from collections.abc import Iterator
from importlib.util import find_spec

from ludarium.core.extras import install_command
from ludarium.server.settings import ServerSettings

_MAIL = ("mail", ("resvg", "PIL"), "Mails show boards as text alone")
_METRICS = ("metrics", ("prometheus_client",), "There are no metrics")
_MODULES = ("wasm", ("wasmtime",), "Bots in WebAssembly cannot run")


def missing_parts(settings: ServerSettings, *, offered: bool = False) -> Iterator[str]:
    """Yield a sentence for each part that does not work, with the command that installs what is missing.

    These are the parts that the settings ask for, and with `offered` those that people may ask for, too.
    """
    asked = {_MAIL: bool(settings.smtp), _METRICS: bool(settings.network.metrics_port), _MODULES: offered}
    for name, libraries, sentence in (part for part, is_asked in asked.items() if is_asked):
        if any(find_spec(library) is None for library in libraries):
            yield f"{sentence}, as a library is missing; to install it: {install_command(name)}"
