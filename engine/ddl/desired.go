package ddl

import (
	"context"
	"fmt"
	"strings"

	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/expression"
	"github.com/wareloom/wareloom/engine/meta"
	"github.com/wareloom/wareloom/engine/store"
)

// table is a table as the release wants it.
type table struct {
	of      *catalog.Table
	columns []column
	checks  []check
	indexes []index
}

// column is a column as the release wants it.
type column struct {
	name     string
	kind     string // column type
	required bool
	initial  string // literal for the rows that are there already; "" for none
	copies   string // column whose values those rows take instead; "" for none
	to       *catalog.Table
	cascade  bool
	scaled   bool // a scaled integer
	scale    int
	field    *catalog.Field // nil for a folded column
	folds    *catalog.Field // the field whose folded text it is; nil for none
	fills    bool           // SQLite puts the initial value in the place of null
}

// filler is what fills the column in where a row has nothing: a literal, or the column that it
// copies; "" for nothing.
func (c column) filler() string {
	if c.copies != "" {
		return store.Quote(c.copies)
	}
	return c.initial
}

// check is a condition of a table.
type check struct{ name, that string }

// index is an index; unique ones keep keys apart.
type index struct {
	name    string
	unique  bool
	columns []string // expressions
	where   string   // "" for all rows
}

// wanted describes what a release wants of a table.
func wanted(ctx context.Context, t *catalog.Table, dialect store.Dialect) (*table, error) {
	w := &table{of: t}
	for _, f := range t.Columns() {
		c, err := columnOf(ctx, f, dialect)
		if err != nil {
			return nil, fmt.Errorf("column %s.%s: %w", t.Key, f.Key, err)
		}
		w.columns = append(w.columns, c)
		if c.scaled {
			w.checks = append(w.checks, rangeCheck(t, c))
		}
		if f.Folded {
			w.columns = append(w.columns, column{name: f.FoldColumn(), kind: c.kind, folds: f})
		}
	}
	for _, k := range t.Checks {
		that, err := w.literalSQL(ctx, k.Must, dialect)
		if err != nil {
			return nil, fmt.Errorf("check %s of %s: %w", k.Key, t.Key, err)
		}
		w.checks = append(w.checks, check{k.Name, that})
	}
	return w, w.index(ctx, dialect)
}

func columnOf(ctx context.Context, f *catalog.Field, dialect store.Dialect) (column, error) {
	c := column{name: f.Key, field: f, kind: f.ColumnType(dialect), required: f.Required(), cascade: f.Meta.OnDelete == "cascade", scale: f.Scale}
	c.scaled = f.ExpressionType() == expression.Decimal
	switch {
	case !f.System:
		c.to = held(f.To)
	case f.Key == "updated_at": // of records that could not change so far
		c.copies = "created_at"
	}
	if f.Default == nil || len(f.Default.Refs()) > 0 {
		return c, nil
	}
	value, err := f.Default.Eval(ctx, expression.Scope{})
	if err != nil || value == nil {
		return c, err
	}
	encoded, err := f.Encode(value)
	if err != nil {
		return c, err
	}
	c.initial, err = literal(encoded, dialect)
	return c, err
}

// rangeCheck keeps 15 digits. Its name tells the scale, which the column itself
// does not: 150 is 1.50 or 15.0.
func rangeCheck(t *catalog.Table, c column) check {
	name := store.Quote(c.name)
	return check{
		name: scaleName(t.Key, c.name, c.scale),
		that: fmt.Sprintf("%s BETWEEN -%d AND %d", name, catalog.LargestScaled, catalog.LargestScaled),
	}
}

// index adds the indexes of the table, and one for the head of a line table
// where none begins with it.
func (w *table) index(ctx context.Context, dialect store.Dialect) error {
	for _, u := range w.of.Uniques {
		where, err := w.literalSQL(ctx, u.Where, dialect)
		if err != nil {
			return fmt.Errorf("unique key %s of %s: %w", u.Key, w.of.Key, err)
		}
		w.indexes = append(w.indexes, index{name: u.Name, unique: true, columns: keyColumns(u), where: where})
	}
	for _, x := range w.of.Indexes {
		where, err := w.literalSQL(ctx, x.Where, dialect)
		if err != nil {
			return fmt.Errorf("index %s of %s: %w", x.Key, w.of.Key, err)
		}
		w.indexes = append(w.indexes, index{name: x.Name, columns: quoted(x.Fields), where: where})
	}
	return nil
}

func quoted(fields []*catalog.Field) []string {
	names := make([]string, len(fields))
	for i, f := range fields {
		names[i] = store.Quote(f.Key)
	}
	return names
}

// keyColumns writes the columns of a unique key. Databases take two nulls as
// different; where metadata takes them as equal, null becomes a value that no
// field holds.
func keyColumns(u *catalog.Unique) []string {
	columns := quoted(u.Fields)
	for i, f := range u.Fields {
		if !u.Distinct && !f.Filled() {
			columns[i] = notNull(columns[i], f)
		}
	}
	return columns
}

// notNull writes a column with a value in place of null that it never has.
func notNull(column string, f *catalog.Field) string {
	switch {
	case f.Family() == meta.FamilyTruth:
		return "coalesce(CAST(" + column + " AS text), '')"
	case f.Family().AsNumber():
		return store.InKey(column)
	}
	return "coalesce(" + column + ", '')"
}

// create writes the statement that makes the table under a name. PostgreSQL gets
// foreign keys afterwards, since tables refer to each other in circles.
func (w *table) create(name string, dialect store.Dialect, hidden []column) string {
	var parts []string
	for _, c := range append(append([]column{}, w.columns...), hidden...) {
		part := c.definition()
		if dialect == store.SQLite {
			part += c.references()
		}
		parts = append(parts, part)
	}
	for _, k := range w.checks {
		parts = append(parts, k.definition())
	}
	statement := "CREATE TABLE " + store.Quote(name) + " (\n\t" + strings.Join(parts, ",\n\t") + "\n)"
	if dialect == store.SQLite {
		statement += " STRICT" // a product that overflows is refused, not turned into a float
	}
	return statement
}

func (c column) definition() string {
	text := store.Quote(c.name) + " " + c.kind
	switch {
	case c.name == "id":
		text += " PRIMARY KEY"
	case c.fills:
		text += " NOT NULL ON CONFLICT REPLACE DEFAULT " + c.initial
	case c.required:
		text += " NOT NULL"
	}
	return text
}

// references writes the foreign key of the column; "" when it has none.
func (c column) references() string {
	if c.to == nil {
		return ""
	}
	text := " REFERENCES " + store.Quote(c.to.Key) + " (id)"
	if c.cascade {
		text += " ON DELETE CASCADE"
	}
	return text
}

func (k check) definition() string {
	return "CONSTRAINT " + store.Quote(k.name) + " CHECK (" + k.that + ")"
}

func (x index) create(t *catalog.Table) string {
	text := "CREATE "
	if x.unique {
		text += "UNIQUE "
	}
	text += "INDEX " + store.Quote(x.name) + " ON " + store.Quote(t.Key) + " (" + strings.Join(x.columns, ", ") + ")"
	if x.where != "" {
		text += " WHERE " + x.where
	}
	return text
}
