package app

import (
	"context"
	"embed"
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

func jobKey(id int64) string { return strconv.FormatInt(id, 10) }
