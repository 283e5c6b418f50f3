package road

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

// TestAnOrderSaysWhyItIsShort: the figures are those of the lists behind them.
func TestAnOrderSaysWhyItIsShort(t *testing.T) {
	each(t, func(f *floor) {
		at := func(code, lot, date string, qty int) m {
			return line("AC-2002", qty, "position_id", m{"code": code}, "lot_no", lot, "exp_date", date)
		}
		soon := time.Now().AddDate(0, 0, 5).Format(time.DateOnly) // a customer must have sixty days left
		f.Other("in", "opening", []m{at("A-01-01-1", "L1", "2031-01-31", 10), at("A-01-02-1", "L2", "2031-01-31", 2), at("A-02-05-1", "L3", soon, 1)}, "audit", "post")
		f.Act("lot", id(f.Find("lot", "lot_no", "L2")), "hold", m{"reason": "smells"})
		f.Unload("ACME", "IN-1", line("AC-2002", 3, "mfg_date", "2030-01-01", "exp_date", nil))
		s := f.DockAt("IN-1")
		s.Must("form", m{"item": "AC-2002", "qty": 3, "lot": "L4"}, "item")
		other := f.asks("OTHER", line("AC-2002", 6))
		f.Act("sale_order", other, "allocate", nil)
		order := f.asks("ORDER", line("AC-2002", 10))
		f.Act("sale_order", order, "allocate", nil)
		f.State("sale_order", order, "short")

		var answer struct {
			Told []struct {
				Text, Route string
				Filter      any
			}
		}
		f.Ask("data/sale_order/act", m{"name": "why_short", "ids": []int64{order}}).Into(f, &answer)
		for i, want := range []string{
			"line 10, AC-2002: ordered 10, missing 10, free now 4", "AC-2002: 6 reserved by other orders (SO", "AC-2002: 2 on hold",
			"AC-2002: 1 expired", "AC-2002: 3 in receiving",
		} {
			if len(answer.Told) <= i || !strings.Contains(answer.Told[i].Text, want) || answer.Told[i].Route == "" {
				t.Errorf("told %+v, want %q with a way", answer.Told, want)
			}
		}
		for i, want := range map[int]struct{ list, field, sum string }{1: {"reservation", "qty", "6"}, 4: {"quant", "on_hand", "3"}} {
			var page struct{ Rows []m }
			f.Ask("data/"+want.list+"/aggregate", m{
				"filter": answer.Told[i].Filter, "measures": []m{{"fn": "sum", "field": want.field, "as": "sum"}},
			}).Into(f, &page)
			if got := fmt.Sprint(page.Rows[0]["sum"]); got != want.sum {
				t.Errorf("the list behind %q sums up to %s", answer.Told[i].Text, got)
			}
		}
	})
}
