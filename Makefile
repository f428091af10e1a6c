# Two commands: `make report` does the main job, `make test` checks everything. Both set up what they need.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin

.PHONY: report bench docs docs-serve reference test test-long test-interop fuzz lint setup clean

report: setup
	mkdir -p out
	$(BIN)/grice report --out out/report.html --force

# The site in out/site; open out/site/index.html, or `make docs-serve` while writing.
docs: reference
	$(BIN)/python -m pip install --quiet -c constraints.txt -e ".[docs]"
	$(BIN)/zensical build --strict -f mkdocs.yml

docs-serve: docs
	$(BIN)/zensical serve -f mkdocs.yml

reference: setup
	$(BIN)/python -m lab.write_reference

# How fast it is here, beside other programs where they are installed: minutes.
bench: setup
	$(BIN)/grice benchmark speed

test: setup lint
	$(BIN)/pytest -m "not long" -n auto --dist loadfile

test-long: setup
	$(BIN)/pytest -m long

# The adapters beside the libraries they are for, in a venv of their own (about 2 GB, most of it torch): no test skips.
INTEROP := .venv-interop
test-interop: $(INTEROP)/.ready
	$(INTEROP)/bin/python -c "import capevalkit, evaluate, networkx, pandas, polars, pycocoevalcap, torchmetrics"
	$(INTEROP)/bin/python -m pytest tests/interop

$(INTEROP)/.ready: pyproject.toml constraints.txt
	$(PYTHON) -m venv $(INTEROP)
	$(INTEROP)/bin/python -m pip install --progress-bar on -c constraints.txt -e ".[test-interop]"
	@touch $@

# Some ten thousand inputs of every kind in a few minutes; docs/robustness.md says how to run more.
fuzz: setup
	$(BIN)/python -m lab.fuzz all --runs 2000 --seconds 30
	$(BIN)/python -m lab.fuzz all --runs 300 --seconds 30 --engine hypothesis

lint: setup
	$(BIN)/ruff format --check src tests lab
	$(BIN)/ruff check src tests lab
	$(BIN)/mypy
	$(BIN)/lint-imports

setup: $(VENV)/.ready

$(VENV)/.ready: pyproject.toml constraints.txt
	@echo "setting up $(VENV) (a minute or two the first time)"
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --progress-bar on -c constraints.txt -e ".[dev]"
	@touch $@

clean:
	rm -rf $(VENV) $(INTEROP) out build dist
