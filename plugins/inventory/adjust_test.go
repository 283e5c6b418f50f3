package inventory_test

import (
	"context"
	"encoding/json"
	"strconv"
	"strings"
	"testing"

	"github.com/shopspring/decimal"

	"github.com/wareloom/wareloom/engine/cmd/wareloom/app"
	"github.com/wareloom/wareloom/engine/cmd/wareloom/apptest"
	"github.com/wareloom/wareloom/engine/enginetest"
	"github.com/wareloom/wareloom/engine/plugin"
	"github.com/wareloom/wareloom/plugins/inventory/contract"
	"github.com/wareloom/wareloom/tests/world"
)

// desk is the building with a person who may everything, at the API.
type desk struct {
	*testing.T
	*world.World
	as *apptest.Session
}

type object = map[string]any

func eachDesk(t *testing.T, run func(d *desk)) {
	t.Helper()
	t.Parallel()
	enginetest.EachDSN(t, func(t *testing.T, dsn string) {
		d := &desk{T: t, World: world.StartWith(t, dsn)}
		d.as = d.Login(t, "user", world.Administrator)
		run(d)
	})
}

// save saves a record that must be possible.
func (d *desk) save(table string, row object) int64 {
	d.Helper()
	var saved struct{ ID int64 }
	d.Ask(d.T, d.as, "/api/data/"+table+"/save", row, &saved)
	return saved.ID
}

// act takes an action and gives the words of its refusal; "" when it went well.
func (d *desk) act(table, action string, id int64, params object) string {
	d.Helper()
	body, err := json.Marshal(object{"name": action, "id": id, "params": params})
	if err != nil {
		d.Fatal(err)
	}
	answer := d.Server.Do(d.T, apptest.Call{Path: "/api/data/" + table + "/act", Body: string(body), As: d.as})
	var one struct {
		Result bool
		Msg    string
	}
	if !answer.Result {
		return answer.Msg
	}
	answer.Into(d.T, &one)
	return one.Msg
}

// must takes actions that must be possible, one after the other.
func (d *desk) must(table string, id int64, actions ...string) {
	d.Helper()
	for _, action := range actions {
		if msg := d.act(table, action, id, nil); msg != "" {
			d.Fatalf("%s %s: %s", action, table, msg)
		}
	}
}

// refused wants an action to be refused with words that name something.
func (d *desk) refused(table, action string, id int64, names string) {
	d.Helper()
	if msg := d.act(table, action, id, nil); msg == "" || !strings.Contains(msg, names) {
		d.Errorf("%s %s: %q, want a refusal that names %q", action, table, msg, names)
	}
}

func (d *desk) number(question string, args ...any) (n int64) {
	d.Helper()
	d.Do(d.T, func(ctx context.Context, data plugin.Data) error {
		return data.SQL().QueryRow(ctx, question, args...).Scan(&n)
	})
	return n
}

// quant is the stock of a product at a place.
func (d *desk) quant(product int64, place string) int64 {
	d.Helper()
	return d.number(`SELECT id FROM quant WHERE product_id = ? AND position_id = ? AND quality = 'ZP'`, product, d.Places[place])
}

func (d *desk) pieces(product int64, place, quality string) int64 {
	d.Helper()
	return d.number(`SELECT COALESCE(SUM(on_hand), 0) FROM quant WHERE product_id = ? AND position_id = ? AND quality = ?`, product, d.Places[place], quality) / 1000
}

// receiver is a person of an owner, at the portal.
func (d *desk) receiver(owner int64) *apptest.Session {
	d.Helper()
	name := "of" + strconv.FormatInt(owner, 10)
	d.Do(d.T, func(ctx context.Context, data plugin.Data) error {
		known, err := data.Find(ctx, "user", plugin.Where{Match: plugin.Row{"account": name}})
		if err != nil || len(known) > 0 {
			return err
		}
		_, err = data.Save(ctx, "user", plugin.Row{
			"account": name, "true_name": name, "user_type": "consignor", "consignor_id": owner, "roles": []any{plugin.Row{"role_id": map[string]any{"code": "consignor"}}},
		})
		return err
	})
	if err := d.SetPassword(d.Context(), app.Account{UserType: "consignor", Name: name, Password: apptest.Password}); err != nil {
		d.Fatal(err)
	}
	return d.Login(d.T, "consignor", name)
}

