"""The form for a new match, made from the game's options; it comes back with the errors beside the fields."""

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from msgspec import Struct
from starlette.requests import Request
from starlette.responses import Response

from ludarium.core.cached import cached_property
from ludarium.core.definition import GameDefinition
from ludarium.core.errors import LudariumError, ParseError
from ludarium.core.first_turn import check_first_turn, options_that_end
from ludarium.core.game import Game
from ludarium.core.kernel import CHANCE
from ludarium.core.registry import definition, game_names, load
from ludarium.core.rolls import starts
from ludarium.core.spec import Option, format_spec, parse_spec
from ludarium.core.text import shorten
from ludarium.match.clock import Clock
from ludarium.match.commitment import Commitment, parse_nonce
from ludarium.match.orders import is_simultaneous
from ludarium.search.personas import WRITTEN, Persona, offered_bots
from ludarium.search.player import OpeningBot, levels, opening_bot
from ludarium.site.begin.pages.opponents import AGAINST, EACH, with_opponents
from ludarium.site.ground.values import Person, SeatAssignment
from ludarium.site.match.commands import Ready
from ludarium.site.match.live import parse_tick
from ludarium.site.match.named_bots import named_bot
from ludarium.site.match.rows.writing import MatchExists
from ludarium.site.match.seating import open_seat
from ludarium.site.match.views import MatchView
from ludarium.site.people.names import parse_name
from ludarium.site.web.site import Site
from ludarium.site.words import CLOCKS, CORRESPONDENCE, PACES, sentence

GUEST = "Guest"
HERE, LINK, ANYBODY, OPENING = "here", "link", "anybody", "opening"
"""A person at this browser, one who is invited by a link, one who comes first, and a bot that plays an opening."""
LIVE = "live "
_TICKS = {"": "a turn when all have chosen"} | {LIVE + tick: f"live: {how}" for tick, how in PACES.items()}


class GameData(Struct, frozen=True):
    """The choices for a new match of a game: its options with their defaults, the seats, and the levels of bots.

    `commitment` is to the secret of the dice of the match with the id `match`; both are sent with a new match.
    """

    game: str
    seats: list[str]
    options: dict[str, str]
    levels: list[str]
    match: str | None = None
    commitment: str | None = None


