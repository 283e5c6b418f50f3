package exchange

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/expression"
	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/record"
)

// What became of an item.
const (
	there   = "there" // it was there before and stays as it is
	created = "created"
	updated = "updated"
	failed  = "failed"
)

// item is a record to be, with the rows that it is made of.
type item struct {
	rows     []int // of the file; lines[i] is of rows[i]
	values   record.Row
	fallback record.Row // for what no row has
	lines    []record.Row
	key      string
	fate     string
	faults   []*fault.Fault
}

// clean reports whether nothing is wrong with any of its rows.
func (it *item) clean(im *importing) bool {
	for _, n := range it.rows {
		if len(im.bad[n]) > 0 {
			return false
		}
	}
	return true
}

// match finds the file's columns.
//
// Invalid exchange.no_column: one that must be there is not; the faults of choose.
func (im *importing) match(context.Context) error {
	if err := im.choose(); err != nil {
		return err
	}
	im.index()
	for _, c := range im.allColumns() {
		if _, found := im.columnOf(c); c.Meta.Required && c.Value == nil && !found {
			return fault.New(fault.Invalid, "exchange.no_column", "column", im.titleOf(c)).On("file")
		}
	}
	return nil
}

func fold(header string) string { return strings.ToLower(strings.TrimSpace(header)) }

// columnOf is where a mapping's column stands in the file.
func (im *importing) columnOf(c *catalog.MappingColumn) (int, bool) {
	at, ok := im.places[c]
	return at, ok
}

// headersOf are the headers under which a column is looked for: the one that the
// mapping names, else the field's title in any language, or its key.
func headersOf(c *catalog.MappingColumn) []string {
	if c.Meta.From != "" {
		return []string{c.Meta.From}
	}
	title := c.Path[0].Meta.Title
	return append(title.Words(), c.Path.String(), c.Path[len(c.Path)-1].Key)
}

// cellOf is where a mapping's column stands in the file, or -1.
func (im *importing) cellOf(c *catalog.MappingColumn) int {
	if at, ok := im.columnOf(c); ok {
		return at
	}
	return -1
}

// titleOf names a column to a person.
func (im *importing) titleOf(c *catalog.MappingColumn) string {
	if c.Meta.From != "" {
		return c.Meta.From
	}
	return c.Path[0].Meta.Title.In(im.ask.Language)
}

// convert turns rows into items: rows of one key are one record.
func (im *importing) convert(ctx context.Context) error {
	byKey, judged := map[string]*item{}, im.judges()
	for _, row := range im.sheet.rows {
		var cells map[string]any
		if judged {
			cells = im.cellsOf(row)
		}
		scope := expression.Scope{Vars: map[string]any{"cell": cells, "row": cells, "params": im.params, "user": im.ask.Actor.Values}}
		taken, err := im.takes(ctx, row.number, scope)
		if err != nil {
			return err
		}
		if !taken {
			continue
		}
		if err := im.place(ctx, byKey, row, cells, scope); err != nil {
			return err
		}
	}
	for _, it := range im.items {
		it.fill(it.fallback)
	}
	return nil
}

// judges reports whether the mapping has expressions over the cells of a row, or
// groups by them.
func (im *importing) judges() bool {
	m := im.mapping
	return m.Where != nil || len(m.Reject) > 0 || len(m.Meta.Group) > 0 || slices.ContainsFunc(im.allColumns(), func(c *catalog.MappingColumn) bool {
		return c.Value != nil || c.Fallback != nil
	})
}

// cellsOf are the cells of a row by their names.
func (im *importing) cellsOf(row sheetRow) map[string]any {
	cells := make(map[string]any, len(im.names))
	for i, header := range im.names {
		cells[header] = ""
		if i < len(row.cells) {
			cells[header] = row.cells[i]
		}
	}
	return cells
}

// fill gives an item the values that it lacks.
func (it *item) fill(values record.Row) {
	for name, v := range values {
		if it.values[name] == nil {
			it.values[name] = v
		}
	}
}

// fallbackOf are the values that a record takes when none of its rows has one.
func (im *importing) fallbackOf(ctx context.Context, scope expression.Scope) (record.Row, error) {
	values := record.Row{}
	for i := range im.mapping.Columns {
		c := &im.mapping.Columns[i]
		if c.Fallback == nil {
			continue
		}
		v, err := c.Fallback.Eval(ctx, scope)
		if err != nil {
			return nil, err
		}
		put(values, c.Path, v)
	}
	return values, nil
}

