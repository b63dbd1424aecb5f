"""Encrypted connections to mail servers, whose certificates are always checked."""

import os
import ssl
from collections.abc import Mapping
from pathlib import Path

from ludarium.core.errors import ParseError
from ludarium.core.text import shorten

CA_FILE = "LUDARIUM_MAIL_CA_FILE"


def find_ca_file(environment: Mapping[str, str] = os.environ) -> Path | None:
    """Return the file with the certificates of authorities that are trusted besides those of the machine, or None.

    Raises `ParseError` for a file that has none.
    """
    name = environment.get(CA_FILE)
    if not name:
        return None
    try:
        make_context(Path(name))
    except OSError as error:
        raise ParseError(f"{CA_FILE} is {shorten(name)}: expected a file with certificates (PEM)") from error
    return Path(name)


def make_context(ca_file: Path | None) -> ssl.SSLContext:
    """Return a context that trusts the authorities of the machine, and those of a file.

    Raises `OSError` if the file has no certificates.
    """
    context = ssl.create_default_context()
    if ca_file:
        context.load_verify_locations(ca_file)
    return context


def explain(error: Exception) -> str:
    """Return an error of a connection as a sentence without its end; of a certificate it says what was expected."""
    if isinstance(error, ssl.SSLCertVerificationError):
        expected = f"expected one of a known authority, or of one in {CA_FILE}"
        return f"its certificate is not believed ({error.verify_message}): {expected}"
    return str(error) or type(error).__name__
