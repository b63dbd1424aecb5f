"""The offers on a page: on the lobby, on the front page and on a game's page."""

from typing import NamedTuple

from ludarium.club.offers.lobby import Figures, ListedOffer, Lobby, LobbyView
from ludarium.club.offers.tempos import offered_games
from ludarium.club.people.people import Person
from ludarium.club.tournaments.table_games import game_for
from ludarium.core.registry import definition, load
from ludarium.server.web.data import Values, data_of

IN_STRIP = 3


class GameChoice(NamedTuple):
    """A game that an offer may be for: its spec, its title, and how many play it."""

    spec: str
    title: str
    seats: int

    @property
    def label(self) -> str:
        """The title, with how many play if that is not two."""
        return self.title + {1: ", alone", 2: ""}.get(self.seats, f", {self.seats} players")


class LobbyStrip(NamedTuple):
    """The offers of a page; `game` is the name of the only game, or empty for all."""

    view: LobbyView
    game: str = ""

    @property
    def offers(self) -> tuple[ListedOffer, ...]:
        """The offers of others."""
        return self.view.offers

    @property
    def figures(self) -> Figures:
        """The usual waiting times."""
        return self.view.figures

    @property
    def games(self) -> list[GameChoice]:
        """The games for two that can be offered."""
        names = [self.game] if self.game else [*offered_games()]
        return [choice for name in names for choice in choices(name) if choice.seats == 2]


def all_games() -> list[GameChoice]:
    """Return the games that can be offered, for any number of players."""
    return [choice for name in offered_games() for choice in choices(name)]


def games_alone() -> list[GameChoice]:
    """Return the games with dice that can be played alone."""
    found = ((name, game_for(name, 1)) for name in offered_games())
    alone = [(name, game) for name, game in found if game and game.max_chance_outcomes]
    return [GameChoice(game.spec, definition(name).title, 1) for name, game in alone]


def choices(name: str) -> list[GameChoice]:
    """Return how a game can be offered."""
    return [GameChoice(spec, definition(name).title, load(spec).seats) for spec in offered_games().get(name, ())]


def lobby_strip(lobby: Lobby, person: Person | None, game: str = "", limit: int = IN_STRIP) -> LobbyStrip:
    """Return the offers for the person of a browser, at most some."""
    return LobbyStrip(lobby.view(person, game, limit), game)


@data_of("lobby")
def _lobby(values: Values) -> dict[str, object]:
    strip = values["strip"]
    assert isinstance(strip, LobbyStrip)
    live, slow, _ = strip.figures
    return {
        "revision": strip.view.revision,
        "offers": [_offer(listed) for listed in strip.offers],
        "mine": [_offer(listed) for listed in strip.view.mine],
        "usual_wait": {"live": live, "correspondence": slow},
    }


@data_of("offer_page")
def _offer_page(values: Values) -> dict[str, object]:
    listed = values["listed"]
    assert isinstance(listed, ListedOffer)
    return {"offer": _offer(listed), "mine": values["mine"], "address": values["address"]}


def _offer(listed: ListedOffer) -> dict[str, object]:
    offer = listed.offer
    return {
        "offer": offer.id,
        "person": offer.person.name,
        "terms": [term._asdict() for term in listed.terms],
        "begins": offer.begins,
        "ratings": [offer.lowest, offer.highest],
        "rated": listed.rated,
        "computers": offer.computers,
        "fits": listed.fits,
        "is_here": listed.is_here,
        "together": listed.together,
        "uses": offer.uses,
        "used": offer.used,
        "ends_at": offer.ends_at,
    }
