package main

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// task is a person's task at a station.
type task struct {
	*player
	key     string
	session int64
	seq     int64
	screen  struct {
		Step   string
		Target []struct{ Field, Value string }
		List   []struct{ Code, Detail string }
		Max    string
	}
}

func (p *player) start(ctx context.Context, key string) (*task, error) {
	t := &task{player: p, key: key}
	var answer struct {
		Session int64
		Screen  any
	}
	err := p.Call(ctx, key+" start", "station/"+key+"/start", m{"params": m{"warehouse_id": p.warehouse}}, &answer)
	t.session = answer.Session
	return t, err
}

// result is the answer to one input.
type result struct {
	OK      bool
	Message string
	Code    string
}

// input sends one input that must be accepted.
func (t *task) input(ctx context.Context, kind string, value any) (result, error) {
	results, err := t.inputs(ctx, []m{{"kind": kind, "value": value}})
	if err != nil {
		return result{}, err
	}
	return results[0], nil
}

// inputs sends several inputs at once; all must be accepted. As the handheld does, it says that
// it knows the screen before, so that it is told only what changed of what may come.
func (t *task) inputs(ctx context.Context, list []m) ([]result, error) {
	for _, in := range list {
		t.seq++
		in["seq"] = t.seq
	}
	var answer struct {
		Results []result
		Screen  any
	}
	err := t.Call(ctx, t.key, "station/"+t.key+"/input", m{"session": t.session, "inputs": list, "knows": true}, &struct {
		Results *[]result
		Screen  any
	}{&answer.Results, &t.screen})
	if err != nil {
		return nil, err
	}
	for i, r := range answer.Results {
		if !r.OK {
			return nil, fmt.Errorf("%s refuses %v: %s (%s)", t.key, list[i]["value"], r.Message, r.Code)
		}
	}
	return answer.Results, nil
}

// atOnce is how many scans a device sends in one call after it was off the air.
const atOnce = 25

// stock receives and shelves what the month asks for; of every 37th product only
// 60 %, so that some orders fall short.
func (p *player) stock(ctx context.Context) error {
	demand := p.month.demand()
	var lines, bulk []m
	for i, sku := range p.month.SKUs {
		qty := demand[sku]
		if i%37 == 36 {
			qty = qty * 60 / 100
		}
		if back := inReserve(i, qty); p.board && back > 0 {
			bulk = append(bulk, m{"product_id": m{"sku": sku}, "qty": back, "sku": sku})
			qty -= back
		}
		if qty > 0 {
			lines = append(lines, m{"product_id": m{"sku": sku}, "qty": qty, "sku": sku})
		}
	}
	var loads []load
	for part := range slices.Chunk(lines, 100) {
		loads = append(loads, load{"RT-R", part})
	}
	for part := range slices.Chunk(bulk, 100) {
		loads = append(loads, load{bulkDock, part})
	}
	if err := each(ctx, p, loads, p.bringIn); err != nil || !p.board {
		return err
	}
	if err := p.planShelving(ctx); err != nil {
		return err
	}
	if err := p.workFromBoard(ctx); err != nil {
		return err
	}
	return p.learnBins(ctx)
}

// planShelving has what was received put away, notice by notice.
func (p *player) planShelving(ctx context.Context) error {
	notices, err := p.all(ctx, "asn", p.own("counted"))
	if err != nil {
		return err
	}
	for _, notice := range notices {
		if err := p.mustAct(ctx, "asn", "create_shelving", idOf(notice), nil); err != nil {
			return err
		}
	}
	return nil
}

// load is goods that come in at a dock.
type load struct {
	dock  string
	lines []m
}

// learnBins notes where products lie that were put where the stations said.
func (p *player) learnBins(ctx context.Context) error {
	filter := m{"and": []m{{"field": "warehouse_id", "op": "eq", "value": p.warehouse}, {"field": "position_id.storage_area_id.code", "op": "eq", "value": "A"}}}
	rows, err := p.all(ctx, "quant", filter, "product_id.sku", "position_id.code")
	for _, row := range rows {
		p.skuBin[fmt.Sprint(row["product_id.sku"])] = fmt.Sprint(row["position_id.code"])
	}
	return err
}

