package exchange

import (
	"context"
	"testing"

	"github.com/wareloom/wareloom/engine/access"
	"github.com/wareloom/wareloom/engine/auth"
	"github.com/wareloom/wareloom/engine/document"
	"github.com/wareloom/wareloom/engine/exchange"
	"github.com/wareloom/wareloom/engine/store"
)

const opening = "Consignor,Warehouse,External number,Position,Product,Quantity (base unit)\n" +
	"ACME,SH1,AISLE-1,A-01-01-1,AC-1001,12\nACME,SH1,AISLE-1,A-01-02-1,AC-1002,7\nACME,SH1,AISLE-2,A-02-01-1,AC-1003,3\n"

// TestOpeningStockIsImported: a count of the house before the first day is tried, taken in
// as one document an aisle, and posted; a position that is not of the warehouse is told
// with its row, and nothing is written.
func TestOpeningStockIsImported(t *testing.T) {
	eachDesk(t, func(d *desk) {
		before, moves := d.count("other_io"), d.count("stock_move")
		wrong := d.must(exchange.Import{Mapping: "opening_stock"}, "o.csv", opening+"ACME,SH1,AISLE-2,NO-SUCH,AC-1003,3\n")
		if len(wrong.Errors) != 2 || wrong.Errors[0].Row != 4 || wrong.Errors[1].Row != 5 || wrong.Errors[1].Column != "Position" {
			t.Errorf("a wrong position is told as %+v, want row 5, Position, and row 4 that stays out with it", wrong.Errors)
		}
		if tried := d.must(exchange.Import{Mapping: "opening_stock", DryRun: true}, "o.csv", opening); tried.Created != 2 || tried.Failed != 0 {
			t.Errorf("tried: %+v, want 2 documents", tried)
		}
		if d.count("other_io") != before {
			t.Fatal("what was wrong or only tried is written")
		}
		if out := d.must(exchange.Import{Mapping: "opening_stock"}, "o.csv", opening); out.Created != 2 || out.Failed != 0 {
			t.Fatalf("imported: %+v", out)
		}
		d.postsOpenings()
		if got := d.count("stock_move") - moves; got < 3 {
			t.Errorf("%d movements were posted, want those of 3 lines", got)
		}
		report, err := d.Verify(d.Context())
		if err != nil || !report.OK {
			t.Errorf("invariants: %+v (%v)", report.Invariants, err)
		}
	})
}

// postsOpenings audits and posts what was imported.
func (d *desk) postsOpenings() {
	d.Helper()
	var ids []int64
	actor := auth.System("test")
	err := d.DB.Read(d.Context(), func(ctx context.Context, tx *store.Tx) error {
		return tx.Select(ctx, &ids, `SELECT id FROM other_io WHERE io_type = 'opening' AND status = 'draft' AND ext_no LIKE 'AISLE-%'`)
	})
	if err != nil {
		d.Fatal(err)
	}
	var rights *access.Rights
	err = d.DB.Read(d.Context(), func(ctx context.Context, tx *store.Tx) (err error) {
		rights, err = d.Access.For(ctx, tx, d.Catalog.Current(), actor)
		return err
	})
	if err != nil {
		d.Fatal(err)
	}
	for _, action := range []string{"audit", "post"} {
		if _, err := d.Documents.Act(d.Context(), rights, "other_io", document.Request{Name: action, IDs: ids}); err != nil {
			d.Fatal(err)
		}
	}
}
