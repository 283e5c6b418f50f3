package packing

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"github.com/shopspring/decimal"

	"github.com/wareloom/wareloom/engine/plugin"
	"github.com/wareloom/wareloom/plugins/inventory/contract"
	"github.com/wareloom/wareloom/plugins/packing/cartons"
)

// carton is a type of carton with the packing material that one of it is.
type carton struct {
	ID        int64              `db:"id"`
	Code      string             `db:"code"`
	ProductID int64              `db:"product_id"`
	OwnerID   int64              `db:"consignor_id"` // of the material
	Length    contract.PieceSide `db:"length"`
	Width     contract.PieceSide `db:"width"`
	Height    contract.PieceSide `db:"height"`
	Most      contract.Load      `db:"max_weight"`
	Cost      contract.Price     `db:"cost"`
	Currency  string             `db:"currency"`
}

const cartonQuestion = `SELECT c.id, c.code, c.product_id, g.consignor_id, c.length, c.width, c.height, COALESCE(c.max_weight, 0) AS max_weight,
	COALESCE(g.purchase_price, g.price, 0) AS cost, COALESCE(g.currency, '') AS currency FROM carton_type c JOIN product g ON g.id = c.product_id WHERE c.enabled = ?`

// inStock finds stock of a material of which a piece may be taken.
var inStock = `FROM quant q JOIN position p ON p.id = q.position_id WHERE q.warehouse_id = ? AND q.quality = 'ZP' AND q.held_at IS NULL
	AND q.on_hand - q.reserved >= ` + contract.OnePiece + ` AND p.position_use = 'bin' AND p.status = 'normal' AND q.product_id = `

// cartonsIn are the types of which a warehouse has one at least.
func cartonsIn(ctx context.Context, tx plugin.Tx, warehouse int64) (list []carton, err error) {
	err = tx.Select(ctx, &list, cartonQuestion+` AND EXISTS (SELECT 1 `+inStock+`c.product_id) ORDER BY c.id`, true, warehouse)
	if err != nil {
		return nil, fmt.Errorf("read cartons of warehouse %d: %w", warehouse, err)
	}
	return list, nil
}

// cartonOf is the type with a code; nil when there is none.
func cartonOf(ctx context.Context, tx plugin.Tx, code string) (*carton, error) {
	var c carton
	err := tx.Get(ctx, &c, cartonQuestion+` AND c.code = ?`, true, code)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil // a code of something else is an answer
	}
	if err != nil {
		return nil, fmt.Errorf("read carton %q: %w", code, err)
	}
	return &c, nil
}

// suggested is the smallest carton of the warehouse that the picked goods go into; nil
// when none does, or when a side of the goods is not known.
func suggested(ctx context.Context, tx plugin.Tx, warehouse int64, items []item) (*carton, error) {
	list, err := cartonsIn(ctx, tx, warehouse)
	if err != nil || len(list) == 0 {
		return nil, err
	}
	goods, err := measured(ctx, tx, items)
	if err != nil {
		return nil, err
	}
	boxes := make([]cartons.Carton, len(list))
	for i, c := range list {
		boxes[i] = cartons.Carton{Sides: sidesOf(c.Length, c.Width, c.Height), Most: c.Most.Decimal()}
	}
	if at := cartons.Smallest(boxes, goods); at >= 0 {
		return &list[at], nil
	}
	return nil, nil // no carton takes them
}

// measured are the picked goods with what one piece measures and weighs.
func measured(ctx context.Context, tx plugin.Tx, items []item) ([]cartons.Goods, error) {
	ids := make([]int64, len(items))
	for i, it := range items {
		ids[i] = it.ProductID
	}
	var list []struct {
		ID     int64                `db:"id"`
		Length contract.PieceSide   `db:"length"`
		Width  contract.PieceSide   `db:"width"`
		Height contract.PieceSide   `db:"height"`
		Weight contract.PieceWeight `db:"weight"`
	}
	err := tx.Select(ctx, &list, `SELECT id, COALESCE(length, 0) AS length, COALESCE(width, 0) AS width, COALESCE(height, 0) AS height, COALESCE(weight, 0) AS weight
		FROM product WHERE id IN ?`, ids)
	if err != nil {
		return nil, fmt.Errorf("read sides of %d products: %w", len(ids), err)
	}
	one := map[int64]cartons.Goods{}
	for _, p := range list {
		one[p.ID] = cartons.Goods{Sides: sidesOf(p.Length, p.Width, p.Height), Weight: p.Weight.Decimal()}
	}
	goods := make([]cartons.Goods, len(items))
	for i, it := range items {
		goods[i] = one[it.ProductID]
		goods[i].Qty = it.Qty.Decimal()
	}
	return goods, nil
}

func sidesOf(length, width, height contract.PieceSide) cartons.Sides {
	return cartons.Sides{length.Decimal(), width.Decimal(), height.Decimal()}
}

// cost is what one is worth; not valid where that is not known.
func (c *carton) cost() decimal.NullDecimal {
	return decimal.NullDecimal{Decimal: c.Cost.Decimal(), Valid: c.Cost > 0 && c.Currency != ""}
}
