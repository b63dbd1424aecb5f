#!/usr/bin/env bash
# quickjs-ng 0.17.0.2 (PyPI): the time limit of a script is used up by the other threads of the process.
#
# Guess: set_time_limit(1) gives the script one second of processor time, as the description says, and that is its
# own.
# What it does: The limit is compared with the processor time of the whole process. Alone, a script gets its second;
# beside two threads that hash, which do so without the interpreter's lock, it is interrupted after a third to a half
# of one.
# Seen:
#     alone: the script had a second True, the process had one True
#     beside two threads: the script had a second False, the process had one True
# Why it matters: Bots that have enough time when they are tested one by one are interrupted, and lose, when several
# play in threads of one server, and the more cores the machine has, the earlier. A process for each script makes the
# limit its own.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check 'quickjs-ng==0.17.0.2' >&2
cat > "$folder/look.py" <<'EOF'
import hashlib
import threading
import time

import quickjs


def own_seconds():
    """The processor time of this thread and of the process until a long script is interrupted."""
    context = quickjs.Context()
    context.set_time_limit(1)
    thread, process = time.thread_time(), time.process_time()
    try:
        context.eval("for (let i = 0; i < 1e9; i++);")
    except quickjs.JSException:
        return time.thread_time() - thread, time.process_time() - process


def hash_on(stop, data=bytes(20_000_000)):
    while not stop.is_set():
        hashlib.sha256(data).digest()


def told(what):
    thread, process = own_seconds()
    print(f"{what}: the script had a second {thread > 0.9}, the process had one {0.9 < process < 1.3}")


told("alone")
stop = threading.Event()
others = [threading.Thread(target=hash_on, args=(stop,)) for _ in range(2)]
for other in others:
    other.start()
told("beside two threads")
stop.set()
for other in others:
    other.join()
EOF
"$folder/venv/bin/python" "$folder/look.py" 2> "$folder/errors" >> "$folder/seen" || { cat "$folder/errors" >&2; exit 1; }

cat > "$folder/expected" <<'EOF'
alone: the script had a second True, the process had one True
beside two threads: the script had a second False, the process had one True
EOF
cat "$folder/seen"
diff "$folder/expected" "$folder/seen"