// reserve keeps pieces of a stock row for something.
func (d *desk) reserve(quant, qty int64) {
	d.Helper()
	d.Do(d.T, func(ctx context.Context, data plugin.Data) error {
		_, err := d.Stock.Reserve(ctx, data, []contract.Claim{{Doc: contract.Doc{Type: "test", ID: 1, LineID: 1}, QuantID: quant, Qty: decimal.NewFromInt(qty)}})
		return err
	})
}

func TestStockIsAdjusted(t *testing.T) {
	eachDesk(t, func(d *desk) {
		p := d.Product(t, d.Owners[0], "P1", nil)
		d.Receive(t, world.Goods(d.Owners[0], p), "A-01", 10)
		quant := d.quant(p, "A-01")
		d.reserve(quant, 6)
		adjust := func(kind string, line object) int64 {
			line["quant_id"] = quant
			return d.save("adjustment", object{"warehouse_id": d.Warehouse, "consignor_id": d.Owners[0], "adjust_type": kind, "reason": "seen", "lines": []object{line}})
		}
		d.refused("adjustment", "audit", adjust("qty", object{"qty": -5}), "P1")
		d.refused("adjustment", "audit", adjust("qty", object{"qty": 0}), "0")
		d.refused("adjustment", "audit", adjust("goods", object{"qty": 2}), "P1")
		d.refused("adjustment", "audit", adjust("goods", object{"qty": 5, "to_quality": "CC"}), "P1")

		less := adjust("qty", object{"qty": -3})
		d.must("adjustment", less, "audit", "post")
		damaged := adjust("goods", object{"to_quality": "CC"}) // all that is free
		d.must("adjustment", damaged, "audit", "post")
		if good, bad := d.pieces(p, "A-01", "ZP"), d.pieces(p, "A-01", "CC"); good != 6 || bad != 1 {
			t.Errorf("%d good and %d bad pieces, want 6 and 1", good, bad)
		}
		d.refused("adjustment", "cancel", less, "")

		for _, id := range []int64{damaged, less} {
			if msg := d.act("adjustment", "oppose", id, object{"reason": "was right"}); msg != "" {
				t.Fatal(msg)
			}
			opposite := d.number(`SELECT id FROM adjustment WHERE opposite_of = ?`, id)
			if msg := d.act("adjustment", "oppose", id, object{"reason": "again"}); !strings.Contains(msg, "AD") {
				t.Errorf("a second opposite: %q", msg)
			}
			d.must("adjustment", opposite, "audit", "post")
		}
		if good, bad := d.pieces(p, "A-01", "ZP"), d.pieces(p, "A-01", "CC"); good != 10 || bad != 0 {
			t.Errorf("%d good and %d bad pieces after the opposites, want 10 and 0", good, bad)
		}
	})
}

// TestWhatAnOppositeBringsBackIsAsOldAsItWas, whether it was gone or had become other goods.
func TestWhatAnOppositeBringsBackIsAsOldAsItWas(t *testing.T) {
	eachDesk(t, func(d *desk) {
		p := d.Product(t, d.Owners[0], "P1", nil)
		d.Receive(t, world.Goods(d.Owners[0], p), "A-01", 10)
		q := d.quant(p, "A-01")
		since := func() int64 {
			return d.number(`SELECT CAST(REPLACE(in_date, '-', '') AS INTEGER) FROM quant WHERE id = ?`, q)
		}
		came := since()
		for kind, line := range map[string]object{"qty": {"qty": -10}, "goods": {"to_quality": "CC"}} {
			line["quant_id"] = q
			id := d.save("adjustment", object{"warehouse_id": d.Warehouse, "consignor_id": d.Owners[0], "adjust_type": kind, "reason": "seen", "lines": []object{line}})
			d.must("adjustment", id, "audit", "post")
			d.Clock.Put(d.Clock.Now().AddDate(0, 0, 3))
			d.as = d.Login(t, "user", world.Administrator)
			if msg := d.act("adjustment", "oppose", id, object{"reason": "was right"}); msg != "" {
				t.Fatal(msg)
			}
			d.must("adjustment", d.number(`SELECT id FROM adjustment WHERE opposite_of = ?`, id), "audit", "post")
			if got := since(); got != came {
				t.Errorf("by %s they are there since %d, want %d", kind, got, came)
			}
		}
	})
}

