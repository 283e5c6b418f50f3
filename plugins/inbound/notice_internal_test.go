package inbound

import (
	"database/sql"
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/shopspring/decimal"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/plugin"
	"github.com/wareloom/wareloom/plugins/inventory/contract"
)

func lot(no string) sql.NullString { return sql.NullString{String: no, Valid: no != ""} }

// announced is a line of a notice: pieces announced, and pieces that came.
func announced(qty, received int) expected {
	return expected{ProductID: 1, SKU: "P1", Quality: good, Qty: contract.Pieces(qty), Received: contract.Pieces(received)}
}

func pct(n int) decimal.Decimal { return decimal.NewFromInt(int64(n)) }

func TestWhatComesFillsTheLinesInTheirOrder(t *testing.T) {
	t.Parallel()
	lines := wanted{announced(10, 8), announced(5, 0), announced(4, 4)}
	for _, c := range []struct {
		came, tolerance int
		want            string
	}{
		{1, 0, "0:1"},
		{2, 0, "0:2"},
		{5, 0, "0:2 1:3"},
		{7, 0, "0:2 1:5"},
		{8, 10, "0:3 1:5"},              // one more than announced: where the first has room
		{9, 20, "0:4 1:5"},              // two
		{10, 20, "0:4 1:6"},             // as many as the tolerance lets the first take, then the next
		{11, 25, "0:4.5 1:6.25 2:0.25"}, // parts of a piece, where a line's share has them
	} {
		var got string
		for i, p := range lines.spread(contract.Pieces(c.came), pct(c.tolerance)) {
			for at := range lines {
				if p.line == &lines[at] {
					got += fmt.Sprintf("%d:%s ", at, p.qty.Text())
				}
			}
			if p.qty <= 0 {
				t.Errorf("part %d of %d is nothing", i, c.came)
			}
		}
		if got != c.want+" " {
			t.Errorf("%d with %d%% go to %q, want %q", c.came, c.tolerance, got, c.want)
		}
	}
}

// TestNothingIsLostInSpreading: whatever may come is spread whole, no line gets more than
// it has room for, and what is announced comes before what is not.
func TestNothingIsLostInSpreading(t *testing.T) {
	t.Parallel()
	seed := uint64(time.Now().UnixNano())
	dice := rand.New(rand.NewPCG(seed, 0))
	for range 2000 {
		var lines wanted
		for range 1 + dice.IntN(5) {
			lines = append(lines, announced(dice.IntN(20), dice.IntN(25)))
		}
		tolerance := pct(dice.IntN(30))
		came := contract.Qty(dice.Int64N(int64(lines.room(tolerance)) + 1))
		var sum, beyond contract.Qty
		for _, p := range lines.spread(came, tolerance) {
			sum += p.qty
			beyond += max(p.qty-p.line.left(), 0)
			if p.qty > p.line.room(tolerance) {
				t.Fatalf("seed %d: %v takes %s beyond its room", seed, p.line, p.qty.Text())
			}
		}
		if sum != came || beyond != max(came-lines.left(), 0) {
			t.Fatalf("seed %d: of %s are spread %s, beyond the announced %s; lines %v", seed, came.Text(), sum.Text(), beyond.Text(), lines)
		}
	}
}

func TestMoreThanTheToleranceIsRefused(t *testing.T) {
	t.Parallel()
	lines := wanted{announced(10, 0), announced(10, 5)}
	for qty, key := range map[int64]string{15: "", 17: "", 18: overReceipt} {
		err := mayCome(lines, pct(10), decimal.NewFromInt(qty))
		if key == "" && err != nil || key != "" && !fault.IsKey(err, key) {
			t.Errorf("%d of 15 with 10%%: %v, want %q", qty, err, key)
		}
	}
}

