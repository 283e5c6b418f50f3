package packing

import (
	"context"
	"slices"

	"github.com/shopspring/decimal"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/plugin"
	"github.com/wareloom/wareloom/plugins/inventory/contract"
)

// binding is the task of packing goods that nobody was sent to pick: the first of them
// names the order, and the last one picks and packs it.
type binding struct {
	bench
	plugin.Turn `json:"-"`
	bound
	reserved []line // for the order, once they are read
}

// bound is the order at work and what was scanned of it.
type bound struct {
	plugin.Choosing
	OrderID   int64                  `json:"order,omitempty"`
	DocNo     string                 `json:"doc_no,omitempty"`
	PackageID int64                  `json:"package,omitempty"` // the order's open one
	Scanned   map[int64]contract.Qty `json:"scanned,omitempty"` // by line
	Serials   map[int64][]string     `json:"serials,omitempty"` // by product
	ProductID int64                  `json:"product,omitempty"` // scanned last
	SKU       string                 `json:"sku,omitempty"`
	Packed    int64                  `json:"packed,omitempty"` // package of the order before
}

// binding is the flow of the station verify_no_order.
func (b bench) binding() plugin.Machine[*binding] {
	back := []string{stepItem}
	return plugin.Machine[*binding]{
		New: func() *binding { return &binding{bench: b} },
		Steps: []plugin.Step[*binding]{{
			Key: stepItem, Kind: "scan", Accept: []string{"product", "sku"}, Ready: (*binding).hold, Take: plugin.TakeText((*binding).item),
			To: []string{plugin.StepChoose, stepSerial}, Back: back,
			Buttons: []plugin.Press[*binding]{{Code: "qty", Do: (*binding).askQty, To: []string{stepQty}}},
		}, {
			Key: plugin.StepChoose, Kind: "choice", Ready: (*binding).hold, Take: plugin.Chosen((*binding).take), To: []string{stepItem, stepSerial}, Back: back,
		}, {
			Key: stepQty, Kind: "qty", Ready: (*binding).hold, Take: (*binding).qty, To: back, Back: back,
		}, {
			Key: stepSerial, Kind: "scan", Accept: []string{"serial"}, Ready: (*binding).hold, Take: plugin.TakeText((*binding).serial), To: back, Back: back,
		}},
		Back: (*binding).back, Show: (*binding).show, Over: notIn(`'allocated', 'picked', 'checked'`), TakeBack: plugin.Undoing((*binding).takeBack),
	}
}

// hold looks after the order at work: it must be as it was when the first of its goods
// was scanned.
func (t *binding) hold(ctx context.Context) error {
	if t.OrderID == 0 {
		return nil
	}
	o, err := lockOrder(ctx, t.Data.SQL(), t.OrderID)
	if err != nil {
		return err
	}
	if why, stopped := fault.As(o.mustNotStop()); stopped {
		t.Reply = plugin.Reply{Key: why.Key, Params: why.Params, Sound: plugin.SoundStop, Code: why.Key}
		return t.forget(ctx)
	}
	if o.Status != "allocated" {
		return fault.New(fault.Conflict, "packing.went_elsewhere", "order", o.DocNo)
	}
	return mustHold(ctx, t.Session, t.PackageID)
}

// item takes a scan: the first one binds the order that its goods are for.
func (t *binding) item(ctx context.Context, code string) error {
	found, err := t.codes.Resolve(ctx, t.Data, code, t.Scope("warehouse_id"), "product", "sku")
	if err != nil {
		return err
	}
	var meanings []plugin.Meaning
	for _, c := range found {
		takes, err := t.takes(ctx, c.ID)
		if err != nil {
			return err
		}
		if takes && !slices.ContainsFunc(meanings, func(m plugin.Meaning) bool { return m.ID == c.ID }) {
			meanings = append(meanings, plugin.Meaning{ID: c.ID, Label: c.Label, Detail: c.Detail, Pack: contract.PackOf(c)})
		}
	}
	if len(meanings) == 0 {
		return t.noneTakes(ctx, found)
	}
	return plugin.Choose(ctx, t, code, meanings, (*binding).take)
}

// take counts goods; those with numbers of their own when theirs is scanned.
func (t *binding) take(ctx context.Context, m plugin.Meaning) error {
	if t.OrderID == 0 {
		if err := t.bind(ctx, m.ID); err != nil {
			return err
		}
	}
	product, err := t.Data.Get(ctx, "product", m.ID)
	if err != nil {
		return err
	}
	t.ProductID, t.SKU = m.ID, plugin.Text(product, "sku")
	if plugin.Bool(product, "serial_ctl") {
		t.GoTo(stepSerial)
		return nil
	}
	return t.count(ctx, m.Pack, nil)
}

// bind takes the oldest order that wants a product.
func (t *binding) bind(ctx context.Context, product int64) error {
	o, err := t.oldest(ctx, product)
	if err != nil {
		return err
	}
	claimed, err := openPackage(ctx, t.Session, o)
	t.bound = bound{OrderID: o.ID, DocNo: o.DocNo, PackageID: claimed}
	t.Reply.Undo = undoBind{Claimed: claimed}
	return err
}

