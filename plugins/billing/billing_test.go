package billing_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/shopspring/decimal"

	"github.com/wareloom/wareloom/engine/cmd/wareloom/apptest"
	"github.com/wareloom/wareloom/engine/enginetest"
	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/plugin"
	"github.com/wareloom/wareloom/plugins/billing"
	"github.com/wareloom/wareloom/plugins/billing/contract"
	stock "github.com/wareloom/wareloom/plugins/inventory/contract"
	"github.com/wareloom/wareloom/tests/world"
)

type m = map[string]any

// house is the building with a template in force: storage at 2.40 a bin and day, and 0.50
// for each piece received beyond ten, at most 20.
type house struct {
	*testing.T
	*world.World
	admin   *apptest.Session
	storage int64
	pieces  int64
}

func eachHouse(t *testing.T, run func(h *house)) {
	t.Helper()
	t.Parallel()
	enginetest.EachDSN(t, func(t *testing.T, dsn string) {
		h := &house{T: t, World: world.StartWith(t, dsn)}
		h.admin = h.Login(t, "user", world.Administrator)
		h.storage = h.save("fee_item", m{"code": "ST", "name": "Storage", "fee_kind": "storage", "fee_unit": "position_day", "tax_rate": 0})
		h.pieces = h.save("fee_item", m{"code": "IN", "name": "Receiving", "fee_kind": "inbound", "fee_unit": "piece", "tax_rate": 6})
		std := h.save("fee_template", m{"code": "STD", "name": "Standard", "valid_from": "2026-01-01", "rules": []m{
			{"fee_item_id": h.storage, "fee_trigger": "daily", "price": 2.4},
			{"fee_item_id": h.pieces, "fee_trigger": "receipt", "price": 0.5, "qty_from": 10, "qty_to": 100, "max_charge": 20},
			{"fee_item_id": h.pieces, "fee_trigger": "receipt", "price": 0.25, "qty_from": 100, "discount": 10},
		}})
		h.act("fee_template", std, "activate", nil)
		run(h)
	})
}

func (h *house) save(table string, row m) int64 {
	h.Helper()
	var made m
	h.Ask(h.T, h.admin, "/api/data/"+table+"/save", row, &made)
	id, _ := made["id"].(float64)
	return int64(id)
}

func (h *house) act(table string, id int64, name string, params m) {
	h.Helper()
	h.Ask(h.T, h.admin, "/api/data/"+table+"/act", m{"name": name, "id": id, "params": params}, nil)
}

// refused wants a call to be refused with words.
func (h *house) refused(path string, body m, words string) {
	h.Helper()
	text, err := json.Marshal(body)
	if err != nil {
		h.Fatal(err)
	}
	got := h.Server.Do(h.T, apptest.Call{Path: path, Body: string(text), As: h.admin})
	if got.Result || !strings.Contains(got.Text, words) {
		h.Errorf("%s: %s, want it refused: %s", path, got.Text, words)
	}
}

// fees are those of a trigger: amounts in the order of their making.
func (h *house) fees(trigger string) (amounts []string) {
	h.Helper()
	h.Do(h.T, func(ctx context.Context, data plugin.Data) error {
		rows, err := data.Find(ctx, "fee_row", plugin.Where{Match: plugin.Row{"fee_trigger": trigger}, Sort: []string{"id"}})
		for _, row := range rows {
			amounts = append(amounts, plugin.Decimal(row, "amount").String())
		}
		return err
	})
	return amounts
}

func (h *house) wants(trigger, amounts string) {
	h.Helper()
	if got := strings.Join(h.fees(trigger), " "); got != amounts {
		h.Errorf("fees of %s: %s, want %s", trigger, got, amounts)
	}
}

