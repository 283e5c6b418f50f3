package metadata_test

import (
	"maps"
	"slices"
	"testing"

	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/meta"
)

// TestWhatHasPaperCanBePrinted: each template is offered by a screen of its table, with a button
// that a role may have; and each list and document of such a table has that button.
func TestWhatHasPaperCanBePrinted(t *testing.T) {
	t.Parallel()
	release, err := catalog.Compile(product(t), functions(t))
	if err != nil {
		t.Fatal(err)
	}
	offered := map[string]bool{"print_barcode": true} // by a screen of its own, drawn by code
	for _, id := range slices.Sorted(maps.Keys(release.Menus)) {
		table := tableOf(release, release.Menus[id])
		if table == "" || len(release.PrintsOf(table)) == 0 {
			continue
		}
		if !slices.Contains(release.Buttons(id), meta.PrintVerb) {
			t.Errorf("menu %d shows %s, which has templates, and no button to print", id, table)
			continue
		}
		offered[table] = true
	}
	for _, one := range meta.Sorted(release.Prints) {
		if !offered[one.Table.Key] {
			t.Errorf("no screen offers to print %s by %s", one.Table.Key, one.Key)
		}
	}
	if len(offered) < 15 {
		t.Errorf("only %d tables are printed", len(offered))
	}
}

// tableOf is the table whose records a menu entry shows; "" for a screen of another kind.
func tableOf(r *catalog.Release, item *meta.MenuItem) string {
	key := item.ScreenKey()
	switch item.ScreenKind() {
	case "list", "tree", "document":
		if list, ok := r.Lists[key]; ok {
			return list.Table.Key
		}
		return key
	case "form":
		return r.Forms[key].Table.Key
	}
	return ""
}
