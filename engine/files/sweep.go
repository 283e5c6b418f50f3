package files

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/wareloom/wareloom/engine/store"
)

// Holder is a column that holds the keys of files.
type Holder struct {
	Table, Column string
}

// largestSweep bounds the files that one transaction deletes.
const largestSweep = 500

// abandonedAfter is when a file that arrived and was not kept is nobody's any more.
const abandonedAfter = 24 * time.Hour

// Sweep deletes the files that neither a record nor one of the holders has
// referred to for a while, and tells how many. It looks at moments only, so a file
// that is let go counts from the first sweep that sees it.
func (s Store) Sweep(ctx context.Context, db *store.DB, holders []Holder, now time.Time, keep time.Duration) (swept int, err error) {
	err = db.Write(ctx, func(ctx context.Context, tx *store.Tx) error { return mark(ctx, tx, holders, now) })
	s.dropAbandoned(now.Add(-abandonedAfter))
	for err == nil {
		var keys []string
		err = db.Write(ctx, func(ctx context.Context, tx *store.Tx) (err error) {
			keys, err = s.deleteUnused(ctx, tx, now.Add(-keep))
			return err
		})
		if err != nil {
			break
		}
		swept += len(keys)
		if len(keys) < largestSweep {
			return swept, nil
		}
	}
	return swept, err
}

// mark notes which files nothing refers to, and which something refers to again.
func mark(ctx context.Context, tx *store.Tx, holders []Holder, now time.Time) error {
	held := heldSQL(holders)
	if _, err := tx.Exec(ctx, "update file_object set unused_since = null where unused_since is not null and ("+held+")"); err != nil {
		return fmt.Errorf("mark files in use: %w", err)
	}
	if _, err := tx.Exec(ctx, "update file_object set unused_since = ? where unused_since is null and not ("+held+")", now.UnixMilli()); err != nil {
		return fmt.Errorf("mark files not in use: %w", err)
	}
	return nil
}

// heldSQL is a condition on file_object that holds for files in use.
func heldSQL(holders []Holder) string {
	parts := []string{"exists (select 1 from file_attachment a where a.file_key = file_object.key)"}
	for _, h := range holders {
		column := store.Quote(h.Column)
		parts = append(parts, "key in (select "+column+" from "+store.Quote(h.Table)+" where "+column+" is not null)")
	}
	return strings.Join(parts, " or ")
}

// deleteUnused deletes files that nothing has referred to since a time. Their
// bytes go when that is certain; what a crash leaves behind no row leads to.
func (s Store) deleteUnused(ctx context.Context, tx *store.Tx, before time.Time) (keys []string, err error) {
	const find = "select key from file_object where unused_since < ? order by unused_since limit ?"
	if err := tx.Select(ctx, &keys, find, before.UnixMilli(), largestSweep); err != nil {
		return nil, fmt.Errorf("find files not in use: %w", err)
	}
	for _, key := range keys {
		if _, err := tx.Exec(ctx, "delete from file_object where key = ?", key); err != nil {
			return nil, fmt.Errorf("delete file: %w", err)
		}
	}
	tx.AfterCommit(func() {
		for _, key := range keys {
			s.removeBytes(key)
		}
	})
	return keys, nil
}

// Forget takes all files away from a record that is gone for good.
func (s Store) Forget(ctx context.Context, tx *store.Tx, of Record) error {
	if _, err := tx.Exec(ctx, "delete from file_attachment where table_key = ? and record_id = ?", of.Table, of.ID); err != nil {
		return fmt.Errorf("forget files of %s %d: %w", of.Table, of.ID, err)
	}
	return nil
}
