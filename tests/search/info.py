"""What a bot reports, for tests of bots that report after every choice."""

from ludarium.search.bot import Bot, SearchInfo


def info(bot: Bot) -> SearchInfo:
    """Return what the bot reports of its last choice."""
    assert bot.info is not None
    return bot.info
