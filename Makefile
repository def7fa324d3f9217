# Two commands: `make run` and `make test`. Both need Python 3.11 or newer, and nothing else.
SHELL := /bin/sh
PYTHON ?= $(shell deploy/find-python)
HOST ?= 127.0.0.1
PORT ?= 8000
export HOST PORT

.PHONY: run test check bench

run: .venv/installed
	@.venv/bin/python manage.py migrate --verbosity 0
	@.venv/bin/python manage.py prepare
	@exec .venv/bin/python manage.py serve

test: .venv/installed-dev
	@deploy/test-needs
	@if command -v node >/dev/null; then node --test tests/js/*.test.mjs tests/js/*.test.js; \
	else echo "LEFT OUT: the tests of static/js, because Node.js is not installed."; fi
	@deploy/test-services
	@.venv/bin/python -m pytest tests/e2e $(ARGS)
	@.venv/bin/python -m pytest --ignore tests/e2e -n auto $(ARGS)

check: .venv/installed-dev
	.venv/bin/ruff check .
	.venv/bin/mypy
	.venv/bin/lint-imports
	.venv/bin/python manage.py makemigrations --check --dry-run
	.venv/bin/python manage.py check --fail-level WARNING

bench: .venv/installed-dev
	.venv/bin/python -m bench

.venv/installed: requirements.txt
	@deploy/make-venv "$(PYTHON)"
	@.venv/bin/python -m pip install --quiet --disable-pip-version-check -r requirements.txt
	@touch $@

.venv/installed-dev: requirements.txt requirements-dev.txt
	@deploy/make-venv "$(PYTHON)"
	@.venv/bin/python -m pip install --quiet --disable-pip-version-check -r requirements-dev.txt
	@touch $@ .venv/installed
