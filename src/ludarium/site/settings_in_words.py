"""The settings of the site in sentences, for its administrators."""

from collections.abc import Iterator
from importlib.util import find_spec
from urllib.parse import urlsplit

from ludarium.core.extras import install_command
from ludarium.core.text import counted
from ludarium.site.people.accounts import is_loopback
from ludarium.site.people.pages.admin import Setting, SiteFacts
from ludarium.site.settings import ServerSettings

_REGISTRATION = {
    "open": "Everybody can make an account.",
    "invite": "A person with an invitation can make an account.",
    "closed": "Nobody can make an account; those who have one go on.",
}


def settings_in_words(settings: ServerSettings) -> SiteFacts:
    """Return the settings of a site in sentences, without any secret, and what is not installed."""
    return SiteFacts(
        tuple(_sentences(settings)), settings.database, settings.data, tuple(missing_parts(settings, offered=True))
    )


def _sentences(settings: ServerSettings) -> Iterator[Setting]:
    rules, network, quotas = settings.rules, settings.network, settings.quotas
    yield Setting("Address", f"People open {rules.url}.", "LUDARIUM_URL")
    reach = "This machine alone reaches it" if is_loopback(network.address) else "Other machines reach it"
    yield Setting("Network", f"{reach}: it listens on {network.address}, port {network.port}.", "LUDARIUM_ADDRESS")
    yield Setting("Accounts", _REGISTRATION[rules.registration], "LUDARIUM_REGISTRATION")
    asked = f"is {rules.contact}" if rules.contact else "are its administrators, by their names"
    yield Setting("Contact", f"Whom people ask for an invitation {asked}.", "LUDARIUM_CONTACT")
    guests = "People may play without an account." if rules.guests else "Only people with an account may play."
    yield Setting("Guests", guests, "LUDARIUM_GUESTS")
    limits = (
        (quotas.guests.network, "guest"), (quotas.accounts.network, "account"), (quotas.mails.network, "mail")
    )  # fmt: skip
    most = ", ".join(counted(most, thing) if most else f"any number of {thing}s" for most, thing in limits)
    yield Setting("New ones", f"From one network, within an hour: {most}.", "LUDARIUM_QUOTA_…")
    sent = f"Mail goes out by {settings.smtp.host}, from {settings.smtp.sender}." if settings.smtp else (
        "No mail goes out: what would be sent is written to the log."
    )  # fmt: skip
    yield Setting("Mail out", sent, "LUDARIUM_SMTP")
    received = f"People may play by mail to {settings.door.address}." if settings.door else "No mail is received."
    yield Setting("Mail in", received, "LUDARIUM_MAIL_ADDRESS")
    host = urlsplit(settings.webhook.url).hostname if settings.webhook else ""
    announced = f"Offers that wait are announced at {host}." if host else "Offers are announced nowhere else."
    yield Setting("Webhook", announced, "LUDARIUM_WEBHOOK")
    kind, _, rest = settings.database.partition(":")
    stored = f"SQLite, in the file {rest.removeprefix('///')}." if kind == "sqlite" else f"{kind.capitalize()}."
    yield Setting("Database", stored, "LUDARIUM_DATABASE")
    bots = f"{counted(settings.bot_workers, 'bot')} at a time, in {counted(settings.processes, 'server process')}."
    yield Setting("Bots", bots, "LUDARIUM_BOT_WORKERS")
    ladder = "A bot is ranked in {} at a time, in spare time.".format(counted(settings.ladder, "match"))
    ladder = ladder if settings.ladder else "No matches of the ladders are played."
    yield Setting("Ladders", ladder, "LUDARIUM_LADDER")
    arenas = (
        f"Every week a live arena of each game, an hour apart, from {settings.weekly} on." if settings.weekly else
        "No arenas begin by themselves."
    )  # fmt: skip
    yield Setting("Weekly arenas", arenas, "LUDARIUM_WEEKLY_ARENAS")
    port = settings.network.metrics_port
    metrics = f"Prometheus reads metrics on port {port}." if port else "There are no metrics for Prometheus."
    yield Setting("Metrics", metrics, "LUDARIUM_METRICS_PORT")
    days = counted(settings.vacation_days, "day")
    yield Setting("Vacation", f"Everybody has {days} a year.", "LUDARIUM_VACATION_DAYS")


_MAIL = ("mail", ("resvg", "PIL"), "Mails show boards as text alone, and matches are shared as SVG alone")
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