// TestACauseIsChargedOnceByItsTiers charges a cause, again, back and anew.
func TestACauseIsChargedOnceByItsTiers(t *testing.T) {
	eachHouse(t, func(h *house) {
		cause := contract.Cause{
			Trigger: "receipt", ConsignorID: h.Owners[0], WarehouseID: h.Warehouse, Table: "trial", ID: 7, No: "R-7",
			Figures: map[string]decimal.Decimal{"piece": decimal.NewFromInt(140)},
		}
		charge := func(ctx context.Context, data plugin.Data) error { return billing.Fees{}.Charge(ctx, data, cause) }
		h.Do(h.T, charge)
		h.Do(h.T, charge)
		h.wants("receipt", "20 9") // 90 x 0.50 at most 20; 40 x 0.25 less 10 %
		back := func(ctx context.Context, data plugin.Data) error {
			return billing.Fees{}.Reverse(ctx, data, cause, "wrong goods")
		}
		h.Do(h.T, back)
		h.Do(h.T, back)
		h.wants("receipt", "20 9 -20 -9")
		h.Do(h.T, charge)
		h.wants("receipt", "20 9 -20 -9 20 9")
	})
}

// TestTheTariffOfTheMomentCharges: what a transaction read of tariffs holds until it changes one,
// and tariffs of others count for nothing.
func TestTheTariffOfTheMomentCharges(t *testing.T) {
	eachHouse(t, func(h *house) {
		h.Do(h.T, func(ctx context.Context, data plugin.Data) error {
			charge := func(id int64) error {
				return billing.Fees{}.Charge(ctx, data, contract.Cause{
					Trigger: "receipt", ConsignorID: h.Owners[0], WarehouseID: h.Warehouse, Table: "trial", ID: id, No: fmt.Sprint("R-", id),
					Figures: map[string]decimal.Decimal{"piece": decimal.NewFromInt(20)},
				})
			}
			activate := func(code string, owner int64, price int) error {
				made, err := data.Save(ctx, "fee_template", plugin.Row{"code": code, "name": code, "consignor_id": owner, "valid_from": "2026-01-01", "rules": []any{
					plugin.Row{"fee_item_id": h.pieces, "fee_trigger": "receipt", "price": price},
				}})
				if err == nil {
					_, err = data.Act(ctx, "fee_template", "activate", plugin.ID(made), nil)
				}
				return err
			}
			return errors.Join(charge(1), activate("OTHER", h.Owners[1], 7), charge(2), activate("OWN", h.Owners[0], 3), charge(3))
		})
		h.wants("receipt", "5 5 60") // 10 x 0.50 twice; 20 x 3
	})
}

// TestAFeeIsOfTheDayInItsWarehouse: in the last night of a year by the server's clock the
// people of a warehouse in China have the first of January.
func TestAFeeIsOfTheDayInItsWarehouse(t *testing.T) {
	eachHouse(t, func(h *house) {
		china := h.save("warehouse", m{"code": "CN", "name": "CN", "time_zone": "Asia/Shanghai"})
		h.Clock.Put(time.Date(h.Clock.Now().UTC().Year(), 12, 31, 20, 0, 0, 0, time.UTC))
		first := fmt.Sprintf("%d-01-01", h.Clock.Now().UTC().Year()+1)
		cause := contract.Cause{
			Trigger: "receipt", ConsignorID: h.Owners[0], WarehouseID: china, Table: "trial", ID: 7, No: "R-7",
			Figures: map[string]decimal.Decimal{"piece": decimal.NewFromInt(40)},
		}
		h.Do(h.T, func(ctx context.Context, data plugin.Data) error {
			err := errors.Join(billing.Fees{}.Charge(ctx, data, cause), billing.Fees{}.Reverse(ctx, data, cause, "wrong goods"))
			rows, found := data.Find(ctx, "fee_row", plugin.Where{Match: plugin.Row{"charged_on": first}})
			if len(rows) != 2 {
				h.Errorf("%d of 2 fees are of %s", len(rows), first)
			}
			return errors.Join(err, found)
		})
	})
}

