"""A post office for tests: Postfix and Dovecot on loopback, with mailboxes in one folder and nothing that leaves it.

Postfix hands the mails of the site's domain to a script, as its pipe does to `ludarium mail receive`; the script lets
this process run that command, since Postfix runs none as root, and nobody else may run the Python of a test machine.
"""

import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from socketserver import StreamRequestHandler, ThreadingTCPServer
from threading import Event, Thread
from typing import BinaryIO, cast

from ludarium.site.mail.incoming.receiving import answer_policy
from tests.certificates import make_certificate
from tools.ports import reserved_port

PROGRAMS = ("postfix", "dovecot", "swaks", "mutt")
SITE, PLAYERS = "games.example.org", "players.example.org"
PASSWORD = "through-dovecot"
IN_MEMORY = "/dev/shm" if os.access("/dev/shm", os.W_OK) else "/tmp"
"""Where folders of tests are that would wait for the disk at every mail."""
_MASTER = "/usr/lib/postfix/sbin/master"
_QUEUES: tuple[str, ...] = ("active", "bounce", "corrupt", "defer", "deferred", "flush", "hold", "incoming")
_QUEUES += ("maildrop", "pid", "private", "public", "saved", "trace")
_PATIENCE = 300.0

_MAIN = """
compatibility_level = 3.6
queue_directory = {home}/queue
data_directory = {home}/data
mail_owner = postfix
setgid_group = postdrop
maillog_file = /var/log/ludarium-test.log
maillog_file_prefixes = /var, {home}
inet_interfaces = 127.0.0.1
inet_protocols = ipv4
myhostname = mx.example.org
mydestination =
mynetworks = 127.0.0.0/8
local_recipient_maps =
default_transport = error:nothing leaves this machine
relay_domains = {site}
transport_maps = inline:{{ {{ {site} = ludarium: }} }}
virtual_mailbox_domains = {players}
virtual_mailbox_base = {home}/mail
virtual_mailbox_maps = inline:{{ {boxes} }}
virtual_uid_maps = static:{uid}
virtual_gid_maps = static:{gid}
virtual_minimum_uid = 1
smtpd_recipient_restrictions =
  check_policy_service {{ inet:127.0.0.1:{policy}, default_action=DUNNO }}, permit_mynetworks, reject
smtpd_client_connection_count_limit = 0
recipient_delimiter = +
ludarium_destination_recipient_limit = 1
disable_dns_lookups = yes
in_flow_delay = 0
"""
_MASTER_LINES = """
127.0.0.1:{port} inet n - n - - smtpd
pickup unix n - n 60 1 pickup
cleanup unix n - n - 0 cleanup
qmgr unix n - n 300 1 qmgr
rewrite unix - - n - - trivial-rewrite
bounce unix - - n - 0 bounce
defer unix - - n - 0 bounce
trace unix - - n - 0 bounce
error unix - - n - - error
retry unix - - n - - error
virtual unix - n n - - virtual
anvil unix - - n - 1 anvil
proxymap unix - - n - - proxymap
ludarium unix - n n - 2 pipe
  flags=DRXhu user=nobody null_sender= argv={home}/receive ${{sender}} ${{original_recipient}}
"""
_DOVECOT = """
base_dir = {home}/dovecot
state_dir = {home}/dovecot
log_path = {home}/dovecot.log
protocols = imap
listen = 127.0.0.1
ssl = yes
ssl_cert = <{certificate}
ssl_key = <{key}
disable_plaintext_auth = no
mail_location = maildir:{home}/mail/%n
first_valid_uid = 1
passdb {{
  driver = static
  args = password={password}
}}
userdb {{
  driver = static
  args = uid={uid} gid={gid} home={home}/mail/%n
}}
service imap-login {{
  chroot =
  inet_listener imap {{
    port = {imap}
  }}
  inet_listener imaps {{
    port = {imaps}
    ssl = yes
  }}
}}
service anvil {{
  chroot =
}}
service stats {{
  chroot =
}}
"""
_RECEIVE = """#!/bin/sh
folder=$(mktemp -d {home}/spool/XXXXXX) || exit 75
chmod 755 "$folder"
cat > "$folder/mail" && printf '%s\\n%s\\n' "$1" "$2" > "$folder/envelope" && touch "$folder/ready" || exit 75
until [ -e "$folder/code" ]; do sleep 0.01; done
exit "$(cat "$folder/code")"
"""

Check = Callable[[str], object]
"""Raises `NoSuchRecipient` for an address that was never given."""
Receive = Callable[[str, str, Path], int]
"""Runs `ludarium mail receive` for a sender and a recipient with a file; returns the exit code."""


def missing() -> list[str]:
    """Return the programs that are not installed, and whether this user may not start them."""
    found = [name for name in PROGRAMS if shutil.which(name, path=f"{os.environ['PATH']}:/usr/sbin") is None]
    return found if os.getuid() == 0 else [*found, "root"]


