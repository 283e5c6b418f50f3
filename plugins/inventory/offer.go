package inventory

import (
	"context"
	"fmt"

	"github.com/wareloom/wareloom/engine/plugin"
	"github.com/wareloom/wareloom/plugins/inventory/contract"
)

// offerTable is what a receiving consignor sees of a consignor transfer, of whose goods he
// may see nothing else.
const offerTable = "transfer_offer"

// offerTransfer is the effect inventory.offer_transfer: the receiving consignor is asked.
func (Ledger) offerTransfer(ctx context.Context, e *plugin.EffectEvent, _ []plugin.Row) error {
	from, err := e.Data.Get(ctx, "consignor", plugin.Int(e.Head, "consignor_id"))
	if err != nil {
		return err
	}
	var rows []struct {
		Product  int64           `db:"product"`
		Lot      *string         `db:"lot_no"`
		Expires  *string         `db:"exp_date"`
		Quality  string          `db:"quality"`
		Qty      contract.Qty    `db:"qty"`
		Price    *contract.Price `db:"price"`
		Currency *string         `db:"currency"`
	}
	err = e.Tx.Select(ctx, &rows, `SELECT l.to_product_id AS product, t.lot_no, t.exp_date, q.quality, l.qty, l.price, l.currency FROM owner_transfer_line l
		JOIN quant q ON q.id = l.quant_id LEFT JOIN lot t ON t.id = q.lot_id WHERE l.owner_transfer_id = ? ORDER BY l.line_no, l.id`, plugin.ID(e.Head))
	if err != nil {
		return fmt.Errorf("read lines of transfer %d: %w", plugin.ID(e.Head), err)
	}
	lines := make([]any, len(rows))
	for i, r := range rows {
		row := plugin.Row{"product_id": r.Product, "quality": r.Quality, "qty": r.Qty.Decimal()}
		if r.Lot != nil {
			row["lot_no"] = *r.Lot
		}
		if r.Expires != nil {
			row["exp_date"] = *r.Expires
		}
		if r.Price != nil && r.Currency != nil {
			row["price"], row["currency"] = r.Price.Decimal(), *r.Currency
		}
		lines[i] = row
	}
	_, err = e.Data.Save(ctx, offerTable, plugin.Row{
		"number": plugin.Text(e.Head, "doc_no"), "owner_transfer_id": plugin.ID(e.Head), "consignor_id": plugin.Int(e.Head, "to_consignor_id"),
		"warehouse_id": plugin.Int(e.Head, "warehouse_id"), "from_name": plugin.Text(from, "name"), "reason": e.Head["reason"], "lines": lines,
	})
	return err
}

// endOffer is the effect inventory.end_offer: the receiving consignor is not asked any more.
func (Ledger) endOffer(ctx context.Context, e *plugin.EffectEvent, _ []plugin.Row) error {
	open, err := e.Data.Find(ctx, offerTable, plugin.Where{Match: plugin.Row{"owner_transfer_id": plugin.ID(e.Head), "status": "open"}})
	for _, offer := range open {
		if err != nil {
			return err
		}
		_, err = e.Data.Act(ctx, offerTable, "end", plugin.ID(offer), nil)
	}
	return err
}
