"""The commands about offers, and the one table of their names, which pages, mails and programs use."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from ludarium.club.match.commands import Fields, form_reader


@dataclass(frozen=True, slots=True)
class MakeOffer:
    """Make an offer; empty fields have their defaults.

    `games` are specs with semicolons between them, `tempos` have commas; `only_link` and those after it are yes or
    empty.
    """

    games: str
    tempos: str
    begins: str = "any"
    lowest: str = ""
    highest: str = ""
    rated: str = ""
    computers: str = ""
    bots_fill: str = ""
    again: str = ""
    only_link: str = ""
    uses: str = ""
    days: str = ""
    nonce: str = ""


@dataclass(frozen=True, slots=True)
class PlayNow:
    """Offer to play games now, at all their live tempos; with `bot` a bot plays until somebody comes."""

    games: str
    bot: str = ""
    rated: str = ""
    nonce: str = ""


@dataclass(frozen=True, slots=True)
class AcceptOffer:
    """Accept an offer for one of its games and tempos; those that are empty are the first that fit."""

    offer: str
    game: str = ""
    tempo: str = ""
    nonce: str = ""


@dataclass(frozen=True, slots=True)
class WithdrawOffer:
    """Withdraw one's own offer; without an id, all of them."""

    offer: str = ""


@dataclass(frozen=True, slots=True)
class FillWithBots:
    """Begin a match of one's own offer with bots in the seats that are left, if all want that."""

    offer: str


@dataclass(frozen=True, slots=True)
class PlayBot:
    """Play a bot until somebody accepts one's own offer."""

    offer: str


OfferCommand = MakeOffer | PlayNow | AcceptOffer | WithdrawOffer | FillWithBots | PlayBot


class OfferRow(NamedTuple):
    """A command: its values, the `do` of its form and of JSON, its words in a mail and a terminal, and what was done.

    A command that has no word somewhere cannot be given there.
    """

    command: type
    word: str
    done: str
    mail: str = ""
    terminal: str = ""


OFFER_COMMANDS = (
    OfferRow(MakeOffer, "offer", "Your offer waits.", "offer", "offer"),
    OfferRow(PlayNow, "now", "Your offer waits.", "", "now"),
    OfferRow(AcceptOffer, "accept", "You have accepted.", "accept", "accept"),
    OfferRow(WithdrawOffer, "withdraw", "Your offer is withdrawn.", "withdraw", "withdraw"),
    OfferRow(FillWithBots, "fill", "Bots have taken the seats that were left."),
    OfferRow(PlayBot, "bot", "A bot plays with you, and your offer waits."),
)
OFFER_ROWS: Mapping[type, OfferRow] = {row.command: row for row in OFFER_COMMANDS}
offer_command_from_form: Callable[[Fields], OfferCommand] = form_reader(OFFER_COMMANDS)
"""Returns the command of a form."""
