package inventory_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/wareloom/wareloom/engine/enginetest"
	"github.com/wareloom/wareloom/engine/plugin"
	"github.com/wareloom/wareloom/tests/world"
)

// BenchmarkPostALongDocument posts documents of 5,000 lines of as many products; the bar is
// 3 s each.
func BenchmarkPostALongDocument(b *testing.B) {
	b.Run("sqlite", func(b *testing.B) { postLong(b, enginetest.SQLite(b)) })
	b.Run("postgres", func(b *testing.B) { postLong(b, enginetest.Postgres(b)) })
}

func postLong(b *testing.B, dsn string) {
	b.Helper()
	w := world.StartWith(b, dsn)
	products, lines := make([]plugin.Row, 5000), make([]plugin.Row, 5000)
	for i := range products {
		products[i] = plugin.Row{"consignor_id": w.Owners[0], "sku": fmt.Sprint("LONG-", i), "name": "Long"}
	}
	w.Do(b, func(ctx context.Context, data plugin.Data) error {
		rows, err := data.SaveMany(ctx, "product", products)
		for i, row := range rows {
			lines[i] = plugin.Row{"product_id": plugin.ID(row), "position_id": w.Places["A-01"], "qty": 3}
		}
		return err
	})
	admin := w.Login(b, "user", world.Administrator)
	act := func(id int64, action string) {
		w.Ask(b, admin, "/api/data/other_io/act", plugin.Row{"name": action, "id": id}, nil)
	}
	for b.Loop() {
		b.StopTimer()
		var made struct{ ID int64 }
		w.Ask(b, admin, "/api/data/other_io/save", plugin.Row{
			"consignor_id": w.Owners[0], "warehouse_id": w.Warehouse, "direction": "in", "io_type": "other", "lines": lines,
		}, &made)
		act(made.ID, "audit")
		b.StartTimer()
		act(made.ID, "post")
	}
}
