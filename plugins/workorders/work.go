package workorders

import (
	"cmp"
	"context"

	"github.com/shopspring/decimal"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/plugin"
	stock "github.com/wareloom/wareloom/plugins/inventory/contract"
)

// work is one report of work: so many pieces of an order are done.
type work struct {
	desk
	data  plugin.Data
	head  plugin.Row
	qty   decimal.Decimal
	lines []plugin.Row
	away  int64 // the virtual place that goods go into, and others come out of
	bench stock.Place
	used  numbers // of what is taken
	fresh numbers // of what is made
	parts []part
	moves []stock.Move
	did   posted
}

// part is reserved goods that a report takes.
type part struct {
	*kept
	qty     decimal.Decimal
	serials []string
}

// posted is what a report did, so that it can be undone.
type posted struct {
	Moves     []int64 `json:"moves"`
	Used      []use   `json:"used"`      // of reservations
	Materials []use   `json:"materials"` // of the order's lines of material
}

// use is how much of a record was used.
type use struct {
	ID  int64     `json:"id"`
	Qty stock.Qty `json:"qty"`
}

// make is the effect workorders.make: goods are taken and made, and the report of it is
// written down. With the last piece the order is done.
//
// Invalid workorders.too_many; Conflict workorders.unfit, workorders.not_reserved,
// workorders.short, and what the ledger refuses.
func (d desk) make(ctx context.Context, e *plugin.EffectEvent, batch []plugin.Row) error {
	w := &work{desk: d, data: e.Data, head: e.Head, qty: plugin.Decimal(batch[0], "qty"), lines: e.Lines["lines"]}
	w.used.text, w.fresh.text = plugin.Text(batch[0], usedNumbers), plugin.Text(batch[0], madeNumbers)
	left := plugin.Decimal(e.Head, "qty").Sub(plugin.Decimal(e.Head, "done_qty"))
	if w.qty.GreaterThan(left) {
		return fault.New(fault.Invalid, "workorders.too_many", "most", left.String()).On("qty")
	}
	for _, step := range []func(context.Context) error{w.findPlaces, w.readNumbers, w.takeGoods, w.makeGoods, w.takeMaterials, w.post} {
		if err := step(ctx); err != nil {
			return err
		}
	}
	if err := w.note(ctx, e, batch[0]); err != nil || w.qty.LessThan(left) {
		return err
	}
	_, err := e.Data.Act(ctx, order, "finish", plugin.ID(e.Head), nil)
	return err
}

// kind is the kind of work.
func (w *work) kind() string { return plugin.Text(w.head, "kind") }

// takeGoods takes what is reserved of each line, the first expired first, and of pieces with
// serial numbers those that the report names.
func (w *work) takeGoods(ctx context.Context) error {
	byLine, err := keptFor(ctx, w.data.SQL(), plugin.ID(w.head))
	if err != nil {
		return err
	}
	for _, line := range linesOn(taken, w.lines) {
		if err := w.takeLine(ctx, line, byLine[plugin.ID(line)]); err != nil {
			return err
		}
	}
	return allUsed(w.used.list, "workorders.serial_not_taken", usedNumbers)
}

func (w *work) takeLine(ctx context.Context, line plugin.Row, reserved []*kept) error {
	need, named := plugin.Decimal(line, "per_qty").Mul(w.qty), []string(nil)
	whole := need
	for _, k := range reserved {
		p := part{k, least(k.Left, need), nil}
		if k.Numbered {
			p.serials = takenFrom(w.used.list, k.ProductID, k.QuantID, p.qty)
			p.qty, named = decimal.NewFromInt(int64(len(p.serials))), append(named, p.serials...)
		}
		if p.qty.Sign() <= 0 {
			continue
		}
		if err := k.mustBeFit(w.data.SQL().Now()); err != nil {
			return err
		}
		need = need.Sub(p.qty)
		w.parts = append(w.parts, p)
		w.did.Used = append(w.did.Used, use{k.ID, stock.QtyOf(p.qty)})
	}
	if need.Sign() <= 0 {
		return nil
	}
	sku, err := skuOf(ctx, w.data, plugin.Int(line, "product_id"))
	if err != nil {
		return err
	}
	if _, numbered := w.used.bySKU[sku]; numbered {
		return cmp.Or(allUsed(w.used.list, "workorders.serial_not_taken", usedNumbers), needed(sku, whole, named, usedNumbers))
	}
	return fault.New(fault.Conflict, "workorders.not_reserved", "sku", sku, "missing", need.String())
}

