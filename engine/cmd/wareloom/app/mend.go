package app

import (
	"context"

	"github.com/wareloom/wareloom/engine/plugin"
)

// mend has the plugins put right what earlier versions of them left wrong, once on each
// database. What cannot be mended keeps nobody from working: verify names it, and the next
// start tries again.
func (a *App) mend(ctx context.Context) {
	for _, m := range a.plugins.Mends {
		key := "mend " + m.Key
		if err := a.Once(ctx, key, func() error { return a.mendAll(ctx, key, m) }); err != nil {
			a.log.Error("what an earlier version left is not mended", "mend", m.Key, "error", err)
		}
	}
}

// mendAll goes on, a transaction at a time, until there are no more rows.
func (a *App) mendAll(ctx context.Context, key string, m plugin.Mend) error {
	write := a.doorIn(a.DB.Write, key)
	for after, more := int64(0), true; more; more = after != 0 {
		err := write(ctx, func(ctx context.Context, data plugin.Data) error {
			last, err := m.Do(ctx, data, after)
			if err == nil {
				after = last
			}
			return err
		})
		if err != nil {
			return err
		}
	}
	return nil
}
