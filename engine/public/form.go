package public

import (
	"context"
	"encoding/json"
	"fmt"
	"html/template"
	"slices"
	"strings"

	"github.com/wareloom/wareloom/engine/access"
	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/expression"
	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/meta"
	"github.com/wareloom/wareloom/engine/record"
	"github.com/wareloom/wareloom/engine/store"
)

// Input is a field that a visitor fills in.
type Input struct {
	Key, Title, Help, Type, Value string
	Required                      bool
	MaxLength                     int
	Choices                       []Choice
	Refusal                       template.HTML
}

// Choice is a value that may be chosen.
type Choice struct{ Value, Title string }

// form shows a form: empty, or as it was sent and refused, or with the words for one
// that was taken.
func (m *making) form(b *catalog.PageBlock, made *Block) {
	if m.visit.Sent == b.Meta.Key {
		made.Notice = in(b.Meta.Done, m.visit.Language)
		return
	}
	refused := map[string]template.HTML{}
	again := m.visit.Block == b.Meta.Key && m.visit.Refused != nil
	if again {
		made.Refusal, refused = m.refusals(b)
	}
	for _, f := range b.Asks {
		input := Input{Key: f.Key, Title: f.Meta.Title.In(m.visit.Language), Type: f.Type, Required: f.Required(), MaxLength: f.Meta.MaxLength, Refusal: refused[f.Key]}
		if f.Meta.Help != nil {
			input.Help = f.Meta.Help.In(m.visit.Language)
		}
		if again {
			input.Value = m.visit.Given[f.Key]
		}
		if f.Dropdown != nil {
			for _, item := range f.Dropdown.Items {
				input.Choices = append(input.Choices, Choice{item.Key, item.Title.In(m.visit.Language)})
			}
		}
		made.Inputs, made.Files = append(made.Inputs, input), made.Files || f.HoldsFile()
	}
}

// refusals words what was refused: by field, and the rest for the whole form.
func (m *making) refusals(b *catalog.PageBlock) (whole template.HTML, byField map[string]template.HTML) {
	byField = map[string]template.HTML{}
	all := m.visit.Refused.Errors
	if len(all) == 0 {
		all = []*fault.Fault{m.visit.Refused}
	}
	for _, one := range all {
		words := template.HTML(m.Word(one, m.visit.Language)) //nolint:gosec // what it tells of is escaped
		if slices.ContainsFunc(b.Asks, func(f *catalog.Field) bool { return f.Key == one.Path }) {
			byField[one.Path] = beside(byField[one.Path], words)
		} else {
			whole = beside(whole, words)
		}
	}
	return whole, byField
}

// beside puts words below others.
func beside(others, words template.HTML) template.HTML {
	if others == "" {
		return words
	}
	return others + "<br>" + words
}

// Send makes a record of what a form sends. The faults are those of a save.
//
// NotFound: what the address names is not there for strangers.
func (p *Pages) Send(ctx context.Context, tx *store.Tx, release *catalog.Release, visit Visit) error {
	b := formOf(visit)
	if b == nil {
		return fault.New(fault.NotFound, "request.unknown_route")
	}
	rights := access.System(release, "page "+visit.Page.Key)
	row := record.Row{}
	if b.Meta.Changes() {
		id, err := p.changed(ctx, tx, release, visit, b)
		if err != nil {
			return err
		}
		row["id"] = id
	}
	for _, f := range b.Asks {
		if text := strings.TrimSpace(visit.Given[f.Key]); text != "" {
			row[f.Key] = valueOf(f, text)
		}
	}
	if b.Meta.Changes() && len(row) == 1 {
		return fault.New(fault.Invalid, "page.nothing_sent")
	}
	for key, program := range b.With {
		value, err := program.Eval(ctx, expression.Scope{Vars: map[string]any{"user": map[string]any{"language": visit.Language}}})
		if err != nil {
			return fmt.Errorf("value of %s: %w", key, err)
		}
		row[key] = value
	}
	_, err := p.Records.Save(ctx, tx, rights, b.Table.Key, row)
	return err
}

// changed is the record that a form changes.
func (p *Pages) changed(ctx context.Context, tx *store.Tx, release *catalog.Release, visit Visit, b *catalog.PageBlock) (int64, error) {
	told, err := p.making(ctx, tx, release, visit).addressed(ctx, b)
	return told.ID, err
}

// formOf is the form of a page that was sent; nil when it has none such.
func formOf(visit Visit) *catalog.PageBlock {
	for i := range visit.Page.Blocks {
		if b := &visit.Page.Blocks[i]; b.Meta.Kind == meta.BlockForm && b.Meta.Key == visit.Block {
			return b
		}
	}
	return nil
}

// Files are the fields of the form that was sent which take files.
func (v *Visit) Files() (fields []*catalog.Field) {
	if b := formOf(*v); b != nil {
		fields = slices.DeleteFunc(slices.Clone(b.Asks), func(f *catalog.Field) bool { return !f.HoldsFile() })
	}
	return fields
}

// valueOf is what was typed as the value of a field.
func valueOf(f *catalog.Field, text string) any {
	switch f.Type {
	case meta.TypeInteger:
		return json.Number(text)
	case meta.TypeBoolean:
		return text == "true"
	}
	return text
}
