"""The lessons that people have solved."""

from ludarium.store.table import Rows
from ludarium.store.tables import solved_lessons


class SolvedLessons(Rows, table=solved_lessons):
    """The solved lessons of one database, by person, game and title."""

    def of_person(self, person_id: str) -> tuple[tuple[str, str], ...]:
        """Return the games and titles of those of a person, in the order in which they were solved."""
        of = solved_lessons.c
        return self.pairs(of.game, of.title, of.person == person_id, order=(of.solved_at, of.title))

    def merge(self, guest_id: str, account_id: str) -> None:
        """Give an account what a guest has learnt; what it knew stays as it was."""
        for one in self.pairs(solved_lessons.c.game, solved_lessons.c.title, solved_lessons.c.person == guest_id):
            if not self.has((account_id, *one)):
                self.set((guest_id, *one), person=account_id)
