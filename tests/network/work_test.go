package network

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// act is one thing that a person is about to do.
type act struct {
	kind, step string
	value      any
	does       does
}

// does is what an input does to the goods, if the server takes it: pieces of a product go
// from one place to another, or are counted at one.
type does struct {
	Code     string // of the move; "": nothing yet
	SKU      string
	From, To string
	Qty      int64
}

// mostAtOnce is the most pieces that a person takes at once.
const mostAtOnce = 3

// Where goods come from, and where they stand first.
const (
	outside = "~vendor"
	dock    = "R-01"
)

// round is what a person does at a station again and again: one input for each step, of
// which the last moves or counts goods.
type round struct {
	station, code string
	steps         []string
	ends          string // button that now and then leads from the step item to another place
	often         int    // of a hundred
}

var rounds = []round{
	{"receive_by_order", "RCV", []string{"order", "staging", "item", "qty"}, "", 0},
	{"shelve_no_order", "PUT", []string{"source", "item", "qty", "position"}, "", 0},
	{"transfer_scan", "MOV", []string{"source", "item", "qty", "target"}, "back", 10},
	{"count_scan", "count", []string{"count", "position", "item", "qty"}, "done", 2},
	{"pick", "PCK", []string{"task", "cart", "position", "item", "qty"}, "", 0},
}

// at is the round of a station.
func at(station string) round {
	return rounds[slices.IndexFunc(rounds, func(r round) bool { return r.station == station })]
}

// opening are the steps that lead to a task, or to where its goods lie.
var opening = []string{"order", "source", "count", "task", "cart", "staging"}

// choose finds a station with something to do.
func (d *device) choose() string {
	left := slices.DeleteFunc(slices.Clone(rounds), func(r round) bool { return d.tired[r.station] })
	if len(left) == 0 {
		d.Errorf("%s has nothing left to do", d.name)
		return ""
	}
	return left[d.random.IntN(len(left))].station
}

// isFree tells that nothing is under way.
func (q *queue) isFree() bool {
	step := q.task.Screen.Step
	return len(q.task.Waiting) == 0 && (step == "done" || step == at(q.station).steps[0])
}

// burst is what the person does next, as far as he knows it without looking.
func (d *device) burst() []act {
	shown, r := d.page.task.Screen, at(d.page.station)
	chance := d.random.IntN(100)
	switch {
	case d.book.didMove(d.page.task.Session, d.page.task.Good) && chance < 15:
		return []act{{kind: "undo", value: m{"seq": d.page.task.Good}}}
	case shown.Step == "item" && chance < r.often:
		return []act{{kind: "button", step: shown.Step, value: r.ends}}
	}
	all := d.follow(r, d.begin(r.code), shown)
	if len(all) > 0 && d.random.IntN(2) == 0 {
		all = all[:1]
	}
	if d.random.IntN(100) < 6 && shown.Step != "cart" && shown.Step != "target" { // where a new code is a new cart
		all = append([]act{{kind: "scan", step: shown.Step, value: "NONE"}}, all...)
	}
	return all
}

// begin is what the person has in hand and sees, and where it goes.
func (d *device) begin(code string) does {
	h, shown := *d.inHand(), d.page.task.Screen
	h.Code = code
	switch code {
	case "RCV":
		h.From, h.To = outside, dock
	case "PUT":
		h.From = dock
	case "count":
		h.From = shown.fact("position")
	case "PCK":
		h.From, h.To = shown.fact("position"), "PICK-01"
		h.SKU, _, _ = strings.Cut(shown.fact("item"), " ")
	}
	return h
}

// follow gives the acts from the step that the screen shows to the end of the round, or
// as far as the person can tell.
func (d *device) follow(r round, h does, shown screen) (all []act) {
	from, step := slices.Index(r.steps, shown.Step), shown.Step
	if step == "done" {
		from = 0
	}
	if from < 0 {
		return nil
	}
	for i, name := range r.steps[from:] {
		if step != "done" || i > 0 {
			step = name
		}
		if slices.Contains(opening, name) {
			return append(all, d.open(name, step))
		}
		a := d.one(&h, name, shown)
		if a.does = h; from+i < len(r.steps)-1 {
			a.does = does{SKU: h.SKU, From: h.From, Qty: h.Qty}
		}
		all = append(all, a)
	}
	return all
}

// one is the input of one step.
func (d *device) one(h *does, step string, shown screen) act {
	a := act{kind: "scan", step: step}
	switch step {
	case "item":
		if h.Code != "PCK" {
			h.SKU = d.hall.skus[d.random.IntN(len(d.hall.skus))]
		}
		a.value = h.SKU
	case "qty":
		h.Qty = d.amount(shown.Max)
		a.kind, a.value = "key", strconv.FormatInt(h.Qty, 10)
	default:
		a.value = d.place(h)
	}
	return a
}

// open is an input of one of the steps that lead to goods; asked is the step that the
// screen shows.
func (d *device) open(step, asked string) act {
	a := act{kind: "scan", step: asked}
	switch step {
	case "order":
		a.value = d.hall.notices[d.random.IntN(len(d.hall.notices))]
	case "staging":
		a.value = dock
	case "source":
		a.value = dock
		if d.page.station == "transfer_scan" {
			a.value = d.hall.bin(d.random)
		}
		a.does.From = fmt.Sprint(a.value)
	case "count":
		a.value = d.hall.counts[d.name]
	case "task":
		if a.value = d.bill; d.bill == "" {
			a.kind, a.value = "button", "next"
		}
	case "cart":
		a.value = "TOTE-" + d.name
	}
	return a
}

// amount is how many pieces the person takes.
func (d *device) amount(most string) int64 {
	n := 1 + d.random.Int64N(mostAtOnce)
	if limit, err := strconv.ParseInt(most, 10, 64); err == nil {
		n = max(min(n, limit), 1)
	}
	return n
}

// place is the code of the position that the person scans: where the goods are, or one of
// the bins that they can go to.
func (d *device) place(h *does) string {
	if h.Code == "PCK" || h.Code == "count" {
		return h.From
	}
	for h.To = h.From; h.To == h.From; {
		h.To = d.hall.bin(d.random)
	}
	return h.To
}

// inHand is what the person has in hand at the station of the page.
func (d *device) inHand() *does {
	if d.hands[d.page.station] == nil {
		d.hands[d.page.station] = &does{}
	}
	return d.hands[d.page.station]
}

// accepted has the person take in hand what the server took.
func (q *queue) accepted(one waiting) {
	h := q.inHand()
	if one.Does.SKU != "" {
		h.SKU = one.Does.SKU
	}
	if one.Does.From != "" {
		h.From = one.Does.From
	}
	if one.Does.Qty != 0 {
		h.Qty = one.Does.Qty
	}
	if one.Input.Step == "task" {
		q.bill = ""
	}
	if one.Input.Kind == "undo" {
		q.did.undone.Add(1)
	}
}

// number is that of a pick bill in a sentence.
var number = regexp.MustCompile(`PB\d+`)

// refused has the person learn of a bill that he left open, or that there is nothing left
// to do.
func (q *queue) refused(told result) {
	q.hall.note(q.station + " " + told.Code)
	switch told.Code {
	case "picking.own_is_open":
		q.bill = number.FindString(told.Message)
	case "picking.nothing_to_pick":
		q.tired[q.station] = true
	}
}