@dataclass
class Form:
    """The values and errors of the form, by field.

    Size: 23 public members, because the template reads one for each part of the form.

    >>> form = Form(load("orion"), {"option-clicks": "9"})
    >>> form.spec(), form.errors
    ('orion', {'option-clicks': "Clicks is a whole number from 1 to 6, not '9'."})
    >>> form = Form(load("orion"), {"option-turn_limit": "6"})
    >>> form.spec(), form.errors["option-turn_limit"]
    ('orion', "Turn limit is a whole number from 10 to 2000, not '6'.")
    """

    game: Game
    values: Mapping[str, str]
    errors: dict[str, str] = field(default_factory=dict)
    level: str = ""
    written: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def new(
        cls, name: str, values: Mapping[str, str], level: str = "", written: Mapping[str, str] | None = None
    ) -> "Form":
        """Return the form for a new match of a game; the options decide how many seats it has.

        `level` is that of the bots unless the values name others; by default the lowest. `written` are the bots that
        people have written, with what the form says of them.

        >>> len(Form.new("orion", {"option-clicks": "2"}).seat_names)
        2
        """
        usual = cls(load(name), values)
        game = load(usual.spec())
        return cls(game, with_opponents(values, game.seats, HERE), usual.errors, level, written or {})

    @classmethod
    def again(cls, view: MatchView) -> "Form | None":
        """Return the form for a match like a live one of bots with openings; None for other matches."""
        form, values = cls(view.match.game, {}), {}
        if not view.live or view.people or not form.opening_bot:
            return None
        for seat, assignment in enumerate(view.seats):
            by_opening = assignment.name.partition("(")[0] == form.opening_bot.kind
            values[f"seat-{seat}"] = OPENING if by_opening else assignment.name
            if by_opening:
                option = form.opening_bot.option
                values[f"opening-{seat}"] = parse_spec(assignment.name)[1].get(option.name, str(option.default))
        if OPENING not in values.values():
            return None
        chosen = {f"option-{name}": str(value) for name, value in form.game.options.items()}
        if view.match.start != form.game.initial():
            chosen["position"] = str(view.match.start)
        return cls(form.game, {**chosen, **values, "pace": f"{LIVE}{view.live.tick:g}"})

    @property
    def definition(self) -> GameDefinition:
        """The definition of the game."""
        return self.game.definition

    @property
    def seat_names(self) -> tuple[str, ...]:
        """The names of the seats."""
        return self.game.setup.seat_names

    @property
    def levels(self) -> Mapping[str, str]:
        """The levels that a bot may play at, weakest first."""
        return levels(self.game)

    @property
    def bots(self) -> Mapping[str, Persona]:
        """The bots that may play, by their levels, weakest first; last `exact` where a table is installed."""
        return offered_bots(self.game)

    @property
    def against(self) -> str:
        """Who has the other seats: a level of bots, a person, or `seats` if each seat is chosen by itself."""
        chosen = any(
            name.startswith("seat-") for name in (*self.errors, *(self.values if AGAINST not in self.values else ()))
        )
        return EACH if chosen else self.value(AGAINST) or self.level or next(iter(self.bots), HERE)

    @property
    def may_choose_start(self) -> bool:
        """Whether somebody begins, and the rules leave open who."""
        return not is_simultaneous(self.game) and starts(self.game.initial()) != CHANCE

    @cached_property
    def opening_bot(self) -> OpeningBot | None:
        """The kind of bot that plays an opening; None if the game has none."""
        return opening_bot(self.game)

    @property
    def options(self) -> tuple[Option, ...]:
        """The options that have more than one value."""
        return tuple(option for option in self.definition.options if len(option.values) > 1)

    @cached_property
    def paces(self) -> Mapping[str, str]:
        """The labels of the paces that the form offers, including the pace that the address requests."""
        usual, requested = _TICKS if is_simultaneous(self.game) else CLOCKS, self.value("pace")
        usual = usual | CORRESPONDENCE
        return usual if requested in usual else {**usual, requested: requested}

    def pace(self) -> tuple[Clock | None, float | None]:
        """Return the clock and the seconds of a tick, at most one of which is not None."""
        text = self.value("pace")
        try:
            if text.startswith(LIVE):
                return None, parse_tick(text.removeprefix(LIVE))
            return Clock.parse(text) if text else None, None
        except LudariumError as error:
            self.errors["pace"] = sentence(error)
            return None, None

    def value(self, name: str) -> str:
        """Return the value of a field: what was typed, or the default."""
        return self.values[name] if name in self.values else self._usual(name)

    def _usual(self, name: str) -> str:
        kind, _, which = name.partition("-")
        if kind == "option":
            return str(next(option.default for option in self.definition.options if option.name == which))
        if kind == "seat":
            return HERE if which == "0" else self.level or next(iter(self.bots), HERE)
        if kind == OPENING and self.opening_bot:
            return str(self.opening_bot.option.default)
        return ""

    def differs(self, *names: str) -> bool:
        """Return whether one of these fields has not its usual value, or is wrong.

        >>> Form(load("orion"), {"position": ""}).differs("position", "option-clicks")
        False
        """
        return any(name in self.errors or self.value(name) != self._usual(name) for name in names)

    def seats(self) -> tuple[SeatAssignment, ...]:
        """Return the seat assignments; the seats at this browser belong to nobody yet."""
        return tuple(self._seat(seat) for seat in range(self.game.seats))

    def seats_of(self, person: Person) -> tuple[SeatAssignment, ...]:
        """Return the seat assignments, with the seats at this browser given to a person.

        Without a typed name the first of these seats has the person's name, and the others, for people at the same
        screen, have none.
        """
        here = self.here()
        return tuple(
            replace(seat, person=person.id, name=person.name, nonce=self.nonce())
            if number in here[:1]
            else replace(seat, person=person.id, name=seat.name or GUEST)
            if number in here
            else seat
            for number, seat in enumerate(self.seats())
        )

    @property
    def has_dice(self) -> bool:
        """Whether the game has dice, to which the person at this browser may add a nonce."""
        return bool(self.game.max_chance_outcomes) and bool(self.here())

    def nonce(self) -> str:
        """Return the nonce of the person at this browser; empty if there is none, or if it is refused."""
        try:
            return parse_nonce(self.value("nonce")) if self.has_dice else ""
        except LudariumError as error:
            self.errors["nonce"] = sentence(error)
            return ""

    def typed_name(self) -> str:
        """Return the name that the person at this browser has typed for their first seat; empty if none."""
        return next((self._name(seat) for seat in self.here()), "")

    def _seat(self, seat: int) -> SeatAssignment:
        chosen = self.value(f"seat-{seat}")
        if f"seat-{seat}" not in self.values and "seat-0" in self.values:
            self.errors[f"seat-{seat}"] = f"{self.seat_names[seat]} is a new seat: choose who plays it."
        if chosen == HERE:
            return SeatAssignment("person", self._name(seat))
        if chosen == LINK:
            return open_seat(time.time(), self._name(seat))
        if chosen == ANYBODY:
            return open_seat(time.time(), for_anybody=True)
        if chosen == OPENING and self.opening_bot:
            option = self.opening_bot.option
            try:
                opening = option.parse(self.value(f"opening-{seat}"))
                return SeatAssignment("bot", format_spec(self.opening_bot.kind, {option.name: opening}))
            except LudariumError as error:
                self.errors[f"opening-{seat}"] = sentence(error)
        elif not WRITTEN.fullmatch(chosen):  # of those that people have written, the rules say why one plays no match
            try:
                return SeatAssignment("bot", named_bot(self.game, chosen))
            except LudariumError:
                expected = ", ".join((HERE, LINK, ANYBODY, *self.bots))
                self.errors[f"seat-{seat}"] = f"{shorten(chosen)} cannot play this seat: expected one of {expected}."
        return SeatAssignment("bot", chosen)

    def _name(self, seat: int) -> str:
        typed = self.value(f"name-{seat}")
        try:
            return parse_name(typed) if typed.strip() else ""
        except LudariumError as error:
            self.errors[f"name-{seat}"] = sentence(error)
            return ""

    def here(self) -> tuple[int, ...]:
        """Return the seats of people at this browser."""
        return tuple(seat for seat in range(self.game.seats) if self.value(f"seat-{seat}") == HERE)

    def spec(self) -> str:
        """Return the spec of the game with the chosen options; with the defaults if one is wrong."""
        chosen = {}
        for option in self.definition.options:
            try:
                chosen[option.name] = option.parse(self.value(f"option-{option.name}"))
            except LudariumError as error:
                self.errors[f"option-{option.name}"] = sentence(str(error).replace(option.name, option.title, 1))
        spec = format_spec(self.definition.name, chosen if len(chosen) == len(self.definition.options) else {})
        if not self.value("position").strip() and (found := options_that_end(game := load(spec))):
            try:
                check_first_turn(game)
            except LudariumError as error:
                self.errors[f"option-{found[-1]}"] = sentence(error)
        return spec

    def position(self, spec: str) -> str | None:
        """Return the position to start from, or None for the game's initial position."""
        text = self.value("position").strip()
        if not text:
            return None
        try:
            state = load(spec).parse_position(text)
        except LudariumError as error:
            self.errors["position"] = sentence(error)
        else:
            if not state.actors:
                self.errors["position"] = f"The game is over in this position: {state.ending}."
        return text


