package httpapi

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/wareloom/wareloom/engine/expression"
	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/meta"
	"github.com/wareloom/wareloom/engine/query"
	"github.com/wareloom/wareloom/engine/record"
	"github.com/wareloom/wareloom/engine/store"
)

// pageAnswer is an answer whose data is JSON already; its buffer goes back after it is
// sent.
type pageAnswer struct{ *query.Page }

func (p pageAnswer) answer(q *request) error {
	defer p.Release()
	return sendRaw(q, p.Bytes())
}

// query answers a page of a table.
func (a *API) query(q *request) (any, error) {
	var body struct {
		query.Request
		List   string   `json:"list"`   // rows of this list only
		Choose bool     `json:"choose"` // rows that are offered to be chosen only
		For    *chooser `json:"for"`    // rows that may be chosen there only
	}
	if err := q.bind(&body); err != nil {
		return nil, err
	}
	condition, err := q.conditionOf(body.List)
	if err != nil {
		return nil, err
	}
	if body.Choose && body.List == "" {
		condition = q.table.Offered
	}
	body.Condition = condition
	if body.For != nil {
		return q.listFor(body.For, body.Choose, body.Request)
	}
	page, err := a.Query.List(q.ctx, q.rights, q.table.Key, body.Request)
	if err != nil {
		return nil, err
	}
	return pageAnswer{page}, nil
}

// conditionOf is what a list of the table always asks of its rows; nil for none.
func (q *request) conditionOf(key string) (*expression.Program, error) {
	if key == "" {
		return nil, nil
	}
	list, ok := q.release.Lists[key]
	if !ok || list.Table != q.table {
		return nil, fault.New(fault.Invalid, "screen.unknown", "key", key).On("list")
	}
	return list.Where, nil
}

// get answers one record.
func (a *API) get(q *request) (any, error) {
	id, err := q.bindID()
	if err != nil {
		return nil, err
	}
	if len(q.table.Locks) == 0 {
		page, err := a.Query.Get(q.ctx, q.rights, q.table.Key, id)
		return pageAnswer{page}, err
	}
	var page *query.Page
	var locked []byte
	err = q.read(func(ctx context.Context, tx *store.Tx) error {
		var err error
		if page, err = a.Query.GetIn(ctx, tx, q.rights, q.table.Key, id); err != nil {
			return err
		}
		locked, err = q.locked(ctx, tx, id)
		return err
	})
	if err != nil || locked == nil {
		return pageAnswer{page}, err
	}
	defer page.Release()
	return withLocked(page, locked), nil
}

// locked says which fields of a record are locked now, and why, as a JSON object; nil
// for a record that is free.
func (q *request) locked(ctx context.Context, tx *store.Tx, id int64) ([]byte, error) {
	found, err := q.api.Records.Locked(ctx, tx, q.rights, q.table, id)
	if err != nil || len(found) == 0 {
		return nil, err
	}
	words := make(map[string]string, len(found))
	for field, text := range found {
		words[field] = text.In(q.language)
	}
	return json.Marshal(words)
}

// withLocked adds to a record what is locked of it.
func withLocked(page *query.Page, locked []byte) json.RawMessage {
	whole := bytes.Clone(bytes.TrimSuffix(page.Bytes(), []byte("}")))
	return append(append(append(whole, `,"_locked":`...), locked...), '}')
}

// bindID binds a body that names one record.
func (q *request) bindID() (int64, error) {
	var body struct {
		ID int64 `json:"id"`
	}
	if err := q.bind(&body); err != nil {
		return 0, err
	}
	if body.ID == 0 {
		return 0, missing("id")
	}
	return body.ID, nil
}

// aggregate groups and measures records.
func (a *API) aggregate(q *request) (any, error) {
	var body struct {
		query.Aggregation
		List string `json:"list"`
	}
	if err := q.bind(&body); err != nil {
		return nil, err
	}
	condition, err := q.conditionOf(body.List)
	if err != nil {
		return nil, err
	}
	body.Condition = condition
	page, err := a.Query.Aggregate(q.ctx, q.rights, q.table.Key, body.Aggregation)
	if err != nil {
		return nil, err
	}
	return pageAnswer{page}, nil
}

