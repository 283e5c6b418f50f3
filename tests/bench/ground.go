package main

import (
	"context"
	"database/sql"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/wareloom/wareloom/engine/enginetest"
)

// ground is a kind of database that the two servers stand on, each on a database of
// its own with the same rows.
type ground interface {
	// dsn names a database; names are ours and theirs.
	dsn(name string) string
	// open opens a database to fill it.
	open(name string) (*sql.DB, error)
	// copy makes theirs from ours, that nobody uses.
	copy(ctx context.Context) error
	// processes are those that work for a database beside the server itself.
	processes(name string) ([]int, error)
	close() error
}

// The databases of a ground.
const (
	ours   = "bench_ours"
	theirs = "bench_theirs"
)

func newGround(kind, folder string) (ground, error) {
	if kind == "sqlite" {
		return files(folder), nil
	}
	cluster, err := enginetest.StartCluster()
	if err != nil {
		return nil, err
	}
	return backends{cluster}, cluster.Admin("create database " + ours)
}

// files are databases of SQLite in a folder.
type files string

func (f files) file(name string) string { return filepath.Join(string(f), name+".db") }

func (f files) dsn(name string) string { return "sqlite:" + f.file(name) }

func (f files) open(name string) (*sql.DB, error) {
	return sql.Open("sqlite", "file:"+f.file(name)+pragmas+"&_pragma=analysis_limit(1000)")
}

func (f files) copy(ctx context.Context) error {
	db, err := f.open(ours)
	if err != nil {
		return err
	}
	defer db.Close()
	_, err = db.ExecContext(ctx, "vacuum into ?", f.file(theirs))
	return err
}

func (files) processes(string) ([]int, error) { return nil, nil }

func (files) close() error { return nil }

// backends are databases of a PostgreSQL cluster, which serves each connection in a
// process of its own.
type backends struct{ *enginetest.Cluster }

func (b backends) dsn(name string) string { return b.DSN(name) }

func (b backends) open(name string) (*sql.DB, error) { return sql.Open("pgx", b.DSN(name)) }

func (b backends) copy(context.Context) error {
	return b.Admin("create database " + theirs + " template " + ours)
}

// processes finds them by the title that PostgreSQL gives them.
func (b backends) processes(name string) ([]int, error) {
	titles, err := filepath.Glob("/proc/[0-9]*/cmdline")
	var found []int
	for _, file := range titles {
		title, gone := os.ReadFile(file)
		if gone != nil || !strings.HasPrefix(string(title), "postgres: ") || !strings.Contains(string(title), " "+name+" ") {
			continue
		}
		pid, bad := strconv.Atoi(filepath.Base(filepath.Dir(file)))
		if bad != nil {
			return nil, fmt.Errorf("read the number of a process: %w", bad)
		}
		found = append(found, pid)
	}
	return found, err
}

func (b backends) close() error { return b.Stop() }
