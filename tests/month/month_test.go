// Package month holds the month that a demo begins with: it is played whole, on both
// databases, and leaves what first users are to see.
package month

import (
	"context"
	"io/fs"
	"testing"
	"time"

	"github.com/wareloom/wareloom/engine/cmd/wareloom/apptest"
	"github.com/wareloom/wareloom/engine/cmd/wareloom/month"
	"github.com/wareloom/wareloom/engine/enginetest"
	"github.com/wareloom/wareloom/engine/store"
	"github.com/wareloom/wareloom/seeds"
	"github.com/wareloom/wareloom/tests/world"
)

// least is what must be there, by question.
var least = []struct {
	what, question string
	want           int64
}{
	{"days of shipping", `SELECT COUNT(DISTINCT shipped_at / 86400000) FROM sale_order`, 22},
	{"orders sent", `SELECT COUNT(*) FROM sale_order WHERE status = 'shipped'`, 70},
	{"orders short", `SELECT COUNT(*) FROM sale_order WHERE status = 'short'`, 2},
	{"orders in picking", `SELECT COUNT(*) FROM sale_order WHERE status IN ('waved', 'picking')`, 3},
	{"orders picked", `SELECT COUNT(*) FROM sale_order WHERE status = 'picked'`, 2},
	{"packages that wait for the lorry", `SELECT COUNT(*) FROM package WHERE status = 'packed'`, 2},
	{"owners with orders sent", `SELECT COUNT(DISTINCT consignor_id) FROM sale_order WHERE status = 'shipped'`, 2},
	{"returns", `SELECT COUNT(*) FROM rma`, 3},
	{"takings back", `SELECT COUNT(*) FROM stock_move WHERE reverse_of IS NOT NULL`, 4},
	{"lots", `SELECT COUNT(*) FROM lot`, 6},
	{"products with a picture that is kept", `SELECT COUNT(*) FROM product p JOIN file_object f ON f.key = p.image WHERE f.media_type = 'image/png' AND f.size < 10000`, 20},
	{"people who worked", `SELECT COUNT(DISTINCT created_by) FROM stock_move`, 6},
}

func TestTheMonthIsPlayed(t *testing.T) {
	t.Parallel()
	enginetest.EachDSN(t, func(t *testing.T, dsn string) {
		said := &heard{args: map[string][]any{}}
		server := world.DemoTapped(t, dsn, said.tap)
		folder, err := fs.Sub(seeds.Files, "month")
		if err == nil {
			err = server.Seed(t.Context(), folder, apptest.Password)
		}
		if err != nil {
			t.Fatal(err)
		}
		began := time.Now()
		if err := month.Play(t.Context(), server.App, server.Clock); err != nil {
			t.Fatal(err)
		}
		t.Logf("played in %v", time.Since(began))
		if questions := said.all(); server.DB.Dialect() == store.SQLite {
			readNothingWhole(t, server, questions)
		}
		for _, l := range least {
			var n int64
			err := server.DB.Read(t.Context(), func(ctx context.Context, tx *store.Tx) error { return tx.Get(ctx, &n, l.question) })
			if err != nil || n < l.want {
				t.Errorf("%s: %d, want %d at least (%v)", l.what, n, l.want, err)
			}
		}
		addUpDays(t, server)
		figuresTie(t, server)
		said.all()
		report, err := server.Verify(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		for _, one := range report.Invariants {
			if !one.OK {
				t.Errorf("invariant %s is broken: %v", one.Key, one.Breaches)
			}
		}
		if questions := said.all(); server.DB.Dialect() == store.SQLite {
			readNothingForEach(t, server, questions)
		}
	})
}
