package main

import (
	"context"
	"fmt"
	"time"
)

// leadEvery is how often the lead looks what is to be begun, and atRest how long there was
// nothing before the floor is at rest: orders are served by a job when goods came.
const (
	leadEvery = 2 * time.Second
	atRest    = 8 * time.Second
)

// lead begins what needs a lead, and reports whether there was anything.
func (p *player) lead(ctx context.Context) (bool, error) {
	busy := false
	for _, do := range []func(context.Context) (bool, error){p.replenish, p.waveServed, p.closeCounts} {
		did, err := do(ctx)
		if err != nil {
			return false, err
		}
		busy = busy || did
	}
	return busy, nil
}

// replenish has brought what orders wait for and lies in the reserve, once for each line.
func (p *player) replenish(ctx context.Context) (bool, error) {
	rows, err := p.all(ctx, "short_line", m{"field": "warehouse_id", "op": "eq", "value": p.warehouse}, "sale_order_line_id", "incoming_qty")
	if err != nil {
		return false, err
	}
	var ids []int64
	for _, row := range rows {
		line := int64(number(row["sale_order_line_id"]))
		if number(row["incoming_qty"]) == 0 && !p.proposed[line] {
			p.proposed[line] = true
			ids = append(ids, idOf(row))
		}
	}
	if len(ids) == 0 {
		return false, nil
	}
	return true, p.Call(ctx, "act propose", "data/short_line/act", m{"name": "propose", "ids": ids, "params": m{"release": true}}, nil)
}

// waveServed puts the orders into waves that were served meanwhile.
func (p *player) waveServed(ctx context.Context) (bool, error) {
	rows, err := p.all(ctx, "sale_order", p.own("allocated"))
	if err != nil || len(rows) == 0 {
		return false, err
	}
	return true, p.waves(ctx)
}

// closeCounts approves what was counted and brings the stock into line.
func (p *player) closeCounts(ctx context.Context) (bool, error) {
	busy := false
	for _, way := range []struct {
		status  string
		actions []string
	}{{"counted", []string{"review"}}, {"reviewing", []string{"approve", "approve_large"}}, {"approved", []string{"post", "close"}}} {
		filter := m{"and": []m{p.own(way.status), {"field": "recount_count", "op": "eq", "value": 0}}}
		rows, err := p.all(ctx, "stock_count", filter)
		if err != nil {
			return false, err
		}
		for _, row := range rows {
			busy = true
			if err := p.firstOf(ctx, "stock_count", idOf(row), way.actions); err != nil {
				return false, err
			}
		}
	}
	return busy, nil
}

// firstOf takes the first of some actions that is not refused.
func (p *player) firstOf(ctx context.Context, table string, id int64, actions []string) error {
	var refused []string
	for _, action := range actions {
		no, err := p.act(ctx, table, action, []int64{id}, nil)
		if err != nil || len(no) == 0 {
			return err
		}
		refused = append(refused, no...)
	}
	return fmt.Errorf("%s %d: %v", table, id, refused)
}
