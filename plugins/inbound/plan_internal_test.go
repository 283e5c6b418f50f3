package inbound

import (
	"database/sql"
	"slices"
	"testing"

	"github.com/shopspring/decimal"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/plugin"
	"github.com/wareloom/wareloom/plugins/inventory/contract"
)

// TestManyPiecesAreAnnouncedAsTheyAre: millions of them, in boxes or by themselves, since a
// plan of labels is as good as one of coats.
func TestManyPiecesAreAnnouncedAsTheyAre(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name                    string
		qty, base, wanted       int
		announced, announceBase int // in the line's unit, in pieces; 0 where it is too many
	}{
		{"all of five million pieces", 5_000_000, 5_000_000, 0, 5_000_000, 5_000_000},
		{"some of five million pieces", 5_000_000, 5_000_000, 4_000_000, 4_000_000, 4_000_000},
		{"one more than there are", 5_000_000, 5_000_000, 5_000_001, 0, 0},
		{"boxes of a thousand", 90_000, 90_000_000, 80_000, 80_000, 80_000_000},
		{"all boxes of a thousand", 90_000, 90_000_000, 0, 90_000, 90_000_000},
		{"a box of twelve", 1, 12, 1, 1, 12},
	} {
		l := planned{ID: 7, LineNo: 10, Qty: contract.Pieces(tt.qty), Base: contract.Pieces(tt.base), Wanted: contract.Pieces(tt.wanted)}
		got, err := ofThisNotice([]planned{l})
		if tt.announced == 0 {
			if !fault.IsKey(err, "inbound.over_plan") {
				t.Errorf("%s: %v, %v", tt.name, got, err)
			}
			continue
		}
		if want := (amount{contract.Pieces(tt.announced), contract.Pieces(tt.announceBase)}); err != nil || got[7] != want {
			t.Errorf("%s: announced are %s in %s pieces, %v", tt.name, got[7].qty.Text(), got[7].base.Text(), err)
		}
	}
}

// TestASubmittedPlanKeepsItsLines: what the next notice takes of them is all that may be said.
func TestASubmittedPlanKeepsItsLines(t *testing.T) {
	t.Parallel()
	had := func() plugin.Row {
		return plugin.Row{"product_id": int64(1), "unit": "box", "qty": decimal.NewFromInt(5), "lot_no": "L1"}
	}
	for _, tt := range []struct {
		name, status string
		old          plugin.Row
		change       plugin.Row
		ok           bool
	}{
		{"what the next notice takes", "approved", had(), plugin.Row{"notice_qty": decimal.NewFromInt(2)}, true},
		{"the same quantity", "approved", had(), plugin.Row{"qty": decimal.RequireFromString("5.0")}, true},
		{"another quantity", "approved", had(), plugin.Row{"qty": decimal.NewFromInt(6)}, false},
		{"another product", "submitted", had(), plugin.Row{"product_id": int64(2)}, false},
		{"another lot", "submitted", had(), plugin.Row{"lot_no": "L2"}, false},
		{"no unit", "submitted", had(), plugin.Row{"unit": nil}, false},
		{"a line more", "submitted", nil, nil, false},
		{"a line more of a draft", "draft", nil, nil, true},
		{"anything of a draft", "draft", had(), plugin.Row{"product_id": int64(2), "qty": decimal.NewFromInt(9)}, true},
	} {
		e := &plugin.SaveEvent{Old: tt.old, New: had(), Head: plugin.Row{"status": tt.status, "doc_no": "PL1"}}
		for key, value := range tt.change {
			e.New[key] = value
		}
		if err := keepPlanned(t.Context(), e); (err == nil) != tt.ok || err != nil && !fault.IsKey(err, "inbound.plan_fixed") {
			t.Errorf("%s: %v", tt.name, err)
		}
	}
	gone := &plugin.SaveEvent{Old: plugin.Row{"line_count": int64(2)}, New: plugin.Row{"line_count": int64(1), "status": "submitted"}}
	if err := keepPlan(t.Context(), gone); !fault.IsKey(err, "inbound.plan_fixed") {
		t.Errorf("a line of a submitted plan goes: %v", err)
	}
	if gone.New["status"] = "draft"; keepPlan(t.Context(), gone) != nil {
		t.Error("no line of a draft may go")
	}
}

// TestAReturnToTheVendorKeepsItsLines once it is audited: its stock and its quantity.
func TestAReturnToTheVendorKeepsItsLines(t *testing.T) {
	t.Parallel()
	had := func() plugin.Row {
		return plugin.Row{"quant_id": int64(1), "qty": decimal.NewFromInt(5), "remark": "a"}
	}
	for _, tt := range []struct {
		name, status string
		old, change  plugin.Row
		ok           bool
	}{
		{"another remark", "audited", had(), plugin.Row{"remark": "b"}, true},
		{"another stock", "audited", had(), plugin.Row{"quant_id": int64(2)}, false},
		{"another quantity", "picking", had(), plugin.Row{"qty": decimal.NewFromInt(4)}, false},
		{"a line more", "audited", nil, nil, false},
		{"anything of a draft", "draft", had(), plugin.Row{"quant_id": int64(2)}, true},
	} {
		e := &plugin.SaveEvent{Old: tt.old, New: had(), Head: plugin.Row{"status": tt.status}}
		for key, value := range tt.change {
			e.New[key] = value
		}
		if err := keepPicked(t.Context(), e); (err == nil) != tt.ok || err != nil && !fault.IsKey(err, "inbound.return_fixed") {
			t.Errorf("%s: %v", tt.name, err)
		}
	}
}