// TestAFreightIsChargedInTheTemplatesCurrency turns dollars into yuan by the rate of the
// day, and charges nothing where there is none.
func TestAFreightIsChargedInTheTemplatesCurrency(t *testing.T) {
	eachHouse(t, func(h *house) {
		freight := h.save("fee_item", m{"code": "FR", "name": "Freight", "fee_kind": "freight", "fee_unit": "freight", "tax_rate": 0})
		own := h.save("fee_template", m{"code": "FR", "name": "Freight", "consignor_id": h.Owners[0], "valid_from": "2026-01-01", "rules": []m{
			{"fee_item_id": freight, "fee_trigger": "waybill", "price": 1},
		}})
		h.act("fee_template", own, "activate", nil)
		cause := contract.Cause{
			Trigger: "waybill", ConsignorID: h.Owners[0], WarehouseID: h.Warehouse, Table: "trial", ID: 7, No: "W-7", On: "2026-03-01",
			Figures: map[string]decimal.Decimal{"freight": decimal.RequireFromString("10.01")}, Currency: "USD",
		}
		err := h.Try(h.Context(), func(ctx context.Context, data plugin.Data) error { return billing.Fees{}.Charge(ctx, data, cause) })
		if !fault.IsKey(err, "rating.no_rate") {
			t.Errorf("a freight without a rate is charged: %v", err)
		}
		h.save("exchange_rate", m{"currency": "USD", "to_currency": "CNY", "valid_from": "2026-01-01", "rate": 7.1})
		h.Do(h.T, func(ctx context.Context, data plugin.Data) error { return billing.Fees{}.Charge(ctx, data, cause) })
		h.wants("waybill", "71.07")
	})
}

// TestABinIsChargedForEachDayThatItHeldAnything: six days of a bin at 2.40 are 14.40; a
// bin emptied in the day counts, two products in one bin count once, and the night again
// changes nothing.
func TestABinIsChargedForEachDayThatItHeldAnything(t *testing.T) {
	eachHouse(t, func(h *house) {
		one, two := h.Product(t, h.Owners[0], "P1", nil), h.Product(t, h.Owners[0], "P2", nil)
		h.Receive(t, world.Goods(h.Owners[0], one), "A-01", 5)
		h.Receive(t, world.Goods(h.Owners[0], two), "A-01", 3)
		h.Receive(t, world.Goods(h.Owners[0], one), "A-02", 4)
		h.Do(t, func(ctx context.Context, data plugin.Data) error { // A-02 is emptied on the same day
			_, err := h.Stock.Post(ctx, data, []stock.Move{{
				Code: stock.Transfer, Goods: world.Goods(h.Owners[0], one), Qty: decimal.NewFromInt(4),
				From: stock.Place{PositionID: h.Places["A-02"]}, To: stock.Place{PositionID: h.Places["A-01"]},
			}})
			return err
		})
		var today time.Time
		h.Do(t, func(_ context.Context, data plugin.Data) error {
			now := data.SQL().Now().UTC()
			today = time.Date(now.Year(), now.Month(), now.Day(), 0, 0, 0, 0, time.UTC)
			return nil
		})
		night := func(day int) {
			h.Do(t, func(ctx context.Context, data plugin.Data) error {
				return billing.ChargeDay(ctx, data, h.Warehouse, today.AddDate(0, 0, day), today.AddDate(0, 0, day+1))
			})
		}
		night(-1) // nothing was there
		for day := range 6 {
			night(day)
			night(day)
		}
		h.wants("daily", "4.8 2.4 2.4 2.4 2.4 2.4") // the second bin on the first day only: the bin alone is 14.40
		h.Do(t, func(ctx context.Context, data plugin.Data) error {
			days, err := data.Find(ctx, "storage_day", plugin.Where{Match: plugin.Row{}, Sort: []string{"day"}})
			if err == nil && (len(days) != 6 || plugin.Decimal(days[0], "pieces").String() != "12") {
				t.Errorf("storage days %v, want 6, 12 pieces at the most", days)
			}
			return err
		})
	})
}

// nights charges days of the warehouse from one day on.
func (h *house) nights(first time.Time, days int) {
	h.Helper()
	for day := range days {
		h.Do(h.T, func(ctx context.Context, data plugin.Data) error {
			return billing.ChargeDay(ctx, data, h.Warehouse, first.AddDate(0, 0, day), first.AddDate(0, 0, day+1))
		})
	}
}

