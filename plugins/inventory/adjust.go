package inventory

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/shopspring/decimal"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/plugin"
	"github.com/wareloom/wareloom/plugins/inventory/contract"
)

// adjustTable is the document of stock adjustments.
const adjustTable = "adjustment"

// pile is a quant that a document names, with what people call it.
type pile struct {
	quant
	SKU      string `db:"sku"`
	Position string `db:"position"`
	Reason   string `db:"reason"` // that it is held for
}

func (p *pile) goods() contract.Goods {
	return contract.Goods{ConsignorID: p.ConsignorID, ProductID: p.ProductID, LotID: p.LotID.Int64, Quality: p.Quality}
}

func (p *pile) place() contract.Place {
	return contract.Place{PositionID: p.PositionID, LpnID: p.LpnID.Int64}
}

// mustBeFree refuses to take more than what nobody has reserved.
func (p *pile) mustBeFree(qty contract.Qty) error {
	if p.free() < qty {
		return fault.New(fault.Conflict, "stock.reserved", "product", p.SKU, "position", p.Position, "free", p.free().Text(), "qty", qty.Text())
	}
	return nil
}

// mustNotBeHeld refuses stock that is held: as other goods it would be held no longer.
func (p *pile) mustNotBeHeld() error {
	if p.HeldAt.Valid {
		return fault.New(fault.Conflict, "stock.held_already", "sku", p.SKU, "position", p.Position, "reason", p.Reason)
	}
	return nil
}

// readPile reads a quant.
func readPile(ctx context.Context, tx plugin.Tx, id int64) (*pile, error) {
	var p pile
	err := tx.Get(ctx, &p, `SELECT q.id, q.warehouse_id, q.position_id, q.lpn_id, q.consignor_id, q.product_id, q.lot_id, q.quality, q.on_hand, q.reserved, q.seq,
		q.in_date, q.exp_date, q.held_at, g.sku, s.code AS position, COALESCE(q.hold_reason, '') AS reason
		FROM quant q JOIN product g ON g.id = q.product_id JOIN position s ON s.id = q.position_id WHERE q.id = ?`, id)
	if err != nil {
		return nil, fmt.Errorf("read quant %d: %w", id, err)
	}
	return &p, nil
}

// adjust is the effect inventory.adjust: stock gets more or less, or becomes other goods.
func (l Ledger) adjust(ctx context.Context, e *plugin.EffectEvent, batch []plugin.Row) error {
	moves, err := l.adjustments(ctx, e, batch)
	if err != nil {
		return err
	}
	_, err = l.Post(ctx, e.Data, moves)
	return err
}

// weigh is the effect inventory.weigh_adjustment: what inventory.adjust would refuse for
// what is reserved, held or unchanged is refused already now.
func (l Ledger) weigh(ctx context.Context, e *plugin.EffectEvent, batch []plugin.Row) error {
	_, err := l.adjustments(ctx, e, batch)
	return err
}

func (l Ledger) adjustments(ctx context.Context, e *plugin.EffectEvent, batch []plugin.Row) ([]contract.Move, error) {
	moves := make([]contract.Move, 0, len(batch))
	since, err := datesBefore(ctx, e.Tx, plugin.Int(e.Head, "opposite_of"))
	if err != nil {
		return nil, err
	}
	for _, with := range batch {
		p, err := readPile(ctx, e.Tx, plugin.Int(with, "quant_id"))
		if err != nil {
			return nil, err
		}
		m := contract.Move{
			InDate: since[p.ID], Doc: contract.Doc{Type: e.Document.Key, ID: plugin.ID(e.Head), LineID: plugin.Int(with, "line_id")},
			Goods: p.goods(), Qty: plugin.Decimal(with, "qty"), Reason: plugin.Text(with, "reason"), Serials: textsOf(with["serial_nos"]),
		}
		if plugin.Bool(with, "goods") {
			err = l.turnInto(ctx, e.Data, p, with, &m)
		} else {
			err = l.moreOrLess(ctx, e.Data, p, &m)
		}
		if err != nil {
			return nil, err
		}
		moves = append(moves, m)
	}
	return moves, nil
}

// datesBefore are the dates of receipt of the goods that an adjustment moved, by the stock
// that it named: what comes back by its opposite is as old as it was.
func datesBefore(ctx context.Context, tx plugin.Tx, adjustment int64) (map[int64]string, error) {
	dates := map[int64]string{}
	if adjustment == 0 {
		return dates, nil
	}
	var rows []struct {
		Quant  int64  `db:"quant_id"`
		InDate string `db:"in_date"`
	}
	err := tx.Select(ctx, &rows, `SELECT quant_id, MIN(in_date) AS in_date FROM stock_move
		WHERE doc_type = ? AND doc_id = ? AND quant_id IS NOT NULL AND in_date IS NOT NULL GROUP BY quant_id`, adjustTable, adjustment)
	if err != nil {
		return nil, fmt.Errorf("read dates of adjustment %d: %w", adjustment, err)
	}
	for _, r := range rows {
		dates[r.Quant] = r.InDate
	}
	return dates, nil
}

