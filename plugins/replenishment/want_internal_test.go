package replenishment

import (
	"database/sql"
	"slices"
	"testing"

	"github.com/shopspring/decimal"

	"github.com/wareloom/wareloom/engine/plugin"
	stock "github.com/wareloom/wareloom/plugins/inventory/contract"
)

func TestAFaceLacksWhatFillsItToItsMost(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ least, most, pack, there, comes, want int }{
		{10, 40, 0, 10, 0, 0},  // at its least nothing is to be done
		{10, 40, 0, 9, 0, 31},  // below it is filled
		{10, 40, 0, 5, 5, 0},   // what is on its way counts
		{10, 40, 0, 3, 4, 33},  // in full
		{10, 40, 12, 9, 0, 24}, // whole packs that fit
		{10, 15, 12, 9, 0, 12}, // one at least
		{10, 40, 0, -2, 0, 42}, // more is reserved than lies there
		{0, 40, 0, 0, 0, 0},    // without a least none is missed
	} {
		w := want{
			Min: stock.Pieces(c.least), Max: stock.Pieces(c.most), Pack: stock.Pieces(c.pack), Available: stock.Pieces(c.there), Incoming: stock.Pieces(c.comes),
		}
		if got := w.lacks(); got != stock.Pieces(c.want) {
			t.Errorf("%+v lacks %s", c, got.Text())
		}
	}
}

// ordered are the lines in the order that rules lead to; a line is named by its number.
func ordered(rules []criterion, values ...map[string]string) (order []int) {
	var list []*ranked
	for i, v := range values {
		list = append(list, &ranked{line: plugin.Row{"id": int64(i)}, values: v})
	}
	for _, c := range rules {
		c.rank(list)
	}
	slices.SortStableFunc(list, sortedBy)
	for _, r := range list {
		order = append(order, int(plugin.ID(r.line)))
	}
	return order
}

func TestTheWorkIsOrderedByTheSumOfItsCriteria(t *testing.T) {
	t.Parallel()
	near := map[string]string{"urgency": "010", "route": "001", "ship_by": "2026-01-02"}
	urgent := map[string]string{"urgency": "100", "route": "009", "ship_by": "2026-01-09"}
	middle := map[string]string{"urgency": "050", "route": "005", "ship_by": "2026-01-01"}
	for _, c := range []struct {
		what  string
		rules []criterion
		want  []int
	}{
		{"the usual: what is urgent first", usual, []int{1, 2, 0}},
		{"the walk alone", []criterion{{"route", "asc", 1}}, []int{0, 2, 1}},
		{"the walk backwards", []criterion{{"route", "desc", 1}}, []int{1, 2, 0}},
		{"a weight decides", []criterion{{"urgency", "desc", 1}, {"route", "asc", 3}}, []int{0, 2, 1}},
		{"of equal sums the first criterion", []criterion{{"route", "asc", 1}, {"urgency", "desc", 1}}, []int{0, 2, 1}},
		{"no criterion leaves them", nil, []int{0, 1, 2}},
	} {
		if got := ordered(c.rules, near, urgent, middle); !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", c.what, got, c.want)
		}
	}
	if got := ordered(usual, near, near, near); !slices.Equal(got, []int{0, 1, 2}) {
		t.Errorf("equal lines change places: %v", got)
	}
}

func TestALineThatWaitsIsWrittenWhenItChanged(t *testing.T) {
	t.Parallel()
	s := &shortage{LineID: 7, Missing: stock.Pieces(5), Pickable: stock.Pieces(1), Apart: stock.Pieces(9), Incoming: stock.Pieces(2), ShipBy: sql.NullInt64{}}
	if got := s.need(); got != stock.Pieces(2) {
		t.Errorf("%s are to be brought, want 2", got.Text())
	}
	fresh := s.row(nil)
	if fresh["id"] != nil || fresh["sale_order_line_id"] != int64(7) {
		t.Errorf("a new line is written as %v", fresh)
	}
	fresh["id"] = int64(1)
	if again := s.row(fresh); again != nil {
		t.Errorf("the same is written again: %v", again)
	}
	for _, figure := range []string{"missing_qty", "apart_qty", "incoming_qty"} {
		old := plugin.Row{"id": int64(1), "missing_qty": fresh["missing_qty"], "apart_qty": fresh["apart_qty"], "incoming_qty": fresh["incoming_qty"]}
		old[figure] = decimal.NewFromInt(99)
		if row := s.row(old); row == nil || row["id"] != int64(1) {
			t.Errorf("another %s is not written: %v", figure, row)
		}
	}
}
