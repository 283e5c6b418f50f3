package record

import "github.com/shopspring/decimal"

// ID is the id of a record; 0 when it has none yet.
func ID(row Row) int64 { return Int(row, "id") }

// Int is an integer or reference of a record; 0 when empty.
func Int(row Row, key string) int64 {
	n, _ := row[key].(int64)
	return n
}

// IDs are the records of a list of references; none when empty.
func IDs(row Row, key string) []int64 {
	ids, _ := row[key].([]int64)
	return ids
}

// Text is a text, code, choice or date of a record; "" when empty.
func Text(row Row, key string) string {
	text, _ := row[key].(string)
	return text
}

// Decimal is a decimal, amount, weight or length of a record; 0 when empty.
func Decimal(row Row, key string) decimal.Decimal {
	switch v := row[key].(type) {
	case decimal.Decimal:
		return v
	case int64:
		return decimal.NewFromInt(v)
	default:
		return decimal.Zero
	}
}

// Bool is a yes or no of a record; false when empty.
func Bool(row Row, key string) bool {
	yes, _ := row[key].(bool)
	return yes
}
