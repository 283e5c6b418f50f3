package access

import (
	"fmt"

	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/expression"
	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/store"
)

// Columns tells expressions what the paths of their row are in a statement. A
// reference on the way is a sub-query by primary key, so that the condition
// stands by itself in any statement.
type Columns struct {
	table  *catalog.Table
	alias  string
	rights *Rights // of who reads; nil: everything is seen
}

// NewColumns gives the columns of a table that bears a name in the statement, whoever may
// read them: what metadata and roles say of a row holds for the whole of it.
func NewColumns(table *catalog.Table, alias string) Columns { return Columns{table, alias, nil} }

// Column implements expression.Builder.
func (c Columns) Column(path []string) (expression.Column, error) {
	field, ok := c.table.Field(path[1])
	if !ok || !field.InSQL() {
		return expression.Column{}, fault.New(fault.Invalid, "expression.not_in_sql", "what", path[1])
	}
	if len(path) == 2 && field.Rollup != nil {
		return roll(c.rights, field, c.alias, column(c.alias, "id"))
	}
	own := c.seen(field)
	if len(path) == 2 {
		return own, nil
	}
	if field.To == nil {
		return expression.Column{}, fmt.Errorf("follow %s.%s: it is no reference", c.table.Key, field.Key)
	}
	next := Columns{field.To, c.alias + "r", c.rights}
	inner, err := next.Column(path[1:])
	if err != nil {
		return expression.Column{}, err
	}
	inner.SQL = "(SELECT " + inner.SQL + " FROM " + field.To.From() + " AS " + next.alias +
		" WHERE " + next.alias + `."id" = ` + own.SQL
	inner.Args = append(append([]any{}, inner.Args...), own.Args...)
	if c.rights != nil {
		named := c.rights.RowsAs(field.To, Named, next.alias)
		inner.SQL, inner.Args = inner.SQL+" AND "+named.SQL(), append(inner.Args, named.Args()...)
	}
	inner.SQL += ")"
	return inner, nil
}

// seen is a column where it may be read, and null elsewhere.
func (c Columns) seen(field *catalog.Field) expression.Column {
	made := expression.Column{SQL: column(c.alias, field.Key), Scale: int32(field.Scale)}
	if c.rights == nil {
		return made
	}
	if grant := c.rights.FieldReadAs(c.table, field, c.alias); !grant.All() {
		made.SQL, made.Args = "CASE WHEN "+grant.SQL()+" THEN "+made.SQL+" END", grant.Args()
	}
	return made
}

// column names a column of a table under its name in the statement.
func column(alias, key string) string { return alias + "." + store.Quote(key) }
