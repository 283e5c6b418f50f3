package parcels

import (
	"cmp"
	"fmt"
	"math/big"
	"slices"
)

// item is something that is charged: its tax is in hundredths of a percent.
type item struct {
	code, kind, unit string
	tax              int64
}

var items = []item{
	{"FRT", "freight", "freight", 0},
	{"HND", "handling", "order", 600},
	{"KG", "handling", "kg", 600},
	{"PCE", "handling", "piece", 300},
	{"RCV", "inbound", "piece", 600},
	{"SHP", "outbound", "order", 600},
	{"PCK", "outbound", "line", 600},
	{"BOX", "outbound", "carton", 1300},
	{"BIN", "storage", "position_day", 0},
	{"PDY", "storage", "piece_day", 600},
	{"RET", "inbound", "piece", 600},
	{"CLM", "claim", "order", 0},
}

// rule charges an item: quantities in thousandths, the price in ten-thousandths, the discount
// in hundredths of a percent, least and most in hundredths; -1 is none.
type rule struct {
	owner         int // -1: everybody's
	item, trigger string
	price         int64
	from, to      int64
	free          int64
	discount      int64
	least, most   int64
	firstDay      int
	lastDay       int // 0: no end
}

var rules = []rule{
	{-1, "FRT", "waybill", 10_000, 0, -1, 0, 0, -1, -1, 0, 0},
	{-1, "HND", "waybill", 15_000, 0, -1, 0, 0, -1, -1, 0, 0},
	{-1, "KG", "waybill", 3_333, 0, 3_000, 0, 0, -1, -1, 0, 0},
	{-1, "KG", "waybill", 2_517, 3_000, -1, 0, 1_250, 10, 250, 0, 0},
	{-1, "PCE", "waybill", 1_111, 0, -1, 1_000, 0, -1, -1, 0, 0},
	{-1, "RCV", "receipt", 1_550, 0, -1, 10_000, 0, -1, 2_000, 0, 0},
	{-1, "SHP", "shipment", 20_000, 0, -1, 0, 500, -1, -1, 0, 0},
	{-1, "PCK", "pick", 3_500, 0, -1, 0, 0, -1, -1, 0, 0},
	{-1, "BOX", "package", 8_000, 0, -1, 0, 0, -1, -1, 0, 0},
	{-1, "BIN", "daily", 24_000, 0, -1, 0, 0, -1, -1, 0, 0},
	{-1, "PDY", "daily", 125, 0, -1, 5_000, 0, -1, -1, 0, 0},
	{-1, "RET", "return", 6_100, 0, -1, 0, 0, -1, -1, 0, 0},
	{1, "HND", "waybill", 12_000, 0, -1, 0, 0, -1, -1, 1, 3},
	{1, "HND", "waybill", 11_950, 1, -1, 0, 0, 90, -1, 4, 0},
}

func itemOf(code string) item {
	return items[slices.IndexFunc(items, func(i item) bool { return i.code == code })]
}

// fee is a row that something caused.
type fee struct {
	owner                    int
	item, trigger, table, no string
	period                   string
	rule                     int // its place among the rules; -1: made by hand
	turn                     int
	day                      string
	counted, qty             int64
	price, adjust            int64 // ten-thousandths
	amount, tax, total       int64
	status                   string
	waybill                  string
	bill                     *bill
}

// cause is something that happened: what it counts by unit, in thousandths.
type cause struct {
	owner              int
	trigger, table, no string
	period, waybill    string
	figures            map[string]int64
}

