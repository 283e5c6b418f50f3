package inventory

import (
	"database/sql"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/wareloom/wareloom/plugins/inventory/contract"
)

func day(text string) sql.NullString { return sql.NullString{String: text, Valid: text != ""} }

// TestWhatLiesTogetherHasTheOldestDate: an empty quant begins anew with what comes.
func TestWhatLiesTogetherHasTheOldestDate(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name             string
		onHand           int
		had, comes, want string
	}{
		{"younger goods come", 5, "2026-01-01", "2026-02-01", "2026-01-01"},
		{"older goods come", 5, "2026-02-01", "2026-01-01", "2026-01-01"},
		{"of the same day", 5, "2026-01-01", "2026-01-01", "2026-01-01"},
		{"into an empty one", 0, "", "2026-02-01", "2026-02-01"},
		{"into an empty one that kept a date", 0, "2020-01-01", "2026-02-01", "2026-02-01"},
		{"to goods of which nobody knows", 5, "", "2026-02-01", "2026-02-01"},
	} {
		q := &quant{OnHand: contract.Pieces(tt.onHand), InDate: day(tt.had)}
		if q.merge(tt.comes); q.InDate != day(tt.want) {
			t.Errorf("%s: since %v, want %s", tt.name, q.InDate, tt.want)
		}
	}
}

// TestKeysHaveOneOrder: locks are taken by warehouse, product, position, lot, container, owner
// and quality, whatever the order in which movements name them.
func TestKeysHaveOneOrder(t *testing.T) {
	t.Parallel()
	first := quantKey{WarehouseID: 1, ProductID: 1, PositionID: 1, LotID: 1, LpnID: 1, ConsignorID: 1, Quality: "CC"}
	ordered := []quantKey{first}
	for _, change := range []func(*quantKey){
		func(k *quantKey) { k.Quality = "ZP" }, func(k *quantKey) { k.ConsignorID = 2 }, func(k *quantKey) { k.LpnID = 2 }, func(k *quantKey) { k.LotID = 2 },
		func(k *quantKey) { k.PositionID = 2 }, func(k *quantKey) { k.ProductID = 2 }, func(k *quantKey) { k.WarehouseID = 2 },
	} {
		next := first // each differs in a member that weighs more than all before
		change(&next)
		ordered = append(ordered, next)
	}
	random := rand.New(rand.NewPCG(1, 1))
	for range 20 {
		got := slices.Clone(ordered)
		random.Shuffle(len(got), func(i, j int) { got[i], got[j] = got[j], got[i] })
		if slices.SortFunc(got, quantKey.compare); !slices.Equal(got, ordered) {
			t.Fatalf("sorted into %+v", got)
		}
	}
	if first.compare(first) != 0 {
		t.Error("a key differs from itself")
	}
}

// TestAQuantIsFoundByItsKey: what is empty in the table is 0 in the key.
func TestAQuantIsFoundByItsKey(t *testing.T) {
	t.Parallel()
	at := &place{ID: 3, WarehouseID: 1}
	goods := contract.Goods{ConsignorID: 4, ProductID: 2, Quality: "ZP"}
	plain := quant{WarehouseID: 1, PositionID: 3, ConsignorID: 4, ProductID: 2, Quality: "ZP"}
	if plain.key() != keyOf(at, contract.Place{PositionID: 3}, goods) {
		t.Errorf("%+v is not where %+v is looked for", plain.key(), goods)
	}
	goods.LotID = 5
	full := quant{WarehouseID: 1, PositionID: 3, ConsignorID: 4, ProductID: 2, Quality: "ZP", LotID: sql.NullInt64{Int64: 5, Valid: true}, LpnID: sql.NullInt64{Int64: 6, Valid: true}}
	if full.key() != keyOf(at, contract.Place{PositionID: 3, LpnID: 6}, goods) || full.key() == plain.key() {
		t.Errorf("%+v is not where it is looked for", full.key())
	}
}

func TestASetHasEachIDOnce(t *testing.T) {
	t.Parallel()
	s := newSet(7, 0, 3, 7)
	s.add(5)
	s.add(3)
	s.add(0)
	if !slices.Equal(s.list, []int64{7, 3, 5}) {
		t.Errorf("the set is %v", s.list)
	}
	if !slices.Equal(s.sort().list, []int64{3, 5, 7}) {
		t.Errorf("sorted, the set is %v", s.list)
	}
}