func TestLinesOfOneKindAreOne(t *testing.T) {
	t.Parallel()
	plain, other, dated, graded := announced(1, 0), announced(2, 0), announced(3, 0), announced(4, 0)
	other.LotNo, dated.ExpDate, graded.Quality = lot("L1"), lot("2030-01-31"), "CP"
	kinds := kindsOf([]expected{plain, other, plain, dated, graded, other})
	var sizes []int
	for _, k := range kinds {
		sizes = append(sizes, len(k))
	}
	if fmt.Sprint(sizes) != "[2 2 1 1]" {
		t.Errorf("the lines are of kinds of %v, want [2 2 1 1]", sizes)
	}
}

func TestWhatArrivedTakesTheRestFromTheNotice(t *testing.T) {
	t.Parallel()
	said := announced(5, 0)
	said.LotNo, said.ExpDate = lot("L1"), lot("2030-01-31")
	for _, c := range []struct {
		what           string
		item           item
		expires        bool
		lot, date, key string
	}{
		{"nothing said", item{}, true, "L1", "2030-01-31", ""},
		{"the same lot", item{LotNo: "L1"}, true, "L1", "2030-01-31", ""},
		{"another lot has no date of the notice's", item{LotNo: "L2"}, true, "L2", "", "inbound.expiry_needed"},
		{"another lot that does not expire", item{LotNo: "L2"}, false, "L2", "", ""},
		{"another lot with its date", item{LotNo: "L2", ExpDate: "2031-02-28"}, true, "L2", "2031-02-28", ""},
		{"a day that there is not", item{ExpDate: "2031-02-29"}, true, "L1", "2031-02-29", "inbound.bad_date"},
	} {
		line := said
		line.ExpiryCtl = c.expires
		a, err := c.item.arrival(wanted{line})
		if c.key == "" && err != nil || c.key != "" && !fault.IsKey(err, c.key) {
			t.Errorf("%s: %v, want %q", c.what, err, c.key)
		}
		if a.lotNo != c.lot || a.expDate != c.date || a.quality != good {
			t.Errorf("%s arrives as %q %q %q", c.what, a.lotNo, a.expDate, a.quality)
		}
	}
	bare := announced(5, 0)
	bare.ExpiryCtl = true
	if a, err := (&item{ExpDate: "2031-02-28"}).arrival(wanted{bare}); err != nil || a.lotNo != "2031-02-28" {
		t.Errorf("goods that expire and have no lot are of lot %q (%v)", a.lotNo, err)
	}
}

func TestAPutIsSharedAmongWhatCame(t *testing.T) {
	t.Parallel()
	lines := []arrived{{ID: 1, Left: contract.Pieces(3)}, {ID: 2}, {ID: 3, Left: contract.Pieces(4)}}
	for qty, want := range map[int]string{2: "1:2", 3: "1:3", 5: "1:3 3:2", 9: "1:3 3:4"} { // what came another way is nobody's
		var got string
		for _, s := range shareOut(lines, contract.Pieces(qty)) {
			got += fmt.Sprintf("%d:%s ", s.ReceiptLineID, s.Qty.Text())
		}
		if got != want+" " {
			t.Errorf("%d are shared as %q, want %q", qty, got, want)
		}
	}
}

func TestASerialNumberIsScannedOnce(t *testing.T) {
	t.Parallel()
	list, err := addSerial([]string{"S1"}, "S2")
	if err != nil || len(list) != 2 {
		t.Errorf("a second number gives %v, %v", list, err)
	}
	for _, no := range []string{"", "S1"} {
		if _, err := addSerial(list, no); !fault.IsKey(err, "inbound.serial_twice") {
			t.Errorf("%q gives %v", no, err)
		}
	}
}

