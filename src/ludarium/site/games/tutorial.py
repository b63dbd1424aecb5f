"""The tutorial of a game: positions to solve by touching, one on a page."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from http import HTTPStatus

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from ludarium.core.cached import cached_property
from ludarium.core.definition import GameDefinition
from ludarium.core.errors import LudariumError
from ludarium.core.registry import definition, load
from ludarium.core.tutorial import Lesson, Verdict, tutorial
from ludarium.scenes.marks import marked
from ludarium.scenes.picture import begin, draw, follow, highlight, seen_by
from ludarium.scenes.pixels import without_touches
from ludarium.scenes.turns import before_it_ends
from ludarium.search.personas import Persona, offered_bots, persona_of
from ludarium.search.player import PUPIL, bot_kinds
from ludarium.site.board import BoardView, Draft
from ludarium.site.ground.failures import DatabaseBusy
from ludarium.site.web.page import Pages, page
from ludarium.site.words import sentence


@dataclass(frozen=True)
class LessonPage:
    """A lesson as a browser sees it: its number, from 1 on, and the turn that has been begun."""

    definition: GameDefinition
    number: int
    draft: Draft
    problem: str = ""

    @property
    def lessons(self) -> tuple[Lesson, ...]:
        """All lessons of the tutorial."""
        return tutorial(self.definition)

    @property
    def lesson(self) -> Lesson:
        """The lesson of the page."""
        return self.lessons[self.number - 1]

    @property
    def task(self) -> tuple[str, str]:
        """What is said of the position, which may be empty, and what is asked: the last sentence of the task."""
        said, end, asked = self.lesson.task.rpartition(". ")
        return said + end.rstrip(), asked

    @property
    def path(self) -> str:
        """The address of the lesson without a draft."""
        return f"/games/{self.definition.name}/tutorial/{self.number}"

    @cached_property
    def verdict(self) -> Verdict | None:
        """The verdict on the turn; None while the turn is not complete."""
        return self.lesson.judge(self.lesson.whole(self.draft.actions)) if self.draft.complete else None

    @cached_property
    def board_view(self) -> BoardView:
        """The picture, with the next touches."""
        actions = self.draft.actions
        if self.draft.complete:
            actions = self.lesson.whole(actions)
        elif self.draft.simultaneous:
            actions = ()
        picture = seen_by(follow(self.lesson.start, actions), [self.lesson.seat])
        scene = draw(picture)
        if self.draft.complete:  # after the turn it is another's, whose moves are not to be chosen here
            begun = draw(seen_by(begin(self.lesson.start), [self.lesson.seat]))
            scene = before_it_ends(without_touches(scene), begun)
        else:
            scene = marked(highlight(picture, scene), self.lesson.target)
        return BoardView(scene, {self.draft.seat: self.draft.choices})

    @property
    def last_match(self) -> Mapping[str, str]:
        """The fields of the form that begins a whole match against a bot that plays as the first lesson teaches."""
        bots = (f"seat-{seat}" for seat in range(1, load(self.definition.name).seats))
        return {"seat-0": "here", **dict.fromkeys(bots, self._last_spec)}

    @property
    def last_bot(self) -> Persona:
        """The bot of that match as people meet it."""
        return persona_of(load(self.definition.name), self._last_spec)

    @property
    def _last_spec(self) -> str:
        """The bot that plays what the first lesson teaches; where the game tells no such thing, the easiest one."""
        game = load(self.definition.name)
        return PUPIL if PUPIL in bot_kinds(game) else next(iter(offered_bots(game)))

    @property
    def solution(self) -> str:
        """The turn that solves the lesson, as the seat would type it."""
        start, text = self.lesson.start, self.lesson.accept[0]
        return text if len(start.actors) == 1 else start.action_name(start.parse_turn(text)[0], self.lesson.seat)

    @property
    def choices(self) -> list[tuple[str, str]]:
        """The actions that may come next: the draft that each makes, and its name with what it does."""
        return [*self.draft.listed]


class TutorialPages(Pages):
    """The lessons of a game."""

    @page("/games/{game}/tutorial", "/games/{game}/tutorial/{number}")
    def lesson(self, request: Request) -> Response:
        """A lesson; the address has the turn that was begun."""
        game, number = definition(request.path_params["game"]), request.path_params.get("number", "1")
        known = {str(one): lesson for one, lesson in enumerate(tutorial(game), 1)}
        if number not in known:
            raise HTTPException(HTTPStatus.NOT_FOUND)
        lesson, query = known[number], request.query_params
        try:
            page = LessonPage(game, int(number), Draft.parse(lesson.start, lesson.seat, query.get("draft", "")))
        except LudariumError as error:
            page = LessonPage(game, int(number), Draft(lesson.start, lesson.seat), sentence(error))
        status = HTTPStatus.BAD_REQUEST if page.problem else HTTPStatus.OK
        person = self._site.identity.person(request)
        if person and page.verdict and page.verdict.right:
            with suppress(DatabaseBusy):  # reading a page must not wait for a writer; the next visit records it
                self._site.service.lessons.solve(person.id, game.name, lesson.title)
        return self._site.page(request, "tutorial", status, page=page, definition=game)
