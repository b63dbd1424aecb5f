"""The pages of offers: the lobby, the strip on other pages, and their form."""

from collections.abc import Mapping
from contextlib import suppress
from http import HTTPStatus
from io import BytesIO
from typing import NamedTuple

import segno
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response

from ludarium.core.errors import LudariumError
from ludarium.core.registry import definition, load
from ludarium.core.spec import name_in_spec
from ludarium.core.tutorial import has_tutorial
from ludarium.scenes import svg
from ludarium.scenes.picture import draw
from ludarium.site.act import Fields, commands_of, read_form
from ludarium.site.begin.rows import USUAL_LIVE
from ludarium.site.ground.failures import DatabaseBusy
from ludarium.site.ground.values import MatchSummary, Person
from ludarium.site.match.worth_watching import played_now
from ludarium.site.notices.pages import shown_notices
from ludarium.site.offers.commands import AcceptOffer, MakeOffer, OfferCommand
from ludarium.site.offers.leading import LATEST, by_popularity, leading, of_others
from ludarium.site.offers.lobby import MOST_ROWS, Figures, ListedOffer, LobbyView
from ludarium.site.offers.reading import LIVE_CLOCKS, SLOW, TICKS, USUAL_TEMPOS, offered_games
from ludarium.site.service import Service
from ludarium.site.tournaments.table_games import game_for
from ludarium.site.web.drawings import picture_or_name
from ludarium.site.web.http.identity import is_seen, token_of
from ludarium.site.web.page import Pages, form, page
from ludarium.site.web.site import Newcomer, Site
from ludarium.site.words import match_address, sentence


def shot(site: Site, match: MatchSummary) -> str:
    """Return the picture of a match as SVG; empty if it cannot be loaded.

    It is the game's name if the game fails to draw it.
    """
    prefix = f"m{match.number}-"

    def render() -> bytes:
        view = site.service.view(None, match.id)
        return picture_or_name(match.game, lambda: svg.render(draw(view.match.state), prefix=prefix), prefix).encode()

    try:
        return site.page_cache.get(("picture", match.id, match.turns), render).decode()
    except LudariumError:  # a damaged match must not cost the page
        return ""


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

    @property
    def asked(self) -> str:
        """The field of a form by which it is chosen."""
        return f"game-{self.spec}"

    @property
    def tagline(self) -> str:
        """What the game is about, in a sentence."""
        return definition(name_in_spec(self.spec)).tagline

    @property
    def lesson(self) -> str:
        """The address at which the game is learnt."""
        name = name_in_spec(self.spec)
        return f"/games/{name}/tutorial" if has_tutorial(definition(name)) else f"/games/{name}"


class LobbyStrip(NamedTuple):
    """The offers of a page; `game` is the name of the only game, or empty for all.

    `known` has the names of the games that the person has played or learnt. The `pace`, whether it is to be `rated` if
    the person `may_rate`, and the specs that were `chosen` are those of the person's last offer; the pace is a live
    one. `latest` is the name of the latest game, and `lead` that of the game that the front page shows large; empty for
    none.
    """

    view: LobbyView
    game: str = ""
    known: frozenset[str] = frozenset()
    pace: str = USUAL_LIVE
    rated: bool = True
    may_rate: bool = False
    chosen: frozenset[str] = frozenset()
    latest: str = ""
    lead: str = ""

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

    @property
    def first(self) -> GameChoice:
        """The game to which other ways to play lead at first: the latest one, else the first that is ticked."""
        return min(
            self.games,
            key=lambda one: (
                name_in_spec(one.spec) != self.latest,
                one.spec not in self.ticked,
                name_in_spec(one.spec) != self.lead,
            ),
        )

    @property
    def unknown(self) -> list[GameChoice]:
        """Those that are new to the person."""
        return [choice for choice in self.games if name_in_spec(choice.spec) not in self.known]

    @property
    def again(self) -> frozenset[str]:
        """The specs of what the person plays: those of the last offer, else the latest game; or none."""
        games = {one.spec for one in self.games}
        return self.chosen & games or frozenset(spec for spec in games if name_in_spec(spec) == self.latest)

    @property
    def ticked(self) -> frozenset[str]:
        """The specs with which a match may begin unless the person chooses: those of last time, else of known games.

        Who knows none begins with the one for which somebody waits, or the first.
        """
        games = self.games
        if again := self.chosen & {one.spec for one in games}:
            return again
        known = frozenset(choice.spec for choice in games if name_in_spec(choice.spec) in self.known)
        awaited = [term.game for listed in self.offers if listed.fits for term in listed.terms]
        first = [spec for spec in (*awaited, *(one.spec for one in games)) if spec in {one.spec for one in games}]
        lead = {one.spec for one in games if name_in_spec(one.spec) == self.lead}
        return known or frozenset(lead | {*awaited[:1]} & {*first}) or frozenset(first[:1])


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


