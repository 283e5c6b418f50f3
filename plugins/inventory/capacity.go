package inventory

import (
	"context"
	"fmt"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/plugins/inventory/contract"
)

// content is what one position holds after a posting.
type content struct {
	PositionID int64 `db:"position_id"`
	Products   int64 `db:"products"`
	Lots       int64 `db:"lots"`
	Consignors int64 `db:"consignors"`
	Weight     int64 `db:"weight"` // ten-thousandths of a kilogram
	Volume     int64 `db:"volume"` // thousandths of a cubic centimetre
}

// checkPlaces refuses a posting that breaks the mixing rules or the capacity of a
// bin. Only bins have limits; staging places and totes take what comes.
func (p *posting) checkPlaces(ctx context.Context) error {
	limited := newSet()
	for i := range p.moves {
		to := p.places[p.moves[i].To.PositionID]
		if to.Use == contract.UseBin && to.limited() && p.moves[i].ReverseOf == 0 {
			limited.add(to.ID)
		}
	}
	if len(limited.list) == 0 {
		return nil
	}
	if err := p.quants.save(ctx, p.tx); err != nil { // the sums below must see the posting
		return err
	}
	var rows []content
	err := p.tx.Select(ctx, &rows, `SELECT q.position_id, COUNT(DISTINCT q.product_id) AS products,
		COUNT(DISTINCT COALESCE(q.lot_id, 0)) AS lots, COUNT(DISTINCT q.consignor_id) AS consignors,
		COALESCE(CAST(SUM(q.on_hand / 1000 * COALESCE(g.weight, 0)) AS BIGINT), 0) AS weight,
		COALESCE(CAST(SUM(q.on_hand / 1000 * (COALESCE(g.length, 0) * COALESCE(g.width, 0) / 1000 * COALESCE(g.height, 0))) AS BIGINT), 0) AS volume
		FROM quant q JOIN product g ON g.id = q.product_id
		WHERE q.position_id IN (`+limited.marks()+`) AND q.on_hand > 0 GROUP BY q.position_id`, limited.args()...)
	if err != nil {
		return fmt.Errorf("sum up positions: %w", err)
	}
	for _, c := range rows {
		if err := p.places[c.PositionID].holds(c); err != nil {
			return err
		}
	}
	return nil
}

// limited reports whether the position has any rule to check.
func (p *place) limited() bool {
	return p.MaxWeight.Valid || p.MaxVolume.Valid || forbids(p.MixProduct) || forbids(p.MixLot) || forbids(p.MixConsignor)
}

// holds refuses a content that the position must not have. Weights come in
// ten-thousandths and are limited in thousandths of a kilogram; volumes come in
// thousandths of a cubic centimetre, which are millionths of a litre.
func (p *place) holds(c content) error {
	switch {
	case forbids(p.MixProduct) && c.Products > 1, forbids(p.MixLot) && c.Lots > 1, forbids(p.MixConsignor) && c.Consignors > 1:
		return fault.New(fault.Conflict, "stock.mix", "position", p.Code)
	case p.MaxWeight.Valid && c.Weight > p.MaxWeight.Int64*10, p.MaxVolume.Valid && c.Volume > p.MaxVolume.Int64*1000:
		return fault.New(fault.Conflict, "stock.capacity", "position", p.Code)
	}
	return nil
}
