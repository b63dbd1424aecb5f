"""The network settings of a server: its address, its names, and the proxies before it."""

from collections.abc import Mapping
from dataclasses import dataclass
from ipaddress import ip_address, ip_network
from urllib.parse import urlsplit

from ludarium.core.errors import ParseError
from ludarium.core.spec import Option
from ludarium.core.text import shorten

PORT = Option("PORT", 8000, range(1, 65536), "the port of the site")
METRICS_PORT = Option("LUDARIUM_METRICS_PORT", 0, range(65536), "the port of the metrics; 0: none")
_HERE = ("localhost", "127.0.0.1", "[::1]")


@dataclass(frozen=True, slots=True)
class NetworkSettings:
    """The address and the names of a server, and the proxies before it.

    | field          | content                                                                               |
    |----------------|---------------------------------------------------------------------------------------|
    | `address`      | the address on which it listens                                                       |
    | `port`         | its port                                                                              |
    | `hosts`        | the names by which browsers may call it; requests for others are refused              |
    | `proxies`      | addresses and networks of proxies, which may say for whom they ask                    |
    | `metrics_port` | the port of the metrics; other processes of the site take the next ones; 0: no metrics |
    """

    address: str
    port: int
    hosts: tuple[str, ...]
    proxies: tuple[str, ...]
    metrics_port: int

    @classmethod
    def from_environment(cls, environment: Mapping[str, str], url: str) -> "NetworkSettings":
        """Return the settings of an environment, for a site whose pages are at `url`.

        Raises `ParseError` for an address that is none, `InvalidOption` for a port out of range.
        """
        address = environment.get("LUDARIUM_ADDRESS") or "127.0.0.1"
        try:
            ip_address(address)
        except ValueError:
            expected = "an address such as 127.0.0.1, or 0.0.0.0 for all of this machine"
            raise ParseError(f"LUDARIUM_ADDRESS is {shorten(address)}: expected {expected}") from None
        return cls(
            address,
            int(PORT.parse(environment.get(PORT.name) or PORT.default)),
            _words(environment.get("LUDARIUM_HOSTS", "")) or (urlsplit(url).hostname or "", *_HERE),
            tuple(_parse_proxy(word) for word in _words(environment.get("LUDARIUM_PROXIES", ""))),
            int(METRICS_PORT.parse(environment.get(METRICS_PORT.name) or METRICS_PORT.default)),
        )


def _words(text: str) -> tuple[str, ...]:
    return tuple(word.strip() for word in text.split(",") if word.strip())


def _parse_proxy(text: str) -> str:
    try:
        return str(ip_network(text) if "/" in text else ip_address(text))
    except ValueError:
        expected = "addresses or networks, such as 127.0.0.1,10.0.0.0/8"
        raise ParseError(f"LUDARIUM_PROXIES has {shorten(text)}: expected {expected}") from None
