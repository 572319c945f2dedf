# Everything runs in .venv, which the first target sets up: a Python of 3.11 or newer and make are all it needs.
PYTHON ?= python3
BIN := .venv/bin
KERNEL_TESTS := tests/kernels

.PHONY: demo test test-suite test-slow test-kernels test-bounds test-matrix coverage fuzz mutation lint types bench bench-quick bench-busy bench-compare docs

demo: .venv/ready
	mkdir -p demo
	$(BIN)/odds cta attack --skill 3 --attack "[GREEN][RED] / [SWORDS]: Piercing (1)" --armor "[BLACK] (1)" --csv demo/odds.csv --png demo/odds.png --force

test: test-suite test-kernels

test-suite: .venv/ready
	$(BIN)/pytest -m "not slow"

test-slow: .venv/ready
	$(BIN)/pytest -m slow
	TAMRIEL_ODDS_FUZZ=20 $(BIN)/pytest -m "not slow" tests/fuzz

# Without the JIT coverage sees the bodies of the kernels, which must be covered whole.
test-kernels: .venv/ready
	NUMBA_DISABLE_JIT=1 $(BIN)/pytest -m "not slow" --cov=kernels --cov-report=term-missing:skip-covered --cov-fail-under=100 $(KERNEL_TESTS)

# Compiled code from a warm cache would not have the checks, hence the fresh one.
test-bounds: .venv/ready
	cache=$$(mktemp -d) && NUMBA_BOUNDSCHECK=1 NUMBA_CACHE_DIR=$$cache $(BIN)/pytest -m "not slow" $(KERNEL_TESTS) && rm -r $$cache

# Minutes, and the newest and oldest packages allowed, each set in an environment of its own.
test-matrix:
	.ci/matrix

# Minutes: the suite as in `make test`, watched. The kernels are covered by test-kernels.
coverage: .venv/ready
	$(BIN)/pytest -m "not slow" --cov=tamriel_odds.odds --cov=tamriel_odds.tables --cov=tamriel_odds.cli --cov-report=term-missing:skip-covered --cov-fail-under=95

# Minutes, on Linux: fuzzing of the notation and of unit files that watches which branches it reaches.
fuzz: .venv/ready
	$(BIN)/python -m pip install --quiet --disable-pip-version-check 'atheris>=3'
	$(BIN)/python tests/fuzz/guided.py notation
	$(BIN)/python tests/fuzz/guided.py units

# Minutes: each rule constant, comparison and operator of three kernels is changed, and their tests must fail.
mutation: .venv/ready
	$(BIN)/python tests/mutation.py

lint: .venv/ready
	$(BIN)/ruff check . && $(BIN)/ruff format --check .

# mypy does not see an editable install: it is shown the rooms under their import name.
types: .venv/ready
	mkdir -p build/types/tamriel_odds && ln -sfn $(CURDIR)/cli.py $(CURDIR)/odds $(CURDIR)/kernels $(CURDIR)/tables build/types/tamriel_odds
	MYPYPATH=build/types $(BIN)/mypy -p tamriel_odds

# On a quiet machine: some minutes, and the tables of the README are made of what it keeps in benchmarks/results.
bench: .venv/ready
	$(BIN)/python -P -m tamriel_odds.benchmarks run

# The same in a third of the time, and kept nowhere: for a first look.
bench-quick: .venv/ready
	$(BIN)/python -P -m tamriel_odds.benchmarks run --quick

# Kernels and exact answers in yardsticks, in seconds of the processor: for a machine on which others work, too.
bench-busy: .venv/ready
	$(BIN)/python -P -m tamriel_odds.benchmarks run --busy

# What became slower by more than a tenth? BASE and NEW are files that `make bench` has written; without them, the results
# that are committed are held against those of the last run.
NEW ?= benchmarks/results/latest.json
bench-compare: .venv/ready
	mkdir -p build
	$(if $(BASE),,git show HEAD:benchmarks/results/latest.json >build/committed.json)
	$(BIN)/python -P -m tamriel_odds.benchmarks compare $(or $(BASE),build/committed.json) $(NEW)

docs: .venv/ready
	$(BIN)/python tests/test_docs.py

.venv/ready: pyproject.toml
	$(PYTHON) -c 'import sys; sys.exit("Python 3.11 or newer is needed: make PYTHON=python3.11" if sys.version_info < (3, 11) else 0)'
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --quiet --disable-pip-version-check --editable '.[dev]'
	touch $@
