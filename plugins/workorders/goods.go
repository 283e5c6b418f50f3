package workorders

import (
	"cmp"
	"context"
	"strings"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/plugin"
	stock "github.com/wareloom/wareloom/plugins/inventory/contract"
)

// goodsOf is a product as work makes it, with the lot that the package comment says. A
// date is known that nobody asked for where a kit has it of its components.
func (w *work) goodsOf(ctx context.Context, product int64, expires string) (stock.Goods, error) {
	row, err := w.data.Get(ctx, "product", product)
	if err != nil {
		return stock.Goods{}, err
	}
	if w.kind() == breaking && !plugin.Bool(row, "expiry_ctl") {
		expires = ""
	}
	lot := stock.Lot{No: plugin.Text(w.head, "to_lot_no"), ExpDate: expires}
	switch {
	case lot.No != "":
	case plugin.Bool(row, "lot_ctl"):
		lot.No = w.lotNo(expires)
	case !plugin.Bool(row, "expiry_ctl"): // else the ledger takes the date for it
		lot.No = expires
	}
	return w.asLot(ctx, product, lot)
}

// lotNo is the number of a lot that the order makes: its own, with the date of expiry.
func (w *work) lotNo(expires string) string {
	return strings.TrimSuffix(plugin.Text(w.head, "doc_no")+"-"+strings.ReplaceAll(expires, "-", ""), "-")
}

// asLot is a product of the order's owner in a lot.
func (w *work) asLot(ctx context.Context, product int64, lot stock.Lot) (stock.Goods, error) {
	lot.ConsignorID, lot.ProductID = plugin.Int(w.head, "consignor_id"), product
	id, err := w.Stock.Lot(ctx, w.data, lot)
	return stock.Goods{ConsignorID: lot.ConsignorID, ProductID: product, LotID: id, Quality: plugin.Text(w.head, "quality")}, err
}

// into is what goods become that are relabelled; nil where they stay what they are.
//
// Invalid stock.expiry_needed: the other product expires, and no date is known.
func (w *work) into(ctx context.Context, p part) (*stock.Goods, error) {
	product := becomes(w.head)
	lot := stock.Lot{No: plugin.Text(w.head, "to_lot_no"), MfgDate: plugin.Text(w.head, "to_mfg_date"), ExpDate: plugin.Text(w.head, "to_exp_date")}
	same := product == p.ProductID
	if w.kind() == repacking || same && lot == (stock.Lot{}) {
		return nil, nil
	}
	row, err := w.data.Get(ctx, "product", product)
	if err != nil {
		return nil, err
	}
	if lot.MfgDate == "" {
		lot.ExpDate = cmp.Or(lot.ExpDate, p.ExpDate)
	}
	if !same {
		lot.No = cmp.Or(lot.No, p.LotNo)
	}
	if lot.No == "" && (plugin.Bool(row, "lot_ctl") || !plugin.Bool(row, "expiry_ctl") && lot.ExpDate != "") {
		lot.No = w.lotNo(lot.ExpDate)
	}
	if plugin.Bool(row, "expiry_ctl") && lot.ExpDate == "" && lot.MfgDate == "" {
		return nil, fault.New(fault.Invalid, "stock.expiry_needed", "product", plugin.Text(row, "sku")).On("to_exp_date")
	}
	goods, err := w.asLot(ctx, product, lot)
	if err != nil || goods == p.goods() {
		return nil, err
	}
	return &goods, nil
}
