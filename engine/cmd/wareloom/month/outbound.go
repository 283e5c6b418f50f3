package month

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/wareloom/wareloom/engine/document"
	"github.com/wareloom/wareloom/engine/record"
	"github.com/wareloom/wareloom/engine/station"
)

// order makes an order of an owner and takes its first steps: audit, allocate.
func (p *player) order(ctx context.Context, owner string, most int, steps ...string) error {
	p.orders++
	to := customers[p.orders%len(customers)]
	order := row{
		"consignor_id": code(owner), "warehouse_id": code(building), "ext_no": fmt.Sprintf("%s%05d", owner[:2], 10200+7*p.orders),
		"carrier_id": code(one(p, []string{"SF", "ZTO", "YTO"})), "ship_by": p.at.Add(time.Duration(p.between(4, 30)) * time.Hour).Format(time.RFC3339),
		"receiver": to.name, "phone": to.phone, "country": to.country, "province": to.province, "city": to.city, "detail": to.street, "lines": p.wanted(owner, most),
	}
	return p.act(ctx, "lead", func(ctx context.Context, data record.Data) error {
		made, err := data.Save(ctx, "sale_order", order)
		for _, action := range steps {
			if err == nil {
				_, err = data.Act(ctx, "sale_order", action, record.ID(made), nil)
			}
		}
		return err
	})
}

// wanted are one to three lines of an owner's goods, the ones that sell well more often.
func (p *player) wanted(owner string, most int) []any {
	var lines []any
	taken := map[string]bool{}
	for range p.between(1, 3) {
		g := products[one(p, selling[owner])]
		if !taken[g.sku] {
			lines = append(lines, map[string]any{"product_id": g.ref(), "qty": number(p.between(1+most/4, most))})
		}
		taken[g.sku] = true
	}
	return lines
}

// in lists the records of a table in a state, the oldest first.
func (p *player) in(ctx context.Context, table, state string) ([]row, error) {
	return p.find(ctx, table, record.Where{Match: row{"status": state, "warehouse_id": p.house}, Sort: []string{"id"}})
}

// wave releases waves of orders, whose first steps are done.
func (p *player) wave(ctx context.Context, orders []int64) error {
	params := row{"max_orders": number(6), "max_lines": number(40), "release": true}
	return p.set(ctx, "lead", "sale_order", document.Request{Name: "wave", IDs: orders, Params: params})
}

// pick walks the pick bills that wait.
func (p *player) pick(ctx context.Context, who string) error {
	for {
		bills, err := p.in(ctx, "pick_bill", "ready")
		if err != nil || len(bills) == 0 {
			return err
		}
		p.totes++
		t, err := p.open(ctx, who, "pick")
		if err == nil {
			err = t.input(ctx, station.KindButton, "next")
		}
		if err == nil {
			err = t.input(ctx, station.KindScan, fmt.Sprintf("TOTE-%d", p.totes%20+1))
		}
		for err == nil && t.screen.Step == "position" {
			sku, _, _ := strings.Cut(t.shown("item"), " ")
			err = t.input(ctx, station.KindForm, map[string]any{"position": t.shown("position"), "item": sku, "qty": json.Number(t.screen.Max)})
		}
		if err != nil {
			return err
		}
	}
}

// pack verifies and packs so many of the picked orders.
func (p *player) pack(ctx context.Context, who string, most int) error {
	orders, err := p.in(ctx, "sale_order", "picked")
	if err != nil {
		return err
	}
	for _, order := range orders[:min(most, len(orders))] {
		if err := p.packOne(ctx, who, order); err != nil {
			return err
		}
	}
	return nil
}

func (p *player) packOne(ctx context.Context, who string, order row) error {
	lines, err := p.find(ctx, "sale_order_line", record.Where{Match: row{"sale_order_id": record.ID(order)}})
	if err != nil {
		return err
	}
	t, err := p.open(ctx, who, "verify_by_order", record.Text(order, "doc_no"))
	if err != nil {
		return err
	}
	for _, line := range lines {
		form := map[string]any{"item": p.skus[record.Int(line, "product_id")], "qty": line["picked_qty"]}
		if err := t.input(ctx, station.KindForm, form); err != nil {
			return err
		}
	}
	if err := t.input(ctx, station.KindScan, one(p, []string{"BOX-1", "BOX-2", "BOX-3"})); err != nil {
		return err
	}
	return t.input(ctx, station.KindWeight, fmt.Sprintf("%d.%02d", p.between(0, 4), p.between(10, 99)))
}

// send hands packages to the carrier, now and then with one taken back from the lorry.
func (p *player) send(ctx context.Context, who string, most int) error {
	parcels, err := p.in(ctx, "package", "packed")
	if err != nil || len(parcels) == 0 {
		return err
	}
	t, err := p.open(ctx, who, "send_check")
	if err != nil {
		return err
	}
	for i, parcel := range parcels[:min(most, len(parcels))] {
		if err := t.input(ctx, station.KindScan, record.Text(parcel, "package_no")); err != nil {
			return err
		}
		if i > 0 || p.orders%9 != 0 {
			continue
		}
		if err := t.undo(ctx); err != nil {
			return err
		}
		if err := t.input(ctx, station.KindScan, record.Text(parcel, "package_no")); err != nil {
			return err
		}
	}
	return nil
}

// comeBack returns a piece of an order that was sent, and puts it away when its
// quality is known.
func (p *player) comeBack(ctx context.Context, away bool) error {
	orders, err := p.in(ctx, "sale_order", "shipped")
	if err != nil || len(orders) == 0 {
		return err
	}
	order := one(p, orders)
	lines, err := p.find(ctx, "sale_order_line", record.Where{Match: row{"sale_order_id": record.ID(order), "returned_qty": number(0)}})
	lines = slices.DeleteFunc(lines, func(line row) bool { return p.expires(record.Int(line, "product_id")) }) // their lot is not known
	if err != nil || len(lines) == 0 {
		return err
	}
	return p.act(ctx, "lead", func(ctx context.Context, data record.Data) error {
		back, err := data.Save(ctx, "rma", row{
			"consignor_id": order["consignor_id"], "warehouse_id": order["warehouse_id"], "sale_order_id": order["id"],
			"lines": []any{map[string]any{"product_id": lines[0]["product_id"], "qty": number(1), "sale_order_line_id": lines[0]["id"]}},
		})
		if err == nil {
			_, err = data.Act(ctx, "rma", "wait", record.ID(back), nil)
		}
		if err == nil && away {
			err = putAway(ctx, data, record.ID(back))
		}
		return err
	})
}

func putAway(ctx context.Context, data record.Data, back int64) error {
	to := map[string]any{"warehouse_id": code(building), "code": "A-09-18-1"}
	for _, step := range []struct {
		action string
		params row
	}{{"receive", nil}, {"grade", nil}, {"dispose", row{"position_id": to}}} {
		if _, err := data.Act(ctx, "rma", step.action, back, step.params); err != nil {
			return err
		}
	}
	return nil
}

func (p *player) expires(product int64) bool {
	return slices.ContainsFunc(products, func(g goods) bool { return g.sku == p.skus[product] && g.life > 0 })
}
