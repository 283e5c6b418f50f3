package inventory

import (
	"context"
	"database/sql"
	"fmt"
	"strings"

	"github.com/wareloom/wareloom/engine/plugin"
	"github.com/wareloom/wareloom/plugins/inventory/contract"
)

// dateLot is the effect inventory.date_lot: a lot gets other dates, and stock, its
// date of expiry and the ledger follow. What is reserved stays reserved; whether it
// may still be sent is checked where it is picked, packed and sent.
func (l Ledger) dateLot(ctx context.Context, e *plugin.EffectEvent, batch []plugin.Row) error {
	with := batch[0]
	err := date(ctx, e.Data, plugin.ID(e.Head), plugin.Text(with, "mfg_date"), plugin.Text(with, "exp_date"), plugin.Text(with, "reason"))
	if err != nil {
		return err
	}
	if err := l.tellLotReserved(ctx, e, batch); err != nil {
		return err
	}
	return l.freeLot(ctx, e, batch)
}

// date gives a lot its dates. The lot is locked first: a posting that makes stock of
// it meanwhile waits, and takes the new date.
func date(ctx context.Context, data plugin.Data, lot int64, made, expires, reason string) error {
	tx := data.SQL()
	var was struct {
		ProductID int64          `db:"product_id"`
		ExpDate   sql.NullString `db:"exp_date"`
	}
	if err := tx.Get(ctx, &was, `SELECT product_id, exp_date FROM lot WHERE id = ?`+tx.ForUpdate(), lot); err != nil {
		return fmt.Errorf("read lot %d: %w", lot, err)
	}
	row := plugin.Row{"id": lot, "mfg_date": empty(made), "exp_date": empty(expires)}
	if was.ExpDate.String != expires {
		row["alerted_at"] = nil
	}
	if _, err := data.Save(ctx, "lot", row); err != nil {
		return err
	}
	if was.ExpDate.String == expires {
		return nil
	}
	if err := restate(ctx, data, lot, strings.TrimSpace(reason+" "+was.ExpDate.String+" → "+expires)); err != nil {
		return err
	}
	tx.Changed("quant")
	_, err := tx.Exec(ctx, `UPDATE quant SET exp_date = ?, ship_until = NULL, version = version + 1, updated_at = ? WHERE lot_id = ?`, empty(expires), data.SQL().Now().UnixMilli(), lot)
	if err != nil {
		return fmt.Errorf("date stock of lot %d: %w", lot, err)
	}
	return sayUntil(ctx, tx, `q.lot_id = ?`, lot)
}

// restate writes into the ledger that the goods of a lot are no longer what they
// were: all of each quant goes out as the old and comes in as the new. Nothing
// leaves its place, so closed places and reservations do not matter.
func restate(ctx context.Context, data plugin.Data, lot int64, reason string) error {
	var rows []quant
	err := data.SQL().Select(ctx, &rows, `SELECT `+quantColumns+` FROM quant WHERE lot_id = ? AND on_hand > 0 ORDER BY warehouse_id, product_id, position_id, id`, lot)
	if err != nil {
		return fmt.Errorf("read stock of lot %d: %w", lot, err)
	}
	p := &posting{tx: data.SQL(), data: data, now: data.SQL().Now()}
	for _, q := range rows {
		at := contract.Place{PositionID: q.PositionID, LpnID: q.LpnID.Int64}
		p.moves = append(p.moves, contract.Move{
			Code: contract.ChangeGoods, Doc: contract.Doc{Type: "lot", ID: lot}, Reason: reason, From: at, To: at,
			Goods: contract.Goods{ConsignorID: q.ConsignorID, ProductID: q.ProductID, LotID: lot, Quality: q.Quality},
		})
	}
	if len(p.moves) == 0 {
		return nil
	}
	for _, step := range []func(context.Context) error{p.read, p.lock, p.turnRound, p.write} {
		if err := step(ctx); err != nil {
			return err
		}
	}
	return nil
}

// turnRound takes all of each quant out and in again.
func (p *posting) turnRound(ctx context.Context) error {
	first, err := p.tx.NextIDs(ctx, len(p.moves))
	if err != nil {
		return err
	}
	for i := range p.moves {
		m := &p.moves[i]
		q := p.quants.byKey[keyOf(p.places[m.From.PositionID], m.From, m.Goods)]
		if q.OnHand == 0 {
			continue
		}
		q.Seq += 2
		q.changed = true
		p.addLegs(m, first+int64(i), q.OnHand, q.InDate.String, q, q)
	}
	return nil
}

// lotReserved is how much of a lot is reserved.
func lotReserved(ctx context.Context, tx plugin.Tx, lot int64) (sum contract.Qty, err error) {
	err = tx.Get(ctx, &sum, `SELECT COALESCE(SUM(reserved), 0) FROM quant WHERE lot_id = ?`, lot)
	if err != nil {
		return 0, fmt.Errorf("read what is reserved of lot %d: %w", lot, err)
	}
	return sum, nil
}

// tellLotReserved is the effect inventory.tell_lot_reserved: the lead hears how much
// of a lot that was stopped or dated anew is reserved.
func (l Ledger) tellLotReserved(ctx context.Context, e *plugin.EffectEvent, _ []plugin.Row) error {
	sum, err := lotReserved(ctx, e.Tx, plugin.ID(e.Head))
	if err != nil || sum == 0 {
		return err
	}
	_, err = e.Data.Act(ctx, "lot", "tell_reserved", plugin.ID(e.Head), plugin.Row{"qty": sum.Decimal()})
	return err
}

// freeLot is the effect inventory.free_lot: who waits for goods of the lot may have
// them.
func (l Ledger) freeLot(ctx context.Context, e *plugin.EffectEvent, _ []plugin.Row) error {
	of, err := ownersAt(ctx, e.Tx, `lot_id = ?`, plugin.ID(e.Head))
	l.tellFreed(e.Data, of...)
	return err
}
