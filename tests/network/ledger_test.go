package network

import (
	"context"
	"fmt"
	"maps"

	"github.com/wareloom/wareloom/engine/store"
)

// perPiece is how the database keeps a piece.
const perPiece = 1000

// pile is a product at a place.
type pile struct {
	SKU   string `db:"sku"`
	Place string `db:"place"`
}

// flow is goods that went from one place to another; Back: because an input was undone.
type flow struct {
	Code, SKU, From, To string
	Back                bool
}

// sum is how often something went, and how many pieces.
type sum struct{ Times, Pieces int64 }

// compare wants the server to hold what the devices were told.
func (r *run) compare(before map[pile]int64) {
	r.compareInputs()
	stock, flows, counted := before, map[flow]sum{}, map[pile]int64{}
	for _, one := range r.book.told {
		switch {
		case one.Code == "count":
			if !one.undone {
				counted[pile{one.SKU, one.From}] += one.Qty
			}
		case one.Code != "":
			one.flow(flows)
			if !one.undone {
				stock[pile{one.SKU, one.From}] -= one.Qty
				stock[pile{one.SKU, one.To}] += one.Qty
			}
		}
	}
	maps.DeleteFunc(stock, func(at pile, _ int64) bool { return at.Place == outside })
	differ(r, "stock", r.pieces(), stock)
	differ(r, "moves", r.flows(), flows)
	differ(r, "counts", r.counted(), counted)
}

// flow adds what an input moved, and what taking it back did.
func (e *entry) flow(all map[flow]sum) {
	add := func(f flow) {
		s := all[f]
		all[f] = sum{s.Times + 1, s.Pieces + e.Qty}
	}
	add(flow{e.Code, e.SKU, e.From, e.To, false})
	if e.undone {
		add(flow{e.Code, e.SKU, e.To, e.From, true})
	}
}

// differ fails for what is held and was not told, or the other way.
func differ[K comparable, V comparable](r *run, what string, got, want map[K]V) {
	r.Helper()
	all, told := maps.Clone(got), 0
	maps.Copy(all, want)
	for key := range all {
		if got[key] != want[key] {
			if told++; told <= 10 {
				r.Errorf("%s: %+v holds %v, the devices were told %v", what, key, got[key], want[key])
			}
		}
	}
	r.Logf("%s: %d figures compared, %d differ", what, len(all), told)
}

// compareInputs wants each input that was taken to be told, and each told one to be
// there.
func (r *run) compareInputs() {
	var rows []struct {
		mark
		Kind   string `db:"kind"`
		Undone bool   `db:"undone"`
	}
	r.read(&rows, `SELECT session_id AS session, seq, kind, undone_by IS NOT NULL AS undone FROM station_input WHERE ok AND kind <> 'park'`)
	lost, doubled := 0, 0
	there := map[mark]bool{}
	for _, row := range rows {
		there[row.mark] = true
		told, known := r.book.told[row.mark]
		if !known || told.kind != row.Kind || told.undone != row.Undone {
			doubled++
			r.Logf("input %+v was taken, the devices were told %+v", row, told)
		}
	}
	for at, told := range r.book.told {
		if !there[at] && told.kind != "park" {
			lost++
			r.Logf("input %+v is lost: %+v", at, told)
		}
	}
	r.Logf("%d inputs taken; lost %d, taken untold or twice %d", len(rows), lost, doubled)
	if lost+doubled > 0 {
		r.Errorf("lost %d, doubled %d", lost, doubled)
	}
}

// pieces are what lies where, of the products of the test.
func (h *hall) pieces() map[pile]int64 {
	return h.tally(`SELECT p.sku, l.code AS place, SUM(q.on_hand) AS qty FROM quant q JOIN product p ON p.id = q.product_id JOIN position l ON l.id = q.position_id
		WHERE p.sku LIKE 'NET-%' GROUP BY p.sku, l.code`)
}

