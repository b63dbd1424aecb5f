# Two commands are enough: `make play` and `make test`. Python 3.11 or newer and make are all they need.

PORT ?= 8000
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check
NEW_ENOUGH := import sys; sys.exit(sys.version_info < (3, 11))
FIND_PYTHON = for p in python3 python3.14 python3.13 python3.12 python3.11; do \
  $$p -c '$(NEW_ENOUGH)' 2> /dev/null && echo $$p && exit; done; echo "Python 3.11 or newer is needed" >&2; exit 1
COMPILED := $(wildcard src/ludarium/core/kernel.py src/ludarium/games/*/*.py src/ludarium/search/*.py)
export PORT

.DEFAULT_GOAL := help
.PHONY: help play test lint format bench golden constraints clean

help: ## list the commands
	@grep -hE '^[a-z]+:.*##' Makefile | sed -E 's/:.*## /\t/' | awk -F '\t' '{ printf "make %-12s %s\n", $$1, $$2 }'

play: $(VENV)/server $(VENV)/warm ## the site on http://127.0.0.1:8000; PORT= and LUDARIUM_DATA= change the port and the folder
	@$(BIN)/ludarium serve

test: lint $(VENV)/warm ## every test
	$(BIN)/python -m pytest -n 2 $(TESTS)

lint: $(VENV)/dev ## style, types and layers
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports --no-logo

format: $(VENV)/dev ## put the style right where that can be done without thought
	$(BIN)/ruff check --fix
	$(BIN)/ruff format

bench: $(VENV)/server $(VENV)/warm ## how fast the games and the search are on this machine
	$(BIN)/ludarium bench

golden: $(VENV)/dev ## write the golden games again, after a change that is meant to change them
	$(BIN)/python -m tests.golden.write

constraints: ## write constraints.txt again, with the newest versions that fit; run it with the oldest Python
	python3.11 -m venv --clear $(VENV)/fresh
	$(VENV)/fresh/bin/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	$(VENV)/fresh/bin/python -m pip freeze --exclude-editable > constraints.txt
	rm -r $(VENV)/fresh

clean: ## remove the virtual environment and every cache
	rm -rf $(VENV) .*_cache .hypothesis
	find src tests examples -name __pycache__ -prune -exec rm -r {} +

# A stamp says that what its name tells was done with the files of today.

$(BIN)/python:
	@echo "Making a virtual environment in $(VENV), and installing what is needed"
	@python=$$($(FIND_PYTHON)) && $$python -m venv $(VENV) || { rm -rf $(VENV); exit 1; }

$(VENV)/server: pyproject.toml constraints.txt | $(BIN)/python
	@$(PIP) -c constraints.txt --editable '.[server]'
	@touch $@

$(VENV)/dev: pyproject.toml constraints.txt | $(BIN)/python
	@$(PIP) -c constraints.txt --editable '.[dev]'
	@touch $@ $(VENV)/server

$(VENV)/warm: $(COMPILED) | $(VENV)/server
	@$(BIN)/ludarium warm
	@touch $@
