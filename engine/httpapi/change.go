package httpapi

import (
	"context"
	"encoding/json"
	"strings"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/job"
	"github.com/wareloom/wareloom/engine/meta"
	"github.com/wareloom/wareloom/engine/release"
	"github.com/wareloom/wareloom/engine/store"
)

// changeBody is what the calls on change sets and on objects under them say.
type changeBody struct {
	Change  int64           `json:"change"`
	Title   string          `json:"title"`
	State   string          `json:"state"`
	Search  string          `json:"search"`
	Whole   bool            `json:"whole"`
	Kind    string          `json:"kind"` // where the path does not say it
	Key     string          `json:"key"`
	Path    string          `json:"path"`
	Release int64           `json:"release"`
	Object  json.RawMessage `json:"object"`
	Overlay json.RawMessage `json:"overlay"`
	Remove  bool            `json:"remove"`
	Hash    string          `json:"hash"`
	From    int64           `json:"from"`
	To      int64           `json:"to"`
	Ops     bool            `json:"ops"` // for who words them
	Note    string          `json:"note"`
	Expect  int64           `json:"expect"`
	Consent []string        `json:"consent"` // steps of the plan that may give records values

	Conflict int64  `json:"conflict"`
	Choice   string `json:"choice"`
}

func (q *request) change() (body changeBody, err error) {
	return body, q.bind(&body)
}

// object names the object of the path and the body.
func (b changeBody) object(q *request) release.Named {
	return release.Named{Kind: q.Param("kind"), Key: b.Key}
}

func (a *API) changeOpen(q *request) (any, error) {
	body, err := q.change()
	if err != nil {
		return nil, err
	}
	if strings.TrimSpace(body.Title) == "" {
		return nil, missing("title")
	}
	id, err := a.Releases.OpenChange(q.ctx, body.Title, q.person().Account)
	return map[string]any{"change": id}, err
}

// listedChange is a change set as implementers see it.
type listedChange struct {
	release.Change
	At any `json:"at"`
}

func (a *API) changeList(q *request) (any, error) {
	body, err := q.change()
	if err != nil {
		return nil, err
	}
	found, err := a.Releases.Changes(q.ctx, body.State)
	rows := make([]listedChange, len(found))
	for i, c := range found {
		if before, is := c.UpgradeOf(); is {
			c.Title = q.texts.Plain(q.language, "release.upgrade_set", fault.Params{"release": before})
		}
		rows[i] = listedChange{c, rfc3339(c.At)}
	}
	return rows, err
}

// toldConflict is a conflict as implementers see it, with its sides.
type toldConflict struct {
	release.Conflict
	Title  meta.Text       `json:"title"` // of the object
	Base   json.RawMessage `json:"base"`  // null: nothing was there
	Ours   json.RawMessage `json:"ours"`
	Theirs json.RawMessage `json:"theirs"`
}

// changeConflicts tells where a change set and what came into force meanwhile both
// changed.
func (a *API) changeConflicts(q *request) (any, error) {
	body, err := q.change()
	if err != nil {
		return nil, err
	}
	found, err := a.Releases.Conflicts(q.ctx, body.Change)
	rows := make([]toldConflict, len(found))
	for i, c := range found {
		rows[i] = toldConflict{c, titleIn(c.Ours, c.Theirs), release.JSON(c.Base), release.JSON(c.Ours), release.JSON(c.Theirs)}
		if object, err := a.Releases.Object(q.ctx, release.Named{Kind: c.Kind, Key: c.Key}, body.Change, 0); err == nil {
			rows[i].Title = object.Title()
		}
	}
	return rows, err
}

// titleIn is the title of an object that is in conflict as a whole.
func titleIn(sides ...*string) (title meta.Text) {
	for _, side := range sides {
		object := release.Object{Object: release.JSON(side)}
		if title = object.Title(); len(title) > 0 {
			break
		}
	}
	return title
}

// changeDecide settles a conflict.
func (a *API) changeDecide(q *request) (any, error) {
	body, err := q.change()
	if err != nil {
		return nil, err
	}
	wrong, err := a.Releases.Decide(q.ctx, body.Change, body.Conflict, body.Choice, q.person().Account)
	return map[string]any{"problems": q.problems(wrong)}, err
}

func (a *API) changeDrop(q *request) (any, error) {
	body, err := q.change()
	if err != nil {
		return nil, err
	}
	return nil, a.Releases.DropChange(q.ctx, body.Change)
}

func (a *API) objectList(q *request) (any, error) {
	body, err := q.change()
	if err != nil {
		return nil, err
	}
	return a.Releases.ObjectsOf(q.ctx, q.Param("kind"), body.Change, body.Search, body.Whole)
}

// shownObject is an object with what is wrong under its change set.
type shownObject struct {
	*release.Object
	Problems []problem `json:"problems"`
}

func (a *API) objectGet(q *request) (any, error) {
	body, err := q.change()
	if err != nil {
		return nil, err
	}
	found, err := a.Releases.Object(q.ctx, body.object(q), body.Change, body.Release)
	if err != nil || body.Change == 0 {
		return shownObject{found, []problem{}}, err
	}
	wrong, err := a.problemsUnder(q, body.Change)
	return shownObject{found, wrong}, err
}

