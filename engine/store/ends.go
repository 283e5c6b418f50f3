package store

import (
	"context"
	"fmt"
	"slices"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"
)

// mostAtEnd is how many statements wait for the end of a transaction; more are said at once.
const mostAtEnd = 64

// spoken is a statement as the database takes it.
type spoken struct {
	text string
	args []any
}

// AtEnd is Exec for what nothing in the transaction reads or waits for: it is said last of
// all, on PostgreSQL in one round trip with the commit. Its failure undoes everything.
func (tx *Tx) AtEnd(ctx context.Context, text string, args ...any) error {
	if tx.single {
		_, err := tx.Exec(ctx, text, args...)
		return err
	}
	if len(tx.atEnd) == mostAtEnd {
		if err := tx.sayWaiting(ctx); err != nil {
			return err
		}
	}
	if err := tx.ready(ctx, text, args); err != nil {
		return err
	}
	tx.atEnd = append(tx.atEnd, spoken{tx.db.rebind(text), tx.db.arguments(args)})
	return nil
}

// sayWaiting runs what waits for the end.
func (tx *Tx) sayWaiting(ctx context.Context) error {
	waiting := tx.atEnd
	tx.atEnd = nil
	for _, one := range waiting {
		if _, err := tx.say(tx.watched(ctx), one); err != nil {
			return tx.fail(ctx, err)
		}
	}
	return nil
}

// say runs a statement, the first one together with the begin of the transaction.
func (tx *Tx) say(ctx context.Context, one spoken) (changed int64, err error) {
	if tx.opening != "" && len(one.args) > 0 { // a text without may be several statements
		begin := spoken{text: tx.opening}
		tx.opening = ""
		changed, _, err = tx.session.pipe(ctx, begin, one)
		return changed, asNotBegun(err)
	}
	if err := tx.open(ctx); err != nil {
		return 0, err
	}
	result, err := tx.session.exec(ctx, one.text, one.args)
	if err != nil {
		return 0, err
	}
	return result.RowsAffected()
}

// open begins the transaction, where no statement has.
func (tx *Tx) open(ctx context.Context) error {
	if tx.opening == "" {
		return nil
	}
	begin := tx.opening
	tx.opening = ""
	_, err := tx.session.exec(ctx, begin, nil)
	return asNotBegun(err)
}

// asNotBegun marks the failure of a connection with which nothing can have begun.
func asNotBegun(err error) error {
	if err == nil || isDatabaseError(err) {
		return err
	}
	return notBegun{err}
}

// commit ends the transaction with what waits for its end.
func (tx *Tx) commit(ctx context.Context) error {
	if len(tx.atEnd) > 0 && tx.Dialect() == Postgres {
		return tx.commitWith(ctx, tx.atEnd)
	}
	if err := tx.sayWaiting(ctx); err != nil || tx.opening != "" { // or nothing was said
		return err
	}
	if _, err := tx.session.exec(ctx, "commit", nil); err != nil {
		return fmt.Errorf("commit: %w", err)
	}
	return nil
}

// commitWith says what is left and commits in one round trip.
func (tx *Tx) commitWith(ctx context.Context, rest []spoken) error {
	if tx.opening != "" {
		rest = slices.Insert(rest, 0, spoken{text: tx.opening})
		tx.opening = ""
	}
	_, at, err := tx.session.pipe(ctx, append(rest, spoken{text: "commit"})...)
	if err != nil && at < len(rest) {
		return tx.fail(ctx, err)
	}
	if err != nil {
		return fmt.Errorf("commit: %w", err)
	}
	return nil
}

// pipe sends statements to PostgreSQL in one round trip. It tells how many rows the last
// one changed, or which one failed; those behind it did not run.
func (s *session) pipe(ctx context.Context, statements ...spoken) (changed int64, at int, err error) {
	var batch pgx.Batch
	for _, one := range statements {
		batch.Queue(one.text, one.args...)
	}
	err = s.conn.Raw(func(driver any) error {
		results := driver.(*stdlib.Conn).Conn().SendBatch(ctx, &batch) //nolint:forcetypeassert // only PostgreSQL's sessions pipe
		for at = range statements {
			tag, err := results.Exec()
			if err != nil {
				_ = results.Close() // tells the same
				return err
			}
			changed = tag.RowsAffected()
		}
		return results.Close()
	})
	return changed, at, err
}
