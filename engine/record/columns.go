package record

import (
	"strconv"
	"strings"

	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/store"
)

// mostTogether is how many records go into one statement by columns.
const mostTogether = 1000

// byColumns are the values of several records as PostgreSQL takes them best: of each column
// what all have in common, or a list. A statement has few arguments then, and one text
// however many records there are, which is planned once.
type byColumns struct {
	alike []any // of the columns in which the records agree
	lists []any // of the others
	shape string
}

// column signs of a shape.
const (
	isAlike  = '='
	isListed = '*'
)

// columnwise turns the values of records, one after another, into those of width columns.
func columnwise(values []any, width int) byColumns {
	var b byColumns
	shape := make([]byte, width)
	for c := range width {
		shape[c] = isAlike
		for i := c + width; i < len(values) && shape[c] == isAlike; i += width {
			if !alike(values[c], values[i]) {
				shape[c] = isListed
			}
		}
		if shape[c] == isAlike {
			b.alike = append(b.alike, values[c])
			continue
		}
		list := make(store.List, 0, len(values)/width)
		for i := c; i < len(values); i += width {
			list = append(list, values[i])
		}
		b.lists = append(b.lists, list)
	}
	b.shape = string(shape)
	return b
}

// alike compares values of a database; what it does not know is told apart.
func alike(a, b any) bool {
	switch a.(type) {
	case nil, string, int64, float64, bool:
		return a == b
	}
	return false
}

// args are the arguments of source.
func (b byColumns) args() []any { return append(b.alike, b.lists...) }

// source asks for the records of a shape; their columns are column1, column2
// and so on, as those of a list of values, and of these types.
func source(shape string, types []string) string {
	var selected, lists, names []string
	for i, sign := range []byte(shape) {
		name := "column" + strconv.Itoa(i+1)
		if sign == isAlike {
			selected = append(selected, "CAST(? AS "+types[i]+") AS "+name)
			continue
		}
		selected, names = append(selected, "u."+name), append(names, name)
		lists = append(lists, "CAST(? AS "+types[i]+"[])")
	}
	return "SELECT " + strings.Join(selected, ", ") + " FROM unnest(" + strings.Join(lists, ", ") + ") AS u (" + strings.Join(names, ", ") + ")"
}

// insertion is the statement that adds records, and its arguments, from the values of
// all, those of a record together.
func (p *plan) insertion(dialect store.Dialect, records int, values []any) (text string, args []any, err error) {
	if dialect != store.Postgres || records == 1 {
		text, err = p.insertText(records)
		return text, values, err
	}
	b := columnwise(values, len(values)/records)
	text, err = p.insertColumnsText(b.shape)
	return text, b.args(), err
}

// typesOf are the types of columns on PostgreSQL.
func typesOf(fields ...[]*catalog.Field) (types []string) {
	for _, list := range fields {
		for _, f := range list {
			types = append(types, bareType(f, store.Postgres))
		}
	}
	return types
}
