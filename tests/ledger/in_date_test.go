package ledger

import (
	"context"
	"database/sql"
	"fmt"
	"testing"

	"github.com/wareloom/wareloom/engine/enginetest"
	"github.com/wareloom/wareloom/engine/plugin"
	"github.com/wareloom/wareloom/plugins/inventory/contract"
	"github.com/wareloom/wareloom/tests/world"
)

// dated is a world with one product, whose goods come in on days of the past.
type dated struct {
	*testing.T
	*world.World
	goods contract.Goods
}

// onDates runs a test about dates of receipt on both databases.
func onDates(t *testing.T, test func(d *dated)) {
	t.Parallel()
	enginetest.EachDSN(t, func(t *testing.T, dsn string) {
		w := world.Start(t, dsn)
		test(&dated{T: t, World: w, goods: world.Goods(w.Owners[0], w.Product(t, w.Owners[0], "P1", nil))})
	})
}

// post posts one movement and gives its number.
func (d *dated) post(m contract.Move) int64 {
	d.Helper()
	var moveNo int64
	d.Do(d.T, func(ctx context.Context, data plugin.Data) error {
		posted, err := d.Stock.Post(ctx, data, []contract.Move{m})
		if err == nil {
			moveNo = posted[0].MoveNo
		}
		return err
	})
	return moveNo
}

// receiveOn receives goods that are in the building since a day.
func (d *dated) receiveOn(day, code string, qty int64) int64 {
	d.Helper()
	m := move(d.World, contract.Receipt, d.goods, qty, "", code)
	d.Do(d.T, func(ctx context.Context, data plugin.Data) (err error) {
		m.From.PositionID, err = d.Stock.VirtualPosition(ctx, data, d.Warehouse, contract.UseVendor)
		return err
	})
	m.InDate = day
	return d.post(m)
}

func (d *dated) move(qty int64, from, to string) int64 {
	d.Helper()
	return d.post(move(d.World, contract.Putaway, d.goods, qty, from, to))
}

func (d *dated) undo(moves ...int64) {
	d.Helper()
	d.Do(d.T, func(ctx context.Context, data plugin.Data) error {
		_, err := d.Stock.Reverse(ctx, data, moves, "test")
		return err
	})
}

// since wants the goods at a place to be in the building since a day; "" for an
// empty place.
func (d *dated) since(code, want string) {
	d.Helper()
	d.Do(d.T, func(ctx context.Context, data plugin.Data) error {
		var got sql.NullString
		err := data.SQL().Get(ctx, &got, `SELECT in_date FROM quant WHERE product_id = ? AND position_id = ?`, d.goods.ProductID, d.Places[code])
		if got.String != want {
			d.Errorf("goods at %s are here since %q, want %q", code, got.String, want)
		}
		return err
	})
}

func TestLaterReceiptsHaveTheirOwnDate(t *testing.T) {
	onDates(t, func(d *dated) {
		for i, day := range []string{"2025-01-10", "2025-02-10", "2025-03-10"} {
			d.receiveOn(day, "R-01", 5)
			d.since("R-01", day)
			bin := fmt.Sprintf("A-0%d", i+1)
			d.move(5, "R-01", bin)
			d.since("R-01", "")
			d.since(bin, day)
		}
	})
}

func TestGoodsTogetherHaveTheOldestDate(t *testing.T) {
	onDates(t, func(d *dated) {
		d.receiveOn("2025-03-10", "A-01", 5)
		d.receiveOn("2025-01-10", "A-02", 5)
		d.move(2, "A-02", "A-01")
		d.since("A-01", "2025-01-10")
		d.since("A-02", "2025-01-10")
		d.move(7, "A-01", "A-03")
		d.since("A-01", "")
		d.since("A-03", "2025-01-10")
	})
}

func TestAnUndoneMoveLeavesNoDate(t *testing.T) {
	onDates(t, func(d *dated) {
		d.receiveOn("2025-03-10", "A-01", 5)
		d.receiveOn("2025-01-10", "A-02", 5)
		mixed := d.move(2, "A-02", "A-01")
		d.undo(mixed)
		d.since("A-01", "2025-03-10")
		d.since("A-02", "2025-01-10")
		first, second := d.move(1, "A-02", "A-01"), d.move(4, "A-02", "A-01")
		d.since("A-02", "")
		d.undo(first, second)
		d.since("A-01", "2025-03-10")
		d.since("A-02", "2025-01-10")
	})
}

