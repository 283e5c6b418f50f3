package main

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"time"
)

// The desk of a replay has its patience cut to the shortest, so that minutes stand for the
// half hours of a real day: an order that nothing was done about for so long, and was
// looked for by the job that long, has to be on the desk.
const (
	deskPatience = time.Minute
	deskGrace    = 90 * time.Second // a job looks every minute
	lookEvery    = 10 * time.Second
)

// deskFigures is what was found of the desk in all looks.
type deskFigures struct {
	Looks     int            `json:"looks"`
	Orders    int            `json:"orders_looked_at"`
	OnDesk    int            `json:"most_on_desk"`
	Elsewhere []string       `json:"neither_moving_nor_on_desk"`
	Untrue    []string       `json:"untrue_reasons"`
	Reasons   map[string]int `json:"reasons_proven"`
}

// beginDesk has the desk watched beside all that follows, where the board gives the work.
func (p *player) beginDesk(ctx context.Context) error {
	if !p.board {
		return nil
	}
	ended, told := make(chan struct{}), make(chan error, 1)
	go func() { told <- p.watchDesk(ctx, ended) }()
	p.endWatch = func() error {
		close(ended)
		return <-told
	}
	return nil
}

// endDesk waits for the last look.
func (p *player) endDesk() error {
	if p.endWatch == nil {
		return nil
	}
	return p.endWatch()
}

// watchDesk looks until it is stopped, and once more when all that stands has had its time.
func (p *player) watchDesk(ctx context.Context, ended <-chan struct{}) error {
	if err := p.Call(ctx, "settings", "settings/save", m{"key": "desk_patience", "level": "warehouse", "owner_id": p.warehouse, "value": int(deskPatience / time.Minute)}, nil); err != nil {
		return err
	}
	p.desk.Reasons = map[string]int{}
	doubted := map[string]time.Time{}
	for over := false; !over; {
		select {
		case <-ended:
			over = true
			time.Sleep(deskPatience + deskGrace)
		case <-time.After(lookEvery):
		case <-ctx.Done():
			return ctx.Err()
		}
		if err := p.lookAtDesk(ctx, doubted); err != nil {
			return fmt.Errorf("look at the desk: %w", err)
		}
	}
	return nil
}

// lookAtDesk compares the orders in work with the desk. What looks wrong is doubted, and
// wrong when it still is after the time in which the desk is reckoned anew.
func (p *player) lookAtDesk(ctx context.Context, doubted map[string]time.Time) error {
	orders, err := p.inWork(ctx)
	if err != nil {
		return err
	}
	rows, err := p.all(ctx, "stopped_order", p.own("open"), "sale_order_id", "reason", "since")
	if err != nil {
		return err
	}
	proof, err := p.prove(ctx)
	if err != nil {
		return err
	}
	wrong := map[string]bool{}
	onDesk := map[int64]bool{}
	for _, row := range rows {
		id := int64(row["sale_order_id"].(float64))
		onDesk[id] = true
		if order := orders[id]; order != nil && !proof.holds(order, fmt.Sprint(row["reason"])) {
			wrong[fmt.Sprintf("reason %v %v %v", order["doc_no"], order["status"], row["reason"])] = true
		} else if order != nil {
			p.desk.Reasons[fmt.Sprint(row["reason"])]++
		}
	}
	for id, order := range orders {
		if moved := proof.moved(order); !onDesk[id] && time.Since(moved) > deskPatience+deskGrace {
			wrong[fmt.Sprintf("order %v %v", order["doc_no"], order["status"])] = true
		}
	}
	p.desk.Looks, p.desk.Orders, p.desk.OnDesk = p.desk.Looks+1, p.desk.Orders+len(orders), max(p.desk.OnDesk, len(rows))
	p.judge(wrong, doubted)
	return nil
}

// judge notes what has been wrong for longer than the desk takes to say so.
func (p *player) judge(wrong map[string]bool, doubted map[string]time.Time) {
	maps.DeleteFunc(doubted, func(what string, _ time.Time) bool { return !wrong[what] })
	for _, what := range slices.Sorted(maps.Keys(wrong)) {
		since, known := doubted[what]
		switch {
		case !known:
			doubted[what] = time.Now()
		case time.Since(since) < deskGrace:
		case what[0] == 'r' && !slices.Contains(p.desk.Untrue, what):
			p.desk.Untrue = append(p.desk.Untrue, what)
		case what[0] == 'o' && !slices.Contains(p.desk.Elsewhere, what):
			p.desk.Elsewhere = append(p.desk.Elsewhere, what)
		}
	}
}

// inWork are the orders that have neither left nor ended.
func (p *player) inWork(ctx context.Context) (map[int64]m, error) {
	filter := m{"and": []m{
		{"field": "warehouse_id", "op": "eq", "value": p.warehouse}, {"field": "status", "op": "nin", "value": []string{"shipped", "signed", "cancelled"}},
	}}
	rows, err := p.all(ctx, "sale_order", filter, "doc_no", "status", "updated_at", "carrier_id", "tracking_no", "held_at")
	orders := map[int64]m{}
	for _, row := range rows {
		orders[idOf(row)] = row
	}
	return orders, err
}
