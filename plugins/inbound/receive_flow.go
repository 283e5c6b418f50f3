package inbound

import (
	"context"
	"encoding/json"
	"slices"

	"github.com/shopspring/decimal"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/plugin"
	"github.com/wareloom/wareloom/plugins/inventory/contract"
	lights "github.com/wareloom/wareloom/plugins/lights/contract"
)

// Steps of the station receive_by_order.
const (
	stepOrder       = "order"
	stepStaging     = "staging"
	stepItem        = "item"
	stepQty         = "qty"
	stepLot         = "lot"
	stepExpiry      = "expiry"
	stepSerial      = "serial"
	stepQuality     = "quality"
	stepAcknowledge = "acknowledge"
)

// receiving is the task of receiving the goods of a notice.
type receiving struct {
	dock
	plugin.Turn `json:"-"`
	NoticeID    int64 `json:"notice,omitempty"`
	StagingID   int64 `json:"staging,omitempty"`
	item
	seats

	lit    bool   // the station works at a light wall, if it has one
	wanted wanted // what the notice wants of the goods at hand, for a step about them
}

// receiving is the flow of the station receive_by_order. Where goods are scanned and what
// is asked about them leads to the further steps as well.
func (d dock) receiving(further ...string) plugin.Machine[*receiving] {
	toItem := []string{stepItem}
	about := []string{stepQty, stepLot, stepExpiry, stepSerial, stepQuality, stepItem} // what is asked about goods, in its order
	about = append(about, further...)
	return plugin.Machine[*receiving]{
		New: func() *receiving { return &receiving{dock: d} },
		Steps: []plugin.Step[*receiving]{{
			Key: stepOrder, Kind: "scan", Accept: []string{"asn"}, Take: plugin.TakeText((*receiving).order), To: []string{stepStaging, plugin.StepChoose},
		}, {
			Key: stepStaging, Kind: "scan", Accept: []string{"position"}, Take: plugin.TakeText((*receiving).staging), To: toItem, Back: []string{stepOrder},
		}, {
			Key: stepItem, Kind: "scan", Accept: []string{"product", "sku"}, Take: plugin.TakeText((*receiving).scan), Form: plugin.TakeForm("inbound.bad_form", (*receiving).receiveAtOnce),
			To: append([]string{plugin.StepChoose}, about...), Back: []string{stepStaging},
			Buttons: []plugin.Press[*receiving]{{Code: "finish", Do: (*receiving).finish, To: []string{stepAcknowledge, plugin.StepDone}}},
		}, {
			Key: plugin.StepChoose, Kind: "choice", Take: plugin.Chosen((*receiving).take), To: append([]string{stepStaging}, about...), Back: []string{stepItem, stepOrder},
		}, {
			Key: stepQty, Kind: "qty", Ready: (*receiving).look, Take: (*receiving).qty, Buttons: []plugin.Press[*receiving]{{Code: "quality", Do: (*receiving).askQuality, To: []string{stepQuality}}},
			To: about, Back: toItem,
		}, {
			Key: stepLot, Kind: "text", Accept: []string{"lot"}, Ready: (*receiving).look, Take: plugin.TakeText((*receiving).lot), To: about[2:], Back: toItem,
		}, {
			Key: stepExpiry, Kind: "date", Ready: (*receiving).look, Take: plugin.TakeDate("inbound.bad_date", (*receiving).expiry), To: about[3:], Back: toItem,
		}, {
			Key: stepSerial, Kind: "scan", Accept: []string{"serial"}, Ready: (*receiving).look, Take: plugin.TakeText((*receiving).serial), To: about[4:], Back: toItem,
		}, {
			Key: stepQuality, Kind: "choice", Ready: (*receiving).look, Take: plugin.TakeText((*receiving).quality), To: about, Back: toItem,
		}, {
			Key: stepAcknowledge, Kind: "confirm", Take: (*receiving).mustPress, Form: (*receiving).acknowledge, To: []string{plugin.StepDone}, Back: toItem,
		}},
		Back: (*receiving).back, Show: (*receiving).show, TakeBack: plugin.Undoing((*receiving).takeBack),
	}
}

// back forgets the goods at hand, and before the first of them the notice.
func (t *receiving) back(ctx context.Context, _ string) error {
	undo := t.before()
	t.item, t.Slot = item{}, 0
	if t.lit {
		t.Reply.Undo = undo
	}
	if t.Step() == stepOrder || t.NoticeID == 0 {
		t.NoticeID, t.StagingID = 0, 0
		t.GoTo(stepOrder)
		return t.leaveWall(ctx)
	}
	return t.showLamps(ctx)
}

// order takes a notice that is being unloaded.
func (t *receiving) order(ctx context.Context, code string) error {
	kinds := []string{"asn"}
	if t.lit {
		kinds = append(kinds, "light_wall")
	}
	found, err := t.codes.Resolve(ctx, t.Data, code, scopeOf(t.Session), kinds...)
	if err != nil {
		return err
	}
	if found[0].Kind == "light_wall" {
		t.Wanted = found[0].ID
		t.Reply = plugin.Reply{Key: "inbound.wall_chosen", Params: fault.Params{"wall": found[0].Label}}
		return nil
	}
	return plugin.Choose(ctx, t, code, plugin.MeaningsOf(found), (*receiving).take)
}

