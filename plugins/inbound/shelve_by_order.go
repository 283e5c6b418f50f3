package inbound

import (
	"cmp"
	"context"
	"encoding/json"
	"slices"

	"github.com/shopspring/decimal"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/plugin"
	"github.com/wareloom/wareloom/plugins/inventory/contract"
)

// stepReason is where who takes another bin than the suggested one says why.
const stepReason = "reason"

// orderOfOther is a refusal that a supervisor may let pass.
const orderOfOther = "inbound.order_of_other"

// putting is the task of putting the goods of a shelving order away.
type putting struct {
	dock
	plugin.Turn `json:"-"`
	OrderID     int64 `json:"order,omitempty"`
	Puts        int   `json:"puts,omitempty"`
	carry

	task  *task   // at hand, for a step about it
	goods *staged // its goods
}

// carry is the line at hand, and where its goods go.
type carry struct {
	plugin.Choosing
	LineID  int64           `json:"line,omitempty"`
	Qty     decimal.Decimal `json:"qty"`
	Serials []string        `json:"serials,omitempty"`
	ToID    int64           `json:"to,omitempty"`
	To      string          `json:"to_code,omitempty"`
}

// puttingByOrder is the flow of the station shelve_by_order.
func (d dock) puttingByOrder() plugin.Machine[*putting] {
	toItem := []string{stepItem}
	return plugin.Machine[*putting]{
		New: func() *putting { return &putting{dock: d} },
		Steps: []plugin.Step[*putting]{{
			Key: stepOrder, Kind: "scan", Accept: []string{"shelve_order"}, Take: plugin.TakeText((*putting).order), To: []string{stepItem, plugin.StepChoose},
			Buttons: []plugin.Press[*putting]{{Code: "next", Do: (*putting).takeNext, To: []string{stepItem}}},
		}, {
			Key: stepItem, Kind: "scan", Accept: []string{"product", "sku"}, Take: plugin.TakeText((*putting).item), Form: plugin.TakeForm("inbound.bad_form", (*putting).putAtOnce),
			To: []string{plugin.StepChoose, stepQty, plugin.StepDone}, Back: []string{stepOrder},
			Buttons: []plugin.Press[*putting]{{Code: "finish", Do: (*putting).finish, To: []string{plugin.StepDone}}},
		}, {
			Key: plugin.StepChoose, Kind: "choice", Take: plugin.Chosen((*putting).take), To: []string{stepItem, stepQty}, Back: []string{stepItem, stepOrder},
		}, {
			Key: stepQty, Kind: "qty", Ready: (*putting).look, Take: (*putting).qty, To: []string{stepSerial, stepPosition}, Back: toItem,
		}, {
			Key: stepSerial, Kind: "scan", Accept: []string{"serial"}, Ready: (*putting).look, Take: plugin.TakeText((*putting).serial), To: []string{stepPosition}, Back: toItem,
		}, {
			Key: stepPosition, Kind: "scan", Accept: []string{"position"}, Ready: (*putting).look, Take: plugin.TakeText((*putting).position), To: []string{stepItem, stepReason, plugin.StepDone}, Back: toItem,
		}, {
			Key: stepReason, Kind: "choice", Ready: (*putting).look, Take: plugin.TakeText((*putting).reason), To: []string{stepItem, plugin.StepDone}, Back: []string{stepPosition},
		}},
		Back: (*putting).back, Show: (*putting).show, TakeBack: plugin.Undoing((*putting).takeBack),
	}
}

// back leaves the goods at hand, and before them the order; who is asked why keeps his
// goods and takes another bin.
func (t *putting) back(_ context.Context, from string) error {
	if from == stepReason {
		t.ToID, t.To = 0, ""
		return nil
	}
	t.carry = carry{}
	if t.Step() == stepOrder || t.OrderID == 0 {
		t.OrderID, t.Puts = 0, 0
		t.GoTo(stepOrder)
	}
	return nil
}

// order takes an order that is not put away to the end.
func (t *putting) order(ctx context.Context, code string) error {
	found, err := t.codes.Resolve(ctx, t.Data, code, scopeOf(t.Session), "shelve_order")
	if err != nil {
		return err
	}
	return plugin.Choose(ctx, t, code, plugin.MeaningsOf(found), (*putting).take)
}

