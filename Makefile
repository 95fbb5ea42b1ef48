# Every target sets up what it needs: a Python 3.12 or newer is found, a virtual environment made, everything installed.
SHELL := /bin/sh
.DEFAULT_GOAL := help
VENV := .venv
BIN := $(VENV)/bin
LOWEST := .venv-lowest
LOWEST_PYTHON ?=
PACKAGE ?= giskard-checks
PYTEST_ARGS ?=
WORKERS ?= auto
COVERED := src/giskard/checks/core/*,src/giskard/checks/scenarios/*,src/giskard/checks/export/*,src/giskard/checks/reporting/*
PYTEST := $(BIN)/python -m pytest -n $(WORKERS) $(PYTEST_ARGS)

ifneq ($(PACKAGE),giskard-checks)
$(shell echo "PACKAGE=$(PACKAGE) is not here; this repository holds giskard-checks." >&2)
.PHONY: $(MAKECMDGOALS) help
$(or $(MAKECMDGOALS),help):
	@exit 2
else

help: ## Show this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "  make %-16s %s\n", $$1, $$2}' Makefile

setup: ## Make .venv and install everything that development needs
	@scripts/install $(VENV) requirements/dev.txt

demo: setup ## Watch a new check being scaffolded, filled in, tested, and judging recorded conversations
	@$(BIN)/python examples/support_chat/demo.py

new-check: setup ## Scaffold a check here: make new-check NAME=AllowedLinks ARGS='--input hosts:list[str]'
	@$(BIN)/giskard-checks new-check $(NAME) $(ARGS)

check: setup ## Everything that needs no test run: style, compatibility, types, imports, conventions, generated files
	@$(BIN)/ruff format --check .
	@$(BIN)/ruff check .
	@$(BIN)/vermin --quiet --target=3.12- --no-tips --violations src
	@$(BIN)/basedpyright
	@$(BIN)/lint-imports --no-logo
	@$(BIN)/python scripts/generate.py --check
	@$(BIN)/giskard-checks lint

format: setup ## Format the code and bring generated files up to date
	@$(BIN)/ruff check --fix-only --quiet .
	@$(BIN)/ruff format .
	@$(BIN)/python scripts/generate.py

lint: setup ## Hold the checks to the conventions
	@$(BIN)/giskard-checks lint

typecheck: setup ## Check the types
	@$(BIN)/basedpyright

test: setup ## Run the whole test suite
	@$(PYTEST)

test-unit: setup ## Run the tests that start no processes
	@$(PYTEST) -m 'not functional and not released'

test-functional: setup ## Run the tests that start servers, child processes and the scaffolding matrix
	@$(PYTEST) -m functional

coverage: setup ## Show the lines that no unit test runs; the rooms that judge and report may have none
	@$(PYTEST) -q -m 'not functional and not released' --hypothesis-seed=0 --cov --cov-report=
	@$(BIN)/coverage report --skip-covered --show-missing
	@$(BIN)/coverage report --include='$(COVERED)' --skip-covered --fail-under=100

test-released: setup ## Run the linter over the released library of the same name, from the package registry
	@$(PYTEST) -n 0 -m released tests/_lint/test_released.py

test-lowest: ## Run the tests on the oldest Python 3.12 at hand with the lowest versions of all dependencies
	@PYTHON=$(LOWEST_PYTHON) scripts/install $(LOWEST) requirements/lowest.txt 3.12
	@$(LOWEST)/bin/python -m pytest -n $(WORKERS) $(PYTEST_ARGS)

test-wheel: setup ## Build the wheel and test what is in it
	@$(PYTEST) -n 0 tests/packaging/test_wheel.py

scaffold-matrix: setup ## Scaffold every combination of templates, fields and project shapes
	@$(PYTEST) tests/_scaffold/test_matrix.py --full-matrix

bench: setup ## Print speed as ratios, measured in one run
	@env -u PYTHONDONTWRITEBYTECODE $(BIN)/python -m benchmarks

clean: ## Remove environments and caches
	@rm -rf $(VENV) $(LOWEST) build dist .pytest_cache .ruff_cache .hypothesis .import_linter_cache .coverage*

.PHONY: help setup demo new-check check format lint typecheck test test-unit test-functional coverage test-released test-lowest test-wheel \
	scaffold-matrix bench clean
endif
