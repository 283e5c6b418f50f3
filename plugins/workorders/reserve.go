package workorders

import (
	"cmp"
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/shopspring/decimal"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/plugin"
	alloc "github.com/wareloom/wareloom/plugins/allocation/contract"
	stock "github.com/wareloom/wareloom/plugins/inventory/contract"
)

// kept is stock that is reserved for a line of an order.
type kept struct {
	ID         int64     `db:"id"` // of the reservation
	QuantID    int64     `db:"quant_id"`
	LineID     int64     `db:"line_id"`
	Left       stock.Qty `db:"left_qty"`
	PositionID int64     `db:"position_id"`
	Position   string    `db:"position"`
	LpnID      int64     `db:"lpn_id"`
	Owner      int64     `db:"consignor_id"`
	ProductID  int64     `db:"product_id"`
	SKU        string    `db:"sku"`
	Numbered   bool      `db:"numbered"` // its pieces have serial numbers
	LotID      int64     `db:"lot_id"`
	LotNo      string    `db:"lot_no"`
	Lots       bool      `db:"lots"` // its lots are kept apart
	Quality    string    `db:"quality"`
	ExpDate    string    `db:"exp_date"`
	InDate     string    `db:"in_date"`
	Stopped    bool      `db:"stopped"` // held, or of a lot that is
	TimeZone   string    `db:"time_zone"`
}

func (k *kept) goods() stock.Goods {
	return stock.Goods{ConsignorID: k.Owner, ProductID: k.ProductID, LotID: k.LotID, Quality: k.Quality}
}

func (k *kept) place() stock.Place { return stock.Place{PositionID: k.PositionID, LpnID: k.LpnID} }

// at says where the goods lie, and of which lot they are where those are kept apart.
func (k *kept) at() string {
	if k.Lots && k.LotNo != "" {
		return k.Position + " " + k.LotNo
	}
	return k.Position
}

// fit reports whether the goods may be worked on: nothing holds them, and they have not
// expired.
func (k *kept) fit(now time.Time) bool {
	return !k.Stopped && stock.ShelfLife{ExpDate: k.ExpDate, TimeZone: k.TimeZone}.Fresh(now)
}

// mustBeFit refuses goods that must not be worked on any more.
func (k *kept) mustBeFit(now time.Time) error {
	if k.fit(now) {
		return nil
	}
	return fault.New(fault.Conflict, "workorders.unfit", "sku", k.SKU, "position", k.Position, "lot", cmp.Or(k.LotNo, "–"))
}

// keptFor is what is reserved for an order, by line, the first expired first.
func keptFor(ctx context.Context, tx plugin.Tx, id int64) (map[int64][]*kept, error) {
	var rows []*kept
	err := tx.Select(ctx, &rows, `SELECT r.id, r.quant_id, r.line_id, r.qty - r.consumed AS left_qty, q.position_id, s.code AS position, COALESCE(q.lpn_id, 0) AS lpn_id, q.consignor_id,
		q.product_id, p.sku, COALESCE(p.serial_ctl, ?) AS numbered, COALESCE(q.lot_id, 0) AS lot_id, COALESCE(l.lot_no, '') AS lot_no, COALESCE(p.lot_ctl, ?) AS lots, q.quality, COALESCE(q.exp_date, '') AS exp_date, COALESCE(q.in_date, '') AS in_date,
		q.held_at IS NOT NULL OR COALESCE(l.status, 'ok') <> 'ok' AS stopped, COALESCE(w.time_zone, '') AS time_zone
		FROM reservation r JOIN quant q ON q.id = r.quant_id JOIN position s ON s.id = q.position_id JOIN product p ON p.id = q.product_id
		JOIN warehouse w ON w.id = q.warehouse_id LEFT JOIN lot l ON l.id = q.lot_id
		WHERE r.doc_type = ? AND r.doc_id = ? AND r.status = 'active' ORDER BY COALESCE(q.exp_date, '9999-12-31'), r.id`, false, false, order, id)
	if err != nil {
		return nil, fmt.Errorf("read what is reserved for work order %d: %w", id, err)
	}
	byLine := map[int64][]*kept{}
	for _, k := range rows {
		byLine[k.LineID] = append(byLine[k.LineID], k)
	}
	return byLine, nil
}

// docOf is a line of an order as the ledger knows it.
func docOf(head plugin.Row, line int64) stock.Doc {
	return stock.Doc{Type: order, ID: plugin.ID(head), LineID: line}
}

// reserve is the effect workorders.reserve: what the order still takes and has not
// reserved is chosen as for orders and reserved, all of it or nothing. What must not be
// worked on any more is given up first.
//
// Conflict workorders.short names each product of which something is missing.
func (d desk) reserve(ctx context.Context, e *plugin.EffectEvent, _ []plugin.Row) error {
	if e.Action == "release" { // the kit may have been changed since
		if err := plan(ctx, e.Data, e.Head); err != nil {
			return err
		}
	}
	lines, err := linesOf(ctx, e.Data, plugin.ID(e.Head))
	if err != nil {
		return err
	}
	lines = linesOn(taken, lines)
	wishes, err := d.wishes(ctx, e, lines)
	if err != nil {
		return err
	}
	chosen, err := d.Choose.Choose(ctx, e.Data, e.Head, wishes)
	if err != nil {
		return err
	}
	if err := short(ctx, e.Data, wishes, chosen); err != nil {
		return err
	}
	var claims []stock.Claim
	for i, c := range chosen {
		for _, part := range c.Parts {
			claims = append(claims, stock.Claim{
				Doc: docOf(e.Head, plugin.ID(lines[i])), QuantID: part.QuantID, Qty: part.Qty, Priority: plugin.Int(e.Head, "priority"),
			})
		}
	}
	if err := d.claim(ctx, e.Data, claims); err != nil {
		return err
	}
	return sayWhere(ctx, e.Data, plugin.ID(e.Head), lines)
}

