"""The pages on which positions are looked up in tables of exact values."""

from __future__ import annotations

from urllib.parse import quote

from msgspec import Struct
from msgspec.json import encode
from starlette.requests import Request
from starlette.responses import Response

from ludarium.core.errors import LudariumError
from ludarium.core.game import Game, State
from ludarium.core.kernel import CHANCE
from ludarium.core.registry import load
from ludarium.scenes import svg
from ludarium.scenes.sheet import sheet
from ludarium.site.web.drawings import picture_or_name
from ludarium.site.web.http.negotiation import JSON, wants_data
from ludarium.site.web.http.refusals import note
from ludarium.site.web.page import Pages, page
from ludarium.site.words import analysis_address, sentence
from ludarium.solve.installed import installed_table
from ludarium.solve.table import Table

LONGEST_POSITION = 10_000
"""Characters of a position."""


class NoTable(LudariumError):
    """No table of exact values of a game is installed."""

    status = 404
    kind = "no-table"


class NextData(Struct, frozen=True):
    """What may follow: its text, what every seat can expect then, and of a roll its chance.

    `lost` is what the choice gives away, as a part of the range of payoffs; null where the table does not tell.
    """

    text: str
    payoffs: list[float] | None
    lost: float | None = None
    chance: float | None = None


class TableData(Struct, frozen=True):
    """What a table tells of a position.

    `payoffs` are what every seat can expect, null where the table does not tell. No payoff is wrong by more than `gap`
    if `proved`; `left_out` is the rule that the values leave out. `next` are the actions of the seat that chooses, best
    first, or the rolls.
    """

    game: str
    position: str
    actors: list[int]
    seats: list[str]
    payoffs: list[float] | None
    gap: float
    proved: bool
    left_out: str
    next: list[NextData]


class TablePages(Pages):
    """A page for each game with an installed table."""

    @page("/tables/{game}", answers=TableData, queries={"position": {"type": "string", "maxLength": LONGEST_POSITION}})
    def show(self, request: Request) -> Response:
        """What the installed table of a game tells of a position; of the first one if none is named.

        Somebody who plays a rated match of the game is refused, as with hints.
        """
        game = load(request.path_params["game"])
        table = installed_table(game)
        if table is None:
            raise NoTable(f"no table of exact values of {game.spec} is installed on this site")
        typed, problem, status = request.query_params.get("position", "").strip(), "", 200
        try:
            state = game.parse_position(typed[: LONGEST_POSITION + 1]) if typed else game.initial()
            self._require_fair(request, state, is_set_up=bool(typed))
            data = look_up(table, state)
        except LudariumError as error:
            if wants_data(request.headers):
                raise
            note(request, error)
            problem, status = sentence(error), error.status
            state, data = game.initial(), None
        if wants_data(request.headers) and data:
            headers = {"Cache-Control": "no-store", "Vary": "Accept, Authorization, Cookie"}
            return Response(encode(data), headers=headers, media_type=JSON)
        return self._site.page(
            request,
            "tables/table",
            status,
            game=game,
            table=data,
            picture=picture_or_name(game.spec, lambda: svg.render(sheet(state)), ""),
            typed=typed,
            problem=problem,
            longest=LONGEST_POSITION,
            analysed=analysis_address(game=game.spec, position=str(state)),
            here=f"/tables/{quote(game.spec)}",
        )

    def _require_fair(self, request: Request, state: State, *, is_set_up: bool) -> None:
        """Raise `IllegalMove` for a person who plays a rated match of such a position."""
        person = self._site.identity.person(request)
        if person:
            self._site.service.require_usable(person)
            self._site.service.check_position(person.id, state.game.name, [state], is_set_up=is_set_up)


def look_up(table: Table, state: State) -> TableData:
    """Return what a table tells of a position and of what may follow it."""
    table.fetch_ahead(state)
    game, actors = state.game, state.actors
    found: list[NextData] = []
    if actors == (CHANCE,):
        chances = state.chance_outcomes()
        found = [_next(table, state, roll, chance=chance) for roll, chance in chances.items()]
    elif len(actors) == 1:
        found = _ranked(game, actors[0], [_next(table, state, action) for action in state.legal()])
    return TableData(
        game=game.spec,
        position=str(state),
        actors=[*actors],
        seats=[*game.setup.seat_names],
        payoffs=_listed(table.payoffs(state)),
        gap=table.gap,
        proved=table.is_proved,
        left_out=table.left_out,
        next=found,
    )


def _next(table: Table, state: State, action: int, chance: float | None = None) -> NextData:
    payoffs = table.payoffs(state.play_unchecked(action))
    return NextData(state.action_name(action), _listed(payoffs), chance=chance)


def _ranked(game: Game, seat: int, found: list[NextData]) -> list[NextData]:
    """Return the actions of a seat, best first, each with what it gives away; those that are not known come last."""
    known = [(one.payoffs[seat], one) for one in found if one.payoffs]
    best = max((value for value, _ in known), default=0.0)
    span = game.payoff_range.greatest - game.payoff_range.least
    ranked = sorted(known, key=lambda pair: -pair[0])
    rest = [one for one in found if one.payoffs is None]
    return [NextData(one.text, one.payoffs, lost=(best - value) / span) for value, one in ranked] + rest


def _listed(payoffs: tuple[float, ...] | None) -> list[float] | None:
    return None if payoffs is None else [*payoffs]
