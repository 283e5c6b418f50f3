package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/jmoiron/sqlx"
	"github.com/jmoiron/sqlx/reflectx"
)

// Tx is a running transaction. It belongs to the goroutine of its closure and
// must not be used after the closure returned.
//
// After a statement failed, every later one fails too and the transaction rolls
// back, whatever the closure returns: PostgreSQL demands it, and SQLite must not
// behave better. Savepoint lets a part fail alone.
type Tx struct {
	db      *DB
	session *session
	writes  bool
	written int            // statements that may have changed something
	targets map[string]int // those by the table that they name; "" for none
	single  bool           // it is one statement by itself
	brief   bool           // it is over before anybody could call it off
	said    bool           // that statement was said
	try     int
	failed  error    // first failed statement
	opening string   // begins it and waits for the first statement; "" once it is said
	ahead   []spoken // what goes out before the next statement
	atEnd   []spoken // what is said before the commit
	before  []func(ctx context.Context) error
	after   []func()
	changed []string  // tables that are told of after the commit
	rows    *sql.Rows // those of the last question
	ids     span      // a block that serves only this transaction
	depth   int       // savepoints
	known   map[any]any
	doubted bool // its failure is no answer yet
	undone  bool // it is rehearsed: nothing of it stays, so nothing is done apart
	now     time.Time

	patience time.Duration // of one that alters, for its locks
}

// Now is the instant of the transaction, in UTC, to the millisecond that the database
// keeps: the same for all that it writes.
func (tx *Tx) Now() time.Time { return tx.now }

// columns maps result columns to struct fields by their db tag.
var columns = reflectx.NewMapperFunc("db", sqlx.NameMapper)

// Dialect tells which database the transaction runs on.
func (tx *Tx) Dialect() Dialect { return tx.db.dialect }

// Written is how many statements were said so far that may have changed something, those
// left for the end aside: none came between two equal figures.
func (tx *Tx) Written() int { return tx.written }

// ForUpdate is the clause that locks the rows that a question reads until the
// transaction ends; of names the table, by its alias, when the question joins
// several. It is "" on SQLite, which has one writer, and on a snapshot, which cannot
// lock.
//
// The lock lets others refer to the rows: a plain FOR UPDATE would wait for every
// transaction that has written a reference to one of them, and two that did and
// then lock the row would wait for each other.
func (tx *Tx) ForUpdate(of ...string) string {
	if tx.Dialect() != Postgres || !tx.writes {
		return ""
	}
	if len(of) == 0 {
		return " FOR NO KEY UPDATE"
	}
	return " FOR NO KEY UPDATE OF " + strings.Join(of, ", ")
}

// Exec runs a statement and tells how many rows it changed.
func (tx *Tx) Exec(ctx context.Context, text string, args ...any) (int64, error) {
	tx.wrote(text)
	tx.said = tx.said || !tx.writes // what changes something is refused by a snapshot
	if err := tx.ready(ctx, text, args); err != nil {
		return 0, err
	}
	changed, err := tx.say(tx.watched(ctx), spoken{text: tx.db.rebind(text), args: tx.db.arguments(args)})
	if err != nil {
		return 0, tx.fail(ctx, err)
	}
	return changed, nil
}

// Query runs a statement that gives rows. The caller closes them before the next
// statement: PostgreSQL serves one at a time per connection.
func (tx *Tx) Query(ctx context.Context, text string, args ...any) (*sql.Rows, error) {
	if !asks(text) {
		tx.wrote(text)
	}
	if err := tx.ready(ctx, text, args); err != nil {
		return nil, err
	}
	rows, err := tx.session.query(tx.watched(ctx), tx.takeAhead(), spoken{text: tx.db.rebind(text), args: tx.db.arguments(args)})
	if err != nil {
		return nil, tx.fail(ctx, err)
	}
	tx.rows = rows
	return rows, nil
}

// asks reports whether a text only asks; others may write and tell what they wrote.
func asks(text string) bool {
	const word = "select"
	return len(text) >= len(word) && strings.EqualFold(text[:len(word)], word)
}

