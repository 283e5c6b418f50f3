package station

import (
	"context"
	"fmt"
	"time"

	"github.com/wareloom/wareloom/engine/store"
)

// prunedAtOnce is how many tasks are looked at in one transaction, so that nobody waits long for it.
const prunedAtOnce = 500

// Prune deletes the tasks that nobody went on with since a time, with their inputs, and
// reports whether there may be more. Ids mostly follow time, so it looks at the oldest tasks only.
// What the inputs did stays: records and their history have it.
func Prune(ctx context.Context, tx *store.Tx, before time.Time) (more bool, err error) {
	var ids []int64
	const text = `SELECT id FROM (SELECT id, updated_at FROM station_session ORDER BY id LIMIT ?) s WHERE updated_at < ?`
	if err := tx.Select(ctx, &ids, text, prunedAtOnce, before.UnixMilli()); err != nil {
		return false, fmt.Errorf("look for old station sessions: %w", err)
	}
	if len(ids) == 0 {
		return false, nil
	}
	for _, text := range []string{`DELETE FROM station_input WHERE session_id IN ?`, `DELETE FROM station_session WHERE id IN ?`} {
		if _, err := tx.Exec(ctx, text, ids); err != nil {
			return false, fmt.Errorf("delete old station sessions: %w", err)
		}
	}
	return true, nil
}
