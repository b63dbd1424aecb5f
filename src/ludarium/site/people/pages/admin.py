"""The pages of administrators: this site with its settings, the log of acts, and the link that makes the first one."""

from http import HTTPStatus
from importlib.metadata import version
from pathlib import Path
from typing import NamedTuple

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from ludarium.core.errors import ParseError
from ludarium.site.act import Fields, act, commands_of, number, read_form
from ludarium.site.ground.values import Person
from ludarium.site.people.act_log import require_administrator
from ludarium.site.people.administration import AdministratorCommand, AskedOfAdministrator
from ludarium.site.people.maintenance import BACKUP, CHECK
from ludarium.site.web.page import Pages, form, page
from ludarium.site.web.site import Site
from ludarium.site.words import sentence


class Setting(NamedTuple):
    """A setting in words: its subject, a sentence, and the name by which it is changed."""

    subject: str
    text: str
    name: str


class SiteFacts(NamedTuple):
    """The settings of a site in words, the URL of its database, the folder of its data, and what is not installed."""

    settings: tuple[Setting, ...]
    database: str
    data: Path
    missing: tuple[str, ...] = ()

    @property
    def backups(self) -> Path:
        """The folder of its backups."""
        return self.data / "backups"


SITE = "/admin"
_MOST_LISTED = 10


class Job(NamedTuple):
    """A task of maintenance: when it was last done, how that ended, and whether it runs now."""

    at: float | None
    said: str
    is_doing: bool


class AdminPages(Pages):
    """The pages of administrators: the site, its settings and the log; without `facts` no settings."""

    def __init__(self, site: Site, facts: SiteFacts | None = None) -> None:
        self._site = site
        self._facts = facts
        administration = site.service.administration
        self._maintenance = administration.maintenance(facts.database, facts.backups) if facts else None

    @page(SITE)
    def show(self, request: Request) -> Response:
        """The settings in words, and the commands of an administrator; others are refused."""
        return self._page(request, require_administrator(self._site.identity.person(request)))

    @form(SITE)
    def act(self, request: Request, values: Fields) -> Response:
        """Make an invitation, which the page displays once, or begin a check or a backup."""
        person = require_administrator(self._site.identity.person(request))
        command = read_form(commands_of(AdministratorCommand), values)
        asked = AskedOfAdministrator(self._site.service.accounts, self._maintenance, person)
        if invitation := act(command, asked):
            return self._page(request, person, invitation)
        return RedirectResponse(f"{SITE}#{type(command).word}", HTTPStatus.SEE_OTHER)

    @page(f"{SITE}/log")
    def log(self, request: Request) -> Response:
        """A page of the log, the latest acts first; others than administrators are refused."""
        wanted = number({"page": request.query_params.get("page", "1")}, "page")
        page = self._site.service.act_log.page(self._site.identity.person(request), wanted)
        return self._site.page(request, "log", log=page)

    @page("/administrator/{token}")
    def ask(self, request: Request) -> Response:
        """The page of the link that makes the first administrator; nothing changes before one press."""
        self._site.service.administration.check_link(request.path_params["token"], _address(request))
        person = self._site.identity.person(request)
        return self._ask(request, typed=person.name if person and person.named else "")

    @form("/administrator/{token}")
    def begin(self, request: Request, values: Fields) -> Response:
        """Make the person of this browser, or a new guest, the first administrator."""
        token, typed, people = request.path_params["token"], values.get("name", ""), self._site.service.people
        administration, known = self._site.service.administration, self._site.identity.person(request)
        administration.check_link(token, _address(request))
        try:
            name = people.check_name(typed, known)
        except ParseError as error:
            return self._ask(request, error.status, typed=typed, problem=sentence(error))
        person = people.rename(known or people.create_guest(self._site.origins.of(request)), name)
        administration.use_link(token, _address(request), person)
        response = RedirectResponse(SITE, HTTPStatus.SEE_OTHER)
        self._site.identity.remember(request, response, person)
        return response

    def _ask(self, request: Request, status: int = HTTPStatus.OK, *, typed: str = "", problem: str = "") -> Response:
        return self._site.page(request, "administrator", status, typed=typed, problem=problem)

    def _page(self, request: Request, person: Person, invitation: str = "") -> Response:
        backups = self._maintenance.backups() if self._maintenance else ()
        return self._site.page(
            request,
            "this_site",
            rules=self._site.service.accounts.rules,
            facts=self._facts and self._facts._replace(settings=(*self._facts.settings, self._modules())),
            version=version("ludarium"),
            invitation=invitation,
            check=self._job(person, CHECK),
            backup=self._job(person, BACKUP),
            backups=backups[:_MOST_LISTED],
        )

    def _modules(self) -> Setting:
        workshop = self._site.service.workshop
        stored, most = workshop.module_bytes() / 2**20, workshop.most_module_bytes >> 20
        said = f"WebAssembly programs of people have {stored:,.1f} MiB of at most {most:,} MiB."
        return Setting("Programs", said if most else "Nobody can upload WebAssembly programs.", "LUDARIUM_MODULES")

    def _job(self, person: Person, act: str) -> Job:
        found = self._site.service.administration.latest(person, act)
        is_doing = self._maintenance is not None and self._maintenance.doing == act
        return Job(found.act.at, found.act.detail, is_doing) if found else Job(None, "", is_doing)


def _address(request: Request) -> str:
    """Return the network address from which a request comes; empty if it comes over no network."""
    return request.client.host if request.client else ""
