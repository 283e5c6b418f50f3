package app

import (
	"context"
	"embed"
	"fmt"
	"strconv"

	"github.com/wareloom/wareloom/engine/store"
)

//go:embed migration/*.sql
var migrationFiles embed.FS

func migrations() store.Migrations { return store.Migrations{Owner: "app", FS: migrationFiles} }

// Once runs fn unless it ran on this database before under the key. It is noted
// after fn succeeded, so fn must bear to run again.
func (a *App) Once(ctx context.Context, key string, fn func() error) error {
	var done bool
	err := a.DB.Read(ctx, func(ctx context.Context, tx *store.Tx) error {
		return tx.Get(ctx, &done, "select count(*) > 0 from app_done where key = ?", key)
	})
	if err != nil || done {
		return err
	}
	if err := fn(); err != nil {
		return err
	}
	return a.DB.Write(ctx, func(ctx context.Context, tx *store.Tx) error {
		_, err := tx.Exec(ctx, "insert into app_done (key, at) values (?, ?) on conflict do nothing", key, a.config.Now().UnixMilli())
		return err
	})
}

// numberOf gives a release's content its number: the same content the same one.
func (a *App) numberOf(ctx context.Context, hash string) (number int64, err error) {
	err = a.DB.Write(ctx, func(ctx context.Context, tx *store.Tx) error {
		const insert = `insert into app_release (hash, number, at)
			select ?, coalesce(max(number), 0) + 1, ? from app_release where true on conflict (hash) do nothing`
		if _, err := tx.Exec(ctx, insert, hash, a.config.Now().UnixMilli()); err != nil {
			return fmt.Errorf("number release: %w", err)
		}
		return tx.Get(ctx, &number, "select number from app_release where hash = ?", hash)
	})
	return number, err
}

func jobKey(id int64) string { return strconv.FormatInt(id, 10) }