func TestPurchasePricesAreAdjusted(t *testing.T) {
	eachDesk(t, func(d *desk) {
		p := d.Product(t, d.Owners[0], "P1", plugin.Row{"currency": "CNY"})
		d.Receive(t, world.Goods(d.Owners[0], p), "A-01", 10)
		d.Receive(t, world.Goods(d.Owners[0], p), "A-02", 2)
		for _, price := range []string{"2.5", "3.25"} {
			doc := d.save("price_adjust", object{"consignor_id": d.Owners[0], "reason": "invoice", "lines": []object{{"product_id": p, "new_price": json.Number(price)}}})
			d.must("price_adjust", doc, "audit", "post")
			d.refused("price_adjust", "cancel", doc, "")
		}
		if n := d.number(`SELECT purchase_price FROM product WHERE id = ?`, p); n != 32500 {
			t.Errorf("the product costs %d ten-thousandths", n)
		}
		if n := d.number(`SELECT SUM(value_change) FROM price_adjust_line WHERE old_price > 0`); n != 90000 {
			t.Errorf("the value changed by %d ten-thousandths, want 12 * 0.75", n)
		}
		if n := d.number(`SELECT COUNT(*) FROM stock_move WHERE code = 'PRC' AND qty = 0 AND unit_cost IN (25000, 32500)`); n != 8 {
			t.Errorf("%d rows of value, want two legs for each of two stock rows, twice", n)
		}
	})
}

func TestGoodsChangeTheirOwner(t *testing.T) {
	eachDesk(t, func(d *desk) {
		a := d.Product(t, d.Owners[0], "P1", plugin.Row{"lot_ctl": true})
		lot := contract.Goods{ConsignorID: d.Owners[0], ProductID: a, Quality: "ZP"}
		d.Do(t, func(ctx context.Context, data plugin.Data) (err error) {
			lot.LotID, err = d.Stock.Lot(ctx, data, contract.Lot{ConsignorID: d.Owners[0], ProductID: a, No: "L1", ExpDate: "2030-01-31"})
			return err
		})
		d.Receive(t, lot, "A-01", 10)
		quant := d.quant(a, "A-01")
		d.reserve(quant, 4)
		doc := d.save("owner_transfer", object{"warehouse_id": d.Warehouse, "consignor_id": d.Owners[0], "to_consignor_id": d.Owners[1], "lines": []object{{"quant_id": quant, "qty": 7}}})
		d.refused("owner_transfer", "submit", doc, "P1") // only 6 are free
		line := d.number(`SELECT id FROM owner_transfer_line WHERE owner_transfer_id = ?`, doc)
		d.save("owner_transfer", object{"id": doc, "lines": []object{{"id": line, "quant_id": quant, "qty": 6}}})
		d.refused("owner_transfer", "submit", doc, "P1") // the other has no such product
		b := d.Product(t, d.Owners[1], "P1", plugin.Row{"lot_ctl": true})
		d.must("owner_transfer", doc, "submit")
		offer := d.number(`SELECT id FROM transfer_offer WHERE owner_transfer_id = ? AND status = 'open' AND consignor_id = ?`, doc, d.Owners[1])
		house := d.as
		d.as = d.receiver(d.Owners[1])
		if msg := d.act("transfer_offer", "decline", offer, object{"reason": "too dear"}); msg != "" {
			t.Fatal(msg)
		}
		d.as = house
		d.must("owner_transfer", doc, "submit")
		offer = d.number(`SELECT id FROM transfer_offer WHERE owner_transfer_id = ? AND status = 'open'`, doc)
		d.as = d.receiver(d.Owners[0])
		d.refused("transfer_offer", "accept", offer, "") // it is the other's
		d.as = d.receiver(d.Owners[1])
		d.must("transfer_offer", offer, "accept")
		d.as = house
		d.must("owner_transfer", doc, "post")
		if mine, theirs := d.pieces(a, "A-01", "ZP"), d.pieces(b, "A-01", "ZP"); mine != 4 || theirs != 6 {
			t.Errorf("%d pieces of the first owner and %d of the other, want 4 and 6", mine, theirs)
		}
		if n := d.number(`SELECT COUNT(*) FROM quant q JOIN lot l ON l.id = q.lot_id WHERE q.product_id = ? AND l.lot_no = 'L1' AND l.exp_date = '2030-01-31'`, b); n != 1 {
			t.Error("the lot lost its number or its date")
		}
		d.Verify(t)
		if msg := d.act("owner_transfer", "reverse", doc, object{"reason": "sold back"}); msg != "" {
			t.Fatal(msg)
		}
		if mine := d.pieces(a, "A-01", "ZP"); mine != 10 {
			t.Errorf("%d pieces after the reversal", mine)
		}
	})
}
