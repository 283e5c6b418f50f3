package httpapi

import (
	"context"
	"encoding/json"
	"strconv"
	"time"

	"github.com/wareloom/wareloom/engine/document"
	"github.com/wareloom/wareloom/engine/exchange"
	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/job"
	"github.com/wareloom/wareloom/engine/printing/spool"
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
	answer := q.jobAnswer(found)
	answer["data"] = json.RawMessage("null")
	if found.Result != "" {
		answer["data"] = json.RawMessage(found.Result)
	}
	return answer, nil
}

// jobAnswer is what its owner sees of a job, but for its result.
func (q *request) jobAnswer(j *job.Job) map[string]any {
	message := j.Message
	if j.State == job.Dead {
		message = q.texts.wordFailure(j.Failure, q.language)
	}
	return map[string]any{"id": j.ID, "state": jobStates[j.State], "done": j.Done, "total": j.Total, "message": message, "file": orNull(j.File)}
}

// listedJobs is how many of one's own jobs are listed.
const listedJobs = 50

// personalKinds are the kinds of the jobs that persons ask for.
var personalKinds = []string{exchange.JobExport, exchange.JobImport, document.JobKind, spool.JobRender}

// jobList lists one's own jobs, the newest first.
func (a *API) jobList(q *request) (any, error) {
	rows := []map[string]any{}
	err := q.read(func(ctx context.Context, tx *store.Tx) error {
		jobs, err := job.List(ctx, tx, q.actor().UserID, personalKinds, listedJobs)
		for i := range jobs {
			row := q.jobAnswer(&jobs[i])
			row["kind"], row["createdAt"], row["finishedAt"] = jobs[i].Kind, rfc3339(jobs[i].CreatedAt), rfc3339(jobs[i].FinishedAt)
			q.describeJob(row, jobs[i].Arguments)
			rows = append(rows, row)
		}
		return err
	})
	return map[string]any{"rows": rows}, err
}

// describeJob says what a job was asked to do, in the caller's language.
func (q *request) describeJob(row map[string]any, arguments string) {
	var ask struct {
		Mapping, Table, Name string
		DryRun               bool
	}
	if json.Unmarshal([]byte(arguments), &ask) != nil { // of an older version
		return
	}
	row["dryRun"] = ask.DryRun
	if mapping, ok := q.release.Mappings[ask.Mapping]; ok {
		row["title"], row["mapping"], row["table"] = mapping.Meta.Title.In(q.language), mapping.Key, mapping.Table.Key
	}
	if table, ok := q.release.Tables[ask.Table]; ok {
		row["title"], row["table"] = table.Meta.Title.In(q.language), table.Key
	}
	if document, ok := q.release.Document(ask.Table); ok {
		if action, ok := document.Action(ask.Name); ok {
			row["action"] = action.Meta.Title.In(q.language)
		}
	}
}

// rfc3339 writes unix milliseconds; null for none.
func rfc3339(at int64) any {
	if at == 0 {
		return nil
	}
	return time.UnixMilli(at).UTC().Format(time.RFC3339)
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
