package store

import (
	"context"
	"errors"
	"time"
)

// alonePoll is how often a process looks whether another one has finished.
const alonePoll = 100 * time.Millisecond

// Alone runs fn while no other process runs its own, for what is done at a start:
// two servers that begin on one empty PostgreSQL would make the same roles, tables
// and first rows. On SQLite fn's transactions have the file to themselves anyway.
// It must not be nested.
func (db *DB) Alone(ctx context.Context, fn func(ctx context.Context) error) (err error) {
	if db.dialect == SQLite || db.options.ReadOnly {
		return fn(ctx)
	}
	s, err := db.owner.get(ctx)
	if err != nil {
		return asFault(err)
	}
	broken := true
	defer func() { db.owner.put(s, broken) }()
	for held := false; !held; {
		// A lock that is waited for would run into the lock time-out of the connection.
		if err := s.conn.QueryRowContext(ctx, "select pg_try_advisory_lock(hashtext('wareloom.start'))").Scan(&held); err != nil {
			return asFault(err)
		}
		if !held {
			if err := wait(ctx, alonePoll); err != nil {
				return err
			}
		}
	}
	defer func() {
		_, unlock := s.conn.ExecContext(context.WithoutCancel(ctx), "select pg_advisory_unlock(hashtext('wareloom.start'))")
		broken = unlock != nil // the lock goes with the connection
		err = errors.Join(err, unlock)
	}()
	return fn(ctx)
}

func wait(ctx context.Context, d time.Duration) error {
	select {
	case <-time.After(d):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