// history lists what happened to a record.
func (a *API) history(q *request) (any, error) {
	id, err := q.bindID()
	if err != nil {
		return nil, err
	}
	var changes []record.Change
	err = q.read(func(ctx context.Context, tx *store.Tx) (err error) {
		changes, err = a.Records.History(ctx, tx, q.rights, q.table.Key, id)
		return err
	})
	if err != nil {
		return nil, err
	}
	return map[string]any{"rows": changes}, nil
}

// earlier tells what leads a record back to what it was after a change of its history.
func (a *API) earlier(q *request) (any, error) {
	var body struct {
		ID     int64 `json:"id"`
		Change int64 `json:"change"`
	}
	if err := q.bind(&body); err != nil {
		return nil, err
	}
	if body.ID == 0 {
		return nil, missing("id")
	}
	var found *record.Earlier
	err := q.read(func(ctx context.Context, tx *store.Tx) (err error) {
		found, err = a.Records.Earlier(ctx, tx, q.rights, q.table.Key, body.ID, body.Change)
		return err
	})
	return found, err
}

// save inserts or updates a record with its lines.
func (a *API) save(q *request) (any, error) {
	row := record.Row{}
	if err := q.bind(&row); err != nil {
		return nil, err
	}
	verb := meta.Create
	if _, has := row["id"]; has && row["id"] != nil {
		verb = meta.Update
	}
	if err := q.rights.Require(q.table.Right(verb)); err != nil {
		return nil, err
	}
	return q.write(func(ctx context.Context, tx *store.Tx) (any, error) {
		if err := q.checkFiles(ctx, tx, q.table, row, ""); err != nil {
			return nil, err
		}
		saved, err := a.Records.SaveKnown(ctx, tx, q.rights, q.table.Key, row)
		if err != nil {
			return nil, err
		}
		return q.saved(ctx, tx, saved)
	})
}

// saved is a saved record as get answers it, from memory unless something wrote since; who
// may write and not read sees its id.
func (q *request) saved(ctx context.Context, tx *store.Tx, saved *record.Saved) (json.RawMessage, error) {
	id := record.ID(saved.Row)
	if !q.rights.Can(q.table.Right(meta.Read)) {
		return encode(map[string]int64{"id": id})
	}
	tell := func() (*query.Page, error) { return q.api.Query.GetIn(ctx, tx, q.rights, q.table.Key, id) }
	if saved.Stands() {
		memory := query.Memory{Row: saved.Row, Lines: saved.Lines(), Referred: saved.Referred}
		tell = func() (*query.Page, error) { return q.api.Query.Tell(ctx, tx, q.rights, q.table.Key, memory) }
	}
	page, err := tell()
	if err != nil {
		return nil, err
	}
	defer page.Release()
	locked, err := q.locked(ctx, tx, id)
	if err != nil || locked == nil {
		return bytes.Clone(page.Bytes()), err
	}
	return withLocked(page, locked), nil
}

// target says which records a call is about: these, or all of a filter, whose
// number the person saw.
type target struct {
	IDs    []int64         `json:"ids"`
	Filter json.RawMessage `json:"filter"`
	Search string          `json:"search"` // as of the list's quick search
	Expect *int            `json:"expect"`
	List   string          `json:"list"`
}

// maxTargets is the most records of one call.
const maxTargets = 5000

// resolve gives the ids; a Conflict fault when the number is another by now.
func (t target) resolve(ctx context.Context, tx *store.Tx, q *request) ([]int64, error) {
	if t.Filter == nil {
		if len(t.IDs) == 0 {
			return nil, missing("ids")
		}
		return t.IDs, nil
	}
	if t.Expect == nil {
		return nil, missing("expect")
	}
	ids, err := t.filtered(ctx, tx, q)
	if err != nil {
		return nil, err
	}
	if len(ids) != *t.Expect {
		return nil, fault.New(fault.Conflict, "document.count_changed", "expect", *t.Expect).
			With(map[string]any{"expect": *t.Expect, "count": len(ids)})
	}
	return ids, nil
}

