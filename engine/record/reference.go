package record

import (
	"context"
	"database/sql"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/wareloom/wareloom/engine/access"
	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/store"
)

// keyedReference is a reference that the request gives by a key of its table, as
// {"code": "A1"}.
type keyedReference struct {
	change *change
	field  *catalog.Field
	parts  map[string]any
	inside *keyedReference // whose part this is; nil: the field's own value
	into   *int64          // its place in a list of references; nil: it is the field's only one
}

// name is the field that the request gave the reference for.
func (k keyedReference) name() string {
	for k.inside != nil {
		k = *k.inside
	}
	return k.field.Key
}

// take gives the reference the id that was found.
func (k keyedReference) take(id int64) {
	if k.inside != nil {
		k.inside.parts[k.field.Key] = id
		return
	}
	if k.into != nil {
		*k.into = id
		return
	}
	k.change.set(k.field, id)
}

// nested lists the parts of a key that are themselves given by a key.
func (k *keyedReference) nested() []keyedReference {
	k.parts = maps.Clone(k.parts)
	var inner []keyedReference
	for name, v := range k.parts {
		parts, isKey := v.(map[string]any)
		field, known := k.field.To.Field(name)
		if isKey && known && field.To != nil {
			inner = append(inner, keyedReference{change: k.change, field: field, parts: parts, inside: k})
		}
	}
	return inner
}

// lookup is a reference whose key is complete.
type lookup struct {
	keyedReference
	values []any // of the key's fields, as the database holds them
}

// largestKeys bounds the keys that one statement looks up.
const largestKeys = 100

// resolveKeys looks references up: those of heads first, since the keys of lines
// may need their values.
func (s *saving) resolveKeys(ctx context.Context, keyed []keyedReference) error {
	var inner []keyedReference
	for i := range keyed {
		inner = append(inner, keyed[i].nested()...)
	}
	if len(inner) > 0 {
		if err := s.resolveKeys(ctx, inner); err != nil {
			return err
		}
		keyed = slices.DeleteFunc(keyed, func(k keyedReference) bool { return s.faults.has(k.change, k.name()) })
	}
	isLine := func(k keyedReference) bool { return k.change.head != nil }
	for _, part := range [][]keyedReference{slices.DeleteFunc(slices.Clone(keyed), isLine), filter(keyed, isLine)} {
		if err := s.resolvePart(ctx, part); err != nil {
			return err
		}
	}
	return nil
}

// headByKey looks the head of a line up before the line itself is read; nil when
// the key names none, which reading it will tell.
func (s *saving) headByKey(ctx context.Context, c *change, parts map[string]any) (any, error) {
	field, known := c.table.HeadField, len(s.faults)
	alone := &change{table: c.table, path: c.path, new: Row{}}
	err := s.resolveKeys(ctx, []keyedReference{{change: alone, field: field, parts: parts}})
	s.faults = s.faults[:known]
	return alone.new[field.Key], err
}

func filter[T any](list []T, keep func(T) bool) []T {
	return slices.DeleteFunc(slices.Clone(list), func(v T) bool { return !keep(v) })
}

// resolvePart completes the keys and looks them up, one question per key of a
// table. Keys that need the value of another reference of the same record by
// key wait for that one.
func (s *saving) resolvePart(ctx context.Context, keyed []keyedReference) error {
	for len(keyed) > 0 {
		var waiting []keyedReference
		var order []*catalog.Unique
		complete := map[*catalog.Unique][]lookup{}
		for _, k := range keyed {
			unique, found, bad := s.complete(k)
			switch {
			case bad == nil:
				if _, known := complete[unique]; !known {
					order = append(order, unique)
				}
				complete[unique] = append(complete[unique], found)
			case len(k.missing(keyed)) > 0:
				waiting = append(waiting, k)
			default:
				s.faults.add(k.change, k.name(), bad)
			}
		}
		if err := s.find(ctx, order, complete); err != nil {
			return err
		}
		if len(waiting) == len(keyed) {
			for _, k := range waiting {
				s.faults.add(k.change, k.name(), ambiguous(k))
			}
			return nil
		}
		keyed = waiting
	}
	return nil
}

// missing gives the references of the same record that a key may still need.
func (k keyedReference) missing(others []keyedReference) []keyedReference {
	return filter(others, func(other keyedReference) bool {
		if other.change != k.change || other.field == k.field {
			return false
		}
		return slices.ContainsFunc(k.field.To.Uniques, func(u *catalog.Unique) bool {
			return slices.ContainsFunc(u.Fields, func(f *catalog.Field) bool { return f.Key == other.field.Key })
		})
	})
}

// complete chooses the key of the table that a reference is given by, and takes
// the parts that are missing from the record itself or its head.
func (s *saving) complete(k keyedReference) (*catalog.Unique, lookup, *fault.Fault) {
	for part := range k.parts {
		if _, known := k.field.To.Field(part); !known {
			return nil, lookup{}, invalid("unknown_field", "field", part)
		}
	}
	for _, unique := range k.field.To.Uniques {
		if !covers(unique, k.parts) {
			continue
		}
		values, whole, bad := k.keyValues(unique)
		if bad != nil {
			return nil, lookup{}, bad
		}
		if whole {
			return unique, lookup{k, values}, nil
		}
	}
	return nil, lookup{}, ambiguous(k)
}

