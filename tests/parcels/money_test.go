package parcels

import (
	"fmt"
	"slices"
)

// bill is a statement as the book knows it, in hundredths.
type bill struct {
	id                   int64
	no                   string
	owner                int
	from, to, status     string
	total, opening, paid int64
	fees                 []*fee
	payments             []int64
}

// claims makes claims for parcels that were lost, and takes them to their end.
func (y *yard) claims() {
	y.Helper()
	for _, p := range y.book.in("lost") {
		if y.book.claims[p.no] != "" || p.box {
			continue
		}
		worth := p.freight
		for _, g := range p.goods {
			worth += g.qty * g.price
		}
		y.book.claims[p.no] = "open"
		row := m{"consignor_id": y.world.Owners[p.owner], "waybill_id": p.id, "claim_kind": "lost", "currency": "CNY", "claimed": money(worth + 1), "note": "lost"}
		id := y.save("claim", row)
		y.Refuses("claim", id, "submit", nil, "")
		claimed := 1 + y.random.Int64N(min(worth, 90_000))
		y.save("claim", m{"id": id, "claimed": money(claimed)})
		y.Act("claim", id, "submit", nil)
		y.settles(p, id, claimed)
	}
}

// settles takes a claim to its end: withdrawn, or paid by a negative fee.
func (y *yard) settles(p *parcel, id, claimed int64) {
	y.Helper()
	if y.chance(15) {
		y.Act("claim", id, "withdraw", nil)
		y.book.done["claim withdrawn"]++
		return
	}
	y.Act("claim", id, "accept", nil)
	if y.chance(20) {
		y.Act("claim", id, "reject", m{"reason": "no"})
		y.Act("claim", id, "appeal", m{"appeal": "yes"})
	}
	y.Act("claim", id, "investigate", nil)
	y.Refuses("claim", id, "offer", m{"duty": "carrier", "amount": money(claimed + 1)}, "")
	offered := 1 + y.random.Int64N(claimed)
	y.Act("claim", id, "offer", m{"duty": "carrier", "amount": money(offered)})
	y.Refuses("claim", id, "pay", m{"fee_item_id": y.items["CLM"]}, "")
	y.Act("claim", id, "agree", nil)
	y.Act("claim", id, "pay", m{"fee_item_id": y.items["CLM"]})
	row, _ := y.Read("claim", id)
	y.book.done["claim paid"]++
	y.book.enter(&fee{
		owner: p.owner, item: "CLM", table: "claim", no: fmt.Sprint(row["doc_no"]), rule: -1, day: y.day(), qty: 1000, price: -offered * 100, amount: -offered, total: -offered,
		status: "unconfirmed", waybill: p.no,
	})
}

// ids are the fees of the book in the product.
func (y *yard) ids(fees []*fee) []int64 {
	y.Helper()
	var nos []string
	for _, f := range fees {
		nos = append(nos, f.no)
	}
	known := map[string]int64{}
	for _, row := range y.feeRows("WHERE f.source_no IN ?", nos) {
		known[y.lineOf(row)] = row.ID
	}
	list := make([]int64, len(fees))
	for i, f := range fees {
		if list[i] = known[f.line()]; list[i] == 0 {
			y.Fatalf("there is no fee %s", f.line())
		}
	}
	return list
}

// confirm confirms the fees of the days so far; some are struck before. What is struck
// stays struck, and a fee that a rule made is what the rule says.
func (y *yard) confirm() {
	y.Helper()
	var open, struck []*fee
	for _, f := range y.book.fees {
		switch {
		case f.status != "unconfirmed":
		case y.chance(2) && f.turn > 0:
			struck = append(struck, f)
		default:
			open = append(open, f)
		}
	}
	ids := y.ids(slices.Concat(struck, open))
	for part := range slices.Chunk(ids[:len(struck)], most) {
		y.Ask("data/fee_row/act", m{"name": "void", "ids": part, "params": m{"reason": "goodwill"}})
	}
	for part := range slices.Chunk(ids[len(struck):], most) {
		y.Ask("data/fee_row/act", m{"name": "confirm", "ids": part})
	}
	for _, f := range struck {
		f.status = "void"
	}
	for _, f := range open {
		f.status = "confirmed"
	}
	y.book.done["fee struck"] += len(struck)
}

// sendable is how many fees a statement is sent with at most; it holds 60,000.
const sendable = 50_000

// fills reports whether another day like the last would give an owner more fees than that.
func (y *yard) fills() bool {
	var open [2]int
	for _, f := range y.book.fees {
		if f.status != "unconfirmed" && f.status != "confirmed" {
			continue
		}
		open[f.owner]++
		if f.day == y.dayOf(y.today-1) {
			open[f.owner]++
		}
	}
	return max(open[0], open[1]) > sendable
}

// states makes the statement of each owner for the days since the last one.
func (y *yard) states(from, to string) {
	y.Helper()
	y.confirm()
	for owner := range owners {
		b := &bill{owner: owner, from: from, to: to, status: "draft"}
		b.id = y.save("bill", m{"consignor_id": y.world.Owners[owner], "period_from": from, "period_to": to})
		y.gathers(b)
		if y.chance(50) { // a fee of the draft is looked at again, and struck
			f := b.fees[y.random.IntN(len(b.fees))]
			y.Act("fee_row", y.ids([]*fee{f})[0], "void", m{"reason": "looked again"})
			f.status = "void"
			y.gathers(b)
		}
		y.sends(b)
		if y.chance(40) {
			b = y.again(b)
		}
		y.settle(b)
	}
}

