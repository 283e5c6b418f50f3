package main

import (
	"cmp"
	"context"
	"fmt"
	"slices"
)

// job is a kind of task that the board gives.
type job struct {
	document, list string // the document, and its cards on the board
	person         string // its field for who does it
	do             func(*player, context.Context) error
}

// jobs are all that the board has of a building's own work.
var jobs = []*job{
	{"pick_bill", "board_pick", "picker_id", func(p *player, ctx context.Context) error { _, err := p.pickBill(ctx); return err }},
	{"replenish_order", "board_replenish", "assigned_id", (*player).replenishOrder},
	{"shelve_order", "board_shelve", "assigned_id", (*player).shelveOrder},
	{"stock_count", "board_count", "counter_id", (*player).countStock},
}

// card is a task that waits on the board.
type card struct {
	*job
	id       int64
	priority float64
	since    string
	not      int64 // the person who may not have it: who counted it first; 0 for anybody
}

// pool are the first cards that wait for somebody, in the order of the board.
func (p *player) pool(ctx context.Context, most int) ([]card, error) {
	var cards []card
	if most == 0 {
		return nil, nil
	}
	for _, j := range jobs {
		waits := []m{{"field": j.person, "op": "null"}}
		if j.document == "stock_count" { // what differs is counted again by another
			waits = append(waits, m{"field": "status", "op": "eq", "value": "counted"})
		}
		filter := m{"and": []m{{"field": "warehouse_id", "op": "eq", "value": p.warehouse}, {"or": waits}}}
		var answer struct{ Rows []m }
		err := p.Call(ctx, "board", "data/"+j.document+"/query", m{
			"list": j.list, "filter": filter, "fields": []string{"doc_no", "priority", "created_at", j.person}, "sort": []string{"-priority", "created_at"}, "size": most,
		}, &answer)
		if err != nil {
			return nil, err
		}
		for _, row := range answer.Rows {
			c := card{j, idOf(row), number(row["priority"]), fmt.Sprint(row["created_at"]), int64(number(row[j.person]))}
			if c.not == 0 || c.not != p.again[c.id] {
				cards = append(cards, c)
			}
		}
	}
	slices.SortStableFunc(cards, func(a, b card) int {
		return cmp.Or(cmp.Compare(b.priority, a.priority), cmp.Compare(a.since, b.since))
	})
	return cards[:min(most, len(cards))], nil
}

// give moves a card to a person on the board.
func (p *player) give(ctx context.Context, c card, to *person) error {
	p.handed[c.document]++
	if c.not != 0 { // it is his from now on, though it looks the same until he begins
		p.again[c.id] = to.id
	}
	return p.mustAct(ctx, c.document, "assign", c.id, m{c.person: to.id})
}

// fits reports whether a person may have a card.
func (c card) fits(who *person) bool { return who.id != c.not }
