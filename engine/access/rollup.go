package access

import (
	"context"
	"fmt"

	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/expression"
	"github.com/wareloom/wareloom/engine/meta"
	"github.com/wareloom/wareloom/engine/store"
)

// Rolled writes a roll-up for the records of a table that bears a name in the statement,
// as the actor would work it out himself: over the rows that he may read and on which he
// may read the reference, with the values that he may read. What he may not read is null
// to it and to its condition.
func Rolled(rights *Rights, f *catalog.Field, alias string) (expression.Column, error) {
	return roll(rights.orNil(), f, alias, column(alias, "id"))
}

// orNil is nil for the system, which sees everything.
func (r *Rights) orNil() *Rights {
	if r.system {
		return nil
	}
	return r
}

// Moves reports whether a roll-up changes with the time while no record does.
func Moves(r *catalog.Rollup) bool { return r.Where != nil && CallsFunction(r.Where) }

// Rolls gives the roll-ups of single records, over all rows, for conditions that judge
// the whole. A record that is not kept yet is referred to by none.
func Rolls(tx *store.Tx, release *catalog.Release) expression.Roller {
	return func(ctx context.Context, key string, record map[string]any, field string) (any, error) {
		table, err := release.Table(key)
		if err != nil {
			return nil, err
		}
		f, known := table.Field(field)
		if !known || f.Rollup == nil {
			return nil, nil
		}
		rolled, err := roll(nil, f, Alias, "CAST(? AS bigint)", record["id"])
		if err != nil {
			return nil, err
		}
		var value any
		if err := tx.QueryRow(ctx, "SELECT "+rolled.SQL, rolled.Args...).Scan(&value); err != nil {
			return nil, fmt.Errorf("roll up %s.%s: %w", key, field, err)
		}
		return f.Decode(value)
	}
}

// roll writes a roll-up of the record with an id.
func roll(rights *Rights, f *catalog.Field, alias, id string, ofID ...any) (expression.Column, error) {
	r, of := f.Rollup, Columns{f.Rollup.Of, alias + "u", rights}
	figure, args := "count(*)", []any{}
	if r.Field != nil {
		value := of.seen(r.Field)
		figure, args = rollFigure(r.Fn, value)
	}
	where := column(of.alias, r.By.Key) + " = " + id
	args = append(args, ofID...)
	for _, p := range of.shown(r.By) {
		where, args = where+" AND "+p.SQL(), append(args, p.Args()...)
	}
	if r.Where != nil {
		text, more, err := r.Where.SQL(context.Background(), expression.Scope{}, of)
		if err != nil {
			return expression.Column{}, fmt.Errorf("roll up %s: %w", f.Key, err)
		}
		where, args = where+" AND "+text, append(args, more...)
	}
	text := "(SELECT " + figure + " FROM " + r.Of.From() + " AS " + of.alias + " WHERE " + where + ")"
	return expression.Column{SQL: text, Args: args, Scale: int32(f.Scale)}, nil
}

// rollFigure writes the figure over a value. A sum is put together of two, since SQLite
// refuses one beyond 64 bits; what is beyond the digits of any figure is null. Nothing
// adds up to zero, and has no first.
func rollFigure(fn string, value expression.Column) (string, []any) {
	times := func(n int) (args []any) {
		for range n {
			args = append(args, value.Args...)
		}
		return args
	}
	switch fn {
	case meta.RollSum:
		high, low := "sum("+value.SQL+" / 1000000000)", "sum("+value.SQL+" % 1000000000)"
		return "CASE WHEN count(" + value.SQL + ") = 0 THEN 0 WHEN abs(" + high + ") < 1000000000 THEN CAST(" + high + " * 1000000000 + " + low + " AS bigint) END", times(4)
	case meta.RollDistinct:
		return "count(DISTINCT " + value.SQL + ")", times(1)
	}
	return fn + "(" + value.SQL + ")", times(1)
}

// shown are the conditions on the rows that are seen, and on which a field is.
func (c Columns) shown(f *catalog.Field) []Predicate {
	if c.rights == nil {
		return nil
	}
	var all []Predicate
	for _, p := range []Predicate{c.rights.RowsAs(c.table, Read, c.alias), c.rights.FieldReadAs(c.table, f, c.alias).Predicate} {
		if !p.All() {
			all = append(all, p)
		}
	}
	return all
}

// rolls reports whether the actor sees anything of what a field rolls up: rows of the
// table, with the reference and the value.
func (r *Rights) rolls(f *catalog.Rollup, alias string) bool {
	alias += "u"
	sees := func(field *catalog.Field) bool { return field == nil || !r.FieldReadAs(f.Of, field, alias).Never() }
	return !r.RowsAs(f.Of, Read, alias).Never() && sees(f.By) && sees(f.Field)
}