// gathers has a statement take the fees of its period.
func (y *yard) gathers(b *bill) {
	y.Helper()
	y.Act("bill", b.id, "gather", nil)
	b.fees, b.total = nil, 0
	for _, f := range y.book.fees {
		if f.owner == b.owner && f.status == "confirmed" && b.from <= f.day && f.day <= b.to {
			b.fees, b.total = append(b.fees, f), b.total+f.total
		}
	}
}

// sends sends a statement: its fees are billed, and can be struck no more.
func (y *yard) sends(b *bill) {
	y.Helper()
	for _, o := range y.book.bills {
		if o.owner == b.owner && slices.Contains([]string{"sent", "disputed", "confirmed", "invoiced", "part_paid"}, o.status) {
			b.opening += o.total - o.paid
		}
	}
	row, _ := y.Read("bill", b.id)
	b.no = fmt.Sprint(row["doc_no"])
	if answer := y.Try("data/bill/act", m{"name": "send", "id": b.id}); !answer.Result {
		y.Fatalf("statement %s of %d fees cannot be sent: %s", b.no, len(b.fees), answer.Text)
	}
	b.status = "sent"
	y.book.bills = append(y.book.bills, b)
	for _, f := range b.fees {
		f.status, f.bill = "billed", b
	}
	y.Refuses("fee_row", y.ids(b.fees[:1])[0], "void", m{"reason": "too late"}, "")
	y.book.done["statement"]++
}

// again voids a statement and sends another for it.
func (y *yard) again(b *bill) *bill {
	y.Helper()
	y.Act("bill", b.id, "void", m{"reason": "wrong address"})
	b.status = "void"
	for _, f := range b.fees {
		f.status, f.bill = "confirmed", nil
	}
	next := &bill{owner: b.owner, from: b.from, to: b.to, status: "draft"}
	next.id = y.save("bill", m{"consignor_id": y.world.Owners[b.owner], "period_from": b.from, "period_to": b.to})
	y.gathers(next)
	y.sends(next)
	y.book.done["statement void"]++
	return next
}

// settle takes a statement through dispute and invoice to its payments.
func (y *yard) settle(b *bill) {
	y.Helper()
	if y.chance(50) {
		y.Refuses("bill", b.id, "dispute", m{"dispute": "what is this", "line_nos": fmt.Sprint(len(b.fees) + 1)}, "")
		y.Act("bill", b.id, "dispute", m{"dispute": "what is this", "line_nos": fmt.Sprint(len(b.fees))})
		y.Act("bill", b.id, "resend", nil)
	}
	y.Act("bill", b.id, "confirm", nil)
	y.book.owed[b.owner] += b.total
	y.Act("bill", b.id, "invoice", m{"invoice_no": fmt.Sprint("I-", b.no)})
	b.status = "invoiced"
	if b.total > 100 {
		part := 1 + y.random.Int64N(b.total-1)
		y.Refuses("bill", b.id, "pay_part", m{"amount": money(b.total), "reference": "P"}, "")
		y.Act("bill", b.id, "pay_part", m{"amount": money(part), "reference": "P1"})
		y.Refuses("bill", b.id, "pay_part", m{"amount": money(1), "reference": "P1"}, "")
		y.pays(b, part, "part_paid")
	}
	if y.chance(50) {
		y.Act("bill", b.id, "pay", m{"reference": "P2"})
		y.pays(b, b.total-b.paid, "paid")
		for _, f := range b.fees {
			f.status = "paid"
		}
	}
}

// pays notes a payment.
func (y *yard) pays(b *bill, amount int64, status string) {
	b.paid, b.status, b.payments = b.paid+amount, status, append(b.payments, amount)
	y.book.owed[b.owner] -= amount
}

// feesByHand makes a fee without a rule, which needs a reason, and wants a fee of a rule to stay
// what it is.
func (y *yard) feesByHand() {
	y.Helper()
	owner, amount := y.random.IntN(2), 1+y.random.Int64N(5_000)
	row := m{"consignor_id": y.world.Owners[owner], "fee_item_id": y.items["HND"], "price": money(amount), "source_no": fmt.Sprint("HAND-", y.today), "tax_rate": 6}
	y.MustNot("data/fee_row/save", row, "")
	row["reason"] = "agreed"
	y.save("fee_row", row)
	f := &fee{owner: owner, item: "HND", no: fmt.Sprint("HAND-", y.today), rule: -1, day: y.day(), qty: 1000, price: amount * 100, amount: amount, status: "unconfirmed"}
	f.tax = (amount*6*2 + 100) / 200
	f.total = amount + f.tax
	y.book.enter(f)
	ruled := slices.IndexFunc(y.book.fees, func(f *fee) bool { return f.rule >= 0 && f.status == "unconfirmed" })
	if ruled >= 0 {
		id := y.ids(y.book.fees[ruled : ruled+1])[0]
		for key, value := range map[string]any{"price": 99.0, "qty": 99.0, "consignor_id": y.world.Owners[1-y.book.fees[ruled].owner], "charged_on": "2031-03-31"} {
			if answer := y.Try("data/fee_row/save", m{"id": id, key: value}); answer.Result {
				y.Fatalf("%s of a fee that a rule made is changed", key)
			}
		}
	}
}
