# make run   opens Affray          make test       checks and tests
# make bench compares speeds       make test-all   the slow proofs too
# make quick for who changes a rule: the rules alone, in CPython (make quick RULESET=plunder: one game)
PYTHON ?= python3
BIN := .venv/bin
PYTEST := $(BIN)/python -m pytest -n 2 --dist worksteal --rulesets tests/rulesets

# The browser tests want Debian's Chromium, the page's types Debian's TypeScript. Where one may not
# be installed that is skipped with a line that says so, and with AFFRAY_NO_SKIPS it fails.
APT := DEBIAN_FRONTEND=noninteractive apt-get -qq
GET = { $(APT) update && $(APT) install -y --no-install-recommends $(1); }
CAN_GET = { command -v apt-get >/dev/null && if [ "$$(id -u)" = 0 ]; then sh -c '$(call GET,$(1))'; \
	else sudo -n sh -c '$(call GET,$(1))'; fi; } >/dev/null 2>&1
NO_CHROMIUM := no Chromium here and none can be installed: the browser tests are skipped
NO_TSC := no TypeScript here and none can be installed: the types of the page are not checked
PAGE := src/affray/table/web

.PHONY: run test test-all ready quick check page chromium compiled bench lock clean

run: .venv/run.stamp
	$(BIN)/affray

check: .venv/test.stamp page
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

# The page's scripts, against the types that are written from the protocol's models.
page: .venv/test.stamp
	$(BIN)/oxlint --quiet -c $(PAGE)/oxlintrc.json $(PAGE)/static tests/page
	@command -v tsc >/dev/null || $(call CAN_GET,node-typescript) || echo '$(NO_TSC)'
	@if command -v tsc >/dev/null; then tsc -p $(PAGE); else test -z "$$AFFRAY_NO_SKIPS"; fi

# Types are checked on one core while the rules are compiled on the other.
ready: .venv/test.stamp chromium
	$(MAKE) --no-print-directory -j2 check compiled

test: ready
	$(PYTEST) -m "not slow"

test-all: ready
	$(BIN)/affray compile --checked --oracle dice --rulesets tests/rulesets
	$(PYTEST) --fights 4000

# Once before the tests, on all cores: two workers would each compile the same rules.
compiled: .venv/test.stamp
	$(BIN)/affray compile --rulesets tests/rulesets

# What a rule can break is marked by nothing; all else is left out.
quick: .venv/test.stamp
	$(PYTEST) -m "not (slow or compiled or browser or program)" --cpython --fights 20 $(if $(RULESET), \
		--ruleset $(RULESET) src/affray/conformance $(wildcard tests/test_$(subst -,_,$(RULESET))*.py))

chromium:
	@command -v chromium >/dev/null || command -v chromium-browser >/dev/null || \
		$(call CAN_GET,chromium fonts-liberation) || echo '$(NO_CHROMIUM)'

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
