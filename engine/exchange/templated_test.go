package exchange

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/shopspring/decimal"

	"github.com/wareloom/wareloom/engine/access"
	"github.com/wareloom/wareloom/engine/access/accesstest"
	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/meta"
	"github.com/wareloom/wareloom/engine/store"
)

// TestATemplateSaysTheFile holds titles, digits, stored values, dates, masks and the order
// to the template, and columns to what the asker may read.
func TestATemplateSaysTheFile(t *testing.T) {
	each(t, func(t *testing.T, d *desk) {
		d.filled()
		who := d.office(nil, carriesItems)
		got, err := d.take(who, Export{Table: "item", Template: "item_out"})
		want := "Number,Price,Kind,Seen at,Name,Secret note|HIDDEN,,plain,,*,|B,2,plain,,苹*茶,|A,1235,fragile,10/03/2026 07:30,'=**1,hush|"
		if err != nil || got != want {
			t.Errorf("the file is %q (%v), want %q", got, err, want)
		}
		less := d.office(map[string]accesstest.Rule{"item": {Hide: []string{"secret", "price"}}}, carriesItems)
		if got, err := d.take(less, Export{Table: "item", Template: "item_out", List: "item"}); err != nil || !strings.HasPrefix(got, "Number,Kind,Seen at,Name|B,plain,") {
			t.Errorf("without two fields it is %q (%v)", got, err)
		}
	})
}

// TestLinesGoOutWithTheirDocument holds a row for each line, one for a document without,
// and the file to as many documents as the template says.
func TestLinesGoOutWithTheirDocument(t *testing.T) {
	each(t, func(t *testing.T, d *desk) {
		item := d.Insert("item", accesstest.Row{"customer_id": d.customer, "code": "A"})
		for i, lines := range []int{2, 0} {
			order := d.Insert("order", accesstest.Row{"customer_id": d.customer, "code": fmt.Sprint("O-", i), "status": "open"})
			for n := range lines {
				d.Insert("order_line", accesstest.Row{"order_id": order, "line_no": int64(n), "item_id": item, "qty": decimal.NewFromInt(int64(n + 1))})
			}
		}
		who := d.office(nil, carriesOrders)
		if got, err := d.take(who, Export{Table: "order", Template: "order_out"}); err != nil || got != "No;Item;Quantity|O-0;A;1|O-0;A;2|O-1;;|" {
			t.Errorf("the file is %q (%v)", got, err)
		}
		d.Insert("order", accesstest.Row{"customer_id": d.customer, "code": "O-2", "status": "open"})
		if _, err := d.take(who, Export{Table: "order", Template: "order_out"}); !fault.IsKey(err, "exchange.too_many_rows") {
			t.Errorf("three documents of two: %v", err)
		}
	})
}

// TestASampleIsTheBeginning shows a designer the first rows, and how many columns he may
// not see.
func TestASampleIsTheBeginning(t *testing.T) {
	each(t, func(t *testing.T, d *desk) {
		for i := range sampled + 5 {
			d.Insert("item", accesstest.Row{"customer_id": d.customer, "code": fmt.Sprintf("I%02d", i), "secret": "hush"})
		}
		who := d.office(map[string]accesstest.Rule{"item": {Hide: []string{"secret"}}}, carriesItems)
		var rights *access.Rights
		err := d.Exchange.DB.Read(t.Context(), func(ctx context.Context, tx *store.Tx) (err error) {
			rights, err = d.World.Access.For(ctx, tx, d.World.Release, who)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		s, err := d.Sample(t.Context(), rights, d.World.Release.Exports["item_out"], "en")
		if err != nil || len(s.Rows) != sampled || s.Hidden != 1 || s.Lines != 0 || len(s.Titles) != 5 || s.Rows[0][0] != "I24" {
			t.Errorf("the sample is %+v (%v)", s, err)
		}
	})
}

// TestAMaskHidesTheMiddle holds what stays of a text to its ends, in letters.
func TestAMaskHidesTheMiddle(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		value       any
		first, last int
		want        string
	}{
		{"13900001001", 3, 4, "139****1001"},
		{"苹果茶叶", 1, 1, "苹**叶"},
		{"ab", 1, 1, "**"},
		{"abc", 0, 0, "***"},
		{"abc", 5, 5, "***"},
		{"", 1, 1, ""},
		{nil, 1, 1, "<nil>"},
		{true, 1, 1, "t**e"},
		{"=cmd|x", 2, 1, "'=c***x"},
		{int64(123456), 2, 0, "12****"},
	} {
		if got := fmt.Sprint(masked(tt.value, meta.Mask{First: tt.first, Last: tt.last})); got != tt.want {
			t.Errorf("%v is %s, want %s", tt.value, got, tt.want)
		}
	}
}
