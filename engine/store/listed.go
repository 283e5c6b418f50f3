package store

import (
	"strconv"
	"strings"
)

// Kind is what a column of listed rows holds.
type Kind string

// The kinds of columns.
const (
	Integers Kind = "bigint"
	Texts    Kind = "text"
)

// Listed makes rows of values a table that a statement reads as v: from stands behind FROM
// or JOIN, with the columns column1, column2 and so on, as VALUES names them, and args in its
// place among the arguments. On PostgreSQL each column is one argument, so that a statement
// has one text, and is planned once, however many rows there are. There is at least one.
func (tx *Tx) Listed(kinds []Kind, rows [][]any) (from string, args []any) {
	if tx.Dialect() == SQLite {
		row := "(" + strings.TrimSuffix(strings.Repeat("?, ", len(kinds)), ", ") + ")"
		for _, values := range rows {
			args = append(args, values...)
		}
		return "(VALUES " + row + strings.Repeat(", "+row, len(rows)-1) + ") AS v", args
	}
	columns := make([][]any, len(kinds))
	for _, values := range rows {
		for i, v := range values {
			columns[i] = append(columns[i], v)
		}
	}
	for _, column := range columns {
		args = append(args, column)
	}
	return unnested(kinds), args
}

// unnested writes columns as PostgreSQL reads them side by side.
func unnested(kinds []Kind) string {
	arrays, names := make([]string, len(kinds)), make([]string, len(kinds))
	for i, kind := range kinds {
		arrays[i], names[i] = "?::"+string(kind)+"[]", "column"+strconv.Itoa(i+1)
	}
	return "unnest(" + strings.Join(arrays, ", ") + ") AS v(" + strings.Join(names, ", ") + ")"
}
