package document

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/wareloom/wareloom/engine/access"
	"github.com/wareloom/wareloom/engine/auth"
	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/job"
	"github.com/wareloom/wareloom/engine/store"
)

// JobKind is the kind of the jobs that take an action on many records.
const JobKind = "document.act"

// batch is what such a job is asked to do.
type batch struct {
	Table  string     `json:"table"`
	Name   string     `json:"name"`
	IDs    []int64    `json:"ids"`
	Params Row        `json:"params"`
	Actor  auth.Actor `json:"actor"`
}

// Outcome is what became of one record of a job.
type Outcome struct {
	ID     int64          `json:"id"`
	Result bool           `json:"result"`
	Msg    string         `json:"msg,omitempty"`    // in the asker's language, where a Report words it
	Key    string         `json:"key,omitempty"`    // i18n key of the refusal
	Params map[string]any `json:"params,omitempty"` // its arguments
}

// later has a job take the action on many records.
func (d *Documents) later(ctx context.Context, rights *access.Rights, table string, req Request, ids []int64) (int64, error) {
	var id int64
	err := d.DB.Write(ctx, func(ctx context.Context, tx *store.Tx) error {
		answer, err := auth.Once(ctx, tx, "job", func() ([]byte, error) {
			actor := rights.Actor()
			ask := batch{Table: table, Name: req.Name, IDs: ids, Params: req.Params, Actor: actor}
			made, err := job.Ask(ctx, tx, job.New{Kind: JobKind, Args: ask, CreatedBy: actor.UserID, OwnerID: actor.OwnerID})
			if err != nil {
				return nil, err
			}
			return json.Marshal(made)
		})
		if err != nil {
			return err
		}
		return json.Unmarshal(answer, &id)
	})
	return id, err
}

// RunJob is the handler of the jobs of kind JobKind: it takes the action on each
// record with the rights that the asker has by then, and keeps a result per record, of a
// cancelled job for those that it came to. A job that was killed goes on behind the
// last record that it came to.
func (d *Documents) RunJob(release func() *catalog.Release) func(ctx context.Context, task *job.Task) error {
	return func(ctx context.Context, task *job.Task) error {
		var ask batch
		if err := task.Args(&ask); err != nil {
			return err
		}
		outcomes, err := kept(ctx, task)
		if err != nil {
			return err
		}
		in := release()
		for _, id := range ask.IDs[min(len(outcomes), len(ask.IDs)):] {
			one, err := d.moveNow(ctx, in, ask, id)
			if err != nil {
				return d.stopped(ctx, task, ask.Actor, outcomes, err)
			}
			outcome, err := d.actKept(ctx, task, one)
			if err != nil {
				return err
			}
			outcomes = append(outcomes, outcome)
			if err := task.Progress(ctx, int64(len(outcomes)), int64(len(ask.IDs)), ""); err != nil {
				return errors.Join(err, d.report(context.WithoutCancel(ctx), task, ask.Actor, outcomes))
			}
		}
		return d.report(ctx, task, ask.Actor, outcomes)
	}
}

// moveNow is the action on one record, by whatever the asker may do by now.
func (d *Documents) moveNow(ctx context.Context, release *catalog.Release, ask batch, id int64) (move, error) {
	rights, err := d.rightsNow(ctx, release, ask.Actor)
	if err != nil {
		return move{}, err
	}
	document, action, err := d.plan(rights, ask.Table, ask.Name)
	return move{Documents: d, rights: rights, document: document, action: action, ids: []int64{id}, given: ask.Params}, err
}

// stopped ends a job whose asker may not go on, and tells what it did before.
func (d *Documents) stopped(ctx context.Context, task *job.Task, asker auth.Actor, outcomes []Outcome, err error) error {
	if fault.CodeOf(err) != fault.Denied || len(outcomes) == 0 {
		return err
	}
	return errors.Join(err, d.report(ctx, task, asker, outcomes))
}

// rightsNow are what the asker of a job may do by now.
func (d *Documents) rightsNow(ctx context.Context, release *catalog.Release, asker auth.Actor) (rights *access.Rights, err error) {
	err = d.DB.Read(ctx, func(ctx context.Context, tx *store.Tx) error {
		now, err := d.Current(ctx, tx, asker)
		if err != nil {
			return err
		}
		rights, err = d.Access.For(ctx, tx, release, now)
		return err
	})
	return rights, err
}

// kept are the outcomes of the records that the job came to before it was taken again.
func kept(ctx context.Context, task *job.Task) ([]Outcome, error) {
	parts, err := task.Kept(ctx)
	if err != nil {
		return nil, err
	}
	outcomes := make([]Outcome, len(parts))
	for i, part := range parts {
		if err := json.Unmarshal(part, &outcomes[i]); err != nil {
			return nil, fmt.Errorf("read outcome %d of job %d: %w", i+1, task.ID, err)
		}
	}
	return outcomes, nil
}

// actKept takes the action on one record and keeps its outcome in the same
// transaction, so that no record is acted on twice, whenever the job is killed.
func (d *Documents) actKept(ctx context.Context, task *job.Task, one move) (Outcome, error) {
	id := one.ids[0]
	done := Outcome{ID: id, Result: true}
	err := d.DB.Write(ctx, func(ctx context.Context, tx *store.Tx) error {
		m := one
		m.tx = tx
		if err := d.Records.Together(ctx, tx, m.walk); err != nil {
			return err
		}
		return task.Keep(ctx, tx, done)
	})
	outcome, err := outcomeOf(id, err)
	if err != nil || outcome.Result {
		return outcome, err
	}
	err = d.DB.Write(ctx, func(ctx context.Context, tx *store.Tx) error { return task.Keep(ctx, tx, outcome) })
	return outcome, err
}

// report keeps what became of each record, for people as a file too.
func (d *Documents) report(ctx context.Context, task *job.Task, asker auth.Actor, outcomes []Outcome) error {
	if d.Report != nil {
		file, err := d.Report(ctx, asker, outcomes)
		if err != nil {
			return err
		}
		task.Attach(file)
	}
	return task.Result(outcomes)
}

// outcomeOf turns a refusal into a result; any other failure ends the job.
func outcomeOf(id int64, err error) (Outcome, error) {
	bad, isFault := fault.As(err)
	switch {
	case err == nil:
		return Outcome{ID: id, Result: true}, nil
	case isFault && bad.Code != fault.Unavailable:
		return Outcome{ID: id, Key: bad.Key, Params: bad.Params}, nil
	}
	return Outcome{}, err
}
