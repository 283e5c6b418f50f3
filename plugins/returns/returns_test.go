package returns_test

import (
	"context"
	"slices"
	"sync"
	"testing"

	"github.com/shopspring/decimal"

	"github.com/wareloom/wareloom/engine/enginetest"
	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/plugin"
	"github.com/wareloom/wareloom/tests/world"
)

// desk is the small building to which goods come back.
type desk struct {
	*testing.T
	*world.World
}

// eachDesk runs a test in the building on either database. When it ends, every invariant
// is checked.
func eachDesk(t *testing.T, run func(d *desk)) {
	t.Helper()
	t.Parallel()
	enginetest.EachDSN(t, func(t *testing.T, dsn string) { run(&desk{T: t, World: world.Start(t, dsn)}) })
}

// awaited makes a return of nobody's order that is awaited.
func (d *desk) awaited(lines ...any) (id int64) {
	d.Helper()
	d.Do(d.T, func(ctx context.Context, data plugin.Data) error {
		row, err := data.Save(ctx, "rma", plugin.Row{"consignor_id": d.Owners[0], "warehouse_id": d.Warehouse, "lines": lines})
		if id = plugin.ID(row); err == nil {
			_, err = data.Act(ctx, "rma", "wait", id, nil)
		}
		return err
	})
	return id
}

// act takes an action on a return.
func (d *desk) act(id int64, action string, params plugin.Row) error {
	return d.Try(d.Context(), func(ctx context.Context, data plugin.Data) error {
		_, err := data.Act(ctx, "rma", action, id, params)
		return err
	})
}

func (d *desk) must(id int64, actions ...string) {
	d.Helper()
	for _, action := range actions {
		if err := d.act(id, action, nil); err != nil {
			d.Fatalf("%s: %v", action, err)
		}
	}
}

// refused wants an action to be refused by a key.
func (d *desk) refused(id int64, action string, params plugin.Row, key string) {
	d.Helper()
	if err := d.act(id, action, params); !fault.IsKey(err, key) {
		d.Errorf("%s: %v, want %s", action, err, key)
	}
}

// text asks the database for one text; "" for none.
func (d *desk) text(question string, args ...any) (text string) {
	d.Helper()
	d.Do(d.T, func(ctx context.Context, data plugin.Data) error {
		return data.SQL().Get(ctx, &text, `SELECT COALESCE((`+question+`), '')`, args...)
	})
	return text
}

// lies is what lies at a place: quality and thousandths, of one product.
func (d *desk) lies(place string) string {
	d.Helper()
	return d.text(`SELECT quality || ' ' || on_hand FROM quant WHERE position_id = ? AND on_hand > 0`, d.Places[place])
}

func (d *desk) grade(id int64, row plugin.Row) error {
	return d.Try(d.Context(), func(ctx context.Context, data plugin.Data) error {
		lines, err := data.Find(ctx, "rma_line", plugin.Where{Match: plugin.Row{"rma_id": id}})
		if err != nil {
			return err
		}
		row["id"] = plugin.ID(lines[0])
		_, err = data.Save(ctx, "rma", plugin.Row{"id": id, "lines": []any{row}})
		return err
	})
}

// TestGoodsOfNobodysOrderComeBack: they are put down where returns are, graded, and put away
// as what they are; until they are, nothing of the line may change but its grade.
func TestGoodsOfNobodysOrderComeBack(t *testing.T) {
	eachDesk(t, func(d *desk) {
		p := d.Product(d.T, d.Owners[0], "P1", nil)
		back := d.awaited(plugin.Row{"product_id": p, "qty": 3})
		if d.lies("T-01") != "" {
			d.Error("goods that are awaited lie there")
		}
		d.must(back, "receive")
		if got := d.lies("T-01"); got != "ZP 3000" {
			d.Errorf("received, %q lies where returns are", got)
		}
		d.refused(back, "receive", nil, "document.wrong_state")
		for _, change := range []plugin.Row{{"qty": 4}, {"_delete": true}} {
			if err := d.grade(back, change); !fault.IsKey(err, "returns.received_already") {
				d.Errorf("%v: %v", change, err)
			}
		}
		if err := d.grade(back, plugin.Row{"quality": "CC"}); err != nil {
			d.Fatal(err)
		}
		d.must(back, "grade")
		d.refused(back, "dispose", nil, "returns.where_to")
		if err := d.act(back, "dispose", plugin.Row{"position_id": d.Places["D-01"]}); err != nil {
			d.Fatal(err)
		}
		if here, there := d.lies("T-01"), d.lies("D-01"); here != "" || there != "CC 3000" {
			d.Errorf("disposed of, %q lies where returns are and %q where damaged goods are", here, there)
		}
		if got := d.text(`SELECT received_qty || ' ' || disposed_qty FROM rma_line WHERE rma_id = ?`, back); got != "3000 3000" {
			d.Errorf("the line says %s", got)
		}
		codes := d.text(`SELECT COUNT(CASE WHEN code = 'RTI' THEN 1 END) || ' ' || COUNT(CASE WHEN code = 'ATT' THEN 1 END) || ' ' || COUNT(CASE WHEN code = 'PUT' THEN 1 END) FROM stock_move WHERE doc_type = 'rma'`)
		if codes != "2 2 2" {
			d.Errorf("the ledger has %s legs of coming, changing and putting away", codes)
		}
	})
}

