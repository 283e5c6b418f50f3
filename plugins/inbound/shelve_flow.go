package inbound

import (
	"context"
	"encoding/json"
	"maps"
	"slices"

	"github.com/shopspring/decimal"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/plugin"
	"github.com/wareloom/wareloom/plugins/inventory/contract"
)

// Steps of the station shelve_no_order besides those that receive_by_order has too.
const (
	stepSource   = "source"
	stepPosition = "position"
)

// shelving is the task of taking staged goods to bins.
type shelving struct {
	dock
	plugin.Turn `json:"-"`
	origin
	Orders map[int64]int64 `json:"orders,omitempty"` // shelving order by owner
	Puts   int             `json:"puts,omitempty"`
	load

	goods *staged // at hand, for a step about them
}

// load is the staged goods at hand.
type load struct {
	plugin.Choosing
	QuantID int64           `json:"quant,omitempty"`
	Bin     bin             `json:"bin,omitzero"` // suggested
	Qty     decimal.Decimal `json:"qty"`
	Serials []string        `json:"serials,omitempty"`
}

// shelving is the flow of the station shelve_no_order.
func (d dock) shelving() plugin.Machine[*shelving] {
	return plugin.Machine[*shelving]{
		New: func() *shelving { return &shelving{dock: d} },
		Steps: []plugin.Step[*shelving]{{
			Key: stepSource, Kind: "scan", Accept: []string{"position", "lpn", "asn"}, Take: plugin.TakeText((*shelving).source), To: []string{stepItem},
		}, {
			Key: stepItem, Kind: "scan", Accept: []string{"product", "sku"}, Take: plugin.TakeText((*shelving).item), To: []string{plugin.StepChoose, stepQty, plugin.StepDone},
			Form:    plugin.TakeForm("inbound.bad_form", (*shelving).putAtOnce),
			Buttons: []plugin.Press[*shelving]{{Code: "finish", Do: (*shelving).finish, To: []string{plugin.StepDone}}}, Back: []string{stepSource},
		}, {
			Key: plugin.StepChoose, Kind: "choice", Take: plugin.Chosen((*shelving).takeUp), To: []string{stepQty}, Back: []string{stepItem},
		}, {
			Key: stepQty, Kind: "qty", Ready: (*shelving).look, Take: (*shelving).qty, To: []string{stepSerial, stepPosition}, Back: []string{stepItem},
		}, {
			Key: stepSerial, Kind: "scan", Accept: []string{"serial"}, Ready: (*shelving).look, Take: plugin.TakeText((*shelving).serial), To: []string{stepPosition}, Back: []string{stepItem},
		}, {
			Key: stepPosition, Kind: "scan", Accept: []string{"position"}, Ready: (*shelving).look, Take: plugin.TakeText((*shelving).put), To: []string{stepItem, plugin.StepDone}, Back: []string{stepItem},
		}},
		Back: (*shelving).back, Show: (*shelving).show, TakeBack: plugin.Undoing((*shelving).takeBack),
	}
}

// back leaves the goods at hand, and from the items the source.
func (t *shelving) back(ctx context.Context, _ string) error {
	if t.Step() == stepSource {
		t.origin, t.load = origin{}, load{}
		return nil
	}
	return t.drop(ctx)
}

// drop ends the walk with the goods at hand: they are put, or left where they were.
func (t *shelving) drop(ctx context.Context) error {
	t.load = load{}
	return t.stock.Forget(ctx, t.Data, t.ID)
}

// finish ends the shelving orders of the session.
func (t *shelving) finish(ctx context.Context) error {
	for _, id := range slices.Sorted(maps.Values(t.Orders)) {
		if err := actIn(ctx, t.Data, "shelve_order", id, "shelving", "finish"); err != nil {
			return err
		}
	}
	t.GoTo(plugin.StepDone)
	t.Reply.Key, t.Reply.Sound = "inbound.shelving_finished", plugin.SoundDone
	return nil
}

// source takes the staging position, a container that stands at one, or the notice
// whose goods lie there.
func (t *shelving) source(ctx context.Context, code string) error {
	found, err := t.codes.Resolve(ctx, t.Data, code, scopeOf(t.Session), "position", "lpn", "asn")
	if err != nil {
		return err
	}
	if len(found) > 1 {
		return fault.New(fault.Invalid, "inbound.many_positions", "code", code)
	}
	switch found[0].Kind {
	case "lpn":
		t.LpnID = found[0].ID
	case "asn":
		t.PositionID, err = stagedFrom(ctx, t.Data.SQL(), found[0])
	default:
		t.PositionID, _, err = t.position(ctx, t.Data, code, scopeOf(t.Session), contract.UseStagingIn)
	}
	if err != nil {
		return err
	}
	empty, err := t.empty(ctx, t.Data.SQL())
	if err == nil && empty {
		err = fault.New(fault.Invalid, "inbound.empty_source", "code", found[0].Label)
	}
	t.GoTo(stepItem)
	return err
}