// TestTheFirstDaysOfGoodsAreFree: with two free days, goods of the first day are charged from
// the third on, those of the fourth from the sixth on; and what was counted stays what it was.
func TestTheFirstDaysOfGoodsAreFree(t *testing.T) {
	eachHouse(t, func(h *house) {
		own := h.save("fee_template", m{"code": "OWN", "name": "Own", "consignor_id": h.Owners[0], "valid_from": "2026-01-01", "rules": []m{
			{"fee_item_id": h.storage, "fee_trigger": "daily", "price": 2.4, "free_days": 2},
			{"fee_item_id": h.pieces, "fee_trigger": "daily", "fee_unit": "piece_day", "price": 0.1, "free_days": 2},
		}})
		h.act("fee_template", own, "activate", nil)
		one, two := h.Product(t, h.Owners[0], "P1", nil), h.Product(t, h.Owners[0], "P2", nil)
		first := h.Clock.Now().UTC().Truncate(24*time.Hour).AddDate(0, 0, 1)
		h.Clock.Put(first.Add(12 * time.Hour)) // the same day in the warehouse's zone
		h.Receive(t, world.Goods(h.Owners[0], one), "A-01", 5)
		h.Clock.Put(first.Add(12*time.Hour).AddDate(0, 0, 3))
		h.Receive(t, world.Goods(h.Owners[0], two), "A-02", 10)
		h.nights(first, 6)
		h.wants("daily", "2.4 0.5 2.4 0.5 2.4 0.5 4.8 1.5")
		h.Do(h.T, func(ctx context.Context, data plugin.Data) error {
			rows, err := data.Find(ctx, "fee_row", plugin.Where{Match: plugin.Row{"fee_unit": "piece_day"}, Sort: []string{"id"}})
			if got := plugin.Decimal(rows[1], "counted").String() + " " + plugin.Decimal(rows[1], "free").String(); got != "15 10" {
				h.Errorf("on the fourth day counted and free are %s, want 15 10", got)
			}
			return err
		})
		h.Verify(t)
	})
}

// TestAMonthIsChargedOnce to who is a consignor, on its last day, by a rule of every warehouse
// and by one of this.
func TestAMonthIsChargedOnce(t *testing.T) {
	eachHouse(t, func(h *house) {
		own := h.save("fee_template", m{"code": "OWN", "name": "Own", "consignor_id": h.Owners[0], "valid_from": "2026-01-01", "rules": []m{
			{"fee_item_id": h.storage, "fee_trigger": "monthly", "fee_unit": "once", "price": 300},
			{"fee_item_id": h.pieces, "fee_trigger": "monthly", "fee_unit": "once", "price": 20, "warehouse_id": h.Warehouse},
		}})
		h.act("fee_template", own, "activate", nil)
		now := h.Clock.Now().UTC()
		month := time.Date(now.Year(), now.Month(), 1, 0, 0, 0, 0, time.UTC)
		charge := func(house int64, month time.Time) {
			h.Do(h.T, func(ctx context.Context, data plugin.Data) error { return billing.ChargeMonth(ctx, data, house, month) })
		}
		charge(h.Warehouse, month.AddDate(0, -1, 0)) // nobody was a consignor
		charge(h.Warehouse, month)
		charge(h.Warehouse, month)
		charge(h.save("warehouse", m{"code": "W9", "name": "W9", "time_zone": "UTC"}), month)
		h.wants("monthly", "300 20")
		h.Do(h.T, func(ctx context.Context, data plugin.Data) error {
			rows, err := data.Find(ctx, "fee_row", plugin.Where{Match: plugin.Row{"fee_trigger": "monthly", "charged_on": month.AddDate(0, 1, -1).Format(time.DateOnly)}})
			if len(rows) != 2 {
				h.Errorf("%d fees are of the last day of the month, want 2", len(rows))
			}
			return err
		})
		h.refused("/api/data/fee_template/save", m{"code": "BAD", "name": "Bad", "consignor_id": h.Owners[1], "valid_from": "2026-01-01", "rules": []m{
			{"fee_item_id": h.storage, "fee_trigger": "monthly", "price": 1, "free_days": 9999},
		}}, "3650")
		bad := h.save("fee_template", m{"code": "BAD", "name": "Bad", "consignor_id": h.Owners[1], "valid_from": "2026-01-01", "rules": []m{
			{"fee_item_id": h.storage, "fee_trigger": "monthly", "price": 1}, // by position and day
		}})
		h.refused("/api/data/fee_template/act", m{"name": "activate", "id": bad, "params": m{}}, "billing.unit")
		h.Verify(t)
	})
}

