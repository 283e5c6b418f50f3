package access

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/wareloom/wareloom/engine/catalog"
)

// Sight says what the actor sees of tables, and of those that paths from them lead to,
// in a text that StillSees compares: what was written down for him may be his no more
// when he sees other rows or fields, or lost the right to take them out.
func (r *Rights) Sight(right string, of []*catalog.Table, paths ...catalog.Path) string {
	tables := slices.Clone(of)
	for _, path := range paths {
		for _, step := range path {
			for _, t := range leadsTo(step) {
				if !slices.Contains(tables, t) {
					tables = append(tables, t)
				}
			}
		}
	}
	return r.sightOf(right, tables)
}

// leadsTo are the tables whose records stand behind a field.
func leadsTo(f *catalog.Field) []*catalog.Table {
	switch {
	case f.Rollup != nil:
		return []*catalog.Table{f.Rollup.Of}
	case f.To != nil:
		return []*catalog.Table{f.To}
	}
	return nil
}

// sightOf writes the right, the names of the tables and the sum of what is seen of them.
func (r *Rights) sightOf(right string, tables []*catalog.Table) string {
	names := []string{right}
	sum := sha256.New()
	fmt.Fprintln(sum, r.Can(right), r.actor.OwnerID)
	for _, t := range tables {
		names = append(names, t.Key)
		r.addSight(sum, t)
	}
	return strings.Join(names, " ") + ":" + hex.EncodeToString(sum.Sum(nil))
}

func (r *Rights) addSight(sum io.Writer, t *catalog.Table) {
	add := func(p Predicate) {
		fmt.Fprintln(sum, p.SQL())
		if !r.Volatile() { // a time is always another one
			fmt.Fprintln(sum, p.Args()...)
		}
	}
	fmt.Fprintln(sum, t.Key)
	add(r.RowsAs(t, Read, Alias))
	for _, f := range t.Fields {
		grant := r.FieldRead(t, f)
		fmt.Fprintln(sum, f.Key, grant.Masked)
		add(grant.Predicate)
	}
}

// StillSees reports whether the actor sees what he saw when Sight told it. What says
// nothing of rights is seen.
func (r *Rights) StillSees(sight string) bool {
	if sight == "" {
		return true
	}
	names, _, _ := strings.Cut(sight, ":")
	right, rest, _ := strings.Cut(names, " ")
	var tables []*catalog.Table
	for name := range strings.FieldsSeq(rest) {
		table, known := r.release.Tables[name]
		if !known {
			return false
		}
		tables = append(tables, table)
	}
	return len(tables) > 0 && r.sightOf(right, tables) == sight
}
