package inventory

import (
	"database/sql"
	"testing"

	"github.com/shopspring/decimal"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/plugins/inventory/contract"
)

func active(qty, consumed int) *reservation {
	return &reservation{Qty: contract.Pieces(qty), Consumed: contract.Pieces(consumed), Status: "active"}
}

// is compares what a reservation says: pieces kept, pieces consumed, status.
func (r *reservation) is(qty, consumed int, status string) bool {
	return r.Qty == contract.Pieces(qty) && r.Consumed == contract.Pieces(consumed) && r.Status == status
}

func TestAReservationIsConsumed(t *testing.T) {
	t.Parallel()
	r := active(5, 0)
	if r.consume(contract.Pieces(2)); !r.is(5, 2, "active") || r.left() != contract.Pieces(3) || !r.changed {
		t.Errorf("after 2 of 5: %+v", r)
	}
	if r.consume(contract.Pieces(3)); !r.is(5, 5, "consumed") || r.left() != 0 {
		t.Errorf("after all 5: %+v", r)
	}
}

// TestAPartOfAReservationIsGivenUp: what is released shrinks it; one that was never touched
// keeps its figure, so that history can be read.
func TestAPartOfAReservationIsGivenUp(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name                         string
		qty, had, gives, wants, took int
		status                       string
		left                         int
	}{
		{"a part of one that is untouched", 5, 0, 2, 3, 0, "active", 3},
		{"all of one that is untouched", 5, 0, 5, 5, 0, "released", 0},
		{"a part of one that is begun", 5, 2, 1, 4, 2, "active", 2},
		{"the rest of one that is begun", 5, 2, 3, 2, 2, "consumed", 0},
	} {
		r := active(tt.qty, tt.had)
		r.give(contract.Pieces(tt.gives))
		if !r.is(tt.wants, tt.took, tt.status) || r.left() != contract.Pieces(tt.left) || !r.changed {
			t.Errorf("%s: %+v with %s left", tt.name, r, r.left().Text())
		}
	}
}

// TestWhatCameBackIsTakenOffAReservation: at most what it consumed, which is told, so that the
// rest is sought elsewhere.
func TestWhatCameBackIsTakenOffAReservation(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name                              string
		qty, had, back, took, wants, left int
		status                            string
	}{
		{"nothing", 5, 5, 0, 0, 5, 5, "consumed"},
		{"nothing was consumed", 5, 0, 2, 0, 5, 0, "consumed"},
		{"a part", 5, 5, 2, 2, 3, 3, "consumed"},
		{"all", 5, 5, 5, 5, 5, 0, "released"},
		{"more than it consumed", 5, 3, 9, 3, 2, 0, "consumed"},
	} {
		r := active(tt.qty, tt.had)
		r.Status = "consumed"
		if took := r.takeBack(contract.Pieces(tt.back)); took != contract.Pieces(tt.took) || !r.is(tt.wants, tt.left, tt.status) {
			t.Errorf("%s: took %s, left %+v", tt.name, took.Text(), r)
		}
		if r.changed != (tt.took > 0) {
			t.Errorf("%s: written is %v", tt.name, r.changed)
		}
	}
}

func TestWhatIsNotActiveKeepsNothing(t *testing.T) {
	t.Parallel()
	for _, status := range []string{"consumed", "released", "expired"} {
		r := active(5, 2)
		if r.Status = status; r.left() != 0 {
			t.Errorf("one that is %s keeps %s", status, r.left().Text())
		}
	}
}

// TestAClaimIsKeptWithinWhatIsFree: nothing is kept of stock that is held, gone or reserved,
// nor of a quantity that the tables cannot hold.
func TestAClaimIsKeptWithinWhatIsFree(t *testing.T) {
	t.Parallel()
	stock := func(onHand, kept int, held bool) *quant {
		return &quant{OnHand: contract.Pieces(onHand), Reserved: contract.Pieces(kept), HeldAt: sql.NullInt64{Int64: 1, Valid: held}}
	}
	for _, tt := range []struct {
		name string
		q    *quant
		qty  string
		ok   bool
	}{
		{"what is free", stock(5, 3, false), "2", true},
		{"a thousandth", stock(5, 3, false), "0.001", true},
		{"a thousandth more than is free", stock(5, 3, false), "2.001", false},
		{"finer than a thousandth", stock(5, 3, false), "0.0005", false},
		{"nothing", stock(5, 3, false), "0", false},
		{"less than nothing", stock(5, 3, false), "-1", false},
		{"of held stock", stock(5, 0, true), "1", false},
		{"of stock that is gone", nil, "1", false},
		{"all is reserved", stock(5, 5, false), "0.001", false},
	} {
		was := quant{}
		if tt.q != nil {
			was = *tt.q
		}
		qty := decimal.RequireFromString(tt.qty)
		err := keep(tt.q, contract.Claim{Qty: qty})
		if (err == nil) != tt.ok || err != nil && !fault.IsKey(err, "stock.claim_failed") {
			t.Errorf("%s: %v", tt.name, err)
		}
		if err == nil && tt.q.Reserved != was.Reserved+contract.QtyOf(qty) || err != nil && tt.q != nil && *tt.q != was {
			t.Errorf("%s: the quant is %+v, was %+v", tt.name, tt.q, was)
		}
	}
}
