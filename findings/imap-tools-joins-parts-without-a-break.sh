#!/usr/bin/env bash
# imap-tools 1.16.0 (PyPI): the text of a message with two parts of text is joined without a line between them.
#
# Guess: Parts of text are paragraphs of their own: what stands before and after a picture is on different lines.
# What it does: MailMessage.text puts one part right behind the other, as the line break before a boundary belongs to
# the boundary: "e4" and "e5" become "e4e5".
# Seen:
#     'e4e5' ['board.png']
# Why it matters: Mail programs write such messages when a picture is pasted into the text. The last word before it
# and the first after it become one word, which may be another move.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check 'imap-tools==1.16.0' >&2
cat > "$folder/look.py" <<'EOF'
from imap_tools import MailMessage

LINES = (
    "MIME-Version: 1.0", "From: ann@example.org", "Subject: turn", "Content-Type: multipart/mixed; boundary=B", "",
    "--B", "Content-Type: text/plain", "", "e4",
    "--B", "Content-Type: image/png", "Content-Disposition: inline; filename=board.png",
    "Content-Transfer-Encoding: base64", "", "iVBORw0KGgo=",
    "--B", "Content-Type: text/plain", "", "e5", "--B--", "",
)
message = MailMessage.from_bytes("\r\n".join(LINES).encode())
print(repr(message.text), [part.filename for part in message.attachments])
EOF
"$folder/venv/bin/python" "$folder/look.py" 2> "$folder/errors" >> "$folder/seen" || { cat "$folder/errors" >&2; exit 1; }

cat > "$folder/expected" <<'EOF'
'e4e5' ['board.png']
EOF
cat "$folder/seen"
diff "$folder/expected" "$folder/seen"