func TestADeviceJudgesOnlyWhatAsksNoMore(t *testing.T) {
	t.Parallel()
	for what, change := range map[string]func(e *expected){
		"a lot":         func(e *expected) { e.LotCtl = true },
		"a date":        func(e *expected) { e.ExpiryCtl = true },
		"a number":      func(e *expected) { e.SerialCtl = true },
		"another grade": func(e *expected) { e.Quality = "CP" },
	} {
		e := announced(5, 0)
		if e.afterQty() != stepItem {
			t.Error("plain goods ask for more than their quantity")
		}
		if change(&e); e.afterQty() != "" {
			t.Errorf("a device judges goods that ask for %s", what)
		}
	}
	e := announced(5, 0)
	e.LotCtl, e.LotNo = true, lot("L1")
	if e.afterQty() != stepItem {
		t.Error("a lot that the notice names is asked for")
	}
}

// of is a line of a plan: cartons of twelve, and pieces that came, are on their way, or
// are given up.
func of(cartons, received, coming, closed int) planned {
	return planned{
		ID: int64(cartons), Qty: contract.Pieces(cartons), Base: contract.Pieces(12 * cartons), Received: contract.Pieces(received), Coming: contract.Pieces(coming),
		Noticed: contract.Pieces(received + coming), Closed: contract.Pieces(closed),
	}
}

func TestANoticeTakesWhatIsSaidOrAllThatIsLeft(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		lines []planned
		wants map[int]int // cartons of a line
		want  string
	}{
		{[]planned{of(2, 0, 0, 0), of(3, 12, 12, 0)}, nil, "2:2=24 3:1=12"},
		{[]planned{of(2, 0, 0, 0), of(3, 12, 12, 0)}, map[int]int{0: 1}, "2:1=12"},
		{[]planned{of(2, 24, 0, 0)}, nil, ""},
		{[]planned{of(2, 0, 0, 24)}, nil, ""},
		{[]planned{of(2, 30, 0, 0)}, nil, ""}, // more came than was planned
		{[]planned{of(2, 18, 0, 0)}, nil, "2:0.5=6"},
		{[]planned{of(2, 0, 12, 0)}, map[int]int{0: 2}, "inbound.over_plan"},
	} {
		for at, cartons := range c.wants {
			c.lines[at].Wanted = contract.Pieces(cartons)
		}
		amounts, err := ofThisNotice(c.lines)
		got := ""
		for _, l := range c.lines {
			if a, ok := amounts[l.ID]; ok {
				got += fmt.Sprintf("%d:%s=%s ", l.ID, a.qty.Text(), a.base.Text())
			}
		}
		if why, is := fault.As(err); is {
			got = why.Key + " "
		}
		if c.want != "" {
			c.want += " "
		}
		if got != c.want {
			t.Errorf("of %v a notice takes %q, want %q", c.lines, got, c.want)
		}
	}
}

func TestANoticeSaysPiecesWhereTheUnitHasNoRoom(t *testing.T) {
	t.Parallel()
	line := plugin.Row{"id": int64(7), "qty": decimal.NewFromInt(3), "base_qty": decimal.NewFromInt(36), "unit": "carton", "product_id": int64(1)}
	for pieces, want := range map[int]string{12: "1 carton", 6: "0.5 carton", 1: "1 <nil>"} {
		base := contract.Pieces(pieces)
		row := noticeLine(line, amount{base * contract.Pieces(3) / contract.Pieces(36), base})
		if got := fmt.Sprint(row["qty"], " ", row["unit"]); got != want {
			t.Errorf("%d pieces are announced as %s, want %s", pieces, got, want)
		}
	}
}

func TestAPlanIsWhereItsLinesAre(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		what  string
		lines []planned
		open  int64
		want  string
	}{
		{"all announced", []planned{of(1, 0, 12, 0), of(2, 0, 24, 0)}, 1, "noticed"},
		{"some came", []planned{of(1, 5, 7, 0)}, 1, "receiving"},
		{"all came", []planned{of(1, 12, 0, 0), of(2, 24, 0, 0)}, 0, "received"},
		{"the rest is given up", []planned{of(1, 5, 0, 7)}, 0, "received"},
	} {
		if got := (standing{Status: "approved", Open: c.open}).next(c.lines); got != c.want {
			t.Errorf("%s: the plan is %s, want %s", c.what, got, c.want)
		}
	}
}