// TestANoticeIsReceivedWhileItIsUnloaded, and says why not before and after.
func TestANoticeIsReceivedWhileItIsUnloaded(t *testing.T) {
	t.Parallel()
	for status, want := range map[string]string{
		"draft": "inbound.not_unloading", "confirmed": "inbound.not_unloading", "arrived": "inbound.not_unloading", "unloading": "", "counting": "",
		"counted": "inbound.counted_already", "shelving": "inbound.counted_already", "done": "inbound.counted_already", "cancelled": "inbound.not_unloading",
	} {
		err := (&notice{Status: status}).mustBeUnloading()
		if want == "" && err != nil || want != "" && !fault.IsKey(err, want) {
			t.Errorf("one that is %s: %v, want %q", status, err, want)
		}
	}
}

// TestAShelvingOrderIsWorkedByWhoHasIt while it is open.
func TestAShelvingOrderIsWorkedByWhoHasIt(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		status string
		of     int64 // 0: nobody's
		want   string
	}{
		{"draft", 0, ""},
		{"assigned", 4, ""},
		{"shelving", 4, ""},
		{"partly", 0, ""},
		{"shelving", 5, orderOfOther},
		{"done", 4, "inbound.order_closed"},
		{"cancelled", 5, "inbound.order_closed"},
	} {
		o := &ordered{Status: tt.status, AssignedID: sql.NullInt64{Int64: tt.of, Valid: tt.of != 0}}
		if err := o.mustBeOpen(4); tt.want == "" && err != nil || tt.want != "" && !fault.IsKey(err, tt.want) {
			t.Errorf("one that is %s and of %d: %v, want %q", tt.status, tt.of, err, tt.want)
		}
	}
}

// TestADateIsOneOfTheCalendar.
func TestADateIsOneOfTheCalendar(t *testing.T) {
	t.Parallel()
	var right []string
	for _, text := range []string{"2028-02-29", "2027-02-29", "2026-13-01", "2026-1-1", "2026/01/01", "20260101", "soon", ""} {
		if err := mustBeDate(text); err == nil {
			right = append(right, text)
		} else if !fault.IsKey(err, "inbound.bad_date") {
			t.Errorf("%q: %v", text, err)
		}
	}
	if !slices.Equal(right, []string{"2028-02-29"}) {
		t.Errorf("dates are %q", right)
	}
}

// TestWhatArrivesTakesItsDateFromWhoSaysIt: the person, else the notice unless the lot is
// another one; goods that expire without lots have the date as theirs.
func TestWhatArrivesTakesItsDateFromWhoSaysIt(t *testing.T) {
	t.Parallel()
	told := func(lot, expires string) expected {
		return expected{SKU: "P1", Quality: good, LotNo: sql.NullString{String: lot, Valid: lot != ""}, ExpDate: sql.NullString{String: expires, Valid: expires != ""}}
	}
	expires := func(e expected) expected { e.ExpiryCtl = true; return e }
	for _, tt := range []struct {
		name             string
		of               expected
		lot, exp         string // as the person says
		wantLot, wantExp string
		key              string
	}{
		{"as announced", told("L1", "2039-01-01"), "", "", "L1", "2039-01-01", ""},
		{"another date", told("L1", "2039-01-01"), "", "2039-02-01", "L1", "2039-02-01", ""},
		{"another lot has a date of its own", told("L1", "2039-01-01"), "L2", "", "L2", "", ""},
		{"another lot of goods that expire", expires(told("L1", "2039-01-01")), "L2", "", "L2", "", "inbound.expiry_needed"},
		{"the date is the lot", expires(told("", "")), "", "2039-02-01", "2039-02-01", "2039-02-01", ""},
		{"goods that expire without a date", expires(told("", "")), "", "", "", "", "inbound.expiry_needed"},
		{"no date of the calendar", told("", ""), "", "2039-02-31", "2039-02-31", "2039-02-31", "inbound.bad_date"},
		{"goods without either", told("", ""), "", "", "", "", ""},
	} {
		got, err := (&item{LotNo: tt.lot, ExpDate: tt.exp}).arrival(wanted{tt.of})
		if got.lotNo != tt.wantLot || got.expDate != tt.wantExp || got.quality != good || tt.key == "" && err != nil || tt.key != "" && !fault.IsKey(err, tt.key) {
			t.Errorf("%s: lot %q until %q, %v", tt.name, got.lotNo, got.expDate, err)
		}
	}
}
