package inventory

import (
	"database/sql"
	"strings"
	"testing"

	"github.com/shopspring/decimal"

	"github.com/wareloom/wareloom/plugins/inventory/contract"
)

// wished are ten pieces, good, of the owner 1 and the type 3 below 2, five to a box.
func wished() *traits {
	return &traits{
		BrandID: ref(5), Class: str("cold"), ABC: str("A"), types: []int64{3, 2}, perUnit: map[string]contract.Qty{"box": contract.Pieces(5), "pallet": contract.Pieces(50)},
		goods: &goods{size: weighs("2", "20")}, wish: contract.Wish{Goods: contract.Goods{ConsignorID: 1, Quality: "ZP"}, Qty: decimal.NewFromInt(10)},
	}
}

func ref(id int64) sql.NullInt64 { return sql.NullInt64{Int64: id, Valid: true} }

func str(text string) sql.NullString { return sql.NullString{String: text, Valid: true} }

func side(cm string) sql.Null[contract.PieceSide] {
	return sql.Null[contract.PieceSide]{V: weighs("0", cm).Height, Valid: true}
}

func heavy(kg string) sql.Null[contract.PieceWeight] {
	return sql.Null[contract.PieceWeight]{V: weighs(kg, "").Weight, Valid: true}
}

// TestAShelvingRuleNamesWhatDoesNotMeetIt: the first condition that the goods do not meet.
func TestAShelvingRuleNamesWhatDoesNotMeetIt(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name string
		r    rule
		want string // "" where the rule is for them
	}{
		{"a rule for all", rule{}, ""},
		{"its owner", rule{ConsignorID: ref(1)}, ""},
		{"another owner", rule{ConsignorID: ref(2)}, "consignor_id"},
		{"its type", rule{TypeID: ref(3)}, ""},
		{"the type above", rule{TypeID: ref(2)}, ""},
		{"another type", rule{TypeID: ref(9)}, "product_type_id"},
		{"its brand", rule{BrandID: ref(5)}, ""},
		{"another brand", rule{BrandID: ref(6)}, "brand_id"},
		{"its quality", rule{Quality: str("ZP")}, ""},
		{"another quality", rule{Quality: str("CC")}, "quality"},
		{"another class", rule{Class: str("dry")}, "storage_class"},
		{"another letter", rule{ABC: str("B")}, "abc"},
		{"a box at least", rule{Unit: str("box")}, ""},
		{"a pallet at least", rule{Unit: str("pallet")}, "unit"},
		{"a unit that the product does not have", rule{Unit: str("bag")}, "unit"},
		{"as low as it is", rule{MaxHeight: side("20")}, ""},
		{"lower", rule{MaxHeight: side("19.99")}, "max_height"},
		{"as high as it is", rule{MinHeight: side("20")}, ""},
		{"higher", rule{MinHeight: side("20.01")}, "min_height"},
		{"as heavy as it is", rule{MinWeight: heavy("2"), MaxWeight: heavy("2")}, ""},
		{"heavier", rule{MinWeight: heavy("2.0001")}, "min_weight"},
		{"lighter", rule{MaxWeight: heavy("1.9999")}, "max_weight"},
		{"two are not met", rule{ConsignorID: ref(2), ABC: str("B")}, "consignor_id"},
	} {
		if got := tt.r.other(wished()); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
	}
}

func TestAProductWithoutALetterMeetsNoRuleForOne(t *testing.T) {
	t.Parallel()
	bare := wished()
	bare.ABC, bare.Class, bare.BrandID = sql.NullString{}, sql.NullString{}, sql.NullInt64{}
	for want, r := range map[string]rule{"abc": {ABC: str("")}, "storage_class": {Class: str("cold")}, "brand_id": {BrandID: ref(5)}} {
		if got := r.other(bare); got != want {
			t.Errorf("%s of nobody meets %+v: %q", want, r, got)
		}
	}
}

// TestARuleOffersItsBins: where, in which order, and with one value for each mark.
func TestARuleOffersItsBins(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name    string
		r       rule
		where   []string // each stands in the condition
		alone   bool
		anyArea bool // not only those that suit the goods
		order   string
	}{
		{"anywhere", rule{Target: "any"}, nil, false, false, ""},
		{"by the same goods", rule{Target: targetSame}, []string{"q.product_id = ?"}, false, false, ""},
		{"empty bins", rule{Target: targetEmpty}, []string{"NOT EXISTS"}, true, false, ""},
		{"the nearest", rule{Target: targetNearest}, nil, false, false, byDistance},
		{"a fixed bin, in whatever area", rule{Target: targetFixed, PositionID: ref(7)}, []string{"p.id = ?"}, false, true, ""},
		{"an area", rule{Target: targetEmpty, AreaID: ref(8)}, []string{"a.id = COALESCE(?, a.id)"}, true, true, ""},
		{"a kind of areas, of its letter", rule{Target: targetNearest, AreaKind: str("storage"), SameABC: true}, []string{"a.area_kind = COALESCE(?, a.area_kind)", "p.abc = ?"}, false, true, byDistance},
	} {
		got := tt.r.bins(wished())
		for _, part := range tt.where {
			if !strings.Contains(got.where+got.areas, part) {
				t.Errorf("%s: %s and %s lack %s", tt.name, got.where, got.areas, part)
			}
		}
		marks := len(got.args)
		if got.goods {
			marks += 5 // warehouse, product, lot, quality and owner, which the search adds
		}
		if got.alone {
			marks += 2 // who plans, and when
		}
		if got.alone != tt.alone || (got.areas != "") != tt.anyArea || got.order != tt.order ||
			strings.Count(got.where, "?") != marks || strings.Count(got.areas, "?") != len(got.of) {
			t.Errorf("%s: %+v", tt.name, got)
		}
	}
	if len(besideOthers.args)+len(empties.args)+len(ofSameGoods.args) > 0 || besideOthers.areas+empties.areas != "" {
		t.Error("a rule changed the kinds of bins of all others")
	}
}