// take takes what was scanned or chosen: an order, or a line of it.
func (t *putting) take(ctx context.Context, m plugin.Meaning) error {
	if t.OrderID != 0 {
		t.carry = carry{LineID: m.ID}
		t.GoTo(stepQty)
		return t.look(ctx)
	}
	o, err := readOrdered(ctx, t.Data.SQL(), m.ID)
	if err != nil {
		return err
	}
	person := t.Actor.UserID
	if t.Allows(orderOfOther) {
		person = o.AssignedID.Int64
	}
	if err := o.mustBeOpen(person); err != nil {
		return err
	}
	tasks, err := readTasks(ctx, t.Data.SQL(), o.ID)
	if err == nil && len(tasks) == 0 {
		err = fault.New(fault.Conflict, "inbound.order_closed", "order", o.DocNo)
	}
	t.OrderID, t.carry = o.ID, carry{}
	t.GoTo(stepItem)
	return err
}

// matches are the open lines that a code may mean; a lot narrows them.
func (t *putting) matches(ctx context.Context, code, lot string) ([]task, error) {
	products, err := t.products(ctx, t.Data, code, nil)
	if err != nil {
		return nil, err
	}
	tasks, err := readTasks(ctx, t.Data.SQL(), t.OrderID)
	if err != nil {
		return nil, err
	}
	tasks = slices.DeleteFunc(tasks, func(l task) bool {
		of := func(c plugin.Candidate) bool { return c.ID == l.ProductID }
		return !slices.ContainsFunc(products, of) || lot != "" && l.LotNo != lot
	})
	if len(tasks) == 0 {
		return nil, fault.New(fault.Invalid, "inbound.not_on_order", "sku", products[0].Label)
	}
	return tasks, nil
}

// item takes the scan of goods. Lines of the same goods are taken in the order of the
// walk; other goods of the code are for the person to choose.
func (t *putting) item(ctx context.Context, code string) error {
	tasks, err := t.matches(ctx, code, "")
	if err != nil {
		return err
	}
	var meanings []plugin.Meaning
	var known []int64
	for i := range tasks {
		if quant := tasks[i].QuantID.Int64; !slices.Contains(known, quant) {
			known = append(known, quant)
			meanings = append(meanings, plugin.Meaning{ID: tasks[i].LineID})
		}
	}
	t.carry = carry{}
	return plugin.Choose(ctx, t, code, meanings, (*putting).take)
}

// putForm and its reason in one input.
type plannedForm struct {
	putForm
	Reason string `json:"reason"`
}

// putAtOnce takes a whole put of the first line that the goods may be of.
func (t *putting) putAtOnce(ctx context.Context, one plannedForm) error {
	tasks, err := t.matches(ctx, one.Item, one.Lot)
	if err != nil {
		return err
	}
	t.carry = carry{LineID: tasks[0].LineID, Serials: one.Serials}
	if err := t.look(ctx); err != nil {
		return err
	}
	if t.Qty, err = readQty(cmp.Or(one.Qty, json.Number(t.most().Text())).String(), t.goods.SerialCtl); err != nil {
		return err
	}
	if err := t.mustFit(); err != nil {
		return err
	}
	if err := t.scanned(ctx, one.Position); err != nil {
		return err
	}
	if t.asks(ctx) && one.Reason == "" {
		return fault.New(fault.Invalid, "inbound.reason_needed", "suggested", t.task.Bin, "position", t.To)
	}
	return t.put(ctx, one.Reason)
}

// look reads the line at hand and its goods.
func (t *putting) look(ctx context.Context) error {
	tasks, err := readTasks(ctx, t.Data.SQL(), t.OrderID)
	if err != nil {
		return err
	}
	at := slices.IndexFunc(tasks, func(l task) bool { return l.LineID == t.LineID })
	if at < 0 {
		return fault.New(fault.Conflict, "inbound.gone_from_source")
	}
	t.task = &tasks[at]
	t.goods, err = stagedQuant(ctx, t.Data.SQL(), t.task.QuantID.Int64)
	return err
}

// most is how much of the line may be put now, in thousandths.
func (t *putting) most() contract.Qty { return min(t.task.Qty, t.goods.Free) }

func (t *putting) mustFit() error { return contract.AtMost(t.Qty, t.most()) }

