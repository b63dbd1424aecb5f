"""The workshop of a game: a page on which a person writes or uploads a bot, tries it, and publishes it."""

from __future__ import annotations

import re
import time
from collections.abc import Iterable, Mapping
from contextlib import suppress
from functools import partial
from http import HTTPStatus
from typing import NamedTuple

from msgspec import Struct, field
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import UploadFile
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import PlainTextResponse, RedirectResponse, Response

from ludarium.core.errors import LudariumError
from ludarium.core.game import Game
from ludarium.core.registry import load
from ludarium.players.sandbox.members import examples, members
from ludarium.players.sandbox.script import COUNTED
from ludarium.players.sandbox.wasm import LARGEST, USUAL
from ludarium.search.personas import offered_bots
from ludarium.search.scripting import example
from ludarium.site.act import Fields, act, commands_of, read_form
from ludarium.site.ladder.ladders import has_ladder
from ludarium.site.programs.commands import AskedInWorkshop, WorkshopCommand
from ludarium.site.programs.modules import MOST, MOST_BYTES
from ludarium.site.programs.pages.trial import TrialData, TrialPage, TrialTurnData
from ludarium.site.programs.rows import WorkshopBot
from ludarium.site.programs.trials import LONGEST_SOURCE, MOST_COMPARED, NoSuchTrial, TrialView
from ludarium.site.programs.workshop import Sheet
from ludarium.site.web.http.bodies import Body, read_json
from ludarium.site.web.http.negotiation import JSON
from ludarium.site.web.page import Pages, form, page, sent
from ludarium.site.web.site import Newcomer, Site
from ludarium.site.words import sentence


class UseWorkshop(Body, forbid_unknown_fields=True):
    """Try, save, test, compare, show, publish, withdraw or delete a script; what is not needed is left out.

    `opponent` is a level, or `version 7` of the `bot`; `seat` is counted from 0. To `show` it, `shown` and `may-copy`
    are `yes`, and what is left out is not allowed to others.
    """

    do: str
    source: str = ""
    opponent: str = ""
    seat: str = ""
    bot: str = ""
    name: str = ""
    version: str = ""
    other: str = ""
    matches: str = ""
    shown: str = ""
    may_copy: str = field(default="", name="may-copy")


class UploadModule(Body, forbid_unknown_fields=True):
    """Save a WebAssembly program, in base64, as the next version of the `bot`, or as a new bot under a `name`."""

    module: bytes
    bot: str = ""
    name: str = ""


class WorkshopData(Struct, frozen=True):
    """The workshop of a game: the code that the page shows, whose it is, and the trial that was asked for.

    `bots` are those of the person, their names by their ids; `versions` are the numbers of the versions of `bot`. A
    version that is a WebAssembly program has no code: `module` is its SHA-256.
    """

    game: str
    code: str
    bot: str | None
    version: int | None
    versions: list[int]
    published: int | None
    bots: dict[str, str]
    trial: TrialData | None
    module: str | None = None


