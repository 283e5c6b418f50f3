package query

import (
	"fmt"

	"github.com/Masterminds/squirrel"
)

// ToSql implements squirrel.Sqlizer. The arguments of a piece are its slots: what
// they stand for is known when a request binds its values.
func (p piece) ToSql() (string, []any, error) { // squirrel's name
	args := make([]any, len(p.slots))
	for i, s := range p.slots {
		args[i] = s
	}
	return p.text, args, nil
}

// written takes a finished statement over; its placeholders are pieces' own.
func written(statement squirrel.Sqlizer) (piece, error) {
	text, args, err := statement.ToSql()
	if err != nil {
		return piece{}, fmt.Errorf("write statement: %w", err)
	}
	out := piece{text: text, slots: make([]slot, len(args))}
	for i, arg := range args {
		out.slots[i], _ = arg.(slot)
	}
	return out, nil
}

// read begins a statement that reads columns of the source where a condition holds.
func (s *source) read(columns []piece, where piece) squirrel.SelectBuilder {
	statement := selecting(columns).From(s.root.table.From() + " AS " + s.root.alias)
	return s.joinTo(statement).Where(where)
}

// joinTo adds the source's other tables to a statement.
func (s *source) joinTo(statement squirrel.SelectBuilder) squirrel.SelectBuilder {
	return s.joinBut(nil, statement)
}

// joinBut is joinTo without one of them, that the statement has already.
func (s *source) joinBut(read *joined, statement squirrel.SelectBuilder) squirrel.SelectBuilder {
	for _, j := range s.joins {
		if j == read {
			continue
		}
		statement = statement.JoinClause(glue("LEFT JOIN "+j.table.From()+" AS "+j.alias+" ON ", j.on))
	}
	return statement
}

func selecting(columns []piece) squirrel.SelectBuilder {
	statement := squirrel.Select()
	for _, column := range columns {
		statement = statement.Column(column)
	}
	return statement
}
