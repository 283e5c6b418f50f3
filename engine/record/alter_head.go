package record

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/shopspring/decimal"

	"github.com/wareloom/wareloom/engine/access"
	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/meta"
	"github.com/wareloom/wareloom/engine/store"
)

// summed are the heads of altered lines, locked before them, and the fields of theirs
// that are the sum of one field of the lines.
type summed struct {
	plan  *plan
	sums  map[*catalog.Field]*catalog.Field // of the head, to what is summed up of the line
	heads map[int64]*change
}

// lockSums reads and locks the heads of lines by whose ids rows change what a head sums up.
func (s *saving) lockSums(ctx context.Context, lines []int64, rows []Row) error {
	sums := s.plainSums(rows)
	if len(sums) == 0 {
		return nil
	}
	head, name := s.plan.table.Head, store.Quote(s.plan.table.HeadField.Key)
	s.summed = summed{plan: s.plans.of(s.release, head), sums: sums, heads: map[int64]*change{}}
	for part := range slices.Chunk(lines, largestIn) {
		found, err := s.summed.plan.read(ctx, s.tx, "where "+access.Alias+".id in (select l."+name+" from "+s.plan.name+" as l where l.id in ?"+
			") order by id"+locking(s.tx, true), part)
		if err != nil {
			return err
		}
		for _, row := range found {
			if s.summed.heads[ID(row)] == nil {
				s.summed.heads[ID(row)] = &change{table: head, old: row, new: maps.Clone(row)}
			}
		}
	}
	return nil
}

// plainSums are the stored values of the head that are the sum of one field that the rows
// give, and of which nothing else is worked out.
func (s *saving) plainSums(rows []Row) map[*catalog.Field]*catalog.Field {
	found := map[*catalog.Field]*catalog.Field{}
	for _, set := range s.setsOfHead() {
		for _, sum := range s.plans.of(s.release, s.plan.table.Head).sums {
			key, isSum := strings.CutPrefix(strings.TrimSuffix(string(sum.Meta.Computed), ")"), "sum("+set.Key+", .")
			f, known := s.plan.table.Field(key)
			given := func(row Row) bool { _, is := row[key]; return is }
			if isSum && known && slices.ContainsFunc(rows, given) && !s.isReadByHead(sum) {
				found[sum] = f
			}
		}
	}
	return found
}

// setsOfHead are the sets in which the head has the records as lines.
func (s *saving) setsOfHead() []*catalog.LineSet {
	if s.plan.table.Head == nil {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(s.plan.table.Head.Sets), func(set *catalog.LineSet) bool { return set.Table != s.plan.table })
}

func (s *saving) isReadByHead(sum *catalog.Field) bool {
	return slices.ContainsFunc(s.plans.of(s.release, s.plan.table.Head).computed, func(f *catalog.Field) bool {
		return slices.Contains(f.Computed.Refs(), "row."+sum.Key)
	})
}

// leaveHeads refuses changes of what a head, which was not locked, works a stored value
// out of.
func (s *saving) leaveHeads(context.Context) error {
	for _, set := range s.setsOfHead() {
		for _, f := range s.plan.stored {
			isChanged := func(c *change) bool { return !f.System && !same(c.old[f.Key], c.new[f.Key]) }
			isRead := func(sum *catalog.Field) bool {
				return s.summed.sums[sum] == nil && slices.Contains(sum.Computed.Refs(), set.Key+"."+f.Key)
			}
			if slices.ContainsFunc(s.plans.of(s.release, s.plan.table.Head).sums, isRead) && slices.ContainsFunc(s.heads, isChanged) {
				return fmt.Errorf("alter %s: its head works out of %q; save the line", s.plan.table.Key, f.Key)
			}
		}
	}
	return nil
}

// writeSums adds to the sums of the locked heads what their lines changed by.
func (s *saving) writeSums(ctx context.Context) error {
	if len(s.summed.sums) == 0 {
		return nil
	}
	for _, line := range s.heads {
		head := s.summed.heads[Int(line.new, s.plan.table.HeadField.Key)]
		for sum, of := range s.summed.sums {
			more := Decimal(line.new, of.Key).Sub(Decimal(line.old, of.Key))
			head.new[sum.Key] = asFigure(sum, Decimal(head.new, sum.Key).Add(more))
		}
	}
	batch := lineBatch{plan: s.summed.plan}
	for _, id := range slices.Sorted(maps.Keys(s.summed.heads)) {
		batch.lines = append(batch.lines, s.summed.heads[id])
	}
	s.tx.Changed(s.summed.plan.table.Key)
	return s.writeBatch(ctx, batch)
}

// asFigure is a figure as the field holds it.
func asFigure(f *catalog.Field, n decimal.Decimal) any {
	if f.Type == meta.TypeInteger {
		return n.IntPart()
	}
	return n
}
