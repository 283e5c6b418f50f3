package parcels

import (
	"fmt"

	"github.com/wareloom/wareloom/tests/world"
)

// night is what an owner held on a day: bins, and pieces in thousandths.
type night struct{ bins, pieces int64 }

// shelves are the goods of the owners in the bins of the building, as the book counts them.
type shelves struct {
	skus    [2][]string
	lies    [2]map[string]map[string]int64 // pieces by owner, bin and product
	touched [2]map[string]bool             // bins that held anything today
	peak    [2]map[string]int64            // the most of a product at one time today
	sent    []*sending
	orders  int
}

// sending is an order that was sent.
type sending struct {
	owner  int
	id     int64
	no     string
	sku    string
	qty    int64
	box    int64
	parcel *parcel
	back   bool
}

var bins = []string{"A-01", "A-02", "A-03", "A-04"}

func (y *yard) stock() *shelves {
	s := &shelves{}
	for owner := range owners {
		s.lies[owner] = map[string]map[string]int64{}
		for i := range 2 {
			sku := fmt.Sprintf("P%d%d", owner, i)
			y.world.Product(y.T, y.world.Owners[owner], sku, nil)
			s.skus[owner] = append(s.skus[owner], sku)
		}
	}
	s.dawn()
	return s
}

// dawn begins a day with what lies there.
func (s *shelves) dawn() {
	for owner := range owners {
		s.touched[owner], s.peak[owner] = map[string]bool{}, map[string]int64{}
		for bin, goods := range s.lies[owner] {
			for sku, qty := range goods {
				s.peak[owner][sku] += qty
				s.touched[owner][bin] = s.touched[owner][bin] || qty > 0
			}
		}
	}
}

// put changes what lies in a bin.
func (s *shelves) put(owner int, bin, sku string, qty int64) {
	if s.lies[owner][bin] == nil {
		s.lies[owner][bin] = map[string]int64{}
	}
	s.lies[owner][bin][sku] += qty
	total := int64(0)
	for _, goods := range s.lies[owner] {
		total += goods[sku]
	}
	s.peak[owner][sku] = max(s.peak[owner][sku], total)
	s.touched[owner][bin] = s.touched[owner][bin] || qty > 0
}

// nightfall charges the day that is over in the book, and has the product do so, twice.
func (y *yard) nightfall() {
	y.Helper()
	s, day := y.shelves, y.dayOf(y.today-1)
	for owner := range owners {
		n := night{}
		for _, held := range s.touched[owner] {
			if held {
				n.bins++
			}
		}
		for _, most := range s.peak[owner] {
			n.pieces += most * 1000
		}
		if n.bins == 0 {
			continue
		}
		y.book.nights[fmt.Sprint(owner, " ", day)] = n
		y.book.charged(cause{owner: owner, trigger: "daily", table: "storage_day", no: day, period: day, figures: map[string]int64{"position_day": n.bins * 1000, "piece_day": n.pieces}}, y.today-1, day)
	}
	s.dawn()
	y.job("billing.storage")
	before := y.feeCount()
	y.job("billing.storage")
	if again := y.feeCount(); again != before {
		y.Errorf("the night again makes %d fees", again-before)
	}
}

func (y *yard) feeCount() int64 {
	y.Helper()
	var n []int64
	y.read(&n, `SELECT COUNT(*) FROM fee_row`)
	return n[0]
}

// task gives a station inputs that must all be taken.
func (y *yard) task(key string, inputs ...any) *world.Task {
	y.Helper()
	s := y.Start(key)
	for i := 0; i < len(inputs); i += 2 {
		if result := s.Input(inputs[i].(string), inputs[i+1]); result["ok"] != true {
			y.Fatalf("%s %v is refused: %v", key, inputs[i+1], result["message"])
		}
	}
	return s
}

// arrives receives goods and puts them away; some of it is taken back.
func (y *yard) arrives() {
	y.Helper()
	s, owner := y.shelves, y.random.IntN(2)
	sku, qty := s.skus[owner][y.random.IntN(2)], 1+y.random.Int64N(40)
	s.orders++
	no := fmt.Sprint("IN", s.orders)
	notice := y.save("asn", m{"consignor_id": y.world.Owners[owner], "warehouse_id": y.world.Warehouse, "ext_no": no, "lines": []m{{"product_id": m{"sku": sku}, "qty": qty}}})
	for _, action := range []string{"confirm", "arrive", "unload"} {
		y.Act("asn", notice, action, nil)
	}
	y.task("receive_by_order", "scan", no, "scan", "R-01", "form", m{"item": sku, "qty": qty}, "button", "finish")
	receipt := y.Find("receipt", "asn_id", notice)
	received := cause{owner: owner, trigger: "receipt", table: "receipt", no: fmt.Sprint(receipt["doc_no"]), figures: map[string]int64{"piece": qty * 1000, "line": 1000, "order": 1000}}
	y.book.charged(received, y.today, y.day())
	y.book.done["receipt"]++
	if y.chance(20) {
		y.Act("receipt", world.ID(receipt), "reverse", m{"reason": "wrong goods"})
		y.book.takenBack(owner, "receipt", "receipt", received.no, y.day())
		y.book.done["receipt reversed"]++
		return
	}
	bin := bins[y.random.IntN(len(bins))]
	y.task("shelve_no_order", "scan", "R-01", "form", m{"item": sku, "qty": qty, "position": bin})
	s.put(owner, bin, sku, qty)
}

