#!/bin/sh
# Install into the environment .venv, which is made at first: `sh tools/install.sh ARGUMENT...`, as for `pip install`.
# uv is used where it is installed, else the pip of the Python that makes the environment: to install pip itself takes
# longer than anything else here. No byte code is written; Python writes that of the modules that it imports.
set -eu
venv=.venv

fail() {
  echo "$1" >&2
  exit 1
}

find_python() {
  for each in python3 python3.14 python3.13 python3.12 python3.11; do
    "$each" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2> /dev/null && echo "$each" && return
  done
  fail "Python 3.11 or newer is needed"
}

if [ ! -x $venv/bin/python ]; then
  python=$(find_python)
  echo "Making a virtual environment in $venv and installing the dependencies"
  "$python" -m venv --without-pip $venv || { rm -rf $venv; fail "no environment was made: is Python's module venv installed?"; }
fi
[ $# -gt 0 ] || exit 0
if command -v uv > /dev/null; then
  exec uv pip install --quiet --python $venv/bin/python "$@"
fi
python=$(sed -n 's/^executable = //p' $venv/pyvenv.cfg)
into="--python $venv/bin/python"
if ! "$python" -c 'import pip, sys; sys.exit([int(part) for part in pip.__version__.split(".")[:2]] < [22, 3])' 2> /dev/null; then
  python=$venv/bin/python into=
  "$python" -c 'import pip' 2> /dev/null || "$python" -m ensurepip > /dev/null 2>&1 \
    || fail "this Python has no pip: install it (on Debian and Ubuntu: apt install python3-pip), or install uv"
fi
# shellcheck disable=SC2086  # two words, or none
exec "$python" -m pip $into install --quiet --disable-pip-version-check --no-compile "$@"