// filtered reads the ids of a filter, within the list that the person saw.
func (t target) filtered(ctx context.Context, tx *store.Tx, q *request) ([]int64, error) {
	condition, err := q.conditionOf(t.List)
	if err != nil {
		return nil, err
	}
	ask := query.Request{Filter: t.Filter, Search: t.Search, Condition: condition, Fields: []string{"id"}, Sort: []string{"id"}, Size: query.MaxSize}
	var ids []int64
	for {
		page, err := q.api.Query.ListIn(ctx, tx, q.rights, q.table.Key, ask)
		if err != nil {
			return nil, err
		}
		var found struct {
			Rows []struct {
				ID int64 `json:"id"`
			} `json:"rows"`
			Next string `json:"nextCursor"`
		}
		err = json.Unmarshal(page.Bytes(), &found)
		page.Release()
		if err != nil {
			return nil, fmt.Errorf("read ids of %s: %w", q.table.Key, err)
		}
		for _, row := range found.Rows {
			ids = append(ids, row.ID)
		}
		if len(ids) > maxTargets {
			return nil, fault.New(fault.Invalid, "request.too_many_rows", "max", maxTargets).On("filter")
		}
		if found.Next == "" {
			return ids, nil
		}
		ask.Cursor = found.Next
	}
}

// delete moves records into the bin, all or none.
func (a *API) delete(q *request) (any, error) {
	var body target
	if err := q.bind(&body); err != nil {
		return nil, err
	}
	return q.write(func(ctx context.Context, tx *store.Tx) (any, error) {
		ids, err := body.resolve(ctx, tx, q)
		if err != nil {
			return nil, err
		}
		if err := a.Records.Delete(ctx, tx, q.rights, q.table.Key, ids); err != nil {
			return nil, err
		}
		return map[string]int{"deleted": len(ids)}, nil
	})
}

// restore brings records back from the bin.
func (a *API) restore(q *request) (any, error) {
	var body struct {
		IDs []int64 `json:"ids"`
	}
	if err := q.bind(&body); err != nil {
		return nil, err
	}
	return q.write(func(ctx context.Context, tx *store.Tx) (any, error) {
		if err := a.Records.Restore(ctx, tx, q.rights, q.table.Key, body.IDs); err != nil {
			return nil, err
		}
		tx.Changed(q.table.Key)
		return map[string]int{"restored": len(body.IDs)}, nil
	})
}

// upserted is what became of a row.
type upserted struct {
	ID      int64  `json:"id,omitempty"`
	Created bool   `json:"created"`
	Result  bool   `json:"result"`
	Msg     string `json:"msg"`
	Errors  any    `json:"errors,omitempty"`
}

// upsert saves rows by a key that the sender knows.
func (a *API) upsert(q *request) (any, error) {
	var body struct {
		Key  []string     `json:"key"`
		Rows []record.Row `json:"rows"`
		Mode string       `json:"mode"`
	}
	if err := q.bind(&body); err != nil {
		return nil, err
	}
	if !slices.Contains([]string{"", "all", "each"}, body.Mode) {
		return nil, wrong("mode")
	}
	return q.write(func(ctx context.Context, tx *store.Tx) (any, error) {
		for i, row := range body.Rows {
			if err := q.checkFiles(ctx, tx, q.table, row, fmt.Sprintf("rows[%d].", i)); err != nil {
				return nil, err
			}
		}
		ask := record.Upsert{Key: body.Key, Rows: body.Rows, All: body.Mode != "each"}
		results, err := a.Records.Upsert(ctx, tx, q.rights, q.table.Key, ask)
		if err != nil {
			return nil, err
		}
		answers := make([]upserted, len(results))
		for i, r := range results {
			answers[i] = q.upserted(r)
		}
		return answers, nil
	})
}

func (q *request) upserted(r record.UpsertResult) upserted {
	if r.Err == nil {
		return upserted{ID: r.ID, Created: r.Created, Result: true}
	}
	refused := q.texts.refusal(q.api.asFault(q.Context, r.Err), q.language)
	return upserted{Msg: refused.Msg, Errors: refused.Data}
}
