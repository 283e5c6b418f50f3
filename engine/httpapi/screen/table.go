package screen

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"github.com/shopspring/decimal"

	"github.com/wareloom/wareloom/engine/access"
	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/expression"
	"github.com/wareloom/wareloom/engine/meta"
)

// verbs are the rights on a table that a screen may need to know of.
var verbs = []string{"read", "lookup", "create", "update", "delete", "export", "import", "history", "print"}

// table adds a table to the screen.
func (w *compiler) table(t *catalog.Table) {
	if _, known := w.screen.Tables[t.Key]; known {
		return
	}
	compiled := &Table{Key: t.Key, Title: w.text(t.Meta.Title), Writes: t.Meta.Writer(), Label: []string{}, Fields: []Field{}, Files: t.Attaches(), Revertible: t.Meta.Revertible, Rights: w.rights(t)}
	for _, path := range t.Label {
		compiled.Label = append(compiled.Label, path.String())
	}
	w.screen.Tables[t.Key] = compiled
	for _, f := range t.Fields {
		if !w.readable(t, f) {
			continue
		}
		field := w.field(t, f)
		field.Readonly = field.Readonly || f.System || f.Meta.Derived() || !w.Rights.FieldWrite(t, f)
		if w.saysOwner(t, f.Key) {
			field.Readonly, field.Required = true, false
		}
		compiled.Fields = append(compiled.Fields, field)
	}
}

// saysOwner reports whether a field names the owner of the caller's rows: it is always the
// caller's own, and the engine fills it in.
func (w *compiler) saysOwner(t *catalog.Table, field string) bool {
	actor := w.Rights.Actor()
	owner := t.Owners[actor.UserType]
	return actor.OwnerID != 0 && owner != nil && owner.Key == field
}

// rights are the verbs and actions that the caller holds on a table.
func (w *compiler) rights(t *catalog.Table) []string {
	root := t.Root().Key
	held := []string{}
	for _, verb := range verbs {
		if w.Rights.Can(root + "." + verb) {
			held = append(held, verb)
		}
	}
	if document, ok := w.release.Document(t.Key); ok {
		for _, action := range document.Actions {
			if w.mayTake(action) {
				held = append(held, action.Key)
			}
		}
	}
	return held
}

func (w *compiler) mayTake(action *catalog.Action) bool {
	return action.Right != "" && w.Rights.Can(action.Right)
}

// readable reports whether the caller may read a field on any row.
func (w *compiler) readable(t *catalog.Table, f *catalog.Field) bool {
	grant := w.Rights.FieldRead(t, f)
	return !grant.Never() || grant.Masked
}

// readablePath reports whether every field on the way may be read; behind a
// reference the label is enough, which lookup gives.
func (w *compiler) readablePath(t *catalog.Table, path catalog.Path) bool {
	for _, f := range path {
		if !w.readable(t, f) {
			return false
		}
		if f.To != nil {
			t = f.To
		}
	}
	return len(path) == 1 || w.Rights.Can(tableOf(nil, path).Right(string(access.Lookup)))
}

// field compiles a field of a table, or a parameter where the table is nil, and
// adds its closed dropdown.
func (w *compiler) field(t *catalog.Table, f *catalog.Field) Field {
	m := f.Meta
	compiled := Field{
		Key: f.Key, Shape: w.shape(t, f), Help: w.textOr(m.Help, ""), Required: m.Required, Readonly: m.Readonly,
		Immutable: m.Immutable, TextRules: m.TextRules, Min: m.Min, Max: m.Max,
		Search: m.Search, Accept: m.Accept, Guarded: m.Guarded, Elements: m.Elements, Default: w.begin(f.Default), Computed: w.tree(f.Computed),
		Where: f.Where != nil, Fits: catalog.RecordFields(f.Fits), Brings: f.Brings != nil,
	}
	for _, rule := range f.Rules {
		if tree := w.tree(rule.Must); tree != nil {
			compiled.Rules = append(compiled.Rules, Rule{Must: tree, Message: w.text(rule.Message)})
		}
	}
	return compiled
}