// charged writes the fees of a cause into the book, unless they stand.
func (b *book) charged(c cause, day int, on string) {
	for i, r := range rules {
		if r.trigger != c.trigger || r.owner >= 0 && r.owner != c.owner || r.owner < 0 && overruled(r.item, c.owner, c.trigger, day) ||
			day < r.firstDay || r.lastDay > 0 && day > r.lastDay {
			continue
		}
		turn, stands := b.turns(c, i)
		f, some := r.due(c.figures[itemOf(r.item).unit])
		if !some || stands {
			continue
		}
		f.owner, f.item, f.trigger, f.table, f.no, f.period, f.rule, f.turn, f.day = c.owner, r.item, c.trigger, c.table, c.no, c.period, i, turn+1, on
		f.status, f.waybill = "unconfirmed", c.waybill
		b.enter(f)
	}
}

func (b *book) enter(f *fee) {
	b.fees = append(b.fees, f)
	key := causeKey(f.owner, f.table, f.no)
	b.caused[key] = append(b.caused[key], f)
}

func causeKey(owner int, table, no string) string { return fmt.Sprint(owner, table, no) }

// overruled reports whether an owner has rules of his own for an item on a day.
func overruled(item string, owner int, trigger string, day int) bool {
	return slices.ContainsFunc(rules, func(r rule) bool {
		return r.owner == owner && r.item == item && r.trigger == trigger && day >= r.firstDay && (r.lastDay == 0 || day <= r.lastDay)
	})
}

// turns is how often a rule charged a cause, and whether the last time stands.
func (b *book) turns(c cause, rule int) (last int, stands bool) {
	back := 0
	for _, f := range b.caused[causeKey(c.owner, c.table, c.no)] {
		if f.rule == rule && f.period == c.period && f.trigger == c.trigger {
			last, back = max(last, f.turn), max(back, -f.turn)
		}
	}
	return last, last > back
}

// takenBack writes the opposites of what a record was charged by a trigger.
func (b *book) takenBack(owner int, trigger, table, no, on string) {
	for _, f := range slices.Clone(b.caused[causeKey(owner, table, no)]) {
		if f.trigger != trigger || f.turn < 0 || f.status == "void" || slices.ContainsFunc(b.caused[causeKey(owner, table, no)], func(o *fee) bool {
			return o.rule == f.rule && o.period == f.period && o.turn == -f.turn
		}) {
			continue
		}
		o := *f
		o.qty, o.adjust, o.amount, o.tax, o.total, o.turn = -f.qty, -f.adjust, -f.amount, -f.tax, -f.total, -f.turn
		o.day, o.status, o.bill = on, "unconfirmed", nil
		b.enter(&o)
	}
}

// due is what a rule asks for so many thousandths.
func (r rule) due(figure int64) (*fee, bool) {
	from, end := max(r.from, r.free), figure
	if r.to >= 0 {
		end = min(end, r.to)
	}
	qty := end - from
	if qty <= 0 {
		return nil, false
	}
	const toCents = 1000 * 100 // of thousandths by ten-thousandths
	full := big.NewRat(qty*r.price, toCents)
	net := nearest(new(big.Rat).Mul(full, big.NewRat(10_000-r.discount, 10_000)))
	if r.least >= 0 {
		net = max(net, r.least)
	}
	if r.most >= 0 {
		net = min(net, r.most)
	}
	if net == 0 {
		return nil, false
	}
	f := &fee{counted: figure, qty: qty, price: r.price, adjust: (net - nearest(full)) * 100, amount: net}
	exact := new(big.Rat).Add(full, new(big.Rat).SetInt64(net-nearest(full)))
	f.tax = nearest(new(big.Rat).Mul(exact, big.NewRat(itemOf(r.item).tax, 10_000)))
	f.total = f.amount + f.tax
	return f, true
}

// line is a fee as it is compared.
func (f *fee) line() string {
	return fmt.Sprint(f.owner, " ", f.item, " ", cmp.Or(f.trigger, "-"), " ", cmp.Or(f.table, "-"), " ", f.no, " ", cmp.Or(f.period, "-"), " ", f.turn, " ", f.day, " ", f.waybill, " ",
		f.counted, " ", f.qty, " ", f.price, " ", f.adjust, " ", f.amount, " ", f.tax, " ", f.total, " ", f.status)
}
