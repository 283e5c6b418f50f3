# Wareloom: `make run` starts it, `make test` proves it.

export CGO_ENABLED ?= 0
# One set of flags for tests and builds, so that nothing is compiled twice.
export GOFLAGS ?= -buildvcs=false -trimpath

BIN     := bin/wareloom
COMMIT  := $(shell git describe --always --abbrev=8 --exclude='*' --dirty=.dirty 2>/dev/null)
LDFLAGS := -s -w -X main.commit=$(COMMIT)

.DEFAULT_GOAL := help
.PHONY: help run build web test check generate bench bars replay e2e gallery guide dist

help: ## show this list
	@grep -hE '^[a-z0-9-]+:.*## ' $(MAKEFILE_LIST) | awk -F ':.*## ' '{printf "  %-10s %s\n", $$1, $$2}'

run: build ## build and start the demo on SQLite in ./data; LAN=1 for handhelds on this network
	WARELOOM_DEMO_MONTH=yes WARELOOM_DEMO_BENCH=./data/bench $(BIN) serve --demo $(if $(LAN),--lan) --dsn sqlite:./data/wareloom.db

build: web ## build the one binary, web app included
	go build -ldflags '$(LDFLAGS)' -o $(BIN) ./engine/cmd/wareloom

web: node_modules/.package-lock.json
	npm run --silent build

node_modules/.package-lock.json: package-lock.json
	npm ci --no-audit --no-fund
	@touch $@

test: node_modules/.package-lock.json ## run every test; the last line counts them
	node tests/run/test.mjs

check: node_modules/.package-lock.json ## formatting, lint, types, metadata
	sh tests/run/check.sh

generate: node_modules/.package-lock.json ## write the types that follow from the schemas and from compiled screens
	npm run --silent types
	go test ./tests/screens -write

bench: build ## measure the engine beside one written by hand, on both databases, then its parts
	go run ./tests/bench -wareloom $(BIN)
	go test -run '^$$' -bench . -benchmem ./engine/... ./plugins/... ./tests/paper

bars: replay e2e ## the long proofs: replay, journeys, frames, kills under load, a bad network, many allocators, random operations and days, balances, guesses, a month of parcels, instances
	node tests/e2e/wedge.mjs --whole
	node tests/e2e/frames.mjs
	go test -count=1 -v -timeout 30m ./tests/chaos -kills 20
	go test -count=1 -v -timeout 90m ./tests/chaos -run TestNoNumber -parcels 20000 -kills 20
	go test -count=1 -v -timeout 60m ./tests/agents -labels 10000 -kills 20
	go test -count=1 -v -timeout 90m ./tests/network -scans 100000
	go test -count=1 -v -timeout 30m ./tests/ledger -run TestNobodyPromisesTwice -orders 10000
	go test -count=1 -v -timeout 5h ./tests/days -ops 100000
	GOGC=400 go test -count=1 -v -timeout 24h ./tests/model -ops 1000000 -chains 10000
	go test -count=1 -v -timeout 60m ./tests/paper -whole
	go test -count=1 -v -timeout 30m ./tests/ledger -run TestOpeningAndInAndOut -days 1000
	go test -count=1 -v -timeout 30m ./tests/public -run TestGuesses -probes 10000
	go test -count=1 -v -timeout 30m ./plugins/parcels -packings 1000
	go test -count=1 -v ./tests/hostile
	go test -count=1 -v ./tests/matrix -whole
	go test -count=1 -v ./engine/meta/diff -rounds 10000
	go test -count=1 -v -timeout 60m ./tests/site -run TestSpoilt -mutants 10000
	go test -count=1 -v -timeout 60m ./tests/site -run 'TestSwaps|TestTwoDesigners' -swaps 50
	go test -count=1 -v ./tests/instances -steps 10000000
	GOGC=400 go test -count=1 -v -timeout 24h ./tests/parcels -parcels 100000 -days 30 -runs 2
	node tests/e2e/payloads.mjs --whole
	node tests/e2e/sweep.mjs --whole

replay: build ## replay a month of real orders and verify the stock
	sh tests/run/replay.sh

e2e: build ## the journeys of people in a browser
	npm run --silent e2e

gallery: build ## a picture of every screen, language and width into .gallery, with what is plainly wrong
	npm run --silent gallery

guide: build ## take the pictures of the operator's guide anew
	npm run --silent guide

dist: web ## release binaries for Linux, amd64 and arm64
	sh tests/run/dist.sh '$(LDFLAGS)'
