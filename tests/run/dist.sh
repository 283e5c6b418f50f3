#!/bin/sh
# Builds one binary per platform into dist/, without cgo. $1: linker flags.
set -eu
mkdir -p dist
for arch in amd64 arm64; do
	CGO_ENABLED=0 GOOS=linux GOARCH="$arch" go build -trimpath -ldflags "$1" -o "dist/wareloom-linux-$arch" ./engine/cmd/wareloom
done
ls -l dist
