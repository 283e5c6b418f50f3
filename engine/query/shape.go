package query

import (
	"strconv"

	"github.com/wareloom/wareloom/engine/catalog"
)

// shape writes down all of a request that decides on its statements: everything
// but values. Two requests of one shape differ only in what they bind.
type shape []byte

// text adds a text so that no other texts read the same.
func (s shape) text(text string) shape {
	s = strconv.AppendInt(s, int64(len(text)), 10)
	s = append(s, ':')
	return append(s, text...)
}

func (s shape) texts(mark byte, texts []string) shape {
	if len(texts) == 0 {
		return s
	}
	s = append(s, mark)
	for _, text := range texts {
		s = s.text(text)
	}
	return s
}

// filter adds the tree; f may be nil.
func (s shape) filter(f *Filter) shape {
	switch {
	case f == nil:
		return append(s, '-')
	case f.isLeaf():
		s = append(s, '(').text(f.Field).text(string(f.Op))
		return append(s.operands(f), ')')
	case f.Not != nil:
		return append(s, '!').filter(f.Not)
	case f.isOr || len(f.Or) > 0:
		return s.parts('|', f.Or)
	}
	return s.parts('&', f.And)
}

func (s shape) parts(mark byte, parts []*Filter) shape {
	s = append(s, mark, '[')
	for _, part := range parts {
		s = s.filter(part)
	}
	return append(s, ']')
}

// operands adds what a leaf's values look like. Faults show when the shape is
// resolved.
func (s shape) operands(f *Filter) shape {
	values, err := f.values()
	if err != nil {
		return append(s, '?')
	}
	for _, v := range values {
		s = s.operand(v)
	}
	return s
}

func (s shape) operand(v any) shape {
	switch v := v.(type) {
	case nil:
		return append(s, byte(nullValue))
	case string:
		if isDay(v) {
			return append(s, byte(dayValue))
		}
	case map[string]any:
		s = append(s, '{')
		for _, name := range keyNames(v) {
			s = s.text(name).operand(v[name])
		}
		return append(s, '}')
	}
	return append(s, byte(plainValue))
}

// request adds a page request; words and the nulls of its cursor count too.
func (s shape) request(table *catalog.Table, r *Request, f *Filter, words int, after *cursor) shape {
	s = s.text(table.Key).filter(f).filter(r.Where).filter(r.reached)
	s = s.texts('s', r.Sort).texts('f', r.Fields).texts('u', r.Sums)
	s = append(s, 'w', byte('0'+words), 't').text(string(r.Total))
	if r.Can {
		s = append(s, 'c')
	}
	if after != nil {
		s = append(s, 'a')
		for _, v := range after.values {
			s = s.operand(v)
		}
	}
	return s
}
