package httpapi

import (
	"context"
	"encoding/json"
	"strconv"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/job"
	"github.com/wareloom/wareloom/engine/store"
)

// jobStates are the states of the contract.
var jobStates = map[job.State]string{
	job.Waiting: "queued", job.Running: "running", job.Done: "done", job.Dead: "failed", job.Cancelled: "cancelled",
}

// jobGet shows one's own job.
func (a *API) jobGet(q *request) (any, error) {
	var found *job.Job
	err := q.read(func(ctx context.Context, tx *store.Tx) (err error) {
		found, err = q.ownJob(ctx, tx)
		return err
	})
	if err != nil {
		return nil, err
	}
	answer := map[string]any{
		"id": found.ID, "state": jobStates[found.State], "done": found.Done, "total": found.Total,
		"message": found.Message, "file": orNull(found.File), "data": json.RawMessage("null"),
	}
	if found.Result != "" {
		answer["data"] = json.RawMessage(found.Result)
	}
	if found.State == job.Dead {
		answer["message"] = a.texts.wordFailure(found.Failure, q.language)
	}
	return answer, nil
}

// wordFailure words why a job failed.
func (t *Texts) wordFailure(failure, language string) string {
	var f fault.Fault
	if err := json.Unmarshal([]byte(failure), &f); err != nil || f.Key == "" {
		return failure
	}
	return t.Word(language, f.Key, f.Params)
}

// jobCancel ends one's own job.
func (a *API) jobCancel(q *request) (any, error) {
	return q.write(func(ctx context.Context, tx *store.Tx) (any, error) {
		found, err := q.ownJob(ctx, tx)
		if err != nil {
			return nil, err
		}
		return nil, job.Cancel(ctx, tx, found.ID)
	})
}

// ownJob finds the job of the path among the caller's.
func (q *request) ownJob(ctx context.Context, tx *store.Tx) (*job.Job, error) {
	unknown := fault.New(fault.NotFound, "job.not_found", "id", q.Param("id"))
	id, err := strconv.ParseInt(q.Param("id"), 10, 64)
	if err != nil {
		return nil, unknown
	}
	found, err := job.Get(ctx, tx, id)
	if err == nil && found.CreatedBy != q.actor().UserID {
		return nil, unknown
	}
	return found, err
}
