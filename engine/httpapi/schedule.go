package httpapi

import (
	"cmp"
	"context"

	"github.com/wareloom/wareloom/engine/job"
	"github.com/wareloom/wareloom/engine/meta"
	"github.com/wareloom/wareloom/engine/store"
)

// scheduleList shows the jobs that come by themselves, and how their last runs went.
func (a *API) scheduleList(q *request) (any, error) {
	rows := []map[string]any{}
	err := q.read(func(ctx context.Context, tx *store.Tx) error {
		all, err := job.Scheduleds(ctx, tx)
		if err != nil {
			return err
		}
		var users []int64
		for _, one := range all {
			users = append(users, one.PausedBy)
		}
		names, err := a.Records.UserNames(ctx, tx, q.release, users)
		for i := range all {
			rows = append(rows, q.scheduleAnswer(&all[i], names[all[i].PausedBy]))
		}
		return err
	})
	return map[string]any{"rows": rows, "manage": q.rights.Can(meta.RightScheduling)}, err
}

// scheduleAnswer is what people see of a job on a schedule.
func (q *request) scheduleAnswer(s *job.Scheduled, pausedBy string) map[string]any {
	row := map[string]any{
		"id": s.ID, "kind": s.Kind, "title": q.jobTitle(s.Kind), "cron": s.Cron, "zone": cmp.Or(s.Zone, "UTC"), "state": jobStates[s.State],
		"nextAt": rfc3339(s.DueAt), "beganAt": nil, "failure": "", "lastBeganAt": rfc3339(s.LastBeganAt), "lastEndedAt": rfc3339(s.LastEndedAt),
		"lastState": jobStates[s.LastState], "lastFailure": "", "pausedAt": rfc3339(s.PausedAt), "pausedBy": pausedBy,
	}
	if s.State == job.Running {
		row["beganAt"] = rfc3339(s.BeganAt)
	}
	if s.Failure != "" && s.State == job.Waiting && s.Failure != s.LastFailure {
		row["failure"] = q.texts.wordFailure(s.Failure, q.language)
	}
	if s.LastFailure != "" {
		row["lastFailure"] = q.texts.wordFailure(s.LastFailure, q.language)
	}
	return row
}

// jobTitle is what a kind of jobs is called: by the plugin that offers it, else by the
// server's own texts.
func (q *request) jobTitle(kind string) string {
	if offer, ok := q.release.Model.Offer(meta.Jobs, kind); ok {
		return offer.Title.In(q.language)
	}
	return q.texts.Word(q.language, "jobs.kind."+kind, nil)
}

// onSchedule changes one job on a schedule, and answers it as it is now.
func (a *API) onSchedule(change func(ctx context.Context, tx *store.Tx, q *request, id int64) error) func(*request) (any, error) {
	return func(q *request) (any, error) {
		var ask struct {
			ID int64 `json:"id"`
		}
		if err := q.bind(&ask); err != nil {
			return nil, err
		}
		return q.write(func(ctx context.Context, tx *store.Tx) (any, error) {
			return nil, change(ctx, tx, q, ask.ID)
		})
	}
}

func runSchedule(ctx context.Context, tx *store.Tx, _ *request, id int64) error {
	return job.RunNow(ctx, tx, id)
}

func pauseSchedule(ctx context.Context, tx *store.Tx, q *request, id int64) error {
	return job.Pause(ctx, tx, id, q.actor().UserID)
}

func resumeSchedule(ctx context.Context, tx *store.Tx, _ *request, id int64) error {
	return job.Resume(ctx, tx, id)
}