// TestALongStatementIsLookedAtAsAShortOne: what its guards ask of each fee is read together.
// A first look at all, and a session that is read anew, ask more.
func TestALongStatementIsLookedAtAsAShortOne(t *testing.T) {
	eachHouse(t, func(h *house) {
		said := func(fees, month int) int64 {
			for i := range fees {
				h.act("fee_row", h.save("fee_row", m{
					"consignor_id": h.Owners[0], "fee_item_id": h.pieces, "price": 10, "charged_on": fmt.Sprintf("2026-%02d-05", month), "reason": "agreed",
					"source_no": fmt.Sprint(month, "-", i),
				}), "confirm", nil)
			}
			bill := h.save("bill", m{"consignor_id": h.Owners[0], "period_from": fmt.Sprintf("2026-%02d-01", month), "period_to": fmt.Sprintf("2026-%02d-28", month)})
			h.act("bill", bill, "gather", nil)
			before := h.Said.Load()
			var got struct{ Lines []m }
			h.Ask(h.T, h.admin, "/api/data/bill/get", m{"id": bill}, &got)
			if len(got.Lines) != fees {
				h.Fatalf("the statement has %d lines, want %d", len(got.Lines), fees)
			}
			return h.Said.Load() - before
		}
		said(2, 1)
		if short, long := said(2, 2), said(40, 3); long > short+2 {
			t.Errorf("a statement of 2 fees is shown by %d statements, one of 40 by %d", short, long)
		}
	})
}

// TestAMonthIsStatedDisputedAndPaid takes fees to a statement and its payments.
func TestAMonthIsStatedDisputedAndPaid(t *testing.T) {
	eachHouse(t, func(h *house) {
		h.refused("/api/data/fee_row/save", m{"consignor_id": h.Owners[0], "fee_item_id": h.pieces, "price": 10}, "须写明原因")
		for _, price := range []float64{10, 20} {
			h.act("fee_row", h.save("fee_row", m{
				"consignor_id": h.Owners[0], "fee_item_id": h.pieces, "price": price, "charged_on": "2026-10-05", "reason": "agreed", "source_no": fmt.Sprint(price),
			}), "confirm", nil)
		}
		state := m{"consignor_id": h.Owners[0], "period_from": "2026-10-01", "period_to": "2026-10-31"}
		first := h.save("bill", state)
		h.act("bill", first, "gather", nil)
		h.act("bill", first, "gather", nil) // again: the same lines
		h.act("bill", first, "send", nil)
		h.refused("/api/data/bill/act", m{"name": "dispute", "id": first, "params": m{"dispute": "not ours", "line_nos": "9"}}, "9")
		h.act("bill", first, "dispute", m{"dispute": "not ours", "line_nos": "2"})
		h.act("bill", first, "resend", nil)
		h.act("bill", first, "confirm", nil)
		h.act("bill", first, "invoice", m{"invoice_no": "I-1"})
		h.act("bill", first, "pay_part", m{"amount": 11.8, "reference": "BANK-1"})
		h.refused("/api/data/bill/act", m{"name": "pay_part", "id": first, "params": m{"amount": 1, "reference": "BANK-1"}}, "已登记")
		h.refused("/api/data/bill/act", m{"name": "gather", "id": h.save("bill", state), "params": m{}}, "billing.no_fees")

		h.act("fee_row", h.save("fee_row", m{"consignor_id": h.Owners[0], "fee_item_id": h.storage, "price": 5, "charged_on": "2026-11-05", "reason": "agreed"}), "confirm", nil)
		second := h.save("bill", m{"consignor_id": h.Owners[0], "period_from": "2026-11-01", "period_to": "2026-11-30"})
		h.act("bill", second, "gather", nil)
		h.act("bill", second, "send", nil)
		h.Do(h.T, func(ctx context.Context, data plugin.Data) error {
			row, err := data.Get(ctx, "bill", second)
			if got := plugin.Decimal(row, "opening").String() + " " + plugin.Decimal(row, "closing").String(); got != "20 25.3" {
				h.Errorf("opening and closing %s, want 20 25.3", got)
			}
			return err
		})
		h.act("bill", first, "pay", m{"reference": "BANK-2"})
	})
}

