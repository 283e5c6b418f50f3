package packing

import (
	"context"
	"maps"
	"slices"

	"github.com/shopspring/decimal"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/plugin"
	"github.com/wareloom/wareloom/plugins/inventory/contract"
	lights "github.com/wareloom/wareloom/plugins/lights/contract"
)

// Steps of the station verify_by_wave beside those of verify_by_order.
const (
	stepWave       = "wave"
	stepUnresolved = "unresolved"
)

// sorting is the task of sharing the goods of a wave among its orders, each of which
// has a slot of its own and is packed when it is complete.
type sorting struct {
	bench
	plugin.Turn `json:"-"`
	sorted
	orders []slot       // of the wave, once they are read
	lit    bool         // the station works at a light wall, if it has one
	wall   *lights.Wall // once it is read
}

// sorted is what was sorted of a wave.
type sorted struct {
	plugin.Choosing
	WaveID    int64                  `json:"wave,omitempty"`
	WaveNo    string                 `json:"wave_no,omitempty"`
	Slots     []int64                `json:"slots,omitempty"`   // orders by slot, the first is slot 1
	Claims    map[int64]int64        `json:"claims,omitempty"`  // open packages by order
	Scanned   map[int64]contract.Qty `json:"scanned,omitempty"` // by line
	Serials   map[int64][]string     `json:"serials,omitempty"` // by line
	Told      map[int64]string       `json:"told,omitempty"`    // what was said of an order that must not go on
	ProductID int64                  `json:"product,omitempty"` // scanned last
	LastSlot  int                    `json:"last_slot,omitempty"`
	Packed    int64                  `json:"packed,omitempty"` // package packed last
	lamps
}

// sortedOf begins a wave.
func sortedOf(wave plugin.Meaning) sorted {
	return sorted{
		WaveID: wave.ID, WaveNo: wave.Label,
		Claims: map[int64]int64{}, Scanned: map[int64]contract.Qty{}, Serials: map[int64][]string{}, Told: map[int64]string{},
	}
}

// sorting is the flow of the station verify_by_wave. Where goods are put leads to the
// further steps as well.
func (b bench) sorting(further ...string) plugin.Machine[*sorting] {
	on, back := append([]string{stepItem, stepWave, stepUnresolved}, further...), []string{stepItem}
	return plugin.Machine[*sorting]{
		New: func() *sorting { return &sorting{bench: b, sorted: sortedOf(plugin.Meaning{})} },
		Steps: []plugin.Step[*sorting]{{
			Key: stepWave, Kind: "scan", Accept: []string{"wave", "lpn", "order"}, Take: plugin.TakeText((*sorting).wave), To: []string{stepItem, plugin.StepChoose},
		}, {
			Key: stepItem, Kind: "scan", Accept: []string{"product", "sku"}, Ready: (*sorting).heed, Take: plugin.TakeText((*sorting).item),
			To: append([]string{plugin.StepChoose, stepSerial}, on...), Back: []string{stepWave},
			Buttons: []plugin.Press[*sorting]{{Code: "qty", Do: (*sorting).askQty, To: []string{stepQty}}, {Code: "finish", Do: (*sorting).finish, To: on}},
		}, {
			Key: plugin.StepChoose, Kind: "choice", Take: plugin.Chosen((*sorting).take), To: append([]string{stepSerial}, on...), Back: []string{stepItem, stepWave},
		}, {
			Key: stepQty, Kind: "qty", Ready: (*sorting).heed, Take: (*sorting).qty, To: on, Back: back,
		}, {
			Key: stepSerial, Kind: "scan", Accept: []string{"serial"}, Ready: (*sorting).heed, Take: plugin.TakeText((*sorting).serial), To: on, Back: back,
		}, {
			Key: stepUnresolved, Kind: "confirm", Take: (*sorting).mustConfirm, Form: (*sorting).leave, To: []string{stepWave}, Back: back,
		}},
		Back: (*sorting).back, Show: (*sorting).show, TakeBack: plugin.Undoing((*sorting).takeBack),
	}
}

// wave takes a wave, by its number, by an order of it, or by the tote that one lies in.
func (t *sorting) wave(ctx context.Context, code string) error {
	kinds := []string{"wave", "lpn", "order"}
	if t.lit {
		kinds = append(kinds, "light_wall")
	}
	found, err := t.codes.Resolve(ctx, t.Data, code, t.Scope("warehouse_id"), kinds...)
	if err != nil {
		return err
	}
	if found[0].Kind == "light_wall" {
		t.Wanted = found[0].ID
		t.Reply = plugin.Reply{Key: "packing.wall_chosen", Params: fault.Params{"wall": found[0].Label}}
		return nil
	}
	meanings, err := eachOf(ctx, t.Data.SQL(), found, wavesOf)
	if err != nil {
		return err
	}
	if len(meanings) == 0 {
		return fault.New(fault.Invalid, "packing.no_wave", "code", code)
	}
	return plugin.Choose(ctx, t, code, meanings, (*sorting).take)
}

