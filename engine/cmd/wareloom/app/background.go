package app

import (
	"context"
	"slices"
	"time"

	"github.com/wareloom/wareloom/engine/auth"
	"github.com/wareloom/wareloom/engine/document"
	"github.com/wareloom/wareloom/engine/exchange"
	"github.com/wareloom/wareloom/engine/files"
	"github.com/wareloom/wareloom/engine/job"
	"github.com/wareloom/wareloom/engine/live"
	"github.com/wareloom/wareloom/engine/notice"
	"github.com/wareloom/wareloom/engine/plugin"
	"github.com/wareloom/wareloom/engine/printing/spool"
	"github.com/wareloom/wareloom/engine/release"
	"github.com/wareloom/wareloom/engine/store"
)

// How long things are kept that people may still want.
const (
	keepBin  = 30 * 24 * time.Hour
	keepJobs = 30 * 24 * time.Hour
	purgeAll = time.Hour // between two purges

	jobLease = 10 * time.Second // how long the job of a server that was killed waits
)

// sweepFiles is the job that deletes files, and its schedule.
const sweepFiles = "files.sweep"

// longestMove is how long data is moved for a release at most.
const longestMove = 24 * time.Hour

// sealAudit is the job that seals what changed, and its schedule.
const sealAudit = "record.seal"

// makeJobs gives the runner every kind of job there is, and plans what comes again.
func (a *App) makeJobs(ctx context.Context) error {
	lost := func(ctx context.Context, failed error) error {
		return a.Releases.Lost(ctx, a.Catalog.Current(), failed)
	}
	a.Jobs = job.NewRunner(a.DB, job.Options{Log: a.log, Changed: a.tellJob, Word: lost, Lease: jobLease})
	a.Jobs.Register(job.Kind{Key: document.JobKind, Run: a.Documents.RunJob(a.Catalog.Current)})
	a.Jobs.Register(job.Kind{Key: exchange.JobExport, Run: a.Exchange.RunExport})
	a.Jobs.Register(job.Kind{Key: exchange.JobImport, Run: a.Exchange.RunImport})
	a.Jobs.Register(job.Kind{Key: spool.JobRender, Run: a.spool.RunRender})
	a.Jobs.Register(job.Kind{Key: sweepFiles, Run: func(ctx context.Context, _ *job.Task) error { return a.SweepFiles(ctx) }})
	a.Jobs.Register(job.Kind{Key: sealAudit, Run: func(ctx context.Context, _ *job.Task) error { return a.SealAudit(ctx) }})
	a.Jobs.Register(job.Kind{Key: release.JobPublish, Run: a.Releases.RunPublish, Tries: 3, Timeout: longestMove})
	a.Jobs.Register(job.Kind{Key: release.JobFinish, Run: func(ctx context.Context, _ *job.Task) error { return a.Releases.Finish(ctx) }, Timeout: longestMove})
	for _, kind := range slices.Concat(a.mailJobs(), a.mailingJobs()) {
		a.Jobs.Register(kind)
	}
	for key, handle := range a.plugins.Jobs {
		a.Jobs.Register(job.Kind{Key: key, Run: a.pluginJob(key, handle)})
	}
	if err := a.Jobs.Check(); err != nil {
		return err
	}
	nightly := job.Schedule{Key: sweepFiles, Cron: "30 3 * * *", Zone: "Local", Kind: sweepFiles}
	soon := job.Schedule{Key: sealAudit, Cron: "*/5 * * * *", Kind: sealAudit}
	letters := job.Schedule{Key: mailDue, Cron: "*/5 * * * *", Kind: mailDue}
	schedules := append(slices.Clone(a.plugins.Schedules), nightly, soon, letters)
	return a.DB.Write(ctx, func(ctx context.Context, tx *store.Tx) error { return job.Plan(ctx, tx, schedules) })
}

// pluginJob gives the handler of a plugin its door to records.
func (a *App) pluginJob(kind string, handle plugin.JobHandler) func(ctx context.Context, task *job.Task) error {
	return func(ctx context.Context, task *job.Task) error {
		return handle(ctx, &plugin.JobEvent{Task: task, Write: a.doorIn(a.DB.Write, kind), Read: a.doorIn(a.DB.Read, kind), Ask: a.remote.Do, Files: kept{a}})
	}
}

