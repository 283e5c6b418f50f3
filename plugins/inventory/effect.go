package inventory

import (
	"context"
	"fmt"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/plugin"
	"github.com/wareloom/wareloom/plugins/inventory/contract"
)

// farSide is the use of the virtual place at the other end of a code.
var farSide = map[string]string{
	contract.Receipt: contract.UseVendor, contract.ReturnToVendor: contract.UseVendor,
	contract.Ship: contract.UseCustomer, contract.ReturnIn: contract.UseCustomer,
	contract.OtherIn: contract.UseVendor, contract.OtherOut: contract.UseScrap,
	contract.CountDiff: contract.UseCountDiff, contract.Adjust: contract.UseCountDiff,
}

// post is the effect inventory.post: one batch of movements for the document.
func (l Ledger) post(ctx context.Context, e *plugin.EffectEvent, batch []plugin.Row) error {
	moves, known := make([]contract.Move, 0, len(batch)), virtual{}
	for _, with := range batch {
		m, err := l.move(ctx, e, with, known)
		if err != nil {
			return err
		}
		moves = append(moves, m)
	}
	_, err := l.Post(ctx, e.Data, moves)
	return err
}

// move makes the movement of one element of the batch. A negative quantity turns
// it round, so that a difference may be posted as it is.
func (l Ledger) move(ctx context.Context, e *plugin.EffectEvent, with plugin.Row, known virtual) (contract.Move, error) {
	m := contract.Move{
		Code: plugin.Text(with, "code"), Qty: plugin.Decimal(with, "qty"), Reason: plugin.Text(with, "reason"),
		Doc:   contract.Doc{Type: e.Document.Key, ID: plugin.ID(e.Head), LineID: plugin.Int(with, "line_id")},
		Goods: contract.Goods{ConsignorID: plugin.Int(e.Head, "consignor_id"), ProductID: plugin.Int(with, "product_id"), Quality: plugin.Text(with, "quality")},
		From:  contract.Place{PositionID: plugin.Int(with, "from_position_id"), LpnID: plugin.Int(with, "from_lpn_id")},
		To:    contract.Place{PositionID: plugin.Int(with, "to_position_id"), LpnID: plugin.Int(with, "to_lpn_id")},
	}
	if m.Goods.Quality == "" {
		m.Goods.Quality = "ZP"
	}
	var err error
	m.Goods.LotID, err = l.Lot(ctx, e.Data, contract.Lot{
		ConsignorID: m.Goods.ConsignorID, ProductID: m.Goods.ProductID, No: plugin.Text(with, "lot_no"),
		MfgDate: plugin.Text(with, "mfg_date"), ExpDate: plugin.Text(with, "exp_date"),
	})
	if err != nil {
		return m, err
	}
	if to := plugin.Text(with, "to_quality"); to != "" {
		changed := m.Goods
		changed.Quality = to
		m.Into = &changed
	}
	if err := l.fillFarSide(ctx, e, &m, known); err != nil {
		return m, err
	}
	if m.Qty.Sign() < 0 {
		m.Qty, m.From, m.To = m.Qty.Neg(), m.To, m.From
	}
	return m, nil
}

// virtual is the virtual places of a document's warehouse that its lines asked for, by use.
type virtual map[string]int64

// fillFarSide puts the virtual place where none was given.
func (l Ledger) fillFarSide(ctx context.Context, e *plugin.EffectEvent, m *contract.Move, known virtual) error {
	if m.From.PositionID != 0 && m.To.PositionID != 0 {
		return nil
	}
	use, ok := farSide[m.Code]
	if !ok || m.From.PositionID == 0 && m.To.PositionID == 0 {
		return fault.New(fault.Invalid, "stock.place_needed", "code", m.Code)
	}
	id, isKnown := known[use]
	if !isKnown {
		found, err := l.VirtualPosition(ctx, e.Data, plugin.Int(e.Head, "warehouse_id"), use)
		if err != nil {
			return err
		}
		id, known[use] = found, found
	}
	if m.From.PositionID == 0 {
		m.From.PositionID = id
	} else {
		m.To.PositionID = id
	}
	return nil
}

