# Press or Pass. The two commands most people need: `make run` and `make test`.
# Paths are relative, so the checkout may lie anywhere, in folders with spaces too.

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help run setup test nightly lint bench screenshots admin lock clean

PY := .venv/bin/python
# `make test ARGS="tests/engine -k oracle"` runs a part.
ARGS ?=
# `make nightly` draws TIMES as many random cases as `make test`; the same SEED draws the same ones.
TIMES ?= 20
SEED ?= $(shell date +%Y%m%d)
export PIP_DISABLE_PIP_VERSION_CHECK := 1

KERNEL_SOURCES := $(shell find engine -name '*.pyx' -o -name '*.pxd' -o -name '*.h' -o -name '*.pxi')

help:  ## this list
	@grep -hE '^[a-z]+:.*##' Makefile | sed -E 's/^([a-z]+):.*## */make \1\t/' | expand -t 14

run: setup  ## start the site and print its address (PORT, DATA_DIR); Ctrl-C stops it
	@$(PY) -m tools.run

setup: .venv/built  ## everything that running and testing need, into .venv

.venv/installed: requirements.txt tools/preflight.sh
	@python=$$(sh tools/preflight.sh) && \
	    { $(PY) -c '' 2>/dev/null || "$$python" -m venv --clear .venv; }
	@echo "Installing the pinned requirements (a minute, the first time)..."
	@$(PY) -m pip install --quiet --requirement requirements.txt
	@touch $@

.venv/built: .venv/installed setup.py $(KERNEL_SOURCES)
	@sh tools/preflight.sh >/dev/null
	@echo "Building the engine's kernels..."
	@$(PY) setup.py --quiet build_ext --inplace
	@touch $@

test: setup lint  ## all checks and tests, a real browser's included
	@sh tools/chromium.sh
	@$(PY) -m pytest $(ARGS)

nightly: setup  ## the engine's property tests with many more cases, new ones every day (TIMES, SEED)
	@PROPERTY_TIMES=$(TIMES) $(PY) -m pytest tests/engine -m hypothesis --hypothesis-seed=$(SEED) $(ARGS)

lint: setup  ## format, types, layers
	@$(PY) -m ruff check
	@$(PY) -m ruff format --check
	@$(PY) -m mypy
	@find engine -name '*.pyx' -o -name '*.pxd' | PATH="$(CURDIR)/.venv/bin:$$PATH" xargs -r .venv/bin/cython-lint
	@.venv/bin/lint-imports

bench: setup  ## the engine's speed and signature, then the kernels beside oracle, memo search and machine
	@$(PY) -m engine bench
	@$(PY) -m benchmarks

screenshots: setup  ## pictures of the running site for docs/screenshots (SITE, ONLY)
	@$(PY) -m tools.screenshots

admin: setup  ## make an administrator (asks, or takes DJANGO_SUPERUSER_USERNAME, _EMAIL, _PASSWORD)
	@$(PY) manage.py migrate --verbosity 0
	@$(PY) manage.py createsuperuser $(if $(DJANGO_SUPERUSER_PASSWORD),--noinput)

lock: .venv/installed  ## pin what requirements.in asks for
	@$(PY) -m uv pip compile --quiet --universal --python-version 3.11 --no-emit-index-url \
	    --annotation-style line --no-header requirements.in --output-file requirements.txt
	@$(PY) -m uv pip compile --quiet --universal --python-version 3.11 --no-emit-index-url \
	    --annotation-style line --no-header requirements-site.in --constraint requirements.txt \
	    --output-file requirements-site.txt

clean:  ## remove what was built (the data folder stays)
	rm -rf .venv build .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
	find engine \( -name '*.so' -o -name '*.c' \) -delete