// takes reports whether a row is meant, and tells the ones that are rejected.
func (im *importing) takes(ctx context.Context, number int, scope expression.Scope) (bool, error) {
	if im.mapping.Where != nil {
		holds, err := im.mapping.Where.Holds(ctx, scope)
		if err != nil || !holds {
			return false, err
		}
	}
	for _, rule := range im.mapping.Reject {
		holds, err := rule.Never.Holds(ctx, scope)
		if err != nil {
			return false, err
		}
		if holds {
			im.out.Rejected++
			im.tellRow(RowError{Row: number, Cell: -1, Message: rule.Message.In(im.ask.Language), Rejected: true})
			return false, nil
		}
	}
	return true, nil
}

// place adds a row to its item.
func (im *importing) place(ctx context.Context, byKey map[string]*item, row sheetRow, cells map[string]any, scope expression.Scope) error {
	values, err := im.valuesOf(ctx, row, im.mapping.Columns, scope)
	if err != nil {
		return err
	}
	im.own(values)
	key := im.keyOf(values, cells)
	it := byKey[key]
	if it == nil || key == "" {
		it = &item{values: values, key: key}
		if it.fallback, err = im.fallbackOf(ctx, scope); err != nil {
			return err
		}
		byKey[key] = it
		im.items = append(im.items, it)
	}
	it.rows = append(it.rows, row.number)
	it.fill(values) // what the first row leaves empty a later one may fill
	if im.mapping.Set == nil {
		return nil
	}
	line, err := im.valuesOf(ctx, row, im.mapping.Lines, scope)
	if err == nil {
		im.addLine(it, line)
	}
	return err
}

// addLine adds a line, or its quantities to a line that it merges with.
func (im *importing) addLine(it *item, line record.Row) {
	merge := im.mapping.Meta.Lines.Merge
	for _, known := range it.lines {
		if len(merge) > 0 && sameIn(known, line, merge) {
			for _, sum := range im.mapping.Meta.Lines.Sum {
				known[sum] = addUp(known[sum], line[sum])
			}
			return
		}
	}
	it.lines = append(it.lines, line)
}

func sameIn(a, b record.Row, fields []string) bool {
	for _, f := range fields {
		if fmt.Sprint(a[f]) != fmt.Sprint(b[f]) {
			return false
		}
	}
	return true
}

// keyOf is what rows of one record have in common; "" for a record of its own.
func (im *importing) keyOf(values record.Row, cells map[string]any) string {
	var parts []string
	for _, header := range im.mapping.Meta.Group {
		parts = append(parts, fmt.Sprint(cells[header]))
	}
	if len(parts) == 0 {
		for _, field := range im.mapping.Meta.NaturalKey {
			parts = append(parts, fmt.Sprint(values[field]))
		}
	}
	return strings.Join(parts, "\x00")
}

// valuesOf reads the fields of a row, and tells what must be there and is not.
func (im *importing) valuesOf(ctx context.Context, row sheetRow, columns []catalog.MappingColumn, scope expression.Scope) (record.Row, error) {
	values := make(record.Row, len(columns))
	for i := range columns {
		c := &columns[i]
		v, err := im.valueOf(ctx, row, c, scope)
		if err != nil {
			return nil, err
		}
		if v == nil || v == "" {
			if c.Meta.Required {
				im.tellRow(RowError{Row: row.number, Column: im.titleOf(c), Cell: im.cellOf(c), Message: im.Word(im.ask.Language, "exchange.needed", fault.Params{"column": im.titleOf(c)})})
			}
			continue
		}
		put(values, c.Path, v)
	}
	return values, nil
}

func (im *importing) valueOf(ctx context.Context, row sheetRow, c *catalog.MappingColumn, scope expression.Scope) (any, error) {
	field := c.Path[len(c.Path)-1]
	text := ""
	if at, ok := im.columnOf(c); ok && at < len(row.cells) {
		text = row.cells[at]
	}
	if c.Value != nil {
		scope.Vars["value"] = text
		v, err := c.Value.Eval(ctx, scope)
		if written, isText := v.(string); isText && err == nil && written != "" {
			return im.read(field, c.Meta, written), nil
		}
		return v, err
	}
	if text == "" {
		return nil, nil
	}
	return im.read(field, c.Meta, text), nil
}

// put sets a field, or a part of a reference's key.
func put(values record.Row, path catalog.Path, v any) {
	if len(path) == 1 {
		values[path[0].Key] = v
		return
	}
	key, ok := values[path[0].Key].(map[string]any)
	if !ok {
		key = map[string]any{}
		values[path[0].Key] = key
	}
	put(key, path[1:], v)
}
