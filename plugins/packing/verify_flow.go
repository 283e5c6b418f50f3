package packing

import (
	"context"
	"encoding/json"
	"slices"

	"github.com/shopspring/decimal"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/plugin"
	"github.com/wareloom/wareloom/plugins/inventory/contract"
)

// Steps of the station verify_by_order.
const (
	stepOrder  = "order"
	stepItem   = "item"
	stepQty    = "qty"
	stepSerial = "serial"
	stepBox    = "box"
	stepWeight = "weight"
)

// verifying is the task of checking a picked order item by item and packing it.
type verifying struct {
	bench
	plugin.Turn `json:"-"`
	checked
	items []item // picked, once they are read, by place and lot
	sums  []line // and by line
}

// checked is what was scanned of an order.
type checked struct {
	plugin.Choosing
	OrderID   int64                  `json:"order,omitempty"`
	PackageID int64                  `json:"package,omitempty"` // the order's open one
	Scanned   map[int64]contract.Qty `json:"scanned,omitempty"` // by line
	Serials   map[int64][]string     `json:"serials,omitempty"` // by product
	ProductID int64                  `json:"product,omitempty"` // scanned last
	Box       string                 `json:"box,omitempty"`
	Packed    int64                  `json:"packed,omitempty"` // package of the order before
}

// verifying is the flow of the station verify_by_order.
func (b bench) verifying() plugin.Machine[*verifying] {
	back, on := []string{stepItem}, []string{stepItem, stepBox, stepOrder}
	return plugin.Machine[*verifying]{
		New: func() *verifying { return &verifying{bench: b} },
		Steps: []plugin.Step[*verifying]{{
			Key: stepOrder, Kind: "scan", Accept: []string{"order", "lpn", "wave"}, Take: plugin.TakeText((*verifying).order), To: []string{stepItem, plugin.StepChoose},
		}, {
			Key: stepItem, Kind: "scan", Accept: []string{"product", "sku"}, Ready: (*verifying).hold, Take: plugin.TakeText((*verifying).item),
			Form: plugin.TakeForm("packing.bad_form", (*verifying).countAtOnce), To: []string{plugin.StepChoose, stepSerial, stepBox, stepOrder}, Back: []string{stepOrder},
			Buttons: []plugin.Press[*verifying]{{Code: "reset", Do: (*verifying).reset}, {Code: "qty", Do: (*verifying).askQty, To: []string{stepQty}}},
		}, {
			Key: plugin.StepChoose, Kind: "choice", Ready: (*verifying).hold, Take: plugin.Chosen((*verifying).take), To: []string{stepItem, stepSerial, stepBox, stepOrder}, Back: []string{stepItem, stepOrder},
		}, {
			Key: stepQty, Kind: "qty", Ready: (*verifying).hold, Take: (*verifying).qty, To: on, Back: back,
		}, {
			Key: stepSerial, Kind: "scan", Accept: []string{"serial"}, Ready: (*verifying).hold, Take: plugin.TakeText((*verifying).serial), To: on, Back: back,
		}, {
			Key: stepBox, Kind: "text", Ready: (*verifying).hold, Take: plugin.TakeText((*verifying).box), To: []string{stepWeight, stepOrder}, Back: back,
			Buttons: []plugin.Press[*verifying]{{Code: "skip", Do: plugin.GoTo[*verifying](stepWeight), To: []string{stepWeight}}},
		}, {
			Key: stepWeight, Kind: "weight", Ready: (*verifying).hold, Take: plugin.TakeWeight(contract.LoadDigits, "packing.bad_weight", (*verifying).close), To: []string{stepOrder}, Back: []string{stepBox},
			Buttons: []plugin.Press[*verifying]{{Code: "skip", Do: (*verifying).unweighed, To: []string{stepOrder}}},
		}},
		Back: (*verifying).back, Show: (*verifying).show, Over: notIn(`'picked', 'checked'`), TakeBack: plugin.Undoing((*verifying).takeBack),
	}
}

// hold refuses a session that has lost its package to another, and lets go of an order
// that must not go on.
func (t *verifying) hold(ctx context.Context) error {
	if t.PackageID == 0 {
		return nil
	}
	o, err := readOrder(ctx, t.Data.SQL(), t.OrderID)
	if err != nil {
		return err
	}
	if why, stopped := fault.As(o.mustGoOn()); stopped {
		t.Reply = plugin.Reply{Key: why.Key, Params: why.Params, Sound: plugin.SoundStop, Code: why.Key}
		return t.giveOrderUp(ctx)
	}
	return mustHold(ctx, t.Session, t.PackageID)
}

// back goes one step up; from the items the order is given up, so that another
// station may have it.
func (t *verifying) back(ctx context.Context, from string) error {
	t.Choosing = plugin.Choosing{}
	if from != stepItem && t.OrderID != 0 {
		return nil
	}
	return t.giveOrderUp(ctx)
}

