#!/bin/sh
# Everything that needs no running system: formatting, lint, types, metadata. `beside-tests` leaves
# out what a run of all tests has anyway.
set -eu
# Compilers and linters end before a swept heap is of use to them.
export GOGC=400 GOMEMLIMIT=3GiB
GOBIN=$PWD/bin go install github.com/golangci/golangci-lint/v2/cmd/golangci-lint@v2.15.0
bin/golangci-lint run
unreachable=$(go run golang.org/x/tools/cmd/deadcode@v0.51.0 -test ./...)
test -z "$unreachable" || { echo "$unreachable" >&2; exit 1; }
go mod tidy -diff
npm run --silent format:check
npm run --silent lint
npm run --silent typecheck
npm run --silent types:check
test "${1-}" = beside-tests || go test ./tests/screens
go build -ldflags '-s -w' -o bin/checked ./engine/cmd/wareloom
bin/checked meta check
bin/checked meta check --site docs/examples/dock-appointments
bin/checked meta offers --check docs/offers.md
bin/checked meta fmt --check metadata plugins docs/examples engine/cmd/wareloom/apptest engine/cmd/wareloom/app/metadata tests/lending/metadata
