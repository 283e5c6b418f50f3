package query

import (
	"context"
	"fmt"

	"github.com/wareloom/wareloom/engine/access"
	"github.com/wareloom/wareloom/engine/auth"
	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/expression"
	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/meta"
	"github.com/wareloom/wareloom/engine/store"
)

// MaxChoices is how many values of a table one dropdown offers; a search narrows
// them.
const MaxChoices = 500

// maxDropdowns bounds the dropdowns of one call.
const maxDropdowns = 50

// Dropdown answers {code: [{value, label}]}: closed values in the actor's
// language, open ones with what people added, and values from tables as far as
// the actor may look them up. params are the parameters that a source declares,
// and `search` for its texts.
//
// Without a session only public dropdowns are answered, else the fault is
// Unauthenticated. A code that no dropdown has is left out, so that one screen of
// an older client does not lose the others.
func (q *Query) Dropdown(ctx context.Context, rights *access.Rights, codes []string, params map[string]any) (*Page, error) {
	if len(codes) > maxDropdowns {
		return nil, invalid("too_many", "max", maxDropdowns).On("where")
	}
	page := newPage()
	err := q.db.Read(ctx, func(ctx context.Context, tx *store.Tx) error {
		d := choosing{q: q, tx: tx, rights: rights, params: params, dst: page.data[:0]}
		err := d.all(ctx, codes)
		page.data = d.dst
		return err
	})
	if err != nil {
		page.Release()
		return nil, err
	}
	return page, nil
}

// choosing is one answer in the making.
type choosing struct {
	q      *Query
	tx     *store.Tx
	rights *access.Rights
	params map[string]any
	dst    []byte
}

func (c *choosing) all(ctx context.Context, codes []string) error {
	c.dst = append(c.dst, '{')
	for _, code := range codes {
		d, ok := c.rights.Release().Dropdowns[code]
		if !ok {
			continue
		}
		if !d.Meta.Public && isNobody(c.rights.Actor()) {
			return fault.New(fault.Unauthenticated, "query.private_dropdown", "code", code)
		}
		if len(c.dst) > 1 {
			c.dst = append(c.dst, ',')
		}
		c.dst = append(append(c.dst, member(code)...), '[')
		if err := c.one(ctx, d); err != nil {
			return fmt.Errorf("read dropdown %s: %w", code, err)
		}
		c.dst = append(c.dst, ']')
	}
	c.dst = append(c.dst, '}')
	return nil
}

func isNobody(actor auth.Actor) bool { return actor.UserType == "" && !actor.IsSystem() }

func (c *choosing) one(ctx context.Context, d *catalog.Dropdown) error {
	language := c.rights.Actor().Language
	for _, item := range d.Meta.Items {
		c.choice(item.Key, item.Title.In(language))
	}
	if d.Meta.Open {
		added, err := AddedValues(ctx, c.tx, c.rights.Release(), d.Key)
		if err != nil {
			return err
		}
		for _, item := range added {
			c.choice(item.Key, item.Title.In(language))
		}
	}
	if d.Table == nil {
		return nil
	}
	return c.table(ctx, d)
}

// choice writes one value.
func (c *choosing) choice(value, label string) {
	c.next()
	c.dst = catalog.AppendString(append(c.dst, `{"value":`...), value)
	c.dst = catalog.AppendString(append(c.dst, `,"label":`...), label)
	c.dst = append(c.dst, '}')
}

func (c *choosing) next() {
	if c.dst[len(c.dst)-1] != '[' {
		c.dst = append(c.dst, ',')
	}
}

// table writes the values that come from a table.
func (c *choosing) table(ctx context.Context, d *catalog.Dropdown) error {
	text, width, parts, err := c.statement(ctx, d)
	if err != nil {
		return err
	}
	rows, err := c.tx.Query(ctx, text.text, text.args(nil)...)
	if err != nil {
		return err
	}
	defer rows.Close()
	cells := newCells(width)
	for rows.Next() {
		if err := rows.Scan(cells.into...); err != nil {
			return err
		}
		c.next()
		c.dst = d.Value.AppendJSON(append(c.dst, `{"value":`...), cells.values[0])
		c.dst = appendLabel(append(c.dst, `,"label":`...), parts, cells.values)
		c.dst = append(c.dst, '}')
	}
	return rows.Err()
}

// statement writes the question for a table's values, by their label.
func (c *choosing) statement(ctx context.Context, d *catalog.Dropdown) (text piece, width int, parts []labelPart, err error) {
	source, chosen := newSource(c.rights, d.Table), &selection{}
	value := source.column(target{path: catalog.Path{d.Value}})
	chosen.columns = append(chosen.columns, value.value())
	w := writer{source: source, chosen: chosen}
	parts = w.parts(nil, d.Label)
	where := []piece{source.rows(), value.guarded(glue(value.plain(), " IS NOT NULL"))}
	if d.Where != nil {
		condition, err := c.condition(ctx, d)
		if err != nil {
			return piece{}, 0, nil, err
		}
		where = append(where, condition)
	}
	found, err := c.searched(source, d.Table)
	if err != nil {
		return piece{}, 0, nil, err
	}
	keys := make([]orderKey, 0, len(parts)+1)
	for _, part := range parts {
		keys = append(keys, orderKey{value: chosen.columns[part.at], nullable: true})
	}
	id := column(source.root.alias, "id")
	keys = append(keys, orderKey{value: raw(id)})
	text, err = written(source.read(chosen.columns, every(append(where, found)...)).OrderByClause(orderBy(keys)).Limit(MaxChoices))
	return text, len(chosen.columns), parts, err
}

// condition writes the dropdown's own condition with the parameters of the call.
func (c *choosing) condition(ctx context.Context, d *catalog.Dropdown) (piece, error) {
	params := make(map[string]any, len(d.Params))
	for _, field := range d.Params {
		v, bad := field.Parse(c.params[field.Key])
		if bad != nil {
			return piece{}, bad
		}
		params[field.Key] = v
	}
	scope := expression.Scope{Vars: map[string]any{"user": c.rights.Actor().Values, "params": params}}
	text, args, err := d.Where.SQL(ctx, scope, access.NewColumns(d.Table, access.Alias))
	return fixed(text, args), err
}

// searched narrows the values to those with the words that the caller looks for.
func (c *choosing) searched(s *source, table *catalog.Table) (piece, error) {
	search, _ := c.params["search"].(string)
	found, err := words(search)
	if err != nil {
		return piece{}, err
	}
	p := planner{dialect: c.tx.Dialect(), table: table}
	conditions := make([]piece, len(found))
	for i, word := range found {
		conditions[i] = p.word(s, 0).bound([]any{word})
	}
	return every(conditions...), nil
}

// AddedValues reads the values that people added to an open dropdown, in order, with
// their words in the languages of a release.
func AddedValues(ctx context.Context, tx *store.Tx, release *catalog.Release, dropdown string) ([]meta.DropdownItem, error) {
	var rows []struct{ Value, ZH, EN, ES string }
	const text = `select value, zh, en, es from dropdown_value where dropdown = ? order by position, value`
	if err := tx.Select(ctx, &rows, text, dropdown); err != nil {
		return nil, fmt.Errorf("read values of dropdown %s: %w", dropdown, err)
	}
	items := make([]meta.DropdownItem, len(rows))
	for i, row := range rows {
		items[i] = meta.DropdownItem{Key: row.Value, Title: release.Languages.Complete(meta.Text{"zh": row.ZH, "en": row.EN, "es": row.ES})}
	}
	return items, nil
}
