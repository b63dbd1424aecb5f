"""Version 0.2: people, accounts, mail, notices, challenges, ratings, and the standard names of columns and options.

Size: a list of all the tables that are new in it.
"""

import re
from typing import Any

import sqlalchemy as sa
from alembic import op
from sqlalchemy import JSON, BigInteger, Boolean, Double, Index, Integer, LargeBinary, SmallInteger, String, Table, Text

revision = "0028"
down_revision = "0003"

_RENAMED = {
    "matches": {
        "settled": "answerable_since",
        "created": "created_at",
        "updated": "updated_at",
        "began": "turn_started_at",
    },
    "seats": {"claimed_until": "claim_expires_at"},
    "turns": {"played": "played_at"},
}
_BOTS = {
    r"\bplayouts=": "simulations=",
    r"\bevaluate=usual\b": "evaluate=default",
    r"\bevaluate=playout\b": "evaluate=rollout",
}
_FORMER_INDICES = {
    "matches": ["updated"],
    "seats": ["due_claimed_until", "points"],
}
_INDICES = {
    "matches": ["updated_at", "host_id", "origin", "rated_at"],
    "seats": ["due claim_expires_at", "warn_at", "person_id awaited", "won_in points won_at"],
}
_REFUSAL = "the log of acts can only be added to"
_WAITING = sa.text("sent_at IS NULL AND failed_at IS NULL")

_new = sa.MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)


def _column(name: str, kind: Any, *more: Any, **options: Any) -> sa.Column[Any]:  # Any: as of `Column`
    return sa.Column(name, kind, *more, **{"nullable": False, **options})


def _to(table: str, name: str, *, ondelete: str | None = "CASCADE", **options: Any) -> sa.Column[Any]:  # Any: as above
    return _column(name, String(32), sa.ForeignKey(f"{table}.id", ondelete=ondelete), **options)


def _flag(name: str) -> sa.Column[Any]:  # Any: as above
    return _column(name, Boolean, server_default=sa.false())


def upgrade() -> None:
    """Rename the columns of times and the options of bots, create the new tables, and add the columns."""
    _rename_columns()
    _rename_options()
    connection = op.get_bind()
    _new.create_all(connection)  # but for the matches, which are there
    for table, columns in _columns().items():
        for column in columns:
            op.add_column(table, column, inline_references=True)
    _fill()
    for table, names in _INDICES.items():
        for name in names:
            op.create_index(op.f(f"ix_{table}_{name.replace(' ', '_')}"), table, name.split())
    op.create_index(op.f("ix_matches_number"), "matches", ["number"], unique=True)
    if connection.dialect.name == "postgresql":
        op.execute(sa.schema.CreateSequence(sa.Sequence("match_numbers")))
        op.execute("SELECT setval('match_numbers', count(*) + 1, false) FROM matches")
    _protect_acts()


def _rename_columns() -> None:
    for table, names in _FORMER_INDICES.items():
        for name in names:
            op.drop_index(op.f(f"ix_{table}_{name}"), table)
    for table, renamed in _RENAMED.items():
        for old, new in renamed.items():
            # not in a batch: on SQLite that drops the old table, and with it all rows that refer to it
            op.execute(f"ALTER TABLE {table} RENAME COLUMN {old} TO {new}")


def _rename_options() -> None:
    seats = sa.table("seats", sa.column("kind", String()), sa.column("name", Text()))
    bots = sa.select(seats.c.name).distinct().where(seats.c.kind == "bot", seats.c.name.contains("="))
    connection = op.get_bind()
    for name in connection.execute(bots).scalars().all():
        renamed = name
        for old, new in _BOTS.items():
            renamed = re.sub(old, new, renamed)
        if renamed != name:
            ours = sa.and_(seats.c.kind == "bot", seats.c.name == name)
            connection.execute(seats.update().where(ours).values(name=renamed))


