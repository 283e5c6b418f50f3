package main

import (
	"context"
	"fmt"
	"time"
)

// patience is how long the server may take to serve the orders that wait when the
// last goods came back.
const patience = time.Minute

// missing is what a line of an order that is short still wants.
type missing struct {
	product any
	qty     float64
}

// leftOut names the orders that are short although what they wait for lies free in
// the bins: a complete-only order for which all does, another for which anything does.
func (p *player) leftOut(ctx context.Context) ([]string, error) {
	for until := time.Now().Add(patience); ; time.Sleep(time.Second) {
		list, err := p.servable(ctx)
		if err != nil || len(list) == 0 || time.Now().After(until) {
			return list, err
		}
	}
}

func (p *player) servable(ctx context.Context) ([]string, error) {
	orders, err := p.all(ctx, "sale_order", p.own("short"), "doc_no", "ship_policy")
	if err != nil {
		return nil, err
	}
	wanted, err := p.wanted(ctx)
	if err != nil {
		return nil, err
	}
	free, err := p.free(ctx)
	var list []string
	for _, order := range orders {
		whole, part := true, false
		for _, w := range wanted[idOf(order)] {
			whole, part = whole && free[w.product] >= w.qty, part || free[w.product] > 0
		}
		if part && (whole || order["ship_policy"] != "complete") {
			list = append(list, fmt.Sprint(order["doc_no"]))
		}
	}
	return list, err
}

// wanted is what the orders that are short wait for, by order.
func (p *player) wanted(ctx context.Context) (map[int64][]missing, error) {
	filter := m{"and": []m{
		{"field": "sale_order_id.warehouse_id", "op": "eq", "value": p.warehouse}, {"field": "sale_order_id.status", "op": "eq", "value": "short"},
	}}
	lines, err := p.all(ctx, "sale_order_line", filter, "sale_order_id", "product_id", "base_qty", "allocated_qty")
	byOrder := map[int64][]missing{}
	for _, l := range lines {
		order, left := int64(l["sale_order_id"].(float64)), l["base_qty"].(float64)-l["allocated_qty"].(float64)
		if left > 0 {
			byOrder[order] = append(byOrder[order], missing{l["product_id"], left})
		}
	}
	return byOrder, err
}

// free is what lies in the bins for nobody, by product.
func (p *player) free(ctx context.Context) (map[any]float64, error) {
	filter := m{"and": []m{
		{"field": "warehouse_id", "op": "eq", "value": p.warehouse},
		{"field": "position_id.position_use", "op": "eq", "value": "bin"},
		{"field": "position_id.storage_area_id.pick_allowed", "op": "eq", "value": true},
		{"field": "held_at", "op": "null"},
		{"field": "quality", "op": "eq", "value": "ZP"},
	}}
	rows, err := p.all(ctx, "quant", filter, "product_id", "on_hand", "reserved")
	free := map[any]float64{}
	for _, q := range rows {
		free[q["product_id"]] += q["on_hand"].(float64) - q["reserved"].(float64)
	}
	return free, err
}