// take takes what was scanned or chosen: a notice, or goods of it.
func (t *receiving) take(ctx context.Context, m plugin.Meaning) error {
	if t.NoticeID != 0 {
		t.item = taken(m)
		if err := t.look(ctx); err != nil {
			return err
		}
		if t.lit { // each scan is so many pieces
			t.Qty = t.Offer
		}
		return t.advance(ctx)
	}
	n, err := readNotice(ctx, t.Data.SQL(), m.ID)
	if err != nil {
		return err
	}
	t.NoticeID, t.StagingID, t.item = n.ID, 0, item{}
	t.GoTo(stepStaging)
	return n.mustBeUnloading()
}

// staging takes the position where the goods are put first.
func (t *receiving) staging(ctx context.Context, code string) error {
	n, err := readNotice(ctx, t.Data.SQL(), t.NoticeID)
	if err != nil {
		return err
	}
	t.StagingID, _, err = t.position(ctx, t.Data, code, plugin.Scope{"warehouse_id": n.WarehouseID}, contract.UseStagingIn)
	t.GoTo(stepItem)
	if err != nil || t.WallID != 0 {
		return err
	}
	return t.takeWall(ctx, n.WarehouseID)
}

// scan takes the scan of goods.
func (t *receiving) scan(ctx context.Context, code string) error {
	if t.lit {
		if emptied, err := t.scannedSlot(ctx, code); emptied || err != nil {
			return err
		}
	}
	meanings, err := t.meanings(ctx, code, "")
	if err != nil {
		return err
	}
	t.item = item{}
	return plugin.Choose(ctx, t, code, meanings, (*receiving).take)
}

// itemForm is an item with all that is asked, in one input.
type itemForm struct {
	Item    string      `json:"item"`
	Qty     json.Number `json:"qty"`
	Lot     string      `json:"lot"`
	Expiry  string      `json:"expiry"`
	Quality string      `json:"quality"`
	Serials []string    `json:"serials"`
}

// receiveAtOnce takes all about an item at once; what is missing is refused by name.
func (t *receiving) receiveAtOnce(ctx context.Context, one itemForm) error {
	meanings, err := t.meanings(ctx, one.Item, one.Lot)
	if err != nil {
		return err
	}
	if len(meanings) > 1 {
		return plugin.MustChoose(one.Item)
	}
	qty, err := readQty(one.Qty.String(), false)
	if err != nil {
		return err
	}
	t.item = item{LineID: meanings[0].ID, Qty: qty, LotNo: one.Lot, ExpDate: one.Expiry, Quality: one.Quality, Serials: one.Serials, Leave: t.Leave}
	if err := t.look(ctx); err != nil {
		return err
	}
	return t.post(ctx)
}

// look reads what the notice wants of the goods at hand.
func (t *receiving) look(ctx context.Context) (err error) {
	t.Leave = t.Leave || t.Allows(overReceipt)
	t.wanted, err = readWanted(ctx, t.Data.SQL(), t.NoticeID, t.LineID)
	return err
}

// mayCome refuses a quantity beyond the tolerance, before it is posted.
func (t *receiving) mayCome(ctx context.Context, qty decimal.Decimal) error {
	tolerance, err := t.tolerance(ctx)
	if err != nil {
		return err
	}
	return mayCome(t.wanted, tolerance, qty)
}

// tolerance is how much more may come of the notice than was announced.
func (t *receiving) tolerance(ctx context.Context) (decimal.Decimal, error) {
	n, err := readNotice(ctx, t.Data.SQL(), t.NoticeID)
	if err != nil {
		return decimal.Zero, err
	}
	return toleranceOf(ctx, t.Data, n, t.Leave)
}

// qty takes a typed quantity, or one more scan of the item.
func (t *receiving) qty(ctx context.Context) (err error) {
	if t.In.Kind == plugin.KindScan {
		more, err := t.oneMore(ctx, t.In.Text())
		if err != nil {
			return err
		}
		if more.Sign() > 0 {
			t.Offer, t.Counting = t.Offer.Add(more), true
			return t.mayCome(ctx, t.Offer)
		}
	}
	if t.Qty, err = readQty(t.In.Text(), t.wanted[0].SerialCtl); err != nil {
		return err
	}
	if err := t.mayCome(ctx, t.Qty); err != nil {
		return err
	}
	return t.advance(ctx)
}

