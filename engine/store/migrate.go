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
	"time"
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

// Migrate applies the files that the database has not seen, in one transaction.
func (db *DB) Migrate(ctx context.Context, m Migrations) error {
	files, err := m.read()
	if err != nil {
		return fmt.Errorf("migrate %s: %w", m.Owner, err)
	}
	err = db.Alter(ctx, func(ctx context.Context, tx *Tx) error {
		if _, err := tx.Exec(ctx, db.portable(migrationTable)); err != nil {
			return err
		}
		var done int
		if err := tx.Get(ctx, &done, "select coalesce(max(number), 0) from schema_migration where owner = ?", m.Owner); err != nil {
			return err
		}
		for _, file := range files {
			if file.number <= done {
				continue
			}
			if err := tx.apply(ctx, m.Owner, file); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("migrate %s: %w", m.Owner, err)
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
		owner, file.number, time.Now().UnixMilli())
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
