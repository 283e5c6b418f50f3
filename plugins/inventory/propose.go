package inventory

import (
	"context"
	"database/sql"
	"fmt"
	"maps"
	"slices"

	"github.com/shopspring/decimal"

	"github.com/wareloom/wareloom/engine/plugin"
	"github.com/wareloom/wareloom/plugins/inventory/contract"
)

// faultless is the quality of goods without a fault; others go to the damaged areas.
const faultless = "ZP"

// proposal is a search for the bin of some goods.
type proposal struct {
	tx    plugin.Tx
	wish  contract.Wish
	goods *goods
	types typeTree
	best  contract.Spot
}

// spot is a bin that may be proposed.
type spot struct {
	place
	AreaID  int64  `db:"storage_area_id"`
	Barcode string `db:"barcode"`
}

// Propose names the bin for goods; see contract.Stock.
func (l Ledger) Propose(ctx context.Context, data plugin.Data, wish contract.Wish) (contract.Spot, error) {
	p, err := newProposal(ctx, data.SQL(), wish)
	if err != nil {
		return contract.Spot{}, err
	}
	if _, err := p.search(ctx); err != nil {
		return contract.Spot{}, err
	}
	return p.best, keepRoom(ctx, data.SQL(), wish, p.best)
}

func newProposal(ctx context.Context, tx plugin.Tx, wish contract.Wish) (*proposal, error) {
	found, err := readGoods(ctx, tx, newSet(wish.Goods.ProductID))
	if err != nil {
		return nil, err
	}
	return &proposal{tx: tx, wish: wish, goods: found[wish.Goods.ProductID]}, nil
}

// search looks for the best bin and tells how it came to it. The rules of the house are
// asked first. Without one, bins that hold the same goods come first, then empty ones on
// the walk, then those where goods may lie beside others: the first that takes everything,
// else the first that takes a part.
func (p *proposal) search(ctx context.Context) ([]verdict, error) {
	ends, told, err := p.byRules(ctx)
	if err != nil || ends {
		return told, err
	}
	for _, kind := range []bins{ofSameGoods, empties, besideOthers} {
		if err := p.look(ctx, kind); err != nil {
			return nil, err
		}
		if p.best.Qty.Equal(p.wish.Qty) {
			break
		}
	}
	if p.best.PositionID == 0 {
		return append(told, verdict{Key: searchNone}), nil
	}
	return append(told, verdict{Key: searchFound, Spot: p.best}), nil
}

// bins is a kind of bins, as a condition on a position p.
type bins struct {
	where string
	args  []any  // of the condition, behind those of the goods
	order string // by which they are looked at; the walk when empty
	goods bool   // the condition asks for the goods
	alone bool   // nothing may be planned there either
	areas string // condition on the area a they are in; those that suit the goods when empty
	of    []any  // its arguments
}

// byDistance is how far bins are from where the walks of the warehouse begin.
const byDistance = `ABS(COALESCE(p.x, 0) - COALESCE(w.depot_x, 0)) + ABS(COALESCE(p.y, 0) - COALESCE(w.depot_y, 0)) + COALESCE(p.z, 0), `

// unheld leaves out a bin with held stock, which is frozen or to be counted.
const unheld = `NOT EXISTS (SELECT 1 FROM quant h WHERE h.position_id = p.id AND h.held_at IS NOT NULL)`

var (
	ofSameGoods = bins{where: unheld + ` AND p.id IN (SELECT q.position_id FROM quant q WHERE q.on_hand > 0 AND q.warehouse_id = ?
		AND q.product_id = ? AND COALESCE(q.lot_id, 0) = ? AND q.quality = ? AND q.consignor_id = ?)`, goods: true}
	empties = bins{where: `NOT EXISTS (SELECT 1 FROM quant q WHERE q.position_id = p.id AND (q.on_hand > 0 OR q.held_at IS NOT NULL))
		AND NOT EXISTS (SELECT 1 FROM put_plan n WHERE n.position_id = p.id AND n.walk <> ? AND n.until > ?)`, alone: true}
	besideOthers = bins{where: unheld}
)

// A search looks at pages of bins, each as long as all before it, and gives up after some.
const (
	firstPage = 25
	mostBins  = 3200
)

// area is a storage area where the goods may lie.
type area struct {
	ID          int64          `db:"id"`
	ConsignorID sql.NullInt64  `db:"consignor_id"`
	TypeIDs     sql.NullString `db:"product_type_ids"`
}

// areasOf reads the areas of a kind of bins that are open for the owner of the goods. They
// are few, and read apart, so that no database takes them for the place to begin at.
func (p *proposal) areasOf(ctx context.Context, kind bins) (map[int64]area, error) {
	where := `a.area_kind IN ('storage', 'picking')`
	switch {
	case kind.areas != "":
		where = kind.areas
	case p.wish.Goods.Quality != faultless:
		where = `a.area_kind = 'damaged'`
	}
	var list []area
	err := p.tx.Select(ctx, &list, `SELECT a.id, a.consignor_id, a.product_type_ids FROM storage_area a
		WHERE a.warehouse_id = ? AND COALESCE(a.enabled, ?) AND COALESCE(a.consignor_id, ?) = ? AND `+where,
		append([]any{p.wish.WarehouseID, true, p.wish.Goods.ConsignorID, p.wish.Goods.ConsignorID}, kind.of...)...)
	if err != nil {
		return nil, fmt.Errorf("read areas for goods: %w", err)
	}
	areas := make(map[int64]area, len(list))
	for _, a := range list {
		areas[a.ID] = a
	}
	return areas, nil
}

