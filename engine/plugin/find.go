package plugin

import (
	"context"
	"fmt"
)

// mostFound bounds the records that one code finds: a person chooses among them.
const mostFound = 10

// FindBy makes the search of a code kind among the records of a table whose fields may
// bear the code, in this order; the first names what is found. Members of the scope narrow
// it by the fields that stand for them.
func FindBy(table string, narrowed map[string]string, fields ...string) func(context.Context, Data, Code, Scope) ([]Candidate, error) {
	return func(ctx context.Context, data Data, code Code, scope Scope) ([]Candidate, error) {
		var found []Candidate
		for _, field := range fields {
			match := Row{field: code.Text}
			for member, by := range narrowed {
				if value, ok := scope[member]; ok {
					match[by] = value
				}
			}
			rows, err := data.Find(ctx, table, Where{Match: match, Limit: mostFound})
			if err != nil {
				return nil, fmt.Errorf("look up %s %q: %w", table, code.Text, err)
			}
			for _, row := range rows {
				found = append(found, Candidate{ID: ID(row), Label: Text(row, fields[0])})
			}
		}
		return found, nil
	}
}
