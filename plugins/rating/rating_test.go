package rating_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/wareloom/wareloom/engine/cmd/wareloom/apptest"
	"github.com/wareloom/wareloom/engine/enginetest"
	"github.com/wareloom/wareloom/tests/world"
)

type m = map[string]any

// TestAWaybillTakesItsFreightFromTheSheetInForce prices a waybill, refuses what has no
// price, and wants a reason for what is typed.
func TestAWaybillTakesItsFreightFromTheSheetInForce(t *testing.T) {
	t.Parallel()
	enginetest.EachDSN(t, func(t *testing.T, dsn string) {
		w := world.StartWith(t, dsn)
		admin := w.Login(t, "user", world.Administrator)
		save := func(table string, row m) float64 {
			var made m
			w.Ask(t, admin, "/api/data/"+table+"/save", row, &made)
			id, _ := made["id"].(float64)
			return id
		}
		act := func(table string, id float64, name string, params m) {
			w.Ask(t, admin, "/api/data/"+table+"/act", m{"name": name, "id": id, "params": params}, nil)
		}
		refused := func(table string, id float64, name string, params m, words string) {
			t.Helper()
			text, err := json.Marshal(m{"name": name, "id": id, "params": params})
			if err != nil {
				t.Fatal(err)
			}
			if got := w.Server.Do(t, apptest.Call{Path: "/api/data/" + table + "/act", Body: string(text), As: admin}); got.Result || !strings.Contains(got.Text, words) {
				t.Errorf("%s of %s: %s, want it refused: %s", name, table, got.Text, words)
			}
		}
		port := save("port", m{"code": "HGH", "name": "Hangzhou", "country": "CN", "vol_ratio": 6000, "weight_step": 0.5})
		rate := func(zone string, from, to, first, step float64) m {
			return m{"zone": zone, "weight_from": from, "weight_to": to, "first_weight": 0.5, "first_price": first, "step_weight": 0.5, "step_price": step}
		}
		sheet := save("freight_sheet", m{
			"code": "S", "name": "S", "port_id": port, "valid_from": "2026-01-01", "currency": "USD",
			"rates": []m{rate("*", 0, 5, 40, 10), rate("*", 4, 30, 90, 20)},
		})
		refused("freight_sheet", sheet, "activate", nil, "在 4 kg 至 5 kg 之间重叠")
		var got m
		sheet = save("freight_sheet", m{
			"code": "S2", "name": "S", "port_id": port, "valid_from": "2026-01-01", "currency": "USD", "rates": []m{rate("*", 0, 5, 40, 10), rate("*", 5, 30, 90, 20), rate("near", 0, 30, 30, 5)},
			"zones":      []m{{"prefix": "31", "zone": "near"}},
			"surcharges": []m{{"name": "Fuel", "surcharge_basis": "percent", "value": 10}},
		})
		act("freight_sheet", sheet, "activate", nil)

		bill := save("waybill", m{
			"consignor_id": w.Owners[0], "warehouse_id": w.Warehouse, "port_id": port, "receiver": "R", "phone": "1", "detail": "D", "zip": "310-012",
			"lines": []m{{"name": "Scarf", "qty": 1, "price": 10}},
		})
		act("waybill", bill, "receive", nil)
		act("waybill", bill, "measure", m{"gross_weight": 1.2})
		refused("waybill", bill, "price", nil, "rating.no_rate")
		refused("waybill", bill, "price", m{"freight": 5}, "rating.no_reason")
		save("exchange_rate", m{"currency": "USD", "to_currency": "CNY", "valid_from": "2026-01-01", "rate": 7.1})
		act("waybill", bill, "price", nil)
		w.Ask(t, admin, "/api/data/waybill/get", m{"id": bill}, &got)
		// 1.5 kg near: 30 + 2 x 5, and 10 % of it, at 7.1
		if parts, _ := got["freight_parts"].([]any); got["freight"] != 312.4 || got["chargeable_weight"] != 1.5 || len(parts) != 4 {
			t.Errorf("freight %v of %v kg in %d parts, want 312.4 of 1.5 kg in 4", got["freight"], got["chargeable_weight"], len(parts))
		}
		if got["declared"] != 10.0 || got["line_count"] != 1.0 {
			t.Errorf("a waybill with a price is worth %v in %v lines, want 10 in 1", got["declared"], got["line_count"])
		}

		// 44 CNY are less than 40 USD, which are 284
		carrier := save("carrier", m{"code": "NEAR", "name": "Near"})
		local := save("freight_sheet", m{
			"code": "S3", "name": "S", "port_id": port, "carrier_id": carrier, "valid_from": "2026-01-01", "currency": "CNY", "rates": []m{rate("*", 0, 30, 44, 10)},
		})
		act("freight_sheet", local, "activate", nil)
		bill = save("waybill", m{
			"consignor_id": w.Owners[0], "warehouse_id": w.Warehouse, "port_id": port, "receiver": "R", "phone": "1", "detail": "D", "zip": "999",
			"lines": []m{{"name": "Scarf", "qty": 1, "price": 10}},
		})
		act("waybill", bill, "receive", nil)
		act("waybill", bill, "measure", m{"gross_weight": 0.4})
		act("waybill", bill, "price", nil)
		w.Ask(t, admin, "/api/data/waybill/get", m{"id": bill}, &got)
		if got["freight"] != 44.0 || got["carrier_id"] != carrier {
			t.Errorf("the cheapest of 44 CNY and 40 USD is %v by %v", got["freight"], got["carrier_id"])
		}
		act("freight_sheet", local, "stop", nil)

		ask := save("freight_quote", m{"gross_weight": 40, "zip": "99"})
		act("freight_quote", ask, "quote", nil)
		w.Ask(t, admin, "/api/data/freight_quote/get", m{"id": ask}, &got)
		offers, _ := got["offers"].([]any)
		if len(offers) != 1 {
			t.Fatalf("offers %v", got)
		}
		if first, _ := offers[0].(m); first["quote_refusal"] != "no_bracket" || first["amount"] != nil {
			t.Errorf("offer %v, want that it does not carry this weight", first)
		}
	})
}
