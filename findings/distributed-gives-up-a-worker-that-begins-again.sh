#!/usr/bin/env bash
# distributed 2026.8.0 (PyPI): a LocalCluster gives up a worker that its nanny is just beginning again.
#
# Guess: A worker that is killed is begun again by its nanny, so a cluster of two has two workers soon after, however
# long such a worker takes to begin: it may load a model or compile something first (`preload`).
# What it does: Where the worker is not back within 15 seconds (`distributed.deploy.lost-worker-timeout`), the cluster
# closes the nanny while the new worker begins, takes both off its list, and begins no other: it has one worker less
# for good, and after the next kill it has none. A worker that begins in time comes back.
# Seen:
#     begins in 0 s: 2 workers, one killed, 2 later
#     begins in 20 s: 2 workers, one killed, 1 later
# Why it matters: Long work is said to survive the loss of a worker. On a busy machine, or with workers that load
# something large, each loss makes the cluster smaller, until what is left waits for workers that never come.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check 'distributed==2026.8.0' 'dask==2026.8.0' >&2
cat > "$folder/look.py" <<'EOF'
import logging
import os
import signal
import time

from distributed import Client, LocalCluster


def look(seconds: int) -> None:
    with (
        LocalCluster(
            n_workers=2, threads_per_worker=1, dashboard_address=None, preload=[f"import time; time.sleep({seconds})"]
        ) as cluster,
        Client(cluster) as client,
    ):
        client.wait_for_workers(2)
        before = len(client.scheduler_info(n_workers=-1)["workers"])
        os.kill(next(iter(cluster.workers.values())).pid, signal.SIGKILL)
        time.sleep(60)  # in which a worker begins, and may be closed as soon as it has
        after = len(client.scheduler_info(n_workers=-1)["workers"])
        print(f"begins in {seconds} s: {before} workers, one killed, {after} later", flush=True)


if __name__ == "__main__":
    logging.disable(logging.CRITICAL)
    for seconds in (0, 20):
        look(seconds)
EOF
"$folder/venv/bin/python" "$folder/look.py" 2> "$folder/errors" >> "$folder/seen" || { cat "$folder/errors" >&2; exit 1; }

cat > "$folder/expected" <<'EOF'
begins in 0 s: 2 workers, one killed, 2 later
begins in 20 s: 2 workers, one killed, 1 later
EOF
cat "$folder/seen"
diff "$folder/expected" "$folder/seen"
