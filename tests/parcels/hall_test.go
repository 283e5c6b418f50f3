package parcels

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/wareloom/wareloom/tests/world"
)

// announce brings parcels in by files: most for a port, some for a courier. A file with a
// wrong row is refused whole.
func (y *yard) announce(n int) {
	y.Helper()
	head := []string{"consignor_id.code", "warehouse_id.code", "port_id.code", "ext_no", "receiver", "phone", "detail", "zip", "pieces", "announced_weight", "currency", "name", "qty", "price"}
	courier := []string{"consignor_id.code", "warehouse_id.code", "carrier_id.code", "pay_type", "ext_no", "receiver", "phone", "province", "city", "detail", "name", "qty", "price"}
	byPort, byCourier := [][]string{head}, [][]string{courier}
	var fresh, express []*parcel
	for range n {
		p := y.conceive()
		common := []string{p.ext, fmt.Sprint("R", p.receiver), "139"}
		for _, g := range p.goods {
			if p.express {
				row := append([]string{owners[p.owner], "W1", "SIM", "sender"}, common...)
				byCourier = append(byCourier, append(row, "ZJ", "HZ", "Road 1", g.name, fmt.Sprint(g.qty), fixed(g.price, 2)))
				continue
			}
			row := append([]string{owners[p.owner], "W1", ports[p.port].code}, common...)
			byPort = append(byPort, append(row, "Road 1", zips[p.receiver], fmt.Sprint(p.pieces), fixed(p.announced, 3), p.currency, g.name, fmt.Sprint(g.qty), fixed(g.price, 2)))
		}
		if p.express {
			express = append(express, p)
		} else {
			fresh = append(fresh, p)
		}
	}
	if y.chance(30) {
		wrong := slices.Clone(byPort[len(byPort)-1])
		wrong[2], wrong[3] = "NOWHERE", "WRONG"
		if out := y.files("waybill_import", append(slices.Clone(byPort), wrong)); out.Failed == 0 || out.Created > 0 {
			y.Errorf("a file with a wrong row is taken: %+v", out)
		}
	}
	y.came("waybill_import", byPort, fresh)
	y.came("courier_import", byCourier, express)
	y.Work()
	y.numbered(express)
}

// came brings a file in whose parcels are new.
func (y *yard) came(mapping string, rows [][]string, parcels []*parcel) {
	y.Helper()
	if len(parcels) == 0 {
		return
	}
	if out := y.files(mapping, rows); out.Created != len(parcels) || out.Failed > 0 {
		y.Fatalf("%s: %+v, want %d parcels", mapping, out, len(parcels))
	}
	for _, p := range parcels {
		y.entered(p)
	}
	y.book.done[mapping] += len(parcels)
}

// entered asks for the number of a parcel that is new.
func (y *yard) entered(p *parcel) {
	y.Helper()
	var found []struct {
		ID int64
		No string
	}
	y.read(&found, `SELECT id, doc_no AS no FROM waybill WHERE ext_no = ?`, p.ext)
	if len(found) != 1 {
		y.Fatalf("%d parcels are %s", len(found), p.ext)
	}
	p.id, p.no = found[0].ID, found[0].No
	y.book.parcels = append(y.book.parcels, p)
}

// conceive thinks of a parcel.
func (y *yard) conceive() *parcel {
	y.made++
	p := &parcel{
		made: y.made, ext: fmt.Sprint("X", y.made), owner: y.random.IntN(2), port: y.random.IntN(2), receiver: y.random.IntN(len(zips)), currency: "CNY", status: "forecast",
		pieces: 1 + y.random.Int64N(2), announced: 100 + y.random.Int64N(9_900), express: y.chance(6),
	}
	if p.express {
		p.status, p.pieces, p.announced = "to_number", 1, 0
	} else if y.chance(12) {
		p.currency = "USD"
	}
	for i := range 1 + y.random.IntN(3) {
		p.goods = append(p.goods, goods{fmt.Sprint("G", i), 1 + y.random.Int64N(5), 100 + y.random.Int64N(9_000)})
	}
	return p
}

// numbered notes the numbers that the carrier gave.
func (y *yard) numbered(parcels []*parcel) {
	y.Helper()
	for _, p := range parcels {
		var found []string
		y.read(&found, `SELECT tracking_no FROM waybill WHERE id = ? AND status = 'numbered'`, p.id)
		if len(found) != 1 {
			y.Fatalf("%s has no number by the carrier", p.no)
		}
		p.tracking, p.byHouse, p.status = found[0], true, "numbered"
		y.book.done["number by the carrier"]++
	}
}