// bringIn announces and receives goods, and shelves them or has the board do so.
func (p *player) bringIn(ctx context.Context, in load) error {
	lines := in.lines
	var announced, arrivals, puts []m
	for _, l := range lines {
		announced = append(announced, m{"product_id": l["product_id"], "qty": l["qty"]})
		arrivals = append(arrivals, m{"kind": "form", "value": m{"item": l["sku"], "qty": l["qty"]}})
		puts = append(puts, m{"kind": "form", "value": m{"item": l["sku"], "qty": l["qty"], "position": p.skuBin[l["sku"].(string)]}})
	}
	var asn m
	err := p.Call(ctx, "save asn", "data/asn/save", m{"consignor_id": p.consignor, "warehouse_id": p.warehouse, "lines": announced}, &asn)
	if err != nil {
		return err
	}
	for _, action := range []string{"confirm", "arrive", "unload"} {
		if err := p.mustAct(ctx, "asn", action, idOf(asn), nil); err != nil {
			return err
		}
	}
	if err := p.scanAll(ctx, "receive_by_order", []any{asn["doc_no"], in.dock}, arrivals); err != nil {
		return err
	}
	if p.board {
		return nil
	}
	return p.scanAll(ctx, "shelve_no_order", []any{"RT-R"}, puts)
}

// scanAll scans what opens a task and then everything else.
func (p *player) scanAll(ctx context.Context, key string, first []any, inputs []m) error {
	t, err := p.start(ctx, key)
	if err != nil {
		return err
	}
	for _, code := range first {
		if _, err := t.input(ctx, "scan", code); err != nil {
			return err
		}
	}
	for part := range slices.Chunk(inputs, atOnce) {
		if _, err := t.inputs(ctx, part); err != nil {
			return err
		}
	}
	if t.screen.Step == "item" {
		_, err = t.input(ctx, "button", "finish")
	}
	return err
}

// pick lets every worker take bill after bill until none is left.
func (p *player) pick(ctx context.Context) error {
	return each(ctx, p, make([]struct{}, p.workers), func(ctx context.Context, _ struct{}) error {
		for {
			more, err := p.pickBill(ctx)
			if err != nil || !more {
				return err
			}
		}
	})
}

func (p *player) pickBill(ctx context.Context) (bool, error) {
	t, err := p.start(ctx, "pick")
	if err != nil {
		return false, err
	}
	if _, err := t.input(ctx, "button", "next"); err != nil {
		if strings.Contains(err.Error(), "no pick bill") {
			return false, nil
		}
		return strings.Contains(err.Error(), "taken by someone else"), nil
	}
	if _, err := t.input(ctx, "button", "no_cart"); err != nil {
		return false, err
	}
	for t.screen.Step == "position" {
		facts := t.facts()
		sku, _, _ := strings.Cut(facts["item"], " ")
		t.screen.Step = ""
		if _, err := t.input(ctx, "form", m{"position": facts["position"], "item": sku, "qty": json.Number(facts["qty"])}); err != nil {
			return false, err
		}
	}
	return true, nil
}

// verifyOrders verifies and packs every picked order.
func (p *player) verifyOrders(ctx context.Context) error {
	orders, err := p.all(ctx, "sale_order", p.own("picked"), "doc_no")
	if err != nil {
		return err
	}
	return each(ctx, p, orders, p.verifyOrder)
}

func (p *player) verifyOrder(ctx context.Context, row m) error {
	var order struct{ Lines []m }
	if err := p.Call(ctx, "get", "data/sale_order/get", m{"id": row["id"]}, &order); err != nil {
		return err
	}
	t, err := p.start(ctx, "verify_by_order")
	if err != nil {
		return err
	}
	if _, err := t.input(ctx, "scan", row["doc_no"]); err != nil {
		return err
	}
	var scans []m
	for _, l := range order.Lines {
		sku, _, _ := strings.Cut(l["product_id__label"].(string), " ")
		scans = append(scans, m{"kind": "form", "value": m{"item": sku, "qty": l["picked_qty"]}})
	}
	for part := range slices.Chunk(scans, atOnce) {
		if _, err := t.inputs(ctx, part); err != nil {
			return err
		}
	}
	_, err = t.inputs(ctx, []m{{"kind": "button", "value": "skip"}, {"kind": "button", "value": "skip"}})
	return err
}

// send hands every package over.
func (p *player) send(ctx context.Context) error {
	packages, err := p.all(ctx, "package", p.own("packed"), "package_no")
	if err != nil {
		return err
	}
	return each(ctx, p, slices.Collect(slices.Chunk(packages, atOnce)), func(ctx context.Context, part []m) error {
		t, err := p.start(ctx, "send_check")
		if err != nil {
			return err
		}
		var scans []m
		for _, one := range part {
			scans = append(scans, m{"kind": "scan", "value": one["package_no"]})
		}
		_, err = t.inputs(ctx, scans)
		return err
	})
}
