package parcels

import (
	"slices"
)

// parcel is a parcel as the book knows it: grams, millimetres, hundredths.
type parcel struct {
	id, made                      int64
	no, ext                       string
	owner, port, receiver         int
	express, box                  bool // by courier; with an order of the warehouse
	currency                      string
	goods                         []goods
	pieces                        int64
	announced, gross, chargeable  int64
	length, width, height, volume int64
	freight                       int64
	held, card                    bool
	status                        string
	tracking                      string
	byHouse                       bool // its number is one of the carrier's
	panel                         *panel
	into                          *parcel
}

// goods are some pieces of a kind on a parcel.
type goods struct {
	name  string
	qty   int64
	price int64
}

// panel is a panel with parcels, on a voyage.
type panel struct {
	id      int64
	no      string
	port    int
	parcels []*parcel
	status  string
	voyage  *voyage
}

// voyage carries panels; bills are what customs is told of its parcels.
type voyage struct {
	id     int64
	port   int
	panels []*panel
	status string
}

// customs is a bill for customs.
type customs struct {
	id      int64
	parcels []*parcel
	status  string
}

// book is what the test itself knows to have happened.
type book struct {
	parcels []*parcel
	panels  []*panel
	voyages []*voyage
	customs []*customs
	fees    []*fee
	caused  map[string][]*fee // by cause
	bills   []*bill
	claims  map[string]string // state by number
	owed    [2]int64
	nights  map[string]night // by owner and day
	done    map[string]int
	refused map[string]int
}

// move is a step that a parcel takes by an action: from which states, into which; held is
// whether one on hold takes it too.
type move struct {
	from []string
	to   string
	held bool
	more func(p *parcel) bool
}

var afloat = []string{"forecast", "received", "measured", "to_pay", "to_number", "numbered", "printed", "sorted", "bagged", "arrived", "released"}

// moves are the steps of the trade, written from what it says of waybills.
var moves = map[string]move{
	"receive":     {from: []string{"forecast"}, to: "received"},
	"measure":     {from: []string{"received", "measured"}, to: "measured"},
	"price":       {from: []string{"measured"}, to: "to_pay"},
	"pay":         {from: []string{"to_pay"}, to: "to_number"},
	"number":      {from: []string{"to_number"}, to: "numbered"},
	"take_number": {from: []string{"to_number"}, to: "to_number"},
	"void_number": {from: []string{"numbered", "printed"}, to: "to_number", held: true},
	"print":       {from: []string{"numbered"}, to: "printed"},
	"sort":        {from: []string{"printed"}, to: "sorted", more: func(p *parcel) bool { return p.gross > 0 }},
	"collect":     {from: []string{"numbered", "printed", "sorted"}, to: "last_mile", more: func(p *parcel) bool { return p.express }},
	"hand_over":   {from: []string{"released"}, to: "last_mile"},
	"deliver":     {from: []string{"last_mile"}, to: "delivered", held: true},
	"give_back":   {from: []string{"received", "measured", "to_pay", "refused", "last_mile"}, to: "returned", held: true},
	"destroy":     {from: []string{"refused"}, to: "destroyed", held: true},
	"lose": {
		from: []string{"received", "measured", "to_pay", "to_number", "numbered", "printed", "sorted", "departed", "arrived", "declared", "released", "last_mile"},
		to:   "lost", held: true,
	},
	"cancel": {from: []string{"forecast", "received", "measured", "to_pay", "to_number", "numbered", "printed"}, to: "cancelled", held: true},
	"hold":   {from: afloat},
	"unhold": {held: true, more: func(p *parcel) bool { return p.held }},
}

// may reports whether a parcel takes a step.
func may(action string, p *parcel) bool {
	m := moves[action]
	return (m.from == nil || slices.Contains(m.from, p.status)) && (m.held || !p.held) && (m.more == nil || m.more(p))
}

// did writes down a step that was taken.
func (y *yard) did(action string, p *parcel) {
	switch action {
	case "hold":
		p.held = true
	case "unhold":
		p.held = false
	case "void_number":
		p.tracking, p.byHouse = "", false
	case "cancel":
		y.book.takenBack(p.owner, "waybill", "waybill", p.no, y.day())
	case "price":
		y.book.charged(cause{owner: p.owner, trigger: "waybill", table: "waybill", no: p.no, waybill: p.no, figures: map[string]int64{
			"order": 1000, "kg": p.chargeable, "piece": p.pieces * 1000, "freight": exchanged(p.freight, p.currency, "CNY", y.today) * 10,
		}}, y.today, y.day())
	}
	if to := moves[action].to; to != "" {
		p.status = to
	}
}

// among are the parcels of the book that something holds for, in the order of their making.
func (b *book) among(holds func(p *parcel) bool) (found []*parcel) {
	for _, p := range b.parcels {
		if holds(p) {
			found = append(found, p)
		}
	}
	return found
}

// in are the parcels in a state.
func (b *book) in(states ...string) []*parcel {
	return b.among(func(p *parcel) bool { return slices.Contains(states, p.status) })
}
