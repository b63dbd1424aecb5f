"""Which addresses are of the public internet: the site sends nothing elsewhere for a visitor who names an address."""

import re
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network

_NAT64 = ip_network("64:ff9b::/96")
"""The network whose last 32 bits are an address of IPv4."""
_ROUTED = ip_network("2000::/3")
"""The part of IPv6 that is given out to hosts of the internet."""
_REFUSED = (ip_network("192.88.99.0/24"), ip_network("3fff::/20"))
"""Networks that are no part of the public internet, or not any more, whatever Python's version says of them."""
_ISATAP = (0x00005EFE, 0x02005EFE)
"""What stands before an address of IPv4 in the last 64 bits of one of IPv6 that leads to it."""
_NUMBERS = re.compile(r"(?:0x[0-9a-f]*|[0-9]+)(?:\.(?:0x[0-9a-f]*|[0-9]+)){0,3}\.?", re.ASCII | re.IGNORECASE)
"""What a system may read as an address of IPv4, besides four decimal numbers."""


def is_public(text: str) -> bool:
    """Return whether an address is one host of the public internet, and so is any that it stands for.

    An address of IPv6 may stand for one of IPv4: mapped, by NAT64, by 6to4, by Teredo or by ISATAP.

    >>> [is_public(text) for text in ("93.184.216.34", "10.0.0.1", "64:ff9b::a00:1", "64:ff9b::5db8:d822", "ff02::1")]
    [True, False, False, True, False]

    Raises `ValueError` for a text that is no address.
    """
    return _is_public(ip_address(text))


def may_be_public(host: str) -> bool:
    """Return whether a host is an address of the public internet, or a name that may lead to one.

    >>> [may_be_public(host) for host in ("push.example.net", "10.0.0.1", "127.1", "0x7f000001", "2002:a00:1::")]
    [True, False, False, False, False]
    """
    try:
        return is_public(host)
    except ValueError:
        return not _NUMBERS.fullmatch(host)


def _is_public(address: IPv4Address | IPv6Address) -> bool:
    inner = _stands_for(address) if isinstance(address, IPv6Address) else ()
    if inner:
        return all(map(_is_public, inner))
    refused = address.is_multicast or any(address in network for network in _REFUSED)
    return address.is_global and not refused and (address.version == 4 or address in _ROUTED)


def _stands_for(address: IPv6Address) -> tuple[IPv4Address, ...]:
    """Return the addresses of IPv4 that one of IPv6 leads to."""
    if address.teredo:
        return address.teredo
    embedded, last = address.ipv4_mapped or address.sixtofour, int(address) & 0xFFFFFFFF
    if not embedded and (address in _NAT64 or (int(address) >> 32) & 0xFFFFFFFF in _ISATAP):
        embedded = IPv4Address(last)
    return (embedded,) if embedded else ()
