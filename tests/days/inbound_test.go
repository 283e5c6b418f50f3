package days

import "fmt"

// goods are what the days are played with: two owners, with and without lots.
var goods = []struct {
	owner, sku string
	lots       bool
}{
	{"ACME", "AC-1001", false},
	{"ACME", "AC-1002", false},
	{"ACME", "AC-1003", false},
	{"ACME", "AC-2002", true},
	{"GLOBEX", "GX-01", false},
	{"GLOBEX", "GX-02", false},
	{"GLOBEX", "GX-03", true},
}

var bins = []string{"A-01-01-1", "A-01-02-1", "A-02-01-1", "A-02-05-2", "A-03-10-1", "B-01-01-1"}

func (f *floor) owner() string { return one(f, []string{"ACME", "ACME", "GLOBEX"}) }

// wanted are one to three lines of an owner's goods.
func (f *floor) wanted(owner string, most int) []m {
	var lines []m
	for range 1 + f.random.IntN(3) {
		g := one(f, goods)
		if g.owner == owner {
			lines = append(lines, m{"product_id": m{"sku": g.sku}, "qty": 1 + f.random.IntN(most), "sku": g.sku, "lots": g.lots})
		}
	}
	if lines == nil {
		return f.wanted(owner, most)
	}
	return lines
}

// bare are lines as a document takes them.
func bare(lines []m) []m {
	list := make([]m, len(lines))
	for i, l := range lines {
		list[i] = m{"product_id": l["product_id"], "qty": l["qty"]}
		if at, ok := l["position_id"]; ok {
			list[i]["position_id"] = at
		}
	}
	return list
}

func (f *floor) nextNumber(prefix string) string {
	f.number++
	return fmt.Sprintf("%s-%d", prefix, f.number)
}

// lot is one of a few lots of a product, each with its date. Others are made when
// one has expired.
func (f *floor) lot(sku string) m {
	n, made := f.random.IntN(4), max(f.done["expire"]-f.random.IntN(2), 0)
	return m{"lot": fmt.Sprintf("L%d-%d-%s", n, made, sku), "expiry": fmt.Sprintf("2031-0%d-15", n+1)}
}

// receive announces goods and receives them, with scans taken back.
func (f *floor) receive() {
	owner, no := f.owner(), f.nextNumber("IN")
	lines := f.wanted(owner, 30)
	notice := f.save("asn", m{"consignor_id": m{"code": owner}, "warehouse_id": m{"code": "SH1"}, "ext_no": no, "lines": bare(lines)})
	for _, action := range []string{"confirm", "arrive", "unload"} {
		if !f.act("asn", action, notice, nil) {
			return
		}
	}
	s := f.start("receive_by_order", no, "R-01")
	for _, l := range lines {
		f.receiveLine(s, l)
	}
	if f.chance(80) && s.input("button", "finish") && s.screen["step"] == "acknowledge" {
		s.input("form", m{"confirmed": true})
	}
	if f.chance(10) {
		f.reverseReceipt(notice)
	}
}

func (f *floor) receiveLine(s *station, l m) {
	qty := l["qty"].(int)
	if f.chance(20) {
		qty = 1 + f.random.IntN(qty)
	}
	form := m{"item": l["sku"], "qty": qty}
	if l["lots"] == true {
		for key, value := range f.lot(l["sku"].(string)) {
			form[key] = value
		}
	}
	for again := true; again; {
		before := f.receivedLines()
		if !s.input("form", form) {
			return
		}
		made := f.receivedLines() - before // several lines of a notice may share a scan
		f.count.received, f.count.receivedLines = f.count.received+float64(qty), f.count.receivedLines+made
		again = f.chance(25) && s.undo()
		if again {
			f.count.received, f.count.receivedLines = f.count.received-float64(qty), f.count.receivedLines-made
		}
	}
}

// receivedLines counts the lines of receipts that stand.
func (f *floor) receivedLines() float64 {
	var page struct{ Rows []m }
	f.ask("data/receipt_line/aggregate", m{"filter": m{"field": "reversed_at", "op": "null"}, "measures": []m{{"fn": "count", "as": "n"}}}, &page)
	return number(page.Rows[0]["n"])
}

// reverseReceipt takes everything back that one notice brought.
func (f *floor) reverseReceipt(notice int64) {
	for _, receipt := range f.some("receipt", "asn_id", fmt.Sprint(notice)) {
		qty, lines := number(receipt["total_qty"]), 0.0
		for _, l := range f.lines("receipt", id(receipt)) {
			if l["reversed_at"] == nil {
				lines++
			}
		}
		if f.act("receipt", "reverse", id(receipt), m{"reason": "wrong goods"}) {
			f.count.received, f.count.receivedLines = f.count.received-qty, f.count.receivedLines-lines
		}
	}
}

// shelve takes goods from staging to bins.
func (f *floor) shelve() {
	s := f.start("shelve_no_order", "R-01")
	if s == nil {
		return
	}
	for range 1 + f.random.IntN(4) {
		g := one(f, goods)
		form := m{"item": g.sku, "qty": 1 + f.random.IntN(20), "position": one(f, bins)}
		if g.lots {
			form["lot"] = f.lot(g.sku)["lot"]
		}
		for s.input("form", form) && f.chance(25) && s.undo() {
			continue
		}
		if s.screen["step"] == "done" {
			return
		}
	}
}

// other brings goods in or takes them out without notice or order, and takes some
// of that back.
func (f *floor) other() {
	owner := f.owner()
	in := f.chance(60)
	direction, kind := "out", one(f, []string{"scrap", "internal"})
	if in {
		direction, kind = "in", one(f, []string{"gift", "found"})
	}
	var lines []m
	for _, l := range f.wanted(owner, 6) {
		if l["lots"] == false {
			l["position_id"] = m{"warehouse_id": m{"code": "SH1"}, "code": one(f, bins)}
			lines = append(lines, l)
		}
	}
	if lines == nil {
		return
	}
	doc := f.save("other_io", m{
		"direction": direction, "io_type": kind, "consignor_id": m{"code": owner}, "warehouse_id": m{"code": "SH1"}, "lines": bare(lines),
	})
	if !f.act("other_io", "audit", doc, nil) || !f.act("other_io", "post", doc, nil) {
		return
	}
	f.countOther(in, sum(lines))
	if f.chance(30) && f.act("other_io", "reverse", doc, m{"reason": "mistake"}) {
		f.countOther(in, -sum(lines))
	}
}

func sum(lines []m) float64 {
	total := 0.0
	for _, l := range lines {
		total += float64(l["qty"].(int))
	}
	return total
}

func (f *floor) countOther(in bool, qty float64) {
	if in {
		f.count.otherIn += qty
	} else {
		f.count.otherOut += qty
	}
}

// recount settles a count task: the goods are found, or the figure becomes what
// was counted.
func (f *floor) recount() {
	tasks := f.some("count_task", "status", "open")
	if len(tasks) == 0 {
		return
	}
	task := one(f, tasks)
	if f.chance(40) {
		f.act("count_task", "found", id(task), nil)
		return
	}
	var page struct{ Rows []m }
	f.ask("data/quant/query", m{"filter": m{"field": "id", "op": "eq", "value": task["quant_id"]}}, &page)
	book := number(page.Rows[0]["on_hand"])
	counted := max(book+float64(f.random.IntN(5)-3), 0)
	if f.act("count_task", "count", id(task), m{"counted_qty": counted}) {
		f.count.counted += counted - book
	}
}
