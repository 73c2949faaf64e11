# make run   opens Affray          make test       checks and tests
# make bench compares speeds       make test-all   the slow proofs too
PYTHON ?= python3
BIN := .venv/bin
PYTEST := $(BIN)/python -m pytest -n 2 --dist worksteal --rulesets tests/rulesets

.PHONY: run test test-all check bench lock clean

run: .venv/run.stamp
	$(BIN)/affray

check: .venv/test.stamp
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

test: check
	$(PYTEST) -m "not slow"

test-all: check
	$(PYTEST) --both-oracles --fights 4000

bench: .venv/test.stamp
	$(BIN)/python -m benchmarks

.venv/bin/python:
	$(PYTHON) -m venv .venv

.venv/run.stamp: pyproject.toml requirements/run.txt | .venv/bin/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements/run.txt
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps -e .
	touch $@

.venv/test.stamp: .venv/run.stamp requirements/test.txt
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements/test.txt
	touch $@

lock:
	$(BIN)/python -m pip install --quiet uv
	$(BIN)/uv pip compile --quiet --upgrade --universal --python-version 3.11 --generate-hashes \
		pyproject.toml -o requirements/run.txt
	$(BIN)/uv pip compile --quiet --upgrade --universal --python-version 3.11 --generate-hashes \
		--extra test pyproject.toml -o requirements/test.txt

clean:
	rm -rf .venv build dist benchmarks/build .mypy_cache .ruff_cache .pytest_cache
