package record_test

import (
	"context"
	"testing"

	"github.com/wareloom/wareloom/engine/enginetest"
	"github.com/wareloom/wareloom/engine/record/recordtest"
	"github.com/wareloom/wareloom/engine/store"
)

func shopOf(b *testing.B) *recordtest.Shop {
	b.Helper()
	s := recordtest.New(b, enginetest.Open(b, enginetest.SQLite(b), store.Options{}))
	s.Goods("ACME", "A", "B")
	return s
}

func BenchmarkSaveManyLedgerRows(b *testing.B) {
	s := shopOf(b)
	item := int64(s.Count("select min(id) from item"))
	rows := make([]row, 1000)
	for i := range rows {
		rows[i] = row{"item_id": item, "qty": int64(i + 1)}
	}
	for b.Loop() {
		err := s.Write(func(ctx context.Context, tx *store.Tx) error {
			_, err := s.Records.SaveMany(ctx, tx, s.System(), "entry", rows)
			return err
		})
		if err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkSaveOrderWithLines(b *testing.B) {
	s := shopOf(b)
	office := s.Office(recordtest.MenuAll)
	for b.Loop() {
		s.Must(office, "order", order("ACME", "A", "B", "A", "B", "A"))
	}
}
