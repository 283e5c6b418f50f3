package store

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"io"
	"net"
	"regexp"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/wareloom/wareloom/engine/fault"
)

// violationKind says which sort of constraint a statement broke.
type violationKind int

const (
	unique violationKind = iota + 1
	check
	foreignKey
	notNull
)

// violation is a constraint that a statement broke, named alike on both databases.
type violation struct {
	kind       violationKind
	constraint string
	cause      error
}

func (v *violation) Error() string { return v.cause.Error() }
func (v *violation) Unwrap() error { return v.cause }

// IsUnique reports whether a unique key was broken and by which index: its name,
// <table>_pkey for a primary key, <table>_<columns>_key for a unique column.
func IsUnique(err error) (constraint string, ok bool) { return violated(err, unique) }

// IsCheck reports whether a CHECK was broken and its name.
func IsCheck(err error) (constraint string, ok bool) { return violated(err, check) }

// IsForeignKey reports whether a reference was broken; SQLite does not say which,
// so the name may be empty.
func IsForeignKey(err error) (constraint string, ok bool) { return violated(err, foreignKey) }

// IsNotNull reports whether a needed column was null, as <table>.<column>.
func IsNotNull(err error) (column string, ok bool) { return violated(err, notNull) }

func violated(err error, kind violationKind) (string, bool) {
	var v *violation
	if errors.As(err, &v) && v.kind == kind {
		return v.constraint, true
	}
	return "", false
}

// sqlState gives the code of a PostgreSQL error.
func sqlState(err error) (string, bool) {
	var e *pgconn.PgError
	if errors.As(err, &e) {
		return e.Code, true
	}
	return "", false
}

// sqliteCode gives the extended code of a SQLite error.
func sqliteCode(err error) (int, bool) {
	var e interface {
		error
		Code() int
	}
	if errors.As(err, &e) {
		return e.Code(), true
	}
	return 0, false
}

// missing is how SQLite words that there is no such table or column; its code says only
// that the statement is wrong.
var missing = regexp.MustCompile(`no such (table|column): `)

// IsMissing reports whether a statement named a table or a column that the database does
// not have.
func IsMissing(err error) bool {
	if state, ok := sqlState(err); ok {
		return state == "42P01" || state == "42703"
	}
	code, ok := sqliteCode(err)
	return ok && code == sqliteError && missing.MatchString(err.Error())
}

func isDatabaseError(err error) bool {
	_, postgres := sqlState(err)
	_, sqlite := sqliteCode(err)
	return postgres || sqlite
}

// Result codes of SQLite.
const (
	sqliteError      = 1
	sqliteBusy       = 5 // primary code; 517 is BUSY_SNAPSHOT
	sqliteFull       = 13
	sqliteNoIndex    = 4874 // no room for the index of the log, beside the file
	sqliteCheck      = 275
	sqliteForeignKey = 787
	sqliteNotNull    = 1299
	sqlitePrimaryKey = 1555
	sqliteUnique     = 2067
)

// retryable reports whether the whole transaction may succeed when repeated: a
// serialisation failure, a deadlock, a lock time-out, a statement prepared
// before its table changed, or a pooled connection that turned out to be gone.
// A fault is an answer already, whatever its cause, unless it is why a plan is
// made again.
func retryable(err error) bool {
	if errors.Is(err, errAgain) || errors.Is(err, errDoubted) {
		return true
	}
	if _, answered := fault.As(err); answered || err == nil {
		return false
	}
	if code, ok := sqliteCode(err); ok {
		return code&0xff == sqliteBusy
	}
	if state, ok := sqlState(err); ok {
		switch state {
		case "40001", "40P01", "55P03":
			return true
		case "0A000":
			return strings.Contains(err.Error(), "cached plan")
		}
		return false
	}
	var before notBegun
	return errors.As(err, &before) && (errors.Is(err, driver.ErrBadConn) || pgconn.SafeToRetry(err))
}

// Full is the key of the fault that says that there is no room to write.
const Full = "store.full"

// Busy is the key of the fault that says that others held what was needed, however
// often it was tried.
const Busy = "store.busy"

// Unreachable is the key of the fault that says that the database does not answer.
const Unreachable = "store.unreachable"

// isFull reports whether there was no room to write.
func isFull(err error) bool {
	if code, ok := sqliteCode(err); ok {
		return code&0xff == sqliteFull || code == sqliteNoIndex
	}
	state, _ := sqlState(err)
	return state == "53100"
}

