package transfers

import (
	"cmp"
	"context"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/plugin"
	stock "github.com/wareloom/wareloom/plugins/inventory/contract"
)

func (t *carry) enterQty(ctx context.Context) (err error) {
	g := t.goods
	if t.Qty, err = stock.ReadPieces(ctx, t.codes, t.Data, t.In, g.ProductID, g.digits()); err != nil {
		return err
	}
	if err := g.mustFit(t.Qty); err != nil {
		return err
	}
	t.Serials = nil
	t.GoTo(stepTarget)
	if g.SerialCtl {
		t.GoTo(stepSerial)
	}
	if t.LineID != 0 {
		return nil
	}
	return t.propose(ctx)
}

// scanSerial takes the number of one piece until the quantity is reached.
func (t *carry) scanSerial(ctx context.Context, no string) error {
	if err := t.goods.mustHold(ctx, t.Data.SQL(), no); err != nil {
		return err
	}
	for _, known := range t.Serials {
		if known == no {
			return fault.New(fault.Invalid, "transfers.serial_twice", "serial", no)
		}
	}
	t.Serials = append(t.Serials, no)
	if int64(len(t.Serials)) == t.Qty.IntPart() {
		t.GoTo(stepTarget)
	}
	return nil
}

// scanTarget takes the place that the goods go to: a bin, a container in one, or a cart.
func (t *carry) scanTarget(ctx context.Context, code string) error {
	warehouse, err := t.warehouse(ctx)
	if err != nil {
		return err
	}
	found, err := t.one(ctx, t.Data, code, plugin.Scope{"warehouse_id": warehouse}, "position", "lpn")
	if err != nil {
		return err
	}
	if found.Kind == "lpn" && isCart(found) {
		return t.onto(ctx, found.ID, found.Label)
	}
	to, err := t.placeOf(ctx, found)
	if err != nil {
		return err
	}
	if err := t.mustBeTarget(ctx, to.PositionID, found.Label); err != nil {
		return err
	}
	return t.put(ctx, to, found.Label)
}

// warehouse is that of the goods at hand.
func (t *carry) warehouse(ctx context.Context) (int64, error) {
	if t.goods != nil {
		return t.goods.WarehouseID, nil
	}
	list, err := t.all(ctx)
	if err != nil {
		return 0, err
	}
	return list[0].WarehouseID, nil
}

// placeOf is a bin, or the place in a container that stands in one.
func (t *carry) placeOf(ctx context.Context, found plugin.Candidate) (to stock.Place, err error) {
	to.PositionID = found.ID
	if found.Kind == "lpn" {
		if to.PositionID, err = standsAt(ctx, t.Data.SQL(), found.ID); err != nil || to.PositionID == 0 {
			return to, cmp.Or[error](err, fault.New(fault.Invalid, "transfers.container_nowhere", "code", found.Label))
		}
		to.LpnID = found.ID
	}
	use, err := useOf(ctx, t.Data.SQL(), to.PositionID)
	if err == nil && use != stock.UseBin {
		err = fault.New(fault.Invalid, "transfers.not_a_bin", "position", found.Label)
	}
	return to, err
}

// mustBeTarget refuses a place other than that of the line, and that where the goods
// lie already.
func (t *carry) mustBeTarget(ctx context.Context, position int64, label string) error {
	if t.goods != nil && position == t.goods.PositionID || t.Whole && position == t.PositionID {
		return fault.New(fault.Invalid, "transfers.same_place", "position", label)
	}
	want := plugin.Int(t.line, "to_position_id")
	if want == 0 || want == position || t.Else {
		return nil
	}
	code, err := labelOf(ctx, t.Data.SQL(), want)
	return cmp.Or[error](err, fault.New(fault.Invalid, "transfers.wrong_target", "got", label, "want", code))
}

// elsewhere lets the goods at hand go to another place than their line says.
func (t *carry) elsewhere(context.Context) error {
	if t.LineID == 0 {
		return fault.New(fault.Invalid, "station.bad_button", "code", t.In.Text())
	}
	t.Else = true
	t.Reply.Key = "transfers.elsewhere"
	return nil
}

// load is the goods at hand, on the line that they belong to.
func (t *carry) load(ctx context.Context) (load, error) {
	l := load{line: t.line, goods: t.goods, qty: t.Qty, serials: t.Serials, along: t.Whole}
	if err := t.goods.mustFit(t.Qty); err != nil || l.line != nil {
		return l, err
	}
	doc, err := t.looseDoc(ctx, t.goods)
	if err != nil {
		return l, err
	}
	l.line, err = t.make(ctx, doc, t.goods, t.Qty)
	return l, err
}

// looseDoc gives the document that the session writes for an owner's loose goods: that
// which it has begun, else a new one.
func (t *carry) looseDoc(ctx context.Context, g *goods) (int64, error) {
	if known := t.Docs[g.ConsignorID]; known != 0 {
		row, err := t.lock(ctx, t.Data, known)
		if err != nil || plugin.Text(row, "status") == "working" {
			return known, err
		}
	}
	row, err := t.Data.Save(ctx, t.Document, plugin.Row{"warehouse_id": g.WarehouseID, "consignor_id": g.ConsignorID})
	if err != nil {
		return 0, err
	}
	if t.Docs == nil {
		t.Docs = map[int64]int64{}
	}
	t.Docs[g.ConsignorID] = plugin.ID(row)
	_, err = t.Data.Act(ctx, t.Document, "begin", plugin.ID(row), nil)
	return plugin.ID(row), err
}

