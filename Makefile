# What can be done here; `make help` lists it. The work is in scripts/, which install what is missing.

# The most that the browser may download, in kB (1000 bytes) after brotli: until the page can be used,
# and for the judge, which arrives behind it.
PAGE_CEILING_KB := 265
JUDGE_CEILING_KB := 720
export PAGE_CEILING_KB JUDGE_CEILING_KB

SHELL := bash
.DEFAULT_GOAL := help
.PHONY: help run dev dist test bench fuzz demo size fmt clean

help: ## List these targets
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "make %-6s %s\n", $$1, $$2 }' Makefile

run: ## Build the page and serve it at http://localhost:4280/
	@scripts/setup build
	@scripts/build
	@node scripts/serve.mjs dist 4280

dev: ## Serve a debug build that is rebuilt on every change
	@scripts/setup build
	@. scripts/env && exec env -u NO_COLOR trunk serve --port 4280 --dist target/dev --skip-version-check

dist: ## Make site/, which works from any folder of any static host, and after a first visit without a network
	@scripts/setup build
	@scripts/build
	@node scripts/site.mjs dist site

test: ## Run every check and test
	@scripts/test

bench: ## Measure how fast JSON is found and judged, how the page keeps up, and how corrections help a small model
	@scripts/setup test model
	@scripts/build
	@. scripts/env && node --test --test-force-exit --test-concurrency=1 --test-reporter=spec benches/page/*.test.mjs
	@cargo bench --no-fail-fast --bench extract --bench validate
	@. scripts/env && cargo bench --bench strategies

fuzz: ## Look for five minutes each for replies that break what must hold (needs cargo-fuzz)
	@cd fuzz && mkdir -p corpus/reply corpus/mutated_reply
	@cd fuzz && cargo +nightly fuzz run reply corpus/reply seeds/reply -- -dict=signs.dict -max_total_time=300
	@cd fuzz && cargo +nightly fuzz run mutated_reply corpus/mutated_reply -- -max_len=256 -max_total_time=300

demo: ## Run the page against a small real model on this machine
	@scripts/demo

size: ## Show what the browser downloads, against its ceiling
	@scripts/setup build
	@scripts/build
	@node scripts/size.mjs $(PAGE_CEILING_KB) $(JUDGE_CEILING_KB)

fmt: ## Format the code
	@. scripts/env && $$SOV_FMT

clean: ## Remove everything that was built (the tools in the cache stay)
	@rm -rf target dist site tests/e2e/node_modules
