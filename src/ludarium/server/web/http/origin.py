"""The network from which a request comes, as a keyed hash, which is enough to count and identifies nobody."""

import hmac
from ipaddress import IPv6Address, ip_address

from starlette.requests import Request

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
