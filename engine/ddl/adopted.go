package ddl

import (
	"context"
	"fmt"
	"iter"
	"slices"
	"strings"

	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/meta"
	"github.com/wareloom/wareloom/engine/store"
)

// held is the table whose records the database holds references to; nil where another
// program makes and removes them.
func held(t *catalog.Table) *catalog.Table {
	if t != nil && t.Adopted() {
		return nil
	}
	return t
}

// ours gives a table of a release that this package makes.
func ours(rel *catalog.Release, key string) (*catalog.Table, bool) {
	t, exists := rel.Tables[key]
	return t, exists && !t.Adopted()
}

// mostJudged is how many rows of an adopted table are asked whether their values fit.
const mostJudged = 100_000

// Unread tells which adopted tables of a release cannot be read as it says, as hazards:
// the table or a column is not there, or a field cannot have its values. Nothing is ever
// done about it here.
func Unread(ctx context.Context, db *store.DB, rel *catalog.Release) (plan Plan, err error) {
	if !rel.Adopts() {
		return nil, nil
	}
	err = db.Read(ctx, func(ctx context.Context, tx *store.Tx) error {
		known, err := OwnTables(ctx, tx, rel)
		if err != nil {
			return err
		}
		d := &differ{tx: tx, dialect: tx.Dialect()}
		for t := range tablesOf(rel) {
			if !t.Adopted() {
				continue
			}
			if known(t.Meta.Adopted.From) {
				d.unread(t, t.Meta.Adopted.From, "ddl.adopted_own", 0)
			} else if err := d.adopted(ctx, t); err != nil {
				return err
			}
		}
		plan = d.tables
		return nil
	})
	return plan, err
}

func tablesOf(rel *catalog.Release) iter.Seq[*catalog.Table] {
	return func(yield func(*catalog.Table) bool) {
		for _, t := range meta.Sorted(rel.Tables) {
			if !yield(t) {
				return
			}
		}
	}
}

// OwnTables tells of a name, as the databases compare them, whether it is that of a table
// of the engine, of the release or of one before it.
func OwnTables(ctx context.Context, tx *store.Tx, rel *catalog.Release) (func(name string) bool, error) {
	live, err := tx.Inspect(ctx)
	if err != nil {
		return nil, err
	}
	known, err := meanings(ctx, tx, live)
	if err != nil {
		return nil, err
	}
	own := map[string]bool{}
	for table, fields := range known {
		own[table] = true
		for field := range fields {
			own[catalog.LinkTable(table, field)] = true
		}
	}
	for t := range tablesOf(rel) {
		for _, f := range t.Fields {
			own[f.LinkTable] = true
		}
		own[t.Key] = own[t.Key] || !t.Adopted()
	}
	return func(name string) bool { return own[strings.ToLower(name)] || tx.Owns(name) }, nil
}

// unread notes what stands against reading an adopted table.
func (d *differ) unread(t *catalog.Table, name, key string, rows int) {
	d.tables = append(d.tables, Step{Class: Hazard, Table: t.Key, Name: name, Key: key, Rows: rows})
}

// adopted compares an adopted table with the one that is there.
func (d *differ) adopted(ctx context.Context, t *catalog.Table) error {
	of, noted := t.Meta.Adopted, len(d.tables)
	there, err := d.tx.Columns(ctx, of.From)
	if err != nil {
		return err
	}
	if len(there) == 0 {
		d.unread(t, of.From, "ddl.adopted_missing", 0)
		return nil
	}
	key, exists := d.find(there, of.Key)
	switch {
	case !exists:
		d.unread(t, of.Key, "ddl.adopted_no_column", 0)
	case !catalog.SourceOf(d.dialect, key.Type).Key():
		d.unread(t, of.Key, "ddl.adopted_key", 0)
	}
	for _, f := range t.Columns() {
		if !f.System {
			d.adoptedField(t, f, there)
		}
	}
	if len(d.tables) > noted {
		return nil
	}
	return d.judge(ctx, t, key)
}

// find looks for a column by its name, as the database compares names.
func (d *differ) find(there []store.OtherColumn, name string) (store.OtherColumn, bool) {
	i := slices.IndexFunc(there, func(c store.OtherColumn) bool {
		return c.Name == name || d.dialect == store.SQLite && strings.EqualFold(c.Name, name)
	})
	if i < 0 {
		return store.OtherColumn{}, false
	}
	return there[i], true
}

func (d *differ) adoptedField(t *catalog.Table, f *catalog.Field, there []store.OtherColumn) {
	c, exists := d.find(there, t.Meta.Adopted.Column(f.Key))
	source := catalog.SourceOf(d.dialect, c.Type)
	switch {
	case !exists:
		d.unread(t, t.Meta.Adopted.Column(f.Key), "ddl.adopted_no_column", 0)
	case !source.Fills(f):
		d.unread(t, f.Key, "ddl.adopted_type", 0)
	case source.Cuts(f):
		d.unread(t, f.Key, "ddl.adopted_digits", 0)
	}
}

// judge asks the rows, of a large table the first ones, whether the key tells them apart
// and the fields can have the values.
func (d *differ) judge(ctx context.Context, t *catalog.Table, key store.OtherColumn) error {
	of := t.Meta.Adopted
	rows := fmt.Sprintf(" from (select * from %s limit %d) as a", store.Quote(of.From), mostJudged)
	if !key.Alone || !key.NotNull {
		name := "a." + store.Quote(of.Key)
		twice, err := d.number(ctx, "select count(*) - count(distinct "+name+")"+rows)
		if err != nil {
			return fmt.Errorf("judge the key of %s: %w", of.From, err)
		}
		if twice > 0 {
			d.unread(t, of.Key, "ddl.adopted_twice", twice)
		}
	}
	for _, f := range t.Columns() {
		if f.System {
			continue
		}
		name := "a." + store.Quote(of.Column(f.Key))
		lost, err := d.number(ctx, "select count("+name+") - count("+f.Adopt(d.dialect, name)+")"+rows)
		if err != nil {
			return fmt.Errorf("judge %s of %s: %w", f.Key, of.From, err)
		}
		if lost > 0 {
			d.unread(t, f.Key, "ddl.adopted_values", lost)
		}
	}
	return nil
}