// covers reports whether all given parts belong to a key.
func covers(unique *catalog.Unique, parts map[string]any) bool {
	for part := range parts {
		if !slices.ContainsFunc(unique.Fields, func(f *catalog.Field) bool { return f.Key == part }) {
			return false
		}
	}
	return len(parts) > 0
}

// keyValues gives the values of a key's fields; whole is false when one is
// neither given nor in the record.
func (k keyedReference) keyValues(unique *catalog.Unique) (values []any, whole bool, bad *fault.Fault) {
	values = make([]any, len(unique.Fields))
	for i, f := range unique.Fields {
		v, given := k.parts[f.Key]
		if !given {
			v = k.change.known(f.Key)
		}
		if v == nil {
			return nil, false, nil
		}
		value, bad := f.Parse(v)
		if bad != nil {
			return nil, false, bad
		}
		encoded, err := f.Encode(value)
		if err != nil {
			return nil, false, fault.New(fault.Invalid, "record.unknown", "value", v).Because(err)
		}
		values[i] = encoded
	}
	return values, true, nil
}

// known is the value of a field in the record or, for a line, in its head.
func (c *change) known(field string) any {
	if v := c.new[field]; v != nil || c.head == nil {
		return v
	}
	return c.head.new[field]
}

func ambiguous(k keyedReference) *fault.Fault {
	return invalid("ambiguous", "value", shown(k.parts))
}

// find looks up references by their keys among the rows that the caller may see.
func (s *saving) find(ctx context.Context, order []*catalog.Unique, complete map[*catalog.Unique][]lookup) error {
	var questions []store.Question
	found := make([]map[string][]int64, len(order))
	for i, unique := range order {
		found[i] = map[string][]int64{}
		for part := range slices.Chunk(complete[unique], largestKeys) {
			questions = append(questions, s.keyed(unique, part, found[i]))
		}
	}
	if err := s.tx.Ask(ctx, questions...); err != nil {
		return fmt.Errorf("look up references: %w", err)
	}
	for i, unique := range order {
		s.takeFound(complete[unique], found[i])
	}
	return nil
}

// takeFound gives references by one key what was found for it.
func (s *saving) takeFound(lookups []lookup, found map[string][]int64) {
	for _, l := range lookups {
		switch ids := found[joined(l.values)]; len(ids) {
		case 0:
			s.faults.add(l.change, l.name(), invalid("unknown", "value", shown(l.parts)))
		case 1:
			l.take(ids[0])
			if l.inside == nil && l.into == nil {
				s.faults.add(l.change, l.field.Key, frozen(l.change, l.field))
			}
		default:
			s.faults.add(l.change, l.name(), ambiguous(l.keyedReference))
		}
	}
}

// keyed asks for the records that some values of a key name.
func (s *saving) keyed(unique *catalog.Unique, part []lookup, found map[string][]int64) store.Question {
	table := part[0].field.To
	names := make([]string, len(unique.Fields))
	for i, f := range unique.Fields {
		names[i] = store.Quote(f.Key)
	}
	one := "(" + strings.Join(names, " = ? and ") + " = ?)"
	var args []any
	for _, l := range part {
		args = append(args, l.values...)
	}
	where, args := within(s.reach(table, access.Read), "("+one+strings.Repeat(" or "+one, len(part)-1)+")", args)
	text := "select id, " + strings.Join(names, ", ") + " from " + table.From() + " as " + access.Alias + " where " + where
	return store.Question{Text: text, Args: args, Take: func(rows *sql.Rows) error {
		values := make([]any, len(names)+1)
		into := make([]any, len(values))
		for i := range values {
			into[i] = &values[i]
		}
		for rows.Next() {
			if err := rows.Scan(into...); err != nil {
				return fmt.Errorf("look up %s by %s: %w", table.Key, unique.Key, err)
			}
			id, _ := values[0].(int64)
			key := joined(values[1:])
			if !slices.Contains(found[key], id) {
				found[key] = append(found[key], id)
			}
		}
		return nil
	}}
}

// joined makes one text of a key's database values.
func joined(values []any) string {
	var b strings.Builder
	for _, v := range values {
		if text, ok := v.([]byte); ok {
			v = string(text)
		}
		fmt.Fprintf(&b, "%v\x00", v)
	}
	return b.String()
}

// shown writes a key as a person gave it; the only part of one needs no name.
func shown(parts map[string]any) string {
	names := make([]string, 0, len(parts))
	for name, v := range parts {
		if len(parts) == 1 {
			return fmt.Sprint(v)
		}
		names = append(names, fmt.Sprintf("%s %v", name, v))
	}
	slices.Sort(names)
	return strings.Join(names, ", ")
}
