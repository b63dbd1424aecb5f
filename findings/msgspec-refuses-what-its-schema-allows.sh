#!/usr/bin/env bash
# msgspec 0.22.0 and jsonschema 4.26.0 (PyPI): 1.0 is an integer by the JSON Schema that msgspec writes, and not by
# msgspec.
#
# Guess: What is valid by the schema of a type can be decoded as that type: in JSON Schema 1.0 is an integer.
# What it does: The validator accepts 1.0 and 1e2, msgspec.json.decode refuses both as floats.
# Seen:
#     1 valid by {'type': 'integer'} decoded as 1
#     1.0 valid by {'type': 'integer'} refused: Expected `int`, got `float`
#     1e2 valid by {'type': 'integer'} refused: Expected `int`, got `float`
# Why it matters: Clients in languages with one kind of number, and tests that are generated from the published
# schema, send such numbers and get an error that the description of the interface excludes.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check 'msgspec==0.22.0' 'jsonschema==4.26.0' >&2
cat > "$folder/look.py" <<'EOF'
import json

import jsonschema
import msgspec

schema = msgspec.json.schema(int)
for text in ("1", "1.0", "1e2"):
    jsonschema.validate(json.loads(text), schema)
    try:
        print(text, "valid by", schema, "decoded as", msgspec.json.decode(text, type=int))
    except msgspec.ValidationError as error:
        print(text, "valid by", schema, "refused:", error)
EOF
"$folder/venv/bin/python" "$folder/look.py" 2> "$folder/errors" >> "$folder/seen" || { cat "$folder/errors" >&2; exit 1; }

cat > "$folder/expected" <<'EOF'
1 valid by {'type': 'integer'} decoded as 1
1.0 valid by {'type': 'integer'} refused: Expected `int`, got `float`
1e2 valid by {'type': 'integer'} refused: Expected `int`, got `float`
EOF
cat "$folder/seen"
diff "$folder/expected" "$folder/seen"
