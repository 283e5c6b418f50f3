package query

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"hash/fnv"
	"strings"
	"unicode/utf8"

	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/meta"
)

// longestCursor bounds what is decoded at all.
const longestCursor = 1 << 17 // bytes

// cursor is the place behind a row in an order: the row's sort keys as the
// database holds them. It tells only what the actor has read, and moving it by
// hand leads nowhere but to another place among the rows he may see.
type cursor struct {
	values []any
}

// seal ties a cursor to the table and order it was made for.
func seal(table *catalog.Table, sort []string) uint32 {
	h := fnv.New32a()
	fmt.Fprint(h, table.Key, len(sort), strings.Join(sort, ","))
	return h.Sum32()
}

// encode writes the cursor behind a row.
func encodeCursor(seal uint32, keys []orderKey, cells []any) (string, error) {
	values := make([]any, 1, len(keys)+1)
	values[0] = seal
	for _, key := range keys {
		v := cells[key.at]
		if n, ok := v.(int64); ok && key.to.field().Family() == meta.FamilyTruth {
			v = n != 0
		}
		values = append(values, v)
	}
	text, err := json.Marshal(values)
	if err != nil {
		return "", fmt.Errorf("write cursor: %w", err)
	}
	return base64.RawURLEncoding.EncodeToString(text), nil
}

// readCursor reads what a request gives as cursor; nil for "". The fault is
// Invalid query.bad_cursor.
func readCursor(text string, seal uint32) (*cursor, error) {
	if text == "" {
		return nil, nil
	}
	if len(text) > longestCursor {
		return nil, badCursor()
	}
	decoded, err := base64.RawURLEncoding.DecodeString(text)
	if err != nil {
		return nil, badCursor()
	}
	decoder := json.NewDecoder(bytes.NewReader(decoded))
	decoder.UseNumber()
	var values []any
	if err := decoder.Decode(&values); err != nil || len(values) < 2 || values[0] != json.Number(fmt.Sprint(seal)) {
		return nil, badCursor()
	}
	return &cursor{values: values[1:]}, nil
}

func badCursor() *fault.Fault { return invalid("bad_cursor").On("cursor") }

// bind appends the arguments of a cursor.
func (b *binder) cursor(c *cursor, keys []orderKey) error {
	if c == nil {
		return nil
	}
	for i, v := range c.values {
		if v == nil {
			continue
		}
		arg, ok := cursorValue(keys[i].to.field(), v)
		if !ok {
			return badCursor()
		}
		b.values = append(b.values, arg)
	}
	return nil
}

// cursorValue checks that a value is one of the field's column.
func cursorValue(field *catalog.Field, v any) (any, bool) {
	family := field.Family()
	isText := family.AsText() && family.Ordered()
	switch v := v.(type) {
	case string:
		return v, isText && utf8.ValidString(v) && !strings.ContainsRune(v, 0)
	case bool:
		return v, family == meta.FamilyTruth
	case json.Number:
		n, err := v.Int64()
		return n, err == nil && !isText && family != meta.FamilyTruth
	}
	return nil, false
}

// after writes the condition for the rows behind a cursor, whose arguments begin
// with number first.
func (c *cursor) after(keys []orderKey, first int) (piece, error) {
	if len(c.values) != len(keys) {
		return piece{}, badCursor()
	}
	numbers := make([]int, len(keys))
	for i, v := range c.values {
		numbers[i] = first
		if v != nil {
			first++
		}
	}
	var behind piece
	for i := len(keys) - 1; i >= 0; i-- {
		key, isNull := keys[i], c.values[i] == nil
		strictly := key.behind(isNull, numbers[i])
		if i == len(keys)-1 {
			behind = strictly
			continue
		}
		behind = glue("(", strictly, ") OR (", key.same(isNull, numbers[i]), ") AND (", behind, ")")
	}
	return every(keys[0].bound(c.values[0] == nil, numbers[0]), behind), nil
}

// behind is the condition for rows whose key comes after the cursor's.
func (k orderKey) behind(isNull bool, number int) piece {
	switch {
	case k.descending && isNull:
		return glue(k.value, " IS NOT NULL")
	case isNull:
		return raw("FALSE")
	case k.descending:
		return glue(k.value, " < ", placeholder(number))
	case k.nullable:
		return glue(k.value, " > ", placeholder(number), " OR ", k.value, " IS NULL")
	}
	return glue(k.value, " > ", placeholder(number))
}

func (k orderKey) same(isNull bool, number int) piece {
	if isNull {
		return glue(k.value, " IS NULL")
	}
	return glue(k.value, " = ", placeholder(number))
}

// bound repeats the first key's range in a form that an index serves.
func (k orderKey) bound(isNull bool, number int) piece {
	switch {
	case isNull || k.nullable && !k.descending:
		return piece{}
	case k.descending:
		return glue(k.value, " <= ", placeholder(number))
	}
	return glue(k.value, " >= ", placeholder(number))
}
