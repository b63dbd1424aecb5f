"""What every test of a mailed command starts from."""

import pytest

from ludarium.club.people.people import Person
from tests.server.mail.commands.steps import SECRET
from tests.server.mail.conftest import Post


@pytest.fixture(autouse=True)
def passwords(post: Post, ann: Person, bob: Person) -> None:
    post.service.passwords.set(ann, SECRET)
    post.service.passwords.set(bob, SECRET)
    post.sent()
