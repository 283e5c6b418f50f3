package store

import (
	"context"
	"fmt"
	"slices"
)

// mostHeld is how many statements are held back; more are said at once.
const mostHeld = 64

// spoken is a statement as the database takes it.
type spoken struct {
	text   string
	args   []any
	heard  func(changed int64, err error) error // says what its outcome means; nil: its error
	judged bool                                 // heard may refuse what the database took
}

// outcome is what came of the statement.
func (s spoken) outcome(changed int64, err error) (int64, error) {
	if s.heard != nil {
		err = s.heard(changed, err)
	}
	return changed, err
}

// Put is Exec for what nothing waits for: on PostgreSQL it goes out in one round trip with
// the next statement that is waited for, or with the commit. word makes the error of its
// failure, which is that of whatever took it along and undoes everything; nil leaves it. A
// question asked after a Put sees what it did.
func (tx *Tx) Put(ctx context.Context, word func(err error) error, text string, args ...any) error {
	heard := func(_ int64, err error) error {
		if err == nil || word == nil {
			return err
		}
		return word(err)
	}
	return tx.put(ctx, spoken{text: text, args: args, heard: heard})
}

// PutSure is Put for what may have to be undone though it did not fail: heard, which is
// told how many rows were changed, says so by an error.
func (tx *Tx) PutSure(ctx context.Context, heard func(changed int64, err error) error, text string, args ...any) error {
	return tx.put(ctx, spoken{text: text, args: args, heard: heard, judged: true})
}

func (tx *Tx) put(ctx context.Context, one spoken) error {
	tx.wrote(one.text)
	if err := tx.ready(ctx, one.text, one.args); err != nil {
		return err
	}
	heard := one.heard
	one.text, one.args = tx.db.rebind(one.text), tx.db.arguments(one.args)
	one.heard = func(changed int64, err error) error {
		if err != nil {
			err = tx.classify(ctx, err)
		}
		return heard(changed, err)
	}
	if tx.Dialect() == Postgres && !tx.single {
		return tx.hold(ctx, &tx.ahead, one)
	}
	changed, err := tx.say(tx.watched(ctx), one)
	if _, err = one.outcome(changed, err); err != nil {
		return tx.fail(ctx, err)
	}
	return nil
}

// AtEnd is Put for what nothing in the transaction reads: it is said last of all.
func (tx *Tx) AtEnd(ctx context.Context, text string, args ...any) error {
	if tx.single {
		_, err := tx.Exec(ctx, text, args...)
		return err
	}
	if err := tx.ready(ctx, text, args); err != nil {
		return err
	}
	return tx.hold(ctx, &tx.atEnd, spoken{text: tx.db.rebind(text), args: tx.db.arguments(args)})
}

// hold keeps a statement back in a list of such; a full one is said first.
func (tx *Tx) hold(ctx context.Context, list *[]spoken, one spoken) error {
	if len(*list) == mostHeld {
		held := *list
		*list = nil
		if err := tx.sayAll(ctx, held); err != nil {
			return err
		}
	}
	*list = append(*list, one)
	return nil
}

// takeAhead gives what goes out before the next statement.
func (tx *Tx) takeAhead() []spoken {
	ahead := tx.ahead
	tx.ahead = nil
	if tx.opening != "" {
		begin := spoken{text: tx.opening, heard: func(_ int64, err error) error { return asNotBegun(err) }}
		ahead = append([]spoken{begin}, ahead...)
		tx.opening = ""
	}
	return ahead
}

// sayWaiting runs what waits for the end.
func (tx *Tx) sayWaiting(ctx context.Context) error {
	waiting := tx.atEnd
	tx.atEnd = nil
	return tx.sayAll(ctx, waiting)
}

// sayAll runs statements, on PostgreSQL in one round trip with what goes ahead of them.
func (tx *Tx) sayAll(ctx context.Context, statements []spoken) error {
	if tx.Dialect() == Postgres {
		if statements = append(tx.takeAhead(), statements...); len(statements) == 0 {
			return nil
		}
		if _, err := tx.session.pipe(tx.watched(ctx), statements); err != nil {
			return tx.fail(ctx, err)
		}
		return nil
	}
	for _, one := range statements {
		if _, err := tx.say(tx.watched(ctx), one); err != nil {
			return tx.fail(ctx, err)
		}
	}
	return nil
}

// bare runs a text without arguments behind all that was held back.
func (tx *Tx) bare(ctx context.Context, text string) error {
	if err := tx.ready(ctx, text, nil); err != nil {
		return err
	}
	if err := tx.judge(ctx); err != nil {
		return err
	}
	waiting := tx.atEnd
	tx.atEnd = nil
	return tx.sayAll(ctx, append(waiting, spoken{text: text}))
}

// judge runs what was held back where its outcome decides whether it stays, so that it is
// known before what makes it stay is said.
func (tx *Tx) judge(ctx context.Context) error {
	if !slices.ContainsFunc(tx.ahead, func(one spoken) bool { return one.judged }) {
		return nil
	}
	return tx.sayAll(ctx, nil)
}

// say runs a statement, together with what goes ahead of it.
func (tx *Tx) say(ctx context.Context, one spoken) (changed int64, err error) {
	ahead := tx.takeAhead()
	if len(ahead) > 0 && len(one.args) > 0 { // a text without may be several statements
		return tx.session.pipe(ctx, append(ahead, one))
	}
	if len(ahead) > 0 {
		if _, err := tx.session.pipe(ctx, ahead); err != nil {
			return 0, err
		}
	}
	result, err := tx.session.exec(ctx, one.text, one.args)
	if err != nil {
		return 0, err
	}
	return result.RowsAffected()
}

// begin begins a transaction on SQLite. On PostgreSQL its first statement does.
func (tx *Tx) begin(ctx context.Context, text string) error {
	if tx.Dialect() == Postgres {
		tx.opening = text
		return nil
	}
	_, err := tx.session.exec(ctx, text, nil)
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
	if err := tx.judge(ctx); err != nil {
		return err
	}
	if len(tx.ahead)+len(tx.atEnd) > 0 && tx.Dialect() == Postgres {
		return tx.commitWith(ctx)
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
func (tx *Tx) commitWith(ctx context.Context) error {
	commit := spoken{text: "commit", heard: func(_ int64, err error) error {
		if err != nil {
			return fmt.Errorf("commit: %w", err)
		}
		return nil
	}}
	rest := append(append(tx.takeAhead(), tx.atEnd...), commit)
	if _, err := tx.session.pipe(ctx, rest); err != nil {
		return tx.fail(ctx, err)
	}
	return nil
}

// pipe sends statements to PostgreSQL in one round trip, and gives how many rows the last
// one changed. Those behind one that failed did not run.
func (s *session) pipe(ctx context.Context, statements []spoken) (changed int64, err error) {
	err = s.conn.Raw(func(driver any) error {
		conn := driver.(pipedConn).Conn.Conn() //nolint:forcetypeassert // only PostgreSQL's sessions pipe
		results := send(ctx, conn, statements)
		if changed, err = hear(results, statements); err != nil {
			_ = results.Close() // tells the same
			return err
		}
		return results.Close()
	})
	return changed, err
}
