package picking

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/shopspring/decimal"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/plugin"
	"github.com/wareloom/wareloom/plugins/inventory/contract"
)

// putBack is the task of returning picked goods of cancelled orders to positions.
type putBack struct {
	floor
	plugin.Turn `json:"-"`
	plugin.Choosing
	source
	Asked   string          `json:"asked,omitempty"` // step at which the code was scanned that means several things
	Key     string          `json:"key,omitempty"`   // of the goods at hand
	Qty     decimal.Decimal `json:"qty"`
	Serials []string        `json:"serials,omitempty"`

	goods *lying // at hand, for a step about them
}

// putBack is the flow of the station put_back.
func (f floor) putBack() plugin.Machine[*putBack] {
	return plugin.Machine[*putBack]{
		New: func() *putBack { return &putBack{floor: f} },
		Steps: []plugin.Step[*putBack]{{
			Key: stepSource, Kind: "scan", Accept: []string{"order", "lpn"}, Take: (*putBack).scanSource, To: []string{stepItem, plugin.StepChoose},
		}, {
			Key: stepItem, Kind: "scan", Accept: []string{"product", "sku"}, Take: (*putBack).scanItem,
			Form: plugin.TakeForm("picking.bad_form", (*putBack).putAtOnce),
			To:   []string{plugin.StepChoose, stepQty, stepSerial, plugin.StepDone}, Back: []string{stepItem},
		}, {
			Key: plugin.StepChoose, Kind: "choice", Take: plugin.Chosen((*putBack).settle), Pressed: true,
			To: []string{stepItem, stepQty, stepSerial}, Back: []string{stepItem, stepSource},
		}, {
			Key: stepQty, Kind: "qty", Ready: (*putBack).look, Take: (*putBack).enterQty, To: []string{stepPosition}, Back: []string{stepItem},
		}, {
			Key: stepSerial, Kind: "scan", Accept: []string{"serial"}, Ready: (*putBack).look, Take: (*putBack).scanSerial, To: []string{stepPosition}, Back: []string{stepItem},
		}, {
			Key: stepPosition, Kind: "scan", Accept: []string{"position"}, Ready: (*putBack).look, Take: plugin.TakeText((*putBack).put),
			To: []string{stepItem, plugin.StepDone}, Back: []string{stepItem},
		}},
		Back: (*putBack).forget, Show: (*putBack).show, TakeBack: plugin.Undoing((*putBack).takeOut),
	}
}

// forget goes back to where goods are chosen, or to the code that meant several things.
func (t *putBack) forget(_ context.Context, from string) error {
	t.Key, t.Serials = "", nil
	if from == plugin.StepChoose {
		t.GoTo(t.Asked)
	}
	return nil
}

// scanSource takes the cancelled order or the tote. Where a number means several,
// only those with something to put back count.
func (t *putBack) scanSource(ctx context.Context) error {
	found, err := t.codes.Resolve(ctx, t.Data, t.In.Text(), scopeOf(t.Session), "order", "lpn")
	if err != nil {
		return err
	}
	var meanings []plugin.Meaning
	for _, c := range found {
		if err := t.takeApart(ctx, c); err != nil {
			return err
		}
		list, err := sourceOf(c.Kind, c.ID).left(ctx, t.Data.SQL())
		if err != nil {
			return err
		}
		if len(list) > 0 {
			meanings = append(meanings, plugin.Meaning{ID: c.ID, Key: fmt.Sprint(c.Kind, " ", c.ID), Label: c.Label, Detail: c.Detail})
		}
	}
	if len(meanings) == 0 {
		return fault.New(fault.Invalid, "picking.nothing_to_put_back", "code", t.In.Text())
	}
	return t.choose(ctx, meanings)
}

// takeApart has an order that was intercepted after it was packed unpacked and
// cancelled, so that its goods can be put back.
func (t *putBack) takeApart(ctx context.Context, c plugin.Candidate) error {
	if c.Kind != "order" {
		return nil
	}
	o, err := t.Data.Get(ctx, order, c.ID)
	if err != nil || o["intercepted_at"] == nil || plugin.Text(o, "status") != "packed" && plugin.Text(o, "status") != "weighed" {
		return err
	}
	_, err = t.Data.Act(ctx, order, "take_apart", c.ID, nil)
	return err
}

func sourceOf(kind string, id int64) source {
	if kind == "lpn" {
		return source{LpnID: id}
	}
	return source{OrderID: id}
}

func (t *putBack) choose(ctx context.Context, meanings []plugin.Meaning) error {
	t.Asked = t.Step()
	return plugin.Choose(ctx, t, t.In.Text(), meanings, (*putBack).settle)
}