// doorIn gives a door to records, in transactions of a kind, that the system goes through
// under a name.
func (a *App) doorIn(begin func(context.Context, store.Func) error, name string) func(ctx context.Context, do func(ctx context.Context, data plugin.Data) error) error {
	return func(ctx context.Context, do func(ctx context.Context, data plugin.Data) error) error {
		return begin(ctx, func(ctx context.Context, tx *store.Tx) error {
			data, err := a.Documents.Open(ctx, tx, a.Catalog.Current(), auth.System(name))
			if err != nil {
				return err
			}
			return do(ctx, data)
		})
	}
}

// SweepFiles deletes the files that nothing has referred to for as long as the bin
// keeps records, and seals those that guarded fields hold.
func (a *App) SweepFiles(ctx context.Context) error {
	if err := a.files.SealHeld(ctx, a.DB, files.Guards(a.Catalog.Current())); err != nil {
		return err
	}
	swept, err := a.files.Sweep(ctx, a.DB, files.Holders(a.Catalog.Current()), a.config.Now(), keepBin)
	if swept > 0 {
		a.log.Info("files that nothing refers to deleted", "files", swept)
	}
	return err
}

// SealAudit seals what changed, and tells the server's log the last seal: who could
// change the database cannot change what was told there.
func (a *App) SealAudit(ctx context.Context) error {
	rows, head, err := a.chain.Seal(ctx)
	if rows > 0 {
		a.log.Info("changes sealed", "changes", rows, "seal", head)
	}
	return err
}

// tellJob lets the browsers of who asked for a job ask for it again, and tells of its
// end, which is kept. Nobody looks at the jobs of the system.
func (a *App) tellJob(id, createdBy int64, ended bool) {
	if ended {
		a.noteJob(context.Background(), id)
	}
	if createdBy == 0 {
		return
	}
	a.Live.Publish(live.Event{Name: live.Job, Key: jobKey(id), Data: map[string]int64{"id": id}, UserID: createdBy})
	if ended {
		a.settleImport(context.Background(), id)
		a.tellJobEnd(context.Background(), id)
	}
}

// purge deletes what is past, now and every hour.
func (a *App) purge(ctx context.Context) {
	for {
		if err := a.Purge(ctx); err != nil && ctx.Err() == nil {
			a.log.Error("old rows not deleted", "error", err)
		}
		select {
		case <-time.After(purgeAll):
		case <-ctx.Done():
			return
		}
	}
}

// Purge deletes what is past: ended sessions, and what was deleted, told or done longer
// ago than it is kept.
func (a *App) Purge(ctx context.Context) error {
	now := a.config.Now()
	if err := a.pruneCalls(ctx, now); err != nil {
		return err
	}
	if err := a.pruneStations(ctx, now); err != nil {
		return err
	}
	return a.DB.Write(ctx, func(ctx context.Context, tx *store.Tx) error {
		forget := func(table string, id int64) error {
			return a.files.Forget(ctx, tx, files.Record{Table: table, ID: id})
		}
		if err := a.Records.EmptyBin(ctx, tx, now.Add(-keepBin).UnixMilli(), forget); err != nil {
			return err
		}
		if err := notice.Prune(ctx, tx, now.Add(-keepNotices)); err != nil {
			return err
		}
		if err := a.pruneLogs(ctx, tx, now); err != nil {
			return err
		}
		if err := a.Exchange.Settle(ctx, tx); err != nil {
			return err
		}
		if err := pruneImports(ctx, tx, now.Add(-keepJobs)); err != nil {
			return err
		}
		_, err := job.Prune(ctx, tx, now.Add(-keepJobs))
		return err
	})
}

// tellTable publishes a table, of lines also their head, which shows them.
func (a *App) tellTable(name string) {
	table, ok := a.Catalog.Current().Tables[name]
	if !ok {
		return
	}
	if a.API != nil {
		a.API.TableChanged(name)
	}
	for _, key := range slices.Compact([]string{name, table.Root().Key}) {
		a.Live.Publish(live.Event{Name: live.Data, Key: key, Table: key, Data: map[string]string{"table": key}})
	}
}
