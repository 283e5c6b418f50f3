package ddl

import (
	"context"
	"fmt"
	"slices"

	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/meta"
	"github.com/wareloom/wareloom/engine/store"
)

// converted is a column whose values mean something else from now on.
type converted struct {
	column
	from   meaning
	value  string // expression of the value in the new meaning; "" where it stays
	retype bool   // the column has another database type, and no value
	same   bool   // every value stays as it is written, and so does the column
}

// breaksOthers reports a change after which a program that takes the values for what
// they meant before would misread them, or write what means nothing.
func (c converted) breaksOthers() bool {
	return !c.same || !catalog.TraitsOf(c.from.Type).Any || !c.field.Traits.Any
}

// written are the families whose values are texts of one form in the database. A value
// may come to mean another type of them, if every single one can, and so among figures.
var written = []meta.Family{meta.FamilyWords, meta.FamilyChoice, meta.FamilyDay}

// convert plans the change of a column's meaning. Where values stand against it they
// are noted, with the number of rows, and it gives false.
func (d *differ) convert(ctx context.Context, w *table, c column, old store.ColumnInfo, info store.TableInfo, ch *changes) (bool, error) {
	from, retype := d.before(w, c, info), !sameKind(old, c)
	if from == meaningOf(w.of, c) && !retype {
		return true, nil
	}
	change, err := d.conversion(ctx, w, c, from, retype)
	switch {
	case err != nil:
		return false, err
	case change == nil:
		ch.hindered = append(ch.hindered, c.name)
		return false, nil
	}
	ch.converted = append(ch.converted, *change)
	return true, nil
}

// converts reports whether a column's values come to mean something else.
func (ch *changes) converts(name string) (converted, bool) {
	i := slices.IndexFunc(ch.converted, func(c converted) bool { return c.name == name })
	if i < 0 {
		return converted{}, false
	}
	return ch.converted[i], true
}

// changesMeaning is converts without what it is converted to.
func (ch *changes) changesMeaning(name string) bool {
	_, changes := ch.converts(name)
	return changes
}

// conversion chooses the rule for a change. Null means nothing in every type.
func (d *differ) conversion(ctx context.Context, w *table, c column, from meaning, retype bool) (*converted, error) {
	to := meaningOf(w.of, c)
	switch {
	case !retype && bothIn([]meta.Family{meta.FamilyFigure}, from, to):
		return d.rescale(ctx, w, c, from)
	case !retype && bothIn(written, from, to):
		return d.reread(ctx, w, c, from)
	}
	key := "ddl.type_change"
	if from.Type == to.Type && !retype {
		key = "ddl.target_change"
	}
	return d.unless(ctx, w, &converted{column: c, from: from, retype: retype}, store.Quote(c.name)+" is not null", key)
}

func bothIn(families []meta.Family, a, b meaning) bool {
	in := func(m meaning) bool { return slices.Contains(families, catalog.TraitsOf(m.Type).Family) }
	return in(a) && in(b)
}

// unless gives the conversion where a condition holds for no row, and otherwise
// notes the hazard.
func (d *differ) unless(ctx context.Context, w *table, c *converted, lost, key string) (*converted, error) {
	rows, err := d.count(ctx, w, lost)
	if err != nil {
		return nil, err
	}
	if rows > 0 {
		d.hazard(w, c.name, key, rows)
		return nil, nil
	}
	return c, nil
}

// rescale gives figures another number of decimals, if each can be kept. A count is a
// figure without decimals.
func (d *differ) rescale(ctx context.Context, w *table, c column, from meaning) (*converted, error) {
	name, made := store.Quote(c.name), &converted{column: c, from: from}
	lost, key := "1 = 0", "ddl.too_long"
	if c.scale > from.Scale {
		made.value = fmt.Sprintf("%s * %d", name, power(c.scale-from.Scale))
	}
	if c.scaled {
		lost = fmt.Sprintf("abs(%s) > %d", name, catalog.LargestScaled/power(max(c.scale-from.Scale, 0)))
	}
	if c.scale < from.Scale {
		made.value = fmt.Sprintf("%s / %d", name, power(from.Scale-c.scale))
		lost, key = fmt.Sprintf("%s %% %d <> 0", name, power(from.Scale-c.scale)), "ddl.decimals_lost"
	}
	return d.unless(ctx, w, made, lost, key)
}

// reread keeps texts that mean another type, if every one of them is a value of that
// type and is written alike. Only the field can tell, so the values are read.
func (d *differ) reread(ctx context.Context, w *table, c column, from meaning) (*converted, error) {
	made := &converted{column: c, from: from, same: true}
	if from.Type == c.field.Type {
		return made, nil
	}
	name := store.Quote(c.name)
	var values []struct {
		Value string `db:"value"`
		Rows  int    `db:"rows"`
	}
	question := fmt.Sprintf(`select %[1]s as value, count(*) as "rows" from %[2]s where %[1]s is not null group by %[1]s`, name, store.Quote(w.of.Key))
	if err := d.tx.Select(ctx, &values, question); err != nil {
		return nil, fmt.Errorf("read the values of %s: %w", c.name, err)
	}
	rows := 0
	for _, v := range values {
		if !takes(c.field, v.Value) {
			rows += v.Rows
		}
	}
	if rows > 0 {
		d.hazard(w, c.name, "ddl.other_values", rows)
		return nil, nil
	}
	return made, nil
}

// takes reports whether a text is how the database keeps a value of a field.
func takes(f *catalog.Field, text string) bool {
	if f.Dropdown != nil && f.Dropdown.Of != "" {
		return true // a language or a template may have gone since
	}
	value, bad := f.Parse(text)
	if bad != nil || value == nil || f.Family() == meta.FamilyChoice && f.Values == nil {
		return false
	}
	kept, err := f.Encode(value)
	return err == nil && kept == text
}
