package query

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/shopspring/decimal"

	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/expression"
)

// selection is the select list of a statement; equal columns are read once. Equal are those
// whose arguments are, too: sums over this month and over the one before read alike.
type selection struct {
	columns []piece
	paths   map[int]catalog.Path // where the values of columns stand; absent: only the database tells
	numbers map[string]int
}

// addField adds the value of a field.
func (s *selection) addField(ref columnRef, path catalog.Path) int {
	at := s.add(ref.value())
	if !ref.never && ref.guard.text == "" && !ref.field.Virtual && ref.field.Rollup == nil {
		if s.paths == nil {
			s.paths = map[int]catalog.Path{}
		}
		s.paths[at] = path
	}
	return at
}

func (s *selection) add(p piece) int {
	key := p.text
	if len(p.slots) > 0 {
		key = fmt.Sprintf("%#v", p) // with types: 5 is not "5"
	}
	if n, ok := s.numbers[key]; ok {
		return n
	}
	if s.numbers == nil {
		s.numbers = map[string]int{}
	}
	n := len(s.columns)
	s.numbers[key] = n
	s.columns = append(s.columns, p)
	return n
}

// output is one member of a row's JSON.
type output struct {
	name     string // as member: `"qty":`
	key      string
	at       int // column of the value
	guard    int // column that tells whether the actor may read it here; -1: he may
	field    *catalog.Field
	label    []labelPart    // a label instead of a value
	items    *catalog.Table // the labels of a list of references to it, instead of a value
	computed *computed      // worked out instead of read
}

// shown reports whether the actor may read the value on the row of these cells.
func (o *output) shown(cells []any) bool { return o.guard < 0 || isTrue(cells[o.guard]) }

// labelPart is one of the values that name a record.
type labelPart struct {
	field *catalog.Field
	at    int
}

// computed is a value that is worked out on every reading.
type computed struct {
	program *expression.Program
	inputs  []computedInput
}

type computedInput struct {
	name  string
	field *catalog.Field
	at    int
}

// answer is what a row becomes.
type answer struct {
	outputs []output
	masked  []string // fields that the actor sees on no row, but may know of
	user    map[string]any
}

// member writes a name the way it stands in an object.
func member(key string) string { return string(catalog.AppendString(nil, key)) + ":" }

// cutRow takes the record's name off what an expression reads.
func cutRow(ref string) (string, bool) { return strings.CutPrefix(ref, "row.") }

// writer makes the outputs of a request over a source.
type writer struct {
	plain  bool // values of rows for code: no labels, nothing worked out
	source *source
	chosen *selection
	answer *answer
}

// field adds a field and, for a reference, its label.
func (w *writer) field(name string, to target) {
	ref := w.source.column(to)
	if ref.never {
		if ref.masked {
			w.answer.masked = append(w.answer.masked, name)
		}
		return
	}
	guard := -1
	if ref.guard.text != "" {
		guard = w.chosen.add(ref.guard)
	}
	field := to.field()
	if !field.InSQL() {
		w.computed(name, to, guard)
		return
	}
	out := output{name: member(name), key: name, at: w.chosen.addField(ref, to.path), guard: guard, field: field}
	w.answer.outputs = append(w.answer.outputs, out)
	if field.Item != nil && !w.plain {
		w.answer.outputs = append(w.answer.outputs, output{name: member(name + labelSuffix), at: out.at, guard: guard, items: field.Item.To})
	}
	if field.To != nil && !w.plain {
		w.label(name+labelSuffix, to, field.To, guard)
	}
}

// label adds what people read of a referenced record.
func (w *writer) label(name string, to target, of *catalog.Table, guard int) {
	parts := w.labelParts(to.path, of)
	w.answer.outputs = append(w.answer.outputs, output{name: member(name), guard: guard, label: parts, at: -1})
}

// ownLabel adds what people read of the record itself.
func (w *writer) ownLabel() {
	parts := w.labelParts(nil, w.source.root.table)
	w.answer.outputs = append(w.answer.outputs, output{name: member("_label"), guard: -1, label: parts, at: -1})
}

// labelParts reads the label's fields; what is further than the hops allow, or
// not stored, is left out.
func (w *writer) labelParts(reference catalog.Path, of *catalog.Table) []labelPart {
	return w.parts(reference, of.Label)
}