// TestALimitOfNothingIsNone owes more than 0, which is no limit, and more than 5, which is.
func TestALimitOfNothingIsNone(t *testing.T) {
	eachHouse(t, func(h *house) {
		client := h.save("client", m{"code": "C", "name": "C"})
		h.save("consignor", m{"id": h.Owners[0], "client_id": client})
		h.save("fee_row", m{"consignor_id": h.Owners[0], "fee_item_id": h.storage, "price": 10, "reason": "agreed"})
		credit := func(ctx context.Context, data plugin.Data) error {
			return billing.Fees{}.Credit(ctx, data, h.Owners[0])
		}
		if err := h.Try(h.Context(), credit); err != nil {
			t.Errorf("without a limit: %v", err)
		}
		h.save("client", m{"id": client, "credit_limit": 5})
		if err := h.Try(h.Context(), credit); !fault.IsKey(err, "billing.over_limit") {
			t.Errorf("over the limit: %v", err)
		}
	})
}

// TestAStatementInDraftForgetsWhatWasStruck gathers again after a fee was struck.
func TestAStatementInDraftForgetsWhatWasStruck(t *testing.T) {
	eachHouse(t, func(h *house) {
		var fees []int64
		for _, price := range []float64{10, 20} {
			fees = append(fees, h.save("fee_row", m{"consignor_id": h.Owners[0], "fee_item_id": h.storage, "price": price, "charged_on": "2026-10-05", "reason": "agreed"}))
			h.act("fee_row", fees[len(fees)-1], "confirm", nil)
		}
		draft := h.save("bill", m{"consignor_id": h.Owners[0], "period_from": "2026-10-01", "period_to": "2026-10-31"})
		h.act("bill", draft, "gather", nil)
		h.act("fee_row", fees[0], "void", m{"reason": "goodwill"})
		h.act("bill", draft, "gather", nil)
		h.act("bill", draft, "send", nil)
		h.Do(h.T, func(ctx context.Context, data plugin.Data) error {
			row, err := data.Get(ctx, "bill", draft)
			if got := plugin.Decimal(row, "total").String(); got != "21.2" {
				h.Errorf("the statement is of %s, want 21.2", got)
			}
			return err
		})
	})
}

// TestWhatARuleChargedIsNotChanged refuses another price, owner or day of a fee that a rule
// made, and its deletion; it can be struck.
func TestWhatARuleChargedIsNotChanged(t *testing.T) {
	eachHouse(t, func(h *house) {
		h.everything()
		var id int64
		h.Do(h.T, func(ctx context.Context, data plugin.Data) error {
			return data.SQL().Get(ctx, &id, "SELECT MIN(id) FROM fee_row WHERE turn = 1")
		})
		for key, value := range map[string]any{"price": 99, "qty": 99, "consignor_id": h.Owners[1], "charged_on": "2026-01-31", "tax_rate": 1} {
			h.refused("/api/data/fee_row/save", m{"id": id, key: value}, "产生，不能修改")
		}
		h.refused("/api/data/fee_row/delete", m{"ids": []int64{id}}, "产生，不能修改")
		h.save("fee_row", m{"id": id, "remark": "seen"})
		h.act("fee_row", id, "void", m{"reason": "goodwill"})
	})
}

