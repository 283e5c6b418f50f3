package store_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/wareloom/wareloom/engine/store"
)

func TestInspect(t *testing.T) {
	t.Parallel()
	withTables(t, func(t *testing.T, db *store.DB) {
		tables, err := db.Inspect(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		item := tables["item"]
		var names []string
		for _, column := range item.Columns {
			names = append(names, column.Name)
		}
		if !slices.Equal(names, []string{"id", "no", "customer_id", "qty"}) || item.Columns[2].NotNull || !item.Columns[3].NotNull ||
			!strings.EqualFold(item.Columns[3].Type, "bigint") {
			t.Errorf("columns %+v", item.Columns)
		}
		if len(item.Indexes) != 1 || item.Indexes[0].Name != "item_by_customer" || !item.Indexes[0].Unique ||
			!strings.Contains(strings.ToLower(item.Indexes[0].Definition), "create unique index") {
			t.Errorf("indexes %+v", item.Indexes)
		}
		if !slices.Equal(item.Checks, []string{"item_qty"}) {
			t.Errorf("checks %q", item.Checks)
		}
		for _, own := range []string{"id_block", "schema_migration", "customer"} {
			if _, ok := tables[own]; !ok {
				t.Errorf("%s is missing", own)
			}
		}
	})
}
