package parcels

import (
	"fmt"
	"slices"
	"strconv"
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

// fixed writes thousandths and the like as people do.
func fixed(n int64, digits int) string {
	text := strconv.FormatInt(n, 10)
	for len(text) <= digits {
		text = "0" + text
	}
	return text[:len(text)-digits] + "." + text[len(text)-digits:]
}
