package store

import (
	"cmp"
	"context"
	"database/sql"
	"io"
)

// Question is a question with what takes its rows, in their order.
type Question struct {
	Text string
	Args []any
	Take func(rows *sql.Rows) error
}

// Ask asks questions of which none waits for the answer of another: on PostgreSQL in one
// round trip.
func (tx *Tx) Ask(ctx context.Context, questions ...Question) error {
	if tx.Dialect() == SQLite || len(questions) < 2 {
		return tx.askEach(ctx, questions)
	}
	said := make([]spoken, len(questions))
	for i, q := range questions {
		if err := tx.ready(ctx, q.Text, q.Args); err != nil {
			return err
		}
		said[i] = spoken{text: tx.db.rebind(q.Text), args: tx.db.arguments(q.Args)}
	}
	rows, err := tx.session.query(tx.watched(ctx), tx.takeAhead(), said[0], said[1:]...)
	if err != nil {
		return tx.fail(ctx, err)
	}
	tx.rows = rows
	defer rows.Close()
	for i, q := range questions {
		if i > 0 && !rows.NextResultSet() {
			return tx.fail(ctx, cmp.Or(rows.Err(), io.ErrUnexpectedEOF))
		}
		if err := tx.taken(ctx, q.Take(rows), rows); err != nil {
			return err
		}
	}
	return tx.taken(ctx, nil, rows)
}

func (tx *Tx) askEach(ctx context.Context, questions []Question) error {
	for _, q := range questions {
		rows, err := tx.Query(ctx, q.Text, q.Args...)
		if err != nil {
			return err
		}
		err = tx.taken(ctx, q.Take(rows), rows)
		rows.Close()
		if err != nil {
			return err
		}
	}
	return nil
}

// taken is the failure of who took rows, or of the rows themselves, which is that of the
// transaction.
func (tx *Tx) taken(ctx context.Context, err error, rows *sql.Rows) error {
	if failed := rows.Err(); failed != nil {
		return tx.fail(ctx, failed)
	}
	return err
}