// counted are the pieces that were counted.
func (h *hall) counted() map[pile]int64 {
	return h.tally(`SELECT p.sku, l.code AS place, SUM(c.count1) AS qty FROM stock_count_line c JOIN product p ON p.id = c.product_id JOIN position l ON l.id = c.position_id
		WHERE p.sku LIKE 'NET-%' AND c.count1 IS NOT NULL GROUP BY p.sku, l.code`)
}

func (h *hall) tally(question string) map[pile]int64 {
	var rows []struct {
		pile
		Qty int64 `db:"qty"`
	}
	h.read(&rows, question)
	all := map[pile]int64{}
	for _, row := range rows {
		all[row.pile] = row.Qty / perPiece
	}
	return all
}

// flows are the moves of stations, by what they moved from where to where.
func (h *hall) flows() map[flow]sum {
	var rows []struct {
		flow
		sum
	}
	h.read(&rows, `SELECT a.code, p.sku, f.code AS "from", t.code AS "to", a.reverse_of IS NOT NULL AS back, COUNT(*) AS times, SUM(b.qty) AS pieces
		FROM stock_move a JOIN stock_move b ON b.move_no = a.move_no AND b.leg = 2 JOIN product p ON p.id = a.product_id
		JOIN position f ON f.id = a.position_id JOIN position t ON t.id = b.position_id
		WHERE a.leg = 1 AND a.code <> 'OIN' AND p.sku LIKE 'NET-%' GROUP BY a.code, p.sku, f.code, t.code, a.reverse_of IS NOT NULL`)
	all := map[flow]sum{}
	for _, row := range rows {
		all[row.flow] = sum{row.Times, row.Pieces / perPiece}
	}
	return all
}

// read asks the database.
func (h *hall) read(into any, question string) {
	h.Helper()
	err := h.Server.DB.Read(h.Context(), func(ctx context.Context, tx *store.Tx) error { return tx.Select(ctx, into, question) })
	if err != nil {
		h.Fatal(fmt.Errorf("ask the ledger: %w", err))
	}
}

// tell says what happened, and fails when something did not in a run of some length.
func (r *run) tell() {
	did, f := r.did, r.faults
	r.Logf("%d scans by %d devices in %v, %.0f scans/s", did.scans.Load(), *devices, r.took.Round(1e6), float64(did.scans.Load())/r.took.Seconds())
	r.hall.tell()
	for _, one := range []struct {
		what string
		n    int64
	}{
		{"calls", f.calls.Load()},
		{"calls lost", f.lostCalls.Load()},
		{"answers lost", f.lostAnswers.Load()},
		{"calls doubled at once", f.doubled.Load()},
		{"calls doubled late", f.doubledLate.Load()},
		{"calls held back", f.heldBack.Load()},
		{"calls that others overtook", f.overtaken.Load()},
		{"copies refused as replayed", f.replayed.Load()},
		{"pages reloaded", did.reloads.Load()},
		{"logins ended", did.ended.Load()},
		{"logins expired", did.expired.Load()},
		{"devices signed out", did.signedOut.Load()},
		{"logins", did.signedIn.Load()},
		{"inputs taken", did.accepted.Load()},
		{"inputs refused", did.refused.Load()},
		{"inputs taken and told again", did.repeated.Load()},
		{"batches sent again", did.again.Load()},
		{"inputs given back", did.returned.Load()},
		{"inputs undone", did.undone.Load()},
		{"clocks mended", did.clocks.Load()},
	} {
		r.Logf("%6d %s", one.n, one.what)
		if one.n == 0 && did.scans.Load() >= longRun {
			r.Errorf("%s: none", one.what)
		}
	}
	r.Logf("%6d batches given back for a reason, %6d tasks forgotten", did.givenBack.Load(), did.forgotten.Load())
}

// longRun is of so many scans that each kind of fault must have happened.
const longRun = 5000