def lobby_strip(service: Service, person: Person | None, game: str = "", limit: int = IN_STRIP) -> LobbyStrip:
    """Return the offers for the person of a browser, at most some."""
    known, latest = _known(service, person.id) if person and not game else (frozenset[str](), "")
    may_rate = bool(person and person.is_account)
    strip = LobbyStrip(service.lobby.view(person, game, limit), game, known, may_rate=may_rate, latest=latest)
    last = service.lobby.last_of(person) if person else None
    if last is None:
        return strip
    clocks = [tempo for tempo in last.tempos if tempo in LIVE_CLOCKS]
    pace = clocks[0] if len(clocks) == 1 else "" if clocks else USUAL_LIVE
    return strip._replace(pace=pace, rated=last.rated, chosen=frozenset(last.games))


def _known(service: Service, person_id: str) -> tuple[frozenset[str], str]:
    """Return the names of the games that a person has played or learnt, and that of the latest one, or empty."""
    played = [match for matches in service.queries.of_person(person_id) for match in matches]
    last = max(played, key=lambda match: match.updated_at, default=None)
    names = {name_in_spec(match.game) for match in played}
    names |= {one.game for one in service.lessons.of_person(person_id)}
    return frozenset(names), name_in_spec(last.game) if last else ""


def _lobby(strip: LobbyStrip) -> dict[str, object]:
    live, slow, _ = strip.figures
    return {
        "revision": strip.view.revision,
        "offers": [_offer(listed) for listed in strip.offers],
        "mine": [_offer(listed) for listed in strip.view.mine],
        "usual_wait": {"live": live, "correspondence": slow},
    }


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


LOBBY = "/play"
_WATCHED = 4
_RECENT = 60
_MOST_NEWS = 20


