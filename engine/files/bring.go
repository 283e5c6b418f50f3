package files

import (
	"context"
	"fmt"

	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/meta"
	"github.com/wareloom/wareloom/engine/store"
)

// Room is how much a person may have brought that no record holds.
type Room struct {
	Most    int64 // bytes
	Holders []Holder
}

// retryUnheld is when somebody who has brought too much is asked to try again, in
// seconds: holding the files or their end frees room, not the time alone.
const retryUnheld = 3600

// Bring is Keep for a file that a person brings. The TooMany fault file.unheld when
// what he brought before and no record holds leaves no room for it.
func (s Store) Bring(ctx context.Context, tx *store.Tx, userID int64, r *Received, room Room) (File, error) {
	if err := room.take(ctx, tx, userID, r.Size); err != nil {
		return File{}, err
	}
	f, err := s.Keep(ctx, tx, userID, r)
	if err != nil {
		return f, err
	}
	if _, err := tx.Exec(ctx, "update file_object set brought = 1 where key = ?", f.Key); err != nil {
		return File{}, fmt.Errorf("note who brought a file: %w", err)
	}
	return f, nil
}

// take refuses more bytes than there is room for. Only who has brought a lot is asked
// what of it is held.
func (room Room) take(ctx context.Context, tx *store.Tx, userID, size int64) error {
	if tx.Dialect() == store.Postgres { // his other uploads wait; SQLite has one writer
		if _, err := tx.Exec(ctx, "select pg_advisory_xact_lock(hashtextextended('wareloom.files', ?))", userID); err != nil {
			return fmt.Errorf("wait for other files of user %d: %w", userID, err)
		}
	}
	const brought = "select coalesce(sum(size), 0) from file_object where brought = 1 and created_by = ?"
	for _, text := range []string{brought, brought + " and not (" + heldSQL(room.Holders) + ")"} {
		var used int64
		if err := tx.Get(ctx, &used, text, userID); err != nil {
			return fmt.Errorf("sum files of user %d: %w", userID, err)
		}
		if used+size <= room.Most {
			return nil
		}
	}
	return fault.New(fault.TooMany, "file.unheld", "max", room.Most>>20).With(map[string]any{"retryAfter": retryUnheld})
}

// Holders are the fields of a release that hold files.
func Holders(release *catalog.Release) (holders []Holder) {
	for _, table := range meta.Sorted(release.Tables) {
		for _, f := range table.Fields {
			if f.HoldsFile() && !f.Virtual {
				holders = append(holders, Holder{Table: table.Key, Column: f.Key})
			}
		}
	}
	return holders
}