// put takes the goods at hand to their place and goes on.
func (t *carry) put(ctx context.Context, to stock.Place, label string) error {
	t.data = t.Data
	if t.Whole {
		return t.putWhole(ctx, to, label)
	}
	l, err := t.load(ctx)
	if err != nil {
		return err
	}
	if t.Drop {
		err = t.drop(ctx, l, to)
	} else {
		err = t.hand.put(ctx, l, to)
	}
	if err != nil {
		return err
	}
	return t.goOn(ctx, "transfers.moved", fault.Params{"sku": t.goods.SKU, "qty": t.Qty.String(), "position": label}, plugin.Int(l.line, t.head()))
}

// putWhole takes all that lies at the source to a place, its containers with it.
func (t *carry) putWhole(ctx context.Context, to stock.Place, label string) error {
	list, err := t.all(ctx)
	if err != nil {
		return err
	}
	var docs []int64
	for _, g := range list {
		t.goods, t.Qty = g, g.OnHand.Decimal()
		if t.Serials, err = g.serials(ctx, t.Data.SQL()); err != nil {
			return err
		}
		l, err := t.load(ctx)
		if err != nil {
			return err
		}
		at := stock.Place{PositionID: to.PositionID, LpnID: g.LpnID}
		if g.LpnID == 0 {
			at.LpnID = to.LpnID
		}
		if err := t.hand.put(ctx, l, at); err != nil {
			return err
		}
		docs = append(docs, plugin.Int(l.line, t.head()))
	}
	if err := t.stand(ctx, list, to.PositionID); err != nil {
		return err
	}
	t.source = source{} // a container takes its goods along
	return t.goOn(ctx, "transfers.moved_whole", fault.Params{"lines": len(list), "position": label}, docs...)
}

// stand says of the containers among the goods where they stand now.
func (t *carry) stand(ctx context.Context, list []*goods, position int64) error {
	var rows []plugin.Row
	seen := map[int64]bool{0: true}
	for _, g := range list {
		if seen[g.LpnID] {
			continue
		}
		seen[g.LpnID] = true
		lpn, err := t.Data.Get(ctx, "lpn", g.LpnID)
		if err != nil {
			return err
		}
		t.did.Lpns = append(t.did.Lpns, stand{g.LpnID, plugin.Int(lpn, "position_id")})
		rows = append(rows, plugin.Row{"id": g.LpnID, "position_id": position})
	}
	return t.Data.Set(ctx, "lpn", rows)
}

// toCart puts the goods at hand on the cart that the person pushes, or asks for one.
func (t *carry) toCart(ctx context.Context) error {
	if t.Drop || t.Whole {
		return fault.New(fault.Invalid, "transfers.not_onto_cart")
	}
	if t.CartID == 0 {
		t.GoTo(stepCart)
		return nil
	}
	lpn, err := t.Data.Get(ctx, "lpn", t.CartID)
	if err != nil {
		return err
	}
	return t.onto(ctx, t.CartID, plugin.Text(lpn, "barcode"))
}

// scanCart takes the cart for the goods at hand.
func (t *carry) scanCart(ctx context.Context, code string) error {
	id, label, err := t.cart(ctx, t.Data, t.goods.WarehouseID, code)
	if err != nil {
		return err
	}
	return t.onto(ctx, id, label)
}

// onto puts the goods at hand on a cart and goes on.
func (t *carry) onto(ctx context.Context, cart int64, label string) error {
	if t.Drop || t.Whole {
		return fault.New(fault.Invalid, "transfers.not_onto_cart")
	}
	t.data, t.CartID = t.Data, cart
	l, err := t.load(ctx)
	if err != nil {
		return err
	}
	if err := t.lift(ctx, l, cart); err != nil {
		return err
	}
	return t.goOn(ctx, "transfers.lifted", fault.Params{"sku": t.goods.SKU, "qty": t.Qty.String(), "cart": label}, plugin.Int(l.line, t.head()))
}

// goOn answers for what was done and goes to what is next.
func (t *carry) goOn(ctx context.Context, key string, params fault.Params, docs ...int64) error {
	planned := t.LineID != 0
	for _, doc := range docs {
		if err := t.settle(ctx, doc, planned); err != nil {
			return err
		}
	}
	t.Moves++
	reply := plugin.Reply{Key: key, Params: params, Undo: t.did}
	from := t.source
	if err := t.next(ctx); err != nil {
		return err
	}
	if t.DocID == 0 && t.LineID == 0 {
		if err := t.stay(ctx, from); err != nil {
			return err
		}
	}
	if t.Step() == plugin.StepDone {
		reply.Sound = plugin.SoundDone
	}
	t.Reply = reply
	return nil
}

// stay goes on at a source of loose goods while something is free there.
func (t *carry) stay(ctx context.Context, from source) error {
	t.source = source{}
	if !from.set() || from.LpnID != 0 && from.LpnID == t.CartID {
		return nil
	}
	all, err := from.goods(ctx, t.Data.SQL())
	if len(free(all)) > 0 {
		t.source = from
		t.GoTo(stepItem)
	}
	return err
}