// receive takes parcels in: most at once, those of a plan by it.
func (y *yard) receive() {
	y.Helper()
	var plan []*parcel
	var lines []m
	for _, p := range y.some(20, y.book.in("forecast")) {
		if p.owner == 0 && !p.express && !p.held {
			plan, lines = append(plan, p), append(lines, m{"waybill_id": p.id})
		}
	}
	if len(plan) > 0 {
		id := y.save("parcel_plan", m{"consignor_id": y.world.Owners[0], "warehouse_id": y.world.Warehouse, "lines": lines})
		y.Act("parcel_plan", id, "submit", nil)
		y.Act("parcel_plan", id, "receive", nil)
		for _, p := range plan {
			y.did("receive", p)
		}
		y.book.done["receive by plan"] += len(plan)
	}
	y.all("receive", nil, y.some(95, y.book.in("forecast")))
}

// weigh brings the weights of a day in by a file, and a person decides on those that differ.
func (y *yard) weigh() {
	y.Helper()
	rows := [][]string{{"waybill_id", "pieces", "gross_weight", "length", "width", "height"}}
	lying := y.book.among(func(p *parcel) bool { return p.status == "received" || p.status == "measured" && y.chance(8) })
	for _, p := range lying {
		weighed := p.announced
		if y.chance(15) {
			weighed = 50 + y.random.Int64N(12_000)
		}
		size := []string{"", "", ""}
		var sides [3]int64
		if p.length > 0 || y.chance(60) {
			for i := range sides {
				sides[i] = 20 + y.random.Int64N(500)
				size[i] = fixed(sides[i], 1)
			}
		}
		rows = append(rows, append([]string{p.no, fmt.Sprint(p.pieces), fixed(max(weighed, 1), 3)}, size...))
		if !p.held {
			y.weighed(p, max(weighed, 1), sides)
		}
	}
	if len(lying) == 0 {
		return
	}
	held := len(y.book.among(func(p *parcel) bool { return p.held && slices.Contains(lying, p) }))
	if out := y.files("package_weight_import", rows); out.Failed != held || out.OK != len(lying)-held {
		y.Fatalf("weights: %+v, want %d refused of %d", out, held, len(lying))
	}
	y.decide()
}

// weighed writes a weight down; one that differs from what is known waits for a person.
func (y *yard) weighed(p *parcel, grams int64, sides [3]int64) {
	known := p.announced
	if p.gross > 0 {
		known = p.gross
	}
	off := grams - known
	if known > 0 && max(off, -off)*100 > max(known*10, 50*100) {
		y.differing = append(y.differing, differing{p, grams, sides})
		y.book.done["weight differs"]++
		return
	}
	y.weighs(p, grams, sides)
}

// weighs takes a weight over.
func (y *yard) weighs(p *parcel, grams int64, sides [3]int64) {
	if p.gross > 0 {
		y.book.done["weighed again"]++
	}
	if sides[0] > 0 {
		p.length, p.width, p.height = sides[0], sides[1], sides[2]
	}
	p.gross, p.status = grams, "measured"
	p.volume = (2*p.length*p.width*p.height + ports[p.port].ratio) / (2 * ports[p.port].ratio)
	p.chargeable = up(max(p.gross, p.volume), ports[p.port].step) * ports[p.port].step
	y.book.done["measure"]++
}

// differing is a weight that waits for a person.
type differing struct {
	parcel *parcel
	grams  int64
	sides  [3]int64
}

// decide takes weights over that differ, or not.
func (y *yard) decide() {
	y.Helper()
	for _, d := range y.differing {
		var ids []int64
		y.read(&ids, `SELECT id FROM parcel_weight WHERE waybill_id = ? AND status = 'differs'`, d.parcel.id)
		if len(ids) != 1 {
			y.Fatalf("%d weights of %s differ", len(ids), d.parcel.no)
		}
		if y.chance(20) {
			y.Act("parcel_weight", ids[0], "reject", m{"reason": "wrong scale"})
			continue
		}
		y.Act("parcel_weight", ids[0], "accept", m{"reason": "looked again"})
		y.weighs(d.parcel, d.grams, d.sides)
	}
	y.differing = nil
}

// fixed writes thousandths and the like as people do.
func fixed(n int64, digits int) string {
	text := strconv.FormatInt(n, 10)
	for len(text) <= digits {
		text = "0" + text
	}
	return text[:len(text)-digits] + "." + text[len(text)-digits:]
}

// packAnew merges parcels of one receiver and splits others.
func (y *yard) packAnew() {
	y.Helper()
	lying := y.book.among(func(p *parcel) bool {
		return (p.status == "received" || p.status == "measured") && !p.held && !p.express
	})
	for _, first := range y.some(6, lying) {
		for _, other := range lying {
			if other != first && other.status != "merged" && first.status != "merged" && alike(first, other) {
				y.merge(first, other)
				break
			}
		}
	}
	for _, p := range y.some(6, lying) {
		if p.status == "received" || p.status == "measured" {
			y.split(p)
		}
	}
}

func alike(a, b *parcel) bool {
	return a.owner == b.owner && a.port == b.port && a.receiver == b.receiver && a.currency == b.currency
}

