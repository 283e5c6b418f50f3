package model

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/shopspring/decimal"

	"github.com/wareloom/wareloom/engine/cmd/wareloom/apptest"
	"github.com/wareloom/wareloom/engine/document"
	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/plugin"
	"github.com/wareloom/wareloom/engine/store"
)

// player plays on the product and on the model.
type player struct {
	*house
	stock    *stock
	piled    map[at]pile    // what tables call so
	ledger   map[pile]int64 // what the movements add up to
	seen     int64          // newest of them
	random   *rand.Rand
	played   int
	chained  bool           // all that is done must be taken back
	day      int            // since the beginning
	tally    map[string]int // operations by name, and refusals by name and reason
	trail    []string       // the newest operations
	deeds    []*deed        // what may be taken back, the newest last
	devices  map[string]*device
	arrivals []*arrival // goods that were received, the oldest first
	orders   []*order
	trucks   []*truck
	plans    []*plan
	holds    []*hold
	returns  []giveBack
	mixed    bool // goods were among others for a while
}

func newPlayer(h *house, random *rand.Rand) *player {
	return &player{
		house: h, random: random, piled: map[at]pile{}, ledger: map[pile]int64{}, tally: map[string]int{}, devices: map[string]*device{},
		stock: &stock{places: places, products: products, lies: map[pile]int64{}, kept: map[claim]int64{}, held: map[pile]bool{}},
	}
}

// deed is something done, and how the product takes it back.
type deed struct {
	name   string
	at     *device // the station of which it is an input
	inputs int     // there; 0 is one
	moves  []move  // that it made
	anew   bool    // another document takes it back, not a reversal
	undo   func() (code string)
	why    func(then *stock) []string // what else stands in the way of that
	undone func()                     // what else the model forgets with it
}

// codes are what the product calls the reasons of a refusal.
var codes = map[string][]string{
	"not so many": {"stock.not_enough", "stock.reserved", "station.over"},
	"reserved":    {"stock.reserved", "station.over", "stock.along"},
	"held":        {"stock.held", "stock.held_already"},
	"shut":        {"stock.position_closed"},
	"no lot":      {"stock.lot_needed"},
	"mixed":       {"stock.mix"},
	"full":        {"stock.capacity"},

	"another's area": {"stock.area_of_other"},
}

// judge holds what the product did against what the model says of it, and tells
// whether it was done. A reason may bring its own codes: "reason: code code".
func (p *player) judge(name string, why []string, code string) bool {
	p.Helper()
	p.played++
	outcome := code
	if code == "" {
		outcome = "done"
	}
	p.tally[name+" "+outcome]++
	p.trail = append(p.trail, fmt.Sprintf("%d %s: %s", p.played, name, outcome))
	if len(why) == 0 != (code == "") {
		p.diverge("%s: the product says %q, the model %q", name, code, why)
	}
	if code != "" && !slices.ContainsFunc(why, func(reason string) bool { return says(reason, code) }) {
		p.diverge("%s is refused with %q, the model says %q", name, code, why)
	}
	return code == ""
}

// says reports whether a code is one for a reason.
func says(reason, code string) bool {
	key, own, _ := strings.Cut(reason, ": ")
	return slices.Contains(codes[key], code) || slices.Contains(strings.Fields(own), code)
}

// diverge ends the play.
func (p *player) diverge(format string, args ...any) {
	p.Helper()
	p.Fatalf("%s\nthe newest operations:\n%s", fmt.Sprintf(format, args...), strings.Join(p.trail[max(len(p.trail)-25, 0):], "\n"))
}

// note adds words to the newest operation.
func (p *player) note(format string, args ...any) {
	p.trail = append(p.trail, "    "+fmt.Sprintf(format, args...))
	if len(p.trail) > 4000 {
		p.trail = p.trail[2000:]
	}
}

