package inventory_test

import (
	"context"
	"testing"

	"github.com/shopspring/decimal"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/plugin"
	"github.com/wareloom/wareloom/plugins/inventory/contract"
)

// says wants quantity, consumed and status of a reservation, in thousandths.
func (y *yard) says(reservation int64, want string) {
	y.Helper()
	if got := y.text(`SELECT qty || ' ' || consumed || ' ' || status FROM reservation WHERE id = ?`, reservation); got != want {
		y.Errorf("the reservation says %q, want %q", got, want)
	}
}

// some gives pieces of a reservation free, or back.
func (y *yard) some(reservation, qty int64, do func(context.Context, plugin.Data, int64, decimal.Decimal) error) error {
	return y.with(func(ctx context.Context, data plugin.Data) error {
		return do(ctx, data, reservation, decimal.NewFromInt(qty))
	})
}

// TestAReservationFromItsClaimToItsEnd: kept, given up in part, picked, taken back, given up.
func TestAReservationFromItsClaimToItsEnd(t *testing.T) {
	eachYard(t, func(y *yard) {
		y.must(y.in(10, "A-01"))
		id, err := y.keep("A-01", 1, 6)
		if err != nil {
			y.Fatal(err)
		}
		y.lies("A-01", "10000 6000")
		if _, err := y.keep("A-01", 2, 5); !fault.IsKey(err, "stock.claim_failed") {
			y.Errorf("five of four that are free: %v", err)
		}
		if _, err := y.post(y.move(contract.Transfer, 5, "A-01", "A-02")); !fault.IsKey(err, "stock.reserved") {
			y.Errorf("five of four that are free leave: %v", err)
		}
		for _, qty := range []int64{0, -1, 7} {
			if err := y.some(id, qty, y.Stock.ReleaseSome); !fault.IsKey(err, "stock.reservation_gone") {
				y.Errorf("%d of six are given up: %v", qty, err)
			}
		}
		if err := y.some(id, 1, y.Stock.ReleaseSome); err != nil {
			y.Fatal(err)
		}
		y.says(id, "5000 0 active")
		pick := y.move(contract.Pick, 3, "A-01", "P-01")
		pick.ReservationID = id
		picked := y.must(pick)
		y.says(id, "5000 3000 active")
		y.lies("A-01", "7000 2000")
		if err := y.some(id, 4, y.Stock.Restore); !fault.IsKey(err, "stock.reservation_gone") {
			y.Errorf("four of three come back: %v", err)
		}
		if err := y.reverse(picked...); err != nil {
			y.Fatal(err)
		}
		if err := y.some(id, 3, y.Stock.Restore); err != nil {
			y.Fatal(err)
		}
		y.says(id, "5000 0 active")
		y.lies("A-01", "10000 5000")
		y.Do(y.T, func(ctx context.Context, data plugin.Data) error {
			lost, err := y.Stock.Release(ctx, data, contract.Doc{Type: "test", ID: 1})
			if lost[1].String() != "5" || len(lost) != 1 {
				y.Errorf("the lines lost %v", lost)
			}
			return err
		})
		y.says(id, "5000 0 released")
		y.lies("A-01", "10000 0")
	})
}

// TestOnlyTheNamedLinesAreReleased, and what another document has stays.
func TestOnlyTheNamedLinesAreReleased(t *testing.T) {
	eachYard(t, func(y *yard) {
		y.must(y.in(10, "A-01"))
		var ids [3]int64
		for i := range ids {
			var err error
			if ids[i], err = y.keep("A-01", int64(i+1), 2); err != nil {
				y.Fatal(err)
			}
		}
		release := func(doc contract.Doc, lines ...int64) {
			y.Do(y.T, func(ctx context.Context, data plugin.Data) error {
				_, err := y.Stock.Release(ctx, data, doc, lines...)
				return err
			})
		}
		release(contract.Doc{Type: "other", ID: 1})
		release(contract.Doc{Type: "test", ID: 2})
		y.lies("A-01", "10000 6000")
		release(contract.Doc{Type: "test", ID: 1}, 1, 3)
		y.says(ids[0], "2000 0 released")
		y.says(ids[1], "2000 0 active")
		y.says(ids[2], "2000 0 released")
		release(contract.Doc{Type: "test", ID: 1}, 1, 3) // again, it changes nothing
		y.lies("A-01", "10000 2000")
	})
}

