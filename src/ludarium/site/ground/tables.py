"""The tables of the database, in types that every database has.

A match is a row; its seats and turns are rows that refer to it. A person is a row, to which seats, sessions and ways to
sign in refer. Of tokens and codes that sign somebody in, only the hashes are stored. Times are seconds since 1970.

Size: one paragraph for each table, and nothing else.
"""

from typing import Any

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    Column,
    Connection,
    Double,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Sequence,
    SmallInteger,
    String,
    Table,
    Text,
    event,
    false,
    text,
)

from ludarium.site.ground.types import Numbers, Texts, Words

metadata = MetaData(
    naming_convention={  # so that migrations can refer to indices and keys by name
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)


def _match_id() -> Column[str]:
    return Column("match_id", String(32), ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True)


def _person(key: str = "person", *, ondelete: str | None = None, **options: Any) -> Column[str]:
    """Return a column that refers to a person: here and in values it is called by whom it refers to."""
    person = ForeignKey("people.id", ondelete=ondelete)
    return Column(f"{key}_id", String(32), person, key=key, **options)  # Any: options of a column


people = Table(
    "people",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("name", Text, nullable=False),
    Column("named", Boolean, nullable=False),  # whether the person has chosen the name
    Column("created_at", Double, nullable=False),
    Column("account_since", Double),  # when a guest became an account
    Column("name_key", Text),  # what names that look alike have in common; of those who have chosen one
    Column("email", Text),  # a confirmed address, in lower case
    Column("invited", Boolean, nullable=False, server_default=false()),  # whether the person may make an account
    Column("administrator", Boolean, nullable=False, server_default=false()),
    Column("closed_at", Double),
    Column("challenges", String(16), nullable=False, server_default="start"),  # what others may do: start, ask, none
    Column("owner_id", String(32), ForeignKey("people.id"), index=True),  # of a bot account: whose it is
    Column("computers", Boolean, nullable=False, server_default=false()),  # whether bot accounts may challenge them
    Column("moderator", Boolean, nullable=False, server_default=false()),
    Column("portrait", SmallInteger),  # the number of the one that they have chosen
    Column("about", Text),  # what the person says about themselves
    Column("suspended_until", Double),  # so far away that it is never, without an end
    Index(None, "name_key", unique=True),
    Index(None, "email", unique=True),
)

sessions = Table(
    "sessions",
    metadata,
    Column("token_hash", String(64), primary_key=True),
    _person(ondelete="CASCADE", nullable=False, index=True),
    Column("browser", Text, nullable=False),  # the name of the browser, for the person only
    Column("created_at", Double, nullable=False),
    Column("seen_at", Double, nullable=False),
)

tokens = Table(  # by which programs act for people
    "tokens",
    metadata,
    Column("token_hash", String(64), primary_key=True),
    _person(ondelete="CASCADE", nullable=False, index=True),
    Column("name", Text, nullable=False),
    Column("scopes", Words, nullable=False),  # words with spaces between them
    Column("created_at", Double, nullable=False),
    Column("used_at", Double),
)

matches = Table(
    "matches",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("number", Integer),  # as in "Game 123"; every match has one, but SQLite cannot add that constraint later
    Column("revision", Integer, nullable=False),
    Column("answerable_since", Integer, nullable=False),
    Column("game", Text, nullable=False),
    Column("position", Text),
    Column("clock", Text),
    Column("dice", Text, nullable=False),
    Column("offer", JSON(none_as_null=True)),  # its kind, the seat that made it, the seats that have accepted
    Column("sealed", JSON, nullable=False),  # the orders of a simultaneous turn that is not complete, by seat
    Column("result", Text, nullable=False),
    Column("ending", Text, nullable=False),
    Column("turns", Integer, nullable=False),  # the lines of its record; and as people count them:
    Column("turn_count", Integer, nullable=False, server_default="0"),
    Column("created_at", Double, nullable=False),
    Column("updated_at", Double, nullable=False, index=True),
    Column("turn_started_at", Double, nullable=False),
    Column("live", JSON(none_as_null=True)),  # the fields of the row `Live`, in their order
    Column("deadline", Double, index=True),  # when the clock of a seat that must act runs out
    Column("clock_started_at", Double),  # when the clocks of the current turn began to run,
    Column("paused", Double, nullable=False, server_default="0"),  # and for how long no server ran since then
    Column("turn_clock", JSON(none_as_null=True)),  # given time, vacations and times of sealed orders, by seat
    _person("host", index=True),  # who created the match
    Column("secret", String(64)),  # from which committed dice and the seeds of bots follow, in hexadecimal,
    Column("dice_id", String(32)),  # and to which id, where several matches share the dice; else that of the match
    Column("takebacks", JSON(none_as_null=True)),  # the number of the first turn that each of them took back
    Column("hints", JSON(none_as_null=True)),  # the numbers of the turns for which hints were given
    Column("rematch", String(32)),  # the id of the match that was begun as its rematch
    Column("origin", String(32), index=True),  # a keyed hash of the network from which it was begun
    Column("planned", Boolean, nullable=False, server_default=false()),  # whether people have planned turns ahead
    Column("private", Boolean, nullable=False, server_default=false()),  # whether the match is in no list,
    Column("closed", Boolean, nullable=False, server_default=false()),  # and nobody else sees it: its dice are shared
    Column("rated", Boolean, nullable=False, server_default=false()),  # whether it counts for the ratings,
    Column("rated_at", Double, index=True),  # and when it did, unlike all others
    Column("voided", Boolean, nullable=False, server_default=false()),  # by a moderator: it counts for no rating
    Column("nag_days", SmallInteger),  # idle days until a reminder, for all whom the match reminds
    Column("computers", Boolean, nullable=False, server_default=false()),  # whether bot accounts may take part
    Index(None, "number", unique=True),
)
match_numbers = Sequence("match_numbers", metadata=metadata)  # of PostgreSQL; SQLite counts on from the last match

seats = Table(
    "seats",
    metadata,
    _match_id(),
    Column("seat", SmallInteger, primary_key=True),
    Column("kind", String(16), nullable=False),
    Column("name", Text, nullable=False),
    Column("value", Double),  # the last estimate of its payoff by its bot
    Column("points", Integer),  # of a winner, if the match began as usual;
    Column("won_in", Text),  # the game in which they were won, if there are any,
    Column("won_at", Double),  # and when
    Column("due", Boolean, nullable=False),  # whether a bot worker must find a turn
    Column("claimed_by", String(64)),  # the worker that has claimed the seat,
    Column("claim_expires_at", Double, nullable=False),  # and when another may take over
    _person(),
    Column("invitation", String(32)),  # the token of the seat's link,
    Column("invited_at", Double),  # and when it was made, until somebody has taken the seat
    Column("for_anybody", Boolean, nullable=False, server_default=false()),  # whether everybody sees that link
    Column("awaited", Boolean, nullable=False, server_default=false()),  # whether a person must choose a turn
    Column("nonce", String(64)),  # what the person has added to the dice
    Column("warn_at", Double, index=True),  # when the person hears that time is short,
    Column("warned", Integer),  # and after how many turns that was last said
    Index(None, "due", "claim_expires_at"),
    Index(None, "person", "awaited"),
    Index(None, "won_in", "points", "won_at"),
)

turns = Table(
    "turns",
    metadata,
    _match_id(),
    Column("number", Integer, primary_key=True),
    Column("text", Text, nullable=False),
    Column("took", Double),
    Column("time_left", Double),
    Column("played_at", Double, nullable=False),
    Column("clocks", JSON(none_as_null=True)),  # credit, and by seat the clocks of a simultaneous turn
)

queued_turns = Table(  # planned ahead; changing them changes no revision
    "queued_turns",
    metadata,
    _match_id(),
    Column("seat", SmallInteger, primary_key=True),
    Column("lines", JSON, nullable=False),
)

leavers = Table(  # players who left a seat, to whom the result is charged, and who took it over
    "leavers",
    metadata,
    _match_id(),
    Column("number", SmallInteger, primary_key=True),
    Column("seat", SmallInteger, nullable=False),
    Column("turns", Integer, nullable=False),  # how many turns had been played
    Column("reason", String(16), nullable=False),
    Column("name", Text, nullable=False),
    _person(index=True),
    Column("left_at", Double, nullable=False),
    Column("stand_in", Text, nullable=False),  # the name of the stand-in; empty while there is none,
    Column("replaced_at", Integer, nullable=False),  # how many turns had then been played,
    Column("replaced_by", String(32), ForeignKey("people.id")),  # and the person, unless it is a bot
)

vacations = Table(
    "vacations",
    metadata,
    _person(ondelete="CASCADE", primary_key=True),
    Column("begins_at", Double, primary_key=True),
    Column("ends_at", Double, nullable=False),
)

vacation_balances = Table(
    "vacation_balances",
    metadata,
    _person(ondelete="CASCADE", primary_key=True),
    Column("seconds", Double, nullable=False),  # what was left of it,
    Column("counted_at", Double, nullable=False),  # and when
)

heartbeat = Table(  # one row
    "heartbeat",
    metadata,
    Column("id", SmallInteger, primary_key=True),
    Column("beat_at", Double, nullable=False),  # when a server was last alive
)

passkeys = Table(
    "passkeys",
    metadata,
    Column("credential_id", Text, primary_key=True),  # in base64url
    _person(ondelete="CASCADE", nullable=False, index=True),
    Column("name", Text, nullable=False),
    Column("public_key", LargeBinary, nullable=False),
    Column("sign_count", BigInteger, nullable=False),  # 0 for ever of a passkey that is synchronised
    Column("created_at", Double, nullable=False),
    Column("used_at", Double),
)

challenges = Table(  # what a passkey must sign, once
    "challenges",
    metadata,
    Column("challenge_hash", String(64), primary_key=True),
    Column("expires_at", Double, nullable=False, index=True),
)

sign_in_codes = Table(  # of mails that were sent, and of links for another browser
    "sign_in_codes",
    metadata,
    Column("token_hash", String(64), primary_key=True),  # of the link
    Column("code_hash", String(64), nullable=False),  # of the code, which may be typed instead
    Column("email", Text, nullable=False, index=True),
    _person(ondelete="CASCADE", nullable=False, index=True),  # whom the code signs in, and whose address it confirms
    Column("further", Boolean, nullable=False, server_default=false()),  # whether the person keeps the others
    Column("expires_at", Double, nullable=False, index=True),
)

attempts = Table(  # of the last hour: what people have asked for and tried
    "attempts",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("kind", String(16), nullable=False),
    Column("who", String(64), nullable=False, index=True),  # the hash of a network or a browser, or a person
    Column("at", Double, nullable=False, index=True),
)

further_addresses = Table(  # of people who have an address; that of `people` is the first one
    "further_addresses",
    metadata,
    Column("address", Text, primary_key=True),  # confirmed, in lower case
    _person(ondelete="CASCADE", nullable=False, index=True),
    Column("added_at", Double, nullable=False),
)

account_invitations = Table(
    "account_invitations",
    metadata,
    Column("token_hash", String(64), primary_key=True),
    Column("expires_at", Double, nullable=False),
)

_WAITING = text("sent_at IS NULL AND failed_at IS NULL")

outbox = Table(  # written in the transaction that causes a message, and sent later
    "outbox",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("channel", String(16), nullable=False),  # mail
    Column("kind", String(32), nullable=False),  # from which the text is made when it is sent
    _person(ondelete="CASCADE", index=True),
    Column("address", Text, nullable=False, index=True),
    Column("data", JSON, nullable=False),
    Column("created_at", Double, nullable=False),
    Column("send_at", Double, nullable=False),  # not before this time; later after each failure
    Column("sending_at", Double),  # when the last byte was about to be sent
    Column("sent_at", Double),
    Column("failed_at", Double),  # when it was given up, or came back,
    Column("error", Text),  # and what was said, also of a failure after which it is tried again
    Column("tries", SmallInteger, nullable=False),
    Column("claimed_by", String(32), index=True),
    Column("claim_expires_at", Double, nullable=False),  # when another process may try to send it
    Index("ix_outbox_waiting", "send_at"),
)


@event.listens_for(outbox, "before_create")
def _limit_to_waiting(table: Table, connection: Connection, **_: object) -> None:
    """Limit the index to mails that wait; said with the table, it would load both dialects in every process."""
    (index,) = (one for one in table.indexes if one.name == "ix_outbox_waiting")
    index.dialect_options[connection.dialect.name]["where"] = _WAITING


inbox = Table(  # mails as they came
    "inbox",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("received_at", Double, nullable=False, index=True),
    Column("sender", Text, nullable=False),  # of the envelope
    Column("recipient", Text, nullable=False),
    Column("raw", LargeBinary, nullable=False),  # at most as much of it as is read
    Column("size", BigInteger, nullable=False),  # of the whole mail
    Column("copy_key", String(64)),  # what copies of a mail have in common
    Column("steps", JSON, nullable=False),  # what was begun, by the number of a command
    Column("tries", SmallInteger, nullable=False),
    Column("next_at", Double, nullable=False),  # not to be read before this time
    Column("claim_expires_at", Double, nullable=False),
    Column("handled_at", Double),
    Column("outcome", Text, nullable=False),
    Index(None, "copy_key", unique=True),
    Index(None, "handled_at", "next_at"),
)

watchers = Table(  # who hears by mail of the turns of a match without a seat
    "watchers",
    metadata,
    _match_id(),
    _person(ondelete="CASCADE", primary_key=True, index=True),
    Column("turns", Integer, nullable=False),  # how many turns were mailed to the person,
    Column("told_at", Double, nullable=False),  # and when
)

broadcasts = Table(  # what people mail to all
    "broadcasts",
    metadata,
    _person(ondelete="CASCADE", primary_key=True),
    Column("wanted", Boolean, nullable=False),  # whether the person wants what others mail to all
    Column("sent_at", Double, nullable=False),  # when the person last did so
)

passwords = Table(  # for mailed commands; their Argon2 hashes
    "passwords",
    metadata,
    _person(ondelete="CASCADE", primary_key=True),
    Column("hash", Text, nullable=False),
    Column("mailed_hash", Text, nullable=False),  # of a new one that was mailed, and counts as soon as it is used,
    Column("mailed_until", Double, nullable=False),  # until this time
)

password_tries = Table(
    "password_tries",
    metadata,
    Column("name_key", Text, primary_key=True),
    Column("began_at", Double, nullable=False, index=True),  # when the first of them was,
    Column("tries", Integer, nullable=False),  # and how many there were that were not right
)

pending_commands = Table(  # which an answer confirms
    "pending_commands",
    metadata,
    Column("token_hash", String(64), primary_key=True),
    Column("person", String(32), ForeignKey("people.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("line", Text, nullable=False),
    Column("expires_at", Double, nullable=False, index=True),
)

reply_addresses = Table(  # each may act for a seat in one turn
    "reply_addresses",
    metadata,
    Column("token_hash", String(64), primary_key=True),
    Column("person", String(32), ForeignKey("people.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("match_id", String(32), ForeignKey("matches.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("seat", SmallInteger, nullable=False),
    Column("turns", Integer, nullable=False),  # how many turns had been played,
    Column("takebacks", Integer, nullable=False),  # and how many times some were taken back
    Column("created_at", Double, nullable=False, index=True),
    Column("used_at", Double),
)

blocks = Table(  # whom an account keeps out
    "blocks",
    metadata,
    _person(ondelete="CASCADE", primary_key=True),
    _person("blocked", ondelete="CASCADE", primary_key=True, index=True),
    Column("created_at", Double, nullable=False),
)

match_challenges = Table(  # of one person to another; the table `challenges` is that of passkeys
    "match_challenges",
    metadata,
    Column("id", String(32), primary_key=True),
    _person("challenger", ondelete="CASCADE", nullable=False),
    _person("challenged", ondelete="CASCADE", nullable=False),
    Column("game", Text, nullable=False),
    Column("begins", String(16), nullable=False),  # challenger, challenged, random
    Column("clock", Text),
    Column("tick", Double),
    Column("position", Text),
    Column("nonce", String(64), nullable=False),  # what the challenger adds to the dice
    Column("message", Text, nullable=False),
    Column("created_at", Double, nullable=False),
    Column("state", String(16), nullable=False),  # open, agreed, accepted, declined, withdrawn, countered, cancelled
    Column("answer", Text, nullable=False),
    Column("answered_at", Double),
    Column("match_id", String(32), ForeignKey("matches.id")),
    Column("rated", Boolean, nullable=False, server_default=false()),
    Column("nag_days", SmallInteger, key="reminder_days"),
    Column("counters", String(32)),  # the id of the challenge that this one answers
    Column("computers", Boolean, nullable=False, server_default=false()),
    Column("times", Numbers, nullable=False, server_default=text("''")),  # when it may begin; empty: at once
    Column("starts_at", Double),  # the time that was agreed on
    Column("own_nonce", String(64), nullable=False, server_default=text("''")),  # what the challenged adds to the dice
    Column("due_at", Double, index=True),  # when something follows by itself
    Index(None, "challenger", "state"),
    Index(None, "challenged", "state"),
)

follows = Table(  # whose offers and finished games a person sees among their own
    "follows",
    metadata,
    _person(ondelete="CASCADE", primary_key=True),
    _person("followed", ondelete="CASCADE", primary_key=True, index=True),
    Column("created_at", Double, nullable=False),
)

person_notes = Table(  # which nobody but their writer sees
    "person_notes",
    metadata,
    _person(ondelete="CASCADE", primary_key=True),
    _person("about", ondelete="CASCADE", primary_key=True, index=True),
    Column("text", Text, nullable=False),
    Column("noted_at", Double, nullable=False),
)

talk_messages = Table(  # what is said in matches
    "talk_messages",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("match_id", String(32), ForeignKey("matches.id", ondelete="CASCADE"), key="match", nullable=False),
    Column("number", Integer, nullable=False),  # in the match, from 1
    Column("room", String(16), nullable=False),  # players, spectators
    _person(ondelete="CASCADE", nullable=False),
    Column("greeting", String(16), nullable=False),  # its word; empty for a text
    Column("text", Text, nullable=False),
    Column("turn", Integer, nullable=False),  # the lines of the record when it was said
    Column("said_at", Double, nullable=False),
    Index(None, "match", "number", unique=True),
    Index(None, "person", "said_at"),
)

talk_mutes = Table(  # the people who have muted a match
    "talk_mutes",
    metadata,
    _match_id(),
    _person(ondelete="CASCADE", primary_key=True, index=True),
    Column("muted_at", Double, nullable=False),
)

talk_read = Table(  # up to which message people have read the talk of a match
    "talk_read",
    metadata,
    _match_id(),
    _person(ondelete="CASCADE", primary_key=True, index=True),
    Column("number", Integer, nullable=False),
)

position_notes = Table(  # which nobody but their writer sees
    "position_notes",
    metadata,
    _match_id(),
    _person(ondelete="CASCADE", primary_key=True, index=True),
    Column("turn", Integer, primary_key=True, autoincrement=False),  # the lines of the record before the position
    Column("text", Text, nullable=False),
    Column("noted_at", Double, nullable=False),
)

push_subscriptions = Table(  # browsers that receive notices
    "push_subscriptions",
    metadata,
    Column("endpoint_hash", String(64), primary_key=True),
    _person(ondelete="CASCADE", nullable=False, index=True),
    Column("endpoint", Text, nullable=False),
    Column("key", Text, nullable=False),
    Column("secret", Text, nullable=False),
    Column("created_at", Double, nullable=False),
    Column(
        "session_id",
        String(64),
        ForeignKey("sessions.token_hash", ondelete="CASCADE"),
        key="session",
        nullable=False,
        index=True,
    ),
)

site_keys = Table(  # by which a site signs
    "site_keys",
    metadata,
    Column("name", String(32), primary_key=True),
    Column("value", Text, nullable=False),
)

lobby = Table(  # one row
    "lobby",
    metadata,
    Column("id", SmallInteger, primary_key=True),
    Column("revision", Integer, nullable=False),  # how many times the offers have changed
)

open_offers = Table(  # of people, to play with those who fit
    "open_offers",
    metadata,
    Column("id", String(32), primary_key=True),
    _person(ondelete="CASCADE", nullable=False, index=True),
    Column("games", Texts, nullable=False),  # specs
    Column("tempos", Texts, nullable=False),  # clocks and ticks, as text
    Column("begins", String(8), nullable=False),  # any, first, later
    Column("lowest", Integer),  # the least rating of the others,
    Column("highest", Integer),  # and the most
    Column("rated", Boolean, nullable=False),
    Column("computers", Boolean, nullable=False),  # whether programs may take part
    Column("bot", Boolean, nullable=False),  # whether a bot may play until somebody comes,
    Column("bots_fill", Boolean, nullable=False),  # and bots may take the seats that are left
    Column("again", Boolean, nullable=False),  # also with people met twice today
    Column("listed", Boolean, nullable=False),  # whether the lobby shows it, or its link alone
    Column("nonce", String(64), nullable=False),  # what the person adds to the dice
    Column("uses", SmallInteger, nullable=False),  # how many matches it may begin,
    Column("used", SmallInteger, nullable=False),  # and has begun
    Column("created_at", Double, nullable=False),
    Column("ends_at", Double, nullable=False),
    Column("seen_at", Double, nullable=False),  # when the person was last seen other than in a browser
    Column("here_until", Double, nullable=False),  # until when the person counts as being here, for live matches
    Column("ended_at", Double),  # when it was withdrawn or used up
    Column("bot_match", String(32)),  # the match with a bot that was begun beside it
    Index(None, "ended_at", "ends_at"),
)

offer_uses = Table(  # by whom matches were begun from offers
    "offer_uses",
    metadata,
    _match_id(),
    _person(ondelete="CASCADE", primary_key=True, index=True),
    Column("offer_id", String(32), key="offer", nullable=False, index=True),  # empty for who has accepted an offer
    Column("game", Text, nullable=False),
    Column("tempo", String(16), nullable=False),  # live, correspondence
    Column("waited", Double, nullable=False),  # seconds
    Column("met_at", Double, nullable=False, index=True),
)

leagues = Table(
    "leagues",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("name", Text, nullable=False),
    Column("game", Text, nullable=False),
    Column("tempo", String(32), nullable=False),  # a clock, which says whether vacations count
    Column("rated", Boolean, nullable=False),
    Column("computers", Boolean, nullable=False),  # whether programs may take part
    Column("season_days", SmallInteger, nullable=False),  # after which a season ends
    Column("seed", BigInteger, nullable=False),
    _person("organiser", ondelete="CASCADE", nullable=False, index=True),
    Column("state", String(16), nullable=False),  # open, running, over
    Column("revision", Integer, nullable=False),  # how many times it has changed
    Column("season", SmallInteger, nullable=False),  # the last one that has begun, from 1; 0 before
    Column("is_last", Boolean, nullable=False),  # whether no season follows
    Column("created_at", Double, nullable=False),
    Column("begins_at", Double, nullable=False),  # before which the next season does not begin
    Column("ended_at", Double),
    Column("due_at", Double, index=True),  # when there is something to do other than to end a season
    Column("failing_since", Double),  # since when the next season cannot begin; NULL if it can
    Index(None, "state", "begins_at"),
)

league_entries = Table(  # who plays in the next season
    "league_entries",
    metadata,
    Column("league_id", String(32), ForeignKey("leagues.id", ondelete="CASCADE"), primary_key=True),
    _person(ondelete="CASCADE", primary_key=True, index=True),
    Column("place", Integer, nullable=False),  # in the order of entry, from 0; it decides the lot
    Column("entered_at", Double, nullable=False),
    Column("stands_in", Boolean, nullable=False, server_default=false()),  # for who leaves the season that goes on
)

ladder_places = Table(  # of people on challenge ladders
    "ladder_places",
    metadata,
    Column("game", String(64), primary_key=True),
    _person(ondelete="CASCADE", primary_key=True, index=True),
    Column("place", Integer, nullable=False),  # from 1
    Column("joined_at", Double, nullable=False),
    Column("idle_at", Double, nullable=False),  # from when the person is idle unless they play before
    Column("sinks_at", Double, nullable=False, index=True),
)

ladder_log = Table(  # what has happened on challenge ladders, from which the places follow
    "ladder_log",
    metadata,
    Column("game", String(64), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),  # from 1
    Column("at", Double, nullable=False),
    Column("kind", String(16), nullable=False),
    _person(nullable=False, index=True),
    _person("other", index=True),
    Column("match_id", String(32)),
    Column("person_place", Integer, key="place"),  # after it
    Column("other_place", Integer),
)

ladder_challenges = Table(  # for places
    "ladder_challenges",
    metadata,
    Column("game", String(64), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),  # of its line in the log
    _person("challenger", ondelete="CASCADE", nullable=False, index=True),
    _person("challenged", ondelete="CASCADE", nullable=False, index=True),
    Column("made_at", Double, nullable=False),
    Column("answer_by", Double, index=True),  # null after the answer
    Column("match_id", String(32), index=True),
    Column("ended_at", Double),
    Column("outcome", String(16), nullable=False),
)

tournaments = Table(
    "tournaments",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("name", Text, nullable=False),
    Column("game", Text, nullable=False),
    Column("tempo", String(32), nullable=False),
    Column("kind", String(16), nullable=False),  # round-robin, swiss, knock-out, double-knock-out
    Column("rounds", SmallInteger, nullable=False),
    Column("games", SmallInteger, nullable=False),  # of each encounter
    Column("rated", Boolean, nullable=False),
    Column("computers", Boolean, nullable=False),  # whether programs may take part
    Column("most", SmallInteger, nullable=False),  # players
    Column("seed", BigInteger, nullable=False),
    _person("organiser", ondelete="CASCADE", nullable=False, index=True),
    Column("state", String(16), nullable=False),  # open, running, over, cancelled
    Column("revision", Integer, nullable=False),  # how many times it has changed
    Column("created_at", Double, nullable=False),
    Column("begins_at", Double, nullable=False),  # when entry ends
    Column("begun_at", Double),
    Column("ended_at", Double),
    Column("due_at", Double, index=True),  # when there is something to do other than to take results
    Column("league_id", String(32)),  # of which it is a division,
    Column("season", SmallInteger),  # in which season, from 1,
    Column("division", SmallInteger),  # and which one, from 0
    Column("ends_at", Double),  # when matches that go on are adjudicated,
    Column("warned_at", Double),  # and when their players heard that the time is near
    Column("resumes_at", Double),  # when the next round begins, in the pause before it
    Column("minutes", SmallInteger),  # for which an arena goes on,
    Column("streaks", Boolean, nullable=False, server_default=text("false")),  # whether victories in a row count more
    Column("ties", String(64), nullable=False, server_default=text("''")),  # names of tie-breaks; empty: the usual
    Column("seats", SmallInteger, nullable=False, server_default="2"),  # of its game,
    Column("fewest", SmallInteger, nullable=False, server_default="2"),  # and the fewest players of a table
    Column("rests_until", Double),  # while it is adjourned
    Column("failing_since", Double),  # since when its matches cannot begin,
    Column("reminded_at", Double),  # and when its players heard that it begins soon
    Column("exhibitor_id", String(32), key="exhibitor"),  # who plays against everybody in an exhibition,
    Column("first_turn", String(16), nullable=False, server_default=text("''")),  # who has it: exhibitor, alternates
    Column("teams", Text, nullable=False, server_default=text("''")),  # the names of two teams, a line each
    Column("opponent", String(64), nullable=False, server_default=text("''")),  # the level of a duplicate's bot
    Column("published", Boolean, nullable=False, server_default=false()),  # elsewhere, and played again here
    Column("by_site", Boolean, nullable=False, server_default=false()),  # made by the site itself, with bots to fill in
    Column("pairing", SmallInteger, nullable=False, server_default="1"),  # the version of how it is paired
    Index(None, "state", "begins_at"),
    Index(None, "league_id", "season", "division", unique=True),
)

tournament_news = Table(  # what organisers have announced and decided
    "tournament_news",
    metadata,
    Column("tournament_id", String(32), ForeignKey("tournaments.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),  # from 1
    Column("at", Double, nullable=False),
    Column("kind", String(16), nullable=False),
    _person(ondelete="CASCADE", nullable=False, index=True),
    _person("about", ondelete="CASCADE", index=True),
    Column("text", Text, nullable=False),
    Column("until", Double),  # the end of an adjournment
)

tournament_waiting = Table(  # who would play for somebody who leaves a tournament
    "tournament_waiting",
    metadata,
    Column("tournament_id", String(32), ForeignKey("tournaments.id", ondelete="CASCADE"), primary_key=True),
    _person(ondelete="CASCADE", primary_key=True, index=True),
    Column("at", Double, nullable=False),
    Column("for_id", String(32), key="asked"),  # for whom the organiser asks them to play, if they have not offered it
    Column("reason", Text),  # which the organiser has written
    Column("declined_at", Double),
)

tournament_entries = Table(
    "tournament_entries",
    metadata,
    Column("tournament_id", String(32), ForeignKey("tournaments.id", ondelete="CASCADE"), primary_key=True),
    Column("player_id", String(64), primary_key=True),  # the id of a person, or of a bot of the site
    _person(ondelete="CASCADE", index=True),  # none for a bot,
    Column("bot", Text),  # which has a spec
    Column("bot_name", Text),  # and a name
    Column("place", SmallInteger, nullable=False),  # in the order of entry, from 0; it decides the lot
    Column("number", SmallInteger),  # the seed number, from 0, once it has begun
    Column("rating", Integer),  # when it began
    Column("entered_at", Double, nullable=False),
    Column("left_at", Double),
    Column("former_id", String(32), key="former"),  # for whom they stand in, if they do
    Column("former_left", Double),  # when that one left, if they had left before
    Column("team", SmallInteger),  # 0 or 1, in a team match
    Column("bye_round", SmallInteger),  # the round, from 0, in which they do not play, as they have asked
)

tournament_boards = Table(  # the games of a tournament that has begun, and its byes
    "tournament_boards",
    metadata,
    Column("tournament_id", String(32), ForeignKey("tournaments.id", ondelete="CASCADE"), primary_key=True),
    Column("wave", SmallInteger, primary_key=True),
    Column("board", SmallInteger, primary_key=True),
    Column("round", SmallInteger, nullable=False),
    Column("encounter", SmallInteger, nullable=False),
    Column("first", SmallInteger, nullable=False),  # the seed number of who has the first turn, or the bye
    Column("second", SmallInteger),
    Column("section", String(8), nullable=False, server_default=text("''")),  # of the bracket: winners, losers, final
    Column("match_id", String(32), ForeignKey("matches.id", ondelete="SET NULL")),
    Column("first_points", Double),
    Column("second_points", Double),
    Column("how", String(16), nullable=False),  # played, bye, half-bye, forfeit, annulled, adjudicated, corrected
    Column("first_seconds", Double),  # which the turns of the first player took,
    Column("first_turns", Integer),  # and how many they were
    Column("second_seconds", Double),
    Column("second_turns", Integer),
    Column("third", SmallInteger),  # in games of three and four seats
    Column("third_points", Double),
    Column("third_seconds", Double),
    Column("third_turns", Integer),
    Column("fourth", SmallInteger),
    Column("fourth_points", Double),
    Column("fourth_seconds", Double),
    Column("fourth_turns", Integer),
    Column("judged_turns", Integer),  # of its match at the end of the season, if it went on then,
    Column("known", SmallInteger),  # the first wave of an arena that was paired after its result was known
    Column("before", Text),  # results by which waves were paired until the organiser corrected them; JSON
    Column("judge_until", Double),  # until when a process judges it,
    Column("judge_tries", SmallInteger),  # how often one has begun to,
    Column("verdict", Text),  # and how the verdict was found
    Index(None, "match_id", unique=True),
    Index(None, "how"),
)

challenge_addresses = Table(  # an answer to which accepts or declines a challenge
    "challenge_addresses",
    metadata,
    Column("token_hash", String(64), primary_key=True),
    Column(
        "challenge_id", String(32), ForeignKey("match_challenges.id", ondelete="CASCADE"), nullable=False, index=True
    ),
)

rating_changes = Table(  # what a rated match has changed; they can all be computed again
    "rating_changes",
    metadata,
    _match_id(),
    _person(primary_key=True),
    Column("game", Text, nullable=False),
    Column("tempo", String(16), nullable=False),  # live, correspondence
    Column("rated_at", Double, nullable=False),
    Column("score", Double, nullable=False),
    Column("mean_before", Double),
    Column("deviation_before", Double),
    Column("mean", Double, nullable=False),
    Column("deviation", Double, nullable=False),
    Index(None, "person", "game", "tempo", "rated_at"),
    Index(None, "game", "tempo"),
    Index(None, "rated_at"),
)

rating_model = Table(  # one row
    "rating_model",
    metadata,
    Column("id", SmallInteger, primary_key=True),
    Column("number", Integer, nullable=False),  # of the way in which all ratings were computed
)

acts = Table(  # of administrators, and of people to others; rows are never changed, and refer to none that may go
    "acts",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("at", Double, nullable=False, index=True),
    Column("actor", Text, nullable=False),  # the id of a person, or "command line"
    Column("act", Text, nullable=False),
    Column("subject", Text, nullable=False),  # the id of a person or a match; empty where there is none
    Column("detail", Text, nullable=False),
)

_REFUSAL = "the log of acts can only be added to"
_PROTECTION = {
    "sqlite": [
        f"CREATE TRIGGER acts_{change.lower()} BEFORE {change} ON acts BEGIN SELECT RAISE(ABORT, '{_REFUSAL}'); END"
        for change in ("UPDATE", "DELETE")
    ],
    "postgresql": [
        f"""CREATE FUNCTION refuse_to_change_acts() RETURNS trigger LANGUAGE plpgsql AS
            $$ BEGIN RAISE EXCEPTION '{_REFUSAL}'; END $$""",
        """CREATE TRIGGER acts_change BEFORE UPDATE OR DELETE ON acts
            FOR EACH STATEMENT EXECUTE FUNCTION refuse_to_change_acts()""",
    ],
}


@event.listens_for(acts, "after_create")
def _protect_acts(_table: Table, connection: Connection, **_: object) -> None:
    """Let the database itself refuse to change or delete rows of the log."""
    for statement in _PROTECTION[connection.dialect.name]:
        connection.exec_driver_sql(statement)


reports = Table(  # of what people have done, for moderators
    "reports",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("kind", String(16), nullable=False),
    _person("reporter", ondelete="SET NULL", index=True),
    _person(ondelete="CASCADE", nullable=False, index=True),  # about whom
    Column("match_id", String(32), ForeignKey("matches.id", ondelete="SET NULL"), key="match", index=True),
    Column("text", Text, nullable=False),
    Column("message", Text),  # of a talk, as it was
    Column("created_at", Double, nullable=False),
    Column("state", String(16), nullable=False),  # open, upheld, dismissed
    Column("decided_at", Double),
    Column("decided_by", String(32)),  # the id of a person, as in the log
    Index(None, "state", "created_at"),
)

sanctions = Table(  # what moderators have decided
    "sanctions",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("kind", String(16), nullable=False),  # warn, mute, bar, suspend, rename; void, remove
    _person(ondelete="CASCADE", index=True),  # about whom, or
    Column(
        "match_id", String(32), ForeignKey("matches.id", ondelete="CASCADE"), key="match", index=True
    ),  # which match
    Column("reason", String(16), nullable=False),
    Column("words", Text, nullable=False),
    Column("report_id", String(32), ForeignKey("reports.id", ondelete="SET NULL"), key="report", index=True),
    Column("decided_by", String(32)),  # the id of a person, as in the log
    Column("created_at", Double, nullable=False, index=True),
    Column("ends_at", Double),
    Column("undone_at", Double),
    Column("undone_by", String(32)),
    Column("undone_words", Text, nullable=False),
    Column("former_name", Text),  # that was taken down,
    Column("name_key", Text, index=True),  # what names that look like it have in common,
    Column("was_private", Boolean),  # and whether a match was in no list before
)

abandonments = Table(  # of the last months: people whose time ran out in a match
    "abandonments",
    metadata,
    _match_id(),
    _person(ondelete="CASCADE", primary_key=True),
    Column("at", Double, nullable=False, index=True),
    Column("turns", Integer, nullable=False),  # how many the person had made
    Index(None, "person", "at"),
)

seen_findings = Table(  # of what the site has noticed: what moderators have looked at
    "seen_findings",
    metadata,
    Column("finding", String(80), primary_key=True),
    Column("size", Integer, nullable=False),  # how many matches it then had
    Column("seen_at", Double, nullable=False),
)

analyses = Table(  # of matches, which bots make in the background
    "analyses",
    metadata,
    _match_id(),
    Column("played", Integer, primary_key=True),  # the lines before the turn of a hint; below 0 for a review
    _person(ondelete="SET NULL", index=True),  # who asked for it,
    Column("origin", String(32), index=True),  # and a keyed hash of their network
    Column("asked_at", Double, nullable=False),
    Column("claimed_by", String(64)),  # the worker that makes it,
    Column("claim_expires_at", Double, nullable=False),  # and when another may
    Column("tries", SmallInteger, nullable=False),
    Column("made_at", Double, index=True),  # when it was made, or given up
    Column("content", JSON(none_as_null=True)),  # what bots have to say; none if they failed
)

position_searches = Table(  # what bots say of positions on the board to analyse on
    "position_searches",
    metadata,
    Column("id", String(64), primary_key=True),  # a digest of the game, the position and the level
    Column("game", Text, nullable=False),
    Column("position", Text, nullable=False),
    Column("level", String(16), nullable=False, server_default=text("''")),  # of the bot; empty for the strongest
    _person(ondelete="SET NULL", index=True),  # who asked for it,
    Column("origin", String(32), index=True),  # and a keyed hash of their network
    Column("asked_at", Double, nullable=False, index=True),
    Column("claim_expires_at", Double, nullable=False),
    Column("tries", SmallInteger, nullable=False),
    Column("lapses_at", Double),  # after which nobody waits for what a page has asked by itself
    Column("made_at", Double, index=True),  # when it was made, or given up
    Column("content", JSON(none_as_null=True)),  # what the bot says; none if it failed
)

book_turns = Table(  # what was played from positions, in matches that are over and on the ladder
    "book_turns",
    metadata,
    Column("id", String(64), primary_key=True),  # a digest of the position, the turn and the players
    Column("position", String(32), nullable=False),  # a digest of the game and the position
    Column("turn", Text, nullable=False),
    Column("players", String(8), nullable=False),  # people, bots, mixed
    Column("games", Integer, nullable=False),
    Column("points", JSON, nullable=False),  # the sums of what each seat got, as parts of the range of payoffs
    Column("last_at", Double, nullable=False),
    Index("ix_book_turns_position", "position", "games"),
)

book_progress = Table(  # up to where the matches are counted in the book
    "book_progress",
    metadata,
    Column("source", String(64), primary_key=True),  # matches, or the ladder of a game
    Column("cursor", String(64), nullable=False),
)

studies = Table(  # games with variations that people keep
    "studies",
    metadata,
    Column("id", String(32), primary_key=True),
    _person(ondelete="CASCADE", nullable=False, index=True),  # whose it is
    Column("title", Text, nullable=False),
    Column("game", Text, nullable=False),
    Column("shown", String(8), nullable=False),  # private, link, public
    Column("match_id", String(16), key="match", nullable=False, server_default=text("''")),  # of which all is their own
    Column("text", Text, nullable=False),  # the record with its variations
    Column("revision", Integer, nullable=False),
    Column("made_at", Double, nullable=False),
    Column("changed_at", Double, nullable=False, index=True),
)

puzzle_attempts = Table(  # the first answer of each account to each puzzle, which alone counts
    "puzzle_attempts",
    metadata,
    _person(ondelete="CASCADE", primary_key=True),
    Column("puzzle", String(24), primary_key=True),  # a digest of the game and the position
    Column("game", Text, nullable=False),
    Column("is_right", Boolean, nullable=False),
    Column("at", Double, nullable=False),
    Column("solved_at", Double),  # when a right answer came, perhaps later
    Column("shown", Boolean, nullable=False),  # whether the answer was looked up before that
)

puzzle_duels = Table(  # how far they were played by people whose first answer is still to come
    "puzzle_duels",
    metadata,
    _person(ondelete="CASCADE", primary_key=True),
    Column("puzzle", String(24), primary_key=True),
    Column("actions", Text, nullable=False),  # numbers with commas, one for each turn
)

puzzle_days = Table(  # on which a person has solved a puzzle of the day
    "puzzle_days",
    metadata,
    _person(ondelete="CASCADE", primary_key=True),
    Column("day", Integer, primary_key=True),  # since 1970, in the person's time zone
)

puzzle_solvers = Table(  # what is believed of people by the puzzles that they have tried
    "puzzle_solvers",
    metadata,
    _person(ondelete="CASCADE", primary_key=True),
    Column("game", String(64), primary_key=True),
    Column("strength", Double, nullable=False),
    Column("error", Double, nullable=False),
    Column("tried", Integer, nullable=False),
    Column("solved", Integer, nullable=False),
)

puzzle_ratings = Table(  # what is believed of puzzles by the people who have tried them
    "puzzle_ratings",
    metadata,
    Column("puzzle", String(24), primary_key=True),
    Column("strength", Double, nullable=False),
    Column("error", Double, nullable=False),
    Column("tried", Integer, nullable=False),
    Column("solved", Integer, nullable=False),
)

puzzle_runs = Table(  # against the clock
    "puzzle_runs",
    metadata,
    Column("id", String(32), primary_key=True),
    _person(ondelete="CASCADE", nullable=False, index=True),
    Column("game", String(64), nullable=False),
    Column("seed", BigInteger, nullable=False),  # from which the order of the puzzles follows
    Column("started_at", Double, nullable=False),
    Column("solved", SmallInteger, nullable=False),
    Column("mistakes", SmallInteger, nullable=False),
    Column("missed", JSON(none_as_null=True)),  # of each mistake the place in the order, and the answer
    Column("ended_at", Double),
    Column("revision", Integer, nullable=False),
    Index(None, "game", "started_at"),
)

puzzle_mails = Table(  # who gets the puzzle of the day of a game
    "puzzle_mails",
    metadata,
    _person(ondelete="CASCADE", primary_key=True),
    Column("game", String(64), primary_key=True),
    Column("by_mail", Boolean, nullable=False),
    Column("by_push", Boolean, nullable=False),
    Column("next_at", Double, nullable=False, index=True),
)

puzzle_replies = Table(  # the addresses that take the answer to a mailed puzzle
    "puzzle_replies",
    metadata,
    Column("token_hash", String(64), primary_key=True),
    _person(ondelete="CASCADE", nullable=False, index=True),
    Column("game", String(64), nullable=False),
    Column("puzzle", String(24), nullable=False),
    Column("made_at", Double, nullable=False, index=True),
)

workshop_bots = Table(  # scripts that people write for a game
    "workshop_bots",
    metadata,
    Column("id", String(32), primary_key=True),
    _person(ondelete="CASCADE", nullable=False, index=True),  # the author
    Column("game", Text, nullable=False),
    Column("name", Text, nullable=False),
    Column("shown", Boolean, nullable=False),  # whether others may read it,
    Column("may_copy", Boolean, nullable=False),  # and copy it
    Column("created_at", Double, nullable=False),
    Column("published", Integer, nullable=True),  # the number of the version that plays on the site
    Column("rests_until", Double, nullable=False),  # it failed too often
    Column("notified_at", Double, nullable=False, server_default="0"),  # when its author last got a notice of a failure
    Index(None, "game", "published"),
)

modules = Table(  # WebAssembly programs that people have uploaded, each stored once
    "modules",
    metadata,
    Column("digest", String(64), primary_key=True),  # SHA-256
    Column("size", Integer, nullable=False),
    Column("content", LargeBinary, nullable=False),
)

workshop_versions = Table(  # which are never changed
    "workshop_versions",
    metadata,
    Column("bot_id", String(32), ForeignKey("workshop_bots.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("source", Text, nullable=False),  # of a script; empty if it is a
    Column("module", String(64), ForeignKey("modules.digest"), nullable=True, index=True),
    Column("created_at", Double, nullable=False),
    Column("tested_at", Double),  # when it finished its test, a match on every seat
)

dice_due = Table(  # matches that are over, whose throws are not counted yet
    "dice_due",
    metadata,
    Column("match_id", String(32), ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
)

dice_throws = Table(  # what people have thrown in matches that are over
    "dice_throws",
    metadata,
    _person(ondelete="CASCADE", primary_key=True),
    Column("game", String(64), primary_key=True),
    Column("sides", Integer, primary_key=True, autoincrement=False),  # the outcomes that the throw could have
    Column("outcome", String(200), primary_key=True),
    Column("thrown", Integer, nullable=False),  # how often it came up,
    Column("expected", Double, nullable=False),  # and how often it was to be expected
)

losses = Table(  # what people have given away by exact values, in matches that are over
    "losses",
    metadata,
    _person(ondelete="CASCADE", primary_key=True),
    Column("game", String(64), primary_key=True),
    Column("turns", Integer, nullable=False),  # the turns whose loss is known,
    Column("lost", Double, nullable=False),  # the sum of their losses,
    Column("squares", Double, nullable=False),  # and of the squares of these
    Column("rolls", Integer, nullable=False),  # the rolls whose luck is known,
    Column("luck", Double, nullable=False),  # and its sum
)

trials = Table(  # matches of the workshop, which a worker plays
    "trials",
    metadata,
    Column("id", String(32), primary_key=True),
    _person(ondelete="CASCADE", nullable=False, index=True),  # who asked for it,
    Column("origin", String(32), index=True),  # and a keyed hash of their network
    Column("game", Text, nullable=False),
    Column("kind", String(8), nullable=False),  # try, test, compare
    Column("bot_id", String(32), ForeignKey("workshop_bots.id", ondelete="CASCADE"), index=True),
    Column("version", Integer),
    Column("job", JSON, nullable=False),  # what is played
    Column("asked_at", Double, nullable=False),
    Column("claimed_by", String(64)),  # the worker that plays it,
    Column("claim_expires_at", Double, nullable=False),  # and when another may
    Column("tries", SmallInteger, nullable=False),
    Column("made_at", Double, index=True),  # when it was played, or given up
    Column("content", JSON(none_as_null=True)),  # what happened
)

ladder_players = Table(  # versions of published bots, and our own levels, on the ladder of a game
    "ladder_players",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=False),
    Column("game", Text, nullable=False),
    Column("level", Text, nullable=False),  # empty for a bot of a person
    Column("spec", Text, nullable=False),  # of the level, or the id and version of the bot
    Column("name", Text, nullable=False),
    Column("bot_id", String(32), ForeignKey("workshop_bots.id", ondelete="SET NULL"), index=True),
    Column("version", Integer),
    Column("entered_at", Double, nullable=False),
    Column("mean", Double, nullable=False),  # what is believed of its strength
    Column("deviation", Double, nullable=False),
    Column("games", Integer, nullable=False),
    Column("won", Integer, nullable=False),
    Column("drawn", Integer, nullable=False),
    Column("lost", Integer, nullable=False),
    Column("failed", SmallInteger, nullable=False),  # matches in a row
    Column("rests_until", Double, nullable=False),  # of a level that failed; that of a bot is in workshop_bots
    Index(None, "game", "level", "spec", unique=True),
)

ladder_matches = Table(  # two with the same dice are a pairing
    "ladder_matches",
    metadata,
    Column("game", Text, primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("first_id", Integer, ForeignKey("ladder_players.id"), key="first", nullable=False, index=True),
    Column("second_id", Integer, ForeignKey("ladder_players.id"), key="second", nullable=False, index=True),
    Column("seed", BigInteger, nullable=False),
    Column("planned_at", Double, nullable=False),
    Column("claimed_by", String(64)),  # the worker that plays it,
    Column("claim_expires_at", Double, nullable=False),  # and when another may
    Column("tries", SmallInteger, nullable=False),
    Column("played_at", Double, index=True),  # when it was played, or given up
    Column("rated", Integer),  # its place among the rated matches of the game; NULL if it does not count
    Column("score", Double),  # of the first player
    Column("first_mean", Double),  # what is believed of both after it
    Column("first_deviation", Double),
    Column("second_mean", Double),
    Column("second_deviation", Double),
    Column("ending", Text, nullable=False),
    Column("failed_seat", SmallInteger),
    Column("by_machine", Boolean, nullable=False),  # a limit of time, or a process that died, has ended it
    Column("made_by", Text, nullable=False),  # the version of the software
    Column("record", Text, nullable=False),
    Column("known", Integer, nullable=False, server_default="0"),  # how many were rated when it was planned,
    Column("among", Text, nullable=False, server_default=text("''")),  # and of a first one who could play then
    Index(None, "game", "rated"),
    Index(None, "game", "known"),
)

notices = Table(  # written in the transaction that causes a notice
    "notices",
    metadata,
    Column("id", String(32), primary_key=True),
    _person(ondelete="CASCADE", nullable=False),
    Column("kind", String(16), nullable=False),
    Column("path", Text, nullable=False),  # the page of the site to which it leads
    Column("match_id", String(32), ForeignKey("matches.id", ondelete="CASCADE"), key="match", index=True),
    Column("turns", Integer, nullable=False),  # after how many turns of the match
    _person("by", ondelete="CASCADE", index=True),  # who has caused it
    Column("data", JSON, nullable=False),  # from which the text is made
    Column("created_at", Double, nullable=False),
    Column("read_at", Double),  # when the person saw it, or it did not matter any more
    Column("mail_at", Double, index=True),  # when a mail is due; NULL when it needs none any more
    Column("mailed_at", Double),
    Index(None, "person", "read_at"),
)

notice_settings = Table(
    "notice_settings",
    metadata,
    _person(ondelete="CASCADE", primary_key=True),
    Column("mail", String(8), nullable=False),  # at once, daily or never
    Column("quiet_from", SmallInteger),  # the hours of the day at which quiet hours begin
    Column("quiet_to", SmallInteger),  # and end
    Column("zone", Text, nullable=False),
    Column("nag_days", SmallInteger, key="reminder_days", nullable=False),  # idle days until a reminder; 0 for none
    Column("token", String(32), nullable=False),  # of the page that ends mail without signing in
    Index(None, "token", unique=True),
)

refusing_addresses = Table(
    "refusing_addresses",
    metadata,
    Column("address", Text, primary_key=True),
    Column("since", Double, nullable=False),
    Column("reason", Text, nullable=False),  # what the mail server said
)

presences = Table(  # when people came to the pages of the site and left them, while they play with live clocks
    "presences",
    metadata,
    _person(ondelete="CASCADE", primary_key=True),
    Column("came_at", Double, nullable=False),  # when a page of theirs connected last
    Column("left_at", Double),  # when their last page was closed; NULL while they are there, or nobody knows
)

solved_lessons = Table(  # the lessons of games that people have solved
    "solved_lessons",
    metadata,
    _person(ondelete="CASCADE", primary_key=True),
    Column("game", String(64), primary_key=True),  # its name
    Column("title", String(80), primary_key=True),  # of the lesson, which stays when others are put before it
    Column("solved_at", Double, nullable=False),
)
