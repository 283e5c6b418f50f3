package road

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
)

// homeFigure is a figure of one's home with the records that it says are behind it.
type homeFigure struct {
	Key, List, Words, Route, Work string
	Value                         json.Number
	Filter                        m
}

// figures gives every figure of one's home, by card and key.
func (f *floor) figures() map[string]homeFigure {
	f.Helper()
	var page struct {
		Cards []struct {
			Key     string
			Figures []homeFigure
		}
	}
	f.Ask("home/get", m{}).Into(f, &page)
	found := map[string]homeFigure{}
	for _, card := range page.Cards {
		for _, figure := range card.Figures {
			found[card.Key+"."+figure.Key] = figure
		}
	}
	return found
}

// sums names the fields that figures add up, by their list; the others count records.
var sums = map[string]map[string]string{
	"pieces_today":  {"stock_move": "net_qty", "shipment": "total_qty"},
	"received_week": {"stock_move": "net_qty"},
	"announced":     {"portal_plan": "total_qty"},
	"on_hand":       {"stock_detail": "on_hand", "portal_stock": "on_hand"},
	"reserved":      {"portal_stock_lot": "reserved"},
	"held":          {"portal_stock_lot": "on_hand"},
	"damaged":       {"portal_stock_lot": "on_hand"},
	"old":           {"portal_stock_lot": "on_hand"},
}

// behindFigure asks the list of a figure for its records by the figure's filter and
// counts or adds them up by hand.
func (f *floor) behindFigure(figure homeFigure) float64 {
	f.Helper()
	var screen struct {
		List struct{ Table string }
	}
	f.Ask("meta/screen", m{"key": "list:" + figure.List}).Into(f, &screen)
	var page struct {
		Rows  []m
		Total float64
	}
	f.Ask("data/"+screen.List.Table+"/query", m{"list": figure.List, "filter": figure.Filter, "total": "exact", "size": 500}).Into(f, &page)
	field, adds := sums[figure.Key][figure.List]
	if !adds {
		return page.Total
	}
	sum := 0.0
	for _, row := range page.Rows {
		n, known := row[field].(float64)
		if !known {
			f.Errorf("the list %s has no %s to add up", figure.List, field)
		}
		sum += n
	}
	return sum
}

// Every figure of every home equals the list behind it, whoever asks, and leads
// somewhere.
func TestFiguresEqualTheListsBehindThem(t *testing.T) {
	each(t, func(f *floor) {
		f.sendPart()
		f.Unload("ACME", "IN-H", line("AC-1001", 20))
		s := f.DockAt("IN-H")
		s.Must("form", m{"item": "AC-1001", "qty": 10}, "item")
		s.Must("button", "finish", "acknowledge")
		s.Must("form", m{"confirmed": true}, "done")
		admin := f.Session
		for _, who := range []string{"user/admin", "user/lead", "user/picker", "user/packer", "user/finance", "consignor/acme", "consignor/globex"} {
			userType, name, _ := strings.Cut(who, "/")
			f.Session = f.Server.Login(t, userType, name)
			figures := f.figures()
			if len(figures) == 0 && name != "finance" {
				f.Errorf("%s has no figures", who)
			}
			for key, figure := range figures {
				value, err := figure.Value.Float64()
				if err != nil {
					value = 0
				}
				if got := f.behindFigure(figure); got != value {
					f.Errorf("%s: %s says %v, its list has %v", who, key, value, got)
				}
				if figure.Words == "" || figure.Route == "" && figure.Work == "" {
					f.Errorf("%s: %s says %q and leads to %q", who, key, figure.Words, figure.Route)
				}
			}
		}
		f.Session = admin
	})
}

// sendPart sends the 20 pieces that there are for an order of 30.
func (f *floor) sendPart() {
	f.Helper()
	f.HeartHolders()
	order := f.wants("PART", 30, m{"ship_policy": "available"})
	f.Act("sale_order", order, "allocate", nil)
	f.pickTogether(order)
	s := f.verifying("PART")
	s.Must("form", m{"item": "AC-1001", "qty": 20}, "box")
	s.Must("button", "skip", "weight")
	s.Must("button", "skip", "order")
	f.send(fmt.Sprint(f.Find("package", "sale_order_id.ext_no", "PART")["package_no"]))
}

// What is over is no work, the day's pieces are those that left, and what must leave
// first stands first.
func TestCardsTellOfWhatIsLeft(t *testing.T) {
	each(t, func(f *floor) {
		f.sendPart()
		order := id(f.Find("sale_order", "ext_no", "PART"))
		if n := f.Find("sale_order", "ext_no", "PART")["total_qty"]; n != 20.0 {
			f.Errorf("what was split off is still counted with the order: %v pieces", n)
		}
		back := f.returned(order, line("AC-1001", 1))
		open := func() string { return f.figures()["work.returns"].Value.String() }
		f.Act("rma", back, "receive", nil)
		f.Act("rma", back, "grade", nil)
		if n := open(); n != "1" {
			f.Errorf("%q returns are open, one is graded", n)
		}
		f.Act("rma", back, "dispose", m{"position_id": m{"warehouse_id": m{"code": "SH1"}, "code": "A-01-01-1"}})
		if n := open(); n != "" {
			f.Errorf("%q returns are open after the only one is disposed", n)
		}
		f.leavesFirst()
		for _, who := range []string{"packer", "finance", "lead"} {
			f.Session = f.Server.Login(t, "user", who)
			figures := f.figures()
			if n := figures["sent.pieces_today"].Value; n != "20" {
				f.Errorf("%s reads %q pieces sent, of 30 ordered 20 left", who, n)
			}
			if bills, told := figures["picking.bills"]; told && bills.Value != "0" {
				f.Errorf("%s reads %s bills to pick, the only one is picked", who, bills.Value)
			}
		}
	})
}

// leavesFirst wants the most urgent orders in the order in which they must leave.
func (f *floor) leavesFirst() {
	f.Helper()
	later := f.wants("LATER", 1, m{"ship_by": "2026-01-02T00:00:00Z", "priority": 9})
	first := f.wants("FIRST", 1, m{"ship_by": "2026-01-01T00:00:00Z"})
	var page struct {
		Cards []struct {
			Key  string
			Rows []m
		}
	}
	f.Ask("home/get", m{}).Into(f, &page)
	for _, card := range page.Cards {
		if card.Key == "urgent" && (len(card.Rows) < 2 || id(card.Rows[0]) != first || id(card.Rows[1]) != later) {
			f.Errorf("the most urgent orders are %v, want %d and %d first", card.Rows, first, later)
		}
	}
}
