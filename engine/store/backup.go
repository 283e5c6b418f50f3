package store

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"os/exec"

	"github.com/wareloom/wareloom/engine/fault"
)

// Size tells how many bytes the database takes on disk.
func (db *DB) Size(ctx context.Context) (size int64, err error) {
	question := "select page_count * page_size from pragma_page_count(), pragma_page_size()"
	if db.dialect == Postgres {
		question = "select pg_database_size(current_database())"
	}
	err = db.Read(ctx, func(ctx context.Context, tx *Tx) error { return tx.Get(ctx, &size, question) })
	return size, err
}

// Backup writes a consistent copy of the running database to a file, which must
// not exist: a database file on SQLite, an archive of pg_dump on PostgreSQL. The
// file appears only when it is complete, and its sum beside it. An Unavailable fault means that pg_dump
// is not installed.
func (db *DB) Backup(ctx context.Context, file string) error {
	if err := mustBeAbsent(file); err != nil {
		return err
	}
	part := file + ".part"
	if err := os.Remove(part); err != nil && !errors.Is(err, os.ErrNotExist) {
		return fmt.Errorf("back up to %s: %w", file, err)
	}
	backup := db.vacuumInto
	if db.dialect == Postgres {
		backup = db.dumpInto
	}
	if err := backup(ctx, part); err != nil {
		return errors.Join(fmt.Errorf("back up to %s: %w", file, err), removeIfThere(part))
	}
	if err := writeSum(part, file); err != nil {
		return errors.Join(fmt.Errorf("back up to %s: %w", file, err), removeIfThere(part))
	}
	return complete(part, file)
}

func (db *DB) vacuumInto(ctx context.Context, part string) error {
	s, err := db.reader.get(ctx)
	if err != nil {
		return err
	}
	defer db.reader.put(s, true) // its settings were changed
	if _, err := s.conn.ExecContext(ctx, "pragma query_only = off"); err != nil {
		return err
	}
	_, err = s.conn.ExecContext(ctx, "vacuum into ?", part)
	return err
}

func (db *DB) dumpInto(ctx context.Context, part string) error {
	return postgresTool(ctx, db.dsn, "pg_dump", "--format=custom", "--no-owner", "--no-privileges", "--file="+part)
}

// Beside names a backup file beside a SQLite database.
func Beside(dsn, what string) (string, error) {
	path, err := sqlitePath(dsn)
	return path + "." + what + ".backup", err
}

// IsThere reports whether the DSN names a database that holds something.
func IsThere(ctx context.Context, dsn string) (bool, error) {
	dialect, err := dialectOf(dsn)
	if err != nil {
		return false, err
	}
	if dialect == SQLite {
		path, err := sqlitePath(dsn)
		if err != nil {
			return false, err
		}
		info, err := os.Stat(path)
		if errors.Is(err, os.ErrNotExist) {
			return false, nil
		}
		return err == nil && info.Size() > 0, err
	}
	db, err := sql.Open("pgx", dsn)
	if err != nil {
		return false, err
	}
	defer db.Close()
	tables, err := countTables(ctx, db)
	if err != nil {
		return false, asFault(fmt.Errorf("look at the database: %w", err))
	}
	return tables > 0, nil
}

func countTables(ctx context.Context, db *sql.DB) (tables int, err error) {
	err = db.QueryRowContext(ctx, countedTables).Scan(&tables)
	return tables, err
}

const countedTables = "select count(*) from pg_class where relkind in ('r', 'p') and relnamespace = current_schema()::regnamespace"

// Restore fills the absent file or the empty database that the DSN names from a
// backup. A Conflict fault means that there is something already; an Invalid one
// that the backup is damaged.
func Restore(ctx context.Context, dsn, file string) error {
	dialect, err := dialectOf(dsn)
	if err != nil {
		return err
	}
	if err := checkSum(file); err != nil {
		return err
	}
	if dialect == SQLite {
		return restoreSQLite(ctx, dsn, file)
	}
	return restorePostgres(ctx, dsn, file)
}

func restoreSQLite(ctx context.Context, dsn, file string) error {
	path, err := sqlitePath(dsn)
	if err != nil {
		return err
	}
	if err := mustBeAbsent(path); err != nil {
		return err
	}
	part := path + ".part"
	if err := copyFile(file, part); err != nil {
		return errors.Join(fmt.Errorf("restore %s: %w", file, err), removeIfThere(part))
	}
	if err := checkFile(ctx, part); err != nil {
		return errors.Join(fault.New(fault.Invalid, "store.backup_damaged").Because(err), removeIfThere(part))
	}
	return complete(part, path)
}

// checkFile looks for damage in a database file that nobody has open.
func checkFile(ctx context.Context, file string) error {
	db, err := sql.Open(sqliteDriver, file)
	if err != nil {
		return err
	}
	defer db.Close()
	var verdict string
	if err := db.QueryRowContext(ctx, "pragma integrity_check(1)").Scan(&verdict); err != nil {
		return err
	}
	if verdict != "ok" {
		return errors.New(verdict)
	}
	return nil
}

func restorePostgres(ctx context.Context, dsn, file string) error {
	db, err := sql.Open("pgx", dsn)
	if err != nil {
		return err
	}
	defer db.Close()
	tables, err := countTables(ctx, db)
	if err != nil {
		return asFault(fmt.Errorf("restore %s: %w", file, err))
	}
	if tables > 0 {
		return fault.New(fault.Conflict, "store.not_empty")
	}
	return postgresTool(ctx, dsn, "pg_restore", "--exit-on-error", "--single-transaction", "--no-owner", "--no-privileges", file)
}

// postgresTool runs a program of PostgreSQL on a database. The password goes
// through the environment, since anyone can read the words of a command.
func postgresTool(ctx context.Context, dsn, tool string, words ...string) error {
	program, err := exec.LookPath(tool)
	if err != nil {
		return fault.New(fault.Unavailable, "store.tool_missing", "tool", tool).Because(err)
	}
	address, err := url.Parse(dsn)
	if err != nil {
		return errors.New("the DSN is not a URL")
	}
	cmd := exec.CommandContext(ctx, program)
	cmd.Env = os.Environ()
	if password, ok := address.User.Password(); ok {
		cmd.Env = append(cmd.Env, "PGPASSWORD="+password)
		address.User = url.User(address.User.Username())
	}
	cmd.Args = append(cmd.Args, "--dbname="+address.String())
	cmd.Args = append(cmd.Args, words...)
	var said bytes.Buffer
	cmd.Stderr = &said
	if err := cmd.Run(); err != nil {
		return fmt.Errorf("%s: %w: %s", tool, err, bytes.TrimSpace(said.Bytes()))
	}
	return nil
}

func mustBeAbsent(path string) error {
	_, err := os.Stat(path)
	switch {
	case err == nil:
		return fault.New(fault.Conflict, "store.not_empty")
	case errors.Is(err, os.ErrNotExist):
		return nil
	}
	return err
}

func removeIfThere(path string) error {
	if err := os.Remove(path); !errors.Is(err, os.ErrNotExist) {
		return err
	}
	return nil
}

func copyFile(from, to string) (err error) {
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer in.Close()
	out, err := os.Create(to)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, out.Close()) }()
	_, err = io.Copy(out, in)
	return err
}

// complete forces a written file to disk and gives it its name.
func complete(part, file string) error {
	written, err := os.OpenFile(part, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	if err := errors.Join(written.Sync(), written.Close()); err != nil {
		return err
	}
	return os.Rename(part, file)
}
