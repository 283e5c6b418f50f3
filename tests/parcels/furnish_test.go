package parcels

import (
	"fmt"
	"net/http/httptest"

	"github.com/wareloom/wareloom/plugins/carriers/simulator"
	"github.com/wareloom/wareloom/tests/world"
)

// furnish makes ports, cards, clients and items.
func (y *yard) furnish() {
	for _, p := range ports {
		y.portIDs = append(y.portIDs, y.save("port", m{"code": p.code, "name": p.code, "country": "CN", "vol_ratio": p.ratio, "weight_step": kilos(p.step), "need_id": p.needsCard}))
	}
	for i, owner := range y.world.Owners {
		card := y.save("id_card", m{"consignor_id": owner, "name": "Wang", "id_no": fmt.Sprint("ID", i)})
		y.Act("id_card", card, "verify", nil)
		y.cards = append(y.cards, card)
		client := y.save("client", m{"code": owners[i], "name": owners[i]})
		y.save("consignor", m{"id": owner, "client_id": client})
	}
	for _, i := range items {
		y.items[i.code] = y.save("fee_item", m{"code": i.code, "name": i.code, "fee_kind": i.kind, "fee_unit": i.unit, "tax_rate": float64(i.tax) / 100})
	}
	for _, r := range exchangeRates {
		y.save("exchange_rate", m{"currency": r.from, "to_currency": r.to, "valid_from": y.dayOf(r.day), "rate": float64(r.rate) / 1e6})
	}
}

// prices puts the sheets and templates of the book in force.
func (y *yard) prices() {
	dhl := y.Find("carrier", "code", "DHL")
	y.byHand = world.ID(dhl)
	for _, s := range sheets {
		row := m{"code": s.code, "name": s.code, "port_id": y.portIDs[s.port], "currency": s.currency, "valid_from": y.dayOf(1), "min_charge": money(s.minimum)}
		if s.owner >= 0 {
			row["consignor_id"] = y.world.Owners[s.owner]
		}
		if s.carrier {
			row["carrier_id"] = y.byHand
		}
		var rates, zones, more []m
		for _, r := range s.rates {
			rates = append(rates, m{"zone": r.zone, "weight_from": kilos(r.from), "weight_to": kilos(r.to), "first_weight": kilos(r.first), "first_price": money(r.price), "step_weight": kilos(r.step), "step_price": money(r.stepMore)})
		}
		for prefix, zone := range s.prefix {
			zones = append(zones, m{"prefix": prefix, "zone": zone})
		}
		for _, c := range s.surcharges {
			more = append(more, m{"name": c.name, "surcharge_basis": c.basis, "value": money(c.value), "weight_from": kilos(c.from)})
		}
		row["rates"], row["zones"], row["surcharges"] = rates, zones, more
		y.Act("freight_sheet", y.save("freight_sheet", row), "activate", nil)
	}
	y.templates()
}

func (y *yard) templates() {
	for owner, code := range map[int]string{-1: "STD", 1: "OWN"} {
		row := m{"code": code, "name": code, "valid_from": y.dayOf(1)}
		if owner >= 0 {
			row["consignor_id"] = y.world.Owners[owner]
		}
		var lines []m
		for i, r := range rules {
			if r.owner == owner {
				lines = append(lines, y.ruleRow(i, r))
			}
		}
		row["rules"] = lines
		template := y.save("fee_template", row)
		y.Act("fee_template", template, "activate", nil)
		var ids []struct{ ID, Line int64 }
		y.read(&ids, `SELECT id, line_no AS line FROM fee_rule WHERE fee_template_id = ?`, template)
		for _, one := range ids {
			y.ruleIDs[one.ID] = int(one.Line)
		}
	}
}

func (y *yard) ruleRow(i int, r rule) m {
	row := m{"line_no": i, "fee_item_id": y.items[r.item], "fee_trigger": r.trigger, "price": float64(r.price) / 1e4, "qty_from": kilos(r.from), "free_qty": kilos(r.free), "discount": money(r.discount)}
	for key, value := range map[string]int64{"min_charge": r.least, "max_charge": r.most} {
		if value >= 0 {
			row[key] = money(value)
		}
	}
	if r.to >= 0 {
		row["qty_to"] = kilos(r.to)
	}
	if r.firstDay > 0 {
		row["valid_from"] = y.dayOf(r.firstDay)
	}
	if r.lastDay > 0 {
		row["valid_to"] = y.dayOf(r.lastDay)
	}
	return row
}

// opens opens the simulated carrier and our account there.
func (y *yard) opens() {
	y.house = simulator.New(secret, y.Server.Clock.Now, func() float64 { return 1 })
	server := httptest.NewServer(y.house.Handler())
	y.Cleanup(server.Close)
	y.carrier = y.save("carrier", m{"code": "SIM", "name": "Simulated"})
	y.account = y.save("carrier_account", m{
		"code": "SIM", "name": "Simulated", "carrier_id": y.carrier, "account_env": "test", "endpoint": server.URL + "/sf", "carrier_format": "sf",
		"number_source": "carrier", "app_key": "WL", "secret": secret, "customer_code": "C1",
	})
	y.route = y.save("route_task", m{"carrier_account_id": y.account, "every_minutes": 1440})
}
