package store

import (
	"database/sql/driver"
	"encoding/json"
	"slices"

	"github.com/jackc/pgx/v5/pgtype"
)

// List are values of one column, of any type that a database takes and NULL among them: an
// array of PostgreSQL, whose statement says its type.
type List []any

// arguments gives the values of a statement as the database takes them. A list stands
// behind "in ?" or "not in ?": one argument, however many values it has, so that the
// statement has one text and is planned once.
func (db *DB) arguments(args []any) []any {
	var written []any // a copy, where there is a list
	for i, arg := range args {
		var list any
		switch values := arg.(type) {
		case []int64:
			list = asList(db.dialect, values)
		case []string:
			list = asList(db.dialect, values)
		case List:
			list = pgtype.FlatArray[any](values)
		default:
			continue
		}
		if written == nil {
			written = slices.Clone(args)
		}
		written[i] = list
	}
	if written == nil {
		return args
	}
	return written
}

// asList is an array of PostgreSQL, and for SQLite, which has none, its JSON. None is an
// empty one and not NULL, of which nothing is true, nor its contrary.
func asList[T int64 | string](dialect Dialect, values []T) any {
	if values == nil {
		values = []T{}
	}
	if dialect == Postgres {
		return values
	}
	return jsonList[T](values)
}

type jsonList[T int64 | string] []T

// Value implements driver.Valuer.
func (l jsonList[T]) Value() (driver.Value, error) {
	text, err := json.Marshal([]T(l))
	return string(text), err
}