func TestAnUndoneMoveBringsItsOwnDateBack(t *testing.T) {
	onDates(t, func(d *dated) {
		d.receiveOn("2025-01-10", "A-01", 3)
		d.receiveOn("2025-03-10", "A-02", 3)
		d.move(3, "A-01", "P-01")
		younger := d.move(3, "A-02", "P-01") // lies beside older goods in the tote
		d.since("P-01", "2025-01-10")
		d.undo(younger)
		d.since("A-02", "2025-03-10")
		d.since("P-01", "2025-01-10")
	})
}

// TestGoodsThatCameBackLeaveNoDate: they were among older ones when they left, and those were
// there by mistake. All or some of them left, and all is taken back at once or one by one.
func TestGoodsThatCameBackLeaveNoDate(t *testing.T) {
	onDates(t, func(d *dated) {
		for i, taken := range []int64{3, 6} {
			bin, other := fmt.Sprintf("A-0%d", 2*i+1), fmt.Sprintf("A-0%d", 2*i+2)
			d.receiveOn("2025-03-10", bin, 4)
			d.receiveOn("2025-01-10", other, 2)
			mixed := d.move(2, other, bin)
			picked := d.move(taken, bin, "P-01")
			d.undo(picked)
			d.since(bin, "2025-01-10")
			again := d.move(taken, bin, "P-01")
			d.undo(again, mixed)
			d.since(bin, "2025-03-10")
			d.since(other, "2025-01-10")
			mixed = d.move(2, other, bin)
			picked = d.move(taken, bin, "P-01")
			younger := d.receiveOn("2025-04-10", bin, 1)
			d.undo(picked)
			d.undo(younger)
			d.undo(mixed)
			d.since(bin, "2025-03-10")
			mixed = d.move(2, other, bin)
			picked = d.move(6, bin, "P-01")
			back := d.move(6, "P-01", bin)
			for _, m := range []int64{back, picked, mixed} {
				d.undo(m)
			}
			d.since(bin, "2025-03-10")
		}
	})
}

// TestGoodsComeBackToAnEmptiedBin: what left since then says nothing, and they have the date
// that they had.
func TestGoodsComeBackToAnEmptiedBin(t *testing.T) {
	onDates(t, func(d *dated) {
		d.receiveOn("2025-01-10", "A-01", 4)
		picked := d.move(4, "A-01", "P-01")
		d.receiveOn("2025-03-10", "A-01", 1)
		d.move(1, "A-01", "A-02")
		d.receiveOn("2025-04-10", "A-01", 2)
		d.undo(picked)
		d.since("A-01", "2025-01-10")
	})
}

// TestABinIsEmptyThoughAReceiptIsTakenBack: what came by mistake left with the rest, and the
// goods that lie there now came since then.
func TestABinIsEmptyThoughAReceiptIsTakenBack(t *testing.T) {
	onDates(t, func(d *dated) {
		d.receiveOn("2025-01-10", "A-01", 4)
		mistaken := d.receiveOn("2025-02-10", "A-01", 2)
		d.move(6, "A-01", "A-02")
		d.receiveOn("2025-03-10", "A-01", 5)
		d.undo(mistaken)
		d.since("A-01", "2025-03-10")
		another := d.receiveOn("2025-03-10", "A-01", 1)
		d.undo(another) // it has the date of the bin, which is worked out anew
		d.since("A-01", "2025-03-10")
	})
}

func TestAShipmentTakenBackKeepsItsDate(t *testing.T) {
	onDates(t, func(d *dated) {
		d.receiveOn("2025-01-10", "S-01", 3)
		ship := move(d.World, contract.Ship, d.goods, 3, "S-01", "")
		d.Do(d.T, func(ctx context.Context, data plugin.Data) (err error) {
			ship.To.PositionID, err = d.Stock.VirtualPosition(ctx, data, d.Warehouse, contract.UseCustomer)
			return err
		})
		d.undo(d.post(ship))
		d.since("S-01", "2025-01-10")
	})
}