// take takes what was scanned or chosen: a wave, or goods of it.
func (t *sorting) take(ctx context.Context, m plugin.Meaning) error {
	if t.WaveID != 0 {
		return t.scanned(ctx, m)
	}
	wanted := t.Wanted
	t.sorted = sortedOf(m)
	t.Wanted = wanted
	if err := t.takeWall(ctx); err != nil {
		return err
	}
	slots, err := t.slots(ctx)
	if err != nil {
		return err
	}
	if !slices.ContainsFunc(slots, slot.open) {
		return fault.New(fault.Invalid, "packing.wave_empty", "wave", m.Label)
	}
	t.GoTo(stepItem)
	if t.WallID != 0 {
		t.Reply.Undo = undoSort{Took: t.WallID}
	}
	return nil
}

// item takes a scan: it goes to the slot that needs it.
func (t *sorting) item(ctx context.Context, code string) error {
	found, err := t.codes.Resolve(ctx, t.Data, code, t.Scope("warehouse_id"), t.goodsCodes()...)
	if err != nil {
		return err
	}
	if found[0].Kind == "light_slot" {
		return t.clear(ctx, found[0].Label)
	}
	slots, err := t.slots(ctx)
	if err != nil {
		return err
	}
	var meanings []plugin.Meaning
	for _, c := range found {
		if slices.ContainsFunc(slots, func(s slot) bool { return s.needs(c.ID) > 0 }) && !slices.ContainsFunc(meanings, func(m plugin.Meaning) bool { return m.ID == c.ID }) {
			meanings = append(meanings, plugin.Meaning{ID: c.ID, Label: c.Label, Detail: c.Detail, Pack: contract.PackOf(c)})
		}
	}
	if len(meanings) == 0 {
		return t.noneNeeds(slots, found)
	}
	return plugin.Choose(ctx, t, code, meanings, (*sorting).take)
}

// scanned puts a scanned product into its slot; pieces with numbers of their own are
// scanned by number.
func (t *sorting) scanned(ctx context.Context, m plugin.Meaning) error {
	t.ProductID = m.ID
	product, err := t.Data.Get(ctx, "product", m.ID)
	if err != nil {
		return err
	}
	if plugin.Bool(product, "serial_ctl") {
		t.GoTo(stepSerial)
		return nil
	}
	return t.put(ctx, m.Pack, nil)
}

// askQty asks how many more of the product that was scanned last go into its slot.
func (t *sorting) askQty(ctx context.Context) error {
	most, err := t.most(ctx)
	if err != nil {
		return err
	}
	if most == 0 {
		return fault.New(fault.Invalid, "packing.scan_first")
	}
	t.GoTo(stepQty)
	return nil
}

func (t *sorting) qty(ctx context.Context) error {
	qty, err := contract.ReadPieces(ctx, t.codes, t.Data, t.In, t.ProductID, contract.QtyDigits)
	if err != nil {
		return err
	}
	return t.put(ctx, qty, nil)
}

func (t *sorting) serial(ctx context.Context, no string) error {
	return t.put(ctx, decimal.NewFromInt(1), []string{no})
}

// put puts pieces of the product at hand into the slot that needs them; at a light wall
// when the slot has said that they are in.
func (t *sorting) put(ctx context.Context, qty decimal.Decimal, serials []string) error {
	s, err := t.slotFor(ctx, qty, serials)
	if err != nil {
		return err
	}
	if t.lit {
		return t.light(ctx, s, qty, serials)
	}
	return t.fill(ctx, s, qty, serials)
}

// fill counts pieces that are in a slot, and packs the order that they complete.
func (t *sorting) fill(ctx context.Context, s *slot, qty decimal.Decimal, serials []string) (err error) {
	undo := undoSort{}
	if t.Claims[s.ID] == 0 {
		if undo.Claimed, err = t.claim(ctx, s.ID); err != nil {
			return err
		}
	} else if err := mustHold(ctx, t.Session, t.Claims[s.ID]); err != nil {
		return err
	}
	s.count(&t.sorted, t.ProductID, contract.QtyOf(qty), serials)
	t.LastSlot = s.No
	t.GoTo(stepItem)
	no := fault.Params{"wave": t.WaveNo, "slot": s.No, "order": s.DocNo, "qty": qty.String()}
	t.Reply = plugin.Reply{Key: "packing.to_slot", Params: no}
	if s.missing() == 0 {
		if undo.Packed, err = t.close(ctx, s); err != nil {
			return err
		}
		t.Reply = plugin.Reply{Key: "packing.slot_packed", Params: no, Sound: plugin.SoundDone}
		err = t.next(ctx)
	}
	t.Reply.Undo = undo
	return err
}