func (a *API) objectDraft(q *request) (any, error) {
	body, err := q.change()
	if err != nil {
		return nil, err
	}
	if body.Key == "" {
		return nil, missing("key")
	}
	if body.Object == nil && body.Overlay == nil && !body.Remove {
		return nil, missing("object")
	}
	hash, wrong, err := a.Releases.Edit(q.ctx, release.Edit{
		Named: body.object(q), Change: body.Change, Object: body.Object, Overlay: body.Overlay, Remove: body.Remove, Hash: body.Hash,
		Author: q.person().Account,
	})
	return map[string]any{"hash": hash, "problems": q.problems(wrong)}, err
}

// objectCheck tells what is wrong under a change set.
func (a *API) objectCheck(q *request) (any, error) {
	body, err := q.change()
	if err != nil {
		return nil, err
	}
	wrong, err := a.problemsUnder(q, body.Change)
	return map[string]any{"problems": wrong}, err
}

func (a *API) problemsUnder(q *request, change int64) ([]problem, error) {
	files, err := a.Releases.Under(q.ctx, change)
	if err != nil {
		return nil, err
	}
	wrong, err := a.Releases.Check(files)
	return q.problems(wrong), err
}

// objectDiff tells what became of an object from one release to another, in operations.
func (a *API) objectDiff(q *request) (any, error) {
	body, err := q.change()
	if err != nil {
		return nil, err
	}
	change, err := a.Releases.Compare(q.ctx, body.object(q), body.From, body.To)
	if err != nil {
		return nil, err
	}
	if body.Ops {
		return change.Ops, nil
	}
	return change.Words, nil
}

// objectHistory tells which releases made another of an object.
func (a *API) objectHistory(q *request) (any, error) {
	body, err := q.change()
	if err != nil {
		return nil, err
	}
	found, err := a.Releases.HistoryOf(q.ctx, body.object(q))
	return q.listed(found), err
}

// objectUsed tells which objects name an object, or a field of a table.
func (a *API) objectUsed(q *request) (any, error) {
	body, err := q.change()
	if err != nil {
		return nil, err
	}
	return a.Releases.Uses(q.ctx, release.Named{Kind: body.Kind, Key: body.Key}, body.Path, body.Change)
}

// adoptableList lists what of the database may be adopted, with the fields proposed for it.
func (a *API) adoptableList(q *request) (any, error) { return a.Releases.Adoptable(q.ctx) }

// toldPreview is what publishing would do, in the caller's words.
type toldPreview struct {
	Release  int64                `json:"release"`
	Changes  []release.FileChange `json:"changes"`
	Problems []problem            `json:"problems"`
	Plan     []toldStep           `json:"plan"`
	Tests    []ToldTest           `json:"tests"`
	ToldImpact
}

// releasePreview tells what publishing a change set would do, or going back to a release.
func (a *API) releasePreview(q *request) (any, error) {
	body, err := q.change()
	if err != nil {
		return nil, err
	}
	var after release.Folder
	if body.To != 0 {
		after, err = a.Releases.Export(q.ctx, body.To)
	} else {
		after, err = a.Releases.Under(q.ctx, body.Change)
	}
	if err != nil {
		return nil, err
	}
	return q.foresee(after)
}

// foresee tells what publishing a site's files would do.
func (q *request) foresee(after release.Folder) (any, error) {
	before, err := q.api.Releases.Export(q.ctx, 0)
	if err != nil {
		return nil, err
	}
	changes, err := release.Differences(q.api.Releases.Shapes, before, after)
	if err != nil {
		return nil, err
	}
	made, err := q.api.Releases.Preview(q.ctx, after)
	if err != nil {
		return nil, err
	}
	return toldPreview{q.release.Number, changes, q.problems(made.Problems), q.texts.plan(made.Plan, q.language), q.texts.Tests(made.Tests, q.language), q.texts.Impact(made.Impact, q.language)}, nil
}

func (a *API) releasePublish(q *request) (any, error) {
	body, err := q.change()
	if err != nil {
		return nil, err
	}
	if strings.TrimSpace(body.Note) == "" {
		return nil, missing("note")
	}
	by := q.publisher(body.Note, body.Expect, body.Consent)
	by.Later = q.moveLater
	put, err := a.Releases.PublishChange(q.ctx, body.Change, by)
	return put, unsound(err)
}

// moveLater has a job move the data of a publish, and publish then. Asked for twice it is
// the same job.
func (q *request) moveLater(ctx context.Context, m release.Moving) (id int64, err error) {
	err = q.api.DB.Write(ctx, func(ctx context.Context, tx *store.Tx) error {
		id, err = job.Enqueue(ctx, tx, job.New{Kind: release.JobPublish, Args: m, UniqueKey: release.JobPublish + " " + m.Content, CreatedBy: q.actor().UserID})
		return err
	})
	return id, err
}

// problem is a mistake of metadata at its place.
type problem struct {
	Kind     string `json:"kind"`
	Key      string `json:"key"`
	File     string `json:"file"`
	Path     string `json:"path"`
	Line     int    `json:"line"`
	Column   int    `json:"column"`
	Code     string `json:"code"`
	Message  string `json:"message"`
	Severity string `json:"severity"`
}

// problems words mistakes in the caller's language.
func (q *request) problems(found meta.Problems) []problem {
	_ = found.Err(q.release.Model, q.language) // gives them their words
	made := make([]problem, len(found))
	for i, p := range found {
		kind, key := meta.KindAndKey(p.File)
		made[i] = problem{kind, key, p.File, p.Path, p.Line, p.Column, p.Key, strings.TrimSpace(p.Message + " " + p.Remedy), "error"}
	}
	return made
}
