"""Offers of people to play; whom people follow, and what they note; browsers that are told of notices."""

import sqlalchemy as sa
from alembic import op

revision = "0033"
down_revision = "0032"


def upgrade() -> None:
    """Create the tables."""
    op.create_table(
        "lobby",
        sa.Column("id", sa.SmallInteger(), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_lobby")),
    )
    op.create_table(
        "open_offers",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("person_id", sa.String(32), nullable=False),
        sa.Column("games", sa.JSON(), nullable=False),
        sa.Column("tempos", sa.JSON(), nullable=False),
        sa.Column("begins", sa.String(8), nullable=False),
        sa.Column("lowest", sa.Integer(), nullable=True),
        sa.Column("highest", sa.Integer(), nullable=True),
        sa.Column("rated", sa.Boolean(), nullable=False),
        sa.Column("computers", sa.Boolean(), nullable=False),
        sa.Column("bot", sa.Boolean(), nullable=False),
        sa.Column("bots_fill", sa.Boolean(), nullable=False),
        sa.Column("again", sa.Boolean(), nullable=False),
        sa.Column("listed", sa.Boolean(), nullable=False),
        sa.Column("nonce", sa.String(64), nullable=False),
        sa.Column("uses", sa.SmallInteger(), nullable=False),
        sa.Column("used", sa.SmallInteger(), nullable=False),
        sa.Column("created_at", sa.Double(), nullable=False),
        sa.Column("ends_at", sa.Double(), nullable=False),
        sa.Column("seen_at", sa.Double(), nullable=False),
        sa.Column("here_until", sa.Double(), nullable=False),
        sa.Column("ended_at", sa.Double(), nullable=True),
        sa.Column("bot_match", sa.String(32), nullable=True),
        sa.ForeignKeyConstraint(
            ["person_id"], ["people.id"], name=op.f("fk_open_offers_person_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_open_offers")),
    )
    op.create_index(op.f("ix_open_offers_person_id"), "open_offers", ["person_id"], unique=False)
    op.create_index(op.f("ix_open_offers_ended_at_ends_at"), "open_offers", ["ended_at", "ends_at"], unique=False)
    op.create_table(
        "offer_uses",
        sa.Column("match_id", sa.String(32), nullable=False),
        sa.Column("person_id", sa.String(32), nullable=False),
        sa.Column("offer_id", sa.String(32), nullable=False),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("tempo", sa.String(16), nullable=False),
        sa.Column("waited", sa.Double(), nullable=False),
        sa.Column("met_at", sa.Double(), nullable=False),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name=op.f("fk_offer_uses_match_id"), ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["person_id"], ["people.id"], name=op.f("fk_offer_uses_person_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("match_id", "person_id", name=op.f("pk_offer_uses")),
    )
    for column in ("person_id", "offer_id", "met_at"):
        op.create_index(op.f(f"ix_offer_uses_{column}"), "offer_uses", [column], unique=False)
    for name, other, columns in (
        ("follows", "followed_id", [sa.Column("created_at", sa.Double(), nullable=False)]),
        (
            "person_notes",
            "about_id",
            [sa.Column("text", sa.Text(), nullable=False), sa.Column("noted_at", sa.Double(), nullable=False)],
        ),
    ):
        op.create_table(
            name,
            sa.Column("person_id", sa.String(32), nullable=False),
            sa.Column(other, sa.String(32), nullable=False),
            *columns,
            *(
                sa.ForeignKeyConstraint([column], ["people.id"], name=op.f(f"fk_{name}_{column}"), ondelete="CASCADE")
                for column in ("person_id", other)
            ),
            sa.PrimaryKeyConstraint("person_id", other, name=op.f(f"pk_{name}")),
        )
        op.create_index(op.f(f"ix_{name}_{other}"), name, [other], unique=False)
    op.create_table(
        "push_subscriptions",
        sa.Column("endpoint_hash", sa.String(64), nullable=False),
        sa.Column("person_id", sa.String(32), nullable=False),
        sa.Column("endpoint", sa.Text(), nullable=False),
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("secret", sa.Text(), nullable=False),
        sa.Column("created_at", sa.Double(), nullable=False),
        sa.ForeignKeyConstraint(
            ["person_id"], ["people.id"], name=op.f("fk_push_subscriptions_person_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("endpoint_hash", name=op.f("pk_push_subscriptions")),
    )
    op.create_index(op.f("ix_push_subscriptions_person_id"), "push_subscriptions", ["person_id"], unique=False)
    op.create_table(
        "site_keys",
        sa.Column("name", sa.String(32), nullable=False),
        sa.Column("value", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_site_keys")),
    )
