package main

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// Of every 11th product a quarter lies in an area that nothing is picked from, and is
// brought to where it is picked when orders fall short of it; of every 10th, all is counted.
const (
	reserveEvery = 11
	reserveShare = 4
	countEvery   = 10
	countAtOnce  = 20
)

// bulkDock is where goods for the reserve come in.
const bulkDock = "RT-K"

// rulePutting has goods put where they are picked: beside the same, else into an empty bin.
func (p *player) rulePutting(ctx context.Context) error {
	for rank, target := range []string{"same", "empty"} {
		rule := m{"warehouse_id": p.warehouse, "name": "RT " + target, "rank": rank, "target": target, "area_kind": "picking"}
		if err := p.Call(ctx, "save rule", "data/shelving_rule/save", rule, nil); err != nil {
			return err
		}
	}
	return nil
}

// inReserve is how much of a product goes to the reserve.
func inReserve(i int, qty int64) int64 {
	if i%reserveEvery != reserveEvery/2 {
		return 0
	}
	return qty / reserveShare
}

// shelveOrder puts the next shelving order away: where the station says, and what came in at
// the bulk dock in the reserve.
func (p *player) shelveOrder(ctx context.Context) error {
	t, err := p.start(ctx, "shelve_by_order")
	if err != nil {
		return err
	}
	if _, err := t.input(ctx, "button", "next"); err != nil {
		return err
	}
	for t.screen.Step == "item" {
		var puts []m
		for _, line := range t.screen.List {
			puts = append(puts, p.putOf(line.Code, line.Detail))
		}
		if len(puts) == 0 {
			return fmt.Errorf("a shelving order has nothing to put away and is not done")
		}
		if _, err := t.inputs(ctx, puts[:min(len(puts), atOnce)]); err != nil {
			return err
		}
	}
	return nil
}

// putOf is the put of a line, as "from → bin × qty" tells it.
func (p *player) putOf(sku, detail string) m {
	from, rest, _ := strings.Cut(detail, " → ")
	bin, qty, _ := strings.Cut(rest, " × ")
	put := m{"item": sku, "qty": json.Number(qty), "position": bin}
	if from == bulkDock {
		put["position"], put["reason"] = reserveBin(p.skuBin[sku]), "nearer"
	}
	return m{"kind": "form", "value": put}
}

// reserveBin is the bin in the reserve that stands for one in the picking area.
func reserveBin(bin string) string { return strings.Replace(bin, "RTA", "RTB", 1) }

// replenishOrder carries the goods of the next replenishment order.
func (p *player) replenishOrder(ctx context.Context) error {
	t, err := p.start(ctx, "replenish_scan")
	if err != nil {
		return err
	}
	if _, err := t.input(ctx, "button", "next"); err != nil {
		return err
	}
	for t.screen.Step == "source" {
		facts := t.facts()
		sku, _, _ := strings.Cut(facts["item"], " ")
		move := m{"from": facts["from"], "item": sku, "qty": json.Number(facts["qty"]), "to": facts["to"]}
		if _, err := t.input(ctx, "form", move); err != nil {
			return err
		}
	}
	return nil
}

// countStock counts position by position until none is left for the person.
func (p *player) countStock(ctx context.Context) error {
	t, err := p.start(ctx, "count_scan")
	if err != nil {
		return err
	}
	for t.screen.Step != "done" {
		if _, err := t.input(ctx, "button", "next_task"); err != nil {
			if strings.Contains(err.Error(), "counting.none_waits") {
				return nil
			}
			return err
		}
		if err := t.countSpot(ctx, t.facts()["position"]); err != nil {
			return err
		}
	}
	return nil
}

// countSpot counts what lies at a position.
func (t *task) countSpot(ctx context.Context, code string) error {
	if _, err := t.input(ctx, "scan", code); err != nil {
		return err
	}
	here := m{"and": []m{
		{"field": "warehouse_id", "op": "eq", "value": t.warehouse}, {"field": "position_id.code", "op": "eq", "value": code}, {"field": "on_hand", "op": "gt", "value": 0},
	}}
	lies, err := t.all(ctx, "quant", here, "product_id.sku", "on_hand")
	if err != nil {
		return err
	}
	end := "empty"
	for _, q := range lies {
		end = "done"
		if _, err := t.input(ctx, "form", m{"item": q["product_id.sku"], "qty": q["on_hand"]}); err != nil {
			return err
		}
	}
	t.counted.Add(1)
	_, err = t.input(ctx, "button", end)
	return err
}

// facts are what the station shows, by their fields.
func (t *task) facts() map[string]string {
	facts := map[string]string{}
	for _, f := range t.screen.Target {
		facts[f.Field] = f.Value
	}
	return facts
}

// raiseCounts has every tenth product counted, each second count before what waits.
func (p *player) raiseCounts(ctx context.Context) error {
	var products []int64
	for i, sku := range p.month.SKUs {
		if i%countEvery != 0 {
			continue
		}
		row, err := p.all(ctx, "product", m{"and": []m{{"field": "consignor_id", "op": "eq", "value": p.consignor}, {"field": "sku", "op": "eq", "value": sku}}})
		if err != nil {
			return err
		}
		products = append(products, idOf(row[0]))
	}
	next := 0
	for part := range slices.Chunk(products, countAtOnce) {
		var count m
		err := p.Call(ctx, "save count", "data/stock_count/save", m{"warehouse_id": p.warehouse, "count_type": "product", "product_ids": part, "priority": next % 2}, &count)
		if err != nil {
			return err
		}
		if err := p.mustAct(ctx, "stock_count", "release", idOf(count), nil); err != nil {
			return err
		}
		next++
	}
	return nil
}