// Row is the first row of a question. Its error comes out of Scan.
type Row struct {
	tx   *Tx
	ctx  context.Context // lives from QueryRow to Scan, like sql.Row's
	rows *sql.Rows
	err  error
}

// QueryRow runs a statement of which only the first row is wanted.
func (tx *Tx) QueryRow(ctx context.Context, text string, args ...any) *Row {
	rows, err := tx.Query(ctx, text, args...)
	return &Row{tx: tx, ctx: ctx, rows: rows, err: err}
}

// Scan copies the row's columns; sql.ErrNoRows when there is no row.
func (r *Row) Scan(into ...any) error {
	if r.err != nil {
		return r.err
	}
	return r.tx.first(r.ctx, r.rows, func() error { return r.rows.Scan(into...) })
}

// Get scans the first row into a struct (db tags) or a single value;
// sql.ErrNoRows when there is no row.
func (tx *Tx) Get(ctx context.Context, into any, text string, args ...any) error {
	rows, err := tx.Query(ctx, text, args...)
	if err != nil {
		return err
	}
	scan := func() error { return rows.Scan(into) }
	if isRecord(into) {
		wrapped := sqlx.Rows{Rows: rows, Mapper: columns}
		scan = func() error { return wrapped.StructScan(into) }
	}
	return tx.first(ctx, rows, scan)
}

// Select scans all rows into a slice of structs (db tags) or of single values.
func (tx *Tx) Select(ctx context.Context, into any, text string, args ...any) error {
	err := sqlx.SelectContext(ctx, selector{tx}, into, text, args...)
	if isDatabaseError(err) {
		return tx.fail(ctx, err)
	}
	return err
}

// first scans the first row of rows and closes them.
func (tx *Tx) first(ctx context.Context, rows *sql.Rows, scan func() error) error {
	defer rows.Close()
	if !rows.Next() {
		if err := rows.Err(); err != nil {
			return tx.fail(ctx, err)
		}
		return sql.ErrNoRows
	}
	if err := scan(); err != nil {
		return fmt.Errorf("scan row: %w", err)
	}
	if err := rows.Close(); err != nil {
		return tx.fail(ctx, err)
	}
	return nil
}

// isRecord reports whether a scan target is a struct with fields, not a value
// that scans itself.
func isRecord(into any) bool {
	if _, scans := into.(sql.Scanner); scans {
		return false
	}
	t := reflect.TypeOf(into)
	return t != nil && t.Kind() == reflect.Pointer && t.Elem().Kind() == reflect.Struct && t.Elem() != reflect.TypeFor[time.Time]()
}

// selector lends a transaction to sqlx.
type selector struct{ tx *Tx }

// QueryContext implements sqlx.QueryerContext.
func (s selector) QueryContext(ctx context.Context, text string, args ...any) (*sql.Rows, error) {
	return s.tx.Query(ctx, text, args...)
}

// QueryxContext implements sqlx.QueryerContext.
func (s selector) QueryxContext(ctx context.Context, text string, args ...any) (*sqlx.Rows, error) {
	rows, err := s.tx.Query(ctx, text, args...)
	if err != nil {
		return nil, err
	}
	return &sqlx.Rows{Rows: rows, Mapper: columns}, nil
}

// QueryRowxContext implements sqlx.QueryerContext; SelectContext never asks it.
func (s selector) QueryRowxContext(context.Context, string, ...any) *sqlx.Row { return nil }

// BeforeCommit has fn run as the last of the transaction, in the order of the calls:
// a row that many wait for is locked no longer than the commit takes. Its failure
// undoes everything; a savepoint that fails takes it back.
func (tx *Tx) BeforeCommit(fn func(ctx context.Context) error) { tx.before = append(tx.before, fn) }

// AfterCommit has fn run once the transaction is committed, in the order of the
// calls; never if it rolls back. The outcome no longer depends on fn.
func (tx *Tx) AfterCommit(fn func()) { tx.after = append(tx.after, fn) }

// Changed has who asked (DB.OnChange) told, once the transaction is committed, that rows of the
// tables changed. Saves and actions say it by themselves; SQL that writes what people
// look at has to.
func (tx *Tx) Changed(tables ...string) {
	if tx.db.heard == nil {
		return
	}
	for _, table := range tables {
		if !slices.Contains(tx.changed, table) {
			tx.changed = append(tx.changed, table)
			tx.AfterCommit(func() { tx.db.heard(table) })
		}
	}
}

