package store

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/wareloom/wareloom/engine/fault"
)

// A transaction is repeated at most maxTries times, and not begun anew once it
// has been tried for giveUp.
const (
	maxTries = 20
	giveUp   = 30 * time.Second
)

// Func is the body of a transaction. It may run several times.
type Func = func(ctx context.Context, tx *Tx) error

// txKey marks a context that runs inside a transaction of the database.
type txKey struct{ db *DB }

// clockKey is the clock of who works in a context.
type clockKey struct{}

// WithClock is the context of work for this database, which goes by its clock.
func (db *DB) WithClock(ctx context.Context) context.Context {
	return context.WithValue(ctx, clockKey{}, db.options.Now)
}

// inside is the context of what runs in the transaction.
func (tx *Tx) inside(ctx context.Context) context.Context {
	return context.WithValue(context.WithValue(ctx, txKey{tx.db}, tx), clockKey{}, tx.Now)
}

// NowIn is the instant of the transaction that a context runs inside, as Tx.Now tells it,
// or what the clock says of who works in it; found is false for nobody's.
func NowIn(ctx context.Context) (now time.Time, found bool) {
	clock, found := ctx.Value(clockKey{}).(func() time.Time)
	if found {
		now = clock()
	}
	return now, found
}

// mode is one way to run a transaction.
type mode struct {
	pool   pool
	begin  string
	writes bool
	before []string                    // statements outside the transaction, before and
	after  []string                    // after it, whatever its outcome
	check  Func                        // runs before the commit; its error rolls back
	tries  int                         // at most; 0: maxTries
	try    int                         // the one at hand, from 1
	rest   func(try int) time.Duration // after a try that failed; nil: pause
	single bool                        // one statement by itself, neither begun nor committed
	brief  bool                        // it is over before anybody could call it off
}

// Read runs fn on one snapshot of the database. Writing in it fails.
func (db *DB) Read(ctx context.Context, fn Func) error { return db.transact(ctx, db.snapshot(), fn) }

func (db *DB) snapshot() mode {
	if db.dialect == Postgres {
		return mode{pool: db.reader, begin: "begin isolation level repeatable read read only"}
	}
	return mode{pool: db.reader, begin: "begin deferred"}
}

// errSecond is a statement more than one that was to stand by itself.
var errSecond = errors.New("another statement needs a transaction")

// Ask is Read for what mostly says one statement, which is a snapshot by itself: over a
// network the begin and the commit around it are two of three round trips. Where fn
// says a second one, it runs anew as Read. The statement reads little: on SQLite it is not
// called off.
func (db *DB) Ask(ctx context.Context, fn Func) error {
	m := db.snapshot()
	m.single, m.brief = true, true
	err := db.transact(ctx, m, fn)
	if errors.Is(err, errSecond) {
		return db.Read(ctx, fn)
	}
	return err
}

// Write runs fn in a write transaction and commits if it returns nil. The whole
// of fn is repeated after a deadlock, a lock time-out or a serialisation
// failure; if that does not help, the fault is Unavailable Busy.
func (db *DB) Write(ctx context.Context, fn Func) error {
	return db.transact(ctx, mode{pool: db.writer, begin: db.beginWrite(), writes: true}, fn)
}

// WriteOne is Write for what says one statement, which is a transaction by itself on
// PostgreSQL: the commit after it is one of two round trips. A second statement fails,
// though the first stays.
func (db *DB) WriteOne(ctx context.Context, fn Func) error {
	return db.transact(ctx, db.alone(db.writer), fn)
}

// errRehearsed rolls back what was only rehearsed.
var errRehearsed = errors.New("rehearsed")

// Rehearse runs fn like Write and rolls it back, whatever it returns: no number is used
// up, no job begun, nobody told. Others who write wait meanwhile, on SQLite all of them,
// so it is for what is soon done.
func (db *DB) Rehearse(ctx context.Context, fn Func) error {
	err := db.Write(ctx, func(ctx context.Context, tx *Tx) error {
		tx.undone = true
		if err := fn(ctx, tx); err != nil {
			return err
		}
		return errRehearsed
	})
	if errors.Is(err, errRehearsed) {
		return nil
	}
	return err
}

// Alter runs fn like Write, as the owner of the tables, alone among all
// processes, and with SQLite's foreign keys checked at the end instead of at
// every statement, so that tables can be rebuilt. On PostgreSQL it waits for locks in
// short tries (altering), since calls wait behind it.
func (db *DB) Alter(ctx context.Context, fn Func) error {
	m := mode{pool: db.owner, begin: db.beginWrite(), writes: true}
	if db.dialect == Postgres {
		return db.alterPostgres(ctx, m, fn)
	}
	m.before = []string{"pragma foreign_keys = off"}
	m.after = []string{"pragma foreign_keys = on"}
	m.check = checkForeignKeys
	return db.transact(ctx, m, fn)
}

// checkForeignKeys finds a row whose parent is gone after tables were rebuilt.
func checkForeignKeys(ctx context.Context, tx *Tx) error {
	rows, err := tx.Query(ctx, `select "table", parent from pragma_foreign_key_check`)
	if err != nil {
		return err
	}
	defer rows.Close()
	if rows.Next() {
		var table, parent string
		if err := rows.Scan(&table, &parent); err != nil {
			return fmt.Errorf("check foreign keys: %w", err)
		}
		return fmt.Errorf("check foreign keys: a row of %s has no %s", table, parent)
	}
	return rows.Err()
}

