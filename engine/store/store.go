package store

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"time"
)

// Dialect names the kind of database behind a DB.
type Dialect string

// The two databases that everything runs and is tested on.
const (
	SQLite   Dialect = "sqlite"
	Postgres Dialect = "postgres"
)

// Options tune a DB. The zero value is right for production.
type Options struct {
	Connections      int           // to read on SQLite (default 8), to read and to write each on PostgreSQL (default 16)
	Statements       int           // prepared statements kept per SQLite connection; default 256
	LockTimeout      time.Duration // longest wait for a lock before the transaction is repeated; default 3 s
	StatementTimeout time.Duration // longest statement of a request, PostgreSQL only; default 60 s
	Log              *slog.Logger  // default slog.Default()

	ReadOnly  bool   // nothing is made, changed or noted; writing fails
	Version   string // of the program, by semver; "" neither minds who wrote nor notes it
	Downgrade bool   // open what a newer version wrote

	Now func() time.Time // the clock of transactions; default time.Now

	// First runs before anything is made, while no other process opens the database;
	// there tells whether it holds something already. Its error leaves all as it is.
	First func(ctx context.Context, there bool) error

	// Tap sees every statement as it was written, before it runs. For tests.
	Tap func(sql string, args []any)
}

// withDefaults fills what the caller left out.
func (o Options) withDefaults(dialect Dialect) Options {
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Connections <= 0 {
		o.Connections = map[Dialect]int{SQLite: 8, Postgres: 16}[dialect]
	}
	if o.Statements <= 0 {
		o.Statements = 256
	}
	if o.LockTimeout <= 0 {
		o.LockTimeout = 3 * time.Second
	}
	if o.StatementTimeout <= 0 {
		o.StatementTimeout = time.Minute
	}
	if o.Log == nil {
		o.Log = slog.Default()
	}
	return o
}

// DB is an open database. It is safe for use by many goroutines.
type DB struct {
	dialect Dialect
	dsn     string
	options Options
	rebound rebindCache
	ids     idPool
	own     sync.Map // names of the tables that migrations make

	heard func(table string) // who hears of Tx.Changed; nil: nobody

	reader pool // read transactions
	writer pool // write transactions of requests
	apart  pool // short transactions beside a running one; the writer itself on SQLite
	owner  pool // migrations and DDL; the writer itself on SQLite
}

// OnChange has fn hear of the tables that transactions change, after their commit. It
// is called once, before there are any.
func (db *DB) OnChange(fn func(table string)) { db.heard = fn }

// Open opens the database that the DSN names, "sqlite:<path>" or
// "postgres://...", creates an absent SQLite file and the store's own tables,
// and refuses settings under which a commit could be lost. With Options.ReadOnly it
// creates nothing, and an absent file is an error.
func Open(ctx context.Context, dsn string, options Options) (*DB, error) {
	dialect, err := dialectOf(dsn)
	if err != nil {
		return nil, err
	}
	db := &DB{dialect: dialect, dsn: dsn, options: options.withDefaults(dialect)}
	if dialect == SQLite {
		err = db.first(ctx) // opening makes the file
	}
	if err == nil {
		err = db.open(ctx)
	}
	if err != nil {
		db.Close()
		return nil, fmt.Errorf("open database: %w", asFault(err))
	}
	return db, nil
}

// dialectOf reads the dialect from a DSN's scheme.
func dialectOf(dsn string) (Dialect, error) {
	scheme, _, _ := strings.Cut(dsn, ":")
	switch scheme {
	case "sqlite":
		return SQLite, nil
	case "postgres", "postgresql":
		return Postgres, nil
	}
	return "", fmt.Errorf(`open database: the DSN must begin with "sqlite:" or "postgres://": correct --dsn`)
}

func (db *DB) open(ctx context.Context) (err error) {
	if db.dialect == SQLite {
		err = db.openSQLite(ctx)
	} else {
		err = db.openPostgres()
	}
	if err != nil {
		return err
	}
	if db.options.ReadOnly {
		return errors.Join(db.checkOurs(ctx), db.checkVersion(ctx))
	}
	return db.Alone(ctx, db.prepare)
}

// first has the opener look before anything is made.
func (db *DB) first(ctx context.Context) error {
	if db.options.First == nil {
		return nil
	}
	there, err := IsThere(ctx, db.dsn)
	if err != nil {
		return err
	}
	return db.options.First(ctx, there)
}

// prepare sets up the role of requests, brings the store's own tables up to date,
// notes the version and takes the first ids.
func (db *DB) prepare(ctx context.Context) error {
	if err := errors.Join(db.checkOurs(ctx), db.checkVersion(ctx)); err != nil {
		return err
	}
	if db.dialect == Postgres {
		if err := db.first(ctx); err != nil {
			return err
		}
		if err := db.setUpRequests(ctx); err != nil {
			return err
		}
	}
	if err := db.Migrate(ctx, ownMigrations()); err != nil {
		return err
	}
	if err := db.stampVersion(ctx); err != nil {
		return err
	}
	return db.refillIDs(ctx)
}

// Dialect tells which database this is.
func (db *DB) Dialect() Dialect { return db.dialect }

// Close waits for running transactions and closes all connections. Of SQLite the
// file alone then holds everything. Calls after it fail.
func (db *DB) Close() error {
	db.ids.wait()
	var first error
	for _, p := range []pool{db.reader, db.apart, db.owner, db.writer} {
		if p == nil {
			continue
		}
		if err := p.close(); err != nil && first == nil {
			first = err
		}
	}
	return first
}