// putForm is a put in one input.
type putForm struct {
	Item     string      `json:"item"`
	Lot      string      `json:"lot"`
	Qty      json.Number `json:"qty"`
	Position string      `json:"position"`
	Serials  []string    `json:"serials"`
}

// putAtOnce takes a whole put; goods that it does not tell apart are refused.
func (t *shelving) putAtOnce(ctx context.Context, one putForm) error {
	matches, err := t.matches(ctx, one.Item, one.Lot)
	if err != nil {
		return err
	}
	if len(matches) > 1 {
		return plugin.MustChoose(one.Item)
	}
	t.load = load{QuantID: matches[0].QuantID, Serials: one.Serials} // no bin was suggested to anybody
	t.goods = &matches[0]
	if t.Qty, err = readQty(one.Qty.String(), false); err != nil {
		return err
	}
	return t.put(ctx, one.Position)
}

// item takes the scan of goods. A code that means several goods here is for the
// person to choose.
func (t *shelving) item(ctx context.Context, code string) error {
	matches, err := t.matches(ctx, code, "")
	if err != nil {
		return err
	}
	meanings := make([]plugin.Meaning, len(matches))
	for i := range matches {
		meanings[i].ID = matches[i].QuantID
	}
	t.load = load{}
	return plugin.Choose(ctx, t, code, meanings, (*shelving).takeUp)
}

// takeUp makes goods those at hand, with the bin that is best for them.
func (t *shelving) takeUp(ctx context.Context, m plugin.Meaning) (err error) {
	t.load = load{QuantID: m.ID}
	if err := t.look(ctx); err != nil {
		return err
	}
	t.Bin, err = t.propose(ctx, t.Session, t.goods, t.goods.Free.Decimal())
	t.GoTo(stepQty)
	return err
}

// look reads the staged goods at hand.
func (t *shelving) look(ctx context.Context) error {
	list, err := t.ofQuants(ctx, t.Data.SQL(), t.QuantID)
	if err == nil && len(list) == 0 {
		err = fault.New(fault.Conflict, "inbound.gone_from_source")
	}
	if err != nil {
		return err
	}
	t.goods = &list[0]
	return nil
}

func (t *shelving) qty(ctx context.Context) (err error) {
	g := t.goods
	if t.Qty, err = contract.ReadPieces(ctx, t.codes, t.Data, t.In, g.ProductID, digitsOf(g.SerialCtl)); err != nil {
		return err
	}
	t.GoTo(stepPosition)
	if g.SerialCtl {
		t.GoTo(stepSerial)
	}
	if err := g.mustFit(t.Qty); err != nil {
		return err
	}
	t.Bin, err = t.propose(ctx, t.Session, g, t.Qty)
	return err
}

// serial takes the number of one piece until the quantity is reached.
func (t *shelving) serial(ctx context.Context, no string) (err error) {
	if err := t.goods.mustHold(ctx, t.Data.SQL(), no); err != nil {
		return err
	}
	if t.Serials, err = addSerial(t.Serials, no); err == nil && int64(len(t.Serials)) == t.Qty.IntPart() {
		t.GoTo(stepPosition)
	}
	return err
}

// put moves the goods at hand into the scanned bin. When nothing is left the task
// is done.
func (t *shelving) put(ctx context.Context, code string) error {
	to, label, err := t.position(ctx, t.Data, code, plugin.Scope{"warehouse_id": t.goods.WarehouseID}, contract.UseBin)
	if err != nil {
		return err
	}
	did, err := t.putInto(ctx, to)
	if err != nil {
		return err
	}
	reply := plugin.Reply{Key: "inbound.shelved", Params: fault.Params{"sku": t.goods.SKU, "qty": t.Qty.String(), "position": label}, Undo: did}
	if err := t.drop(ctx); err != nil {
		return err
	}
	t.Puts++
	t.GoTo(stepItem)
	empty, err := t.empty(ctx, t.Data.SQL())
	if err == nil && empty {
		reply.Sound = plugin.SoundDone
		err = t.finish(ctx)
	}
	t.Reply = reply
	return err
}

// putInto shelves the goods at hand on the owner's order.
func (t *shelving) putInto(ctx context.Context, to int64) (shelved, error) {
	g := t.goods
	if err := g.mustFit(t.Qty); err != nil {
		return shelved{}, err
	}
	order, err := openOrder(ctx, t.Data, t.Orders[g.ConsignorID], g)
	if err != nil {
		return shelved{}, err
	}
	if t.Orders == nil {
		t.Orders = map[int64]int64{}
	}
	t.Orders[g.ConsignorID] = order
	return t.shelve(ctx, t.Data, order, put{g, t.Qty, to, t.Bin.ID, t.Serials})
}

func (t *shelving) takeBack(ctx context.Context, did shelved) error {
	return t.undoPut(ctx, t.Data, did)
}
