package access

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/meta"
)

// Sight says what the actor sees of a table, and of the tables that paths from it lead
// to, in a text that StillSees compares: what was written down for him may be his no
// more when he sees other rows or fields, or may not take them out.
func (r *Rights) Sight(table *catalog.Table, paths ...catalog.Path) string {
	tables := []*catalog.Table{table}
	for _, path := range paths {
		for _, step := range path {
			if step.To != nil && !slices.Contains(tables, step.To) {
				tables = append(tables, step.To)
			}
		}
	}
	return r.sightOf(tables)
}

// sightOf writes the names of the tables and the sum of what is seen of them; of the
// first one it counts whether it may be taken out.
func (r *Rights) sightOf(tables []*catalog.Table) string {
	names := make([]string, len(tables))
	sum := sha256.New()
	fmt.Fprintln(sum, r.Can(tables[0].Right(meta.Export)), r.actor.OwnerID)
	for i, t := range tables {
		names[i] = t.Key
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
	var tables []*catalog.Table
	for name := range strings.FieldsSeq(names) {
		table, known := r.release.Tables[name]
		if !known {
			return false
		}
		tables = append(tables, table)
	}
	return len(tables) > 0 && r.sightOf(tables) == sight
}