func (w *writer) parts(reference catalog.Path, label []catalog.Path) []labelPart {
	var parts []labelPart
	for _, path := range label {
		to := target{path: slices.Concat(reference, path)}
		if to.field().Virtual || to.field().Meta.Secret || len(to.path) > MaxHops+1 {
			continue
		}
		if ref := w.source.column(to); !ref.never {
			parts = append(parts, labelPart{ref.field, w.chosen.addField(ref, to.path)})
		}
	}
	return parts
}

// computed adds a virtual field with the columns that its expression reads.
func (w *writer) computed(name string, to target, guard int) {
	table := w.source.root.table
	if len(to.path) > 1 {
		table = to.path[len(to.path)-2].To
	}
	c := &computed{program: to.field().Computed}
	for _, ref := range to.field().Computed.Refs() {
		input, ok := cutRow(ref)
		if !ok {
			continue
		}
		path, ok := table.Path(input)
		full := target{path: slices.Concat(to.path[:len(to.path)-1], path)}
		if !ok || !path.Last().InSQL() || len(full.path) > MaxHops+1 {
			continue
		}
		at := w.chosen.addField(w.source.column(full), full.path)
		c.inputs = append(c.inputs, computedInput{input, path.Last(), at})
	}
	out := output{name: member(name), key: name, guard: guard, field: to.field(), computed: c}
	w.answer.outputs = append(w.answer.outputs, out)
}

// append writes a row without its closing brace into the data of a page.
func (a *answer) append(ctx context.Context, page *Page, dst []byte, cells []any) []byte {
	separator := byte('{')
	var masked []string
	for i := range a.outputs {
		out := &a.outputs[i]
		if !out.shown(cells) {
			if out.key != "" {
				masked = append(masked, out.key)
			}
			continue
		}
		dst = append(dst, separator)
		separator = ','
		dst = append(dst, out.name...)
		if out.items != nil {
			dst = page.leave(dst, out.items, cells[out.at])
			continue
		}
		dst = out.append(ctx, dst, cells, a.user)
	}
	if len(a.masked)+len(masked) > 0 {
		dst = append(dst, separator)
		dst = appendNames(append(dst, `"_masked":`...), a.masked, masked)
		separator = ','
	}
	if separator == '{' {
		dst = append(dst, '{')
	}
	return dst
}

func (o *output) append(ctx context.Context, dst []byte, cells []any, user map[string]any) []byte {
	switch {
	case o.label != nil:
		return appendLabel(dst, o.label, cells)
	case o.computed != nil:
		return o.field.AppendJSON(dst, o.computed.value(ctx, o.field, cells, user))
	case o.field == nil:
		return append(dst, "null"...)
	}
	return o.field.AppendJSON(dst, cells[o.at])
}

// appendLabel joins the values that are there with blanks.
func appendLabel(dst []byte, parts []labelPart, cells []any) []byte {
	start := len(dst)
	for _, part := range parts {
		if cells[part.at] == nil {
			continue
		}
		opening := byte(' ')
		if len(dst) == start {
			opening = '"'
		}
		dst = append(dst, opening)
		from := len(dst)
		dst = part.field.AppendJSON(dst, cells[part.at])
		if dst[from] == '"' {
			copy(dst[from:], dst[from+1:len(dst)-1])
			dst = dst[:len(dst)-2]
		}
	}
	if len(dst) == start {
		return append(dst, "null"...)
	}
	return append(dst, '"')
}

// value works a virtual field out; what cannot be worked out is null.
func (c *computed) value(ctx context.Context, field *catalog.Field, cells []any, user map[string]any) any {
	row := make(map[string]any, len(c.inputs))
	for _, input := range c.inputs {
		v, err := input.field.Decode(cells[input.at])
		if err != nil {
			return nil
		}
		row[input.name] = v
	}
	v, err := c.program.Eval(ctx, expression.Scope{Vars: map[string]any{"row": row, "user": user}})
	if err != nil {
		return nil
	}
	if n, ok := v.(decimal.Decimal); ok {
		v = n.Round(int32(field.Scale))
	}
	encoded, err := field.Encode(v)
	if err != nil {
		return nil
	}
	return encoded
}

// isTrue reads a condition as either database answers it.
func isTrue(cell any) bool { return cell == true || cell == int64(1) }

// appendNames writes names as a JSON list.
func appendNames(dst []byte, lists ...[]string) []byte {
	separator := byte('[')
	for _, names := range lists {
		for _, name := range names {
			dst = catalog.AppendString(append(dst, separator), name)
			separator = ','
		}
	}
	if separator == '[' {
		dst = append(dst, '[')
	}
	return append(dst, ']')
}
