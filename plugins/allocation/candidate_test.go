package allocation

import (
	"database/sql"
	"slices"
	"testing"
	"time"

	"github.com/wareloom/wareloom/plugins/inventory/contract"
)

// lying is free stock of the product 1 in a picking area, as the ledger knows it.
func lying(id int64, pieces int, more ...func(*candidate)) *candidate {
	c := &candidate{
		ID: id, ProductID: 1, Quality: "ZP", OnHand: contract.Pieces(pieces), InDate: "2026-02-01", Usable: true, Use: contract.UseBin, TimeZone: "Asia/Shanghai",
	}
	for _, change := range more {
		change(c)
	}
	return c
}

func since(day string) func(*candidate) { return func(c *candidate) { c.InDate = day } }

func until(day string) func(*candidate) {
	return func(c *candidate) { c.ExpDate = sql.NullString{String: day, Valid: true} }
}

func onTheWalk(at int64) func(*candidate) {
	return func(c *candidate) { c.PickSeq = sql.NullInt64{Int64: at, Valid: true} }
}

func inLot(no string) func(*candidate) {
	return func(c *candidate) { c.LotNo = sql.NullString{String: no, Valid: true} }
}

func idsOf(list []*candidate) (ids []int64) {
	for _, c := range list {
		ids = append(ids, c.ID)
	}
	return ids
}

// TestStockIsTakenInTheOrderOfTheRule: by the date that the rule looks at, then by the walk,
// and never by chance.
func TestStockIsTakenInTheOrderOfTheRule(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, rule string
		stock      []*candidate
		want       []int64
	}{
		{"FIFO takes what came first", firstIn, []*candidate{lying(1, 1, since("2026-03-01")), lying(2, 1, since("2026-01-01")), lying(3, 1, since("2026-02-01"))}, []int64{2, 3, 1}},
		{"LIFO takes what came last", lastIn, []*candidate{lying(1, 1, since("2026-03-01")), lying(2, 1, since("2026-01-01")), lying(3, 1, since("2026-02-01"))}, []int64{1, 3, 2}},
		{"FIFO does not look at the expiry", firstIn, []*candidate{lying(1, 1, since("2026-03-01"), until("2026-06-01")), lying(2, 1, since("2026-01-01"), until("2027-06-01"))}, []int64{2, 1}},
		{"FEFO takes what expires first, though it came last", firstExpired, []*candidate{lying(1, 1, since("2026-01-01"), until("2027-06-01")), lying(2, 1, since("2026-03-01"), until("2026-06-01"))}, []int64{2, 1}},
		{"FEFO takes what does not expire at the end", firstExpired, []*candidate{lying(1, 1, since("2025-01-01")), lying(2, 1, until("2099-12-31"))}, []int64{2, 1}},
		{"FEFO of equal expiry takes what came first", firstExpired, []*candidate{lying(1, 1, since("2026-02-01"), until("2027-01-01")), lying(2, 1, since("2026-01-01"), until("2027-01-01"))}, []int64{2, 1}},
		{"equal dates go by the walk", firstExpired, []*candidate{lying(1, 1, onTheWalk(30)), lying(2, 1, onTheWalk(10)), lying(3, 1, onTheWalk(20))}, []int64{2, 3, 1}},
		{"LIFO of equal dates still walks forwards", lastIn, []*candidate{lying(1, 1, onTheWalk(30)), lying(2, 1, onTheWalk(10))}, []int64{2, 1}},
		{"what is on no walk comes behind what is on one", firstIn, []*candidate{lying(1, 1), lying(2, 1, onTheWalk(10))}, []int64{2, 1}},
		{"one place is taken in the order in which its stock was made", firstIn, []*candidate{lying(9, 1, onTheWalk(10)), lying(4, 1, onTheWalk(10))}, []int64{4, 9}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			for range 2 { // the order in which it is read says nothing
				if got := idsOf(sorted(slices.Clone(tt.stock), tt.rule)[1]); !slices.Equal(got, tt.want) {
					t.Errorf("taken in the order %v, want %v", got, tt.want)
				}
				slices.Reverse(tt.stock)
			}
		})
	}
}

func TestStockOfAProductIsNoneOfAnother(t *testing.T) {
	t.Parallel()
	other := lying(2, 1)
	other.ProductID = 7
	byProduct := sorted([]*candidate{lying(3, 1), other, lying(1, 1)}, firstIn)
	if got := idsOf(byProduct[1]); !slices.Equal(got, []int64{1, 3}) || len(byProduct[7]) != 1 || len(byProduct) != 2 {
		t.Errorf("stock by product is %v", byProduct)
	}
}

// TestGoodsAreFreshUntilTheDayBegins: the day is that of the warehouse, and a customer must
// have some days left.
func TestGoodsAreFreshUntilTheDayBegins(t *testing.T) {
	t.Parallel()
	at := func(text string) time.Time {
		when, err := time.Parse(time.RFC3339, text)
		if err != nil {
			t.Fatal(err)
		}
		return when
	}
	leaves := func(days int64) func(*candidate) {
		return func(c *candidate) { c.MinShipDays = sql.NullInt64{Int64: days, Valid: true} }
	}
	for _, tt := range []struct {
		name string
		c    *candidate
		now  string
		want bool
	}{
		{"what does not expire", lying(1, 1), "2099-01-01T00:00:00Z", true},
		{"the last second before its day", lying(1, 1, until("2026-05-02")), "2026-05-01T15:59:59Z", true},
		{"its day has begun in Shanghai", lying(1, 1, until("2026-05-02")), "2026-05-01T16:00:00Z", false},
		{"thirty days must be left and are", lying(1, 1, until("2026-05-31"), leaves(30)), "2026-04-30T15:59:59Z", true},
		{"thirty days must be left and are not", lying(1, 1, until("2026-05-31"), leaves(30)), "2026-04-30T16:00:00Z", false},
		{"no days need be left", lying(1, 1, until("2026-05-31"), leaves(0)), "2026-05-30T15:59:59Z", true},
	} {
		if got := tt.c.fresh(at(tt.now)); got != tt.want {
			t.Errorf("%s: fresh is %v at %s", tt.name, got, tt.now)
		}
	}
}

func TestWhatIsReservedOrTakenIsNotFree(t *testing.T) {
	t.Parallel()
	c := lying(1, 10)
	c.Reserved, c.taken = contract.Pieces(3), contract.Pieces(5)
	if c.free() != contract.Pieces(2) {
		t.Errorf("%s of 10 are free, with 3 reserved and 5 taken", c.free().Text())
	}
}
