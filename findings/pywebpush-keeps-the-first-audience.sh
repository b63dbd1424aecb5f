#!/usr/bin/env bash
# pywebpush 2.5.0 (PyPI): claims that are passed to webpush for one subscription name its push service in the next
# call, too.
#
# Guess: webpush reads vapid_claims, as it reads the headers, which it copies; the audience of each message is the
# push service of its own subscription.
# What it does: The audience is written into the dictionary of the caller and kept: the second message, for another
# push service, is signed for the first.
# Seen:
#     sent to push.one.example signed for https://push.one.example
#     sent to push.two.example signed for https://push.one.example
# Why it matters: A site that notifies a person on Firefox and on Chrome with one dictionary of claims has the second
# message refused, and which one that is depends on the order.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check 'pywebpush==2.5.0' >&2
cat > "$folder/look.py" <<'EOF'
import base64
import json
import shlex

from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec
from py_vapid import Vapid02
from pywebpush import webpush


def text(data):
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


key = ec.generate_private_key(ec.SECP256R1()).public_key()
public = key.public_bytes(serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint)
vapid = Vapid02()
vapid.generate_keys()
claims = {"sub": "mailto:club@example.org"}
for host in ("push.one.example", "push.two.example"):
    person = {"endpoint": f"https://{host}/1", "keys": {"p256dh": text(public), "auth": text(b"0" * 16)}}
    command = webpush(person, "your turn", vapid_private_key=vapid, vapid_claims=claims, curl=True)
    token = command.split("vapid t=")[1].split(",")[0]
    payload = token.split(".")[1]
    signed = json.loads(base64.urlsafe_b64decode(payload + "=" * (-len(payload) % 4)))
    print("sent to", host, "signed for", signed["aud"])
EOF
cd "$folder" # it writes its message beside the command
"$folder/venv/bin/python" "$folder/look.py" 2> "$folder/errors" >> "$folder/seen" || { cat "$folder/errors" >&2; exit 1; }

cat > "$folder/expected" <<'EOF'
sent to push.one.example signed for https://push.one.example
sent to push.two.example signed for https://push.one.example
EOF
cat "$folder/seen"
diff "$folder/expected" "$folder/seen"
