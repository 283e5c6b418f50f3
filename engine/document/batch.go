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
			made, err := job.Enqueue(ctx, tx, job.New{Kind: JobKind, Args: ask, CreatedBy: actor.UserID})
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
// record with the rights that the asker has now, and keeps a result per record, of a
// cancelled job for those that it came to.
func (d *Documents) RunJob(release func() *catalog.Release) func(ctx context.Context, task *job.Task) error {
	return func(ctx context.Context, task *job.Task) error {
		var ask batch
		if err := task.Args(&ask); err != nil {
			return err
		}
		var rights *access.Rights
		err := d.DB.Read(ctx, func(ctx context.Context, tx *store.Tx) (err error) {
			rights, err = d.Access.For(ctx, tx, release(), ask.Actor)
			return err
		})
		if err != nil {
			return fmt.Errorf("rights of %s: %w", ask.Actor.Account, err)
		}
		document, action, err := d.plan(rights, ask.Table, ask.Name)
		if err != nil {
			return err
		}
		outcomes := make([]Outcome, 0, len(ask.IDs))
		for i, id := range ask.IDs {
			one := move{Documents: d, rights: rights, document: document, action: action, ids: []int64{id}, given: ask.Params}
			_, err := d.actOnOne(ctx, one)
			outcome, err := outcomeOf(id, err)
			if err != nil {
				return err
			}
			outcomes = append(outcomes, outcome)
			if err := task.Progress(ctx, int64(i+1), int64(len(ask.IDs)), ""); err != nil {
				return errors.Join(err, d.report(context.WithoutCancel(ctx), task, ask.Actor, outcomes))
			}
		}
		return d.report(ctx, task, ask.Actor, outcomes)
	}
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