func (t *binding) askQty(ctx context.Context) error {
	left, err := t.leftOf(ctx, t.ProductID)
	if err != nil {
		return err
	}
	if left == 0 {
		return fault.New(fault.Invalid, "packing.scan_first")
	}
	t.GoTo(stepQty)
	return nil
}

func (t *binding) qty(ctx context.Context) error {
	qty, err := contract.ReadPieces(ctx, t.codes, t.Data, t.In, t.ProductID, contract.QtyDigits)
	if err != nil {
		return err
	}
	return t.count(ctx, qty, nil)
}

// serial takes the number of one piece, one of those that are reserved for the order.
func (t *binding) serial(ctx context.Context, no string) error {
	if slices.Contains(t.Serials[t.ProductID], no) {
		return fault.New(fault.Invalid, "packing.serial_twice", "serial", no)
	}
	if err := t.mustBeReserved(ctx, no); err != nil {
		return err
	}
	return t.count(ctx, decimal.NewFromInt(1), []string{no})
}

// count counts pieces of the product at hand; the last ones pick and pack the order.
func (t *binding) count(ctx context.Context, qty decimal.Decimal, serials []string) error {
	list, err := t.lines(ctx)
	if err != nil {
		return err
	}
	left, _ := leftOf(list, t.ProductID)
	if err := contract.AtMost(qty, left); err != nil {
		return err
	}
	if t.Scanned == nil {
		t.Scanned, t.Serials = map[int64]contract.Qty{}, map[int64][]string{}
	}
	if t.Serials == nil {
		t.Serials = map[int64][]string{}
	}
	t.Serials[t.ProductID] = append(t.Serials[t.ProductID], serials...)
	missing, n := contract.Qty(0), contract.QtyOf(qty)
	for _, l := range list {
		if l.ProductID == t.ProductID {
			part := min(n, l.left)
			t.Scanned[l.LineID] += part
			l.left, n = l.left-part, n-part
		}
		missing += l.left
	}
	t.reserved = nil
	t.GoTo(stepItem)
	if missing == 0 {
		return t.close(ctx)
	}
	if t.Reply.Key == "" {
		t.Reply.Key, t.Reply.Params = "packing.bound", fault.Params{"order": t.DocNo}
	}
	return nil
}

// close picks and packs the order in one.
func (t *binding) close(ctx context.Context) error {
	wave, err := t.picks.PickNow(ctx, t.Session, t.OrderID, t.Serials)
	if err != nil {
		return err
	}
	o, err := lockOrder(ctx, t.Data.SQL(), t.OrderID)
	if err != nil {
		return err
	}
	if err := o.mustBePicked(); err != nil {
		return err
	}
	made, err := t.pack(ctx, t.Data, o, parcelled{id: t.PackageID, serials: t.Serials, asSuggested: true})
	if err != nil {
		return err
	}
	log, err := logMatch(ctx, t.Data, o, made, t.ProductID)
	if err != nil {
		return err
	}
	no := plugin.Text(made, "package_no")
	undo := undoBind{Packed: t.PackageID, Wave: wave, Log: log}
	if before, bound := t.Reply.Undo.(undoBind); bound {
		undo.Claimed = before.Claimed
	}
	t.bound = bound{Packed: plugin.ID(made)}
	t.Reply = plugin.Reply{
		Key: "packing.matched", Params: fault.Params{"order": o.DocNo, "package": no}, Sound: plugin.SoundDone, Code: no, Undo: undo,
	}
	return nil
}

// back goes one step up; from the items the order is given up.
func (t *binding) back(ctx context.Context, from string) error {
	t.Choosing = plugin.Choosing{}
	if from != stepItem {
		return nil
	}
	return t.forget(ctx)
}

// forget lets others have the order.
func (t *binding) forget(ctx context.Context) error {
	id := t.PackageID
	t.bound = bound{Packed: t.Packed}
	t.GoTo(stepItem)
	if id == 0 {
		return nil
	}
	return giveUp(ctx, t.Session, id)
}

// undoBind says what a scan did beyond the task.
type undoBind struct {
	Claimed int64 `json:"claimed,omitempty"` // open package
	Packed  int64 `json:"packed,omitempty"`  // package
	Wave    int64 `json:"wave,omitempty"`    // of the picks
	Log     int64 `json:"log,omitempty"`
}

// takeBack takes a binding back, or a packing with its picks.
func (t *binding) takeBack(ctx context.Context, did undoBind) error {
	if did.Packed != 0 {
		if err := t.takeApart(ctx, did); err != nil {
			return err
		}
	}
	if did.Claimed != 0 {
		return giveUp(ctx, t.Session, did.Claimed)
	}
	return nil
}

// takeApart opens the package again and puts its goods back where they were reserved.
func (t *binding) takeApart(ctx context.Context, did undoBind) error {
	opened, err := t.Data.Act(ctx, "package", "reopen", did.Packed, nil)
	if err != nil {
		return err
	}
	if err := giveTo(ctx, t.Data, did.Packed, t.ID); err != nil {
		return err
	}
	if _, err := t.Data.Act(ctx, "sale_order", "uncheck", plugin.Int(opened, "sale_order_id"), nil); err != nil {
		return err
	}
	if err := t.picks.UnpickNow(ctx, t.Session, did.Wave); err != nil {
		return err
	}
	return logUndone(ctx, t.Data, did.Log)
}
