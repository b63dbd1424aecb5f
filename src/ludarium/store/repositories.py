"""The repositories by subject: of a database, and of one transaction, which is a unit of work."""

from collections.abc import Callable
from typing import TypeVar

from sqlalchemy import Connection

from ludarium.core.cached import cached_property
from ludarium.store.begin.challenges import ChallengeAddressTable, ChallengesTable
from ludarium.store.bots.analyses import AnalysesTable
from ludarium.store.bots.claims import BotClaims
from ludarium.store.challenge_ladders.ladders import LadderLog, LadderPlaces, PlaceChallenges
from ludarium.store.database import Connections, Repository, Transaction
from ludarium.store.heartbeat import HeartbeatTable
from ludarium.store.ladder.matches import LadderMatches
from ludarium.store.ladder.players import LadderPlayers
from ludarium.store.leagues.leagues import LeagueEntries, LeagueTable
from ludarium.store.mail.inbox import InboxTable
from ludarium.store.mail.outbox import OutboxTable
from ludarium.store.mail.reply_addresses import PendingCommandTable, ReplyAddressTable
from ludarium.store.match.finished import FinishedMatches
from ludarium.store.match.plans import PlanTable
from ludarium.store.match.presence import PresenceTable
from ludarium.store.match.short_times import ShortTimes
from ludarium.store.match.writing import MatchWriter
from ludarium.store.moderation.evidence import EvidenceTable, SeenFindings
from ludarium.store.moderation.reports import ReportTable
from ludarium.store.moderation.sanctions import SanctionTable
from ludarium.store.notices.notices import NoticeTable
from ludarium.store.notices.push import PushTable, SiteKeys
from ludarium.store.notices.settings import NoticeSettingsTable, RefusingAddresses
from ludarium.store.notices.watchers import BroadcastTable, WatcherTable
from ludarium.store.offers.offers import OfferTable, OfferUses
from ludarium.store.people.accounts import AccountInvitations, AccountsTable, FurtherAddresses
from ludarium.store.people.acts import ActsTable
from ludarium.store.people.dice import DiceDue, DiceTable
from ludarium.store.people.following import BlocksTable, FollowsTable, PersonNotes
from ludarium.store.people.lessons import SolvedLessons
from ludarium.store.people.losses import LossTable
from ludarium.store.people.people import PeopleTable, SessionTable
from ludarium.store.people.sign_in import (
    AttemptTable,
    PasskeyChallenges,
    PasskeysTable,
    PasswordTable,
    PasswordTries,
    SignInCodes,
)
from ludarium.store.people.vacations import VacationTable
from ludarium.store.programs.tokens import TokenTable
from ludarium.store.programs.trials import TrialTable
from ludarium.store.programs.workshop import ModuleTable, WorkshopTable, WorkshopVersions
from ludarium.store.ratings.history import RatingHistory
from ludarium.store.ratings.ratings import RatingTable
from ludarium.store.ratings.results import ResultTable
from ludarium.store.talk.notes import PositionNoteTable
from ludarium.store.talk.talk import TalkMutes, TalkRead, TalkTable
from ludarium.store.tallies import TallyTable
from ludarium.store.tournaments.boards import JudgementTable, TournamentBoardTable
from ludarium.store.tournaments.entries import TournamentEntryTable
from ludarium.store.tournaments.news import TournamentNewsTable
from ludarium.store.tournaments.tournaments import TournamentTable
from ludarium.store.tournaments.waiting import TournamentWaitingTable

R = TypeVar("R", bound=Repository)


def _of(kind: Callable[[Connections], R]) -> cached_property[R]:
    """Return an attribute for the repository of a kind, which is made when it is first used."""
    return cached_property(lambda owner: kind(owner.database))


class Repositories:
    """The repositories of a database, or of one of its transactions."""

    people = _of(PeopleTable)
    sessions = _of(SessionTable)
    accounts = _of(AccountsTable)
    account_invitations = _of(AccountInvitations)
    further_addresses = _of(FurtherAddresses)
    acts = _of(ActsTable)
    blocks = _of(BlocksTable)
    follows = _of(FollowsTable)
    person_notes = _of(PersonNotes)
    dice = _of(DiceTable)
    dice_due = _of(DiceDue)
    solved_lessons = _of(SolvedLessons)
    losses = _of(LossTable)
    sign_in_codes = _of(SignInCodes)
    attempts = _of(AttemptTable)
    passkeys = _of(PasskeysTable)
    passkey_challenges = _of(PasskeyChallenges)
    outbox = _of(OutboxTable)
    inbox = _of(InboxTable)
    results = _of(ResultTable)
    watchers = _of(WatcherTable)
    broadcasts = _of(BroadcastTable)
    passwords = _of(PasswordTable)
    password_tries = _of(PasswordTries)
    pending_commands = _of(PendingCommandTable)
    reply_addresses = _of(ReplyAddressTable)
    notices = _of(NoticeTable)
    notice_settings = _of(NoticeSettingsTable)
    refusing_addresses = _of(RefusingAddresses)
    push = _of(PushTable)
    site_keys = _of(SiteKeys)
    vacations = _of(VacationTable)
    heartbeat = _of(HeartbeatTable)
    short_times = _of(ShortTimes)
    challenges = _of(ChallengesTable)
    challenge_addresses = _of(ChallengeAddressTable)
    offers = _of(OfferTable)
    offer_uses = _of(OfferUses)
    tournaments = _of(TournamentTable)
    tournament_entries = _of(TournamentEntryTable)
    tournament_boards = _of(TournamentBoardTable)
    tournament_news = _of(TournamentNewsTable)
    tournament_waiting = _of(TournamentWaitingTable)
    leagues = _of(LeagueTable)
    league_entries = _of(LeagueEntries)
    ladder_places = _of(LadderPlaces)
    ladder_log = _of(LadderLog)
    place_challenges = _of(PlaceChallenges)
    talk = _of(TalkTable)
    talk_mutes = _of(TalkMutes)
    talk_read = _of(TalkRead)
    position_notes = _of(PositionNoteTable)
    plans = _of(PlanTable)
    presences = _of(PresenceTable)
    analyses = _of(AnalysesTable)
    tokens = _of(TokenTable)
    trials = _of(TrialTable)
    judgements = _of(JudgementTable)
    workshop = _of(WorkshopTable)
    workshop_versions = _of(WorkshopVersions)
    modules = _of(ModuleTable)
    ladder_players = _of(LadderPlayers)
    ladder_matches = _of(LadderMatches)
    finished = _of(FinishedMatches)
    ratings = _of(RatingTable)
    rating_history = _of(RatingHistory)
    bot_claims = _of(BotClaims)
    tallies = _of(TallyTable)
    reports = _of(ReportTable)
    sanctions = _of(SanctionTable)
    evidence = _of(EvidenceTable)
    seen_findings = _of(SeenFindings)

    def __init__(self, database: Connections) -> None:
        self.database = database


class UnitOfWork(Repositories):
    """The repositories of one transaction: what they write is stored together, or not at all.

    `changes` are announced after the commit, with the matches that it saves.
    """

    def __init__(self, connection: Connection) -> None:
        super().__init__(Transaction(connection))
        self.changes = self.database.changes
        self.matches = MatchWriter(connection, self.changes)