// Savepoint runs fn so that its failure undoes only its own statements. A
// failure that the whole transaction must be repeated for stays one.
func (tx *Tx) Savepoint(ctx context.Context, fn func(ctx context.Context) error) error {
	tx.depth++
	defer func() { tx.depth-- }()
	name := fmt.Sprintf("s%d", tx.depth)
	if err := tx.bare(ctx, "savepoint "+name); err != nil { // what came before does not go with it
		return err
	}
	ids, before, after, changed := tx.ids, len(tx.before), len(tx.after), len(tx.changed)
	err := fn(ctx)
	if err == nil {
		err = tx.failed
	}
	if err == nil {
		if err = tx.bare(ctx, "release savepoint "+name); err == nil {
			return nil
		}
	}
	if dooms(err) || dooms(tx.failed) {
		return err
	}
	tx.failed, tx.ids, tx.known, tx.ahead, tx.atEnd = nil, ids, nil, nil, nil
	tx.before, tx.after, tx.changed = tx.before[:before], tx.after[:after], tx.changed[:changed]
	if _, undo := tx.Exec(ctx, "rollback to savepoint "+name); undo != nil {
		return fmt.Errorf("roll back to savepoint after %w: %w", err, undo)
	}
	if _, undo := tx.Exec(ctx, "release savepoint "+name); undo != nil {
		return fmt.Errorf("release savepoint after %w: %w", err, undo)
	}
	return err
}

// Apart runs fn, which says one statement, so that it stays committed when this transaction
// rolls back, for counters that many wait for. On SQLite, which has one writer, fn runs
// inside this transaction, and so it does where this one is rehearsed.
func (tx *Tx) Apart(ctx context.Context, fn func(ctx context.Context, tx *Tx) error) error {
	if tx.db.dialect == SQLite || tx.undone {
		return fn(ctx, tx)
	}
	return tx.db.transact(context.WithValue(ctx, txKey{tx.db}, nil), tx.db.alone(tx.db.apart), fn)
}

// errAgain is the failure of a plan that did not hold.
var errAgain = errors.New("what was planned does not hold any more")

// Again gives the error that has the whole transaction run anew: what it planned
// without locks was taken by another. Who plans so looks at Tries, and locks first
// where a plan has failed.
func (tx *Tx) Again(why error) error { return fmt.Errorf("%w: %w", errAgain, why) }

// errDoubted is the failure of a try that was in doubt.
var errDoubted = errors.New("it may have been done before")

// Doubt has the whole transaction run anew if this try fails, however and wherever it does,
// the commit included. Who doubts looks at Tries.
func (tx *Tx) Doubt() { tx.doubted = true }

// Tries is how often the transaction was run before, in vain.
func (tx *Tx) Tries() int { return tx.try - 1 }

// watched is the context under which a statement runs. SQLite's driver starts two
// goroutines to watch one that can be cancelled, a sixth of the time of a save;
// there a statement of a write transaction, and one that reads little, runs to its end,
// and a cancelled call fails at the next one.
func (tx *Tx) watched(ctx context.Context) context.Context {
	if tx.writes || tx.brief {
		return tx.db.unwatched(ctx)
	}
	return ctx
}

// ready shows the statement to the tap and refuses it after a failure.
func (tx *Tx) ready(ctx context.Context, text string, args []any) error {
	if tx.single && tx.said {
		tx.failed = errSecond
		return errSecond
	}
	tx.said = true
	if tx.db.options.Tap != nil {
		tx.db.options.Tap(text, args)
	}
	if tx.failed != nil {
		return fmt.Errorf("the transaction failed before: %w", tx.failed)
	}
	if err := ctx.Err(); err != nil {
		return tx.fail(ctx, err)
	}
	return nil
}

// fail classifies a statement's error and dooms the transaction.
func (tx *Tx) fail(ctx context.Context, err error) error {
	err = tx.classify(ctx, err)
	if tx.failed == nil {
		tx.failed = err
	}
	return err
}
