"""The network from which a request comes, as a keyed hash, which is enough to count and identifies nobody.

The name of a browser from its header, in words.
"""

import hmac
from ipaddress import IPv6Address, ip_address

from starlette.requests import Request

_BROWSERS = (
    ("Edg", "Edge"), ("OPR/", "Opera"), ("SamsungBrowser/", "Samsung Internet"), ("Vivaldi/", "Vivaldi"),
    ("YaBrowser/", "Yandex Browser"), ("DuckDuckGo/", "DuckDuckGo"), ("Firefox/", "Firefox"), ("FxiOS/", "Firefox"),
    ("CriOS/", "Chrome"), ("Chromium/", "Chromium"), ("Chrome/", "Chrome"), ("Version/", "Safari"),
)  # fmt: skip
"""What a header says, and of which browser; most name those that they imitate, too, so the first one counts."""
_SYSTEMS = (
    ("iPhone", "iOS"), ("iPad", "iOS"), ("Android", "Android"), ("CrOS", "Chrome OS"), ("Windows", "Windows"),
    ("Mac OS X", "macOS"), ("OpenBSD", "OpenBSD"), ("FreeBSD", "FreeBSD"), ("Linux", "Linux"),
)  # fmt: skip


def describe_browser(user_agent: str) -> str:
    """Return the browser and the system that a header names, or its first word where they are not known.

    >>> describe_browser("Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0")
    'Firefox on Linux'
    >>> describe_browser("curl/8"), describe_browser("")
    ('curl', 'A browser')
    """
    both = (_BROWSERS, _SYSTEMS) if user_agent.startswith("Mozilla/") else ()
    named = [next((name for sign, name in known if sign in user_agent), "") for known in both]
    return " on ".join(filter(None, named)) or user_agent.partition("/")[0][:40] or "A browser"


_HOUSEHOLD = 64
"""Bits of an IPv6 address that all devices of a household share."""


class Origins:
    """The networks of requests, hashed with a key."""

    def __init__(self, secret: str) -> None:
        self._key = secret.encode()

    def of(self, request: Request) -> str | None:
        """Return the origin of a request: 32 hexadecimal digits, the same for all devices of one network.

        None if the request comes over no network. uvicorn has put the address that a trusted proxy forwards in place of
        the proxy's.
        """
        network = network_of(request.client.host if request.client else "")
        return hmac.digest(self._key, f"network {network}".encode(), "sha256").hex()[:32] if network else None


def network_of(address: str) -> str:
    """Return the network of an address: an IPv4 address itself, or the first 64 bits of an IPv6 address.

    >>> network_of("192.0.2.7"), network_of("2001:db8:1:2:3::4"), network_of("::ffff:192.0.2.7")
    ('192.0.2.7', '2001:db8:1:2::', '192.0.2.7')
    """
    try:
        found = ip_address(address.partition("%")[0])
    except ValueError:
        return ""
    if isinstance(found, IPv6Address):
        if found.ipv4_mapped:
            return str(found.ipv4_mapped)
        return str(IPv6Address(int(found) >> _HOUSEHOLD << _HOUSEHOLD))
    return str(found)
