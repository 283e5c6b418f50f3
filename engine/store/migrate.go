package store

import (
	"cmp"
	"context"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

//go:embed migration/*.sql
var ownFiles embed.FS

func ownMigrations() Migrations { return Migrations{Owner: "store", FS: ownFiles} }

// Migrations are the numbered SQL files of one package's own tables, anywhere in
// FS, named 001_<what>.sql. A file that was applied once never runs again.
//
// The files are portable: statements end with ; at the end of a line, and the
// upper case types TEXT, BLOB and BIGINT PRIMARY KEY become what each database
// needs (TEXT COLLATE "C", BYTEA on PostgreSQL; INTEGER PRIMARY KEY on SQLite).
type Migrations struct {
	Owner string // the package, such as "auth"
	FS    fs.FS
}

// migration is one file.
type migration struct {
	number     int
	name       string
	statements []string
}

// Migrate applies the files that the database has not seen, in one transaction. With
// nothing to apply it only reads a few rows, whatever the size of the database.
func (db *DB) Migrate(ctx context.Context, all ...Migrations) error {
	pending, err := db.Pending(ctx, all...)
	if err != nil || len(pending) == 0 {
		return err
	}
	return db.Alter(ctx, func(ctx context.Context, tx *Tx) error {
		if _, err := tx.Exec(ctx, db.portable(migrationTable)); err != nil {
			return err
		}
		for _, m := range all {
			if err := tx.migrate(ctx, m); err != nil {
				return fmt.Errorf("migrate %s: %w", m.Owner, err)
			}
		}
		return nil
	})
}

// Pending names the files that Migrate would apply, each behind its owner.
func (db *DB) Pending(ctx context.Context, all ...Migrations) (names []string, err error) {
	err = db.Read(ctx, func(ctx context.Context, tx *Tx) error {
		names = nil
		done, err := tx.applied(ctx)
		if err != nil {
			return err
		}
		for _, m := range all {
			files, err := m.read()
			if err != nil {
				return fmt.Errorf("migrate %s: %w", m.Owner, err)
			}
			if done[m.Owner] > len(files) && !db.options.Downgrade {
				return fmt.Errorf("a newer version made tables of %s: start that one, or say --downgrade to go on with this older one", m.Owner)
			}
			db.note(files)
			for _, file := range files[min(done[m.Owner], len(files)):] {
				names = append(names, m.Owner+" "+path.Base(file.name))
			}
		}
		return nil
	})
	return names, err
}

// applied gives the number of each owner's newest file.
func (tx *Tx) applied(ctx context.Context) (map[string]int, error) {
	done := map[string]int{}
	exists, err := tx.exists(ctx, "schema_migration")
	if err != nil || !exists {
		return done, err
	}
	var rows []struct {
		Owner  string `db:"owner"`
		Number int    `db:"number"`
	}
	if err := tx.Select(ctx, &rows, "select owner, max(number) as number from schema_migration group by owner"); err != nil {
		return nil, err
	}
	for _, row := range rows {
		done[row.Owner] = row.Number
	}
	return done, nil
}

// exists reports whether the database has a table.
func (tx *Tx) exists(ctx context.Context, table string) (found bool, err error) {
	question := "select exists (select 1 from sqlite_schema where type = 'table' and name = ?)"
	if tx.Dialect() == Postgres {
		question = "select exists (select 1 from pg_class where relname = ? and relnamespace = current_schema()::regnamespace)"
	}
	err = tx.QueryRow(ctx, question, table).Scan(&found)
	return found, err
}

// migrate applies the files of one owner that were not applied yet; another process
// may have done so since Pending looked.
func (tx *Tx) migrate(ctx context.Context, m Migrations) error {
	files, err := m.read()
	if err != nil {
		return err
	}
	var done int
	if err := tx.Get(ctx, &done, "select coalesce(max(number), 0) from schema_migration where owner = ?", m.Owner); err != nil {
		return err
	}
	for _, file := range files[min(done, len(files)):] {
		if err := tx.apply(ctx, m.Owner, file); err != nil {
			return err
		}
	}
	return nil
}

const migrationTable = `create table if not exists schema_migration (
	owner TEXT not null, number BIGINT not null, applied_at BIGINT not null, primary key (owner, number))`

func (tx *Tx) apply(ctx context.Context, owner string, file migration) error {
	for _, statement := range file.statements {
		if _, err := tx.Exec(ctx, tx.db.portable(statement)); err != nil {
			return fmt.Errorf("%s: %w", file.name, err)
		}
	}
	_, err := tx.Exec(ctx, "insert into schema_migration (owner, number, applied_at) values (?, ?, ?)",
		owner, file.number, tx.Now().UnixMilli())
	return err
}

// read gives the files in the order of their numbers, which must be 1, 2, 3.
func (m Migrations) read() ([]migration, error) {
	var files []migration
	err := fs.WalkDir(m.FS, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || path.Ext(name) != ".sql" {
			return err
		}
		file, err := m.readFile(name)
		files = append(files, file)
		return err
	})
	if err != nil {
		return nil, err
	}
	if len(files) == 0 {
		return nil, errors.New("no .sql files")
	}
	slices.SortFunc(files, func(a, b migration) int { return cmp.Compare(a.number, b.number) })
	for i, file := range files {
		if file.number != i+1 {
			return nil, fmt.Errorf("%s: expected number %d", file.name, i+1)
		}
	}
	return files, nil
}

func (m Migrations) readFile(name string) (migration, error) {
	digits, _, _ := strings.Cut(path.Base(name), "_")
	number, err := strconv.Atoi(digits)
	if err != nil {
		return migration{}, fmt.Errorf("%s: the name must begin with a number", name)
	}
	text, err := fs.ReadFile(m.FS, name)
	if err != nil {
		return migration{}, err
	}
	return migration{number: number, name: name, statements: statementsOf(string(text))}, nil
}

// statementsOf splits a file at each ; that ends a line, leaving comment lines out.
func statementsOf(text string) []string {
	var all []string
	var lines []string
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, " \t\r\n")
		if trimmed := strings.TrimSpace(line); trimmed == "" || strings.HasPrefix(trimmed, "--") {
			continue
		}
		last, ends := strings.CutSuffix(line, ";")
		lines = append(lines, last)
		if ends {
			all = append(all, strings.Join(lines, "\n"))
			lines = nil
		}
	}
	if len(lines) > 0 {
		all = append(all, strings.Join(lines, "\n"))
	}
	return all
}

// The portable types and what they become.
var (
	textType   = regexp.MustCompile(`\bTEXT\b`)
	blobType   = regexp.MustCompile(`\bBLOB\b`)
	bigPrimary = regexp.MustCompile(`\bBIGINT PRIMARY KEY\b`)
)

// portable writes a portable statement for the database.
func (db *DB) portable(statement string) string {
	if db.dialect == SQLite {
		return bigPrimary.ReplaceAllString(statement, "INTEGER PRIMARY KEY")
	}
	return blobType.ReplaceAllString(textType.ReplaceAllString(statement, `TEXT COLLATE "C"`), "BYTEA")
}
