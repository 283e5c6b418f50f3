package inventory

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"github.com/shopspring/decimal"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/plugin"
	"github.com/wareloom/wareloom/plugins/inventory/contract"
)

// valued is a product, or a lot of it, with what it was bought for.
type valued struct {
	SKU      string         `db:"sku"`
	Price    contract.Price `db:"price"` // 0 when nobody said
	Currency sql.NullString `db:"currency"`
}

// reprice is the effect inventory.reprice: a product or a lot gets another purchase price,
// and the ledger a row of value for each stock of it.
func (l Ledger) reprice(ctx context.Context, e *plugin.EffectEvent, batch []plugin.Row) error {
	for _, with := range batch {
		if err := l.repriceOne(ctx, e, with); err != nil {
			return err
		}
	}
	return nil
}

func (l Ledger) repriceOne(ctx context.Context, e *plugin.EffectEvent, with plugin.Row) error {
	product, lot, price := plugin.Int(with, "product_id"), plugin.Int(with, "lot_id"), plugin.Decimal(with, "price")
	was, err := readValued(ctx, e.Tx, product, lot)
	if err != nil {
		return err
	}
	if !was.Currency.Valid {
		return fault.New(fault.Invalid, "stock.no_currency", "product", was.SKU)
	}
	table, row := "product", plugin.Row{"id": product, "purchase_price": price}
	if lot != 0 {
		table, row = "lot", plugin.Row{"id": lot, "purchase_price": price, "currency": was.Currency.String}
	}
	if err := e.Data.Set(ctx, table, []plugin.Row{row}); err != nil {
		return err
	}
	onHand, err := revalue(ctx, e, with, price, was.Currency.String)
	if err != nil {
		return err
	}
	change := contract.PriceOf(price.Sub(was.Price.Decimal()).Mul(onHand.Decimal())).Decimal()
	return e.Data.Set(ctx, "price_adjust_line", []plugin.Row{{
		"id": plugin.Int(with, "line_id"), "old_price": was.Price.Decimal(), "on_hand": onHand.Decimal(), "value_change": change, "currency": was.Currency.String,
	}})
}

// readValued reads what a product, or a lot, was bought for, and keeps it so.
func readValued(ctx context.Context, tx plugin.Tx, product, lot int64) (v valued, err error) {
	err = tx.Get(ctx, &v, `SELECT sku, COALESCE(purchase_price, 0) AS price, currency FROM product WHERE id = ?`+tx.ForUpdate(), product)
	if err != nil {
		return v, fmt.Errorf("read price of product %d: %w", product, err)
	}
	if lot == 0 {
		return v, nil
	}
	var own valued
	err = tx.Get(ctx, &own, `SELECT '' AS sku, purchase_price AS price, currency FROM lot WHERE id = ? AND purchase_price IS NOT NULL`+tx.ForUpdate(), lot)
	if errors.Is(err, sql.ErrNoRows) {
		return v, nil
	}
	v.Price = own.Price
	return v, err
}

// revalue writes the rows of value, and gives how much of the goods there is. Stock of a
// lot with a price of its own does not follow its product.
func revalue(ctx context.Context, e *plugin.EffectEvent, with plugin.Row, price decimal.Decimal, currency string) (onHand contract.Qty, err error) {
	where, args := `product_id = ? AND COALESCE(lot_id, 0) NOT IN (SELECT id FROM lot WHERE product_id = ? AND purchase_price IS NOT NULL)`, []any{plugin.Int(with, "product_id"), plugin.Int(with, "product_id")}
	if lot := plugin.Int(with, "lot_id"); lot != 0 {
		where, args = `product_id = ? AND lot_id = ?`, []any{plugin.Int(with, "product_id"), lot}
	}
	var rows []quant
	err = e.Tx.Select(ctx, &rows, `SELECT `+quantColumns+` FROM quant WHERE on_hand > 0 AND `+where+` ORDER BY warehouse_id, product_id, position_id, id`, args...)
	if err != nil {
		return 0, fmt.Errorf("read stock to value: %w", err)
	}
	p := &posting{tx: e.Tx, data: e.Data, now: e.Tx.Now()}
	for i := range rows {
		q := &rows[i]
		at := contract.Place{PositionID: q.PositionID, LpnID: q.LpnID.Int64}
		p.moves = append(p.moves, contract.Move{
			Code: contract.Value, Doc: contract.Doc{Type: e.Document.Key, ID: plugin.ID(e.Head), LineID: plugin.Int(with, "line_id")}, Reason: plugin.Text(with, "reason"),
			Goods: contract.Goods{ConsignorID: q.ConsignorID, ProductID: q.ProductID, LotID: q.LotID.Int64, Quality: q.Quality}, From: at, To: at,
			UnitCost: decimal.NewNullDecimal(price), Currency: currency,
		})
	}
	if len(p.moves) == 0 {
		return 0, nil
	}
	for _, step := range []func(context.Context) error{p.read, p.lock, p.value, p.write} {
		if err := step(ctx); err != nil {
			return 0, err
		}
	}
	for _, q := range p.quants.byID {
		onHand += q.OnHand
	}
	return onHand, nil
}

// value says of each quant what its goods cost from now on; nothing moves.
func (p *posting) value(ctx context.Context) error {
	first, err := p.tx.NextIDs(ctx, len(p.moves))
	if err != nil {
		return err
	}
	for i := range p.moves {
		m := &p.moves[i]
		q := p.quants.byKey[keyOf(p.places[m.From.PositionID], m.From, m.Goods)]
		q.Seq += 2
		q.changed = true
		p.addLegs(m, first+int64(i), 0, q.InDate.String, q, q)
	}
	return nil
}