// mostSaid is how long a line says where its goods lie.
const mostSaid = 300

// sayWhere says on lines where what is reserved for them lies, for who fetches it.
func sayWhere(ctx context.Context, data plugin.Data, id int64, lines []plugin.Row) error {
	byLine, err := keptFor(ctx, data.SQL(), id)
	if err != nil {
		return err
	}
	rows := make([]plugin.Row, len(lines))
	for i, line := range lines {
		said := ""
		for _, k := range byLine[plugin.ID(line)] {
			if more := strings.TrimPrefix(fmt.Sprintf("%s, %s × %s", said, k.at(), k.Left.Text()), ", "); len(more) <= mostSaid {
				said = more
			}
		}
		rows[i] = plugin.Row{"id": plugin.ID(line), "lies_at": plugin.OrNil(said)}
	}
	return data.Set(ctx, orderLine, rows)
}

// claim reserves what was chosen; where another took it meanwhile, it is chosen anew.
func (d desk) claim(ctx context.Context, data plugin.Data, claims []stock.Claim) error {
	if len(claims) == 0 {
		return nil
	}
	_, err := d.Stock.Reserve(ctx, data, claims)
	if fault.IsKey(err, "stock.claim_failed") && data.SQL().Tries() == 0 {
		return data.SQL().Again(err)
	}
	return err
}

// wishes is what each line still wants.
func (d desk) wishes(ctx context.Context, e *plugin.EffectEvent, lines []plugin.Row) ([]alloc.Wish, error) {
	byLine, err := keptFor(ctx, e.Tx, plugin.ID(e.Head))
	if err != nil {
		return nil, err
	}
	wishes := make([]alloc.Wish, len(lines))
	for i, line := range lines {
		open := plugin.Decimal(line, "qty").Sub(plugin.Decimal(line, "done_qty"))
		for _, k := range byLine[plugin.ID(line)] {
			if k.fit(e.Tx.Now()) {
				open = open.Sub(k.Left.Decimal())
			} else if err := d.Stock.ReleaseSome(ctx, e.Data, k.ID, k.Left.Decimal()); err != nil {
				return nil, err
			}
		}
		wishes[i] = alloc.Wish{ProductID: plugin.Int(line, "product_id"), Quality: plugin.Text(e.Head, "quality"), Qty: open}
		if plugin.Text(e.Head, "kind") != building {
			wishes[i].LotNo = plugin.Text(e.Head, "lot_no")
		}
	}
	return wishes, nil
}

// short refuses what is not all there, and names all that is missing.
func short(ctx context.Context, data plugin.Data, wishes []alloc.Wish, chosen []alloc.Chosen) error {
	var missing []fault.Told
	for i, c := range chosen {
		if c.Missing.Sign() <= 0 {
			continue
		}
		sku, err := skuOf(ctx, data, wishes[i].ProductID)
		if err != nil {
			return err
		}
		missing = append(missing, fault.Tell("workorders.line_short", "sku", sku, "what", c.Why))
	}
	if len(missing) == 0 {
		return nil
	}
	what, err := fault.Keep(missing...)
	return cmp.Or[error](err, fault.New(fault.Conflict, "workorders.short", "what", what))
}

// free is the effect workorders.free: what is reserved for the order is free again.
func (d desk) free(ctx context.Context, e *plugin.EffectEvent, _ []plugin.Row) error {
	_, err := d.Stock.Release(ctx, e.Data, stock.Doc{Type: order, ID: plugin.ID(e.Head)})
	return err
}

// bring is the effect workorders.bring: what is reserved and lies elsewhere goes to the
// place of work, and stays reserved there. Pieces with serial numbers stay where they lie
// until a report says which were taken.
func (d desk) bring(ctx context.Context, e *plugin.EffectEvent, _ []plugin.Row) error {
	byLine, err := keptFor(ctx, e.Tx, plugin.ID(e.Head))
	if err != nil {
		return err
	}
	bench := stock.Place{PositionID: plugin.Int(e.Head, "position_id")}
	var moves []stock.Move
	for _, line := range linesOn(taken, e.Lines["lines"]) {
		for _, k := range byLine[plugin.ID(line)] {
			if err := k.mustBeFit(e.Tx.Now()); err != nil {
				return err
			}
			if k.place() != bench && !k.Numbered {
				moves = append(moves, stock.Move{
					Code: stock.Transfer, Doc: docOf(e.Head, k.LineID), Goods: k.goods(), Qty: k.Left.Decimal(), From: k.place(), To: bench, ReservationID: k.ID,
				})
			}
		}
	}
	posted, err := d.Stock.Post(ctx, e.Data, moves)
	if err != nil {
		return err
	}
	claims := make([]stock.Claim, len(posted))
	for i, p := range posted {
		claims[i] = stock.Claim{Doc: moves[i].Doc, QuantID: p.ToQuant, Qty: moves[i].Qty, Priority: plugin.Int(e.Head, "priority")}
	}
	if len(claims) == 0 {
		return nil
	}
	_, err = d.Stock.Reserve(ctx, e.Data, claims)
	return err
}

// least is the smaller of two quantities.
func least(a stock.Qty, b decimal.Decimal) decimal.Decimal { return decimal.Min(a.Decimal(), b) }
