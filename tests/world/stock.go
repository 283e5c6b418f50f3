package world

import (
	"fmt"
	"slices"
	"strings"
)

// Lines wants the lines of a document to have values in a field, in their order.
func (f *Floor) Lines(table string, id int64, field string, want ...float64) {
	f.Helper()
	var row struct{ Lines []M }
	f.Ask("data/"+table+"/get", M{"id": id}).Into(f, &row)
	var got []float64
	for _, l := range row.Lines {
		n, _ := l[field].(float64)
		got = append(got, n)
	}
	if !slices.Equal(got, want) {
		f.Errorf("%s %d has %s %v, want %v", table, id, field, got, want)
	}
}

// Other makes a document of goods that come or go for other reasons than an order,
// and takes actions on it.
func (f *Floor) Other(direction, kind string, lines []M, actions ...string) int64 {
	f.Helper()
	var made M
	f.Ask("data/other_io/save", M{
		"direction": direction, "io_type": kind, "consignor_id": M{"code": "ACME"}, "warehouse_id": M{"code": "SH1"}, "lines": lines,
	}).Into(f, &made)
	for _, action := range actions {
		f.Act("other_io", ID(made), action, nil)
	}
	return ID(made)
}

// Pieces is how many pieces of a product lie at a position of SH1.
func (f *Floor) Pieces(position, sku string) float64 {
	f.Helper()
	var page struct{ Rows []M }
	f.Ask("data/quant/query", M{"filter": M{"and": []M{
		{"field": "position_id.code", "op": "eq", "value": position}, {"field": "product_id.sku", "op": "eq", "value": sku},
	}}}).Into(f, &page)
	sum := 0.0
	for _, row := range page.Rows {
		sum += row["on_hand"].(float64)
	}
	return sum
}

// Lie wants pieces of AC-1001 at positions.
func (f *Floor) Lie(want map[string]float64) {
	f.Helper()
	for position, qty := range want {
		if got := f.Pieces(position, "AC-1001"); got != qty {
			f.Errorf("%v pieces of AC-1001 lie at %s, want %v", got, position, qty)
		}
	}
}

// Rule gives positions of SH1 new values.
func (f *Floor) Rule(values M, codes ...string) {
	f.Helper()
	for _, code := range codes {
		change := M{"id": f.Find("position", "code", code)["id"]}
		for key, value := range values {
			change[key] = value
		}
		f.Ask("data/position/save", change)
	}
}

// Holds wants a position to hold so many pieces that nobody has reserved.
func (f *Floor) Holds(position string, want float64) {
	f.Helper()
	var page struct{ Rows []M }
	f.Ask("data/quant/query", M{"filter": M{"field": "position_id.code", "op": "eq", "value": position}}).Into(f, &page)
	var got float64
	for _, row := range page.Rows {
		got += row["available"].(float64)
	}
	if got != want {
		f.Errorf("%s holds %v, want %v", position, got, want)
	}
}

// Unload makes a notice of an owner that is being unloaded.
func (f *Floor) Unload(owner, number string, lines ...M) int64 {
	f.Helper()
	var made M
	f.Ask("data/asn/save", M{"consignor_id": M{"code": owner}, "warehouse_id": M{"code": "SH1"}, "ext_no": number, "lines": lines}).Into(f, &made)
	for _, action := range []string{"confirm", "arrive", "unload"} {
		f.Act("asn", ID(made), action, nil)
	}
	return ID(made)
}

// DockAt begins to receive a notice at the staging position R-01.
func (f *Floor) DockAt(number string) *Task {
	f.Helper()
	s := f.Start("receive_by_order")
	s.Must("scan", number, "staging")
	if docks := s.Screen["target"].([]any)[0].(M); docks["value"] != "R-01 · R-02" {
		f.Errorf("who does not know the docks is told %v", docks)
	}
	s.Must("scan", "R-01", "item")
	return s
}

// Stocked receives and shelves goods in the bins where a test wants them.
func (f *Floor) Stocked(owner, number string, lines []M, puts ...M) {
	f.Helper()
	f.Unload(owner, number, lines...)
	s := f.DockAt(number)
	for _, p := range puts {
		s.Must("form", p, "item")
	}
	s.Must("button", "finish", "done")
	put := f.Start("shelve_no_order")
	put.Must("scan", "R-01", "item")
	for _, p := range puts {
		if result := put.Input("form", p); result["ok"] != true {
			f.Fatalf("put %v: %v", p, result)
		}
	}
}

// HeartHolders stocks twenty pieces of AC-1001.
func (f *Floor) HeartHolders() {
	f.Helper()
	f.Stocked("ACME", "IN-A", []M{Line("AC-1001", 20)}, M{"item": "AC-1001", "qty": 20, "position": "A-01-01-1"})
}

// ReceiveAll receives goods of an unloaded notice at R-01 and finishes it.
func (f *Floor) ReceiveAll(notice int64, goods ...M) {
	f.Helper()
	row, _ := f.Read("asn", notice)
	s := f.Start("receive_by_order")
	s.Must("scan", row["doc_no"], "staging")
	s.Must("scan", "R-01", "item")
	for _, g := range goods {
		s.Must("form", g, "item")
	}
	if s.Input("button", "finish"); s.Screen["step"] == "acknowledge" {
		s.Must("form", M{"confirmed": true}, "done")
	}
	f.State("asn", notice, "counted")
}

