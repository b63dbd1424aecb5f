"""What every test of a mailed command starts from."""

import pytest

from ludarium.site.ground.values import Person
from tests.site.mail.commands.steps import SECRET
from tests.site.mail.conftest import Post


@pytest.fixture(autouse=True)
def passwords(post: Post, ann: Person, bob: Person) -> None:
    post.service.passwords.set(ann, SECRET)
    post.service.passwords.set(bob, SECRET)
    post.sent()
