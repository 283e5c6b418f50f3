#!/bin/sh
# Everything that needs no running system: formatting, lint, types, metadata.
set -eu
GOBIN=$PWD/bin go install github.com/golangci/golangci-lint/v2/cmd/golangci-lint@v2.15.0
bin/golangci-lint run
unreachable=$(go run golang.org/x/tools/cmd/deadcode@v0.51.0 -test ./...)
test -z "$unreachable" || { echo "$unreachable" >&2; exit 1; }
go mod tidy -diff
npm run --silent format:check
npm run --silent lint
npm run --silent typecheck
npm run --silent types:check
go test ./tests/screens
go run ./engine/cmd/wareloom meta check
go run ./engine/cmd/wareloom meta check --site docs/examples/dock-appointments
go run ./engine/cmd/wareloom meta offers --check docs/offers.md
go run ./engine/cmd/wareloom meta fmt --check metadata plugins docs/examples engine/cmd/wareloom/apptest engine/cmd/wareloom/app/metadata tests/lending/metadata
