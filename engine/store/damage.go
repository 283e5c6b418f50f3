package store

import (
	"context"
	"fmt"
)

// mostDamage bounds what is told of a damaged file.
const mostDamage = 20

// Damage tells what the database finds wrong with itself, in its own words; nothing
// when it is sound. SQLite compares its pages, its indexes with their rows and its
// references. PostgreSQL has no question for it: where its pages carry checksums
// (initdb -k), reading a damaged one fails.
func (tx *Tx) Damage(ctx context.Context) ([]string, error) {
	if tx.Dialect() == Postgres {
		return nil, nil
	}
	var said []string
	if err := tx.Select(ctx, &said, fmt.Sprintf("pragma integrity_check(%d)", mostDamage)); err != nil {
		return nil, err
	}
	if len(said) == 1 && said[0] == "ok" {
		said = nil
	}
	var orphans []string
	err := tx.Select(ctx, &orphans, fmt.Sprintf(`select "table" || ' ' || coalesce(rowid, '') || ' refers to a row of ' || parent || ' that is not there'
		from pragma_foreign_key_check limit %d`, mostDamage))
	return append(said, orphans...), err
}