// oneMore is what another scan adds: nothing when the text is no code of goods but
// a number, which fast fingers type like a scanner.
func (t *receiving) oneMore(ctx context.Context, code string) (decimal.Decimal, error) {
	found, err := t.products(ctx, t.Data, code, nil)
	if fault.IsKey(err, "station.code_unknown") {
		return decimal.Zero, nil
	}
	if err != nil {
		return decimal.Zero, err
	}
	at := slices.IndexFunc(found, func(c plugin.Candidate) bool { return c.ID == t.wanted[0].ProductID })
	if at < 0 {
		return decimal.Zero, fault.New(fault.Invalid, "inbound.qty_first", "sku", t.wanted[0].SKU)
	}
	return contract.PackOf(found[at]), nil
}

func (t *receiving) lot(ctx context.Context, no string) error {
	if no == "" {
		return fault.New(fault.Invalid, "stock.lot_needed", "product", t.wanted[0].SKU)
	}
	t.LotNo = no
	return t.advance(ctx)
}

func (t *receiving) expiry(ctx context.Context, date string) error {
	t.ExpDate = date
	return t.advance(ctx)
}

func (t *receiving) serial(ctx context.Context, no string) error {
	if err := t.addSerial(ctx, t.Data.SQL(), &t.wanted[0], no); err != nil {
		return err
	}
	return t.advance(ctx)
}

func (t *receiving) askQuality(context.Context) error {
	t.Asked = true
	t.GoTo(stepQuality)
	return nil
}

func (t *receiving) quality(ctx context.Context, code string) error {
	t.Quality = code
	if err := isQuality(t.Session, code); err != nil {
		return err
	}
	return t.advance(ctx)
}

// advance goes to the next thing that must be asked about the goods at hand, and
// posts when all is known.
func (t *receiving) advance(ctx context.Context) error {
	switch line := &t.wanted[0]; {
	case t.Qty.IsZero():
		t.GoTo(stepQty)
	case line.LotCtl && t.LotNo == "" && !line.LotNo.Valid:
		t.GoTo(stepLot)
	case line.ExpiryCtl && t.ExpDate == "" && !line.ExpDate.Valid:
		t.GoTo(stepExpiry)
	case line.SerialCtl && decimal.NewFromInt(int64(len(t.Serials))).LessThan(t.Qty):
		t.GoTo(stepSerial)
	case t.Quality == "" && (t.Asked || line.Quality != good):
		t.GoTo(stepQuality)
	default:
		return t.post(ctx)
	}
	return nil
}

// post receives what is at hand.
func (t *receiving) post(ctx context.Context) error {
	if t.lit {
		return t.light(ctx)
	}
	return t.book(ctx)
}

// book receives what is at hand, and at a light wall lies in its slot.
func (t *receiving) book(ctx context.Context) error {
	undo := t.before()
	a, err := t.arrival(t.wanted)
	if err != nil {
		return err
	}
	lines, err := t.receive(ctx, t.Data, t.NoticeID, t.StagingID, a)
	if err != nil {
		return err
	}
	t.item, t.Last, t.Slot = item{}, t.Slot, 0
	t.GoTo(stepItem)
	t.Reply.Key, t.Reply.Params = receivedOf(t.Session, t.wanted[0].SKU, a)
	undo.Received = lines
	t.Reply.Undo = undo
	return t.showLamps(ctx)
}

// finish ends the receiving; differences must be acknowledged.
func (t *receiving) finish(ctx context.Context) error {
	lines, err := readExpected(ctx, t.Data.SQL(), t.NoticeID)
	if err != nil {
		return err
	}
	if slices.ContainsFunc(lines, func(l expected) bool { return l.Received != l.Qty }) {
		t.GoTo(stepAcknowledge)
		return nil
	}
	return t.end(ctx, false)
}

func (t *receiving) mustPress(context.Context) error {
	return fault.New(fault.Invalid, "inbound.press_button")
}

func (t *receiving) acknowledge(ctx context.Context) error { return t.end(ctx, true) }

func (t *receiving) end(ctx context.Context, acknowledged bool) error {
	undo := t.before()
	undo.Finished = true
	_, err := t.Data.Act(ctx, "asn", "finish", t.NoticeID, plugin.Row{"differences_acknowledged": acknowledged})
	t.GoTo(plugin.StepDone)
	t.Reply = plugin.Reply{Key: "inbound.finished", Sound: plugin.SoundDone, Undo: undo}
	if err != nil {
		return err
	}
	return t.leaveWall(ctx)
}

// undoReceive says what an input did beyond the task.
type undoReceive struct {
	Received []received `json:"received,omitempty"`
	Finished bool       `json:"finished,omitempty"`
	NoticeID int64      `json:"notice"`

	WallID int64         `json:"wall,omitempty"`  // light wall at work
	Lamps  []lights.Lamp `json:"lamps,omitempty"` // what it showed
}

// takeBack takes a scan or the finish back.
func (t *receiving) takeBack(ctx context.Context, did undoReceive) error {
	if did.Finished {
		if _, err := t.Data.Act(ctx, "asn", "cancel_finish", did.NoticeID, nil); err != nil {
			return err
		}
	} else if len(did.Received) > 0 {
		if err := t.undoScan(ctx, t.Data, did.NoticeID, did.Received); err != nil {
			return err
		}
	}
	return t.relight(ctx, did)
}
