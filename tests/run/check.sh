#!/bin/sh
# Everything that needs no running system: formatting, lint, types, metadata.
set -eu
linter=github.com/golangci/golangci-lint/v2/cmd/golangci-lint@v2.15.0
if GOBIN=$PWD/bin go install "$linter"; then
	bin/golangci-lint run
else
	echo "golangci-lint cannot be had here: formatting and vet only" >&2
	test -z "$(gofmt -l engine plugins metadata seeds tests runtime-ui/*.go | tee /dev/stderr)"
	go vet ./...
fi
npm run --silent format:check
npm run --silent lint
npm run --silent typecheck
npm run --silent types:check
go run ./engine/cmd/wareloom meta check
