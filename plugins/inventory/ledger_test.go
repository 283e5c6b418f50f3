package inventory_test

import (
	"context"
	"sync"
	"testing"

	"github.com/shopspring/decimal"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/plugin"
	"github.com/wareloom/wareloom/plugins/inventory/contract"
	"github.com/wareloom/wareloom/tests/world"
)

// TestMovementsOfOnePostingSeeEachOther: what came with one may leave with the next; where one
// is refused, none was made.
func TestMovementsOfOnePostingSeeEachOther(t *testing.T) {
	eachYard(t, func(y *yard) {
		y.must(y.in(5, "R-01"), y.move(contract.Putaway, 5, "R-01", "A-01"), y.move(contract.Transfer, 2, "A-01", "A-02"), y.move(contract.Transfer, 2, "A-02", "A-01"))
		y.lies("R-01", "0 0")
		y.lies("A-01", "5000 0")
		if _, err := y.post(y.in(5, "A-03"), y.move(contract.Ship, 6, "A-01", contract.UseCustomer)); !fault.IsKey(err, "stock.not_enough") {
			y.Errorf("six of five: %v", err)
		}
		y.lies("A-01", "5000 0")
		if got := y.text(`SELECT CAST(COUNT(*) AS TEXT) FROM quant WHERE position_id = ?`, y.Places["A-03"]); got != "0" {
			y.Errorf("a refused posting left %s rows of stock", got)
		}
		if posted, err := y.post(); err != nil || len(posted) != 0 {
			y.Errorf("nothing to post gives %v, %v", posted, err)
		}
	})
}

// TestAMovementIsTakenBackOnce, the newest first whatever the order in which they are named,
// and only while its goods lie where it brought them.
func TestAMovementIsTakenBackOnce(t *testing.T) {
	eachYard(t, func(y *yard) {
		chain := y.must(y.in(5, "R-01"), y.move(contract.Putaway, 5, "R-01", "A-01"))
		if err := y.reverse(chain[0]); !fault.IsKey(err, "stock.not_enough") {
			y.Errorf("a receipt whose goods are put away: %v", err)
		}
		if err := y.reverse(chain...); err != nil {
			y.Fatal(err)
		}
		y.lies("R-01", "0 0")
		y.lies("A-01", "0 0")
		var back int64
		y.Do(y.T, func(ctx context.Context, data plugin.Data) error {
			return data.SQL().Get(ctx, &back, `SELECT MAX(move_no) FROM stock_move WHERE reverse_of IS NOT NULL`)
		})
		for name, number := range map[string]int64{"what was taken back": chain[1], "a reversal": back} {
			if err := y.reverse(number); !fault.IsKey(err, "stock.reversed_already") {
				y.Errorf("%s is taken back: %v", name, err)
			}
		}
		if err := y.reverse(); err != nil {
			y.Errorf("nothing is taken back: %v", err)
		}
	})
}

// TestGoodsTakenBackAreWhatTheyWere: quality and place, also where the place is closed since.
func TestGoodsTakenBackAreWhatTheyWere(t *testing.T) {
	eachYard(t, func(y *yard) {
		y.must(y.in(5, "A-01"))
		change := y.move(contract.ChangeGoods, 2, "A-01", "A-01")
		bad := y.goods
		bad.Quality = "CC"
		change.Into = &bad
		number := y.must(change)
		y.set("position", plugin.Row{"id": y.Places["A-01"], "status": "frozen"})
		if _, err := y.post(y.move(contract.Transfer, 1, "A-01", "A-02")); !fault.IsKey(err, "stock.position_closed") {
			y.Errorf("out of a frozen place: %v", err)
		}
		if err := y.reverse(number...); err != nil {
			y.Fatal(err)
		}
		if got := y.text(`SELECT CAST(on_hand AS TEXT) FROM quant WHERE quality = 'ZP'`) + " " + y.text(`SELECT CAST(on_hand AS TEXT) FROM quant WHERE quality = 'CC'`); got != "5000 0" {
			y.Errorf("good and damaged are %s", got)
		}
	})
}

