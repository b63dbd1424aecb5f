"""`ludarium people`: the accounts of the site."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import click

from ludarium.cli._database import site_database
from ludarium.cli.terminal.output import say
from ludarium.core.text import counted, utc_time

if TYPE_CHECKING:
    from ludarium.site.people.accounts import AccountRules, Accounts
    from ludarium.site.people.act_log import ActLog
    from ludarium.site.service import Service
    from ludarium.site.store import Store

_ACTOR = "command line"


@click.group()
def people() -> None:
    """List the accounts of the site, invite people, and make administrators.

    LUDARIUM_DATA and LUDARIUM_DATABASE name the database, as they do for `serve`; the site may run meanwhile.
    """


@people.command("list")
def list_people() -> None:
    """List all accounts: name, since when, address, and who is an administrator."""
    with _accounts() as (accounts, _):
        listed = accounts.all()
        for person in listed:
            email, role = person.email or "no address", ", administrator" if person.administrator else ""
            say(f"{person.name}: since {_day(person.account_since or 0.0)}, {email}{role}")
    say(counted(len(listed), "account"))


@people.command()
def invite() -> None:
    """Print a link by which one person may make an account, within 30 days."""
    with _accounts() as (accounts, _):
        say(accounts.invite(_ACTOR))


@people.command()
def ratings() -> None:
    """Compute all ratings again from the records of the matches, and say what differs."""
    with _service() as service:
        count, differing = service.ratings.rebuild()
    say(f"{counted(count, 'rated match')}: {counted(differing, 'difference') if differing else 'the same ratings'}")


@people.command()
@click.argument("name", help="The name of an account, or its id.")
def admin(name: str) -> None:
    """Make a person with an account an administrator."""
    with _accounts() as (accounts, _):
        person = accounts.find(name)
        accounts.make_administrator(person, _ACTOR)
    say(f"{person.name} is an administrator")


@people.command()
@click.argument("name", help="The name of an account, or its id.")
@click.option("--keep-name", is_flag=True, help="Keep the name on its matches, instead of 'Former player'.")
@click.option("--yes", is_flag=True, help="Do not ask.")
def close(name: str, *, keep_name: bool, yes: bool) -> None:
    """Close an account: it resigns its matches, and can no longer sign in. This cannot be undone."""
    with _service() as service:
        person = service.accounts.find(name)
        if not yes:
            running = counted(service.closing.count_running(person), "running match")
            click.confirm(f"Close the account {person.name}, with {running}?", abort=True)
        service.closing.close(person, _ACTOR, keep_name=keep_name)
    say(f"the account {person.name} is closed")


@people.command()
def log() -> None:
    """Print the acts of administrators, and of people against others, the latest first."""
    with _accounts() as (_, act_log):
        latest = act_log.latest()
        for logged in latest:
            match = f"match {logged.match_number}" if logged.match_number else ""
            words = (logged.act.act, logged.subject, match, logged.detail)
            say(f"{utc_time(logged.act.at)}, {logged.actor}: {' '.join(filter(None, words))}")
        if not latest:
            say("0 acts")


@contextmanager
def _accounts() -> Iterator[tuple["Accounts", "ActLog"]]:
    """Open the accounts and the log of acts, which need less than the whole club, on the database of the settings."""
    with _store() as (store, rules):
        from ludarium.site.people.accounts import Accounts
        from ludarium.site.people.act_log import ActLog

        yield Accounts(store, rules, time.time), ActLog(store.acts)


@contextmanager
def _service() -> Iterator["Service"]:
    """Open the site on the database of the settings."""
    with _store() as (store, rules):
        from ludarium.site.service import Service

        yield Service(store, rules=rules)


@contextmanager
def _store() -> Iterator[tuple["Store", "AccountRules"]]:
    """Open the database of the settings, and read who may have an account."""
    from ludarium.site.settings import ServerSettings
    from ludarium.site.store import Store

    config = ServerSettings.from_environment()
    store = Store(site_database())
    try:
        yield store, config.rules
    finally:
        store.close()


def _day(seconds: float) -> str:
    return datetime.fromtimestamp(seconds, UTC).date().isoformat()
