package record

import (
	"fmt"
	"strconv"
	"strings"
	"sync"

	"github.com/Masterminds/squirrel"

	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/store"
)

// keptStatements is how many statements of a table are kept. Clients choose which
// columns an update has; real work chooses few.
const keptStatements = 1024

// statements keeps the texts of a table's statements by their shape, so that each is
// written once. When it is full it starts over.
type statements struct {
	mu    sync.RWMutex
	texts map[string]string
}

// text gives the statement of a shape; write builds it, its arguments do not count.
func (s *statements) text(shape string, write func() squirrel.Sqlizer) (string, error) {
	s.mu.RLock()
	text, known := s.texts[shape]
	s.mu.RUnlock()
	if known {
		return text, nil
	}
	text, _, err := write().ToSql()
	if err != nil {
		return "", fmt.Errorf("write statement: %w", err)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.texts == nil || len(s.texts) >= keptStatements {
		s.texts = map[string]string{}
	}
	s.texts[shape] = text
	return text, nil
}

// insertText adds n rows.
func (p *plan) insertText(n int) (string, error) {
	return p.statements.text("insert "+strconv.Itoa(n), func() squirrel.Sqlizer {
		names := p.columns()
		statement := squirrel.Insert(p.name).Columns(names...)
		for range n {
			statement = statement.Values(make([]any, len(names))...)
		}
		return statement
	})
}

// insertColumnsText adds records by columns of a shape.
func (p *plan) insertColumnsText(shape string) (string, error) {
	return p.statements.text("insert "+shape, func() squirrel.Sqlizer {
		return squirrel.Expr("INSERT INTO " + p.name + " (" + strings.Join(p.columns(), ", ") + ") " + source(shape, typesOf(p.stored, p.folded)))
	})
}

// columns are the names of what an insertion fills.
func (p *plan) columns() []string {
	names := make([]string, 0, len(p.stored)+len(p.folded))
	for _, f := range p.stored {
		names = append(names, store.Quote(f.Key))
	}
	for _, f := range p.folded {
		names = append(names, store.Quote(f.FoldColumn()))
	}
	return names
}

// updateText sets columns, known by their key, of one record that has the version it
// was read in.
func (p *plan) updateText(key string, columns []column) (string, error) {
	return p.statements.text("update "+key, func() squirrel.Sqlizer {
		statement := squirrel.Update(p.name).Where("id = ? AND version = ?")
		for _, column := range columns {
			statement = statement.Set(column.name(), nil)
		}
		return statement
	})
}

// updateAllText sets columns of several records by one list of values: id, version and the
// columns of each. The list, which listed writes, needs the types of its columns said; its
// columns are column1, column2 and so on.
func (p *plan) updateAllText(dialect store.Dialect, shape, key string, columns []column, listed func(types []string) string) (string, error) {
	return p.statements.text("update "+shape+" "+key, func() squirrel.Sqlizer {
		types, statement := []string{"bigint", "bigint"}, squirrel.Update(p.name+" AS t")
		for i, column := range columns {
			types = append(types, bareType(column.field, dialect))
			statement = statement.Set(column.name(), squirrel.Expr("v.column"+strconv.Itoa(i+3)))
		}
		return statement.From("(" + listed(types) + ") AS v").Where("t.id = v.column1 AND t.version = v.column2")
	})
}

// valuesOf lists n records.
func valuesOf(types []string, n int) string {
	row := "(CAST(? AS " + strings.Join(types, "), CAST(? AS ") + "))"
	return "VALUES " + row + strings.Repeat(", "+row, n-1)
}

// deleteText removes records by a list of their ids.
func (p *plan) deleteText() (string, error) {
	return p.statements.text("delete", func() squirrel.Sqlizer { return squirrel.Delete(p.name).Where("id in ?") })
}

// bareType is the type of a column without its collation.
func bareType(f *catalog.Field, dialect store.Dialect) string {
	name, _, _ := strings.Cut(f.ColumnType(dialect), " ")
	return name
}
