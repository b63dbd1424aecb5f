"""The settings of a server, read from the environment; docs/reference/settings.md describes them."""

import os
import re
import secrets
import tempfile
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from difflib import get_close_matches
from ipaddress import ip_address, ip_network
from pathlib import Path
from typing import cast
from urllib.parse import urlsplit

from ludarium.core.errors import ParseError
from ludarium.core.spec import Option
from ludarium.core.text import shorten
from ludarium.site.ground.location import data_folder, database_url
from ludarium.site.logs import LOG
from ludarium.site.mail.outgoing.smtp_settings import SmtpSettings
from ludarium.site.mail.settings import MailDoor
from ludarium.site.offers.webhook import Webhook
from ludarium.site.people.accounts import AccountRules, Registration
from ludarium.site.people.vacation import VACATION_DAYS
from ludarium.site.quotas import USUAL, Quota, Quotas
from ludarium.site.tournaments.weekly import WeeklyPlan

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


_PREFIX = "LUDARIUM_"
_NEAR = 0.8
"""How alike a misspelt name is at least, as `difflib` measures it."""
NAMES = frozenset(
    """
    ADDRESS BOT_WORKERS CACHE CONTACT DATA DATABASE GUESTS HOSTS IMAP IMAP_PASSWORD_FILE IMAP_TLS
    IMAP_USER LADDER LARGEST_REQUEST LOG MAIL_ADDRESS MAIL_CA_FILE MAIL_FROM METRICS_PORT MODULES PLAYERS
    PROCESSES PROGRAM_MEMORY PROGRAM_PROCESSES PROXIES QUOTA_ACCOUNTS QUOTA_ANALYSES QUOTA_BEGUN
    QUOTA_GUESTS QUOTA_LIVE QUOTA_MAILS QUOTA_NAMES QUOTA_POSITIONS QUOTA_RUNNING QUOTA_SEARCHES QUOTA_TALK
    QUOTA_TRIALS QUOTA_UPLOADS REGISTRATION SEARCH_MEMORY SMTP SMTP_PASSWORD_FILE SMTP_TLS SMTP_USER SOURCE
    TABLES URL VACATION_DAYS WEBHOOK WEBHOOK_PRIVATE WEBHOOK_SECRET_FILE WEEKLY_ARENAS
    """.split()  # noqa: SIM905  words in lines, rather than a page of quotes
)
"""The names without `LUDARIUM_`."""


def check_names(variables: Iterable[str]) -> None:
    """Raise `ParseError` for a variable that looks like a misspelt setting; others may be of another program."""
    for variable in variables:
        name = variable.removeprefix(_PREFIX)
        if variable.startswith(_PREFIX) and name not in NAMES and (near := get_close_matches(name, NAMES, 1, _NEAR)):
            raise ParseError(f"{shorten(variable)} is no setting of the site; did you mean {_PREFIX}{near[0]}?")


_SHORTEST_SECRET = 32
_PRIVATE = 0o700
_LONGEST_CONTACT = 100
_QUOTAS = (
    "LUDARIUM_QUOTA_BEGUN",
    "LUDARIUM_QUOTA_RUNNING",
    "LUDARIUM_QUOTA_LIVE",
    "LUDARIUM_QUOTA_SEARCHES",
    "LUDARIUM_QUOTA_ANALYSES",
    "LUDARIUM_QUOTA_GUESTS",
    "LUDARIUM_QUOTA_MAILS",
    "LUDARIUM_QUOTA_ACCOUNTS",
    "LUDARIUM_QUOTA_TRIALS",
    "LUDARIUM_QUOTA_TALK",
    "LUDARIUM_QUOTA_UPLOADS",
    "LUDARIUM_QUOTA_NAMES",
    "LUDARIUM_QUOTA_POSITIONS",
)
"""The settings of the fields of `Quotas`."""
BOT_WORKERS = Option("LUDARIUM_BOT_WORKERS", os.cpu_count() or 1, range(1, 1025), "how many bots think at once")
SEARCH_MEMORY = Option("LUDARIUM_SEARCH_MEMORY", 128, range(2**20), "megabytes of searches cached for the next turns")
REGISTRATION = Option(
    "LUDARIUM_REGISTRATION", "open", ("open", "invite", "closed"), "who may make an account on the site"
)
GUESTS = Option("LUDARIUM_GUESTS", "on", ("on", "off"), "whether people without an account may play")
VACATION = Option("LUDARIUM_VACATION_DAYS", VACATION_DAYS, range(366), "days of vacation that a person has in a year")
LADDER = Option("LUDARIUM_LADDER", 1, range(65), "matches of the ladders that are played at once in spare time")
MODULES = Option("LUDARIUM_MODULES", 1024, range(2**20), "megabytes of WebAssembly programs that the site stores")
PROCESSES = Option("LUDARIUM_PROCESSES", 1, range(1, 65), "how many processes serve the site")
LARGEST_REQUEST = Option("LUDARIUM_LARGEST_REQUEST", 98_304, range(1024, 2**30), "bytes that a request may have")


