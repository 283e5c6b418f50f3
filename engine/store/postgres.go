package store

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"fmt"
	"maps"
	"strconv"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"
)

// appRole is the PostgreSQL role of request connections. It may read and write
// rows and owns nothing, so that row-level security binds it.
const appRole = "wareloom_app"

// Connections of the side pools. Transactions in them never wait for another
// connection, so a few are enough.
const (
	apartConnections = 4
	ownerConnections = 2
)

// compileOff is the setting that keeps PostgreSQL from compiling what it runs: guesses over
// many conditions make it think a statement large, and compiling it takes longer than it does.
const compileOff = "jit"

// planning is the setting by which PostgreSQL plans what writes once for a connection. Left to
// itself it plans anew for every short list of ids, which it thinks longer as long as it does
// not see them, and that takes ten times as long as to read them. What people filter by is
// another matter, so that reading keeps to the rule.
const planning = "plan_cache_mode"

// flushing is the setting by which a commit waits for the disk. What is done apart are numbers
// and ids for a transaction that commits later: its commit is behind theirs in the log, and
// brings them to the disk with it. Where the power fails before, nothing has them.
const flushing = "synchronous_commit"

// postgresPool is a pool of database/sql; pgx caches statements by itself.
type postgresPool struct{ db *sql.DB }

func (db *DB) openPostgres() error {
	config, err := pgx.ParseConfig(db.dsn)
	if err != nil {
		return fmt.Errorf("read the DSN: %w", err)
	}
	owner := map[string]string{"lock_timeout": millis(db.options.LockTimeout), compileOff: "off"}
	if db.options.ReadOnly {
		owner["default_transaction_read_only"] = "on"
	}
	db.owner = newPostgresPool(config, ownerConnections, owner)
	db.reader, db.writer, db.apart = db.owner, db.owner, db.owner // until there is a role for requests
	return nil
}

// setUpRequests makes the pools of requests, which run under a role of their own.
func (db *DB) setUpRequests(ctx context.Context) error {
	config, err := pgx.ParseConfig(db.dsn)
	if err != nil {
		return fmt.Errorf("read the DSN: %w", err)
	}
	role, err := db.ensureRole(ctx)
	if err != nil {
		return err
	}
	request := map[string]string{
		"lock_timeout":                        millis(db.options.LockTimeout),
		"statement_timeout":                   millis(db.options.StatementTimeout),
		"idle_in_transaction_session_timeout": millis(db.options.StatementTimeout),
		compileOff:                            "off",
	}
	if role != "" {
		request["role"] = role
	}
	db.reader = newPostgresPool(config, db.options.Connections, request)
	write := maps.Clone(request)
	write[planning] = "force_generic_plan"
	db.writer = newPostgresPool(config, db.options.Connections, write)
	apart := maps.Clone(write)
	apart[flushing] = "off"
	db.apart = newPostgresPool(config, apartConnections, apart)
	return nil
}

func millis(d time.Duration) string { return strconv.FormatInt(d.Milliseconds(), 10) }

// newPostgresPool makes a pool whose connections begin with the settings.
func newPostgresPool(config *pgx.ConnConfig, size int, settings map[string]string) *postgresPool {
	set := func(ctx context.Context, conn *pgx.Conn) error {
		for name, value := range settings {
			if _, err := conn.Exec(ctx, "select set_config($1, $2, false)", name, value); err != nil {
				return fmt.Errorf("set %s: %w", name, err)
			}
		}
		return nil
	}
	handle := sql.OpenDB(pipedConnector{stdlib.GetConnector(*config, stdlib.OptionAfterConnect(set))})
	handle.SetMaxOpenConns(size)
	handle.SetMaxIdleConns(size)
	handle.SetConnMaxIdleTime(5 * time.Minute)
	return &postgresPool{db: handle}
}

func (p *postgresPool) get(ctx context.Context) (*session, error) {
	conn, err := p.db.Conn(ctx)
	if err != nil {
		return nil, err
	}
	return &session{conn: conn}, nil
}

func (p *postgresPool) put(s *session, broken bool) {
	if broken {
		_ = s.conn.Raw(func(any) error { return driver.ErrBadConn })
	}
	s.conn.Close()
}

func (p *postgresPool) close() error { return p.db.Close() }

// ensureRole creates the role of request connections and lets it use the tables
// of the current schema, now and later. It gives "" when the DSN's role may not
// do that: requests then run as the DSN's role.
func (db *DB) ensureRole(ctx context.Context) (string, error) {
	s, err := db.owner.get(ctx)
	if err != nil {
		return "", err
	}
	defer db.owner.put(s, false)
	if err := setUpRole(ctx, s); err != nil {
		if _, ok := sqlState(err); !ok {
			return "", err
		}
		db.options.Log.WarnContext(ctx, "requests run as the owner of the database: the role for them could not be set up",
			"role", appRole, "error", err)
		return "", nil
	}
	return appRole, nil
}

func setUpRole(ctx context.Context, s *session) error {
	var exists, member bool
	var schema string
	err := s.conn.QueryRowContext(ctx, `select exists (select 1 from pg_roles where rolname = $1),
		exists (select 1 from pg_roles where rolname = $1 and pg_has_role(oid, 'member')), current_schema()`, appRole).
		Scan(&exists, &member, &schema)
	if err != nil {
		return fmt.Errorf("look for role %s: %w", appRole, err)
	}
	var steps []string
	if !exists {
		steps = append(steps, createRole)
	}
	if !exists || !member {
		steps = append(steps, joinRole)
	}
	schema = Quote(schema)
	steps = append(steps,
		"grant usage on schema "+schema+" to "+appRole,
		"grant select, insert, update, delete on all tables in schema "+schema+" to "+appRole,
		"alter default privileges in schema "+schema+" grant select, insert, update, delete on tables to "+appRole)
	for _, step := range steps {
		if _, err := s.conn.ExecContext(ctx, step); err != nil {
			return fmt.Errorf("set up role %s: %w", appRole, err)
		}
	}
	return nil
}

// createRole and joinRole tolerate another process that does the same at the same
// time: roles belong to the cluster, not to the database.
const (
	createRole = `do $$ begin create role ` + appRole + ` nologin;
exception when duplicate_object or unique_violation then null; end $$`
	joinRole = `do $$ begin grant ` + appRole + ` to current_user;
exception when unique_violation then null; end $$`
)