// settle goes on with what was scanned or chosen: a source, or goods of it.
func (t *putBack) settle(ctx context.Context, m plugin.Meaning) error {
	if t.Asked == stepSource {
		kind, _, _ := strings.Cut(m.Key, " ")
		t.source = sourceOf(kind, m.ID)
		t.GoTo(stepItem)
		return nil
	}
	t.Key, t.Serials = m.Key, nil
	if err := t.look(ctx); err != nil {
		return err
	}
	t.GoTo(stepQty)
	if t.goods.SerialCtl {
		t.GoTo(stepSerial)
	}
	return nil
}

// look reads what is left of the chosen goods.
func (t *putBack) look(ctx context.Context) error {
	list, err := t.left(ctx, t.Data.SQL())
	if err != nil {
		return err
	}
	i := slices.IndexFunc(list, func(p lying) bool { return p.key() == t.Key })
	if i < 0 {
		return fault.New(fault.Conflict, "picking.put_back_by_other")
	}
	t.goods = &list[i]
	return nil
}

func (t *putBack) scanItem(ctx context.Context) error {
	list, err := t.matches(ctx, t.In.Text())
	if err != nil {
		return err
	}
	meanings := make([]plugin.Meaning, len(list))
	for i := range list {
		meanings[i] = plugin.Meaning{Key: list[i].key(), Label: list[i].SKU, Detail: list[i].detail()}
	}
	return t.choose(ctx, meanings)
}

// putAtOnce takes all about goods in one input {item, qty, position}.
func (t *putBack) putAtOnce(ctx context.Context, one oneInput) (err error) {
	if t.Qty, err = plugin.ReadQuantity(one.Qty.String(), contract.QtyDigits); err != nil {
		return err
	}
	list, err := t.matches(ctx, one.Item)
	if err != nil {
		return err
	}
	if len(list) > 1 {
		return plugin.MustChoose(one.Item)
	}
	t.Serials, t.goods = one.Serials, &list[0]
	return t.put(ctx, one.Position)
}

func (t *putBack) enterQty(ctx context.Context) (err error) {
	if t.Qty, err = contract.ReadPieces(ctx, t.codes, t.Data, t.In, t.goods.ProductID, contract.QtyDigits); err != nil {
		return err
	}
	t.GoTo(stepPosition)
	return contract.AtMost(t.Qty, t.goods.Qty)
}

func (t *putBack) scanSerial(ctx context.Context) (err error) {
	if t.Serials, err = t.addSerial(ctx, t.Session, t.Serials, t.goods.ProductID, t.goods.place(), t.In.Text()); err != nil {
		return err
	}
	if contract.Pieces(len(t.Serials)) >= t.goods.Qty {
		t.Qty = t.goods.Qty.Decimal()
		t.GoTo(stepPosition)
	}
	return nil
}

// put moves the goods at hand to the scanned position and goes on with the next.
func (t *putBack) put(ctx context.Context, code string) error {
	p := t.goods
	if err := contract.AtMost(t.Qty, p.Qty); err != nil {
		return err
	}
	at, err := t.bin(ctx, t.Session, code, p.WarehouseID)
	if err != nil {
		return err
	}
	posted, err := t.stock.Post(ctx, t.Data, []contract.Move{{
		Code: contract.PutBack, Doc: p.doc(), Goods: p.goods(), Qty: t.Qty, Serials: t.Serials, From: p.place(), To: contract.Place{PositionID: at.ID},
	}})
	if err != nil {
		return err
	}
	n := contract.QtyOf(t.Qty)
	if err := addPicked(ctx, t.Data, p.LineID, -n); err != nil {
		return err
	}
	t.Reply = plugin.Reply{
		Key: "picking.put", Params: fault.Params{"sku": p.SKU, "qty": t.Qty.String(), "position": at.Label},
		Undo: laid{MoveNo: posted[0].MoveNo, LineID: p.LineID, Qty: n},
	}
	t.Key, t.Serials = "", nil
	left, err := t.left(ctx, t.Data.SQL())
	t.GoTo(stepItem)
	if len(left) == 0 {
		t.GoTo(plugin.StepDone)
		t.Reply.Sound = plugin.SoundDone
	}
	return err
}

// laid is what a put did, for taking it back.
type laid struct {
	MoveNo int64        `json:"move"`
	LineID int64        `json:"line"`
	Qty    contract.Qty `json:"qty"`
}

// takeOut takes the goods out of the position again.
func (t *putBack) takeOut(ctx context.Context, did laid) error {
	if _, err := t.stock.Reverse(ctx, t.Data, []int64{did.MoveNo}, "undo"); err != nil {
		return err
	}
	return addPicked(ctx, t.Data, did.LineID, did.Qty)
}
