#!/usr/bin/env bash
# precis-i18n 1.1.2 (PyPI): the profile Nickname writes "Ann Lee" in small letters.
#
# Guess: In RFC 8266 the enforcement of a nickname keeps the case, and only the comparison of two nicknames ignores
# it; the profile of that name does so.
# What it does: get_profile("Nickname").enforce is that of NicknameCaseMapped, the form for comparison; the rule of
# enforcement is called NicknameCasePreserved.
# Seen:
#     Nickname 'ann lee'
#     NicknameCaseMapped 'ann lee'
#     NicknameCasePreserved 'Ann Lee'
# Why it matters: A site that stores what the profile of the RFC returns shows every name in small letters, and cannot
# restore them.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check 'precis-i18n==1.1.2' >&2
cat > "$folder/look.py" <<'EOF'
from precis_i18n import get_profile

for name in ("Nickname", "NicknameCaseMapped", "NicknameCasePreserved"):
    print(name, repr(get_profile(name).enforce("  Ann   Lee ")))
EOF
"$folder/venv/bin/python" "$folder/look.py" 2> "$folder/errors" >> "$folder/seen" || { cat "$folder/errors" >&2; exit 1; }

cat > "$folder/expected" <<'EOF'
Nickname 'ann lee'
NicknameCaseMapped 'ann lee'
NicknameCasePreserved 'Ann Lee'
EOF
cat "$folder/seen"
diff "$folder/expected" "$folder/seen"
