"""The commands about offers."""

from ludarium.site.act import Command


class OfferCommand(Command):
    """What is asked for in the lobby."""


class MakeOffer(OfferCommand, tag="offer"):
    """Make an offer; empty fields have their defaults.

    `games` are specs with semicolons between them, `tempos` have commas; `only_link` and those after it are yes or
    empty.
    """

    done = "Your offer waits."
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


class PlayNow(OfferCommand, tag="now"):
    """Offer to play games now, at all their live tempos; with `bot` a bot plays until somebody comes."""

    done = "Your offer waits."
    games: str
    bot: str = ""
    rated: str = ""
    nonce: str = ""


class AcceptOffer(OfferCommand, tag="accept"):
    """Accept an offer for one of its games and tempos; those that are empty are the first that fit."""

    done = "You have accepted."
    offer: str
    game: str = ""
    tempo: str = ""
    nonce: str = ""


class WithdrawOffer(OfferCommand, tag="withdraw"):
    """Withdraw one's own offer; without an id, all of them."""

    done = "Your offer is withdrawn."
    offer: str = ""


class FillWithBots(OfferCommand, tag="fill"):
    """Begin a match of one's own offer with bots in the seats that are left, if all want that."""

    done = "Bots have taken the seats that were left."
    offer: str


class PlayBot(OfferCommand, tag="bot"):
    """Play a bot until somebody accepts one's own offer."""

    done = "A bot plays with you, and your offer waits."
    offer: str