// TestABinIsNeverFilledBeyondItsRules, by no posting, not even one that takes out as much.
func TestABinIsNeverFilledBeyondItsRules(t *testing.T) {
	eachYard(t, func(y *yard) {
		y.set("product", plugin.Row{"id": y.goods.ProductID, "weight": decimal.NewFromInt(2)})
		y.set("position", plugin.Row{"id": y.Places["A-01"], "max_weight": decimal.NewFromInt(10), "mix_product": false})
		y.must(y.in(5, "A-01"))
		other := world.Goods(y.Owners[0], y.Product(y.T, y.Owners[0], "P2", nil))
		beside := y.in(1, "A-01")
		beside.Goods = other
		for name, tt := range map[string]struct {
			move contract.Move
			want string
		}{"a piece more": {y.in(1, "A-01"), "stock.capacity"}, "another product": {beside, "stock.mix"}} {
			if _, err := y.post(tt.move); !fault.IsKey(err, tt.want) {
				y.Errorf("%s: %v, want %s", name, err, tt.want)
			}
		}
		y.must(y.move(contract.Transfer, 1, "A-01", "A-02"), y.in(1, "A-01")) // as heavy as before
		y.must(y.move(contract.Transfer, 5, "A-01", "A-02"), beside)          // empty in between
		y.lies("A-01", "0 0")
	})
}

// TestANumberedPieceLiesInOnePlace, comes in once, and leaves from where it lies.
func TestANumberedPieceLiesInOnePlace(t *testing.T) {
	eachYard(t, func(y *yard) {
		y.goods = world.Goods(y.Owners[0], y.Product(y.T, y.Owners[0], "N1", plugin.Row{"serial_ctl": true}))
		with := func(m contract.Move, serials ...string) contract.Move { m.Serials = serials; return m }
		y.must(with(y.in(2, "A-01"), "S1", "S2"), with(y.in(1, "A-02"), "S3"))
		for name, tt := range map[string]struct {
			move contract.Move
			want string
		}{
			"a number twice in one":   {with(y.in(2, "A-01"), "S4", "S4"), "stock.serial_duplicate"},
			"a number that is here":   {with(y.in(1, "A-01"), "S1"), "stock.serial_duplicate"},
			"one that lies elsewhere": {with(y.move(contract.Transfer, 1, "A-01", "A-03"), "S3"), "stock.serial_elsewhere"},
			"one that nobody knows":   {with(y.move(contract.Transfer, 1, "A-01", "A-03"), "S9"), "stock.serial_elsewhere"},
			"without its number":      {y.move(contract.Transfer, 1, "A-01", "A-03"), "stock.serial_needed"},
		} {
			if _, err := y.post(tt.move); !fault.IsKey(err, tt.want) {
				y.Errorf("%s: %v, want %s", name, err, tt.want)
			}
		}
		sent := y.must(with(y.move(contract.Ship, 1, "A-01", contract.UseCustomer), "S1"))
		if got := y.text(`SELECT status FROM serial WHERE serial_no = 'S1'`); got != "out" {
			y.Errorf("what was sent is %s", got)
		}
		if err := y.reverse(sent...); err != nil {
			y.Fatal(err)
		}
		if got := y.text(`SELECT n.status || ' ' || p.code FROM serial n JOIN quant q ON q.id = n.quant_id JOIN position p ON p.id = q.position_id WHERE n.serial_no = 'S1'`); got != "in_stock A-01" {
			y.Errorf("what came back is %s", got)
		}
		y.becomes(y.Product(y.T, y.Owners[0], "N2", plugin.Row{"serial_ctl": true}), "N1 out, N2 in_stock")
		y.becomes(y.Product(y.T, y.Owners[0], "N3", nil), "N1 out")
	})
}