func (t *putting) qty(ctx context.Context) (err error) {
	g := t.goods
	if t.Qty, err = contract.ReadPieces(ctx, t.codes, t.Data, t.In, g.ProductID, digitsOf(g.SerialCtl)); err != nil {
		return err
	}
	t.GoTo(stepPosition)
	if g.SerialCtl {
		t.GoTo(stepSerial)
	}
	return t.mustFit()
}

// serial takes the number of one piece until the quantity is reached.
func (t *putting) serial(ctx context.Context, no string) (err error) {
	if err := t.goods.mustHold(ctx, t.Data.SQL(), no); err != nil {
		return err
	}
	if t.Serials, err = addSerial(t.Serials, no); err == nil && int64(len(t.Serials)) == t.Qty.IntPart() {
		t.GoTo(stepPosition)
	}
	return err
}

// scanned takes the code of a bin.
func (t *putting) scanned(ctx context.Context, code string) (err error) {
	t.ToID, t.To, err = t.dock.position(ctx, t.Data, code, plugin.Scope{"warehouse_id": t.goods.WarehouseID}, contract.UseBin)
	return err
}

// position takes the bin; who takes another than the suggested one is asked why.
func (t *putting) position(ctx context.Context, code string) error {
	if err := t.scanned(ctx, code); err != nil {
		return err
	}
	if t.asks(ctx) {
		t.GoTo(stepReason)
		return nil
	}
	return t.put(ctx, "")
}

// asks reports whether the bin at hand is another than the suggested one, and the
// warehouse wants to know why.
func (t *putting) asks(ctx context.Context) bool {
	if t.task.BinID == 0 || t.task.BinID == t.ToID {
		return false
	}
	ask, err := t.Data.Setting(ctx, "shelve_other_reason", plugin.Row{"warehouse_id": t.goods.WarehouseID})
	return err != nil || ask != false
}

// reasons are the values of the dropdown put_reason in the person's language.
func (t *putting) reasons() []plugin.Choice { return choicesOf(t.Session, "put_reason") }

func (t *putting) reason(ctx context.Context, code string) error {
	if !slices.ContainsFunc(t.reasons(), func(c plugin.Choice) bool { return c.Code == code }) {
		return plugin.MustChoose(code)
	}
	return t.put(ctx, code)
}

// put moves the goods at hand into the bin. When nothing is left the order is done.
func (t *putting) put(ctx context.Context, reason string) error {
	for _, from := range []string{"draft", "assigned", "partly"} {
		if err := actIn(ctx, t.Data, "shelve_order", t.OrderID, from, "start"); err != nil {
			return err
		}
	}
	order, err := t.Data.Get(ctx, "shelve_order", t.OrderID)
	if err != nil {
		return err
	}
	line, err := t.Data.Get(ctx, "shelve_order_line", t.LineID)
	if err != nil {
		return err
	}
	did, err := t.shelvePlanned(ctx, t.Data, order, line, put{t.goods, t.Qty, t.ToID, t.task.BinID, t.Serials}, reason)
	if err != nil {
		return err
	}
	t.Reply = plugin.Reply{Key: "inbound.shelved", Params: fault.Params{"sku": t.goods.SKU, "qty": t.Qty.String(), "position": t.To}, Undo: did}
	t.carry = carry{}
	t.Puts++
	t.GoTo(stepItem)
	left, err := readTasks(ctx, t.Data.SQL(), t.OrderID)
	if err != nil || len(left) > 0 {
		return err
	}
	t.Reply.Sound = plugin.SoundDone
	t.GoTo(plugin.StepDone)
	return actIn(ctx, t.Data, "shelve_order", t.OrderID, "shelving", "finish")
}

// finish leaves the order with what is still staged of it.
func (t *putting) finish(ctx context.Context) error {
	t.GoTo(plugin.StepDone)
	t.Reply.Key, t.Reply.Sound = "inbound.shelving_finished", plugin.SoundDone
	return actIn(ctx, t.Data, "shelve_order", t.OrderID, "shelving", "pause")
}

func (t *putting) takeBack(ctx context.Context, did shelved) error {
	t.Puts = max(t.Puts-1, 0)
	return t.undoPlanned(ctx, t.Data, did)
}