// dooms reports whether nothing that a transaction does after a failure can count:
// SQLite undoes all of it where there is no room, also what stood before a savepoint.
func dooms(err error) bool { return retryable(err) || isFull(err) || errors.Is(err, errSecond) }

// asFault turns failures of the machine that a person can wait out into faults.
func asFault(err error) error {
	if _, ok := fault.As(err); ok {
		return err
	}
	if isFull(err) {
		return fault.New(fault.Unavailable, Full).Because(err)
	}
	var connect *pgconn.ConnectError
	if errors.As(err, &connect) || errors.Is(err, driver.ErrBadConn) || isCut(err) {
		return fault.New(fault.Unavailable, Unreachable).Because(err)
	}
	state, _ := sqlState(err)
	switch {
	case state == "57014":
		return fault.New(fault.Unavailable, "store.timeout").Because(err)
	case strings.HasPrefix(state, "08"), strings.HasPrefix(state, "57P"):
		return fault.New(fault.Unavailable, Unreachable).Because(err)
	}
	return err
}

// isCut reports whether the connection to the database broke in the middle.
func isCut(err error) bool {
	var wire *net.OpError
	return errors.As(err, &wire) || errors.Is(err, net.ErrClosed) || errors.Is(err, io.ErrUnexpectedEOF) ||
		errors.Is(err, sql.ErrConnDone) || strings.Contains(err.Error(), "conn closed")
}

// classify names the broken constraint of an error, once.
func (tx *Tx) classify(ctx context.Context, err error) error {
	if named := new(violation); errors.As(err, &named) {
		return err
	}
	if state, ok := sqlState(err); ok {
		return classifyPostgres(state, err)
	}
	if code, ok := sqliteCode(err); ok {
		return tx.classifySQLite(ctx, code, err)
	}
	return err
}

func classifyPostgres(state string, err error) error {
	var e *pgconn.PgError
	errors.As(err, &e)
	switch state {
	case "23505":
		return &violation{unique, e.ConstraintName, err}
	case "23514":
		return &violation{check, e.ConstraintName, err}
	case "23503":
		return &violation{foreignKey, e.ConstraintName, err}
	case "23502":
		return &violation{notNull, e.TableName + "." + e.ColumnName, err}
	}
	return err
}

// failedConstraint is how SQLite words a broken constraint.
var failedConstraint = regexp.MustCompile(`constraint failed: (.+?)(?: \(\d+\))?$`)

func (tx *Tx) classifySQLite(ctx context.Context, code int, err error) error {
	what := ""
	if m := failedConstraint.FindStringSubmatch(strings.TrimPrefix(err.Error(), "constraint failed: ")); m != nil {
		what = m[1]
	}
	switch code {
	case sqliteUnique, sqlitePrimaryKey:
		return &violation{unique, tx.indexOf(ctx, what), err}
	case sqliteCheck:
		return &violation{check, what, err}
	case sqliteForeignKey:
		return &violation{foreignKey, "", err}
	case sqliteNotNull:
		return &violation{notNull, what, err}
	}
	return err
}

// indexOf finds the unique index that SQLite names by its columns, as in
// "order.no, order.customer_id"; an index with expressions it names itself.
func (tx *Tx) indexOf(ctx context.Context, what string) string {
	if name, ok := strings.CutPrefix(what, "index '"); ok {
		return strings.TrimSuffix(name, "'")
	}
	parts := strings.Split(what, ", ")
	table, _, _ := strings.Cut(parts[0], ".")
	names := make([]string, len(parts))
	for i, part := range parts {
		names[i] = strings.TrimPrefix(part, table+".")
	}
	var name, origin string
	err := tx.session.conn.QueryRowContext(context.WithoutCancel(ctx), uniqueIndexSQL, table, strings.Join(names, ",")).Scan(&name, &origin)
	switch {
	case err != nil || origin == "pk":
		return table + "_pkey" // only a primary key that is the row's number has no index
	case origin == "u":
		return fmt.Sprintf("%s_%s_key", table, strings.Join(names, "_"))
	}
	return name
}

const uniqueIndexSQL = `select l.name, l.origin from pragma_index_list(?) l where l."unique" = 1 and ? =
	(select group_concat(i.name, ',') from (select name from pragma_index_info(l.name) order by seqno) i) order by l.seq limit 1`