def _fill() -> None:
    """Let running clocks go on from when their turn began, and number the matches in the order of their creation."""
    op.execute(
        "UPDATE matches SET clock_started_at = turn_started_at WHERE ending = '' AND turn_started_at <= updated_at"
    )
    op.execute(
        "UPDATE seats SET won_in = (SELECT game FROM matches WHERE matches.id = seats.match_id),"
        " won_at = (SELECT updated_at FROM matches WHERE matches.id = seats.match_id) WHERE points > 0"
    )
    op.execute(
        "UPDATE matches SET number = ranked.number"
        " FROM (SELECT id, row_number() OVER (ORDER BY created_at, id) AS number FROM matches) AS ranked"
        " WHERE ranked.id = matches.id"
    )


def _protect_acts() -> None:
    """Let the database itself refuse to change or delete rows of the log."""
    if op.get_bind().dialect.name == "sqlite":
        for change in ("UPDATE", "DELETE"):
            op.execute(
                f"CREATE TRIGGER acts_{change.lower()} BEFORE {change} ON acts "
                f"BEGIN SELECT RAISE(ABORT, '{_REFUSAL}'); END"
            )
        return
    op.execute(
        "CREATE FUNCTION refuse_to_change_acts() RETURNS trigger LANGUAGE plpgsql AS "
        f"$$ BEGIN RAISE EXCEPTION '{_REFUSAL}'; END $$"
    )
    op.execute(
        "CREATE TRIGGER acts_change BEFORE UPDATE OR DELETE ON acts "
        "FOR EACH STATEMENT EXECUTE FUNCTION refuse_to_change_acts()"
    )


def _columns() -> dict[str, list[sa.Column[Any]]]:  # Any: as above
    """Return the columns that are added; matches of before have no host, no secret, and no people on their seats."""
    json = JSON(none_as_null=True)
    return {
        "matches": [
            _column("number", Integer, nullable=True), _column("clock_started_at", Double, nullable=True),
            _column("paused", Double, server_default="0"), _column("turn_clock", json, nullable=True),
            _to("people", "host_id", ondelete=None, nullable=True), _column("secret", String(64), nullable=True),
            _column("takebacks", json, nullable=True), _column("hints", json, nullable=True),
            _column("rematch", String(32), nullable=True), _column("origin", String(32), nullable=True),
            _flag("planned"), _flag("private"), _flag("rated"), _column("rated_at", Double, nullable=True),
            _column("nag_days", SmallInteger, nullable=True),
        ],
        "seats": [
            _column("won_in", Text, nullable=True), _column("won_at", Double, nullable=True),
            _to("people", "person_id", ondelete=None, nullable=True), _column("invitation", String(32), nullable=True),
            _column("invited_at", Double, nullable=True), _flag("awaited"),
            _column("nonce", String(64), nullable=True), _column("warn_at", Double, nullable=True),
            _column("warned", Integer, nullable=True),
        ],
        "turns": [_column("clocks", json, nullable=True)],
    }  # fmt: skip


