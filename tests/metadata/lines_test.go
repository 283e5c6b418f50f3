package metadata_test

import (
	"slices"
	"testing"

	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/meta"
)

// TestReferencesToLinesLeadAnIndex: lines go whenever their document is saved without them, and
// the database then looks for who refers to each, which without an index reads all of them.
func TestReferencesToLinesLeadAnIndex(t *testing.T) {
	t.Parallel()
	release, err := catalog.Compile(product(t), functions(t))
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	for _, table := range meta.Sorted(release.Tables) {
		for _, f := range table.Columns() {
			if f.To == nil || f.To.Head == nil || f == table.HeadField {
				continue
			}
			found++
			// Both databases know that a row which refers to a line is not empty there.
			led := slices.ContainsFunc(table.Meta.Indexes, func(x meta.Index) bool {
				return x.On[0] == f.Key && (x.Where == "" || string(x.Where) == "row."+f.Key+" != nil")
			})
			if !led && !slices.ContainsFunc(table.Uniques, func(u *catalog.Unique) bool { return u.Fields[0] == f && u.Where == nil }) {
				t.Errorf("%s.%s refers to lines of %s and leads no index", table.Key, f.Key, f.To.Head.Key)
			}
		}
	}
	if found < 8 {
		t.Errorf("only %d references to lines were seen", found)
	}
}
