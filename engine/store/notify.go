package store

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/jackc/pgx/v5"
)

// listenAgain is the pause before a broken listener connects anew.
const listenAgain = time.Second

// Notify tells all processes that listen on a channel, this one too, once the
// transaction commits. On SQLite, which one process serves, it tells nobody. A text
// may have 7,999 bytes.
func (tx *Tx) Notify(ctx context.Context, channel, text string) error {
	if tx.Dialect() != Postgres {
		return nil
	}
	_, err := tx.Exec(ctx, "select pg_notify(?, ?)", channel, text)
	return err
}

// Tell is Notify at once, by a statement of its own.
func (db *DB) Tell(ctx context.Context, channel, text string) error {
	if db.dialect != Postgres {
		return nil
	}
	m := mode{pool: db.writer, writes: true, single: true}
	return db.transact(ctx, m, func(ctx context.Context, tx *Tx) error { return tx.Notify(ctx, channel, text) })
}

// Listen hands what is notified on channels to heard, until the context ends. After
// every break of the connection missed is called: something may not have been heard.
// On SQLite it only waits.
func (db *DB) Listen(ctx context.Context, channels []string, heard func(channel, text string), missed func()) {
	for ctx.Err() == nil && db.dialect == Postgres {
		if err := db.listen(ctx, channels, heard, missed); err != nil && ctx.Err() == nil {
			db.options.Log.Warn("the database is not heard", slog.Any("error", err))
		}
		select {
		case <-ctx.Done():
		case <-time.After(listenAgain):
		}
	}
	<-ctx.Done()
}

// listen serves one connection.
func (db *DB) listen(ctx context.Context, channels []string, heard func(channel, text string), missed func()) (err error) {
	conn, err := pgx.Connect(ctx, db.dsn)
	if err != nil {
		return fmt.Errorf("connect to listen: %w", err)
	}
	defer func() { err = errors.Join(err, conn.Close(context.WithoutCancel(ctx))) }()
	for _, channel := range channels {
		if _, err := conn.Exec(ctx, "listen "+Quote(channel)); err != nil {
			return fmt.Errorf("listen: %w", err)
		}
	}
	missed()
	for {
		told, err := conn.WaitForNotification(ctx)
		if err != nil {
			return fmt.Errorf("wait for what is notified: %w", err)
		}
		heard(told.Channel, told.Payload)
	}
}