// moreOrLess makes a movement of a difference: what is too much leaves the place, what
// is too little comes to it.
func (l Ledger) moreOrLess(ctx context.Context, data plugin.Data, p *pile, m *contract.Move) error {
	away, err := l.VirtualPosition(ctx, data, p.WarehouseID, contract.UseCountDiff)
	if err != nil {
		return err
	}
	m.Code, m.From, m.To = contract.Adjust, contract.Place{PositionID: away}, p.place()
	if m.Qty.Sign() >= 0 {
		return nil
	}
	m.From, m.To, m.Qty = m.To, m.From, m.Qty.Neg()
	return p.mustBeFree(contract.QtyOf(m.Qty))
}

// turnInto makes a movement that gives goods another quality or lot where they lie.
func (l Ledger) turnInto(ctx context.Context, data plugin.Data, p *pile, with plugin.Row, m *contract.Move) error {
	if err := p.mustNotBeHeld(); err != nil {
		return err
	}
	into := p.goods()
	if quality := plugin.Text(with, "to_quality"); quality != "" {
		into.Quality = quality
	}
	if no := plugin.Text(with, "to_lot_no"); no != "" {
		lot, err := l.Lot(ctx, data, contract.Lot{ConsignorID: p.ConsignorID, ProductID: p.ProductID, No: no, ExpDate: plugin.Text(with, "to_exp_date")})
		if err != nil {
			return err
		}
		into.LotID = lot
	}
	if into == p.goods() {
		return fault.New(fault.Invalid, "stock.nothing_changes", "product", p.SKU, "position", p.Position)
	}
	if m.Qty.IsZero() {
		m.Qty = p.free().Decimal()
	}
	m.Code, m.Into, m.From, m.To = contract.ChangeGoods, &into, p.place(), p.place()
	return p.mustBeFree(contract.QtyOf(m.Qty))
}

// textsOf are the texts of a list in a record.
func textsOf(value any) []string {
	var list []string
	if raw, err := json.Marshal(value); err == nil {
		_ = json.Unmarshal(raw, &list) // what is no list of texts names nothing
	}
	return list
}

// listed is a list for a record; nil for none.
func listed(texts []string) any {
	if len(texts) == 0 {
		return nil
	}
	return texts
}

// oppose is the effect inventory.oppose: a document that takes a posted adjustment back is
// drawn up, once.
func (l Ledger) oppose(ctx context.Context, e *plugin.EffectEvent, batch []plugin.Row) error {
	id := plugin.ID(e.Head)
	var other []string
	if err := e.Tx.Select(ctx, &other, `SELECT doc_no FROM adjustment WHERE opposite_of = ? AND status <> 'cancelled'`, id); err != nil {
		return fmt.Errorf("look for the opposite of adjustment %d: %w", id, err)
	}
	if len(other) > 0 {
		return fault.New(fault.Conflict, "stock.opposed_already", "document", other[0])
	}
	lines, err := opposites(ctx, e, id)
	if err != nil {
		return err
	}
	saved, err := e.Data.Save(ctx, adjustTable, plugin.Row{
		"warehouse_id": plugin.Int(e.Head, "warehouse_id"), "consignor_id": plugin.Int(e.Head, "consignor_id"), "adjust_type": plugin.Text(e.Head, "adjust_type"),
		"reason": plugin.Text(batch[0], "reason"), "opposite_of": id, "lines": lines,
	})
	if err == nil {
		e.Created(adjustTable, plugin.ID(saved))
	}
	return err
}

// opposites are the lines that take back what the movements of an adjustment did.
func opposites(ctx context.Context, e *plugin.EffectEvent, id int64) ([]any, error) {
	var legs []struct {
		MoveNo  int64        `db:"move_no"`
		Code    string       `db:"code"`
		Quant   int64        `db:"quant_id"`
		Qty     contract.Qty `db:"qty"`
		Quality string       `db:"quality"`
		Lot     string       `db:"lot_no"`
	}
	err := e.Tx.Select(ctx, &legs, `SELECT m.move_no, m.code, m.quant_id, m.qty, m.quality, COALESCE(t.lot_no, '') AS lot_no FROM stock_move m LEFT JOIN lot t ON t.id = m.lot_id
		WHERE m.doc_type = ? AND m.doc_id = ? AND m.quant_id IS NOT NULL ORDER BY m.move_no, m.leg`, adjustTable, id)
	if err != nil {
		return nil, fmt.Errorf("read movements of adjustment %d: %w", id, err)
	}
	moves := newSet()
	for _, leg := range legs {
		moves.add(leg.MoveNo)
	}
	serials, err := serialsOf(ctx, e.Tx, moves)
	if err != nil {
		return nil, err
	}
	var lines []any
	for i := 0; i < len(legs); i++ {
		if legs[i].Code == contract.Adjust {
			lines = append(lines, plugin.Row{"quant_id": legs[i].Quant, "qty": (-legs[i].Qty).Decimal(), "serial_nos": listed(serials[legs[i].MoveNo])})
			continue
		}
		out, in := legs[i], legs[i+1] // both ends of a change of goods are at a place
		lines = append(lines, plugin.Row{
			"quant_id": in.Quant, "qty": in.Qty.Decimal(), "to_quality": out.Quality, "to_lot_no": empty(out.Lot), "serial_nos": listed(serials[in.MoveNo]),
		})
		i++
	}
	return lines, nil
}