// shape says how values of a field look, and adds its closed dropdown.
func (w *compiler) shape(t *catalog.Table, f *catalog.Field) Shape {
	m := f.Meta
	return Shape{
		Type: f.Type, Title: w.text(m.Title), Scale: f.Scale, Format: m.Format, Dropdown: w.dropdown(t, f), To: targetOf(f),
		Currency: m.Currency, Unit: m.Unit,
	}
}

// targetOf is the table whose records a field refers to; "" for none.
func targetOf(f *catalog.Field) string {
	switch {
	case f.Item != nil:
		return f.Item.To.Key
	case f.To != nil:
		return f.To.Key
	}
	return ""
}

// begin gives the default of a field for the browser. One that is about the user
// alone and gives a record or a text is worked out now, since the browser knows no more of
// the user than his name.
func (w *compiler) begin(p *expression.Program) Tree {
	aside := func(ref string) bool { return !strings.HasPrefix(ref, "user.") }
	if p == nil || len(p.Refs()) == 0 || slices.ContainsFunc(p.Refs(), aside) {
		return w.tree(p)
	}
	value, err := p.Eval(w.ctx, expression.Scope{Vars: map[string]any{"user": w.Rights.Actor().Values}})
	source, ok := literalOf(value)
	if err != nil || !ok {
		return nil
	}
	literal, err := expression.Compile(source, expression.Env{}, nil)
	if err != nil {
		return nil
	}
	return w.tree(literal)
}

// literalOf spells a value as an expression; false for values that defaults about the
// user do not give.
func literalOf(value any) (string, bool) {
	switch value := value.(type) {
	case int64:
		return strconv.FormatInt(value, 10), true
	case string:
		return strconv.Quote(value), true
	}
	return "", false
}

// dropdown adds the values of a field's closed dropdown and gives its key. The
// states of a document are the values of its status.
func (w *compiler) dropdown(t *catalog.Table, f *catalog.Field) string {
	if t != nil && t.Document != nil && f.Key == catalog.StatusField && f.Dropdown == nil {
		return w.states(t.Document)
	}
	d := f.Dropdown
	if d == nil {
		return ""
	}
	if _, known := w.screen.Dropdowns[d.Key]; known || d.Source != nil || d.Open {
		return d.Key
	}
	aliased := slices.ContainsFunc(d.Items, func(item meta.DropdownItem) bool { return len(item.Aliases) > 0 })
	options := make([]Option, len(d.Items))
	for i, item := range d.Items {
		options[i] = Option{Value: item.Key, Label: w.text(item.Title), Phase: item.Phase}
		if aliased {
			options[i].Also = slices.DeleteFunc(slices.Compact(item.Spellings()), func(text string) bool { return text == options[i].Label })
		}
	}
	w.screen.Dropdowns[d.Key] = options
	return d.Key
}

// states adds the states of a document as choices.
func (w *compiler) states(d *catalog.Document) string {
	options := make([]Option, len(d.States))
	for i, s := range d.States {
		options[i] = Option{Value: s.Key, Label: w.text(s.Meta.Title), Phase: s.Meta.Phase}
	}
	key := d.Key + "_" + catalog.StatusField
	w.screen.Dropdowns[key] = options
	return key
}

// tableOf is the table that the last field of a path belongs to.
func tableOf(t *catalog.Table, path catalog.Path) *catalog.Table {
	if len(path) > 1 {
		return path[len(path)-2].To
	}
	return t
}

func (w *compiler) fields(all []*catalog.Field) []Field {
	compiled := make([]Field, len(all))
	for i, f := range all {
		compiled[i] = w.field(nil, f)
	}
	return compiled
}

// Plain gives a value as answers show it: decimals as numbers with exact digits.
func Plain(value any) any {
	if n, ok := value.(decimal.Decimal); ok {
		return json.Number(n.String())
	}
	return value
}

// proposed reports whether a parameter begins with what the browser cannot work out:
// it does not have the record that the action is taken on.
func (w *compiler) proposed(f *catalog.Field) bool {
	if f.Default == nil {
		return false
	}
	aside := func(ref string) bool { return !strings.HasPrefix(ref, "user.") }
	return w.begin(f.Default) == nil || slices.ContainsFunc(f.Default.Refs(), aside)
}
