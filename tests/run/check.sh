#!/bin/sh
# Everything that needs no running system: formatting, lint, types, metadata.
set -eu
unformatted=$(gofmt -l engine plugins metadata seeds tests runtime-ui/*.go)
if [ -n "$unformatted" ]; then
	echo "not formatted (gofmt -w):" "$unformatted" >&2
	exit 1
fi
go vet ./...
npm run --silent format:check
npm run --silent lint
npm run --silent typecheck
npm run --silent types:check
go run ./engine/cmd/wareloom meta check
