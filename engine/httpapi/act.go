package httpapi

import (
	"context"
	"encoding/json"
	"maps"
	"net/http"
	"slices"
	"strconv"

	"github.com/wareloom/wareloom/engine/auth"
	"github.com/wareloom/wareloom/engine/document"
	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/query"
	"github.com/wareloom/wareloom/engine/record"
	"github.com/wareloom/wareloom/engine/report"
	"github.com/wareloom/wareloom/engine/store"
)

// acted is what became of one record.
type acted struct {
	ID      int64           `json:"id"`
	Result  bool            `json:"result"`
	Msg     string          `json:"msg"`
	Record  json.RawMessage `json:"record,omitempty"`
	Created []made          `json:"created,omitempty"`
	Errors  any             `json:"errors,omitempty"`
	code    fault.Code
}

// act takes an action on records.
func (a *API) act(q *request) (any, error) {
	var body struct {
		document.Request
		List   string     `json:"list"`
		Search string     `json:"search"`
		Record record.Row `json:"record"` // one that is not made: what it would be
	}
	if err := q.bind(&body); err != nil {
		return nil, err
	}
	if body.Name == "" {
		return nil, missing("name")
	}
	if body.Record != nil {
		return q.tried(body.Record, body.Request)
	}
	if (body.List != "" || body.Search != "") && body.Filter != nil {
		ids, err := q.chosen(target{Filter: body.Filter, Search: body.Search, Expect: body.Expect, List: body.List})
		if err != nil {
			return nil, err
		}
		body.IDs, body.Filter = ids, nil
	}
	result, err := a.Documents.Act(q.ctx, q.rights, q.table.Key, body.Request)
	if err == nil {
		err = replayed(result.Items)
	}
	switch {
	case err != nil:
		return nil, err
	case result.Job != 0:
		return map[string]int64{"job": result.Job}, nil
	case result.Set != nil:
		return q.actedOnSet(result.Set), nil
	case body.ID != 0 && len(body.IDs) == 0 && len(result.Items) == 1:
		return q.actedOnOne(result.Items[0])
	}
	return q.actedOnEach(result.Items), nil
}

// replayed finds out that another server took this very call meanwhile.
func replayed(items []document.Item) error {
	for _, item := range items {
		if fault.CodeOf(item.Err) == fault.Stale {
			return item.Err
		}
	}
	return nil
}

// chosen lists the records of a filter and a search within a list, and keeps them with the
// call: when it is repeated, the filter may name others.
func (q *request) chosen(t target) (ids []int64, err error) {
	err = q.api.DB.Write(q.ctx, func(ctx context.Context, tx *store.Tx) error {
		kept, err := auth.Once(ctx, tx, "chosen", func() ([]byte, error) {
			found, err := t.resolve(ctx, tx, q)
			if err != nil {
				return nil, err
			}
			return json.Marshal(found)
		})
		if err != nil {
			return err
		}
		return json.Unmarshal(kept, &ids)
	})
	return ids, err
}

// actedOnOne gives the one record; its refusal is the envelope's.
func (q *request) actedOnOne(item document.Item) (any, error) {
	if item.Err != nil {
		return nil, item.Err
	}
	return q.acted(item), nil
}

func (q *request) acted(item document.Item) acted {
	if item.Err == nil {
		return acted{ID: item.ID, Result: true, Record: item.Record, Created: q.made(item.Created)}
	}
	f := q.api.asFault(q.Context, item.Err)
	refused := q.texts.refusal(f, q.language)
	return acted{ID: item.ID, Msg: refused.Msg, Errors: refused.Data, code: f.Code}
}

// actedEach is a result per record; the envelope's is true if all succeeded.
type actedEach []acted

func (q *request) actedOnEach(items []document.Item) actedEach {
	each := make(actedEach, len(items))
	for i, item := range items {
		each[i] = q.acted(item)
	}
	return each
}

func (each actedEach) answer(q *request) error {
	e := envelope{Result: true, Data: []acted(each), StatusCode: http.StatusOK}
	for _, one := range each {
		if one.Result {
			continue
		}
		e.Result, e.Msg, e.StatusCode = false, one.Msg, int(fault.Conflict)
		if httpStatus(one.code) == http.StatusOK {
			e.StatusCode = int(one.code)
		}
		break
	}
	return send(q.Context, http.StatusOK, e)
}

// left is a record that an action over a set left as it was.
type left struct {
	ID  int64  `json:"id"`
	Msg string `json:"msg"`
}

func (q *request) actedOnSet(set *document.SetResult) any {
	all := make([]left, len(set.Left))
	for i, one := range set.Left {
		all[i] = left{ID: one.ID, Msg: red(q.texts.wordFault(one.Err, q.language))}
	}
	told := make([]said, len(set.Told))
	for i, one := range set.Told {
		told[i] = q.said(one)
	}
	return map[string]any{"created": q.made(set.Created), "left": all, "told": told}
}

// said is a sentence about an action, with the way to the rows that it speaks of
// where the caller has one.
type said struct {
	Text   string       `json:"text"`
	Route  string       `json:"route,omitempty"`
	Filter *report.Tree `json:"filter,omitempty"`
}

func (q *request) said(one document.Told) said {
	s := said{Text: q.texts.wordFault(one.Text, q.language)}
	if one.List == "" {
		return s
	}
	entry := q.rights.Entry("list:" + one.List)
	if entry == nil {
		return s
	}
	s.Route, s.Filter = entry.Route, &report.Tree{}
	for _, field := range slices.Sorted(maps.Keys(one.Rows)) {
		s.Filter.And = append(s.Filter.And, report.Leaf{Field: field, Op: query.Eq, Value: one.Rows[field]})
	}
	return s
}

// made is a record that an action made, as a person finds it.
type made struct {
	document.Created
	Label string `json:"label,omitempty"`
	Route string `json:"route,omitempty"` // address of its page
}

// made names the records that an action made and tells where they stand, as far as
// the caller may see them.
func (q *request) made(created []document.Created) []made {
	all := make([]made, len(created))
	for i, one := range created {
		all[i].Created = one
		entry := q.rights.Entry("document:" + one.Table)
		if entry == nil {
			continue
		}
		_ = q.read(func(ctx context.Context, tx *store.Tx) error { // a name that cannot be read is left out
			row, err := q.api.Query.One(ctx, tx, q.rights, one.Table, one.ID)
			if err == nil {
				all[i].Label = q.release.Tables[one.Table].Called(row)
				all[i].Route = entry.Route + "/" + strconv.FormatInt(one.ID, 10)
			}
			return err
		})
	}
	return all
}