// makeGoods posts what becomes of the parts: of kits they go and others come, other goods
// are what they were under another name or in another place.
func (w *work) makeGoods(ctx context.Context) error {
	if w.kind() == building || w.kind() == breaking {
		return w.convert(ctx)
	}
	for _, p := range w.parts {
		into, err := w.into(ctx, p)
		if err != nil {
			return err
		}
		code := stock.Transfer
		if into != nil {
			code = stock.ChangeGoods
		}
		serials := p.serials
		if into != nil && !p.Numbered {
			if serials, err = w.fresh.some(into.ProductID, p.qty); err != nil {
				return err
			}
		}
		w.moves = append(w.moves, stock.Move{
			Code: code, Doc: docOf(w.head, p.LineID), Goods: p.goods(), Into: into, Qty: p.qty, From: p.place(), To: w.bench, ReservationID: p.ID, Serials: serials,
		})
	}
	return allUsed(w.fresh.list, "workorders.serial_of_none", madeNumbers)
}

// convert takes components for kits, or kits for components.
func (w *work) convert(ctx context.Context) error {
	since, expires := "", plugin.Text(w.head, "to_exp_date")
	for _, p := range w.parts {
		since, expires = earlier(since, p.InDate), earlier(expires, p.ExpDate)
		w.moves = append(w.moves, stock.Move{
			Code: stock.Work, Doc: docOf(w.head, p.LineID), Goods: p.goods(), Qty: p.qty, From: p.place(), To: stock.Place{PositionID: w.away}, ReservationID: p.ID, Serials: p.serials,
		})
	}
	for _, line := range linesOn(made, w.lines) {
		goods, err := w.goodsOf(ctx, plugin.Int(line, "product_id"), expires)
		if err != nil {
			return err
		}
		qty := plugin.Decimal(line, "per_qty").Mul(w.qty)
		serials, err := w.fresh.some(goods.ProductID, qty)
		if err != nil {
			return err
		}
		w.moves = append(w.moves, stock.Move{
			Code: stock.Work, Doc: docOf(w.head, plugin.ID(line)), Goods: goods, Qty: qty,
			From: stock.Place{PositionID: w.away}, To: w.bench, InDate: since, Serials: serials,
		})
	}
	return allUsed(w.fresh.list, "workorders.serial_of_none", madeNumbers)
}

// earlier is the earlier of two dates; "" is none.
func earlier(a, b string) string {
	if a == "" || b != "" && b < a {
		return b
	}
	return a
}

// post writes all movements at once.
func (w *work) post(ctx context.Context) error {
	list, err := w.Stock.Post(ctx, w.data, w.moves)
	for _, p := range list {
		w.did.Moves = append(w.did.Moves, p.MoveNo)
	}
	return err
}

// note writes down what was done, on the order, its lines and as a record.
func (w *work) note(ctx context.Context, e *plugin.EffectEvent, with plugin.Row) error {
	if err := count(ctx, w.data, plugin.ID(w.head), w.lines, w.qty, w.did.Materials); err != nil {
		return err
	}
	row := plugin.Row{
		"work_order_id": plugin.ID(w.head), "qty": w.qty, "minutes": plugin.Int(with, "minutes"), "worker_id": plugin.Int(with, "worker_id"), "posted": w.did,
		usedNumbers: w.used.told(), madeNumbers: w.fresh.told(),
	}
	for _, same := range []string{"warehouse_id", "consignor_id", "product_id"} {
		row[same] = w.head[same]
	}
	saved, err := w.data.Save(ctx, record, row)
	if err != nil {
		return err
	}
	e.Created(record, plugin.ID(saved))
	return nil
}

// count adds pieces to what is done of an order, or takes them off where there are fewer
// than none.
func count(ctx context.Context, data plugin.Data, id int64, lines []plugin.Row, qty decimal.Decimal, materials []use) error {
	if err := data.Add(ctx, order, []plugin.Row{{"id": id, "done_qty": qty}}); err != nil {
		return err
	}
	rows := make([]plugin.Row, len(lines))
	for i, line := range lines {
		rows[i] = plugin.Row{"id": plugin.ID(line), "done_qty": plugin.Decimal(line, "per_qty").Mul(qty)}
	}
	if err := data.Add(ctx, orderLine, rows); err != nil {
		return err
	}
	used := make([]plugin.Row, len(materials))
	for i, m := range materials {
		n := m.Qty * stock.Qty(qty.Sign())
		used[i] = plugin.Row{"id": m.ID, "used_qty": n.Decimal()}
	}
	return data.Add(ctx, material, used)
}
