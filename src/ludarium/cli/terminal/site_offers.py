"""The offers of a site at a terminal: accept one from a list, or make one and wait."""

from collections.abc import Mapping
from http import HTTPStatus

from rich.table import Table

from ludarium.cli.terminal.output import say, show_table
from ludarium.cli.terminal.site import SiteClient
from ludarium.cli.terminal.site_http import Data, Refused, SiteAway
from ludarium.core.text import plain

LOBBY = "/play"
_ATTEMPTS = 20
"""Connections that may be lost while somebody waits for a person."""


def list_offers(site: SiteClient) -> Mapping[str, Data]:
    """Print the offers that the person may accept, and return them by the word that chooses them, such as o1."""
    try:
        found = site.get(LOBBY).get("offers", [])
    except Refused as error:
        if error.status == HTTPStatus.NOT_FOUND:  # an older site
            return {}
        raise
    offers = {f"o{number}": offer for number, offer in enumerate((one for one in found if one["fits"]), 1)}
    if offers:
        table = Table("Offer", "Of", "Game", "Pace")
        for word, offer in offers.items():
            terms = offer["terms"]
            games, tempos = (" or ".join(dict.fromkeys(term[key] for term in terms)) for key in ("game", "tempo"))
            table.add_row(word, *map(plain, (" + ".join(offer["together"]), games, tempos)))
        show_table(table)
    return offers


def accept_offer(site: SiteClient, offer: Data) -> Data | None:
    """Accept an offer; return the match, or None if it waits for more people."""
    return _begun(site.post(LOBBY, do="accept", offer=offer["offer"], **offer["terms"][0]))


def leave_offer(site: SiteClient, game: str, tempos: str) -> Data | None:
    """Make an offer by correspondence; return the match if one has begun."""
    return _begun(site.post(LOBBY, do="offer", games=game, tempos=tempos))


def play_now(site: SiteClient, game: str) -> Data | None:
    """Wait for a person to play a game with; return the match, or None if the offer has ended."""
    answer = site.post(LOBBY, do="now", games=game)
    if match := _begun(answer):
        return match
    path = f"/offers/{answer['offer']['offer']}"
    say("Waiting for a person: the match begins by itself. Ctrl+C ends that.")
    try:
        for _ in range(_ATTEMPTS):
            revision = site.get(LOBBY)["revision"]
            answer = site.get(path)
            if "record" in answer or not answer["offer"]["terms"]:
                break
            answer = _wait(site, path, revision) or answer
            if "record" in answer:
                break
    except KeyboardInterrupt:
        site.post(LOBBY, do="withdraw", offer=path.rpartition("/")[2])
        raise
    return answer if "record" in answer else None


def _wait(site: SiteClient, path: str, revision: int) -> Data | None:
    """Return the match that an offer has begun, or None if the connection is lost before."""
    try:
        for event in site.listen(f"/events?watch=lobby:{revision}"):
            if event.get("revision", 0) > revision:
                answer = site.get(path)
                if "record" in answer or not answer["offer"]["terms"]:
                    return answer
    except SiteAway:
        pass
    return None


def _begun(answer: Data) -> Data | None:
    return answer if "record" in answer else None
