package app

import (
	"context"
	"fmt"
	"sync/atomic"
	"time"

	"github.com/wareloom/wareloom/engine/auth"
	"github.com/wareloom/wareloom/engine/setting"
	"github.com/wareloom/wareloom/engine/store"
)

// zoneSetting names the setting of the zone in which a day begins and ends for
// people; empty is the server's own.
const zoneSetting = "time_zone"

// rereadZone is how long another server's change of the setting stays unseen.
const rereadZone = 30 * time.Second

// zone is the time zone of people's days. It is read ahead: a query must not ask
// for it in the middle of its own transaction.
type zone struct {
	known atomic.Pointer[time.Location]
}

// of is the zone of the place where an actor works, else that of the setting.
func (z *zone) of(_ context.Context, actor auth.Actor) *time.Location {
	if name, ok := actor.Values[auth.ZoneValue].(string); ok {
		if at, err := setting.ZoneNamed(name); err == nil {
			return at
		}
	}
	if known := z.known.Load(); known != nil {
		return known
	}
	return time.Local
}

// readZone reads the setting; a product without it uses the server's zone.
func (a *App) readZone(ctx context.Context) error {
	release := a.Catalog.Current()
	if _, ok := release.Settings[zoneSetting]; !ok {
		return nil
	}
	var name any
	err := a.DB.Read(ctx, func(ctx context.Context, tx *store.Tx) (err error) {
		name, _, err = a.Settings.Effective(ctx, tx, release, zoneSetting)
		return err
	})
	if err != nil {
		return fmt.Errorf("read the time zone: %w", err)
	}
	found := time.Local
	if text, _ := name.(string); text != "" {
		if found, err = setting.ZoneNamed(text); err != nil {
			a.log.Error("unknown time zone", "zone", text)
			return nil
		}
	}
	a.zone.known.Store(found)
	return nil
}

// watchZone sees what other servers change.
func (a *App) watchZone(ctx context.Context) {
	for {
		select {
		case <-time.After(rereadZone):
		case <-ctx.Done():
			return
		}
		if err := a.readZone(ctx); err != nil && ctx.Err() == nil {
			a.log.Error("time zone not read", "error", err)
		}
	}
}
