"""Games by mail through real servers: each installed game to its end, by commands and by bare replies.

    python -m tests.soak.post [GAME ...]

Postfix, Dovecot, swaks and mutt must be installed, and root must start it. Each game is played three times with few
turns: the first seat mails commands by swaks and the second replies by mutt, the other way round, and the first replies
while the second plays on the page of the match. Every record is verified.
"""

import argparse
import tempfile
import time
from pathlib import Path

from ludarium.match.verify import verify
from ludarium.site.store import Store
from tests.mail_game import SHORT, MailClub, MailMatch, mutt, open_pages, swaks
from tests.post_office import IN_MEMORY, missing, open_post_office


def play(games: list[str], folder: Path) -> list[str]:
    """Play games, each in three ways; return a line for each match."""
    store, lines = Store(f"sqlite:///{folder / 'post.sqlite'}"), list[str]()
    club = MailClub(store)
    with open_post_office(("ann", "bob"), club.receive, club.check) as office:
        club.open(office)
        people = [club.account(name) for name in ("ann", "bob")]
        site = open_pages(club.service, people[1])[0]
        for game in games:
            for ways, commands, pages in (
                ("commands and replies", (0,), {}),
                ("replies and commands", (1,), {}),
                ("replies and the site", (), {1: site}),
            ):
                began, before = time.monotonic(), len(office.mails("ann")) + len(office.mails("bob"))
                by_swaks, by_mutt = swaks(office.smtp), mutt(office.smtp, folder)
                senders = {seat: by_swaks if seat in commands else by_mutt for seat in (0, 1)}
                view = club.begin(by_swaks, game, SHORT.get(game, ""), ("ann", "bob"))
                (view,) = club.play(MailMatch(view, senders, by_command=commands, pages=pages))
                verify(club.service.queries.record(view.id))
                mails = len(office.mails("ann")) + len(office.mails("bob")) - before
                took = time.monotonic() - began
                played = (
                    f"{view.match.game.spec}, by {ways}: {len(view.match.turns)} turns, {mails} mails, {took:.0f} s"
                )
                lines.append(f"{played}: {view.match.ending}")
                print(lines[-1], flush=True)
    club.smtp.close()
    club.desk.reader.stop()
    store.close()
    return lines


def main() -> None:
    """Play the games that are named, or all."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=[*SHORT])
    options = parser.parse_args()
    if absent := missing():
        parser.error(f"missing: {', '.join(absent)}")
    with tempfile.TemporaryDirectory(dir=IN_MEMORY) as folder:
        play(options.games, Path(folder))


if __name__ == "__main__":
    main()
