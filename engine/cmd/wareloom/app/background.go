package app

import (
	"context"
	"time"

	"github.com/wareloom/wareloom/engine/document"
	"github.com/wareloom/wareloom/engine/exchange"
	"github.com/wareloom/wareloom/engine/job"
	"github.com/wareloom/wareloom/engine/live"
	"github.com/wareloom/wareloom/engine/notice"
	"github.com/wareloom/wareloom/engine/plugin"
	"github.com/wareloom/wareloom/engine/record"
	"github.com/wareloom/wareloom/engine/store"
)

// How long things are kept that people may still want.
const (
	keepBin  = 30 * 24 * time.Hour
	keepJobs = 30 * 24 * time.Hour
	purgeAll = time.Hour // between two purges
)

// makeJobs gives the runner every kind of job there is, and plans what comes again.
func (a *App) makeJobs(ctx context.Context) error {
	a.Jobs = job.NewRunner(a.DB, job.Options{Log: a.log, Changed: a.tellJob})
	a.Jobs.Register(job.Kind{Key: document.JobKind, Run: a.Documents.RunJob(a.Catalog.Current)})
	a.Jobs.Register(job.Kind{Key: exchange.JobExport, Run: a.Exchange.RunExport, Tries: 1})
	a.Jobs.Register(job.Kind{Key: exchange.JobImport, Run: a.Exchange.RunImport, Tries: 1})
	for key, handle := range a.plugins.Jobs {
		a.Jobs.Register(job.Kind{Key: key, Run: handle})
	}
	if err := a.Jobs.Check(); err != nil {
		return err
	}
	return a.DB.Write(ctx, func(ctx context.Context, tx *store.Tx) error { return job.Plan(ctx, tx, a.plugins.Schedules) })
}

// tellJob lets browsers ask for a job again, and tells of its end.
func (a *App) tellJob(id int64) {
	a.Live.Publish(live.Event{Name: live.Job, Key: jobKey(id), Data: map[string]int64{"id": id}})
	a.tellJobEnd(context.Background(), id)
}

// purge deletes what is past, now and every hour.
func (a *App) purge(ctx context.Context) {
	for {
		if err := a.purgeOnce(ctx); err != nil && ctx.Err() == nil {
			a.log.Error("old rows not deleted", "error", err)
		}
		select {
		case <-time.After(purgeAll):
		case <-ctx.Done():
			return
		}
	}
}

func (a *App) purgeOnce(ctx context.Context) error {
	if err := a.Auth.Purge(ctx); err != nil {
		return err
	}
	now := a.config.Now()
	return a.DB.Write(ctx, func(ctx context.Context, tx *store.Tx) error {
		if _, err := a.Records.EmptyBin(ctx, tx, now.Add(-keepBin).UnixMilli()); err != nil {
			return err
		}
		if err := notice.Prune(ctx, tx, now.Add(-keepNotices)); err != nil {
			return err
		}
		_, err := job.Prune(ctx, tx, now.Add(-keepJobs))
		return err
	})
}

// lastOrder is after every hook of a plugin.
const lastOrder = 1 << 20

// tellBrowsers publishes every table with a save, a deletion or an action after
// its commit.
func (a *App) tellBrowsers() {
	release := a.Catalog.Current()
	for key, table := range release.Tables {
		a.plugins.SaveHooks.AfterAll(key, "live", lastOrder, func(_ context.Context, e *record.SaveBatch) error {
			a.tellTable(e.Tx, table.Root().Key)
			return nil
		})
		a.plugins.SaveHooks.AfterDelete(key, "live", lastOrder, func(_ context.Context, e *record.DeleteBatch) error {
			a.tellTable(e.Tx, table.Root().Key)
			return nil
		})
	}
	for key, document := range release.Documents {
		for _, action := range document.Actions {
			a.plugins.ActHooks.After(key, action.Key, "live", lastOrder, func(_ context.Context, e *plugin.ActEvent) error {
				a.tellTable(e.Tx, key)
				return nil
			})
		}
	}
}

func (a *App) tellTable(tx *store.Tx, table string) {
	tx.AfterCommit(func() {
		a.Live.Publish(live.Event{Name: live.Data, Key: table, Table: table, Data: map[string]string{"table": table}})
	})
}
