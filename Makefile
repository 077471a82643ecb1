# Every target sets up what it needs: a virtual environment in .venv with the pinned requirements.
# PYTHON=... names another Python (3.11 or newer), WORKERS=... the number of test processes, TESTS='-m fast' a part of
# the tests.

SHELL = /bin/sh
.DEFAULT_GOAL = help
.PHONY: help play test lint catalogues index site gallery bench puzzles requirements advisories release check clean

WORKERS ?= 3
RECENT = import sys; sys.exit(sys.version_info < (3, 11))
PYTHON ?= $(shell for p in python3.11 python3 python; do $$p -c '$(RECENT)' 2>/dev/null && echo $$p && exit; done; echo python3)

PY = .venv/bin/python

help:
	@echo 'make play        set up, then start the umpire (python bot.py)'
	@echo 'make test        set up, then run the tests'
	@echo 'make check       everything that must hold before a change is accepted (.ci/run)'
	@echo 'make lint        ruff, mypy, import contracts'
	@echo 'make catalogues  update the message catalogues from the code, and compile them'
	@echo 'make index       write the pages of docs that are made from code and data'
	@echo 'make site        make a site of docs that needs no network, in out/site'
	@echo 'make gallery     draw docs/gallery/'
	@echo 'make bench       print the benchmarks'
	@echo 'make puzzles     let the computer solve all its puzzles, each with ten streams'
	@echo 'make requirements  pin the packages of requirements*.in, with hashes (needs uv)'
	@echo 'make advisories  look the pins up in a list of advisories (needs the network)'
	@echo 'make release     test, then build what a release consists of in dist (docs/releasing.md)'
	@echo 'make clean       remove .venv and all caches'

play: .venv/runtime
	$(PY) bot.py

test: .venv/dev
	$(PY) -m pytest -n $(WORKERS) --dist loadgroup $(TESTS)

lint: .venv/dev
	$(PY) -m ruff check .
	$(PY) -m ruff format --check .
	$(PY) -m mypy
	.venv/bin/lint-imports --no-logo

catalogues: .venv/dev
	$(PY) -m tools.catalogues

index: .venv/dev
	$(PY) -m tools.rules_index
	$(PY) -m tools.acts
	$(PY) -m tools.reference
	$(PY) -m tools.books

site: .venv/dev
	$(PY) -m tools.site.build

gallery: .venv/dev
	$(PY) -m tools.gallery

bench: .venv/dev
	$(PY) -m tools.bench

puzzles: .venv/dev
	$(PY) -m pytest -n 0 -m 'matrix or not matrix' $(wildcard tests/*/test_puzzles.py)

advisories: .venv/dev
	$(PY) -m tools.release.advisories

# RELEASE=/some/folder names another folder, TRIAL=--trial builds before the change log has the day of the release.
RELEASE ?= dist
release: .venv/release test
	$(PY) -m tools.release.build $(RELEASE) $(TRIAL)

# With the versions that are pinned already, unless PIN=--upgrade. pip itself, which sqlite-utils asks for, is the one
# that every virtual environment brings along.
PIN_ALL = uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-header --no-annotate \
  --no-emit-package pip $(PIN)
requirements:
	$(PIN_ALL) --allow-unsafe requirements-build.in -o requirements-build.txt
	$(PIN_ALL) requirements.in -o requirements.txt
	$(PIN_ALL) -c requirements.txt requirements-dev.in -o requirements-dev.txt
	$(PIN_ALL) -c requirements-dev.txt requirements-release.in -o requirements-release.txt

check:
	.ci/run

clean:
	rm -rf .venv .mypy_cache .pytest_cache .ruff_cache .import_linter_cache .hypothesis

.venv/release: .venv/dev requirements-release.txt
	$(PY) -m pip install --quiet --disable-pip-version-check -r requirements-release.txt
	@touch $@

# A stamp is written when pip has finished, so an interrupted set-up starts over.
.venv/runtime: requirements.txt requirements-build.txt
.venv/dev: requirements-dev.txt requirements-build.txt
.venv/runtime .venv/dev:
	@$(PYTHON) -c '$(RECENT)' 2>/dev/null || $(PY) -c '$(RECENT)' 2>/dev/null || { \
	  echo "Tabellarius needs Python 3.11 or newer, and $(PYTHON) is not. Name one: make PYTHON=/path/to/python3.11" >&2; exit 1; }
	@$(PY) -c '$(RECENT)' 2>/dev/null || $(PYTHON) -m venv --clear .venv
	$(PY) -m pip install --quiet --disable-pip-version-check -r requirements-build.txt
	$(PY) -m pip install --quiet --disable-pip-version-check --no-build-isolation -r $<
	@touch $@
