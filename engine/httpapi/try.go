package httpapi

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"github.com/wareloom/wareloom/engine/access"
	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/expression"
	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/record"
	"github.com/wareloom/wareloom/engine/setting"
	"github.com/wareloom/wareloom/engine/store"
)

// trying is an expression on a record that the caller chose. All that it reads, he must
// be allowed to read: the rows by his rights, the columns on all of them.
type trying struct {
	*request
	tx    *store.Tx
	env   expression.Env
	table *catalog.Table
	vars  map[string]any
}

// tryOn tells the value of an expression on a record. A refusal of the evaluation, or of
// the rights, is told in place of the value.
func (q *request) tryOn(told *triedExpression, p *expression.Program, env expression.Env, body slotBody) error {
	table, err := q.release.Table(told.Table)
	if err != nil {
		return fault.New(fault.Conflict, "release.not_built", "tables", []string{told.Table})
	}
	if err := q.rights.RequireOn(table, access.Read); err != nil {
		return err
	}
	err = q.read(func(ctx context.Context, tx *store.Tx) error {
		t := &trying{request: q, tx: tx, env: env, table: table}
		row, err := t.load(ctx, body)
		if err == nil {
			err = t.sees(p)
		}
		if err != nil {
			return err
		}
		about := setting.With(ctx, setting.Scope{Tx: tx, Release: q.release, Record: row})
		v, err := p.Eval(about, t.scope())
		if err != nil {
			return err
		}
		told.Value, told.Open = expression.Spell(v), t.open(p)
		told.Reads = t.reads(about, p)
		return nil
	})
	if bad, ok := fault.As(err); ok && bad.Code < fault.Internal {
		told.Refused, err = unescaped(q.texts.Fault(bad, q.language)), nil
	}
	return err
}

// load gives the names their values.
func (t *trying) load(ctx context.Context, body slotBody) (record.Row, error) {
	row, err := t.api.Records.Get(ctx, t.tx, t.rights, t.table.Key, body.ID, false)
	if err != nil {
		return nil, err
	}
	t.vars = map[string]any{"row": row, "old": row, "user": t.rights.Actor().Values}
	for _, set := range t.table.Sets {
		found, err := t.api.Records.Lines(ctx, t.tx, t.rights, set, []int64{body.ID})
		if err != nil {
			return nil, err
		}
		list := make([]any, len(found[body.ID]))
		for i, line := range found[body.ID] {
			list[i] = line
		}
		t.vars[set.Key] = list
		if of, ok := t.env.Vars["line"].(expression.Record); ok && of.Of.Name() == set.Table.Key && len(list) > 0 {
			t.vars["line"] = list[0]
		}
	}
	if head, isID := idOf(t.table.HeadField, row); isID {
		if t.vars["head"], err = t.api.Records.Get(ctx, t.tx, t.rights, t.table.Head.Key, head, false); err != nil {
			return nil, err
		}
	}
	if _, judged := t.env.Vars["value"]; judged {
		t.vars["value"] = row[t.judged(body)]
	}
	return row, nil
}

func idOf(field *catalog.Field, row record.Row) (int64, bool) {
	if field == nil {
		return 0, false
	}
	id, ok := row[field.Key].(int64)
	return id, ok
}

// judged is the field that a rule of a table is about.
func (t *trying) judged(body slotBody) string {
	steps := strings.Split(body.Path, "/")
	if body.Kind != "table" || len(steps) < 2 || steps[0] != "fields" {
		return ""
	}
	for i, f := range t.table.Meta.Fields {
		if f.Key == steps[1] || strconv.Itoa(i) == steps[1] {
			return f.Key
		}
	}
	return ""
}

func (t *trying) scope() expression.Scope {
	return expression.Scope{Vars: t.vars, Resolve: t.resolve}
}

// resolve follows a reference to a record that the caller may read.
func (t *trying) resolve(ctx context.Context, table string, id int64) (map[string]any, error) {
	return t.api.Records.Get(ctx, t.tx, t.rights, table, id, false)
}

// sees refuses an expression that reads a column that the caller does not see on every row.
func (t *trying) sees(p *expression.Program) error {
	for _, path := range p.Refs() {
		steps := strings.Split(path, ".")
		table := t.release.Tables[tableOf(t.env.Vars[steps[0]])]
		for _, key := range steps[1:] {
			if table == nil {
				break // of the caller himself, or nothing that is kept
			}
			field, ok := table.Field(key)
			if !ok {
				return fault.New(fault.Conflict, "release.not_built", "tables", []string{table.Key})
			}
			if !t.rights.FieldRead(table, field).All() {
				return fault.New(fault.Denied, "expression.not_seen", "path", path)
			}
			table = field.To
		}
	}
	return nil
}

// reads tells the values of the paths that an expression reads, but for those of lines.
func (t *trying) reads(ctx context.Context, p *expression.Program) []reading {
	found := []reading{}
	for _, path := range p.Refs() {
		one, err := expression.Compile(path, t.env, nil)
		if err != nil || !strings.Contains(path, ".") {
			continue
		}
		v, err := one.Eval(ctx, t.scope())
		if err != nil {
			continue
		}
		read := reading{Path: path, Value: expression.Spell(v)}
		if id, isID := v.(int64); isID {
			read.Label = t.label(ctx, one.Type(), id)
		}
		found = append(found, read)
	}
	return found
}

// label is what people call the record that a reference leads to.
func (t *trying) label(ctx context.Context, of expression.Type, id int64) string {
	to, ok := of.(expression.Reference)
	if !ok {
		return ""
	}
	label, err := t.labelOf(ctx, t.tx, t.rights, to.To.Name(), id)
	if text, isText := label.(string); isText && err == nil {
		return text
	}
	return ""
}

// open lists the names that an expression reads and that have no value here.
func (t *trying) open(p *expression.Program) []string {
	var found []string
	for _, path := range p.Refs() {
		name, _, _ := strings.Cut(path, ".")
		if _, has := t.vars[name]; !has && t.env.Vars[name] != nil && !slices.Contains(found, name) {
			found = append(found, name)
		}
	}
	return found
}