Table("matches", _new, _column("id", String(32), primary_key=True))  # to which others refer
Table(
    "account_invitations", _new,
    _column("token_hash", String(64), primary_key=True), _column("expires_at", Double),
)  # fmt: skip
Table(
    "acts", _new,
    _column("id", String(32), primary_key=True), _column("at", Double, index=True), _column("actor", Text),
    _column("act", Text), _column("subject", Text), _column("detail", Text),
)  # fmt: skip
Table(
    "challenges", _new,
    _column("challenge_hash", String(64), primary_key=True), _column("expires_at", Double, index=True),
)  # fmt: skip
Table(
    "heartbeat", _new,
    _column("id", SmallInteger, primary_key=True), _column("beat_at", Double),
)  # fmt: skip
Table(
    "inbox", _new,
    _column("id", String(32), primary_key=True), _column("received_at", Double, index=True), _column("sender", Text),
    _column("recipient", Text), _column("raw", LargeBinary), _column("size", BigInteger),
    _column("copy_key", String(64), nullable=True), _column("steps", JSON), _column("tries", SmallInteger),
    _column("next_at", Double), _column("claimed_by", String(32), nullable=True, index=True),
    _column("claim_expires_at", Double), _column("handled_at", Double, nullable=True), _column("outcome", Text),
    Index(None, "copy_key", unique=True), Index(None, "handled_at", "next_at"),
)  # fmt: skip
Table(
    "password_tries", _new,
    _column("name_key", Text, primary_key=True), _column("began_at", Double, index=True), _column("tries", Integer),
)  # fmt: skip
Table(
    "people", _new,
    _column("id", String(32), primary_key=True), _column("name", Text), _column("named", Boolean),
    _column("created_at", Double), _column("account_since", Double, nullable=True),
    _column("name_key", Text, nullable=True), _column("email", Text, nullable=True), _flag("invited"),
    _flag("administrator"), _column("closed_at", Double, nullable=True),
    _column("challenges", String(16), server_default="start"), Index(None, "email", unique=True),
    Index(None, "name_key", unique=True),
)  # fmt: skip
Table(
    "refusing_addresses", _new,
    _column("address", Text, primary_key=True), _column("since", Double), _column("reason", Text),
)  # fmt: skip
Table(
    "blocks", _new,
    _to("people", "person_id", primary_key=True), _to("people", "blocked_id", primary_key=True, index=True),
    _column("created_at", Double),
)  # fmt: skip
Table(
    "broadcasts", _new,
    _to("people", "person_id", primary_key=True), _column("wanted", Boolean), _column("sent_at", Double),
)  # fmt: skip
Table(
    "further_addresses", _new,
    _column("address", Text, primary_key=True), _to("people", "person_id", index=True), _column("added_at", Double),
)  # fmt: skip
Table(
    "notice_settings", _new,
    _to("people", "person_id", primary_key=True), _column("mail", String(8)),
    _column("quiet_from", SmallInteger, nullable=True), _column("quiet_to", SmallInteger, nullable=True),
    _column("zone", Text), _column("nag_days", SmallInteger), _column("token", String(32)),
    Index(None, "token", unique=True),
)  # fmt: skip
Table(
    "outbox", _new,
    _column("id", String(32), primary_key=True), _column("channel", String(16)), _column("kind", String(32)),
    _to("people", "person_id", nullable=True, index=True), _column("address", Text, index=True), _column("data", JSON),
    _column("created_at", Double), _column("send_at", Double), _column("sending_at", Double, nullable=True),
    _column("sent_at", Double, nullable=True), _column("failed_at", Double, nullable=True),
    _column("error", Text, nullable=True), _column("tries", SmallInteger),
    _column("claimed_by", String(32), nullable=True, index=True), _column("claim_expires_at", Double),
    Index("ix_outbox_waiting", "send_at", sqlite_where=_WAITING, postgresql_where=_WAITING),
)  # fmt: skip
Table(
    "passkeys", _new,
    _column("credential_id", Text, primary_key=True), _to("people", "person_id", index=True), _column("name", Text),
    _column("public_key", LargeBinary), _column("sign_count", BigInteger), _column("created_at", Double),
    _column("used_at", Double, nullable=True),
)  # fmt: skip
Table(
    "passwords", _new,
    _to("people", "person_id", primary_key=True), _column("hash", Text), _column("mailed_hash", Text),
    _column("mailed_until", Double),
)  # fmt: skip
Table(
    "pending_commands", _new,
    _column("token_hash", String(64), primary_key=True), _to("people", "person", index=True), _column("line", Text),
    _column("expires_at", Double, index=True),
)  # fmt: skip
Table(
    "sessions", _new,
    _column("token_hash", String(64), primary_key=True), _to("people", "person_id", index=True),
    _column("browser", Text), _column("created_at", Double), _column("seen_at", Double),
)  # fmt: skip
Table(
    "sign_in_codes", _new,
    _column("token_hash", String(64), primary_key=True), _column("code_hash", String(64)),
    _column("email", Text, index=True), _to("people", "person_id", index=True), _flag("further"),
    _column("tries", SmallInteger), _column("expires_at", Double, index=True),
)  # fmt: skip
Table(
    "vacation_balances", _new,
    _to("people", "person_id", primary_key=True), _column("seconds", Double), _column("counted_at", Double),
)  # fmt: skip
Table(
    "vacations", _new,
    _to("people", "person_id", primary_key=True), _column("begins_at", Double, primary_key=True),
    _column("ends_at", Double),
)  # fmt: skip
Table(
    "analyses", _new,
    _to("matches", "match_id", primary_key=True), _column("played", Integer, primary_key=True),
    _to("people", "person_id", ondelete="SET NULL", nullable=True, index=True),
    _column("origin", String(32), nullable=True, index=True), _column("asked_at", Double),
    _column("claimed_by", String(64), nullable=True), _column("claim_expires_at", Double),
    _column("tries", SmallInteger), _column("made_at", Double, nullable=True, index=True),
    _column("content", JSON(none_as_null=True), nullable=True),
)  # fmt: skip
Table(
    "leavers", _new,
    _to("matches", "match_id", primary_key=True), _column("number", SmallInteger, primary_key=True),
    _column("seat", SmallInteger), _column("turns", Integer), _column("reason", String(16)), _column("name", Text),
    _to("people", "person_id", ondelete=None, nullable=True, index=True), _column("left_at", Double),
    _column("stand_in", Text), _column("replaced_at", Integer),
    _to("people", "replaced_by", ondelete=None, nullable=True),
)  # fmt: skip
Table(
    "match_challenges", _new,
    _column("id", String(32), primary_key=True), _to("people", "challenger_id"), _to("people", "challenged_id"),
    _column("game", Text), _column("begins", String(16)), _column("clock", Text, nullable=True),
    _column("tick", Double, nullable=True), _column("position", Text, nullable=True), _column("nonce", String(64)),
    _column("message", Text), _column("created_at", Double), _column("state", String(16)), _column("answer", Text),
    _column("answered_at", Double, nullable=True), _to("matches", "match_id", ondelete=None, nullable=True),
    _flag("rated"), _column("nag_days", SmallInteger, nullable=True), _column("counters", String(32), nullable=True),
    Index(None, "challenged_id", "state"), Index(None, "challenger_id", "state"),
)  # fmt: skip
Table(
    "notices", _new,
    _column("id", String(32), primary_key=True), _to("people", "person_id"), _column("kind", String(16)),
    _column("path", Text), _to("matches", "match_id", nullable=True, index=True), _column("turns", Integer),
    _to("people", "by_id", nullable=True, index=True), _column("data", JSON), _column("created_at", Double),
    _column("read_at", Double, nullable=True), _column("mail_at", Double, nullable=True, index=True),
    _column("mailed_at", Double, nullable=True), Index(None, "person_id", "read_at"),
)  # fmt: skip
Table(
    "queued_turns", _new,
    _to("matches", "match_id", primary_key=True), _column("seat", SmallInteger, primary_key=True),
    _column("lines", JSON),
)  # fmt: skip
Table(
    "rating_changes", _new,
    _to("matches", "match_id", primary_key=True), _to("people", "person_id", ondelete=None, primary_key=True),
    _column("game", Text), _column("tempo", String(16)), _column("rated_at", Double), _column("score", Double),
    _column("mean_before", Double, nullable=True), _column("deviation_before", Double, nullable=True),
    _column("mean", Double), _column("deviation", Double), Index(None, "game", "tempo"),
    Index(None, "person_id", "game", "tempo", "rated_at"),
)  # fmt: skip
Table(
    "reply_addresses", _new,
    _column("token_hash", String(64), primary_key=True), _to("people", "person", index=True),
    _to("matches", "match_id", index=True), _column("seat", SmallInteger), _column("turns", Integer),
    _column("takebacks", Integer), _column("created_at", Double, index=True),
    _column("used_at", Double, nullable=True),
)  # fmt: skip
Table(
    "watchers", _new,
    _to("matches", "match_id", primary_key=True), _to("people", "person_id", primary_key=True, index=True),
    _column("turns", Integer), _column("told_at", Double),
)  # fmt: skip
Table(
    "challenge_addresses", _new,
    _column("token_hash", String(64), primary_key=True), _to("match_challenges", "challenge_id", index=True),
)  # fmt: skip
