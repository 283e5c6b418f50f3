package document

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"

	"github.com/wareloom/wareloom/engine/access"
	"github.com/wareloom/wareloom/engine/auth"
	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/query"
	"github.com/wareloom/wareloom/engine/record"
	"github.com/wareloom/wareloom/engine/store"
)

// Act takes an action on the records of a request: each in a transaction of its
// own, in the action's order, or all in one when the action is over a set.
//
// The error refuses the whole request: NotFound for the document or action,
// Denied without the right, Conflict document.count_changed when the filter names
// another number of records than the person saw; and everything that refuses an
// action over a set. Refusals of single records are in their items.
func (d *Documents) Act(ctx context.Context, rights *access.Rights, table string, req Request) (Result, error) {
	document, action, err := d.plan(rights, table, req.Name)
	if err != nil {
		return Result{}, err
	}
	ids, err := d.choose(ctx, rights, document, action, req)
	if err != nil {
		return Result{}, err
	}
	if len(ids) > Largest && !action.Set {
		id, err := d.later(ctx, rights, table, req, ids)
		return Result{Job: id}, err
	}
	ask := move{Documents: d, rights: rights, document: document, action: action, ids: ids, given: req.Params}
	if action.Set {
		set, err := d.actOnSet(ctx, ask, req.Preview)
		return Result{Set: set}, err
	}
	if req.ID != 0 {
		ask.version = req.Version
	}
	return Result{Items: d.actOnEach(ctx, ask)}, nil
}

// Propose works out what the parameters of an action begin with for a record.
//
// NotFound for the document, the action or the record; Denied without the right.
func (d *Documents) Propose(ctx context.Context, tx *store.Tx, rights *access.Rights, table, name string, id int64) (*catalog.Action, Row, error) {
	document, action, err := d.plan(rights, table, name)
	if err != nil {
		return nil, nil, err
	}
	row, err := d.Records.Get(ctx, tx, rights, table, id, false)
	if err != nil {
		return nil, nil, err
	}
	m := move{Documents: d, tx: tx, rights: rights, document: document, heads: []*head{{row: row, lines: map[string][]Row{}}}}
	if err := m.readLines(ctx); err != nil {
		return nil, nil, err
	}
	scope := d.Records.Scope(tx, rights, document.Head, row, m.heads[0].lines)
	proposed, err := d.Records.Propose(ctx, tx, rights, action.Params, scope.Vars)
	return action, proposed, err
}

// choose lists the records of a request in the order in which the action takes
// them. What a filter names is kept with the call, since it may name others when
// the call is repeated.
func (d *Documents) choose(ctx context.Context, rights *access.Rights, document *catalog.Document, action *catalog.Action, req Request) ([]int64, error) {
	if len(req.Filter) == 0 {
		ids := req.chosen()
		if len(ids) == 0 {
			return nil, fault.New(fault.Invalid, "document.no_records").On("ids")
		}
		return d.inOrder(ctx, rights, document, action, ids)
	}
	if req.Expect == nil {
		return nil, fault.New(fault.Invalid, "document.no_expect").On("expect")
	}
	var kept []byte
	err := d.DB.Write(ctx, func(ctx context.Context, tx *store.Tx) (err error) {
		kept, err = auth.Once(ctx, tx, "chosen", func() ([]byte, error) {
			ids, err := d.filtered(ctx, tx, rights, document.Key, action, req)
			if err != nil {
				return nil, err
			}
			if len(ids) != *req.Expect {
				return nil, fault.New(fault.Conflict, "document.count_changed", "expect", *req.Expect).
					With(map[string]any{"expect": *req.Expect, "count": len(ids)})
			}
			return json.Marshal(ids)
		})
		return err
	})
	if err != nil {
		return nil, err
	}
	var ids []int64
	if err := json.Unmarshal(kept, &ids); err != nil {
		return nil, fmt.Errorf("read chosen ids: %w", err)
	}
	return ids, nil
}

// inOrder sorts records as the action takes them. Those that the caller does not
// see come last, to be refused one by one.
func (d *Documents) inOrder(ctx context.Context, rights *access.Rights, document *catalog.Document, action *catalog.Action, ids []int64) ([]int64, error) {
	if action.Set || len(action.Meta.Sort) == 0 || len(ids) == 1 {
		return ids, nil
	}
	sorted := make([]int64, 0, len(ids))
	err := d.DB.Read(ctx, func(ctx context.Context, tx *store.Tx) error {
		rows, err := d.Records.Find(ctx, tx, rights, document.Key, record.Where{Match: Row{"id": ids}, Sort: action.Meta.Sort})
		for _, row := range rows {
			sorted = append(sorted, record.ID(row))
		}
		return err
	})
	for _, id := range ids {
		if !slices.Contains(sorted, id) {
			sorted = append(sorted, id)
		}
	}
	return sorted, err
}

