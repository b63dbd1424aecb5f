# Two commands are enough: `make play` and `make test`. They need Python 3.11 or newer, and make.

PORT ?= 8000
VENV := .venv
BIN := $(VENV)/bin
INSTALL := sh tools/install.sh
# Half of the time of an installation is theirs, so they are installed beside all others.
HEAVY := ^(llvmlite|numba|numpy)==
COMPILE = $(BIN)/python -m compileall -q $$($(BIN)/python -c 'import site; print(site.getsitepackages()[0])')
COMPILED := $(wildcard src/ludarium/core/kernel.py src/ludarium/games/*/*.py src/ludarium/search/*.py)
# What compiles, starts workers or plays long matches takes longer than all the rest.
SLOW := core/compiling/test_cache core/compiling/test_compiler core/test_bits core/test_products core/test_variations \
  scenes/test_moving scenes/test_notebook scenes/test_picture scenes/test_replay scenes/test_turns \
  tournament/report/test_report tournament/test_executors tournament/test_first_seats tournament/test_published_pairs \
  tournament/test_ratings tournament/test_several_games tournament/test_swiss_oracle tournament/test_tables_of_several \
  tournament/test_tournament tournament/test_waves
# Three workers for two cores: they wait a third of their time, for browsers, databases and other processes.
WORKERS ?= 3
QUICK := tests/boards tests/core tests/match tests/scenes tests/tournament tests/test_project.py $(SLOW:%=--ignore=tests/%.py)
# JavaScript is checked where npm is; NEED_NODE=1, as in .ci/run, makes it an error if it is missing.
JAVASCRIPT = if [ ! -f package.json ]; then echo "JavaScript is not checked: there is no package.json"; \
  elif command -v npm > /dev/null; then { [ node_modules -nt package-lock.json ] || npm ci --no-audit --no-fund && touch node_modules; } \
    && npm run --silent check; \
  elif [ -n "$(NEED_NODE)" ]; then echo "npm is missing" >&2; exit 1; \
  else echo "JavaScript is not checked: install node and npm to check it"; fi
# What the first page does not need is made once, a minute later: pip, byte code and the documentation, which the site
# shows as soon as it is there.
AFTERWARDS = [ -f $(VENV)/later -a -n "$(NO_DOCS)$(wildcard site/index.html)" ] || \
  { sleep 60; exec nice -n 19 $(MAKE) --no-print-directory --silent later; } > $(VENV)/later.log 2>&1 &
export PORT
# Tests start many processes; without byte code on disk every one would compile every module again.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
.PHONY: help play install quick test lint format coverage docs wheel bench pictures golden constraints clean

help: ## list the commands
	@grep -hE '^[a-z]+:.*##' Makefile | awk -F ':.*## ' '{ printf "make %-12s %s\n", $$1, $$2 }'

play: $(VENV)/server ## start the site on http://localhost:8000; PORT= and LUDARIUM_DATA= change the port and the folder
	@$(AFTERWARDS)
	@$(BIN)/ludarium serve

install: ## install optional parts into the environment of `make play`, such as EXTRAS=wasm,postgresql
	@$(INSTALL) -c constraints.txt --editable '.$(EXTRAS:%=[%])'

quick: $(VENV)/dev ## check style and types, and run the unit tests of boards, rules, scenes and tournaments
	@$(MAKE) --no-print-directory --jobs=2 types units  # types are checked while the tests run

test: $(VENV)/dev ## check style, types and layers, and run every test
	@$(MAKE) --no-print-directory --jobs=2 types style $(VENV)/warm  # types are checked while games are compiled
	$(BIN)/python -m pytest -n $(WORKERS) --dist worksteal $(TESTS)

lint: style types ## check style, types and layers

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
	$(BIN)/python -m tools.try_readme

bench: $(VENV)/server $(VENV)/warm ## measure the games and the search on this machine
	$(BIN)/ludarium bench

pictures: $(VENV)/dev ## draw the pictures of the README again, after a change of a board
	$(BIN)/python -m tools.pictures

golden: $(VENV)/dev ## write the golden games again, after an intended change
	$(BIN)/python -m tests.golden.write

constraints: ## write constraints.txt and requirements.txt again with the newest versions; needs Python 3.11
	python3.11 -m venv --clear $(VENV)/fresh
	$(VENV)/fresh/bin/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	$(VENV)/fresh/bin/python -m pip freeze --exclude-editable > constraints.txt
	python3.11 -m venv --clear $(VENV)/fresh
	$(VENV)/fresh/bin/python -m pip install --quiet --disable-pip-version-check -c constraints.txt --editable .
	$(VENV)/fresh/bin/python -m pip freeze --exclude-editable > requirements.txt
	rm -r $(VENV)/fresh

clean: ## remove the virtual environment, what was built, and every cache
	rm -rf $(VENV) .*_cache .hypothesis .coverage* dist node_modules site
	find src tests examples tools -name __pycache__ -prune -exec rm -r {} +

# A stamp file is as new as the last run of its rule.

$(BIN)/python:
	@$(INSTALL)

$(VENV)/heavy: requirements.txt | $(BIN)/python
	@$(INSTALL) --no-deps $$(grep -E '$(HEAVY)' requirements.txt)
	@touch $@

$(VENV)/light: pyproject.toml requirements.txt | $(BIN)/python
	@$(INSTALL) --no-deps --editable . $$(grep -vE '$(HEAVY)' requirements.txt)
	@touch $@

$(VENV)/server: pyproject.toml requirements.txt | $(BIN)/python
	@$(MAKE) --no-print-directory --silent --jobs=2 $(VENV)/heavy $(VENV)/light
	@touch $@

$(VENV)/docs: pyproject.toml constraints.txt | $(VENV)/server
	@$(INSTALL) -c constraints.txt --editable '.[docs]'
	@touch $@

$(VENV)/dev: pyproject.toml constraints.txt | $(BIN)/python
	@$(INSTALL) -c constraints.txt --editable '.[dev]' pip
	@nice $(COMPILE) > /dev/null 2>&1 &
	@touch $@ $(VENV)/heavy $(VENV)/light $(VENV)/server

.PHONY: later style types units
style: $(VENV)/dev
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/lint-imports --no-logo
	@$(JAVASCRIPT)

types: $(VENV)/dev
	$(BIN)/mypy --num-workers 2 || { [ $$? -gt 1 ] && $(BIN)/mypy; }  # a worker that a busy machine starts later than mypy waits is no type error

units: style $(VENV)/warm
	$(BIN)/python -m pytest -q $(QUICK)  # in one process: the types take two, and this one would wait for its workers

later:
	@$(INSTALL) pip && $(COMPILE) && touch $(VENV)/later
	@[ -n "$(NO_DOCS)" ] || $(MAKE) --no-print-directory --silent site/index.html

# Tests and measurements do not wait for the compiler; `make play` compiles in the background.
$(VENV)/warm: $(COMPILED) | $(VENV)/server
	@$(BIN)/ludarium warm
	@touch $@
