#!/usr/bin/env bash
# email-reply-parser 0.5.12 and mail-parser-reply 1.36 (PyPI): a line that begins with a dash and a letter or digit is
# a signature, and is cut from the reply.
#
# Guess: A signature begins after "-- ", as RFC 3676 has it, or with words such as "Sent from my"; a move, a negative
# coordinate or an item of a list at the beginning of a line is what the sender wrote.
# What it does: "-a3" or "-3 south" begins a signature. email-reply-parser drops a last paragraph that begins so;
# mail-parser-reply leaves that line and all after it out of the body, and an ordinary last line of moves with it.
# With a letter before the dash both keep all of it.
# Seen:
#     email-reply-parser 'take b2\n\n-a3\n' keeps 'take b2'
#     email-reply-parser 'take b2\n\na-3\n' keeps 'take b2\n\na-3'
#     mail-parser-reply 'go north\n-3 south\nb4\n' keeps 'go north'
#     mail-parser-reply 'go north\n3 south\nb4\n' keeps 'go north\n3 south\nb4'
# Why it matters: In a game by mail half of an order arrives, which may be a legal order of its own and is played.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check 'email-reply-parser==0.5.12' 'mail-parser-reply==1.36' >&2
cat > "$folder/look.py" <<'EOF'
import email_reply_parser
import mailparser_reply

for text in ("take b2\n\n-a3\n", "take b2\n\na-3\n"):
    print("email-reply-parser", repr(text), "keeps", repr(email_reply_parser.EmailReplyParser.parse_reply(text)))
for text in ("go north\n-3 south\nb4\n", "go north\n3 south\nb4\n"):
    mail = mailparser_reply.EmailReplyParser(languages=["en"]).read(text)
    print("mail-parser-reply", repr(text), "keeps", repr(mail.replies[0].body))
EOF
"$folder/venv/bin/python" "$folder/look.py" 2> "$folder/errors" >> "$folder/seen" || { cat "$folder/errors" >&2; exit 1; }

cat > "$folder/expected" <<'EOF'
email-reply-parser 'take b2\n\n-a3\n' keeps 'take b2'
email-reply-parser 'take b2\n\na-3\n' keeps 'take b2\n\na-3'
mail-parser-reply 'go north\n-3 south\nb4\n' keeps 'go north'
mail-parser-reply 'go north\n3 south\nb4\n' keeps 'go north\n3 south\nb4'
EOF
cat "$folder/seen"
diff "$folder/expected" "$folder/seen"