// CodesOf says what a document posted, by the leg in the building that figures count.
func (f *Floor) CodesOf(table string, document int64) string {
	f.Helper()
	var page struct{ Rows []M }
	f.Ask("data/stock_move/query", M{"filter": M{"and": []M{
		{"field": "doc_type", "op": "eq", "value": table}, {"field": "doc_id", "op": "eq", "value": document}, {"field": "net_qty", "op": "notnull"},
	}}, "sort": []string{"id"}}).Into(f, &page)
	var said []string
	for _, row := range page.Rows {
		said = append(said, fmt.Sprintf("%v %v %v", row["code"], row["quality"], row["qty"]))
	}
	slices.Sort(said)
	return strings.Join(said, ", ")
}

// StockAt finds the stock of a product at a position.
func (f *Floor) StockAt(sku, code string) M {
	f.Helper()
	var page struct{ Rows []M }
	f.Ask("data/quant/query", M{"filter": M{"and": []M{
		{"field": "product_id.sku", "op": "eq", "value": sku}, {"field": "position_id.code", "op": "eq", "value": code},
	}}}).Into(f, &page)
	if len(page.Rows) != 1 {
		f.Fatalf("there are %d of %s at %s", len(page.Rows), sku, code)
	}
	return page.Rows[0]
}

// Receive receives the demo's first notice, wrong scans included.
func (f *Floor) Receive() {
	notice := ID(f.Find("asn", "ext_no", "DEMO-ASN-1"))
	s := f.Start("receive_by_order")
	s.Refused("scan", "NO-SUCH-NOTICE", "station.code_unknown")
	s.Refused("scan", "DEMO-ASN-1", "inbound.not_unloading")
	f.Act("asn", notice, "arrive", M{"dock": "3"})
	f.Act("asn", notice, "unload", nil)
	s.Must("scan", "DEMO-ASN-1", "staging")
	s.Refused("scan", "A-01-01-1", "inbound.other_use")
	s.Must("scan", "R-01", "item")
	s.Refused("scan", "6900000004002", "station.code_unknown") // another owner's
	s.Must("scan", "6900000001001", "qty")
	s.Refused("key", "241", "inbound.over_receipt")
	s.Must("key", "100", "item")
	s.Must("undo", M{"seq": s.Seq}, "qty")
	s.Must("key", "240", "item")
	s.Must("form", M{"item": "6900000001002", "qty": 60}, "item")
	s.Must("form", M{"item": "AC-1003", "qty": 110}, "item")
	s.Must("button", "finish", "acknowledge")
	s.Must("form", M{"confirmed": true}, "done")
	f.State("asn", notice, "counted")
}

// Shelve takes everything from staging to bins.
func (f *Floor) Shelve() {
	s := f.Start("shelve_no_order")
	s.Must("scan", "R-01", "item")
	s.Must("scan", "6900000001001", "qty")
	s.Must("key", "240", "position")
	s.Refused("scan", "R-02", "inbound.other_use")
	s.Must("scan", "A-01-01-1", "item")
	s.Must("form", M{"item": "AC-1002", "qty": 60, "position": "A-02-01-1"}, "item")
	s.Must("form", M{"item": "AC-1003", "qty": 110, "position": "A-03-05-1"}, "done")
	f.State("asn", ID(f.Find("asn", "ext_no", "DEMO-ASN-1")), "done")
}

// Plan makes a receiving plan of ACME and takes it to approved.
func (f *Floor) Plan(number string, lines ...M) int64 {
	f.Helper()
	var made M
	f.Ask("data/inbound_plan/save", M{"consignor_id": M{"code": "ACME"}, "warehouse_id": M{"code": "SH1"}, "ext_no": number, "lines": lines}).Into(f, &made)
	for _, action := range []string{"submit", "approve"} {
		f.Act("inbound_plan", ID(made), action, nil)
	}
	return ID(made)
}

// NoticeOf makes the next notice of a plan and gives its id.
func (f *Floor) NoticeOf(plan int64) int64 {
	f.Helper()
	f.Act("inbound_plan", plan, "notice", nil)
	var page struct{ Rows []M }
	f.Ask("data/asn/query", M{"filter": M{"field": "inbound_plan_id", "op": "eq", "value": plan}, "sort": []string{"-id"}}).Into(f, &page)
	return ID(page.Rows[0])
}

func Line(sku string, qty int, more ...any) M {
	l := M{"product_id": M{"sku": sku}, "qty": qty}
	for i := 0; i+1 < len(more); i += 2 {
		l[fmt.Sprint(more[i])] = more[i+1]
	}
	return l
}

// MoveAt begins to move goods in SH1.
func (f *Floor) MoveAt() *Task {
	f.Helper()
	return f.StartIn("transfer_scan", M{"warehouse_id": f.Find("warehouse", "code", "SH1")["id"]})
}

// Planned makes a transfer between positions of SH1.
func (f *Floor) Planned(lines ...M) int64 {
	f.Helper()
	var made M
	f.Ask("data/position_transfer/save", M{"consignor_id": M{"code": "ACME"}, "warehouse_id": M{"code": "SH1"}, "lines": lines}).Into(f, &made)
	return ID(made)
}

// FromTo is a line that brings goods from one position of SH1 to another.
func FromTo(sku string, qty float64, from, to string, more ...any) M {
	l := M{"product_id": M{"sku": sku}, "qty": qty, "from_position_id": M{"warehouse_id": M{"code": "SH1"}, "code": from}, "to_position_id": M{"warehouse_id": M{"code": "SH1"}, "code": to}}
	for i := 0; i+1 < len(more); i += 2 {
		l[fmt.Sprint(more[i])] = more[i+1]
	}
	return l
}

// Staged has goods of ACME received at R-01.
func (f *Floor) Staged(number string, lines []M, forms ...M) *Task {
	f.Helper()
	f.Unload("ACME", number, lines...)
	s := f.DockAt(number)
	for _, form := range forms {
		s.Must("form", form, "item")
	}
	put := f.Start("shelve_no_order")
	put.Must("scan", "R-01", "item")
	return put
}