func (t *verifying) giveOrderUp(ctx context.Context) error {
	id := t.PackageID
	t.checked = checked{}
	t.GoTo(stepOrder)
	return giveUp(ctx, t.Session, id)
}

func (t *verifying) reset(context.Context) error {
	t.checked = checked{OrderID: t.OrderID, PackageID: t.PackageID}
	t.Reply.Key = "packing.reset"
	return nil
}

// order takes a picked order, by its number, the tote it lies in or its wave.
func (t *verifying) order(ctx context.Context, code string) error {
	found, err := t.codes.Resolve(ctx, t.Data, code, t.Scope("warehouse_id"), "order", "lpn", "wave")
	if err != nil {
		return err
	}
	meanings, err := eachOf(ctx, t.Data.SQL(), found, ordersOf)
	if err != nil {
		return err
	}
	if len(meanings) == 0 {
		return nothingIn(found[0])
	}
	t.checked = checked{}
	return plugin.Choose(ctx, t, code, meanings, (*verifying).take)
}

// take takes what was scanned or chosen: an order, or goods of it.
func (t *verifying) take(ctx context.Context, m plugin.Meaning) error {
	if t.OrderID != 0 {
		return t.scanned(ctx, m)
	}
	tx := t.Data.SQL()
	o, err := lockOrder(ctx, tx, m.ID)
	if err != nil {
		return err
	}
	if err := o.mustBePicked(); err != nil {
		return err
	}
	items, err := pickedItems(ctx, tx, m.ID)
	if err != nil {
		return err
	}
	if err := mustBeShippable(ctx, tx, o.WarehouseID, o.DocNo, lotsOf(items)); err != nil {
		return err
	}
	claimed, err := openPackage(ctx, t.Session, o)
	t.checked = checked{OrderID: m.ID, PackageID: claimed}
	t.Reply.Undo = undoVerify{Claimed: claimed}
	t.GoTo(stepItem)
	return err
}

// item takes a scan: it counts as many as its code says.
func (t *verifying) item(ctx context.Context, code string) error {
	meanings, err := t.meanings(ctx, code)
	if err != nil {
		return err
	}
	return plugin.Choose(ctx, t, code, meanings, (*verifying).take)
}

// form is an item with its quantity in one input.
type form struct {
	Item    string      `json:"item"`
	Qty     json.Number `json:"qty"`
	Serials []string    `json:"serials"`
}

// countAtOnce counts an item that came with its quantity.
func (t *verifying) countAtOnce(ctx context.Context, one form) error {
	meanings, err := t.meanings(ctx, one.Item)
	if err != nil {
		return err
	}
	if len(meanings) > 1 {
		return plugin.MustChoose(one.Item)
	}
	qty, err := plugin.ReadQuantity(one.Qty.String(), contract.QtyDigits)
	if err != nil {
		return err
	}
	return t.count(ctx, meanings[0].ID, qty, one.Serials)
}

// scanned counts a scanned product; pieces with numbers of their own are scanned
// by number.
func (t *verifying) scanned(ctx context.Context, m plugin.Meaning) error {
	t.ProductID = m.ID
	list, err := t.lines(ctx)
	if err != nil {
		return err
	}
	if slices.ContainsFunc(list, func(l line) bool { return l.ProductID == m.ID && l.SerialCtl }) {
		t.GoTo(stepSerial)
		return nil
	}
	return t.count(ctx, m.ID, m.Pack, nil)
}

// askQty asks how many more of the product that was scanned last there are.
func (t *verifying) askQty(ctx context.Context) error {
	list, err := t.lines(ctx)
	if err != nil {
		return err
	}
	if left, _ := leftOf(list, t.ProductID); left == 0 {
		return fault.New(fault.Invalid, "packing.scan_first")
	}
	t.GoTo(stepQty)
	return nil
}

// qty takes a typed quantity of the product that was scanned last.
func (t *verifying) qty(ctx context.Context) error {
	qty, err := contract.ReadPieces(ctx, t.codes, t.Data, t.In, t.ProductID, contract.QtyDigits)
	if err != nil {
		return err
	}
	return t.count(ctx, t.ProductID, qty, nil)
}

// serial takes the number of one piece.
func (t *verifying) serial(ctx context.Context, no string) error {
	return t.count(ctx, t.ProductID, decimal.NewFromInt(1), []string{no})
}