// spotQuestion finds open bins of some areas that hold one piece, as far as the database can say.
const spotQuestion = `SELECT p.id, p.warehouse_id, p.storage_area_id, p.code, p.barcode, p.position_use, p.status, p.mix_product, p.mix_lot, p.mix_consignor, p.max_weight, p.max_volume
	FROM position p JOIN warehouse w ON w.id = p.warehouse_id
	WHERE p.warehouse_id = ? AND p.position_use = 'bin' AND p.storage_area_id IN ? AND p.status IN ('normal', 'no_out') AND p.enabled IS NOT FALSE
	AND (p.max_weight IS NULL OR p.max_weight >= ?) AND (p.max_volume IS NULL OR p.max_volume >= ?) AND `

// look looks among bins of a kind until one takes everything.
func (p *proposal) look(ctx context.Context, kind bins) error {
	areas, err := p.areasOf(ctx, kind)
	if err != nil || len(areas) == 0 {
		return err
	}
	g := p.wish.Goods
	args := []any{p.wish.WarehouseID, slices.Sorted(maps.Keys(areas)), contract.LoadOf(p.goods.Weight.Decimal()), contract.RoomOf(p.goods.litres())}
	if kind.goods {
		args = append(args, p.wish.WarehouseID, g.ProductID, g.LotID, g.Quality, g.ConsignorID)
	}
	if kind.alone {
		args = append(args, p.wish.For, p.tx.Now().UnixMilli())
	}
	question := spotQuestion + kind.where + ` ORDER BY ` + kind.order + `p.put_seq NULLS LAST, p.id`
	for first, size := 0, firstPage; first < mostBins; first, size = first+size, max(first+size, firstPage) {
		list, err := p.page(ctx, fmt.Sprintf(`%s LIMIT %d OFFSET %d`, question, size, first), append(args, kind.args...), areas)
		if err != nil {
			return err
		}
		if done, err := p.choose(ctx, list); done || err != nil || len(list) < size {
			return err
		}
	}
	return nil
}

// page reads bins with what their area says.
func (p *proposal) page(ctx context.Context, question string, args []any, areas map[int64]area) ([]spot, error) {
	var list []spot
	if err := p.tx.Select(ctx, &list, question, args...); err != nil {
		return nil, fmt.Errorf("look for a bin: %w", err)
	}
	for i := range list {
		of := areas[list[i].AreaID]
		list[i].AreaConsignor, list[i].AreaTypes = of.ConsignorID, of.TypeIDs
	}
	return list, nil
}

// choose takes the first of the bins that takes everything, else notes the first
// that takes a part.
func (p *proposal) choose(ctx context.Context, list []spot) (done bool, err error) {
	ids, places := make([]int64, len(list)), make([]*place, len(list))
	for i := range list {
		ids[i], places[i] = list[i].ID, &list[i].place
	}
	if p.types == nil {
		if p.types, err = loadTypes(ctx, p.tx, places); err != nil {
			return false, err
		}
	}
	contents, err := readContents(ctx, p.tx, ids)
	if err != nil {
		return false, err
	}
	if err := addPlans(ctx, p.tx, contents, ids, p.wish.For); err != nil {
		return false, err
	}
	for i := range list {
		qty := p.fits(&list[i].place, contents[list[i].ID])
		if qty.Sign() <= 0 || qty.LessThan(p.wish.Qty) && p.best.PositionID != 0 {
			continue
		}
		p.best = contract.Spot{PositionID: list[i].ID, Code: list[i].Code, Barcode: list[i].Barcode, Qty: qty}
		if qty.Equal(p.wish.Qty) {
			return true, nil
		}
	}
	return false, nil
}

// fits is how much of the wish a bin takes by the rules that judge the scan.
func (p *proposal) fits(at *place, c *content) decimal.Decimal {
	if at.mustTake() != nil || at.mustSuit(p.wish.Goods) != nil || at.mustKeep(p.goods, p.types) != nil {
		return decimal.Zero
	}
	qty := p.wish.Qty
	if at.MaxWeight.Valid {
		qty = most(qty, at.MaxWeight.V.Decimal().Sub(c.weight), p.goods.Weight.Decimal())
	}
	if at.MaxVolume.Valid {
		qty = most(qty, at.MaxVolume.V.Decimal().Sub(c.volume), p.goods.litres())
	}
	n := contract.QtyOf(qty)
	if n <= 0 || at.holds(c.with(p.load(at.ID, n))) != nil {
		return decimal.Zero
	}
	return qty
}

// load is some of the wish as it would lie in a bin.
func (p *proposal) load(at int64, qty contract.Qty) lies {
	g := p.wish.Goods
	return lies{PositionID: at, ProductID: g.ProductID, LotID: g.LotID, ConsignorID: g.ConsignorID, Qty: qty, size: p.goods.size}
}

// most is how much of a quantity the room takes, in whole pieces.
func most(qty, room, piece decimal.Decimal) decimal.Decimal {
	if piece.Sign() <= 0 || room.GreaterThanOrEqual(qty.Mul(piece)) {
		return qty
	}
	pieces, _ := room.QuoRem(piece, 0)
	return decimal.Max(pieces, decimal.Zero)
}