class PostOffice:
    """Running servers; `smtp`, `imap` and `imaps` are their ports, `certificate` is what the last one shows."""

    def __init__(
        self, home: Path, boxes: tuple[str, ...], receive: Receive, check: Check, ports: tuple[int, int, int]
    ) -> None:
        self.home, (self.smtp, self.imap, self.imaps) = home, ports
        self.certificate, self._key = make_certificate(home)
        self._receive, self._closing, self._children = receive, Event(), list[subprocess.Popen[bytes]]()
        self._thread = Thread(target=self._hand_over, daemon=True)
        self._policy = _PolicyServer(check)
        self._prepare(boxes)

    def start(self) -> None:
        """Start the servers, and wait until they answer."""
        environment = {**os.environ, "MAIL_CONFIG": str(self.home / "postfix")}
        postfix = [_MASTER, "-c", str(self.home / "postfix"), "-d"]
        dovecot = [shutil.which("dovecot") or "dovecot", "-F", "-c", str(self.home / "dovecot.conf")]
        for words in (postfix, dovecot):
            with (self.home / "output").open("ab") as output:
                child = subprocess.Popen(words, env=environment, stdout=output, stderr=output, start_new_session=True)
                self._children.append(child)
        self._thread.start()
        Thread(target=self._policy.serve_forever, daemon=True).start()
        for port in (self.smtp, self.imap):
            self.wait_for(partial(_answers, port))

    def close(self) -> None:
        """End the servers."""
        self._closing.set()
        self._thread.join()
        self._policy.shutdown()
        self._policy.server_close()
        for child in self._children:
            os.killpg(child.pid, signal.SIGKILL)  # with its helpers, for whose end it would wait; nothing is kept
        for child in self._children:
            child.wait()

    def mails(self, box: str) -> list[bytes]:
        """Return the mails of a mailbox, the oldest first."""
        return [path.read_bytes() for path in reversed(self.latest(box))]

    def latest(self, box: str) -> list[Path]:
        """Return the files of the mails of a mailbox, the newest first."""
        folder = self.home / "mail" / box
        found = (path for name in ("new", "cur") for path in (folder / name).glob("*"))
        return sorted(found, key=lambda path: path.name, reverse=True)

    def wait_for(self, done: Callable[[], object]) -> None:
        """Wait until something is so."""
        end = time.monotonic() + _PATIENCE
        while not done():
            assert time.monotonic() < end, (self.home / "output").read_text("utf-8", "replace")
            time.sleep(0.005)

    def _prepare(self, boxes: tuple[str, ...]) -> None:
        home, nobody = self.home, pwd.getpwnam("nobody")
        home.chmod(0o755)
        for name in ("postfix", "queue", "data", "mail", "spool", "dovecot"):
            (home / name).mkdir()
        for name in _QUEUES:
            (home / "queue" / name).mkdir(mode=0o700)
            if name != "pid":
                shutil.chown(home / "queue" / name, "postfix")
        shutil.chown(home / "queue" / "maildrop", "postfix", "postdrop")
        shutil.chown(home / "queue" / "public", "postfix", "postdrop")
        (home / "queue" / "maildrop").chmod(0o730)
        (home / "queue" / "public").chmod(0o710)
        shutil.chown(home / "data", "postfix")
        for name in ("mail", "spool"):
            shutil.chown(home / name, "nobody")
        known = ", ".join(f"{{ {box}@{PLAYERS} = {box}/ }}" for box in boxes)
        values = {"home": home, "site": SITE, "players": PLAYERS, "boxes": known, "password": PASSWORD}
        values |= {"uid": nobody.pw_uid, "gid": nobody.pw_gid, "port": self.smtp, "imap": self.imap}
        values |= {
            "policy": self._policy.server_address[1],
            "imaps": self.imaps,
            "certificate": self.certificate,
            "key": self._key,
        }
        (home / "postfix" / "main.cf").write_text(
            _MAIN.format(**values).replace("/var/log/ludarium-test.log", f"{home}/postfix.log")
        )
        (home / "postfix" / "master.cf").write_text(_MASTER_LINES.format(**values))
        (home / "dovecot.conf").write_text(_DOVECOT.format(**values))
        (home / "receive").write_text(_RECEIVE.format(**values))
        (home / "receive").chmod(0o755)

    def _hand_over(self) -> None:
        """Run the command for every mail that the script brings."""
        while not self._closing.is_set():
            for ready in (self.home / "spool").glob("*/ready"):
                folder = ready.parent
                sender, recipient = (folder / "envelope").read_text().split("\n")[:2]
                code = self._receive(sender, recipient, folder / "mail")
                ready.unlink()
                (folder / "code.new").write_text(str(code))
                (folder / "code.new").rename(folder / "code")
            time.sleep(0.003)


class _PolicyServer(ThreadingTCPServer):
    """Answers Postfix as `ludarium mail policy` does."""

    daemon_threads = True

    def __init__(self, check: Check) -> None:
        class Handler(StreamRequestHandler):
            def handle(self) -> None:
                with suppress(ConnectionError):
                    answer_policy(cast("BinaryIO", self.rfile), cast("BinaryIO", self.wfile), SITE, check)

        super().__init__(("127.0.0.1", 0), Handler)


@contextmanager
def open_post_office(boxes: tuple[str, ...], receive: Receive, check: Check) -> Iterator[PostOffice]:
    """Give a running post office."""
    home = Path(tempfile.mkdtemp(prefix="post-", dir=IN_MEMORY))
    with reserved_port() as smtp, reserved_port() as imap, reserved_port() as imaps:
        office = PostOffice(home, boxes, receive, check, (smtp, imap, imaps))
        try:
            office.start()
            yield office
        finally:
            office.close()
            with suppress(OSError):
                shutil.rmtree(home)


def _answers(port: int) -> bool:
    with suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=1) as connection:
        connection.settimeout(5)
        return bool(connection.recv(4))
    return False
