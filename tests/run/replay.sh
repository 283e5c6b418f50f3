#!/bin/sh
# Plays the month of real orders against a fresh server and proves the invariants.
# CSV: file of orders; DSN: database (default a new SQLite file); WORKERS: devices; BOARD: anything to have
# a lead give all work out on the board and the exceptions desk proven on the way; DAYS: of the month (default all);
# MONTHS: how often it is played, each on what the one before left; AFTER: months
# that were played on this database before.
set -eu
csv=${CSV:-../shared/data/retail/online-retail-2010-12.csv.gz}
folder=$(mktemp -d)
dsn=${DSN:-sqlite:$folder/w.db}
address=127.0.0.1:18432
if [ ! -f "$csv" ]; then
	echo "replay: there is no $csv; set CSV" >&2
	exit 1
fi
WARELOOM_DEMO_PASSWORD=wareloom bin/wareloom serve --demo --addr "$address" --dsn "$dsn" >"$folder/log" 2>&1 &
server=$!
trap 'kill $server; rm -rf "$folder"' EXIT
for _ in $(seq 100); do
	if curl -fs "http://$address/readyz" >/dev/null 2>&1; then break; fi
	sleep 0.2
done
go run ./tests/replay -csv "$csv" -url "http://$address" -workers "${WORKERS:-16}" -days "${DAYS:-0}" -months "${MONTHS:-1}" -after "${AFTER:-0}" \
	${BOARD:+-board} -size "$folder/w.db" -verify "bin/wareloom verify --json --dsn $dsn"