// becomes has the piece S1 at A-01 become another product and wants to know what its number
// says; taken back, it is what it was.
func (y *yard) becomes(product int64, want string) {
	y.Helper()
	into := world.Goods(y.Owners[0], product)
	m := y.move(contract.ChangeGoods, 1, "A-01", "A-01")
	m.Into = &into
	if _, err := y.post(m); !fault.IsKey(err, "stock.serial_needed") {
		y.Errorf("without its number: %v", err)
	}
	m.Serials = []string{"S1"}
	said := func() string {
		return y.text(`SELECT string_agg(sku || ' ' || status, ', ') FROM (SELECT p.sku, s.status FROM serial s JOIN product p ON p.id = s.product_id
			WHERE s.serial_no = 'S1' AND (p.sku <> 'N2' OR s.status = 'in_stock') ORDER BY p.sku) AS n`)
	}
	done := y.must(m)
	if got := said(); got != want {
		y.Errorf("it is %s, want %s", got, want)
	}
	y.Verify(y.T)
	if err := y.reverse(done...); err != nil {
		y.Fatal(err)
	}
	if got := said(); got != "N1 in_stock" {
		y.Errorf("taken back it is %s", got)
	}
	y.Verify(y.T)
}

// TestTwoTakeTheLastPieceAtOnce: one has it, and the other hears that it is gone.
func TestTwoTakeTheLastPieceAtOnce(t *testing.T) {
	eachYard(t, func(y *yard) {
		y.must(y.in(1, "A-01"))
		errs := make([]error, 4)
		var all sync.WaitGroup
		for i := range errs {
			all.Go(func() { _, errs[i] = y.post(y.move(contract.Transfer, 1, "A-01", "A-02")) })
		}
		all.Wait()
		done := 0
		for _, err := range errs {
			if err == nil {
				done++
			} else if !fault.IsKey(err, "stock.not_enough") {
				y.Errorf("refused with %v", err)
			}
		}
		if y.lies("A-02", "1000 0"); done != 1 {
			y.Errorf("it was moved %d times", done)
		}
	})
}

// TestALotHasOneDate: what agrees is found, what differs is refused, and what was not known
// is taken.
func TestALotHasOneDate(t *testing.T) {
	eachYard(t, func(y *yard) {
		p := y.Product(y.T, y.Owners[0], "L1", plugin.Row{"lot_ctl": true, "shelf_life_days": 30})
		lot := func(no, made, expires string) (id int64, err error) {
			err = y.with(func(ctx context.Context, data plugin.Data) (err error) {
				id, err = y.Stock.Lot(ctx, data, contract.Lot{ConsignorID: y.Owners[0], ProductID: p, No: no, MfgDate: made, ExpDate: expires})
				return err
			})
			return id, err
		}
		first, err := lot("A", "", "2039-01-31")
		if err != nil || first == 0 {
			y.Fatal(first, err)
		}
		bare, err := lot("B", "", "")
		if err != nil {
			y.Fatal(err)
		}
		for _, tt := range []struct {
			name, no, made, expires string
			id                      int64
			key                     string
		}{
			{"the same date", "A", "", "2039-01-31", first, ""},
			{"no date", "A", "", "", first, ""},
			{"a day of making, whose reckoned end is another", "A", "2038-01-01", "", first, ""},
			{"another date", "A", "", "2039-02-01", 0, "stock.lot_other_expiry"},
			{"a date for one that has none", "B", "", "2039-03-01", bare, ""},
			{"and then another", "B", "", "2039-03-02", 0, "stock.lot_other_expiry"},
			{"no lot", "", "", "", 0, ""},
		} {
			id, err := lot(tt.no, tt.made, tt.expires)
			if tt.key == "" && (err != nil || id != tt.id) || tt.key != "" && !fault.IsKey(err, tt.key) {
				y.Errorf("%s: %d, %v; want %d, %q", tt.name, id, err, tt.id, tt.key)
			}
		}
	})
}
