# make run   opens Affray          make test       checks and tests
# make bench compares speeds       make test-all   the slow proofs too
# make pictures of every sample, wide and narrow, by day and by night
# make slow-pages the browser tests on an old phone with a bad line: what waits for too little fails
# make browsers a fight in Firefox and in WebKit, where they are or can be installed
# make docs the documents as a site, make man the man page, make release a wheel ready to upload
# make quick for who changes a rule: the rules alone, in CPython (make quick RULESET=plunder: one game)
PYTHON ?= python3
BIN := .venv/bin
# Three workers on two cores: those that start programs and browsers wait for them half the time.
PYTEST := $(BIN)/python -m pytest -n 3 --dist worksteal --rulesets tests/rulesets

# The browser tests want Debian's Chromium, a store of several servers its PostgreSQL, the page's
# types its TypeScript. Where one may not be installed that is skipped with a line that says so, and
# with AFFRAY_NO_SKIPS it fails.
APT := DEBIAN_FRONTEND=noninteractive apt-get -qq
GET = { $(APT) update && $(APT) install -y --no-install-recommends $(1); }
CAN_GET = { command -v apt-get >/dev/null && if [ "$$(id -u)" = 0 ]; then sh -c '$(call GET,$(1))'; \
	else sudo -n sh -c '$(call GET,$(1))'; fi; } >/dev/null 2>&1
NO_CHROMIUM := no Chromium here and none can be installed: the browser tests are skipped
NO_POSTGRES := no PostgreSQL here and none can be installed: a store of several servers is not tested
NO_TSC := no TypeScript here and none can be installed: the types of the page are not checked
NO_OTHERS := no Firefox or WebKit here and none can be installed: a fight in them is skipped
OTHERS := firefox-esr webkit2gtk-driver xvfb
PAGE := src/affray/table/web

.PHONY: run test test-all ready quick check page pictures browsers slow-pages chromium postgres compiled bench docs man release lock \
	clean

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
ready: .venv/test.stamp chromium postgres
	$(MAKE) --no-print-directory -j2 check compiled

test: ready
	$(PYTEST) -m "not slow"

test-all: ready
	$(BIN)/affray compile --checked --oracle dice --rulesets tests/rulesets
	$(PYTEST) --fights 4000
	$(MAKE) --no-print-directory browsers

# Apart from the tests, of which none may be skipped: these two are not to be had everywhere.
browsers: .venv/test.stamp
	@(for one in firefox-esr WebKitWebDriver Xvfb; do command -v $$one || exit 1; done) >/dev/null || \
		$(call CAN_GET,$(OTHERS)) || echo '$(NO_OTHERS)'
	AFFRAY_NO_SKIPS= $(BIN)/python -m pytest -rs tests/other_browsers.py

slow-pages: ready
	AFFRAY_SLOW_PAGES=1 $(PYTEST) -m "browser and not slow" tests

# Once before the tests, on all cores: two workers would each compile the same rules.
compiled: .venv/test.stamp
	$(BIN)/affray compile --rulesets tests/rulesets

# What every game is held to, and the games' own tests; all else a rule cannot break.
GAMES := $(notdir $(patsubst %/,%,$(dir $(wildcard src/affray/rulesets/*/rulebook.toml))))
quick: .venv/test.stamp
	$(PYTEST) -m "not (slow or compiled or browser or program)" --cpython --fights 20 $(if $(RULESET), \
		--ruleset $(RULESET)) src/affray/conformance tests/test_rooms.py tests/test_rulebook.py \
		$(foreach game,$(or $(subst -,_,$(RULESET)),$(GAMES)),$(wildcard tests/test_$(game)*.py))

chromium:
	@command -v chromium-headless-shell >/dev/null || $(call CAN_GET,chromium-headless-shell fonts-liberation) || \
		command -v chromium >/dev/null || command -v chromium-browser >/dev/null || echo '$(NO_CHROMIUM)'

postgres:
	@command -v initdb >/dev/null || ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 || \
		$(call CAN_GET,postgresql) || echo '$(NO_POSTGRES)'

# Every sample as it looks, to be looked at; and the pictures the documents show.
SHOWN := tests/test_table_browser.py tests/test_table_everybody.py tests/test_table_spotlight.py tests/test_table_story.py
pictures: .venv/test.stamp chromium
	$(BIN)/python tests/pictures.py build/pictures
	AFFRAY_SCREENSHOTS=1 $(PYTEST) -q $(SHOWN)

# The documents as a site, in build/site; a link that leads nowhere ends it.
docs: .venv/test.stamp
	$(BIN)/python docs/staging.py build/pages
	NO_MKDOCS_2_WARNING=1 $(BIN)/python -m mkdocs build --strict --quiet
	@echo wrote build/site/index.html

man: .venv/run.stamp
	$(BIN)/python -m affray.cli.manual > man/affray.1

# Wheel and source archive, checked, and installed where nothing else is. Uploading is a person's.
VERSION = $(shell $(BIN)/python -c "from importlib.metadata import version; print(version('affray'))")
release: .venv/test.stamp man
	@git status --porcelain | (! grep .) || { echo 'not released: there are changes nobody committed'; exit 1; }
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements/release.txt
	rm -rf dist build/lib build/release
	$(BIN)/python -m build --quiet
	$(BIN)/python -m twine check --strict dist/*
	$(PYTHON) -m venv build/release
	build/release/bin/python -m pip install --quiet --disable-pip-version-check dist/*.whl
	build/release/bin/affray --version
	cd build/release && bin/affray check skirmish --fights 2
	@echo "ready, and not uploaded: $(BIN)/python -m twine upload dist/affray-$(VERSION)*"

# Side by side with others: who cannot be installed here is left out, with a dash.
bench: .venv/bench.stamp
	$(BIN)/python -m benchmarks

.venv/bin/python:
	$(PYTHON) -m venv .venv

.venv/run.stamp: pyproject.toml requirements/run.txt | .venv/bin/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements/run.txt
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps -e .
	touch $@

.venv/test.stamp: .venv/run.stamp requirements/test.txt requirements/docs.txt
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements/test.txt
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements/docs.txt
	touch $@

.venv/bench.stamp: .venv/test.stamp requirements/bench.txt
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements/bench.txt || \
		echo 'not all of the others can be had here: they are left out'
	touch $@

lock:
	$(BIN)/python -m pip install --quiet uv
	$(BIN)/uv pip compile --quiet --upgrade --universal --python-version 3.11 --generate-hashes \
		--extra charts pyproject.toml -o requirements/run.txt
	for extra in "test --extra charts --extra frames --extra env --extra cluster --extra postgres" docs release \
		"bench -c requirements/test.txt"; do \
		$(BIN)/uv pip compile --quiet --upgrade --universal --python-version 3.11 \
			--generate-hashes --extra $$extra pyproject.toml -o requirements/$${extra%% *}.txt; \
	done

clean:
	rm -rf .venv build dist benchmarks/build .mypy_cache .ruff_cache .pytest_cache