// codeOf is the code of a refusal; "" where there is none. What is no refusal fails the
// test.
func (p *player) codeOf(err error) string {
	p.Helper()
	if err == nil {
		return ""
	}
	f, ok := fault.As(err)
	if !ok || f.Code == fault.Internal {
		p.diverge("%v", err)
	}
	if len(f.Errors) > 0 {
		f = f.Errors[0]
	}
	return f.Key
}

// save saves a document as its form does.
func (p *player) save(table string, row plugin.Row) (saved plugin.Row, code string) {
	p.Helper()
	err := p.DB.Write(p.Context(), func(ctx context.Context, tx *store.Tx) (err error) {
		saved, err = p.Documents.Records.Save(ctx, tx, p.rights, table, row)
		return err
	})
	return saved, p.codeOf(err)
}

// must saves a document that nothing speaks against.
func (p *player) must(table string, row plugin.Row) (id int64) {
	p.Helper()
	saved, code := p.save(table, row)
	if code != "" {
		p.diverge("save %s %v: %s", table, row, code)
	}
	return plugin.ID(saved)
}

// act takes an action on a document.
func (p *player) act(table, name string, id int64, params plugin.Row) (code string) {
	p.Helper()
	result, err := p.Documents.Act(p.Context(), p.rights, table, document.Request{Name: name, ID: id, Params: params})
	if err == nil && len(result.Items) > 0 {
		err = result.Items[0].Err
	}
	return p.codeOf(err)
}

// made takes an action that makes a document of the same kind.
func (p *player) made(table, name string, id int64, params plugin.Row) (made int64, code string) {
	p.Helper()
	result, err := p.Documents.Act(p.Context(), p.rights, table, document.Request{Name: name, ID: id, Params: params})
	if err == nil {
		err = result.Items[0].Err
	}
	if code = p.codeOf(err); code == "" {
		made = result.Items[0].Created[0].ID
	}
	return made, code
}

// acts takes actions on a document until one is refused.
func (p *player) acts(table string, id int64, names ...string) (code string) {
	p.Helper()
	for _, name := range names {
		if code = p.act(table, name, id, nil); code != "" {
			return code
		}
	}
	return ""
}

// device is a station that somebody works at.
type device struct {
	*apptest.Scanner
	work  string
	tote  string           // that a picker has
	due   map[string]int64 // announced and not received, by SKU, where goods are received
	deeds []*deed          // inputs that may be taken back, the newest last

	behind bool // goods that a picker is sent to were carried away since
}

// begin gives the station where a kind of work is done, begun by scans where nobody is
// at it yet.
func (p *player) begin(work, station string, params map[string]any, scans ...string) *device {
	p.Helper()
	if d := p.devices[work]; d != nil {
		return d
	}
	d := &device{Scanner: p.Scanner(p, p.session, station, params), work: work}
	for _, code := range scans {
		if given := d.Give(p, "scan", code); !given.OK {
			p.diverge("%s begins with %s: %s", station, code, given.Code)
		}
	}
	p.devices[work] = d
	return d
}

// leave ends the work at a station. What was done there may still be taken back.
func (p *player) leave(d *device) { delete(p.devices, d.work) }

// give gives a station an input.
func (p *player) give(d *device, kind string, value any) (code string) {
	p.Helper()
	given := d.Give(p, kind, value)
	switch {
	case given.OK:
		return "" // a code may say more
	case given.Code == "":
		p.diverge("%s refuses %v without a code: %s", d.work, value, given.Message)
	}
	return given.Code
}

// did remembers what may be taken back.
func (p *player) did(one *deed) {
	if one.at != nil {
		one.undo = func() string { return p.undone(one) }
		one.at.deeds = append(one.at.deeds, one)
	}
	if p.deeds = append(p.deeds, one); len(p.deeds) > 60 {
		p.deeds = p.deeds[20:]
	}
}

