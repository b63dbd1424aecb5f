# Two commands are enough: `make play` and `make test`. They need Python 3.11 or newer, and make.

PORT ?= 8000
VENV := .venv
BIN := $(VENV)/bin
# uv installs in a third of the time; pip leaves the byte code to a process in the background.
INSTALL = if command -v uv > /dev/null; then uv pip install --quiet --python $(BIN)/python $(1); \
  else $(BIN)/python -m pip install --quiet --disable-pip-version-check --no-compile $(1) \
    && { nice $(BIN)/python -m compileall -q $$($(BIN)/python -c 'import site; print(site.getsitepackages()[0])') > /dev/null 2>&1 & }; fi
NEW_ENOUGH := import sys; sys.exit(sys.version_info < (3, 11))
FIND_PYTHON = for p in python3 python3.14 python3.13 python3.12 python3.11; do \
  $$p -c '$(NEW_ENOUGH)' 2> /dev/null && echo $$p && exit; done; echo "Python 3.11 or newer is needed" >&2; exit 1
COMPILED := $(wildcard src/ludarium/core/kernel.py src/ludarium/games/*/*.py src/ludarium/search/*.py)
# What compiles, starts workers or plays long matches takes longer than all the rest.
SLOW := core/compiling/test_cache core/compiling/test_compiler tournament/test_executors tournament/test_published_pairs
# Three workers for two cores: they wait a third of their time, for browsers, databases and other processes.
WORKERS ?= 3
QUICK := tests/boards tests/core tests/match tests/scenes tests/tournament tests/test_project.py $(SLOW:%=--ignore=tests/%.py)
# JavaScript is checked where npm is; NEED_NODE=1, as in .ci/run, makes it an error if it is missing.
JAVASCRIPT = if [ ! -f package.json ]; then echo "JavaScript is not checked: there is no package.json"; \
  elif command -v npm > /dev/null; then { [ node_modules -nt package-lock.json ] || npm ci --no-audit --no-fund && touch node_modules; } \
    && npm run --silent check; \
  elif [ -n "$(NEED_NODE)" ]; then echo "npm is missing" >&2; exit 1; \
  else echo "JavaScript is not checked: install node and npm to check it"; fi
# The documentation of a checkout is built once, beside the site, which shows it as soon as it is there.
DOCUMENT = [ -f site/index.html ] || { [ -n "$(NO_DOCS)" ] || \
  nice -n 19 make --no-print-directory --silent site/index.html > $(VENV)/docs.log 2>&1 & }
export PORT
# Tests start many processes; without byte code on disk every one would compile every module again.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
.PHONY: help play quick test lint format coverage docs wheel bench pictures golden constraints clean

help: ## list the commands
	@grep -hE '^[a-z]+:.*##' Makefile | awk -F ':.*## ' '{ printf "make %-12s %s\n", $$1, $$2 }'

play: $(VENV)/server ## start the site on http://localhost:8000; PORT= and LUDARIUM_DATA= change the port and the folder
	@$(DOCUMENT)
	@$(BIN)/ludarium serve

quick: lint $(VENV)/warm ## check style and types, and run the unit tests of boards, rules, scenes and tournaments
	$(BIN)/python -m pytest -n $(WORKERS) --dist worksteal -q $(QUICK)

test: $(VENV)/dev ## check style, types and layers, and run every test
	@$(MAKE) --no-print-directory --jobs=2 lint $(VENV)/warm  # types are checked while games are compiled
	$(BIN)/python -m pytest -n $(WORKERS) --dist worksteal $(TESTS)

lint: $(VENV)/dev ## check style, types and layers
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports --no-logo
	@$(JAVASCRIPT)

format: $(VENV)/dev ## mend the style where a program can
	$(BIN)/ruff check --fix
	$(BIN)/ruff format

coverage: $(VENV)/dev $(VENV)/warm ## run every test and report how much of the code they run
	$(BIN)/python -m pytest -n $(WORKERS) --dist worksteal --cov --cov-report=term:skip-covered $(TESTS)

docs: $(VENV)/dev ## build the documentation into the folder site, which `make play` serves under /docs
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict --quiet

site/index.html: $(VENV)/docs
	@rm -rf $(VENV)/site && NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --quiet --site-dir $(VENV)/site
	@rm -rf site && mv $(VENV)/site site

wheel: $(VENV)/dev ## build the package, check its page, and try the wheel in an empty environment
	rm -rf dist
	$(BIN)/python -m build --outdir dist
	$(BIN)/python -m twine check --strict dist/*
	$(BIN)/python -m tools.try_wheel dist/*.whl

bench: $(VENV)/server $(VENV)/warm ## measure the games and the search on this machine
	$(BIN)/ludarium bench

pictures: $(VENV)/dev ## draw the pictures of the README again, after a change of a board
	$(BIN)/python -m tools.pictures

golden: $(VENV)/dev ## write the golden games again, after an intended change
	$(BIN)/python -m tests.golden.write

constraints: ## write constraints.txt again with the newest versions; needs Python 3.11
	python3.11 -m venv --clear $(VENV)/fresh
	$(VENV)/fresh/bin/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	$(VENV)/fresh/bin/python -m pip freeze --exclude-editable > constraints.txt
	rm -r $(VENV)/fresh

clean: ## remove the virtual environment, what was built, and every cache
	rm -rf $(VENV) .*_cache .hypothesis .coverage* dist node_modules site
	find src tests examples tools -name __pycache__ -prune -exec rm -r {} +

# A stamp file is as new as the last run of its rule.

$(BIN)/python:
	@echo "Making a virtual environment in $(VENV) and installing the dependencies"
	@python=$$($(FIND_PYTHON)) && $$python -m venv $(VENV) || { rm -rf $(VENV); exit 1; }

$(VENV)/server: pyproject.toml constraints.txt | $(BIN)/python
	@$(call INSTALL,-c constraints.txt --editable '.[server]')
	@touch $@

$(VENV)/docs: pyproject.toml constraints.txt | $(VENV)/server
	@$(call INSTALL,-c constraints.txt --editable '.[docs]')
	@touch $@

$(VENV)/dev: pyproject.toml constraints.txt | $(BIN)/python
	@$(call INSTALL,-c constraints.txt --editable '.[dev]')
	@touch $@ $(VENV)/server

# Tests and measurements do not wait for the compiler; `make play` compiles in the background.
$(VENV)/warm: $(COMPILED) | $(VENV)/server
	@$(BIN)/ludarium warm
	@touch $@