// claim gives an order's open package to this station.
func (t *sorting) claim(ctx context.Context, order int64) (int64, error) {
	o, err := lockOrder(ctx, t.Data.SQL(), order)
	if err != nil {
		return 0, err
	}
	if err := o.mustBePicked(); err != nil {
		return 0, err
	}
	id, err := openPackage(ctx, t.Session, o)
	t.Claims[order] = id
	return id, err
}

// close packs an order that is complete in its slot.
func (t *sorting) close(ctx context.Context, s *slot) (int64, error) {
	o, err := lockOrder(ctx, t.Data.SQL(), s.ID)
	if err != nil {
		return 0, err
	}
	if err := o.mustBePicked(); err != nil {
		return 0, err
	}
	made, err := t.pack(ctx, t.Data, o, parcelled{id: t.Claims[s.ID], serials: s.serials(&t.sorted), asSuggested: true})
	t.Packed = plugin.ID(made)
	delete(t.Claims, s.ID)
	return t.Packed, err
}

// next goes on: to the next wave when every order is packed, and to what is left when
// nothing more can be scanned.
func (t *sorting) next(ctx context.Context) error {
	t.orders = nil
	slots, err := t.slots(ctx)
	switch {
	case err != nil:
		return err
	case slices.ContainsFunc(slots, slot.open) || slices.ContainsFunc(slots, slot.unseated):
		return nil
	case slices.ContainsFunc(slots, slot.unresolved):
		t.GoTo(stepUnresolved)
		return nil
	}
	t.Reply.Key = "packing.wave_done"
	return t.end(ctx)
}

// finish shows what is left, or ends a wave of which nothing is.
func (t *sorting) finish(ctx context.Context) error {
	slots, err := t.slots(ctx)
	if err != nil {
		return err
	}
	if slices.ContainsFunc(slots, slot.unresolved) {
		t.GoTo(stepUnresolved)
		return nil
	}
	return t.end(ctx)
}

// leave ends the wave with what is unresolved: those orders are for whoever verifies
// them next.
func (t *sorting) leave(ctx context.Context) error {
	t.Reply.Key = "packing.wave_left"
	return t.end(ctx)
}

func (t *sorting) mustConfirm(context.Context) error {
	return fault.New(fault.Invalid, "packing.confirm_left")
}

// end lets others have the orders that are not packed, and asks for the next wave.
func (t *sorting) end(ctx context.Context) error {
	undo, err := t.before(ctx)
	if err != nil {
		return err
	}
	claims := slices.Sorted(maps.Values(t.Claims))
	undo.Left = claims
	packed := t.Packed
	if err := t.leaveWall(ctx); err != nil {
		return err
	}
	wanted := t.Wanted
	t.sorted, t.orders = sortedOf(plugin.Meaning{}), nil
	t.Packed, t.Wanted = packed, wanted
	t.GoTo(stepWave)
	t.Reply.Undo = undo
	for _, id := range claims {
		if err := giveUp(ctx, t.Session, id); err != nil {
			return err
		}
	}
	return nil
}

// back goes one step up; from the items the wave is given up.
func (t *sorting) back(ctx context.Context, from string) error {
	t.Choosing = plugin.Choosing{}
	if from == stepItem || t.WaveID == 0 {
		return t.end(ctx)
	}
	return t.putDown(ctx)
}

// undoSort says what an input did beyond the task: the package that it made or packed,
// or the open ones that it left to others.
type undoSort struct {
	Claimed int64   `json:"claimed,omitempty"`
	Packed  int64   `json:"packed,omitempty"`
	Left    []int64 `json:"left,omitempty"`

	Took   int64         `json:"took,omitempty"`  // light wall
	WallID int64         `json:"wall,omitempty"`  // light wall at work
	Lamps  []lights.Lamp `json:"lamps,omitempty"` // what it showed
}

func (t *sorting) takeBack(ctx context.Context, did undoSort) error {
	if did.Packed != 0 {
		if _, err := t.Data.Act(ctx, "package", "reopen", did.Packed, nil); err != nil {
			return err
		}
		if err := giveTo(ctx, t.Data, did.Packed, t.ID); err != nil {
			return err
		}
	}
	for _, id := range did.Left {
		if err := takeAgain(ctx, t.Session, id); err != nil {
			return err
		}
	}
	if did.Claimed != 0 {
		if err := giveUp(ctx, t.Session, did.Claimed); err != nil {
			return err
		}
	}
	return t.relight(ctx, did)
}