// undone takes the inputs of a deed back at its station, the newest first.
func (p *player) undone(one *deed) (code string) {
	p.Helper()
	for i := range max(one.inputs, 1) {
		if code = p.give(one.at, "undo", nil); code != "" && i > 0 {
			p.diverge("input %d before the newest of %s is not taken back: %s", i, one.name, code)
		}
		if code != "" {
			return code
		}
	}
	return ""
}

// takeBack takes something back. An input of a station is the newest one there.
func (p *player) takeBack(one *deed) bool {
	p.Helper()
	then, why := p.stock.after(opposites(one.moves, !one.anew)...)
	if one.why != nil {
		why = append(why, one.why(then)...)
	}
	if !p.judge("take back "+one.name, why, one.undo()) {
		return false
	}
	for _, o := range p.ordersAt("picking") {
		o.picker.behind = o.picker.behind || !maps.Equal(p.stock.keptFor(o.doc()), then.keptFor(o.doc()))
	}
	p.stock = then
	if one.undone != nil {
		one.undone()
	}
	p.forget(one)
	return true
}

func (p *player) forget(one *deed) {
	is := func(other *deed) bool { return other == one }
	p.deeds = slices.DeleteFunc(p.deeds, is)
	if one.at != nil {
		one.at.deeds = slices.DeleteFunc(one.at.deeds, is)
	}
}

// moved plays moves on the model when the product has made them.
func (p *player) moved(name string, then *stock, one *deed) {
	p.stock = then
	one.name = name
	p.did(one)
}

// chance is true in so many of a hundred cases.
func (p *player) chance(percent int) bool { return p.random.IntN(100) < percent }

// one picks an element.
func one[T any](p *player, list []T) T { return list[p.random.IntN(len(list))] }

// sorted are the elements of a set in an order that does not change.
func sorted[T any](set map[string]T) []string { return slices.Sorted(maps.Keys(set)) }

// some is a quantity: mostly a few pieces, at times a part of one.
func (p *player) some(most int) int64 {
	n := int64(1+p.random.IntN(most)) * piece
	if p.chance(8) {
		n -= piece / 2
	}
	return n
}

// figure is a quantity as documents take it, number as stations do.
func figure(n int64) decimal.Decimal { return decimal.New(n, -3) }
func number(n int64) json.Number     { return json.Number(figure(n).String()) }

// bins are the bins of a warehouse.
func bins(house string) (list []string) {
	for _, code := range sorted(places) {
		if places[code].bin && houseOf(code) == house {
			list = append(list, code)
		}
	}
	return list
}

func houseOf(position string) string {
	if strings.HasPrefix(position, "C") {
		return there
	}
	return here
}

// bin is a bin as a spot, and outside a spot outside the building.
func bin(code string) spot           { return spot{house: houseOf(code), position: code} }
func outside(house, use string) spot { return spot{house: house, position: "~" + use} }

// piles are those in the building that a function takes, in an order that does not change.
func (p *player) piles(take func(pile) bool) (list []pile) {
	for q, n := range p.stock.lies {
		if n > 0 && !q.outside() && take(q) {
			list = append(list, q)
		}
	}
	slices.SortFunc(list, pile.compare)
	return list
}

func inBin(q pile) bool { return places[q.position].bin }

// quantOf finds the stock of a pile.
func (p *player) quantOf(q pile) (id int64) {
	p.Helper()
	p.read(func(ctx context.Context, tx *store.Tx) error {
		return tx.Get(ctx, &id, `SELECT q.id FROM quant q LEFT JOIN lot l ON l.id = q.lot_id LEFT JOIN lpn n ON n.id = q.lpn_id
			WHERE q.position_id = ? AND q.product_id = ? AND COALESCE(l.lot_no, '') = ? AND COALESCE(n.barcode, '') = ? AND q.quality = ?`,
			p.Places[q.position], p.products[q.sku], q.lot, q.tote, q.quality)
	})
	return id
}
