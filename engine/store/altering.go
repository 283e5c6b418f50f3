package store

import (
	"context"
	"maps"
	"slices"
	"time"
)

// A request for a lock that shuts readers out makes every later reader wait behind it,
// also while it is not granted. Altering therefore asks in short tries and lets calls
// through between them. The first tries are shorter than PostgreSQL waits before it
// looks for a deadlock (1 s), so that altering gives way and not a call; the last ones
// are longer, since only then it sends a vacuum away. All are shorter than a call waits
// for a lock before it is repeated.
const (
	alterTries   = 9
	alterFirst   = 30 // parts of the time that a call waits for a lock: 0.1 s of 3 s
	alterLongest = 2.5
)

// alterWait is how long a try to alter waits for locks.
func (db *DB) alterWait(try int) time.Duration {
	first := db.options.LockTimeout / alterFirst
	longest := time.Duration(float64(db.options.LockTimeout) / alterLongest)
	return max(min(first<<(try-1), longest), time.Millisecond)
}

// alterPostgres runs fn as Alter does. The lock that keeps other processes from
// altering is waited for as usual: calls do not take it.
func (db *DB) alterPostgres(ctx context.Context, m mode, fn Func) error {
	m.tries = alterTries
	m.rest = func(try int) time.Duration { return 2 * db.alterWait(try) }
	try := 0
	return db.transact(ctx, m, func(ctx context.Context, tx *Tx) error {
		try++
		if _, err := tx.Exec(ctx, "select pg_advisory_xact_lock(hashtext('wareloom.alter'))"); err != nil {
			return err
		}
		tx.patience = db.alterWait(try)
		if err := tx.waitForLocks(ctx, tx.patience); err != nil {
			return err
		}
		return fn(ctx, tx)
	})
}

// waitForLocks sets how long each further statement waits for a lock.
func (tx *Tx) waitForLocks(ctx context.Context, longest time.Duration) error {
	_, err := tx.Exec(ctx, "select set_config('lock_timeout', ?, true)", millis(max(longest, time.Millisecond)))
	return err
}

// TableLock says whom a lock on a whole table shuts out. The stronger one is greater.
type TableLock int

// The locks. Both wait until every transaction has ended that they shut out.
const (
	AgainstWriters TableLock = iota + 1
	AgainstAll
)

var lockModes = map[TableLock]string{AgainstWriters: "SHARE ROW EXCLUSIVE", AgainstAll: "ACCESS EXCLUSIVE"}

// LockTables locks tables until the end of a transaction that alters, in the order of
// their names: two that alter never hold what the other waits for. Calls touch tables in
// any order, so all of them together are waited for no longer than one try lasts. SQLite
// has one writer and needs none of it.
func (tx *Tx) LockTables(ctx context.Context, locks map[string]TableLock) error {
	if tx.Dialect() == SQLite || len(locks) == 0 {
		return nil
	}
	ends := time.Now().Add(tx.patience)
	for _, table := range slices.Sorted(maps.Keys(locks)) {
		if err := tx.waitForLocks(ctx, time.Until(ends)); err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, "LOCK TABLE "+Quote(table)+" IN "+lockModes[locks[table]]+" MODE"); err != nil {
			return err
		}
	}
	return tx.waitForLocks(ctx, tx.patience)
}