// TestALinesOwnPlaceGoesOverTheOneAskedFor, and both over none.
func TestALinesOwnPlaceGoesOverTheOneAskedFor(t *testing.T) {
	eachDesk(t, func(d *desk) {
		p, q := d.Product(d.T, d.Owners[0], "P1", nil), d.Product(d.T, d.Owners[0], "P2", nil)
		back := d.awaited(plugin.Row{"product_id": p, "qty": 1, "position_id": d.Places["A-02"]}, plugin.Row{"product_id": q, "qty": 2})
		d.must(back, "receive", "grade")
		if err := d.act(back, "dispose", plugin.Row{"position_id": d.Places["A-01"]}); err != nil {
			d.Fatal(err)
		}
		if own, asked := d.lies("A-02"), d.lies("A-01"); own != "ZP 1000" || asked != "ZP 2000" {
			d.Errorf("at its own place lies %q, at the other %q", own, asked)
		}
	})
}

// TestWithoutAPlaceForReturnsNothingIsReceived, and nothing of it is left behind.
func TestWithoutAPlaceForReturnsNothingIsReceived(t *testing.T) {
	eachDesk(t, func(d *desk) {
		p := d.Product(d.T, d.Owners[0], "P1", nil)
		back := d.awaited(plugin.Row{"product_id": p, "qty": 1})
		set := func(status string) {
			d.Do(d.T, func(ctx context.Context, data plugin.Data) error {
				_, err := data.Save(ctx, "position", plugin.Row{"id": d.Places["T-01"], "status": status})
				return err
			})
		}
		set("frozen")
		d.refused(back, "receive", nil, "returns.no_position")
		if got := d.text(`SELECT status FROM rma WHERE id = ?`, back) + d.text(`SELECT CAST(received_qty AS text) FROM rma_line WHERE rma_id = ?`, back); got != "waiting0" {
			d.Errorf("after the refusal the return is %s", got)
		}
		set("normal")
		d.must(back, "receive")
	})
}

// TestNumbersAndDatesComeBackWithTheirGoods: a piece comes back once, goods that expire with
// their day.
func TestNumbersAndDatesComeBackWithTheirGoods(t *testing.T) {
	eachDesk(t, func(d *desk) {
		numbered, dated := d.Product(d.T, d.Owners[0], "N1", plugin.Row{"serial_ctl": true}), d.Product(d.T, d.Owners[0], "D1", plugin.Row{"expiry_ctl": true})
		d.refused(d.awaited(plugin.Row{"product_id": numbered, "qty": 1}), "receive", nil, "stock.serial_needed")
		d.refused(d.awaited(plugin.Row{"product_id": dated, "qty": 1}), "receive", nil, "stock.expiry_needed")
		d.must(d.awaited(plugin.Row{"product_id": numbered, "qty": 1, "serials": []any{"S1"}}, plugin.Row{"product_id": dated, "qty": 1, "exp_date": "2039-01-31"}), "receive")
		d.refused(d.awaited(plugin.Row{"product_id": numbered, "qty": 1, "serials": []any{"S1"}}), "receive", nil, "stock.serial_duplicate")
		if got := d.text(`SELECT lot_no || ' ' || exp_date FROM lot WHERE product_id = ?`, dated); got != "2039-01-31 2039-01-31" {
			d.Errorf("the goods that expire are of the lot %q", got)
		}
	})
}

// TestAReturnIsReceivedOnce, whoever presses at the same time.
func TestAReturnIsReceivedOnce(t *testing.T) {
	eachDesk(t, func(d *desk) {
		back := d.awaited(plugin.Row{"product_id": d.Product(d.T, d.Owners[0], "P1", nil), "qty": 2})
		errs := make([]error, 4)
		var all sync.WaitGroup
		for i := range errs {
			all.Go(func() { errs[i] = d.act(back, "receive", nil) })
		}
		all.Wait()
		done := 0
		for _, err := range errs {
			if err == nil {
				done++
			} else if fault.CodeOf(err) != fault.Conflict {
				d.Errorf("refused with %v", err)
			}
		}
		if got := d.lies("T-01"); done != 1 || got != "ZP 2000" {
			d.Errorf("received %d times, %q lies there", done, got)
		}
	})
}

// TestInvariantsFindTheirBreaches plants a breach of each, which must be told.
func TestInvariantsFindTheirBreaches(t *testing.T) {
	eachDesk(t, func(d *desk) {
		p := d.Product(d.T, d.Owners[0], "P1", nil)
		d.Do(d.T, func(ctx context.Context, data plugin.Data) error {
			_, err := data.Save(ctx, "sale_order", plugin.Row{
				"consignor_id": d.Owners[0], "warehouse_id": d.Warehouse, "receiver": "R", "country": "CN", "lines": []any{plugin.Row{"product_id": p, "qty": decimal.NewFromInt(1)}},
			})
			return err
		})
		d.must(d.awaited(plugin.Row{"product_id": p, "qty": 3}), "receive")
		for key, text := range map[string]string{
			"returns.line_equals_returns":      `UPDATE rma_line SET sale_order_line_id = (SELECT MIN(id) FROM sale_order_line)`,
			"returns.received_equals_ledger":   `UPDATE rma_line SET received_qty = received_qty + 1`,
			"returns.disposed_within_received": `UPDATE rma_line SET disposed_qty = received_qty + 1`,
		} {
			if broken := d.Broken(d.T, text); !slices.Contains(broken, key) {
				d.Errorf("%s is not found: %v", key, broken)
			}
		}
	})
}