class WorkshopPages(Pages):
    """The pages of the workshop."""

    @page("/games/{game}/workshop", answers=WorkshopData)
    def show(self, request: Request) -> Response:
        """The code of a bot, or of the game's example, and forms to try and to save it."""
        game, query = load(request.path_params["game"]), request.query_params
        sheet = None
        if query.get("bot"):
            person = self._site.identity.person(request)
            sheet = self._site.service.workshop.look(person, query["bot"], query.get("version", ""))
        return self._page(request, game, sheet)

    @page("/games/{game}/workshop/trials/{trial}/record", answers=str, media="text/plain")
    def record(self, request: Request) -> Response:
        """The record of a trial, as a file."""
        view, game = self._view(request), request.path_params["game"]
        if view.trial is None:
            raise NoSuchTrial("this trial has no record")
        headers = {"Content-Disposition": f'attachment; filename="{game}-trial.txt"', "Cache-Control": "no-store"}
        return PlainTextResponse(f"{view.trial.record}\n", headers=headers)

    def _view(self, request: Request) -> TrialView:
        person = self._site.identity.person(request)
        view = self._site.service.trials.view(person, request.path_params["trial"])
        if load(view.game).name != load(request.path_params["game"]).name:
            raise NoSuchTrial("there is no such trial of this game")
        return view

    @page("/games/{game}/workshop/trials/{trial}", answers=WorkshopData)
    def trial(self, request: Request) -> Response:
        """A trial of the person, turn by turn; the page asks again while it waits."""
        game, person = load(request.path_params["game"]), self._site.identity.person(request)
        view = self._view(request)
        number = str(view.version or "")
        sheet = self._site.service.workshop.look(person, view.bot_id, number) if view.bot_id else None
        return self._page(request, game, sheet, view=view)

    def again(self, request: Request, values: Fields, error: LudariumError) -> Response:
        """Return the page with what was typed, and what is wrong with it."""
        game, sheet = load(request.path_params["game"]), self._sheet(request, values)
        return self._page(request, game, sheet, status=error.status, problem=sentence(error), typed=values)

    @form("/games/{game}/workshop", body=UseWorkshop, again=again)
    def change(self, request: Request, values: Fields) -> Response:
        """Try, save, test, compare, show or publish a script, as `do` says; an error is displayed beside the code."""
        service, game = self._site.service, load(request.path_params["game"])
        asker, origin = Newcomer(self._site, request), self._site.origins.of(request)
        asked = AskedInWorkshop(service.workshop, service.trials, game, asker.known, origin, asker.become_unless_many)
        return asker.go_to(act(read_form(commands_of(WorkshopCommand), values), asked))

    def _sheet(self, request: Request, values: Fields) -> Sheet | None:
        """Return the version of a bot to which a form belongs, its usual one if there is none; None without a bot."""
        person = self._site.identity.person(request)
        for number in dict.fromkeys((values.get("version", ""), "")) if values.get("bot") else ():
            with suppress(LudariumError):
                return self._site.service.workshop.look(person, values["bot"], number)
        return None

    def _page(
        self,
        request: Request,
        game: Game,
        sheet: Sheet | None,
        *,
        view: TrialView | None = None,
        status: int = HTTPStatus.OK,
        problem: str = "",
        typed: Mapping[str, str] | None = None,
    ) -> Response:
        typed = typed or {}
        person, service = self._site.identity.person(request), self._site.service
        goal = service.trials.goal(person, game)
        code = typed.get("source", view.source if view else sheet.source if sheet else example(game))
        module = "" if "source" in typed else view.module if view else sheet.module if sheet else ""
        bots = service.workshop.of_person(person, game)
        trial = TrialPage.of(view, request.query_params.get("turn", "")) if view else None
        return self._site.page(
            request,
            "workshop",
            status,
            data=lambda: _workshop(game, sheet, trial, bots, code, module),
            definition=game.definition,
            address=address(game),
            sheet=sheet,
            bots=bots,
            code=code,
            members=members(game),
            examples=examples(game),
            levels=offered_bots(game),
            seat_names=game.setup.seat_names,
            opponent=typed.get("opponent") or (view.opponent if view else goal),
            goal=goal,
            seat=typed.get("seat") or (str(view.seat) if view else "0"),
            trial=trial,
            comparisons=service.trials.comparisons(sheet.bot.id) if sheet and sheet.mine else (),
            resting=sheet is not None and sheet.bot.rests_until > time.time(),
            play=next((spec for spec, bot in service.playing_bots.of(game) if sheet and bot.id == sheet.bot.id), ""),
            has_ladder=has_ladder(game),
            ranked=service.ladder_views.of_bot(sheet.bot.id, sheet.bot.published) if sheet else None,
            problem=problem,
            typed=typed,
            longest=LONGEST_SOURCE,
            module=module,
            module_fuel=USUAL.steps,
            largest=LARGEST,
            most_modules=MOST,
            most_bytes=MOST_BYTES,
            most_steps=USUAL.steps if view and view.module else COUNTED.steps,
            most_compared=MOST_COMPARED,
        )


def address(game: Game) -> str:
    """Return the address of the workshop of a game."""
    return f"/games/{game.name}/workshop"


