"""`ludarium join`: a match of a site in the terminal."""

import re
import secrets
from contextlib import closing
from http import HTTPStatus

import click
from rich.table import Table

from ludarium.cli.terminal.output import console, say, show_table
from ludarium.cli.terminal.prompt import Prompt
from ludarium.cli.terminal.site import SiteClient, parse_address
from ludarium.cli.terminal.site_http import Data, Refused, Sessions
from ludarium.cli.terminal.site_match import SiteMatch
from ludarium.cli.terminal.site_offers import accept_offer, leave_offer, list_offers, play_now
from ludarium.cli.terminal.site_play import SiteSession
from ludarium.cli.terminal.site_tables import PLACES, visit
from ludarium.core.errors import ParseError
from ludarium.core.text import plain, shorten

_INVITATION, _MATCH = r"/matches/[\w-]+/seat/[\w.-]+", r"(/matches/(?:number/[0-9]+|[\w-]+))(?:/at/[0-9]+)?"
_LINK = r"/sign-in/link/[\w-]+"
_NONCE = 16
_ASKED = "Number of the match to play (Enter leaves): "
_SLOW = "4d+2d/4d,6d+3d/6d"
"""The tempos of an offer that is left."""


@click.command()
@click.argument("address", help="Of a site, of a match, tournament or ladder there, or of an invitation.")
@click.option("--name", default="", help="The name under which to take a seat; by default it is asked for.")
@click.option("--now", default="", metavar="GAME", help="Wait for a person to play a game with now.")
@click.option("--offer", default="", metavar="GAME", help="Leave an offer to play a game by correspondence.")
@click.option("--sign-out", is_flag=True, help="End your session on the site, and forget it on this machine.")
def join(address: str, name: str, now: str, offer: str, *, sign_out: bool) -> None:
    """Play a match of a site in the terminal, or return to one.

    An invitation takes its seat; the address of a match returns to it. The address of a site alone lists your matches
    there, after signing in by a mailed code; that of a tournament or a challenge ladder shows its table, and what you
    can do there. A link for another device, from your settings on the site, signs in, too.
    """
    origin, path = parse_address(address)
    site = SiteClient(origin, Sessions())
    if sign_out:
        site.sign_out()
        say(f"{origin} does not know you on this machine any more.")
        return
    with closing(Prompt()) as prompt:
        try:
            found = _meet(site, now, offer) if now or offer else _find(site, path, name, prompt)
            if found:
                SiteSession(site, SiteMatch.parse(found), prompt, prompt.interrupt).run()
        except KeyError as error:
            raise Refused(f"{site.origin} is no site of this version of Ludarium: its answer has no {error}") from error
        except (EOFError, KeyboardInterrupt):
            console.print()


def _meet(site: SiteClient, now: str, offer: str) -> Data | None:
    """Wait for a person, or leave an offer; return the match if one has begun."""
    if now:
        return play_now(site, now)
    if found := leave_offer(site, offer, _SLOW):
        return found
    say(f"Your offer waits for 14 days. To see what has become of it:\nludarium join {site.origin}")
    return None


def _find(site: SiteClient, path: str, name: str, prompt: Prompt) -> Data | None:
    """Return the match to which an address leads, after what it asks for; None if the person chooses none."""
    if re.fullmatch(_INVITATION, path, re.ASCII):
        return _take_seat(site, path, name, prompt)
    if re.fullmatch(_LINK, path, re.ASCII):
        return _choose(site, site.post(path, do="yes"), prompt)
    if match := re.fullmatch(_MATCH, path, re.ASCII):
        return site.get(match[1])
    if re.fullmatch(PLACES, path, re.ASCII):
        return visit(site, path, prompt)
    if path == "/sign-in":
        return _choose(site, _sign_in(site, prompt), prompt)
    if path not in ("/", "/me"):
        raise ParseError(
            f"{shorten(path)} leads to nothing here: expected a site, a match, an invitation or a tournament"
        )
    mine = site.get("/me")
    return _choose(site, mine if mine["person"] else _sign_in(site, prompt), prompt)


def _take_seat(site: SiteClient, path: str, name: str, prompt: Prompt) -> Data:
    """Take the seat of an invitation, unless it is the person's already; return the match."""
    invited = site.get(path)
    if "record" in invited:
        return invited
    if invited["is_host"]:
        raise Refused("this invitation is yours: send its address to your opponent")
    who = f"{invited['host']} invites you" if invited["host"] else "You are invited"
    say(f"{who} to {invited['game']}, seat {invited['seat']}.")
    nonce = secrets.token_hex(_NONCE)
    if invited["commitment"]:
        say(f"The site has committed itself to its dice by {invited['commitment']}; you add {nonce}.")
    if name or invited["person"]:
        return site.post(path, name=name, nonce=nonce)
    while True:
        typed = prompt("Your name (empty to play as a guest): ")
        try:
            return site.post(path, name=typed, nonce=nonce)
        except Refused as error:
            if error.status != HTTPStatus.BAD_REQUEST:
                raise
            say(str(error), "red")


def _sign_in(site: SiteClient, prompt: Prompt) -> Data:
    """Sign in by a mailed code, and return the matches of the person."""
    say(f"Sign in to {site.origin}, or name a link for another device, which your settings there show.")
    while True:
        email = prompt("Your mail address: ")
        try:
            site.post("/sign-in", email=email)
            break
        except Refused as error:
            say(str(error), "red")
    say("If an account has this address, a mail with a code is on its way.")
    while True:
        code = prompt("Its code: ")
        try:
            return site.post("/sign-in/code", email=email, code=code)
        except Refused as error:
            say(str(error), "red")


def _choose(site: SiteClient, mine: Data, prompt: Prompt) -> Data | None:
    """List the matches of a person; return the one that they choose, None if they choose none."""
    say(f"You are {mine['person']}.")
    numbers = {str(match["number"]): match["match"] for match in mine["matches"]}
    if not numbers:
        say("No match of yours goes on.")
    else:
        table = Table("Number", "Game", "Players", "")
        for match in mine["matches"]:
            turn = "your turn" if match["my_turn"] else ""
            table.add_row(str(match["number"]), *map(plain, (match["game"], ", ".join(match["players"]), turn)))
        show_table(table)
    offers = list_offers(site)
    if not (numbers or offers):
        return None
    asked = "Number of the match to play, or of an offer to accept (Enter leaves): " if offers else _ASKED
    while number := prompt(asked).strip():
        if number in numbers:
            return site.get(f"/matches/{numbers[number]}")
        if number in offers:
            return accept_offer(site, offers[number])
        say(f"{shorten(number)} is none of these numbers", "red")
    return None
