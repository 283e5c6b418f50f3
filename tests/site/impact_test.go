package site

import (
	"context"
	"testing"

	"github.com/wareloom/wareloom/engine/cmd/wareloom/apptest"
	"github.com/wareloom/wareloom/engine/enginetest"
	"github.com/wareloom/wareloom/engine/release"
	"github.com/wareloom/wareloom/engine/store"
	"github.com/wareloom/wareloom/tests/world"
)

// ledgerRows is how long the ledger of BenchmarkPreview is, and shortLedger that of its test.
const (
	ledgerRows  = 1_000_000
	shortLedger = 1_000
)

// touching changes the ledger, its roles' columns and a guard.
var touching = release.Folder{
	"stock_move.table.overlay.json": []byte(`{"kind": "overlay", "of": "table", "key": "stock_move", "ops": [{"op": "add", "at": "fields",
		"value": {"key": "x_note", "type": "text", "title": {"zh": "注", "en": "Note", "es": "Nota"}}}]}`),
	"sale_order.document.overlay.json": []byte(`{"kind": "overlay", "of": "document", "key": "sale_order", "ops": [
		{"op": "set", "at": "actions/audit/must", "value": "count(lines) > 1"},
		{"op": "set", "at": "actions/audit/message", "value": {"zh": "少", "en": "Few", "es": "Pocas"}}]}`),
}

// fillLedger adds legs of goods that move within one place.
const fillLedger = `with recursive n(i) as (select 0 union all select i + 1 from n where i + 1 < ?)
	insert into stock_move (id, version, move_no, leg, code, warehouse_id, position_id, consignor_id, product_id, quality, qty, at, created_at)
	select 1000000000 + i, 1, 1000000000 + i / 2, 1 + i % 2, 'bench', (select min(id) from warehouse), (select min(id) from position),
		(select min(id) from consignor), (select min(id) from product), 'ZP', 1000 - 2000 * (i % 2), 1700000000000 + i, 1 from n`

// TestPreviewCountsTheLedger holds what BenchmarkPreview measures.
func TestPreviewCountsTheLedger(t *testing.T) {
	s := world.Demo(t, enginetest.SQLite(t))
	fill(t, s, shortLedger)
	made := preview(t, s)
	if len(made.Impact.Gains) == 0 || len(made.Impact.Breaks) == 0 {
		t.Errorf("%d gain, %d break", len(made.Impact.Gains), len(made.Impact.Breaks))
	}
}

// BenchmarkPreview tells how long a person waits for the preview of a change over a million rows.
func BenchmarkPreview(b *testing.B) {
	for name, dsn := range map[string]func(testing.TB) string{"sqlite": enginetest.SQLite, "postgres": enginetest.Postgres} {
		b.Run(name, func(b *testing.B) {
			s := world.Demo(b, dsn(b))
			fill(b, s, ledgerRows)
			for b.Loop() {
				made := preview(b, s)
				b.ReportMetric(float64(len(made.Impact.Gains)), "gains")
				b.ReportMetric(float64(len(made.Impact.Breaks)), "breaks")
			}
		})
	}
}

// preview has the change judged, and wants what it opens of the ledger counted.
func preview(t testing.TB, s *apptest.Server) *release.Preview {
	t.Helper()
	made, err := s.Releases.Preview(t.Context(), touching)
	if err != nil || len(made.Problems) > 0 {
		t.Fatal(err, made)
	}
	for _, gain := range made.Impact.Gains {
		if gain.Table != nil && gain.Table.Key == "stock_move" && !gain.Count.Known {
			t.Fatalf("%s: there was no time to count", gain.Name)
		}
	}
	return made
}

func fill(t testing.TB, s *apptest.Server, rows int) {
	t.Helper()
	err := s.DB.Alter(t.Context(), func(ctx context.Context, tx *store.Tx) error {
		_, err := tx.Exec(ctx, fillLedger, rows)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}