// reverseDoc is the effect inventory.reverse: it takes back every movement of the
// document that was not taken back yet.
func (l Ledger) reverseDoc(ctx context.Context, e *plugin.EffectEvent, batch []plugin.Row) error {
	var moveNos []int64
	err := e.Data.SQL().Select(ctx, &moveNos, `SELECT DISTINCT move_no FROM stock_move m WHERE doc_type = ? AND doc_id = ? AND reverse_of IS NULL
		AND NOT EXISTS (SELECT 1 FROM stock_move r WHERE r.reverse_of = m.move_no) ORDER BY move_no`, e.Document.Key, plugin.ID(e.Head))
	if err != nil {
		return fmt.Errorf("read movements of %s %d: %w", e.Document.Key, plugin.ID(e.Head), err)
	}
	reason := ""
	if len(batch) > 0 {
		reason = plugin.Text(batch[0], "reason")
	}
	_, err = l.Reverse(ctx, e.Data, moveNos, reason)
	return err
}

// hold is the effect inventory.hold: the quants stay where they are, and nothing
// takes or reserves them until inventory.unhold. What is reserved, or held already,
// refuses it.
func (l Ledger) hold(ctx context.Context, e *plugin.EffectEvent, batch []plugin.Row) error {
	e.Tx.Changed("quant")
	for _, with := range batch {
		id := plugin.Int(with, "quant_id")
		changed, err := e.Data.SQL().Exec(ctx, `UPDATE quant SET held_at = ?, hold_reason = ?, version = version + 1, updated_at = ?
			WHERE id = ? AND reserved = 0 AND held_at IS NULL`, e.Tx.Now().UnixMilli(), empty(plugin.Text(with, "reason")), e.Tx.Now().UnixMilli(), id)
		if err != nil {
			return fmt.Errorf("hold quant %d: %w", id, err)
		}
		if changed == 0 {
			return whyNotHeld(ctx, e.Data.SQL(), id)
		}
	}
	return nil
}

// whyNotHeld names the stock that cannot be held, and what stands in the way.
func whyNotHeld(ctx context.Context, tx plugin.Tx, id int64) error {
	var q struct {
		SKU      string `db:"sku"`
		Position string `db:"position"`
		Reason   string `db:"reason"`
		Held     bool   `db:"held"`
	}
	err := tx.Get(ctx, &q, `SELECT p.sku, s.code AS position, COALESCE(q.hold_reason, '') AS reason, q.held_at IS NOT NULL AS held FROM quant q
		JOIN product p ON p.id = q.product_id JOIN position s ON s.id = q.position_id WHERE q.id = ?`, id)
	if err != nil {
		return fmt.Errorf("read quant %d: %w", id, err)
	}
	if q.Held {
		return fault.New(fault.Conflict, "stock.held_already", "sku", q.SKU, "position", q.Position, "reason", q.Reason)
	}
	return fault.New(fault.Conflict, "stock.hold_reserved", "sku", q.SKU, "position", q.Position)
}

func (l Ledger) unhold(ctx context.Context, e *plugin.EffectEvent, batch []plugin.Row) error {
	ids := newSet()
	for _, with := range batch {
		id := plugin.Int(with, "quant_id")
		if err := writeHold(ctx, e.Data.SQL(), id, nil, nil); err != nil {
			return err
		}
		ids.add(id)
	}
	of, err := ownersAt(ctx, e.Tx, `id IN ?`, ids.list)
	l.tellFreed(e.Data, of...)
	return err
}

// Hold keeps a quant from being reserved; see contract.Stock.
func (l Ledger) Hold(ctx context.Context, data plugin.Data, quantID int64, reason string) error {
	return writeHold(ctx, data.SQL(), quantID, data.SQL().Now().UnixMilli(), empty(reason))
}

// Unhold lets a quant be reserved again; see contract.Stock.
func (l Ledger) Unhold(ctx context.Context, data plugin.Data, quantID int64) error {
	if err := writeHold(ctx, data.SQL(), quantID, nil, nil); err != nil {
		return err
	}
	of, err := ownersAt(ctx, data.SQL(), `id = ?`, quantID)
	l.tellFreed(data, of...)
	return err
}

func writeHold(ctx context.Context, tx plugin.Tx, quantID int64, at, reason any) error {
	tx.Changed("quant")
	_, err := tx.Exec(ctx, `UPDATE quant SET held_at = ?, hold_reason = ?, version = version + 1, updated_at = ? WHERE id = ?`, at, reason, tx.Now().UnixMilli(), quantID)
	if err != nil {
		return fmt.Errorf("hold quant %d: %w", quantID, err)
	}
	return nil
}
