package plugin

import (
	"github.com/shopspring/decimal"

	"github.com/wareloom/wareloom/engine/record"
)

// ID is the id of a record; 0 when it has none yet.
func ID(row Row) int64 { return record.ID(row) }

// Int is an integer or reference of a record; 0 when empty.
func Int(row Row, key string) int64 { return record.Int(row, key) }

// Text is a text, code, choice or date of a record; "" when empty.
func Text(row Row, key string) string { return record.Text(row, key) }

// Decimal is a decimal, amount, weight or length of a record; 0 when empty.
func Decimal(row Row, key string) decimal.Decimal { return record.Decimal(row, key) }

// OrNil is a value as a column keeps it: nil for the empty one.
func OrNil[T comparable](value T) any {
	var none T
	if value == none {
		return nil
	}
	return value
}

// Bool is a yes or no of a record; false when empty.
func Bool(row Row, key string) bool { return record.Bool(row, key) }