class LobbyPages(Pages):
    """The pages of the lobby."""

    def __init__(self, site: Site) -> None:
        self._site = site
        self._lobby = site.service.lobby

    @page(LOBBY)
    def show(self, request: Request) -> Response:
        """The offers that wait, those that fit the person first, and matches to watch."""
        return self._page(request)

    @page(f"{LOBBY}/new")
    def new(self, request: Request) -> Response:
        """The form for an offer; the address may fill in fields."""
        return self._form(request, request.query_params)

    @page(f"{LOBBY}/found")
    def found(self, request: Request) -> Response:
        """What is new to the person, for a page that is open elsewhere.

        `match` is a live match that an offer has just begun, `live` the one of a live tournament until the person
        has opened it, and `notices` are those that are unread, the newest first.
        """
        person_id = self._site.identity.person_id(request)
        use = self._lobby.begun_lately(person_id) if person_id else None
        game = self._site.service.tournaments.live_match(person_id) if person_id else None
        live = dict(zip(("match", "tournament", "name"), game, strict=True)) if game else None
        notices = shown_notices(self._site, person_id, _MOST_NEWS) if person_id else []
        found = {"match": use.match_id if use else None, "live": live, "notices": notices}
        return JSONResponse(found, headers={"Cache-Control": "no-store"})

    def _again(self, request: Request, values: Fields, error: LudariumError) -> Response:
        if values.get("do") == MakeOffer.word:
            return self._form(request, values, error.status, sentence(error))
        return self._page(request, error.status, sentence(error))

    @form(LOBBY, again=_again)
    def act(self, request: Request, values: Fields) -> Response:
        """Make an offer, accept one, or do something about one's own."""
        asker, origin = Newcomer(self._site, request), self._site.origins.of(request)
        command = read_form(commands_of(OfferCommand), gathered(values))
        if asker.known is None:
            self._site.service.quotas.check_network(origin)
            if isinstance(command, AcceptOffer):  # before a guest is made
                self._lobby.find(None, command.offer)
        done = self._site.service.offers.act(asker.become(), command, origin)
        return asker.go_to(
            match_address(done.match) if done.match else f"/offers/{done.offer}" if done.offer else LOBBY
        )

    @page("/offers/{offer}")
    def offer(self, request: Request) -> Response:
        """An offer: others can accept it; its own person waits here, and goes on to the match."""
        person = self._site.identity.person(request)
        listed = self._lobby.find(person, request.path_params["offer"])
        mine = person is not None and listed.offer.person.id == person.id
        begun = self._lobby.begun(listed.offer.id) if mine else ()
        if mine:
            assert person
            if is_seen(request) or token_of(request):  # a program waits here for what it offers
                with suppress(DatabaseBusy):  # the next sign of life comes soon
                    self._site.service.offers.stay(person.id)
            if begun and listed.offer.ended_at is not None:
                return RedirectResponse(match_address(begun[0].match_id), HTTPStatus.SEE_OTHER)
        address = self._address(request, listed)
        beside = self._lobby.beside(person, listed) if mine and person else ()
        return self._site.page(
            request,
            "offer_page",
            data=lambda: {
                "offer": _offer(listed),
                "mine": mine,
                "address": address,
                "beside": [*map(_offer, beside)],
            },
            beside=beside,
            listed=listed,
            mine=mine,
            begun=begun,
            figures=self._lobby.figures(),
            revision=self._lobby.revision(),
            address=address,
        )

    @page("/offers/{offer}/code.svg")
    def code(self, request: Request) -> Response:
        """The address of an offer as a QR code."""
        person = self._site.identity.person(request)
        listed = self._lobby.find(person, request.path_params["offer"])
        picture = BytesIO()
        segno.make(self._address(request, listed), micro=False).save(picture, kind="svg", scale=8, light="#ffffff")
        return Response(picture.getvalue(), media_type="image/svg+xml")

    def _page(self, request: Request, status: int = HTTPStatus.OK, notice: str = "") -> Response:
        strip = self._strip(request)
        person = self._site.identity.person(request)
        watched = [(match, shot(self._site, match)) for match in self._to_watch(person)]
        resting = self._site.service.desk.resting(person) if person else None
        values = {"strip": strip, "watched": watched, "notice": notice, "resting": resting}
        return self._site.page(request, "lobby", status, data=lambda: _lobby(strip), **values)

    def _form(
        self, request: Request, values: Mapping[str, str], status: int = HTTPStatus.OK, notice: str = ""
    ) -> Response:
        """Show the form; of what was not said before, games or paces, the usual ones are ticked."""
        every = (*LIVE_CLOCKS, *TICKS, *SLOW)
        tempos = {"usual": USUAL_TEMPOS, "others": [tempo for tempo in every if tempo not in USUAL_TEMPOS]}
        unsaid = set() if notice else {"game", "tempo", "rated"} - {key.partition("-")[0] for key in values}
        return self._site.page(
            request,
            "offer_form",
            status,
            games=all_games(),
            strip=self._strip(request),
            tempos=tempos,
            values=dict(values),
            unsaid=unsaid,
            notice=notice,
        )

    def _strip(self, request: Request) -> LobbyStrip:
        service, person = self._site.service, self._site.identity.person(request)
        latest = service.queries.recent(LATEST)
        playing = played_now(of_others(latest, person.id if person else None), service.now(), 1)
        lead = leading(playing, by_popularity(latest))
        return lobby_strip(service, person, limit=MOST_ROWS)._replace(lead=lead)

    def _to_watch(self, person: Person | None) -> list[MatchSummary]:
        """Return matches of others that are being played now, those between people first."""
        service = self._site.service
        latest = of_others(service.queries.recent(_RECENT), person.id if person else None)
        return played_now(latest, service.now(), _WATCHED)

    def _address(self, request: Request, listed: ListedOffer) -> str:
        return f"{str(request.base_url).rstrip('/')}/offers/{listed.offer.id}"


def gathered(values: Fields) -> dict[str, str]:
    """Return the fields of a form with its checkboxes for games and tempos as lists.

    >>> gathered({"do": "now", "game-orion": "on", "game-ludo": "on", "bot": "yes"})
    {'do': 'now', 'bot': 'yes', 'games': 'orion;ludo'}
    """
    fields = {key: value for key, value in values.items() if not key.startswith(("game-", "tempo-"))}
    for name, between in (("game", ";"), ("tempo", ",")):
        if checked := [key.removeprefix(f"{name}-") for key in values if key.startswith(f"{name}-")]:
            fields[f"{name}s"] = between.join(checked)
    return fields
