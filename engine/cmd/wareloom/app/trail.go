package app

import (
	"context"
	"encoding/json"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/job"
	"github.com/wareloom/wareloom/engine/store"
	"github.com/wareloom/wareloom/engine/trail"
)

// noteJob puts the end of a job on the trail: of those that somebody asked for, and of the
// system's own where they failed for good.
func (a *App) noteJob(ctx context.Context, id int64) {
	var ended *job.Job
	err := a.DB.Read(ctx, func(ctx context.Context, tx *store.Tx) (err error) {
		ended, err = job.Get(ctx, tx, id)
		return err
	})
	if err != nil {
		a.log.Error("the end of a job is not on the trail", "job", id, "error", err)
		return
	}
	entry := trail.Entry{Kind: trail.Job, UserID: ended.CreatedBy, Door: ended.Kind, Detail: ended.Message}
	switch {
	case ended.State == job.Dead:
		entry.Outcome, entry.Params = reasonOf(ended.Failure)
	case ended.State != job.Done || ended.CreatedBy == 0:
		return
	}
	a.trail.Note(entry)
}

// reasonOf gives why a job failed: the key of its text and the parameters.
func reasonOf(failure string) (key, params string) {
	var f fault.Fault
	if err := json.Unmarshal([]byte(failure), &f); err != nil || f.Key == "" {
		return "job.failed", ""
	}
	text, err := json.Marshal(f.Params)
	if err != nil {
		return f.Key, ""
	}
	return f.Key, string(text)
}
