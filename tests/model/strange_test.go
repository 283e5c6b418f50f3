package model

import "github.com/wareloom/wareloom/engine/plugin"

// strange asks for something that nobody may have: goods of another owner, a place of
// another use, or goods that are not there at all.
func (p *player) strange() {
	one(p, []func(){p.othersGoods, p.othersStock, p.othersAtTheDock, p.toTheDock, p.thinAir})()
}

// othersGoods is a document of one owner with a product of another.
func (p *player) othersGoods() {
	_, code := p.save("other_io", plugin.Row{
		"direction": "in", "io_type": "found", "consignor_id": p.owners["ACME"], "warehouse_id": p.houses[here],
		"lines": []any{plugin.Row{"product_id": p.products["G1"], "position_id": p.Places["A-01"], "qty": figure(piece)}},
	})
	p.judge("goods of another owner", []string{"another's: record.misfit_line"}, code)
}

// othersStock is an adjustment of one owner of the stock of another.
func (p *player) othersStock() {
	q, ok := p.any(func(q pile) bool { return inBin(q) && products[q.sku].owner == "GLOBEX" })
	if !ok {
		return
	}
	_, code := p.save("adjustment", plugin.Row{
		"adjust_type": "qty", "consignor_id": p.owners["ACME"], "warehouse_id": p.houses[q.house], "reason": "seen",
		"lines": []any{plugin.Row{"quant_id": p.quantOf(q), "qty": figure(-piece)}},
	})
	p.judge("stock of another owner", []string{"another's: record.misfit_line"}, code)
}

// othersAtTheDock are goods of another owner than the notice's.
func (p *player) othersAtTheDock() {
	form := map[string]any{"item": "G1", "qty": number(piece)}
	p.judge("receive goods of another owner", []string{"another's: station.code_unknown"}, p.give(p.dockOf("ACME"), "form", form))
}

// toTheDock shelves goods at a place that is no bin.
func (p *player) toTheDock() {
	q, ok := p.any(func(q pile) bool { return q.position == dock })
	if !ok {
		return
	}
	form := map[string]any{"item": q.sku, "lot": q.lot, "qty": number(min(piece, p.stock.lies[q])), "position": one(p, []string{"P-01", "S-01", "T-01"})}
	p.judge("shelve where no bin is", []string{"no bin: inbound.other_use"}, p.give(p.begin("shelve", "shelve_no_order", nil, dock), "form", form))
}

// thinAir takes a pile away that does not lie there.
func (p *player) thinAir() {
	q := pile{bin(one(p, bins(here))), goods{sku: one(p, []string{"K1", "G1"}), quality: "JS"}}
	doc, code := p.otherIO("out", q, piece)
	if p.judge("goods that are not there", []string{"not so many"}, code) {
		p.note("%d", doc)
	}
}