// sendOrder takes an order from the shelf to the carrier; some come back from the lorry and go
// again.
func (y *yard) sendOrder() {
	y.Helper()
	s := y.shelves
	owner := y.random.IntN(2)
	sku := s.skus[owner][y.random.IntN(2)]
	total := int64(0)
	for _, goods := range s.lies[owner] {
		total += goods[sku]
	}
	if total == 0 {
		return
	}
	s.orders++
	order := &sending{owner: owner, sku: sku, qty: 1 + y.random.Int64N(min(total, 4)), no: fmt.Sprint("SO", s.orders)}
	order.id = y.save("sale_order", m{
		"consignor_id": y.world.Owners[owner], "warehouse_id": y.world.Warehouse, "ext_no": order.no, "receiver": "Ada", "phone": "139", "country": "CN",
		"province": "ZJ", "city": "HZ", "detail": "1", "lines": []m{{"product_id": m{"sku": sku}, "qty": order.qty}},
	})
	for _, action := range []string{"audit", "allocate"} {
		y.Act("sale_order", order.id, action, nil)
	}
	y.Ask("data/sale_order/act", m{"name": "wave", "ids": []int64{order.id}, "params": m{"max_orders": 5, "max_lines": 60, "release": true}})
	y.picks(order)
	row, _ := y.Read("sale_order", order.id)
	order.no = fmt.Sprint(row["doc_no"])
	y.packs(order)
	y.ships(order)
	s.sent = append(s.sent, order)
	if y.chance(25) {
		y.Act("package", order.box, "cancel_ship", m{"reason": "wrong lorry"})
		for _, trigger := range []string{"shipment", "pick", "package", "material"} {
			y.book.takenBack(owner, trigger, "sale_order", order.no, y.day())
		}
		y.book.done["shipment taken back"]++
		y.ships(order)
	}
}

func (y *yard) picks(order *sending) {
	y.Helper()
	t := y.task("pick", "button", "next", "scan", "TOTE-1")
	for t.Screen["step"] == "position" {
		bin, qty := t.Fact("position"), fmt.Sprint(t.Screen["max"])
		if result := t.Input("form", m{"position": bin, "item": order.sku, "qty": qty}); result["ok"] != true {
			y.Fatalf("the pick of %s is refused: %v", qty, result["message"])
		}
		var n int64
		if _, err := fmt.Sscan(qty, &n); err != nil {
			y.Fatal(err)
		}
		y.shelves.put(order.owner, bin, order.sku, -n)
	}
}

func (y *yard) packs(order *sending) {
	y.Helper()
	t := y.task("verify_by_order", "scan", order.no, "form", m{"item": order.sku, "qty": order.qty})
	for _, step := range []string{"box", "weight"} {
		if t.Screen["step"] == step {
			t.Input("button", "skip")
		}
	}
	order.box = world.ID(y.Find("package", "sale_order_id", order.id))
}

// ships sends a package: from then on it has a waybill.
func (y *yard) ships(order *sending) {
	y.Helper()
	y.Act("package", order.box, "ship", nil)
	figures := map[string]int64{"order": 1000, "line": 1000, "piece": order.qty * 1000, "carton": 1000}
	for _, trigger := range []string{"shipment", "pick", "package"} {
		y.book.charged(cause{owner: order.owner, trigger: trigger, table: "sale_order", no: order.no, figures: figures}, y.today, y.day())
	}
	y.book.done["shipment"]++
	if order.parcel != nil {
		return
	}
	row := y.Find("waybill", "package_id", order.box)
	y.made++
	order.parcel = &parcel{
		made: y.made, id: world.ID(row), no: fmt.Sprint(row["doc_no"]), owner: order.owner, currency: "CNY", status: "last_mile", box: true, pieces: 1, tracking: fmt.Sprint(row["tracking_no"]),
		goods: []goods{{order.sku, order.qty, 0}},
	}
	y.book.parcels = append(y.book.parcels, order.parcel)
}

// comesBack receives a part of an order that was sent.
func (y *yard) comesBack() {
	y.Helper()
	for _, order := range y.shelves.sent {
		if order.back || !y.chance(15) {
			continue
		}
		row, lines := y.Read("sale_order", order.id)
		if row["status"] != "shipped" {
			continue
		}
		order.back = true
		id := y.save("rma", m{
			"consignor_id": y.world.Owners[order.owner], "warehouse_id": y.world.Warehouse, "sale_order_id": order.id,
			"lines": []m{{"product_id": lines[0]["product_id"], "qty": 1, "sale_order_line_id": lines[0]["id"]}},
		})
		y.Act("rma", id, "wait", nil)
		y.Act("rma", id, "receive", nil)
		made, _ := y.Read("rma", id)
		y.book.charged(cause{owner: order.owner, trigger: "return", table: "rma", no: fmt.Sprint(made["doc_no"]), figures: map[string]int64{"piece": 1000}}, y.today, y.day())
		y.book.done["return"]++
	}
}
