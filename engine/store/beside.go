package store

import (
	"context"
	"fmt"
	"time"
)

// besideAgain is how often one asks whether another process still runs something beside.
const besideAgain = 200 * time.Millisecond

// Beside runs statements one by one as the owner of the tables and in no transaction, as
// PostgreSQL wants it of what is built while others read and write: a statement that ends
// is kept, whatever becomes of the next. One process does so at a time, also one that was
// killed and whose statement goes on; who comes later asks again and again, since one who
// waited inside a statement would be waited for. Locks are waited for as long as it takes,
// which nobody else waits behind. SQLite has one writer and nothing to build beside it.
func (db *DB) Beside(ctx context.Context, statements ...string) error {
	s, err := db.owner.get(ctx)
	if err != nil {
		return asFault(err)
	}
	defer db.owner.put(s, true) // its settings end with it
	if err := s.alone(ctx); err != nil {
		return err
	}
	defer s.conn.ExecContext(context.WithoutCancel(ctx), "select pg_advisory_unlock(hashtext('wareloom.beside'))") //nolint:errcheck // else it ends with the connection
	for _, statement := range append([]string{"set lock_timeout = 0"}, statements...) {
		if _, err := s.conn.ExecContext(ctx, statement); err != nil {
			return fmt.Errorf("%s: %w", statement, asFault(err))
		}
	}
	return nil
}

// alone waits until no other process runs something beside.
func (s *session) alone(ctx context.Context) error {
	for {
		alone := false
		err := s.conn.QueryRowContext(ctx, "select pg_try_advisory_lock(hashtext('wareloom.beside'))").Scan(&alone)
		switch {
		case err != nil:
			return asFault(err)
		case alone:
			return nil
		}
		if err := wait(ctx, besideAgain); err != nil {
			return err
		}
	}
}
