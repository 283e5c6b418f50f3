package app

import (
	"context"
	"errors"
	"fmt"

	"github.com/wareloom/wareloom/engine/release"
	"github.com/wareloom/wareloom/engine/store"
)

// alter brings the tables of the product up to date and puts the release in force.
// Before tables are rebuilt, which copies them whole, it says so and backs the
// database up.
func (a *App) alter(ctx context.Context) error {
	plan, err := a.Releases.Begin(ctx, a.draft, release.By{Author: "start", Note: a.config.Version})
	if len(plan) > 0 && err == nil {
		a.log.Info("tables changed", "steps", len(plan))
	}
	a.draft = nil
	return err
}

func (a *App) backUpBefore(ctx context.Context, tables []string) error {
	file, err := store.Beside(a.config.DSN, "before-"+a.config.Version+"-"+a.config.Now().UTC().Format("20060102-150405"))
	if err != nil {
		return err
	}
	a.log.Warn("tables are rebuilt: every row is copied, which takes a while and as much disk again; the database is backed up first",
		"tables", tables, "backup", file)
	if err := a.DB.Backup(ctx, file); err != nil {
		return fmt.Errorf("back up before tables are rebuilt: %w", err)
	}
	return nil
}

// checkKey refuses a master key that is not the database's own: whatever it sealed
// would fail one call after the other.
func (a *App) checkKey(ctx context.Context) error {
	return a.DB.Write(ctx, func(ctx context.Context, tx *store.Tx) error {
		fits, err := a.config.Master.KeyFits(ctx, tx)
		if err != nil || fits {
			return err
		}
		if a.config.NewKey {
			a.log.Warn("the database has a new master key: everyone signs in again, and keys of other systems and sealed fields are to be entered again")
			return a.config.Master.Adopt(ctx, tx)
		}
		return errors.New("this master key is not the one of the database: put the right key file in its place, or the right WARELOOM_MASTER_KEY; if it is lost, start once with --new")
	})
}