@dataclass(frozen=True, slots=True)
class ServerSettings:
    """The settings of a server.

    >>> ServerSettings.from_environment({"LUDARIUM_DATA": "/tmp/ludarium", "PORT": "8080"}).database
    'sqlite:////tmp/ludarium/ludarium.sqlite'
    """

    data: Path
    database: str
    network: NetworkSettings
    processes: int
    bot_workers: int
    largest_request: int
    search_memory: int
    ladder: int
    module_megabytes: int
    rules: AccountRules
    quotas: Quotas
    log: str
    vacation_days: int
    door: MailDoor
    source: str
    smtp: SmtpSettings | None
    webhook: Webhook | None
    weekly: WeeklyPlan | None

    @classmethod
    def from_environment(cls, environment: Mapping[str, str] = os.environ) -> "ServerSettings":
        """Return the settings of an environment; a missing or empty variable means the default.

        Raises `InvalidOption` for a value out of its range, `ParseError` for an address that is none or a name that is
        no setting.
        """
        check_names(environment)

        def number(option: Option) -> int:
            return int(option.parse(environment.get(option.name) or option.default))

        def chosen(option: Option) -> str:
            return str(option.parse(environment.get(option.name) or option.default))

        url = _parse_url(environment.get("LUDARIUM_URL") or f"http://localhost:{number(PORT)}")
        registration, guests = cast("Registration", chosen(REGISTRATION)), chosen(GUESTS) == "on"
        rules = AccountRules(url, registration, guests, _parse_contact(environment.get("LUDARIUM_CONTACT", "")))
        smtp = SmtpSettings.from_environment(environment, rules.host)
        rules = replace(rules, sends_mail=smtp is not None)
        return cls(
            data=data_folder(environment),
            database=database_url(environment),
            network=NetworkSettings.from_environment(environment, url),
            processes=number(PROCESSES),
            bot_workers=number(BOT_WORKERS),
            largest_request=number(LARGEST_REQUEST),
            search_memory=number(SEARCH_MEMORY),
            ladder=number(LADDER),
            module_megabytes=number(MODULES),
            rules=rules,
            quotas=Quotas(*(_parse_quota(environment, *named) for named in zip(_QUOTAS, USUAL, strict=True))),
            log=chosen(LOG),
            vacation_days=number(VACATION),
            door=MailDoor.from_environment(environment),
            source=_parse_source(environment.get("LUDARIUM_SOURCE", "")),
            smtp=smtp,
            webhook=Webhook.from_environment(environment),
            weekly=WeeklyPlan.parse(environment.get("LUDARIUM_WEEKLY_ARENAS", "")),
        )

    def prepare(self) -> None:
        """Create the data folder if it is missing, for its owner alone; close that of an earlier version.

        Raises `ParseError` if it cannot be created.
        """
        try:
            self.data.mkdir(mode=_PRIVATE, parents=True, exist_ok=True)
            if (self.data / "secret").exists() and self.data.stat().st_uid == os.getuid():
                self.data.chmod(_PRIVATE)
        except OSError as error:
            raise ParseError(f"{shorten(str(self.data))} cannot be the data folder: {error.strerror}") from error

    def secret(self) -> str:
        """Return the key that signs links; create it if it is missing, in a file that only its owner can read.

        Raises `ParseError` if it is shorter than 32 bytes.
        """
        path = self.data / "secret"
        if not path.exists():
            self.prepare()
            with tempfile.NamedTemporaryFile("w", dir=self.data, encoding="ascii") as file:  # with mode 0600
                file.write(secrets.token_urlsafe(48))
                file.flush()
                os.fsync(file.fileno())
                with suppress(FileExistsError):
                    os.link(file.name, path)  # atomic: of two processes one wins
        secret = path.read_bytes().strip()
        if len(secret) < _SHORTEST_SECRET:
            expected = f"at least {_SHORTEST_SECRET} random bytes; remove the file, and the site makes a new one"
            raise ParseError(
                f"{shorten(str(path))} has {len(secret)} bytes, so others could guess it: expected {expected}"
            )
        return secret.decode("ascii", "backslashreplace")


def _parse_quota(environment: Mapping[str, str], setting: str, usual: Quota) -> Quota:
    """Return the quota of a setting.

    Raises `ParseError`.
    """
    text = environment.get(setting) or f"{usual.person}/{usual.network}"
    found = re.fullmatch(r"([0-9]{1,9})/([0-9]{1,9})", text.strip(), re.ASCII)
    if not found:
        expected = f"two numbers, for a person and for a network, such as {usual.person}/{usual.network} (0: no limit)"
        raise ParseError(f"{setting} is {shorten(text)}: expected {expected}")
    return Quota(int(found[1]), int(found[2]))


def _parse_url(text: str) -> str:
    """Return the address of the site without a slash at its end.

    Raises `ParseError`.
    """
    try:
        parts = urlsplit(text.strip())
        valid = parts.scheme in ("http", "https") and parts.hostname and (parts.port is None or parts.port > 0)
    except ValueError:  # a port that is no number
        valid = False
    if not valid or parts.path.strip("/") or parts.query or parts.fragment or parts.username:
        raise ParseError(f"LUDARIUM_URL is {shorten(text)}: expected an address as in https://games.example.org")
    return f"{parts.scheme}://{parts.netloc.lower()}"


def _parse_contact(text: str) -> str:
    """Return whom to ask for an invitation, in one line; empty for nobody in particular.

    Raises `ParseError`.
    """
    contact = text.strip()
    if not contact.isprintable() or len(contact) > _LONGEST_CONTACT:
        expected = f"a name or an address in at most {_LONGEST_CONTACT} characters, as in post@example.org"
        raise ParseError(f"LUDARIUM_CONTACT is {shorten(text)}: expected {expected}")
    return contact


def _parse_source(text: str) -> str:
    """Return the address of the source code to which pages link; empty for none.

    Raises `ParseError`.
    """
    address = text.strip()
    if address and not re.fullmatch(r"https?://[!-~]+", address):
        raise ParseError(f"LUDARIUM_SOURCE is {shorten(text)}: expected an address as in https://example.org/ludarium")
    return address
