# Press or Pass. The two commands most people need: `make run` and `make test`.
# Paths are relative, so the checkout may lie anywhere, in folders with spaces too.

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help run setup setup-dev test nightly faults coverage coverage-kernels wheel lint types bench load fairness weight screenshots admin lock clean

PY := .venv/bin/python
# `make test ARGS="tests/engine -k oracle"` runs a part.
ARGS ?=
# `make nightly` draws TIMES as many random cases as `make test`; the same SEED draws the same ones.
TIMES ?= 100
SEED ?= $(shell date +%Y%m%d)
PARALLEL := -n logical --dist worksteal
export PIP_DISABLE_PIP_VERSION_CHECK := 1

MODULES := $(shell find engine pressorpass_site tools -name '*.py')
KERNEL_SOURCES := $(shell find engine \( -name '*.pyx' ! -name '_expectimax[0-9]*' \) -o -name '*.pxd' -o -name '*.h' -o -name '*.pxi' -o -name '*.tp')

help:  ## this list
	@grep -hE '^[a-z-]+:.*##' Makefile | sed -E 's/^([a-z-]+):.*## */make \1\t/' | expand -t 16

run: setup  ## start the site and print its address (PORT, DATA_DIR); Ctrl-C stops it
	@$(PY) -m tools.run

setup: .venv/compiled  ## what running needs, into .venv

setup-dev: .venv/compiled .venv/installed-dev  ## what testing needs besides

.venv/installed: requirements.txt tools/preflight.sh tools/install.sh
	@python=$$(sh tools/preflight.sh) && \
	    { $(PY) -c '' 2>/dev/null || { echo "Making .venv, an environment of $$python..."; "$$python" -m venv --clear .venv; }; }
	@echo "Installing the pinned requirements..."
	@sh tools/install.sh requirements.txt
	@touch $@

.venv/installed-dev: requirements-dev.txt .venv/installed
	@echo "Installing the tools for tests and checks..."
	@sh tools/install.sh requirements-dev.txt
	@touch $@

.venv/built: .venv/installed setup.py $(KERNEL_SOURCES)
	@sh tools/preflight.sh >/dev/null
	@echo "Building the engine's kernels (half a minute, the first time)..."
	@$(PY) setup.py --quiet build_ext --inplace
	@touch $@

# Where PYTHONDONTWRITEBYTECODE is set every start of a command, a web process or a worker would compile them.
.venv/compiled: .venv/built $(MODULES)
	@$(PY) -m compileall -q -j 0 engine pressorpass_site tools
	@touch $@

test: setup-dev  ## all checks and tests, a real browser's included; ARGS="tests/engine" runs a part of the tests
	@sh tools/chromium.sh
	@$(PY) -m tools.check $(ARGS)

nightly: setup-dev  ## full counts: every page in every look, TIMES as many random cases, all oracles anew, PostgreSQL, fast and slow solvers
	@sh tools/chromium.sh
	@sh tools/proxy.sh
	@failed=0; \
	TIMES=$(TIMES) SEED=$(SEED) $(PY) -m pytest $(PARALLEL) --hypothesis-seed=$(SEED) $(ARGS) || failed=1; \
	TIMES=2 $(PY) -m tests.postgresql $(PY) -m pytest $(PARALLEL) tests/site tests/fuzz || failed=1; \
	SOLVER_SPEED=10 $(PY) -m pytest $(PARALLEL) tests/engine tests/site || failed=1; \
	SOLVER_SPEED=0.1 $(PY) -m pytest $(PARALLEL) tests/engine tests/site || failed=1; \
	$(PY) -m tests.busy --one $(PY) -m pytest $(PARALLEL) || failed=1; \
	exit $$failed

faults: setup-dev  ## real failures of a running site: what visitors see and how each ends, as a table (a quarter of an hour)
	@TIMES=2 $(PY) -m pytest -n 0 tests/faults $(ARGS)

coverage: setup-dev  ## the tests with the lines and branches that they run, of engine and site; ARGS as for test
	@sh tools/chromium.sh
	@$(PY) -m tools.coverage $(if $(ARGS),,$(PARALLEL)) $(ARGS)

coverage-kernels: setup-dev  ## the same for the kernels: a slow build of its own; ARGS="tests/engine/solvers" runs a part
	@$(PY) -m tools.coverage --kernels $(if $(ARGS),$(ARGS),$(PARALLEL) tests/engine)

wheel: setup-dev  ## a wheel of the engine in dist/, tried in an environment of its own
	@$(PY) -m tools.wheel

lint: setup-dev  ## format, names, layers, habits of style
	@$(PY) -m ruff check
	@$(PY) -m ruff format --check
	@find engine -name '*.pyx' -o -name '*.pxd' | PATH="$(CURDIR)/.venv/bin:$$PATH" xargs -r .venv/bin/cython-lint
	@.venv/bin/lint-imports
	@$(PY) -m tools.prose

types: setup-dev  ## types
	@$(PY) -m mypy

bench: setup-dev  ## the engine's speed and signature, then the kernels beside oracle, memo search and machine
	@$(PY) -m engine bench
	@$(PY) -m benchmarks

load: setup-dev  ## what the site bears on full tables, on PostgreSQL and as `make run` starts it (LOAD="--minutes 20 --setup production --full 0.1")
	@$(PY) -m tests.load $(LOAD)

fairness: setup-dev  ## how long others wait for a first answer while one client does its worst, as a table (LOAD="--only tables")
	@$(PY) -m tests.load.fairness $(LOAD)

weight: setup-dev  ## what each page weighs and how many queries it costs, as a table
	@$(PY) -m tests.load.weight

screenshots: setup-dev  ## pictures of the running site for docs/screenshots (SITE, ONLY)
	@$(PY) -m tools.screenshots

admin: setup  ## make an administrator (asks, or takes DJANGO_SUPERUSER_USERNAME, _EMAIL, _PASSWORD)
	@$(PY) manage.py migrate --verbosity 0
	@$(PY) manage.py createsuperuser $(if $(DJANGO_SUPERUSER_PASSWORD),--noinput)

LOCK = $(PY) -m uv pip compile --quiet --universal --python-version 3.11 --generate-hashes \
    --no-emit-index-url --annotation-style line --no-header

lock: .venv/installed  ## pin what the requirements*.in ask for, with the hashes of all files
	@$(LOCK) requirements-dev.in --output-file requirements-dev.txt
	@$(LOCK) requirements.in --constraint requirements-dev.txt --output-file requirements.txt
	@$(LOCK) requirements-site.in --constraint requirements-dev.txt --output-file requirements-site.txt

clean:  ## remove what was built (the data folder stays)
	rm -rf .venv build .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
	find engine \( -name '*.so' -o -name '*.c' \) -delete