// TestATemplateWithTwoPricesIsRefused names what is wrong.
func TestATemplateWithTwoPricesIsRefused(t *testing.T) {
	eachHouse(t, func(h *house) {
		other := h.save("fee_template", m{"code": "TWO", "name": "Two", "consignor_id": h.Owners[0], "valid_from": "2026-01-01", "rules": []m{
			{"fee_item_id": h.pieces, "fee_trigger": "receipt", "price": 1, "qty_to": 10}, {"fee_item_id": h.pieces, "fee_trigger": "receipt", "price": 2, "qty_from": 9},
		}})
		h.refused("/api/data/fee_template/act", m{"name": "activate", "id": other, "params": m{}}, "billing.tiers")
		unit := h.save("fee_template", m{"code": "UNIT", "name": "Unit", "consignor_id": h.Owners[0], "valid_from": "2026-01-01", "rules": []m{
			{"fee_item_id": h.storage, "fee_trigger": "receipt", "price": 1},
		}})
		h.refused("/api/data/fee_template/act", m{"name": "activate", "id": unit, "params": m{}}, "billing.unit")
		for i, r := range []m{{"fee_trigger": "receipt", "fee_unit": "piece"}, {"fee_trigger": "daily", "fee_unit": "once"}} {
			r["fee_item_id"], r["price"], r["free_days"] = h.pieces, 1, 3
			free := h.save("fee_template", m{"code": fmt.Sprint("FREE", i), "name": "Free", "consignor_id": h.Owners[0], "valid_from": "2026-01-01", "rules": []m{r}})
			h.refused("/api/data/fee_template/act", m{"name": "activate", "id": free, "params": m{}}, "billing.free_days")
		}
		again := h.save("fee_template", m{"code": "AGAIN", "name": "Again", "valid_from": "2026-06-01", "rules": []m{{"fee_item_id": h.storage, "fee_trigger": "daily", "price": 1}}})
		h.refused("/api/data/fee_template/act", m{"name": "activate", "id": again, "params": m{}}, "STD")
	})
}

// TestVerifySeesAPlantedBreach breaks each statement by hand, in a transaction that comes
// to nothing, and wants it told.
func TestVerifySeesAPlantedBreach(t *testing.T) {
	plants := map[string]string{
		"billing.row_has_its_cause":             `UPDATE fee_row SET source_id = NULL WHERE turn = 1`,
		"billing.reversal_is_the_opposite":      `UPDATE fee_row SET total = total + 1 WHERE turn = -1`,
		"billing.statement_equals_rows":         `UPDATE bill SET total = total + 1`,
		"billing.paid_equals_payments":          `UPDATE bill SET paid = paid + 1`,
		"billing.billed_is_on_one_bill":         `UPDATE bill SET status = 'void'`,
		"billing.storage_is_charged_as_counted": `UPDATE storage_day SET bins = bins + 1`,
	}
	eachHouse(t, func(h *house) {
		h.everything()
		for key, plant := range plants {
			err := h.Try(h.Context(), func(ctx context.Context, data plugin.Data) error {
				if _, err := data.SQL().Exec(ctx, plant); err != nil {
					return err
				}
				report, err := h.VerifyIn(ctx, data.SQL())
				for _, one := range report.Invariants {
					if one.Key == key && one.OK {
						h.Errorf("%s holds after %s", key, plant)
					}
				}
				return errors.Join(err, errPlanted)
			})
			if !errors.Is(err, errPlanted) || strings.Contains(err.Error(), "\n") {
				h.Error(err)
			}
		}
	})
}

var errPlanted = errors.New("planted")

// everything makes a row of each kind: a fee and its reversal, a storage day, a statement.
func (h *house) everything() {
	h.Helper()
	h.Receive(h.T, world.Goods(h.Owners[0], h.Product(h.T, h.Owners[0], "P1", nil)), "A-01", 5)
	h.Do(h.T, func(ctx context.Context, data plugin.Data) error {
		now := data.SQL().Now().UTC()
		day := time.Date(now.Year(), now.Month(), now.Day(), 0, 0, 0, 0, time.UTC)
		cause := contract.Cause{
			Trigger: "receipt", ConsignorID: h.Owners[0], WarehouseID: h.Warehouse, Table: "trial", ID: 7, No: "R-7",
			Figures: map[string]decimal.Decimal{"piece": decimal.NewFromInt(40)},
		}
		return errors.Join(billing.ChargeDay(ctx, data, h.Warehouse, day, day.AddDate(0, 0, 1)),
			billing.Fees{}.Charge(ctx, data, cause), billing.Fees{}.Reverse(ctx, data, cause, "wrong goods"))
	})
	made := h.save("fee_row", m{"consignor_id": h.Owners[0], "fee_item_id": h.storage, "price": 5, "charged_on": "2026-10-05", "reason": "agreed"})
	h.act("fee_row", made, "confirm", nil)
	stated := h.save("bill", m{"consignor_id": h.Owners[0], "period_from": "2026-10-01", "period_to": "2026-10-31"})
	h.act("bill", stated, "gather", nil)
	h.act("bill", stated, "send", nil)
}