def _workshop(
    game: Game, sheet: Sheet | None, page: TrialPage | None, bots: Iterable[WorkshopBot], code: str, module: str
) -> WorkshopData:
    return WorkshopData(
        game=game.name,
        code="" if module else code,
        bot=sheet.bot.id if sheet else None,
        version=sheet.version.number if sheet and sheet.version else None,
        versions=[version.number for version in sheet.versions] if sheet else [],
        published=sheet.bot.published if sheet else None,
        bots={bot.id: bot.name for bot in bots},
        trial=_trial(page) if page else None,
        module=module or None,
    )


def _trial(page: TrialPage) -> TrialData:
    view, score = page.view, page.view.comparison
    turns = [TrialTurnData(each.text, each.fault, each.line, each.printed, each.steps, each.ms) for each in page.turns]
    result = page.result if view.trial else view.problem
    record = view.trial.record if view.trial else ""
    counted = [score.won, score.drawn, score.lost] if score else None
    return TrialData(view.id, view.kind, view.waits, result, record, turns, counted)


LARGER = {re.compile("/games/[^/]+/workshop/modules"): LARGEST * 4 // 3 + 16_384}
"""The most bytes of a request by which a program is uploaded, which may have it in base64."""
_FIELD, _FIELDS = "module", 4


class Upload(NamedTuple):
    """A program that is uploaded: for which bot, or under which name."""

    content: bytes
    bot: str
    name: str


class ModulePages(Pages):
    """The addresses of the WebAssembly programs."""

    def __init__(self, site: Site, workshop: WorkshopPages) -> None:
        self._site, self._workshop = site, workshop

    async def _read(self, request: Request) -> Upload:
        """Return what is uploaded; strangers and guests are refused before any of it is read.

        Raises `NeedsAccount`, `ParseError` and `HTTPException`.
        """
        load(request.path_params["game"])
        find = partial(self._site.identity.person, request)
        self._site.service.workshop.require_author(await run_in_threadpool(find))
        if request.headers.get("content-type", "").partition(";")[0].strip().lower() == JSON:
            sent = read_json(await request.body(), UploadModule)
            return Upload(sent.module, sent.bot, sent.name)
        return await _read_form(request)

    def _again(self, request: Request, uploaded: Upload, error: LudariumError) -> Response:
        values = {"bot": uploaded.bot, "module-name": uploaded.name}
        return self._workshop.again(request, values, error)

    @sent("/games/{game}/workshop/modules", read=_read, body=UploadModule, again=_again)
    def upload(self, request: Request, uploaded: Upload) -> Response:
        """Save a WebAssembly program as a version of a bot; an error is displayed on the page of the workshop."""
        game = load(request.path_params["game"])
        named = "" if uploaded.name.strip() else uploaded.bot
        person, workshop = self._site.identity.person(request), self._site.service.workshop
        saved = workshop.upload(person, game, uploaded.content, bot_id=named, name=uploaded.name)
        return RedirectResponse(f"{address(game)}?bot={saved.bot_id}&version={saved.number}", HTTPStatus.SEE_OTHER)

    @page("/games/{game}/workshop/modules/{bot}/{version}", answers=str, media="application/wasm")
    def download(self, request: Request) -> Response:
        """The WebAssembly program of a version, as a file."""
        game, bot, version = (request.path_params[name] for name in ("game", "bot", "version"))
        load(game)
        content = self._site.service.workshop.module(self._site.identity.person(request), bot, version)
        headers = {"Content-Disposition": f'attachment; filename="{game}-{version}.wasm"', "Cache-Control": "no-store"}
        return Response(content, media_type="application/wasm", headers=headers)


async def _read_form(request: Request) -> Upload:
    """Return what a form has that was sent with a file."""
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != "multipart/form-data":
        raise HTTPException(HTTPStatus.UNSUPPORTED_MEDIA_TYPE, "Expected a form with a file, or application/json.")
    try:
        async with request.form(max_files=1, max_fields=_FIELDS) as form:
            file = form.get(_FIELD)
            content = await file.read(LARGEST + 1) if isinstance(file, UploadFile) else b""
            bot, name = (value if isinstance(value := form.get(key), str) else "" for key in ("bot", "name"))
            return Upload(content, bot, name)
    except HTTPException as error:
        if error.status_code != HTTPStatus.BAD_REQUEST:
            raise
        text = f"This form cannot be read: expected one file, `{_FIELD}`, and at most {_FIELDS} fields of text."
        raise HTTPException(error.status_code, text) from error