// merge packs two parcels, and one that must stay out, into the oldest.
func (y *yard) merge(a, b *parcel) {
	y.Helper()
	into, gone := a, b
	if b.id < a.id {
		into, gone = b, a
	}
	ids := []int64{gone.id, into.id}
	for _, p := range y.book.in("received", "measured") {
		if !p.held && !p.express && p.id > into.id && !alike(p, into) {
			ids = append(ids, p.id)
			break
		}
	}
	y.Ask("data/waybill/act", m{"name": "merge", "ids": ids, "params": m{"pieces": 1}})
	into.goods, gone.goods = append(into.goods, gone.goods...), nil
	gone.status, gone.into = "merged", into
	into.packed()
	into.pieces = 1
	y.book.done["merge"]++
}

// packed forgets the weight of a parcel that was packed anew.
func (p *parcel) packed() {
	p.status, p.gross, p.length, p.width, p.height, p.volume, p.chargeable = "received", 0, 0, 0, 0, 0, 0
}

// split takes some of a line into a parcel of its own, and wants it refused where nothing
// would stay.
func (y *yard) split(p *parcel) {
	y.Helper()
	at := y.random.IntN(len(p.goods))
	line := p.goods[at]
	var lines []int64
	y.read(&lines, `SELECT id FROM waybill_line WHERE waybill_id = ? AND name = ? AND qty = ? AND price = ? ORDER BY id`, p.id, line.name, line.qty*1000, line.price)
	part := 1 + y.random.Int64N(line.qty)
	ask := m{"name": "split", "id": p.id, "params": m{"line_id": lines[0], "qty": part, "pieces": 1}}
	answer := y.Try("data/waybill/act", ask)
	if all := part == line.qty && len(p.goods) == 1; answer.Result == all {
		y.Fatalf("a split of %d of %v: %s", part, p.goods, answer.Text)
	} else if all {
		y.book.refused["split"]++
		return
	}
	var told struct{ Created []m }
	answer.Into(y.T, &told)
	y.made++
	made := &parcel{
		made: y.made, id: world.ID(told.Created[0]), owner: p.owner, port: p.port, receiver: p.receiver, currency: p.currency, pieces: 1, status: "received",
		goods: []goods{{line.name, part, line.price}},
	}
	var nos []string
	y.read(&nos, `SELECT doc_no FROM waybill WHERE id = ?`, made.id)
	made.no = nos[0]
	y.book.parcels = append(y.book.parcels, made)
	p.goods = slices.Clone(p.goods)
	if p.goods[at].qty -= part; p.goods[at].qty == 0 {
		p.goods = slices.Delete(p.goods, at, at+1)
	}
	p.packed()
	y.book.done["split"]++
}

// price charges what is weighed; some freights are typed, with a reason.
func (y *yard) price() {
	y.Helper()
	weighed := y.book.in("measured")
	for _, p := range y.some(4, weighed) {
		amount := y.random.Int64N(9_000)
		if answer := y.Try("data/waybill/act", m{"name": "price", "id": p.id, "params": m{"freight": money(amount)}}); answer.Result {
			y.Errorf("%s takes a typed freight without a reason", p.no)
		}
		granted := y.bulk("price", m{"freight": money(amount), "reason": "agreed"}, []*parcel{p})
		for _, p := range granted {
			p.freight = amount
			y.did("price", p)
		}
	}
	for _, p := range y.bulk("price", nil, y.some(92, y.book.in("measured"))) {
		p.freight, p.chargeable = y.freight(p)
		y.did("price", p)
	}
}

// number gives numbers: by hand, each once, or by the carrier; some are voided again.
func (y *yard) number() {
	y.Helper()
	y.all("pay", nil, y.some(95, y.book.in("to_pay")))
	waiting := y.book.in("to_number")
	byHouse := y.bulk("take_number", m{"carrier_account_id": y.account}, y.some(15, waiting))
	y.Work()
	y.numbered(byHouse)
	last := ""
	for _, p := range y.book.in("to_number") {
		y.numbers++
		no := fmt.Sprint("H", y.numbers)
		if last != "" && y.chance(3) && y.Try("data/waybill/act", m{"name": "number", "id": p.id, "params": m{"carrier_id": y.byHand, "tracking_no": last}}).Result {
			y.Errorf("%s takes the number %s of another", p.no, last)
		}
		for range y.all("number", m{"carrier_id": y.byHand, "tracking_no": no}, []*parcel{p}) {
			p.tracking, last = no, no
		}
	}
	y.all("void_number", nil, y.some(5, y.book.in("numbered")))
	y.Work()
}

// prints has labels printed and parcels sorted; couriers collect theirs.
func (y *yard) prints() {
	y.Helper()
	y.all("print", nil, y.some(95, y.book.among(func(p *parcel) bool { return p.status == "numbered" && !p.box })))
	y.all("sort", nil, y.some(95, y.book.in("printed")))
	y.all("collect", nil, y.some(80, y.book.among(func(p *parcel) bool { return p.express && (p.status == "numbered" || p.status == "sorted") })))
}