def _new(form: Form, made: Commitment | None) -> GameData:
    return GameData(
        game=form.game.name,
        seats=list(form.seat_names),
        options={option.name: str(option.default) for option in form.definition.options},
        levels=list(form.bots),
        match=made.match if made else None,
        commitment=made.digest if made else None,
    )


def check_name(site: Site, request: Request, form: Form) -> None:
    """Note in a form that the name which was typed is that of somebody else's account, or of a bot."""
    person = site.identity.person(request)
    try:
        if (name := form.typed_name()) and not (person and person.named and person.name == name):
            site.service.people.check_name(name, person)
    except ParseError as error:
        form.errors[f"name-{form.here()[0]}"] = sentence(error)


def form_page(site: Site, request: Request, form: Form, status: int, *, branch: object) -> Response:
    """Return the form for a new match, or for one from the position of the page `branch`.

    It has the id of the match to come, so that it begins one match even if it is sent twice, and shows a commitment
    to the secret of its dice before the browser draws a nonce.
    """
    commitment = site.commitments.make(form.value("match"))
    values = {"form": form, "definition": form.definition, "branch": branch, "commitment": commitment}
    values["games"] = () if branch else tuple(map(definition, game_names()))
    return site.page(request, "new", status, data=lambda: _new(form, commitment), **values)


def begin(
    site: Site,
    request: Request,
    form: Form,
    create: Callable[[Sequence[SeatAssignment], str, str | None, Commitment | None], MatchView],
) -> Response:
    """Create the match of a valid form, and redirect the browser to it; a live match without people starts at once.

    `create` is called with the seats, the id of the host, who is the person of the browser, the network from
    which the request comes, and the commitment of the form; a stranger becomes a guest.
    """
    origin = site.origins.of(request)
    if site.identity.person(request) is None:
        site.service.quotas.check_network(origin)
    person = site.identity.ensure(request)
    if name := form.typed_name():
        person = site.service.people.rename(person, name)
    commitment = None
    if form.value("match"):
        commitment = site.commitments.keep(form.value("match"), form.value("commitment"))
    try:
        view = create(form.seats_of(person), person.id, origin, commitment)
    except MatchExists:  # the form was sent twice
        view = site.service.view(person, form.value("match"))
        if view.host != person.id:
            raise
    if view.live and not view.people:
        site.service.act(person, view.id, Ready())
    response = site.redirect_to(request, view.id)
    site.identity.remember(request, response, person)
    return response
