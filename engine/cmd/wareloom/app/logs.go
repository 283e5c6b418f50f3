package app

import (
	"context"
	"time"

	"github.com/wareloom/wareloom/engine/printing/spool"
	"github.com/wareloom/wareloom/engine/store"
	"github.com/wareloom/wareloom/engine/trail"
)

// pruneLogs deletes of the logs what is older than their settings keep it.
func (a *App) pruneLogs(ctx context.Context, tx *store.Tx, now time.Time) error {
	for _, kind := range trail.Kinds {
		err := a.pruneBy(ctx, tx, kind.Setting(), now, func(before time.Time) error { return trail.Prune(ctx, tx, kind, before) })
		if err != nil {
			return err
		}
	}
	return a.pruneBy(ctx, tx, "print_log_days", now, func(before time.Time) error { return spool.Prune(ctx, tx, before) })
}

// pruneBy lets a log forget what is older than the days of a setting; 0 keeps all.
func (a *App) pruneBy(ctx context.Context, tx *store.Tx, setting string, now time.Time, prune func(before time.Time) error) error {
	value, _, err := a.Settings.Effective(ctx, tx, a.Catalog.Current(), setting)
	if days, ok := value.(int64); err == nil && ok && days > 0 {
		err = prune(now.AddDate(0, 0, -int(days)))
	}
	return err
}
