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
	table *catalog.Table
	alias string
}

// NewColumns gives the columns of a table that bears a name in the statement.
func NewColumns(table *catalog.Table, alias string) Columns { return Columns{table, alias} }

// Column implements expression.Builder.
func (c Columns) Column(path []string) (expression.Column, error) {
	field, ok := c.table.Field(path[1])
	if !ok || field.Virtual {
		return expression.Column{}, fault.New(fault.Invalid, "expression.not_in_sql", "what", path[1])
	}
	if len(path) == 2 {
		return expression.Column{SQL: column(c.alias, field.Key), Scale: int32(field.Scale)}, nil
	}
	if field.To == nil {
		return expression.Column{}, fmt.Errorf("follow %s.%s: it is no reference", c.table.Key, field.Key)
	}
	next := Columns{field.To, c.alias + "r"}
	inner, err := next.Column(path[1:])
	if err != nil {
		return expression.Column{}, err
	}
	inner.SQL = "(SELECT " + inner.SQL + " FROM " + store.Quote(field.To.Key) + " AS " + next.alias +
		" WHERE " + next.alias + `."id" = ` + column(c.alias, field.Key) + ")"
	return inner, nil
}

// column names a column of a table under its name in the statement.
func column(alias, key string) string { return alias + "." + store.Quote(key) }
