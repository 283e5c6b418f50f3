package main

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"sync"

	"github.com/jackc/pgx/v5"
)

// database is what the server written by hand needs of a database.
type database interface {
	// read asks questions one after the other, in one round trip where there is one.
	read(ctx context.Context, questions ...question) error
	// write runs statements in one transaction.
	write(ctx context.Context, statements ...statement) error
	// among is a condition that a column has one of the ids that list gives.
	among(column string) string
	list(ids []int64) any
	// many inserts a row for each element of the columns: the text of a row, as
	// "?, 1, ?", has a parameter per column.
	many(into, row string, columns ...any) statement
}

// statement is a text with ? for its parameters.
type statement struct {
	text string
	args []any
}

// question is a statement with what takes each of its rows.
type question struct {
	statement
	each func(scan func(into ...any) error) error
}

func openByHand(dsn string) (database, error) {
	if file, ok := strings.CutPrefix(dsn, "sqlite:"); ok {
		return openLite(file)
	}
	return openPG(dsn)
}

// lite is SQLite: many readers, one writer.
type lite struct{ reader, writer *prepared }

// prepared keeps the statements of a pool.
type prepared struct {
	db   *sql.DB
	kept sync.Map // of *sql.Stmt by text
}

func openLite(file string) (*lite, error) {
	reader, err := sql.Open("sqlite", "file:"+file+pragmas)
	if err != nil {
		return nil, err
	}
	writer, err := sql.Open("sqlite", "file:"+file+pragmas)
	if err != nil {
		return nil, err
	}
	writer.SetMaxOpenConns(1)
	reader.SetMaxIdleConns(8)
	return &lite{reader: &prepared{db: reader}, writer: &prepared{db: writer}}, nil
}

func (p *prepared) statement(text string) (*sql.Stmt, error) {
	if kept, ok := p.kept.Load(text); ok {
		return kept.(*sql.Stmt), nil //nolint:forcetypeassert // nothing else is kept
	}
	made, err := p.db.Prepare(text)
	if err == nil {
		p.kept.Store(text, made)
	}
	return made, err
}

func (l *lite) read(ctx context.Context, questions ...question) error {
	for _, q := range questions {
		if err := l.ask(ctx, q); err != nil {
			return err
		}
	}
	return nil
}

func (l *lite) ask(ctx context.Context, q question) error {
	s, err := l.reader.statement(q.text)
	if err != nil {
		return err
	}
	rows, err := s.QueryContext(ctx, q.args...)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		if err := q.each(rows.Scan); err != nil {
			return err
		}
	}
	return rows.Err()
}

func (l *lite) write(ctx context.Context, statements ...statement) error {
	stmts := make([]*sql.Stmt, len(statements))
	for i, one := range statements { // before the one connection is taken
		var err error
		if stmts[i], err = l.writer.statement(one.text); err != nil {
			return err
		}
	}
	tx, err := l.writer.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	for i, one := range statements {
		if _, err := tx.StmtContext(ctx, stmts[i]).ExecContext(ctx, one.args...); err != nil {
			return errors.Join(err, tx.Rollback())
		}
	}
	return tx.Commit()
}

func (*lite) among(column string) string { return column + " in (select value from json_each(?))" }

func (*lite) list(ids []int64) any {
	text, _ := json.Marshal(ids)
	return string(text)
}

func (*lite) many(into, row string, columns ...any) statement {
	count := lengthOf(columns[0])
	args := make([]any, 0, count*len(columns))
	for i := range count {
		for _, column := range columns {
			switch column := column.(type) {
			case []int64:
				args = append(args, column[i])
			case []string:
				args = append(args, column[i])
			}
		}
	}
	return statement{"insert into " + into + " values (" + row + ")" + strings.Repeat(", ("+row+")", count-1), args}
}

func lengthOf(column any) int {
	if numbers, ok := column.([]int64); ok {
		return len(numbers)
	}
	texts, _ := column.([]string)
	return len(texts)
}

// pg is PostgreSQL: what belongs together goes out in one batch.
type pg struct {
	idle  chan *pgx.Conn
	texts sync.Map // with numbered parameters, by text
}

const pgConnections = 4

func openPG(dsn string) (*pg, error) {
	p := &pg{idle: make(chan *pgx.Conn, pgConnections)}
	for range pgConnections {
		conn, err := pgx.Connect(context.Background(), dsn)
		if err != nil {
			return nil, err
		}
		p.idle <- conn
	}
	return p, nil
}

// numbered gives a text the parameters of PostgreSQL.
func (p *pg) numbered(text string) string {
	if kept, ok := p.texts.Load(text); ok {
		return kept.(string) //nolint:forcetypeassert // nothing else is kept
	}
	var out strings.Builder
	for i, part := range strings.Split(text, "?") {
		if i > 0 {
			out.WriteString("$" + strconv.Itoa(i))
		}
		out.WriteString(part)
	}
	p.texts.Store(text, out.String())
	return out.String()
}

func (p *pg) read(ctx context.Context, questions ...question) error {
	var batch pgx.Batch
	for _, q := range questions {
		batch.Queue(p.numbered(q.text), q.args...).Query(func(rows pgx.Rows) error {
			for rows.Next() {
				if err := q.each(rows.Scan); err != nil {
					return err
				}
			}
			return rows.Err()
		})
	}
	return p.send(ctx, &batch)
}

// write sends statements as one batch, which is one transaction.
func (p *pg) write(ctx context.Context, statements ...statement) error {
	var batch pgx.Batch
	for _, one := range statements {
		batch.Queue(p.numbered(one.text), one.args...)
	}
	return p.send(ctx, &batch)
}

func (p *pg) send(ctx context.Context, batch *pgx.Batch) error {
	conn := <-p.idle
	defer func() { p.idle <- conn }()
	return conn.SendBatch(ctx, batch).Close()
}

func (*pg) among(column string) string { return column + " = any(?)" }

func (*pg) list(ids []int64) any { return ids }

func (*pg) many(into, row string, columns ...any) statement {
	names, arrays := make([]string, len(columns)), make([]string, len(columns))
	for i, column := range columns {
		names[i], arrays[i] = fmt.Sprintf("c%d", i), "?::bigint[]"
		if _, ok := column.([]string); ok {
			arrays[i] = "?::text[]"
		}
		row = strings.Replace(row, "?", names[i], 1)
	}
	text := "insert into " + into + " select " + row + " from unnest(" + strings.Join(arrays, ", ") + ") as rows(" + strings.Join(names, ", ") + ")"
	return statement{text, columns}
}
