package httpapi

import (
	"context"
	"encoding/json"

	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/meta"
	"github.com/wareloom/wareloom/engine/query"
	"github.com/wareloom/wareloom/engine/record"
	"github.com/wareloom/wareloom/engine/store"
)

// mostChosenFor bounds the records that one parameter is chosen for.
const mostChosenFor = 100

// chooser names the field that a record is chosen for: of a table, with the record as
// it is being edited, or a parameter of an action, with the records that it is taken on.
type chooser struct {
	Table  string         `json:"table"`
	Action string         `json:"action"`
	Field  string         `json:"field"`
	Record map[string]any `json:"record"`
	IDs    []int64        `json:"ids"`
}

// listFor answers a page of what may be chosen for a record; without choose, of what
// may stand where it was chosen before.
func (q *request) listFor(c *chooser, choose bool, r query.Request) (any, error) {
	table, field, err := q.chosenIn(c)
	if err != nil {
		return nil, err
	}
	var page *query.Page
	err = q.read(func(ctx context.Context, tx *store.Tx) error {
		records := []record.Row{record.Edited(q.rights, table, field, c.Record)}
		if c.Action != "" {
			acted, err := q.actedOn(ctx, tx, table, c.IDs)
			if err != nil {
				return err
			}
			if field.Fits != nil {
				records = acted
			}
		}
		for _, row := range records {
			text, args, err := q.api.Records.Choices(ctx, tx, q.rights, record.Chooser{Field: field, Record: row, Stands: !choose})
			if err != nil {
				return err
			}
			if text != "" {
				r.Choices = append(r.Choices, query.Choice{Text: text, Args: args})
			}
		}
		page, err = q.api.Query.ListIn(ctx, tx, q.rights, q.table.Key, r)
		return err
	})
	if err != nil {
		return nil, err
	}
	return pageAnswer{page}, nil
}

// chosenIn finds the field that is chosen for, which refers to the table asked for.
func (q *request) chosenIn(c *chooser) (*catalog.Table, *catalog.Field, error) {
	table, err := q.release.Table(c.Table)
	if err != nil {
		return nil, nil, err
	}
	field, known := table.Field(c.Field)
	if c.Action != "" {
		field, known = nil, false
		if document, ok := q.release.Document(c.Table); ok {
			if action, ok := document.Action(c.Action); ok {
				field, known = action.Param(c.Field)
			}
		}
	}
	if known && field.Item != nil {
		field = field.Item
	}
	if !known || field.To != q.table {
		return nil, nil, fault.New(fault.Invalid, "query.unknown_field", "field", c.Field).On("for.field")
	}
	return table, field, nil
}

// actedOn reads the records that an action is taken on. Of those that a filter names
// nothing is known here: the action judges them.
func (q *request) actedOn(ctx context.Context, tx *store.Tx, table *catalog.Table, ids []int64) ([]record.Row, error) {
	var rows []record.Row
	for _, id := range ids[:min(len(ids), mostChosenFor)] {
		row, err := q.api.Records.Get(ctx, tx, q.rights, table.Key, id, false)
		if err != nil {
			return nil, err
		}
		rows = append(rows, row)
	}
	return rows, nil
}

// brings answers what choosing a record in a field of the table brings along: values
// and lines with what people call the records in them.
func (a *API) brings(q *request) (any, error) {
	var body struct {
		Field string `json:"field"`
		ID    int64  `json:"id"`
	}
	if err := q.bind(&body); err != nil {
		return nil, err
	}
	if err := q.mayWrite(); err != nil {
		return nil, err
	}
	field, known := q.table.Field(body.Field)
	if !known || field.Brings == nil {
		return nil, fault.New(fault.Invalid, "query.unknown_field", "field", body.Field).On("field")
	}
	answer := broughtAnswer{Values: named{}, Lines: map[string][]named{}}
	err := q.read(func(ctx context.Context, tx *store.Tx) error {
		found, err := a.Records.Brings(ctx, tx, q.rights, q.table, field, body.ID)
		if err != nil {
			return err
		}
		if answer.Values, err = q.named(ctx, tx, q.table, found.Values); err != nil {
			return err
		}
		for set, lines := range found.Lines {
			for _, line := range lines {
				row, err := q.named(ctx, tx, field.Brings.Set.Table, line)
				if err != nil {
					return err
				}
				answer.Lines[set] = append(answer.Lines[set], row)
			}
		}
		return nil
	})
	return answer, err
}

type broughtAnswer struct {
	Values named              `json:"values"`
	Lines  map[string][]named `json:"lines"`
}

// named are values by field as JSON, with the labels of references beside them.
type named map[string]json.RawMessage

func (q *request) named(ctx context.Context, tx *store.Tx, table *catalog.Table, row record.Row) (named, error) {
	all := named{}
	for key, v := range row {
		f, _ := table.Field(key)
		db, err := f.Encode(v)
		if err != nil {
			return nil, err
		}
		all[key] = f.AppendJSON(nil, db)
		id, isID := v.(int64)
		if f.To == nil || !isID {
			continue
		}
		label, err := q.api.Query.Label(ctx, tx, q.rights, f.To, id)
		if err != nil {
			return nil, err
		}
		if label != "" {
			all[key+"__label"] = json.RawMessage(label)
		}
	}
	return all, nil
}

// params answers what the parameters of an action begin with for a record.
func (a *API) params(q *request) (any, error) {
	var body struct {
		Name string `json:"name"`
		ID   int64  `json:"id"`
	}
	if err := q.bind(&body); err != nil {
		return nil, err
	}
	answer := named{}
	err := q.read(func(ctx context.Context, tx *store.Tx) error {
		action, proposed, err := a.Documents.Propose(ctx, tx, q.rights, q.table.Key, body.Name, body.ID)
		if err != nil {
			return err
		}
		for key, v := range proposed {
			f, _ := action.Param(key)
			db, err := f.Encode(v)
			if err != nil {
				return err
			}
			answer[key] = f.AppendJSON(nil, db)
		}
		return nil
	})
	return answer, err
}

// mayWrite asks for the right to make or to change records of the table.
func (q *request) mayWrite() error {
	if q.rights.Can(q.table.Right(meta.Create)) {
		return nil
	}
	return q.rights.Require(q.table.Right(meta.Update))
}
