package record

import (
	"context"
	"fmt"
	"slices"

	"github.com/Masterminds/squirrel"

	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/store"
)

// keyedList is a list of references of which the request gives some by a key.
type keyedList struct {
	change *change
	field  *catalog.Field
	ids    []int64 // 0 where a key is still to be looked up
}

// readList reads a list of references, as ids and keys, and gives those that are
// still to be looked up.
func (s *saving) readList(c *change, field *catalog.Field, list []any) []keyedReference {
	pending := &keyedList{change: c, field: field, ids: make([]int64, len(list))}
	var keyed []keyedReference
	for i, element := range list {
		if parts, isKey := element.(map[string]any); isKey {
			keyed = append(keyed, keyedReference{change: c, field: field.Item, parts: parts, into: &pending.ids[i]})
			continue
		}
		id, bad := field.Item.Parse(element)
		if s.faults.add(c, field.Key, bad); bad != nil {
			return nil
		}
		pending.ids[i], _ = id.(int64)
	}
	s.lists = append(s.lists, pending)
	return keyed
}

// takeLists gives the lists of references their ids, all of which are known now.
func (s *saving) takeLists() {
	for _, l := range s.lists {
		if s.faults.has(l.change, l.field.Key) {
			continue
		}
		set, bad := l.field.Set(slices.DeleteFunc(l.ids, func(id int64) bool { return id == 0 }))
		if bad == nil {
			l.change.set(l.field, set)
			bad = frozen(l.change, l.field)
		}
		s.faults.add(l.change, l.field.Key, bad)
	}
}

// link is a record that another one names in a list of references.
type link struct{ record, item int64 }

// linksOf lists the links of rows through a field.
func linksOf(f *catalog.Field, rows []Row) []link {
	var links []link
	for _, row := range rows {
		for _, item := range IDs(row, f.Key) {
			links = append(links, link{ID(row), item})
		}
	}
	return links
}

// insertLinks adds the links of new rows.
func (p *plan) insertLinks(ctx context.Context, tx *store.Tx, rows []Row, word wording) error {
	for _, f := range p.linked {
		if err := addLinks(ctx, tx, f, linksOf(f, rows), word); err != nil {
			return err
		}
	}
	return nil
}

// updateLinks brings the links of changed records up to date.
func (p *plan) updateLinks(ctx context.Context, tx *store.Tx, changes []*change, word wording) error {
	for _, f := range p.linked {
		var before, after []Row
		for _, c := range changes {
			before, after = append(before, c.old), append(after, c.new)
		}
		old, now := linksOf(f, before), linksOf(f, after)
		if err := dropLinks(ctx, tx, f, without(old, now), word); err != nil {
			return err
		}
		if err := addLinks(ctx, tx, f, without(now, old), word); err != nil {
			return err
		}
	}
	return nil
}

// without gives the links that are not among others.
func without(links, others []link) []link {
	known := make(map[link]bool, len(others))
	for _, l := range others {
		known[l] = true
	}
	return filter(links, func(l link) bool { return !known[l] })
}

func addLinks(ctx context.Context, tx *store.Tx, f *catalog.Field, links []link, word wording) error {
	for part := range slices.Chunk(links, largestIn) {
		statement := squirrel.Insert(store.Quote(f.LinkTable)).Columns(catalog.LinkRecord, catalog.LinkItem)
		for _, l := range part {
			statement = statement.Values(l.record, l.item)
		}
		if err := putRare(ctx, tx, "add links of "+f.LinkTable, statement, word); err != nil {
			return err
		}
	}
	return nil
}

func dropLinks(ctx context.Context, tx *store.Tx, f *catalog.Field, links []link, word wording) error {
	for part := range slices.Chunk(links, largestKeys) {
		these := make(squirrel.Or, len(part))
		for i, l := range part {
			these[i] = squirrel.Eq{catalog.LinkRecord: l.record, catalog.LinkItem: l.item}
		}
		if err := putRare(ctx, tx, "drop links of "+f.LinkTable, squirrel.Delete(store.Quote(f.LinkTable)).Where(these), word); err != nil {
			return err
		}
	}
	return nil
}

// putRare says a statement whose text is too rare to be kept.
func putRare(ctx context.Context, tx *store.Tx, act string, statement squirrel.Sqlizer, word wording) error {
	text, args, err := statement.ToSql()
	if err != nil {
		return fmt.Errorf("%s: %w", act, err)
	}
	return tx.Put(ctx, func(err error) error { return word.failed(act, err) }, text, args...)
}

// newItems are the records that a change adds to a list of references.
func (c *change) newItems(f *catalog.Field) []int64 {
	known := IDs(c.old, f.Key)
	return filter(IDs(c.new, f.Key), func(id int64) bool { return !slices.Contains(known, id) })
}

// asList takes the value of a list of references; a Go caller may give ids.
func asList(field *catalog.Field, v any) ([]any, *fault.Fault) {
	switch v := v.(type) {
	case []any:
		return v, nil
	case []int64:
		return anys(v), nil
	case nil:
		return nil, nil
	}
	_, bad := field.Parse(v)
	return nil, bad
}
