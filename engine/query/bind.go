package query

import (
	"encoding/json"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/scan"
)

// The limits of a text that is searched for.
const (
	MaxSearch = 200 // characters
	MaxWords  = 8
)

// lastRune sorts behind everything that begins with a prefix.
const lastRune = "\U0010FFFF"

// binder turns the values of a request into arguments.
type binder struct {
	values []any
	zone   *time.Location // of the days of the actor
}

// filter binds the values of a filter whose shape the leaves have.
func (b *binder) filter(f *Filter, leaves []*leaf) error {
	next := 0
	return f.leaves(func(f *Filter) error {
		l := leaves[next]
		next++
		values, err := f.values()
		if err != nil {
			return err
		}
		for i, v := range values {
			if err := b.operand(l.operands[i], v); err != nil {
				return err.On(f.place("value"))
			}
		}
		return nil
	})
}

// operand appends the arguments of one value.
func (b *binder) operand(o operand, v any) *fault.Fault {
	switch o.kind {
	case nullValue:
		return nil
	case dayValue:
		return b.day(v)
	case foldValue, textValue, prefix, foldPrefix:
		return b.text(o.kind, v)
	case byKey:
		parts, _ := v.(map[string]any)
		for i, name := range keyNames(parts) {
			if bad := b.operand(o.keys[i], parts[name]); bad != nil {
				return bad
			}
		}
		return nil
	default:
		return b.plain(o.field, v)
	}
}

// plain reads a value of a request by its field, or takes that of a row.
func (b *binder) plain(field *catalog.Field, v any) *fault.Fault {
	switch v.(type) {
	case json.Number, string, bool, map[string]any, []any:
		parsed, bad := field.Parse(v)
		if bad != nil {
			return bad
		}
		v = parsed
	}
	arg, err := field.Encode(v)
	if err != nil {
		return invalid("bad_value", "field", field.Meta.Title).Because(err)
	}
	b.values = append(b.values, arg)
	return nil
}

// day appends the start of a day and that of the next.
func (b *binder) day(v any) *fault.Fault {
	text, _ := v.(string)
	day, err := time.ParseInLocation(time.DateOnly, text, b.zone)
	if err != nil || day.Year() < 1 {
		return fault.New(fault.Invalid, "field.bad_date").Breaking("bad_date")
	}
	b.values = append(b.values, day.UnixMilli(), day.AddDate(0, 0, 1).UnixMilli())
	return nil
}

// text appends what a column is searched for.
func (b *binder) text(kind valueKind, v any) *fault.Fault {
	text, ok := v.(string)
	if !ok || !searchable(text) {
		return invalid("bad_search", "max", MaxSearch)
	}
	if kind == foldValue || kind == foldPrefix {
		text = catalog.Fold(text)
	}
	b.values = append(b.values, text)
	if kind == prefix || kind == foldPrefix {
		b.values = append(b.values, text+lastRune)
	}
	return nil
}

// searchable reports whether both databases take a text, and it is no burden.
func searchable(text string) bool {
	return utf8.ValidString(text) && utf8.RuneCountInString(text) <= MaxSearch && !strings.ContainsFunc(text, unicode.IsControl)
}

// words splits a quick search into folded words.
func words(search string) ([]string, error) {
	if search == "" {
		return nil, nil
	}
	search = scan.Spaced(search)
	if !searchable(search) {
		return nil, invalid("bad_search", "max", MaxSearch).On("search")
	}
	found := strings.Fields(catalog.Fold(search))
	if len(found) > MaxWords {
		return nil, invalid("too_many_words", "max", MaxWords).On("search")
	}
	return found, nil
}

// anyList takes a list of decoded JSON or of row values.
func anyList(v any) ([]any, bool) {
	switch v := v.(type) {
	case []any:
		return v, true
	case []int64:
		return anys(v), true
	case []string:
		return anys(v), true
	}
	return nil, false
}

func anys[T any](values []T) []any {
	out := make([]any, len(values))
	for i, v := range values {
		out[i] = v
	}
	return out
}
