package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
)

// oldestSQLite is the first version without the WAL-reset bug, which could
// damage a file when two connections wrote and checkpointed at once.
const oldestSQLite = "3.51.3"

// errClosed is the answer of a pool after DB.Close.
var errClosed = errors.New("the database is closed")

// sqlitePool is a bounded set of connections to one SQLite file, opened when
// first needed. The last one given back goes out first, since its cache is warm.
type sqlitePool struct {
	db       *sql.DB
	readOnly bool
	options  Options
	slots    chan struct{} // one token per connection that may be out

	mu     sync.Mutex
	idle   []*session
	closed bool
}

func (db *DB) openSQLite(ctx context.Context) error {
	path, err := sqlitePath(db.dsn)
	if err != nil {
		return err
	}
	if db.options.ReadOnly {
		return db.openSQLiteFile(path)
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o750); err != nil {
		return fmt.Errorf("make folder of %s: %w", path, err)
	}
	writer, err := newSQLitePool(path, 1, false, db.options)
	if err != nil {
		return err
	}
	db.writer, db.apart, db.owner = writer, writer, writer
	if db.reader, err = newSQLitePool(path, db.options.Connections, true, db.options); err != nil {
		return err
	}
	return checkSQLite(ctx, writer)
}

// openSQLiteFile opens a file that is there, so that nothing can write to it. A
// backup is such a file as well.
func (db *DB) openSQLiteFile(path string) error {
	if _, err := os.Stat(path); err != nil {
		return fmt.Errorf("there is no database: %w", err)
	}
	name := url.URL{Scheme: "file", Opaque: (&url.URL{Path: path}).EscapedPath(), RawQuery: "mode=ro"}
	pool, err := newSQLitePool(name.String(), db.options.Connections, true, db.options)
	if err != nil {
		return err
	}
	db.writer, db.apart, db.owner, db.reader = pool, pool, pool, pool
	return nil
}

// sqlitePath takes the file's path from a DSN. One writer connection beside
// readers needs a real file, and the driver would read text after ? as options.
func sqlitePath(dsn string) (string, error) {
	path := strings.TrimPrefix(strings.TrimPrefix(dsn, "sqlite:"), "//")
	if path == "" || strings.Contains(path, "?") || strings.HasPrefix(path, ":memory:") || strings.HasPrefix(path, "file:") {
		return "", fmt.Errorf("%q does not name a database file: write sqlite:<path>", dsn)
	}
	return filepath.Clean(path), nil
}

func newSQLitePool(path string, size int, readOnly bool, options Options) (*sqlitePool, error) {
	handle, err := sql.Open(sqliteDriver, path)
	if err != nil {
		return nil, fmt.Errorf("open %s: %w", path, err)
	}
	handle.SetMaxIdleConns(-1) // a connection that the pool gives up is closed
	return &sqlitePool{db: handle, readOnly: readOnly, options: options, slots: make(chan struct{}, size)}, nil
}

// checkSQLite refuses a library or a file on which a commit is not safe.
func checkSQLite(ctx context.Context, p *sqlitePool) error {
	s, err := p.get(ctx)
	if err != nil {
		return err
	}
	defer p.put(s, false)
	var version, journal string
	var synchronous int
	for pragma, into := range map[string]any{"select sqlite_version()": &version, "pragma journal_mode": &journal, "pragma synchronous": &synchronous} {
		if err := s.conn.QueryRowContext(ctx, pragma).Scan(into); err != nil {
			return fmt.Errorf("check SQLite: %w", err)
		}
	}
	if versionLess(version, oldestSQLite) {
		return fmt.Errorf("SQLite %s is too old: %s or newer is needed", version, oldestSQLite)
	}
	if journal != "wal" || synchronous != 2 {
		return fmt.Errorf("SQLite runs with journal_mode=%s, synchronous=%d: wal and 2 (FULL) are needed", journal, synchronous)
	}
	return nil
}

// versionLess compares dotted version numbers; a part that is no number counts as 0.
func versionLess(a, b string) bool {
	var x, y [3]int
	_, _ = fmt.Sscanf(a, "%d.%d.%d", &x[0], &x[1], &x[2])
	_, _ = fmt.Sscanf(b, "%d.%d.%d", &y[0], &y[1], &y[2])
	for i := range x {
		if x[i] != y[i] {
			return x[i] < y[i]
		}
	}
	return false
}

func (p *sqlitePool) get(ctx context.Context) (*session, error) {
	select {
	case p.slots <- struct{}{}:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	s, err := p.take(ctx)
	if err != nil {
		<-p.slots
		return nil, err
	}
	return s, nil
}

func (p *sqlitePool) take(ctx context.Context) (*session, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed {
		return nil, errClosed
	}
	if last := len(p.idle) - 1; last >= 0 {
		s := p.idle[last]
		p.idle = p.idle[:last]
		return s, nil
	}
	return p.connect(ctx)
}

func (p *sqlitePool) connect(ctx context.Context) (*session, error) {
	conn, err := p.db.Conn(ctx)
	if err != nil {
		return nil, fmt.Errorf("connect to SQLite: %w", err)
	}
	for _, pragma := range p.pragmas() {
		if _, err := conn.ExecContext(ctx, pragma); err != nil {
			conn.Close()
			return nil, fmt.Errorf("connect to SQLite: %s: %w", pragma, err)
		}
	}
	return &session{conn: conn, stmts: newStatements(p.options.Statements)}, nil
}

// pragmas set up one connection. The busy time-out comes first, since switching
// to WAL already needs a lock; the cache is 8 MiB.
func (p *sqlitePool) pragmas() []string {
	all := []string{fmt.Sprintf("pragma busy_timeout = %d", p.options.LockTimeout.Milliseconds())}
	if !p.options.ReadOnly {
		all = append(all, "pragma journal_mode = wal")
	}
	all = append(all,
		"pragma synchronous = full",
		"pragma foreign_keys = on",
		"pragma cache_size = -8192",
		"pragma temp_store = memory",
	)
	if p.readOnly {
		all = append(all, "pragma query_only = on")
	}
	return all
}

func (p *sqlitePool) put(s *session, broken bool) {
	p.mu.Lock()
	if broken {
		s.close()
	} else {
		p.idle = append(p.idle, s)
	}
	p.mu.Unlock()
	<-p.slots
}

func (p *sqlitePool) close() error {
	p.mu.Lock()
	wasClosed := p.closed
	p.closed = true
	p.mu.Unlock()
	if wasClosed {
		return nil
	}
	for range cap(p.slots) {
		p.slots <- struct{}{}
	}
	err := p.empty()
	for range cap(p.slots) {
		<-p.slots
	}
	return errors.Join(err, p.db.Close())
}

// empty closes the connections, all of which are idle. The writer first brings what
// the log beside the file holds into the file: a copy of the one file is whole.
func (p *sqlitePool) empty() (err error) {
	for _, s := range p.idle {
		if !p.readOnly {
			err = p.writeBack(s)
		}
		s.close()
	}
	p.idle = nil
	return err
}

// writeBack brings the log into the file, and says so when a reader of another program
// keeps it from that.
func (p *sqlitePool) writeBack(s *session) error {
	var busy, pages, written int
	if err := s.conn.QueryRowContext(context.Background(), "pragma wal_checkpoint(truncate)").Scan(&busy, &pages, &written); err != nil {
		return err
	}
	if busy != 0 {
		p.options.Log.Warn("the log beside the database still holds rows", slog.Int("pages", pages-written))
	}
	return nil
}