func (db *DB) beginWrite() string {
	if db.dialect == Postgres {
		return "begin isolation level read committed"
	}
	return "begin immediate"
}

// alone runs one statement that writes, by itself on PostgreSQL: over a network the begin
// and the commit around it are two of three round trips.
func (db *DB) alone(p pool) mode {
	return mode{pool: p, begin: db.beginWrite(), writes: true, single: db.dialect == Postgres}
}

// transact runs fn until it commits, fails for good, or was tried often enough.
func (db *DB) transact(ctx context.Context, m mode, fn Func) error {
	if ctx.Value(txKey{db}) != nil {
		return errors.New("a transaction was begun inside another one: pass the running Tx on instead")
	}
	started := time.Now()
	for try := 1; ; try++ {
		begun := time.Now()
		m.try = try
		after, err := db.attempt(ctx, m, fn)
		if err == nil {
			for _, f := range after {
				f()
			}
			return nil
		}
		if ctx.Err() != nil {
			return fmt.Errorf("%w: %w", ctx.Err(), err)
		}
		if !retryable(err) {
			return asFault(err)
		}
		if try == cmp.Or(m.tries, maxTries) || time.Since(started) > giveUp {
			return fault.New(fault.Unavailable, Busy).Because(err)
		}
		if errors.Is(err, errDoubted) { // nobody stands in its way
			continue
		}
		if err := wait(ctx, m.pause(try, time.Since(begun))); err != nil {
			return err
		}
	}
}

// pause is a random time that grows with the tries, up to a quarter second,
// or up to as long as the failed try took: a deadlock is found only after a
// second, and who waited for it together must not meet again.
func (m mode) pause(try int, took time.Duration) time.Duration {
	if m.rest != nil {
		return m.rest(try)
	}
	return rand.N(max(took, min(2*time.Millisecond<<try, 250*time.Millisecond)))
}

// notBegun is an error from before a transaction had begun.
type notBegun struct{ error }

func (e notBegun) Unwrap() error { return e.error }

// attempt runs fn once and gives what is to run after the commit.
func (db *DB) attempt(ctx context.Context, m mode, fn Func) (after []func(), err error) {
	s, err := m.pool.get(ctx)
	if err != nil {
		return nil, notBegun{err}
	}
	broken := true
	defer func() { m.pool.put(s, broken) }()
	if err := s.run(ctx, m.before); err != nil {
		return nil, notBegun{err}
	}
	tx := &Tx{db: db, session: s, writes: m.writes, single: m.single, brief: m.brief, try: m.try, now: db.options.Now().UTC().Truncate(time.Millisecond)}
	defer func() {
		if err != nil && tx.doubted {
			err = fmt.Errorf("%w: %w", errDoubted, err)
		}
	}()
	if m.single {
		err := tx.body(tx.inside(ctx), m, fn)
		broken = tx.failed != nil && !errors.Is(tx.failed, errSecond)
		return tx.after, err
	}
	if err := tx.begin(db.unwatched(ctx), m.begin); err != nil {
		return nil, err
	}
	committed := false
	defer func() { // also when fn panics
		if !committed {
			broken = tx.opening == "" && s.rollback(ctx, m) != nil
		}
	}()
	if err := tx.body(tx.inside(ctx), m, fn); err != nil {
		return nil, err
	}
	if err := tx.commit(db.unwatched(ctx)); err != nil {
		return nil, err
	}
	committed = true
	broken = s.run(context.WithoutCancel(ctx), m.after) != nil
	return tx.after, nil
}

// unwatched spares the ends of a transaction the goroutines with which SQLite's
// driver watches a context. Over a network the watch stays: a dead connection must
// not hold a call.
func (db *DB) unwatched(ctx context.Context) context.Context {
	if db.dialect == SQLite {
		return context.WithoutCancel(ctx)
	}
	return ctx
}

// body runs fn and finds failures that fn kept to itself. Rows that fn left open
// are closed; they would hold the connection for ever.
func (tx *Tx) body(ctx context.Context, m mode, fn Func) error {
	inner, closeRows := context.WithCancel(ctx)
	defer closeRows()
	err := fn(inner, tx)
	for i := 0; err == nil && i < len(tx.before); i++ {
		err = tx.before[i](inner)
	}
	if tx.rows != nil {
		if open := tx.rows.Close(); err == nil {
			err = open
		}
	}
	if tx.failed != nil && (err == nil || dooms(tx.failed)) {
		return tx.failed
	}
	if err != nil || m.check == nil {
		return err
	}
	return m.check(ctx, tx)
}

// run executes statements anew: a prepared pragma acts when it is prepared, not
// when it runs, so that it would act only once.
func (s *session) run(ctx context.Context, texts []string) error {
	for _, text := range texts {
		if _, err := s.conn.ExecContext(ctx, text); err != nil {
			return err
		}
	}
	return nil
}

// rollback ends a failed transaction, even if the request is cancelled. An error
// means that the connection's state is unknown.
func (s *session) rollback(ctx context.Context, m mode) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
	defer cancel()
	return s.run(ctx, append([]string{"rollback"}, m.after...))
}
