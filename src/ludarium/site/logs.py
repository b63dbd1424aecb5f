"""Logs: one line an event, as text or JSON, without the addresses of visitors and without tokens.

Requests are logged by the pattern of their address, such as `/matches/{match}`, since addresses of pages contain the
tokens of invitations.
"""

import json
import logging
import sys
import time
from datetime import UTC, datetime

from ludarium.core.spec import Option

LOG = Option("LUDARIUM_LOG", "text", ("text", "json"), "the form of the log; json also has a line for each request")
REQUESTS = "ludarium.requests"
"""The logger of requests; its records have their facts in `facts`."""
_FORMS = "python_multipart"
"""The logger of the library that reads forms, which warns of each one that it cannot read."""
_REPEATED = 60.0


class JsonFormatter(logging.Formatter):
    """Formats a record as a JSON object in one line, with the time in UTC."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line of a record."""
        line: dict[str, object] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
            **getattr(record, "facts", {}),
        }
        if record.exc_info:
            line["exception"] = self.formatException(record.exc_info)
        return json.dumps(line)


class NotAgain(logging.Filter):
    """Lets a message of the event loop through once a minute.

    A server without free file descriptors would otherwise write thousands of lines a second.
    """

    def __init__(self) -> None:
        super().__init__()
        self._written: dict[object, float] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """Return whether a record is written."""
        if record.name != "asyncio":
            return True
        now, first_line = time.monotonic(), str(record.msg).partition("\n")[0]
        if now - self._written.get(first_line, -_REPEATED) < _REPEATED:
            return False
        self._written[first_line] = now
        return True


def configure_logs(form: str) -> None:
    """Write the log of this process to standard error, as `text` or `json`."""
    handler = logging.StreamHandler(sys.stderr)
    handler.addFilter(NotAgain())
    handler.setFormatter(JsonFormatter() if form == "json" else logging.Formatter("%(levelname)s: %(message)s"))
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.WARNING)
    logging.getLogger(_FORMS).setLevel(logging.ERROR)
    logging.getLogger(REQUESTS).setLevel(logging.INFO if form == "json" else logging.WARNING)
