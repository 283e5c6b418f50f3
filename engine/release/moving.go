package release

import (
	"context"
	"slices"

	"github.com/wareloom/wareloom/engine/ddl"
	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/job"
	"github.com/wareloom/wareloom/engine/store"
)

// The jobs of releases: one moves data and puts a change set in force then, the other does
// what is left for when no server works under the release before any more.
const (
	JobPublish = "release.publish"
	JobFinish  = "release.finish"
)

// Put is what came of a publish: a release is in force, or a job puts it in force when the
// data is moved.
type Put struct {
	Release int64 `json:"release,omitempty"`
	Job     int64 `json:"job,omitempty"`
}

// Moving is a publish that was decided on and whose data is to be moved first: the change
// set with the very content that was judged, on the very release.
type Moving struct {
	Change  int64    `json:"change"`
	Content string   `json:"content"`
	Expect  int64    `json:"expect"`
	Author  string   `json:"author"`
	Note    string   `json:"note"`
	Consent []string `json:"consent"`
}

// consented refuses to give records values that nobody consented to. The console consents
// by publishing.
func consented(plan ddl.Plan, by By) error {
	if by.Consent == nil {
		return nil
	}
	records, asked := 0, []string{}
	for _, step := range plan.Filling() {
		if !slices.Contains(by.Consent, step.ID()) {
			records, asked = records+step.Fills, append(asked, step.ID())
		}
	}
	if len(asked) == 0 {
		return nil
	}
	return fault.New(fault.Conflict, "release.consent", "n", records).With(map[string]any{"steps": asked})
}

// later leaves a publish to a job.
func (d *Draft) later(ctx context.Context, by By) (Put, error) {
	id, err := by.Later(ctx, Moving{by.change, d.content.hash, d.before.Number, by.Author, by.Note, by.Consent})
	return Put{Job: id}, err
}

// PublishMoving is what the job of a publish does: it moves data beside the work, in parts
// that are kept each, and puts the change set in force in one transaction then. One that
// was killed goes on where it was; one that was killed behind its end has nothing to do.
// What was not judged is not published: the faults are those of PublishChange.
func (r *Releases) PublishMoving(ctx context.Context, m Moving, tell ddl.Tell) (number int64, err error) {
	ended, err := r.ended(ctx, m.Change)
	if ended || err != nil {
		return r.Catalog.Current().Number, err
	}
	site, err := r.ready(ctx, m.Change)
	if err != nil {
		return 0, err
	}
	by := By{Author: m.Author, Note: m.Note, Expect: m.Expect, Consent: m.Consent, Tell: tell, change: m.Change, content: m.Content}
	put, err := r.publishSite(ctx, site, by, r.checkTests)
	return put.Release, err
}

// ended reports whether a change set is in force.
func (r *Releases) ended(ctx context.Context, change int64) (ended bool, err error) {
	err = r.DB.Read(ctx, func(ctx context.Context, tx *store.Tx) error {
		c, err := findChange(ctx, tx, change, "")
		ended = c.State == Published
		return err
	})
	return ended, err
}

// RunPublish is the handler of jobs of the kind JobPublish; its result is a Put.
func (r *Releases) RunPublish(ctx context.Context, task *job.Task) error {
	var m Moving
	if err := task.Args(&m); err != nil {
		return err
	}
	number, err := r.PublishMoving(ctx, m, func(done, total int) error { return task.Progress(ctx, int64(done), int64(total), "") })
	if err != nil {
		return err
	}
	return task.Result(Put{Release: number})
}

// Finish does what the newest release left for when every server has followed it.
func (r *Releases) Finish(ctx context.Context) error { return ddl.Finish(ctx, r.DB) }

// finishing has what a plan leaves done once every server has followed.
func (r *Releases) finishing(plan ddl.Plan, also store.Func) store.Func {
	if len(plan) == 0 || r.Left == nil || r.DB.Dialect() == store.SQLite {
		return also
	}
	return func(ctx context.Context, tx *store.Tx) error {
		if also != nil {
			if err := also(ctx, tx); err != nil {
				return err
			}
		}
		return r.Left(ctx, tx)
	}
}
