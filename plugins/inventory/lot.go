package inventory

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/plugin"
	"github.com/wareloom/wareloom/plugins/inventory/contract"
)

// Lot finds or makes the lot of a product; see contract.Stock. Dates given for a
// lot that exists must agree with it; one that has none yet takes them.
func (l Ledger) Lot(ctx context.Context, data plugin.Data, said contract.Lot) (int64, error) {
	if said.No == "" && said.ExpDate == "" && said.MfgDate == "" {
		return 0, nil
	}
	found, err := readGoods(ctx, data.SQL(), newSet(said.ProductID))
	if err != nil {
		return 0, err
	}
	lot := found[said.ProductID].complete(said)
	if lot.No == "" {
		return 0, nil
	}
	var known struct {
		ID      int64          `db:"id"`
		ExpDate sql.NullString `db:"exp_date"`
	}
	err = data.SQL().Get(ctx, &known, `SELECT id, exp_date FROM lot WHERE product_id = ? AND lot_no = ?`, lot.ProductID, lot.No)
	if errors.Is(err, sql.ErrNoRows) {
		return makeLot(ctx, data, lot)
	}
	if err != nil {
		return 0, fmt.Errorf("read lot %s: %w", lot.No, err)
	}
	switch {
	case lot.ExpDate == "" || known.ExpDate.String == lot.ExpDate:
		return known.ID, nil
	case known.ExpDate.Valid && lot.reckoned:
		return known.ID, nil
	case known.ExpDate.Valid:
		return 0, fault.New(fault.Conflict, "stock.lot_other_expiry", "lot", lot.No, "known", known.ExpDate.String, "given", lot.ExpDate).On("exp_date")
	}
	return known.ID, date(ctx, data, known.ID, lot.MfgDate, lot.ExpDate, "")
}

// reckonedLot is a lot with what follows from its product.
type reckonedLot struct {
	contract.Lot
	reckoned bool // nobody said the date of expiry
}

// complete adds what follows from the product: a date of expiry from the shelf
// life and, for goods that expire and have no lots, the date as the lot, since
// stock knows dates by lot.
func (g *goods) complete(lot contract.Lot) reckonedLot {
	full := reckonedLot{Lot: lot}
	if made, err := time.Parse(time.DateOnly, lot.MfgDate); err == nil && lot.ExpDate == "" && g.ShelfLife > 0 {
		full.ExpDate, full.reckoned = made.AddDate(0, 0, int(g.ShelfLife)).Format(time.DateOnly), true
	}
	if full.No == "" && g.ExpiryCtl && !g.LotCtl {
		full.No = full.ExpDate
	}
	return full
}

func makeLot(ctx context.Context, data plugin.Data, lot reckonedLot) (int64, error) {
	row, err := data.Save(ctx, "lot", plugin.Row{
		"consignor_id": lot.ConsignorID, "product_id": lot.ProductID, "lot_no": lot.No,
		"mfg_date": empty(lot.MfgDate), "exp_date": empty(lot.ExpDate),
	})
	if err != nil {
		return 0, err
	}
	return plugin.ID(row), nil
}

// fromOutside are the codes by which goods come in that somebody has in his hands
// and can read the date of.
var fromOutside = map[string]bool{contract.Receipt: true, contract.OtherIn: true, contract.ReturnIn: true, contract.Work: true}

// checkDates refuses goods from outside that expire, without the date.
func (p *posting) checkDates(ctx context.Context) error {
	lots := newSet()
	for i := range p.moves {
		if m := &p.moves[i]; p.mustHaveDate(m) {
			if m.Goods.LotID == 0 {
				return fault.New(fault.Invalid, "stock.expiry_needed", "product", p.goods[m.Goods.ProductID].SKU).On("exp_date")
			}
			lots.add(m.Goods.LotID)
		}
	}
	if len(lots.list) == 0 {
		return nil
	}
	var undated string
	err := p.tx.Get(ctx, &undated, `SELECT g.sku FROM lot l JOIN product g ON g.id = l.product_id WHERE l.exp_date IS NULL AND l.id IN ? LIMIT 1`, lots.list)
	if errors.Is(err, sql.ErrNoRows) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("read dates of %d lots: %w", len(lots.list), err)
	}
	return fault.New(fault.Invalid, "stock.expiry_needed", "product", undated).On("exp_date")
}

func (p *posting) mustHaveDate(m *contract.Move) bool {
	return fromOutside[m.Code] && m.ReverseOf == 0 && p.goods[m.Goods.ProductID].ExpiryCtl && p.places[m.From.PositionID].virtual()
}