// changeOwner is the effect inventory.change_owner: goods become those of another
// consignor where they lie.
func (l Ledger) changeOwner(ctx context.Context, e *plugin.EffectEvent, batch []plugin.Row) error {
	moves := make([]contract.Move, 0, len(batch))
	for _, with := range batch {
		m, err := l.handOver(ctx, e, with)
		if err != nil {
			return err
		}
		moves = append(moves, m)
	}
	_, err := l.Post(ctx, e.Data, moves)
	return err
}

// weighOwner is the effect inventory.weigh_owner: what inventory.change_owner would refuse
// for what is reserved or held is refused already now.
func (l Ledger) weighOwner(ctx context.Context, e *plugin.EffectEvent, batch []plugin.Row) error {
	for _, with := range batch {
		p, err := readPile(ctx, e.Tx, plugin.Int(with, "quant_id"))
		if err != nil {
			return err
		}
		if err := p.mayLeave(plugin.Decimal(with, "qty")); err != nil {
			return err
		}
	}
	return nil
}

// mayLeave refuses what is held or reserved.
func (p *pile) mayLeave(qty decimal.Decimal) error {
	if err := p.mustNotBeHeld(); err != nil {
		return err
	}
	return p.mustBeFree(contract.QtyOf(qty))
}

// handOver makes the movement of one element of the batch. The lot keeps its number and
// its dates.
func (l Ledger) handOver(ctx context.Context, e *plugin.EffectEvent, with plugin.Row) (m contract.Move, err error) {
	p, err := readPile(ctx, e.Tx, plugin.Int(with, "quant_id"))
	if err != nil {
		return m, err
	}
	if err := p.mayLeave(plugin.Decimal(with, "qty")); err != nil {
		return m, err
	}
	into := contract.Goods{ConsignorID: plugin.Int(with, "to_consignor_id"), ProductID: plugin.Int(with, "to_product_id"), Quality: p.Quality}
	if p.LotID.Valid {
		lot, err := e.Data.Get(ctx, "lot", p.LotID.Int64)
		if err != nil {
			return m, err
		}
		into.LotID, err = l.Lot(ctx, e.Data, contract.Lot{
			ConsignorID: into.ConsignorID, ProductID: into.ProductID, No: plugin.Text(lot, "lot_no"), MfgDate: plugin.Text(lot, "mfg_date"), ExpDate: plugin.Text(lot, "exp_date"),
		})
		if err != nil {
			return m, err
		}
	}
	return contract.Move{
		Code: contract.ChangeOwner, Doc: contract.Doc{Type: e.Document.Key, ID: plugin.ID(e.Head), LineID: plugin.Int(with, "line_id")}, Reason: plugin.Text(with, "reason"),
		Goods: p.goods(), Into: &into, Qty: plugin.Decimal(with, "qty"), From: p.place(), To: p.place(),
	}, l.mustHaveLot(ctx, e.Tx, into)
}

// mustHaveLot refuses goods without a lot that become a product under lot control.
func (Ledger) mustHaveLot(ctx context.Context, tx plugin.Tx, g contract.Goods) error {
	found, err := readGoods(ctx, tx, newSet(g.ProductID))
	if err == nil && found[g.ProductID].LotCtl && g.LotID == 0 {
		return fault.New(fault.Invalid, "stock.lot_needed", "product", found[g.ProductID].SKU)
	}
	return err
}

// mapProducts is the effect inventory.map_products: a line without the product that its
// goods become gets the new owner's one with the same SKU, or the same barcode.
func (Ledger) mapProducts(ctx context.Context, e *plugin.EffectEvent, _ []plugin.Row) error {
	to := plugin.Int(e.Head, "to_consignor_id")
	var rows []plugin.Row
	for _, line := range e.Lines["lines"] {
		if plugin.Int(line, "to_product_id") != 0 {
			continue
		}
		p, err := readPile(ctx, e.Tx, plugin.Int(line, "quant_id"))
		if err != nil {
			return err
		}
		var ids []int64
		err = e.Tx.Select(ctx, &ids, `SELECT id FROM product WHERE consignor_id = ? AND sku = ?
			UNION SELECT b.product_id FROM product_barcode b JOIN product g ON g.id = b.product_id
			WHERE g.consignor_id = ? AND b.barcode IN (SELECT barcode FROM product_barcode WHERE product_id = ?)`, to, p.SKU, to, p.ProductID)
		if err != nil {
			return fmt.Errorf("look for a product like %s: %w", p.SKU, err)
		}
		if len(ids) != 1 {
			return fault.New(fault.Conflict, "stock.no_like_product", "product", p.SKU)
		}
		rows = append(rows, plugin.Row{"id": plugin.ID(line), "to_product_id": ids[0]})
	}
	return e.Data.Set(ctx, "owner_transfer_line", rows)
}