// filtered lists the records that the filter of a request names, in the action's
// order, and at most one more than the person saw.
func (d *Documents) filtered(ctx context.Context, tx *store.Tx, rights *access.Rights, table string, action *catalog.Action, req Request) ([]int64, error) {
	filter, err := query.ParseFilter(req.Filter)
	if err != nil {
		return nil, err
	}
	rows, err := d.Query.Rows(ctx, tx, rights, table, query.Where{Filter: filter, Sort: action.Meta.Sort, Limit: *req.Expect + 1})
	if err != nil {
		return nil, err
	}
	ids := make([]int64, len(rows))
	for i, row := range rows {
		ids[i] = record.ID(row)
	}
	return ids, nil
}

// actOnEach takes the action on one record after the other. What is told of one of several
// has no lines: nobody looks at them, and they are most of an answer, which is kept for days.
func (d *Documents) actOnEach(ctx context.Context, ask move) []Item {
	items := make([]Item, len(ask.ids))
	for i, id := range ask.ids {
		one := ask
		one.ids, one.several = []int64{id}, len(ask.ids) > 1
		item, err := d.actOnOne(ctx, one)
		if err != nil {
			item = Item{ID: id, Err: err}
		}
		items[i] = item
	}
	return items
}

// actOnOne takes the action on one record in a transaction; a repeated call gets
// the first answer.
func (d *Documents) actOnOne(ctx context.Context, ask move) (Item, error) {
	var item Item
	err := d.DB.Write(ctx, func(ctx context.Context, tx *store.Tx) error {
		m := ask
		m.tx = tx
		answer, err := auth.Once(ctx, tx, strconv.FormatInt(m.ids[0], 10), func() ([]byte, error) { return m.answerOne(ctx) })
		if err != nil {
			return err
		}
		return json.Unmarshal(answer, &item)
	})
	return item, err
}

// answerOne walks and writes the answer of one record.
func (m *move) answerOne(ctx context.Context) ([]byte, error) {
	if err := m.Records.Together(ctx, m.tx, m.walk); err != nil {
		return nil, err
	}
	id := m.ids[0]
	text, err := m.record(ctx, id)
	if err != nil {
		return nil, err
	}
	return json.Marshal(Item{ID: id, Record: text, Created: m.created})
}

// record is the record as it is now; null when the action took it out of the
// caller's sight.
func (m *move) record(ctx context.Context, id int64) (json.RawMessage, error) {
	read := m.Query.GetIn
	if m.several {
		read = m.Query.HeadIn
	}
	page, err := read(ctx, m.tx, m.rights, m.document.Key, id)
	if code := fault.CodeOf(err); code == fault.NotFound || code == fault.Denied {
		return json.RawMessage("null"), nil
	}
	if err != nil {
		return nil, err
	}
	defer page.Release()
	return bytes.Clone(page.Bytes()), nil
}

// errPreview rolls a preview back.
var errPreview = errors.New("preview")

// actOnSet takes the action on all records in one transaction.
func (d *Documents) actOnSet(ctx context.Context, ask move, preview bool) (*SetResult, error) {
	var result SetResult
	err := d.foreseen(ctx, ask, func(ask move) (err error) {
		result, err = d.takeSet(ctx, ask, preview)
		return err
	})
	if err != nil {
		return nil, err
	}
	return &result, nil
}

func (d *Documents) takeSet(ctx context.Context, ask move, preview bool) (result SetResult, err error) {
	err = d.DB.Write(ctx, func(ctx context.Context, tx *store.Tx) error {
		m := ask
		m.tx = tx
		if preview {
			if err := m.Records.Together(ctx, tx, m.walk); err != nil {
				return err
			}
			result = m.result()
			return errPreview
		}
		answer, err := auth.Once(ctx, tx, "", func() ([]byte, error) {
			if err := m.Records.Together(ctx, tx, m.walk); err != nil {
				return nil, err
			}
			return json.Marshal(m.result())
		})
		if err != nil {
			return err
		}
		result = SetResult{}
		return json.Unmarshal(answer, &result)
	})
	if errors.Is(err, errPreview) {
		err = nil
	}
	return result, err
}

func (m *move) result() SetResult {
	return SetResult{Created: append([]Created{}, m.created...), Left: append([]Left{}, m.left...), Told: append([]Told{}, m.told...)}
}

// ActIn takes an action on one record inside a running transaction, for effects,
// flows and plugins, and gives the record as it is now.
func (d *Documents) ActIn(ctx context.Context, tx *store.Tx, rights *access.Rights, table, name string, id int64, params Row) (Row, error) {
	document, action, err := d.plan(rights, table, name)
	if err != nil {
		return nil, err
	}
	m := &move{Documents: d, tx: tx, rights: rights, document: document, action: action, ids: []int64{id}, given: params}
	if err := d.Records.Together(ctx, tx, m.walk); err != nil {
		return nil, err
	}
	if len(m.left) > 0 {
		return nil, m.left[0].Err
	}
	return m.heads[0].row, nil
}
