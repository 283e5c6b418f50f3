package inventory

import (
	"context"
	"fmt"
	"slices"

	"github.com/shopspring/decimal"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/plugin"
	"github.com/wareloom/wareloom/plugins/inventory/contract"
)

// lies is goods in a bin, or on their way into it.
type lies struct {
	PositionID  int64        `db:"position_id"`
	ProductID   int64        `db:"product_id"`
	LotID       int64        `db:"lot_id"`
	ConsignorID int64        `db:"consignor_id"`
	Qty         contract.Qty `db:"qty"`
	size
}

// size is what one piece of a product weighs and measures; 0 when nobody said.
type size struct {
	Weight contract.PieceWeight `db:"weight"`
	Length contract.PieceSide   `db:"length"`
	Width  contract.PieceSide   `db:"width"`
	Height contract.PieceSide   `db:"height"`
}

// litres is the volume of one piece.
func (s size) litres() decimal.Decimal {
	return contract.Litres(s.Length, s.Width, s.Height)
}

// content is what a bin holds.
type content struct {
	products, lots, consignors map[int64]bool
	weight                     decimal.Decimal // kilograms
	volume                     decimal.Decimal // litres
}

func newContent() *content {
	return &content{products: map[int64]bool{}, lots: map[int64]bool{}, consignors: map[int64]bool{}}
}

// add puts goods to the content.
func (c *content) add(l lies) {
	c.products[l.ProductID], c.lots[l.LotID], c.consignors[l.ConsignorID] = true, true, true
	c.weight = c.weight.Add(l.Qty.Decimal().Mul(l.Weight.Decimal()))
	c.volume = c.volume.Add(l.Qty.Decimal().Mul(l.litres()))
}

// with is the content once more goods lie there.
func (c *content) with(l lies) *content {
	more := newContent()
	for _, pair := range [][2]map[int64]bool{{more.products, c.products}, {more.lots, c.lots}, {more.consignors, c.consignors}} {
		for id := range pair[1] {
			pair[0][id] = true
		}
	}
	more.weight, more.volume = c.weight, c.volume
	more.add(l)
	return more
}

// String tells what breaks a rule.
func (c *content) String() string {
	return fmt.Sprintf("%d products, %d lots, %d consignors, %s kg, %s l", len(c.products), len(c.lots), len(c.consignors), c.weight, c.volume)
}

const lyingQuestion = `SELECT q.position_id, q.product_id, COALESCE(q.lot_id, 0) AS lot_id, q.consignor_id, q.on_hand AS qty,
	COALESCE(g.weight, 0) AS weight, COALESCE(g.length, 0) AS length, COALESCE(g.width, 0) AS width, COALESCE(g.height, 0) AS height
	FROM quant q JOIN product g ON g.id = q.product_id WHERE q.on_hand > 0 AND q.position_id IN ?`

// readContents reads what lies in positions; one that is empty has an empty content.
func readContents(ctx context.Context, tx plugin.Tx, positions []int64) (map[int64]*content, error) {
	found := make(map[int64]*content, len(positions))
	for _, id := range positions {
		found[id] = newContent()
	}
	for part := range slices.Chunk(positions, batch) {
		var rows []lies
		if err := tx.Select(ctx, &rows, lyingQuestion, part); err != nil {
			return nil, fmt.Errorf("read what lies in %d positions: %w", len(part), err)
		}
		for _, l := range rows {
			found[l.PositionID].add(l)
		}
	}
	return found, nil
}

// checkPlaces refuses a posting that breaks the mixing rules or the capacity of a
// bin. Only bins have limits; staging places and totes take what comes.
func (p *posting) checkPlaces(ctx context.Context) error {
	limited := newSet()
	for i := range p.moves {
		to := p.places[p.moves[i].To.PositionID]
		if to.Use == contract.UseBin && to.limited() {
			limited.add(to.ID)
		}
	}
	if len(limited.list) == 0 {
		return nil
	}
	if err := p.quants.save(ctx, p.tx); err != nil { // what is read below must see the posting
		return err
	}
	contents, err := readContents(ctx, p.tx, limited.list)
	if err != nil {
		return err
	}
	for _, id := range limited.list {
		if err := p.places[id].holds(contents[id]); err != nil {
			return err
		}
	}
	return nil
}

// limited reports whether the position has any rule to check.
func (p *place) limited() bool {
	return p.MaxWeight.Valid || p.MaxVolume.Valid || forbids(p.MixProduct) || forbids(p.MixLot) || forbids(p.MixConsignor)
}

// holds refuses a content that the position must not have. It judges a scan, a
// proposal and, in verify, what lies there: they cannot differ.
func (p *place) holds(c *content) error {
	switch {
	case forbids(p.MixProduct) && len(c.products) > 1, forbids(p.MixLot) && len(c.lots) > 1, forbids(p.MixConsignor) && len(c.consignors) > 1:
		return fault.New(fault.Conflict, "stock.mix", "position", p.Code)
	case p.MaxWeight.Valid && c.weight.GreaterThan(p.MaxWeight.V.Decimal()), p.MaxVolume.Valid && c.volume.GreaterThan(p.MaxVolume.V.Decimal()):
		return fault.New(fault.Conflict, "stock.capacity", "position", p.Code)
	}
	return nil
}
