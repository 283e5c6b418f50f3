package app

import (
	"context"
	"time"

	"github.com/wareloom/wareloom/engine/printing/spool"
	"github.com/wareloom/wareloom/engine/station"
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

// pruneCalls deletes the answers of calls that are older than the setting keeps them, and what
// else is past of signing in.
func (a *App) pruneCalls(ctx context.Context, now time.Time) error {
	var before time.Time
	err := a.DB.Read(ctx, func(ctx context.Context, tx *store.Tx) error {
		return a.pruneBy(ctx, tx, "answer_days", now, func(day time.Time) error {
			before = day
			return nil
		})
	})
	if err != nil {
		return err
	}
	return a.Auth.Purge(ctx, before)
}

// pruneStations deletes tasks at stations that the setting keeps no longer, some in a
// transaction.
func (a *App) pruneStations(ctx context.Context, now time.Time) error {
	for more := true; more; {
		more = false
		err := a.DB.Write(ctx, func(ctx context.Context, tx *store.Tx) error {
			return a.pruneBy(ctx, tx, "station_days", now, func(before time.Time) (err error) {
				more, err = station.Prune(ctx, tx, before)
				return err
			})
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// pruneBy has forgotten what is older than the days of a setting; 0 keeps all.
func (a *App) pruneBy(ctx context.Context, tx *store.Tx, setting string, now time.Time, prune func(before time.Time) error) error {
	value, _, err := a.Settings.Effective(ctx, tx, a.Catalog.Current(), setting)
	if days, ok := value.(int64); err == nil && ok && days > 0 {
		err = prune(now.AddDate(0, 0, -int(days)))
	}
	return err
}