// count counts pieces of a product on its lines and goes on when nothing is left.
func (t *verifying) count(ctx context.Context, product int64, qty decimal.Decimal, serials []string) error {
	list, err := t.lines(ctx)
	if err != nil {
		return err
	}
	if err := mustFit(list, product, qty, serials); err != nil {
		return err
	}
	if err := t.addSerials(ctx, product, serials); err != nil {
		return err
	}
	if t.Scanned == nil {
		t.Scanned = map[int64]contract.Qty{}
	}
	missing, n := contract.Qty(0), contract.QtyOf(qty)
	for _, l := range list {
		if l.ProductID == product {
			part := min(n, l.left)
			t.Scanned[l.LineID] += part
			l.left, n = l.left-part, n-part
		}
		missing += l.left
	}
	t.ProductID = product
	t.GoTo(stepItem)
	if missing == 0 {
		t.GoTo(stepBox)
		t.Reply.Key = "packing.all_scanned"
	}
	return nil
}

// mustFit refuses what is no quantity, or more than is missing.
func mustFit(list []line, product int64, qty decimal.Decimal, serials []string) error {
	left, _ := leftOf(list, product)
	at := slices.IndexFunc(list, func(l line) bool { return l.ProductID == product })
	switch {
	case at < 0:
		return fault.New(fault.Conflict, "packing.line_gone")
	case qty.GreaterThan(left.Decimal()):
		return fault.New(fault.Invalid, "station.over", "max", left.Text(), "value", qty.String())
	case list[at].SerialCtl && !qty.Equal(decimal.NewFromInt(int64(len(serials)))):
		return fault.New(fault.Invalid, "stock.serial_needed", "product", list[at].SKU, "qty", qty.String(), "given", len(serials))
	}
	return nil
}

// box takes the box that the goods went into. A piece too many is none.
func (t *verifying) box(ctx context.Context, code string) error {
	_, err := t.meanings(ctx, code)
	if refusal, ok := fault.As(err); err != nil && (!ok || refusal.Key == overScanned) {
		return err
	}
	t.Box = code
	t.GoTo(stepWeight)
	return t.takeCarton(ctx, code)
}

// takeCarton refuses a carton of which none is there, and says of a code that it is none.
func (t *verifying) takeCarton(ctx context.Context, code string) error {
	o, err := readOrder(ctx, t.Data.SQL(), t.OrderID)
	if err != nil {
		return err
	}
	c, err := cartonOf(ctx, t.Data.SQL(), code)
	if err != nil {
		return err
	}
	if c == nil {
		known, err := cartonsIn(ctx, t.Data.SQL(), o.WarehouseID)
		if len(known) > 0 {
			t.Reply = plugin.Reply{Key: "packing.no_carton", Params: fault.Params{"code": code}}
		}
		return err
	}
	_, err = placeOf(ctx, t.Data.SQL(), o.WarehouseID, c)
	return err
}

// unweighed packs without a weight.
func (t *verifying) unweighed(ctx context.Context) error { return t.close(ctx, decimal.Zero) }

// close packs the order and asks for the next.
func (t *verifying) close(ctx context.Context, weight decimal.Decimal) error {
	o, err := lockOrder(ctx, t.Data.SQL(), t.OrderID)
	if err != nil {
		return err
	}
	if err := o.mustBePicked(); err != nil {
		return err
	}
	list, err := t.lines(ctx)
	if err != nil {
		return err
	}
	if slices.ContainsFunc(list, func(l line) bool { return l.left != 0 }) { // more was picked since the last scan
		return fault.New(fault.Conflict, "packing.line_gone")
	}
	made, err := t.pack(ctx, t.Data, o, parcelled{id: t.PackageID, serials: t.Serials, box: t.Box, weight: weight})
	if err != nil {
		return err
	}
	t.checked = checked{Packed: plugin.ID(made)}
	t.GoTo(stepOrder)
	no := plugin.Text(made, "package_no")
	t.Reply = plugin.Reply{
		Key: "packing.packed", Params: fault.Params{"order": o.DocNo, "package": no},
		Sound: plugin.SoundDone, Code: no, Undo: undoVerify{Packed: t.Packed, From: o.Status},
	}
	return nil
}

// undoVerify says what an input did beyond the task: the package that it made or
// packed.
type undoVerify struct {
	Claimed int64  `json:"claimed,omitempty"`
	Packed  int64  `json:"packed,omitempty"`
	From    string `json:"from,omitempty"` // state of the order that was packed
}

// takeBack gives an order up that was taken, or reopens the package that was packed: the
// order is in the state that it came from.
func (t *verifying) takeBack(ctx context.Context, did undoVerify) error {
	if did.Packed == 0 {
		return giveUp(ctx, t.Session, did.Claimed)
	}
	made, err := t.Data.Act(ctx, "package", "reopen", did.Packed, nil)
	if err != nil {
		return err
	}
	if err := giveTo(ctx, t.Data, did.Packed, t.ID); err != nil || did.From != "picked" {
		return err
	}
	return uncheck(ctx, t.Data, made)
}
