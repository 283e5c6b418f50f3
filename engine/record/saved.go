package record

import (
	"cmp"
	"context"
	"slices"

	"github.com/wareloom/wareloom/engine/catalog"
)

// Saved is what a save knows of its record.
type Saved struct {
	Row    Row // with its touched lines under the keys of their sets
	saving *saving
	who    Row // the one who saved
}

// Stands reports whether memory still is what is stored: the transaction wrote nothing
// since, whether in hooks or for heads of lines.
func (s *Saved) Stands() bool { return s.saving.written == s.saving.tx.Written() }

// Lines are all lines of a document that is new, by set and in the order in which they are
// read; nothing of others, of which memory holds what the request named.
func (s *Saved) Lines() map[string][]Row {
	head, lines := s.saving.heads[0], map[string][]Row{}
	if !head.isNew() {
		return lines
	}
	for _, set := range head.table.Sets {
		rows := make([]Row, 0, len(head.all[set.Key]))
		for _, element := range head.all[set.Key] {
			rows = append(rows, lineOf(element))
		}
		slices.SortFunc(rows, func(a, b Row) int {
			return cmp.Or(cmp.Compare(Int(a, lineNo), Int(b, lineNo)), cmp.Compare(ID(a), ID(b)))
		})
		lines[set.Key] = rows
	}
	return lines
}

// Referred is what is known of a record that the saved one or its lines refer to: the saved
// one itself, who saved it, or what was read to judge the reference; nil for nothing.
func (s *Saved) Referred(table *catalog.Table, id int64) Row {
	head := s.saving.heads[0]
	switch {
	case head.table == table && head.id() == id:
		return head.new
	case table.Key == userTable && id == s.saving.actor.UserID:
		return s.who
	}
	return s.saving.known[table][id]
}

// mark notes how far the transaction had written when the save had.
func (s *saving) mark(context.Context) error {
	s.written = s.tx.Written()
	return nil
}

// know keeps what was read of records that are referred to.
func (s *saving) know(table *catalog.Table, found map[int64]Row) {
	if s.known == nil {
		s.known = map[*catalog.Table]map[int64]Row{}
	}
	if s.known[table] == nil {
		s.known[table] = map[int64]Row{}
	}
	for id, row := range found {
		if len(row) > len(s.known[table][id]) {
			s.known[table][id] = row
		}
	}
}
