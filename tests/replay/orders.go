package main

import (
	"context"
	"fmt"
	"maps"
	"slices"
)

// own are the documents of this replay in a state.
func (p *player) own(status string) m {
	return m{"and": []m{{"field": "warehouse_id", "op": "eq", "value": p.warehouse}, {"field": "status", "op": "eq", "value": status}}}
}

// enterOrders imports the orders of the file: all that the file has by our own
// count.
func (p *player) enterOrders(ctx context.Context) error {
	out, err := p.importThrough(ctx, "retail_orders", m{"consignor_id": p.consignor, "warehouse_id": p.warehouse})
	if err == nil && (out.Failed > 0 || out.Created != len(p.month.Orders)) {
		err = fmt.Errorf("%d orders of %d, %d rows wrong", out.Created, len(p.month.Orders), out.Failed)
	}
	if err != nil {
		return err
	}
	made, err := p.all(ctx, "sale_order", p.own("new"), "ext_no")
	p.orders = map[string]int64{}
	for _, row := range made {
		p.orders[fmt.Sprint(row["ext_no"])] = idOf(row)
	}
	return err
}

// since keeps what is of an order of this month, or of one split from it; a warehouse has those
// of other months as well.
func (p *player) since(rows []m, order string) []m {
	first := slices.Min(slices.Collect(maps.Values(p.orders)))
	return slices.DeleteFunc(rows, func(row m) bool { return int64(row[order].(float64)) < first })
}

// allocate audits and allocates every order, many at a time.
func (p *player) allocate(ctx context.Context) error {
	var ids []int64
	for _, in := range p.month.Orders {
		ids = append(ids, p.orders[in.No])
	}
	return each(ctx, p, slices.Collect(slices.Chunk(ids, 20)), func(ctx context.Context, part []int64) error {
		for _, action := range []string{"audit", "allocate"} {
			refused, err := p.act(ctx, "sale_order", action, part, nil)
			if err != nil {
				return err
			}
			if len(refused) > 0 {
				return fmt.Errorf("%s refused: %v", action, refused)
			}
		}
		return nil
	})
}

// waves puts what is allocated into waves of some hundred orders.
func (p *player) waves(ctx context.Context) error {
	rows, err := p.all(ctx, "sale_order", p.own("allocated"))
	if err != nil {
		return err
	}
	var ids []int64
	for _, row := range rows {
		ids = append(ids, idOf(row))
	}
	for part := range slices.Chunk(ids, 100) {
		err := p.Call(ctx, "act wave", "data/sale_order/act", m{"name": "wave", "ids": part, "params": m{"max_orders": 10, "max_lines": 200, "release": true}}, nil)
		if err != nil {
			return err
		}
	}
	return nil
}

// left is a shipped order line of a customer that may still come back.
type left struct {
	order, line int64
	qty         int64
}

// returns brings the cancelled lines back: to the customer's newest earlier line
// with enough left, else without an order.
func (p *player) returns(ctx context.Context) error {
	sold, err := p.soldLines(ctx)
	if err != nil {
		return err
	}
	var jobs []m
	for _, in := range p.month.Returns {
		for _, l := range in.Lines {
			p.cancelled++
			line := m{"product_id": m{"sku": l.SKU}, "qty": l.Qty}
			head := m{"consignor_id": p.consignor, "warehouse_id": p.warehouse, "reason": "cancelled", "lines": []m{line}, "bin": p.skuBin[l.SKU]}
			list := sold[in.Customer+"/"+l.SKU]
			for i := len(list) - 1; i >= 0 && in.Customer != ""; i-- {
				if list[i].qty >= l.Qty {
					list[i].qty -= l.Qty
					head["sale_order_id"], line["sale_order_line_id"] = list[i].order, list[i].line
					break
				}
			}
			jobs = append(jobs, head)
		}
	}
	p.returned = len(jobs)
	return each(ctx, p, jobs, p.bringBack)
}

func (p *player) bringBack(ctx context.Context, head m) error {
	bin := head["bin"]
	delete(head, "bin")
	var rma m
	if err := p.Call(ctx, "save rma", "data/rma/save", head, &rma); err != nil {
		return err
	}
	for _, action := range []string{"wait", "receive", "grade"} {
		if err := p.mustAct(ctx, "rma", action, idOf(rma), nil); err != nil {
			return err
		}
	}
	return p.mustAct(ctx, "rma", "dispose", idOf(rma), m{"position_id": m{"warehouse_id": p.warehouse, "code": bin}})
}

// soldLines are the shipped lines by customer and product, oldest first.
func (p *player) soldLines(ctx context.Context) (map[string][]*left, error) {
	skus := map[string]bool{}
	for _, in := range p.month.Returns {
		for _, l := range in.Lines {
			skus[l.SKU] = true
		}
	}
	filter := m{"and": []m{{"field": "sale_order_id.warehouse_id", "op": "eq", "value": p.warehouse}, {"field": "shipped_qty", "op": "gt", "value": 0}}}
	rows, err := p.all(ctx, "sale_order_line", filter, "id", "sale_order_id", "shipped_qty", "product_id.sku", "sale_order_id.customer_code")
	sold := map[string][]*left{}
	for _, row := range p.since(rows, "sale_order_id") {
		sku, customer := fmt.Sprint(row["product_id.sku"]), fmt.Sprint(row["sale_order_id.customer_code"])
		if skus[sku] {
			key := customer + "/" + sku
			sold[key] = append(sold[key], &left{order: int64(row["sale_order_id"].(float64)), line: idOf(row), qty: int64(row["shipped_qty"].(float64))})
		}
	}
	return sold, err
}

// count counts how the orders ended.
func (p *player) count(ctx context.Context) error {
	shipped, err := p.all(ctx, "sale_order", p.own("shipped"))
	if err != nil {
		return err
	}
	left, err := p.leftOut(ctx)
	if err != nil {
		return err
	}
	short, err := p.all(ctx, "sale_order", p.own("short"))
	p.shipped, p.short, p.left = len(p.since(shipped, "id")), len(p.since(short, "id")), left
	return err
}
