package query

import (
	"context"
	"encoding/json"
	"slices"
	"strconv"

	"github.com/wareloom/wareloom/engine/access"
	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/store"
)

// compareSet writes a comparison of a list of references: In (and Eq) hold where
// it names one of the values, All where it names every one, Nin (and Ne) where it
// names none, which an empty list does not either.
func (l *leaf) compareSet(s *source, ref columnRef) piece {
	if len(l.operands) == 1 && l.operands[0].kind == nullValue {
		return l.operands[0].compare(s, ref.plain(), l.op)
	}
	switch l.op {
	case Every:
		parts := make([]piece, len(l.operands))
		for i := range l.operands {
			parts[i] = l.names(s, ref, l.operands[i:i+1])
		}
		return every(parts...)
	case Nin, Ne:
		return glue("NOT ", l.names(s, ref, l.operands))
	default:
		return l.names(s, ref, l.operands)
	}
}

// names asks the table of links whether a record names one of some others.
func (l *leaf) names(s *source, ref columnRef, operands []operand) piece {
	item := raw(column(linkAlias, catalog.LinkItem))
	text := "EXISTS (SELECT 1 FROM " + store.Quote(ref.field.LinkTable) + " AS " + linkAlias + " WHERE " +
		column(linkAlias, catalog.LinkRecord) + " = " + column(ref.in.alias, "id") + " AND ("
	return glue(text, inList(s, item, operands), "))")
}

const linkAlias = "linked"

// hole is a place in an answer where the labels of a list of references belong.
// They are read when all rows are known.
type hole struct {
	at  int // in the answer
	ids []int64
	to  *catalog.Table
}

// leave notes a hole at the end of the answer.
func (p *Page) leave(dst []byte, to *catalog.Table, cell any) []byte {
	var ids []int64
	switch text := cell.(type) {
	case string:
		_ = json.Unmarshal([]byte(text), &ids) // the column holds what the engine wrote
	case []byte:
		_ = json.Unmarshal(text, &ids)
	}
	p.holes = append(p.holes, hole{at: len(dst), ids: ids, to: to})
	return dst
}

// fill writes the labels of lists of references, with one question per table.
// What the actor may not look up has none.
func (p *Page) fill(ctx context.Context, tx *store.Tx, rights *access.Rights) error {
	if len(p.holes) == 0 {
		return nil
	}
	known, err := p.readLabels(ctx, tx, rights)
	if err != nil {
		return err
	}
	filled, from := make([]byte, 0, len(p.data)+64*len(p.holes)), 0
	for _, h := range p.holes {
		filled = appendItems(append(filled, p.data[from:h.at]...), h.ids, known[h.to])
		from = h.at
	}
	p.data, p.holes = append(filled, p.data[from:]...), p.holes[:0]
	return nil
}

func (p *Page) readLabels(ctx context.Context, tx *store.Tx, rights *access.Rights) (map[*catalog.Table]map[int64]string, error) {
	wanted := map[*catalog.Table][]int64{}
	for _, h := range p.holes {
		wanted[h.to] = append(wanted[h.to], h.ids...)
	}
	known := make(map[*catalog.Table]map[int64]string, len(wanted))
	for table, ids := range wanted {
		slices.Sort(ids)
		known[table] = map[int64]string{}
		for part := range slices.Chunk(slices.Compact(ids), largestIn) {
			if err := labels(ctx, tx, rights, table, part, known[table]); err != nil {
				return nil, err
			}
		}
	}
	return known, nil
}

// appendItems writes records as [{"id":1,"_label":"A"}].
func appendItems(dst []byte, ids []int64, labels map[int64]string) []byte {
	separator := byte('[')
	for _, id := range ids {
		label, known := labels[id]
		if !known {
			continue
		}
		dst = append(append(dst, separator), `{"id":`...)
		dst = append(append(strconv.AppendInt(dst, id, 10), `,"_label":`...), label...)
		dst, separator = append(dst, '}'), ','
	}
	if separator == '[' {
		dst = append(dst, '[')
	}
	return append(dst, ']')
}