// TestWhatCameBackIsSoughtAnew: it is taken off the reservations of its line and its lot, no
// more than they consumed.
func TestWhatCameBackIsSoughtAnew(t *testing.T) {
	eachYard(t, func(y *yard) {
		y.must(y.in(10, "A-01"))
		id, err := y.keep("A-01", 1, 4)
		if err != nil {
			y.Fatal(err)
		}
		pick := y.move(contract.Pick, 4, "A-01", "P-01")
		pick.ReservationID = id
		y.must(pick)
		y.says(id, "4000 4000 consumed")
		back := func(line, lot, qty int64) error {
			return y.with(func(ctx context.Context, data plugin.Data) error {
				return y.Stock.Return(ctx, data, contract.Doc{Type: "test", ID: 1, LineID: line}, lot, decimal.NewFromInt(qty))
			})
		}
		for name, err := range map[string]error{"more than was picked": back(1, 0, 5), "of another line": back(2, 0, 1), "of another lot": back(1, 77, 1)} {
			if !fault.IsKey(err, "stock.reservation_gone") {
				y.Errorf("%s comes back: %v", name, err)
			}
		}
		if err := back(1, 0, 1); err != nil {
			y.Fatal(err)
		}
		y.says(id, "3000 3000 consumed")
		if err := back(1, 0, 3); err != nil {
			y.Fatal(err)
		}
		y.says(id, "3000 0 released")
	})
}

// TestHeldStockIsNotPromised until it is let go; what moves is told at the end of its
// transaction.
func TestHeldStockIsNotPromised(t *testing.T) {
	eachYard(t, func(y *yard) {
		y.must(y.in(3, "A-01"))
		quant := y.quant("A-01")
		y.Do(y.T, func(ctx context.Context, data plugin.Data) error { return y.Stock.Hold(ctx, data, quant, "wet") })
		if _, err := y.keep("A-01", 1, 1); !fault.IsKey(err, "stock.claim_failed") {
			y.Errorf("held stock is promised: %v", err)
		}
		if got := y.text(`SELECT hold_reason FROM quant WHERE id = ?`, quant); got != "wet" {
			y.Errorf("it is held for %q", got)
		}
		y.Do(y.T, func(ctx context.Context, data plugin.Data) error { return y.Stock.Unhold(ctx, data, quant) })
		if _, err := y.keep("A-01", 1, 3); err != nil || y.text(`SELECT hold_reason FROM quant WHERE id = ?`, quant) != "" {
			y.Errorf("let go, it is not promised: %v", err)
		}
	})
}

// TestHeldStockStays: it is neither moved nor sent off until it is let go. What says how
// much there really is, and what takes back what should not have come, is not stopped.
func TestHeldStockStays(t *testing.T) {
	eachYard(t, func(y *yard) {
		came := y.must(y.in(5, "A-01"), y.in(2, "A-01"))
		quant := y.quant("A-01")
		y.Do(y.T, func(ctx context.Context, data plugin.Data) error { return y.Stock.Hold(ctx, data, quant, "wet") })
		for code, to := range map[string]string{contract.Transfer: "A-02", contract.OtherOut: contract.UseScrap, contract.Ship: contract.UseCustomer} {
			if _, err := y.post(y.move(code, 1, "A-01", to)); !fault.IsKey(err, "stock.held") {
				y.Errorf("held stock goes by %s to %s: %v", code, to, err)
			}
		}
		y.must(y.move(contract.CountDiff, 1, "A-01", contract.UseCountDiff), y.move(contract.Adjust, 1, "A-01", contract.UseCountDiff))
		if err := y.reverse(came[1]); err != nil {
			y.Error(err)
		}
		y.lies("A-01", "3000 0")
		y.Do(y.T, func(ctx context.Context, data plugin.Data) error { return y.Stock.Unhold(ctx, data, quant) })
		y.must(y.move(contract.Transfer, 3, "A-01", "A-02"))
	})
}
