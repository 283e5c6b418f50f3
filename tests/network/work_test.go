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

// hand is what a person has in hand at a station.
type hand struct{ does }

// mostAtOnce is the most pieces that a person takes at once.
const mostAtOnce = 3

// outside is where goods come from.
const outside = "~vendor"

var stations = []string{"receive_by_order", "shelve_no_order", "transfer_scan", "count_scan", "pick"}

// choose finds a station with something to do.
func (d *device) choose() string {
	left := slices.DeleteFunc(slices.Clone(stations), func(s string) bool { return d.tired[s] })
	if len(left) == 0 {
		d.Errorf("%s has nothing left to do", d.name)
		return ""
	}
	return left[d.random.IntN(len(left))]
}

// isFree tells that nothing is under way.
func (q *queue) isFree() bool {
	first := map[string]string{"receive_by_order": "order", "shelve_no_order": "source", "transfer_scan": "source", "count_scan": "count", "pick": "task"}
	step := q.task.Screen.Step
	return len(q.task.Waiting) == 0 && (step == "done" || step == first[q.station])
}

// burst is what the person does next, as far as he knows it without looking.
func (d *device) burst() []act {
	shown, hand := d.page.task.Screen, d.inHand()
	if d.book.didMove(d.page.task.Session, d.page.task.Good) && d.random.IntN(100) < 15 {
		return []act{{kind: "undo", value: m{"seq": d.page.task.Good}}}
	}
	h := *hand
	var all []act
	switch d.page.station {
	case "receive_by_order":
		h.Code, h.From, h.To = "RCV", outside, "R-01"
		all = d.follow(&h, shown, []string{"order", "staging", "item", "qty"})
	case "shelve_no_order":
		h.Code, h.From = "PUT", "R-01"
		all = d.follow(&h, shown, []string{"source", "item", "qty", "position"})
	case "transfer_scan":
		h.Code = "MOV"
		if shown.Step == "item" && d.random.IntN(100) < 10 {
			return []act{{kind: "button", step: shown.Step, value: "back"}}
		}
		all = d.follow(&h, shown, []string{"source", "item", "qty", "target"})
	case "count_scan":
		h.Code, h.From = "count", shown.fact("position")
		if shown.Step == "item" && d.random.IntN(100) < 2 {
			return []act{{kind: "button", step: shown.Step, value: "done"}}
		}
		all = d.follow(&h, shown, []string{"count", "position", "item", "qty"})
	case "pick":
		h.Code, h.From, h.To = "PCK", shown.fact("position"), "PICK-01"
		h.SKU, _, _ = strings.Cut(shown.fact("item"), " ")
		all = d.follow(&h, shown, []string{"task", "cart", "position", "item", "qty"})
	}
	if len(all) > 0 && d.random.IntN(2) == 0 {
		return all[:1]
	}
	if d.random.IntN(100) < 6 && shown.Step != "cart" && shown.Step != "target" { // where a new code is a new cart
		all = append([]act{{kind: "scan", step: shown.Step, value: "NONE"}}, all...)
	}
	return all
}

// follow gives the acts from the step that the screen shows to the last of a round.
func (d *device) follow(h *does, shown screen, steps []string) (all []act) {
	at := slices.Index(steps, shown.Step)
	if shown.Step == "done" {
		at = 0
	}
	if at < 0 {
		return nil
	}
	for i, step := range steps[at:] {
		a := act{kind: "scan", step: step}
		if shown.Step == "done" {
			a.step = "done"
		}
		switch step {
		case "order", "source", "count", "task", "cart", "staging":
			return append(all, d.opening(h, a, step))
		case "item":
			if d.page.station != "pick" {
				h.SKU = d.hall.skus[d.random.IntN(len(d.hall.skus))]
			}
			a.value = h.SKU
		case "qty":
			a.kind = "key"
			h.Qty = d.amount(shown.Max)
			a.value = strconv.FormatInt(h.Qty, 10)
		case "position", "target":
			if a.value = d.place(h, step, shown); a.value == "" {
				return append(all, act{kind: "button", step: step, value: "back"})
			}
		}
		if at+i == len(steps)-1 {
			a.does = *h
		} else {
			a.does = does{SKU: h.SKU, From: h.From, Qty: h.Qty}
		}
		all = append(all, a)
	}
	return all
}

// opening is an input that leads to a task, or to where its goods lie.
func (d *device) opening(h *does, a act, step string) act {
	switch step {
	case "order":
		a.value = d.hall.notices[d.random.IntN(len(d.hall.notices))]
	case "staging":
		a.value = "R-01"
	case "source":
		a.value = "R-01"
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

// place is the code of the position that the person scans.
func (d *device) place(h *does, step string, shown screen) string {
	switch d.page.station {
	case "pick", "count_scan":
		if at := shown.fact("position"); at != "" {
			h.From = at
			return at
		}
		return ""
	}
	for h.To = h.From; h.To == h.From; {
		h.To = d.hall.bin(d.random)
	}
	return h.To
}

// inHand is what the person has in hand at the station of the page.
func (d *device) inHand() *does {
	h, has := d.hands[d.page.station]
	if !has {
		h = &hand{}
		d.hands[d.page.station] = h
	}
	return &h.does
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
