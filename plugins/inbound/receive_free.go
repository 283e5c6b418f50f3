package inbound

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"

	"github.com/shopspring/decimal"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/plugin"
	"github.com/wareloom/wareloom/plugins/inventory/contract"
)

// Steps of the station receive_no_order besides those that receive_by_order has too.
const (
	stepTracking = "tracking"
	stepOwner    = "owner"
	stepNote     = "note"
)

// unannounced is the task of receiving goods that nobody announced: of a known owner, or
// a parcel that is held until somebody says whose it is.
type unannounced struct {
	dock
	plugin.Turn `json:"-"`
	Tracking    string `json:"tracking,omitempty"`
	ParcelID    int64  `json:"parcel,omitempty"` // that was held as unclaimed
	OwnerID     int64  `json:"owner,omitempty"`
	StagingID   int64  `json:"staging,omitempty"`
	WarehouseID int64  `json:"warehouse,omitempty"`
	Count       int    `json:"count,omitempty"`
	item               // its LineID is the product

	line *expected // the product at hand, for a step about it
}

// receivingFreely is the flow of the station receive_no_order.
func (d dock) receivingFreely() plugin.Machine[*unannounced] {
	toItem := []string{stepItem}
	about := []string{stepQty, stepLot, stepExpiry, stepSerial, stepQuality, stepItem} // what is asked about goods, in its order
	return plugin.Machine[*unannounced]{
		New: func() *unannounced { return &unannounced{dock: d} },
		Steps: []plugin.Step[*unannounced]{{
			Key: stepTracking, Kind: "scan", Accept: []string{"consignor", "unclaimed"}, Take: plugin.TakeText((*unannounced).tracking), To: []string{stepOwner, stepStaging},
		}, {
			Key: stepOwner, Kind: "choice", Take: plugin.TakeText((*unannounced).owner), To: []string{stepStaging}, Back: []string{stepTracking},
			Buttons: []plugin.Press[*unannounced]{{Code: "unknown", Do: (*unannounced).unknown, To: []string{stepStaging}}},
		}, {
			Key: stepStaging, Kind: "scan", Accept: []string{"position"}, Take: plugin.TakeText((*unannounced).staging), To: []string{stepItem, stepNote}, Back: []string{stepTracking},
		}, {
			Key: stepNote, Kind: "text", Take: plugin.TakeText((*unannounced).note), To: []string{plugin.StepDone}, Back: []string{stepTracking},
		}, {
			Key: stepItem, Kind: "scan", Accept: []string{"product", "sku"}, Take: plugin.TakeText((*unannounced).scan), Form: plugin.TakeForm("inbound.bad_form", (*unannounced).receiveAtOnce),
			To: []string{plugin.StepChoose, stepQty}, Back: []string{stepTracking},
			Buttons: []plugin.Press[*unannounced]{{Code: "finish", Do: (*unannounced).finish, To: []string{plugin.StepDone}}},
		}, {
			Key: plugin.StepChoose, Kind: "choice", Take: plugin.Chosen((*unannounced).take), To: []string{stepQty}, Back: toItem,
		}, {
			Key: stepQty, Kind: "qty", Ready: (*unannounced).look, Take: (*unannounced).qty, Buttons: []plugin.Press[*unannounced]{{Code: "quality", Do: (*unannounced).askQuality, To: []string{stepQuality}}},
			To: about, Back: toItem,
		}, {
			Key: stepLot, Kind: "text", Accept: []string{"lot"}, Ready: (*unannounced).look, Take: plugin.TakeText((*unannounced).lot), To: about[2:], Back: toItem,
		}, {
			Key: stepExpiry, Kind: "date", Ready: (*unannounced).look, Take: plugin.TakeDate("inbound.bad_date", (*unannounced).expiry), To: about[3:], Back: toItem,
		}, {
			Key: stepSerial, Kind: "scan", Accept: []string{"serial"}, Ready: (*unannounced).look, Take: plugin.TakeText((*unannounced).serial), To: about[4:], Back: toItem,
		}, {
			Key: stepQuality, Kind: "choice", Ready: (*unannounced).look, Take: plugin.TakeText((*unannounced).quality), To: about, Back: toItem,
		}},
		Back: (*unannounced).back, Show: (*unannounced).show, TakeBack: plugin.Undoing((*unannounced).takeBack),
	}
}

// back forgets the goods at hand, and before the first of them whose they are.
func (t *unannounced) back(context.Context, string) error {
	t.item = item{}
	if t.Step() == stepTracking {
		t.Tracking, t.ParcelID, t.OwnerID, t.StagingID, t.WarehouseID = "", 0, 0, 0, 0
	}
	return nil
}

// tracking takes an owner's code, or the number of a parcel: one that is held, or one that
// nobody knows, whose owner is asked then.
func (t *unannounced) tracking(ctx context.Context, code string) error {
	t.Tracking = code
	t.GoTo(stepOwner)
	found, err := t.codes.Resolve(ctx, t.Data, code, scopeOf(t.Session), "consignor", "unclaimed", "asn")
	if fault.IsKey(err, "station.code_unknown") {
		return nil
	}
	if err != nil {
		return err
	}
	switch found[0].Kind {
	case "consignor":
		t.Tracking, t.OwnerID = "", found[0].ID
	case "asn":
		return fault.New(fault.Invalid, "inbound.announced", "code", code, "notice", found[0].Label)
	default:
		return t.parcel(ctx, found[0].ID)
	}
	t.GoTo(stepStaging)
	return nil
}

// parcel goes on with a parcel that is held.
func (t *unannounced) parcel(ctx context.Context, id int64) error {
	row, err := t.Data.Get(ctx, "unclaimed", id)
	if err != nil {
		return err
	}
	t.ParcelID, t.OwnerID, t.Tracking = id, plugin.Int(row, "consignor_id"), plugin.Text(row, "tracking_no")
	switch status := plugin.Text(row, "status"); {
	case status != "held" && status != "owned":
		return fault.New(fault.Conflict, "inbound.parcel_settled", "parcel", plugin.Text(row, "doc_no"))
	case t.OwnerID != 0:
		t.GoTo(stepStaging)
	}
	return nil
}

// owner takes the code of who owns the goods; a parcel that is held becomes his.
func (t *unannounced) owner(ctx context.Context, code string) error {
	found, err := t.codes.Resolve(ctx, t.Data, code, nil, "consignor")
	if err != nil {
		return err
	}
	t.OwnerID = found[0].ID
	t.GoTo(stepStaging)
	if t.ParcelID == 0 {
		return nil
	}
	_, err = t.Data.Act(ctx, "unclaimed", "claim", t.ParcelID, plugin.Row{"consignor_id": t.OwnerID})
	return err
}

// unknown holds the parcel until somebody says whose it is.
func (t *unannounced) unknown(context.Context) error {
	if t.ParcelID != 0 {
		return fault.New(fault.Conflict, "inbound.parcel_held", "code", t.Tracking)
	}
	t.OwnerID = 0
	t.GoTo(stepStaging)
	return nil
}

// staging takes the position where the goods are put first.
func (t *unannounced) staging(ctx context.Context, code string) (err error) {
	if t.StagingID, _, err = t.position(ctx, t.Data, code, scopeOf(t.Session), contract.UseStagingIn); err != nil {
		return err
	}
	if err := t.Data.SQL().Get(ctx, &t.WarehouseID, `SELECT warehouse_id FROM position WHERE id = ?`, t.StagingID); err != nil {
		return fmt.Errorf("read position %d: %w", t.StagingID, err)
	}
	t.GoTo(stepItem)
	if t.OwnerID == 0 {
		t.GoTo(stepNote)
	}
	return nil
}

// note takes what a parcel is that nobody owns, and holds it.
func (t *unannounced) note(ctx context.Context, text string) error {
	row, err := t.Data.Save(ctx, "unclaimed", plugin.Row{
		"warehouse_id": t.WarehouseID, "position_id": t.StagingID, "tracking_no": empty(t.Tracking), "contents": text,
	})
	if err != nil {
		return err
	}
	t.ParcelID = plugin.ID(row)
	t.Reply = plugin.Reply{Key: "inbound.parcel_is_held", Params: fault.Params{"parcel": plugin.Text(row, "doc_no")}, Sound: plugin.SoundDone, Undo: undoFree{ParcelID: t.ParcelID}}
	t.GoTo(plugin.StepDone)
	return nil
}

// scan takes the scan of goods of the owner.
func (t *unannounced) scan(ctx context.Context, code string) error {
	found, err := t.products(ctx, t.Data, code, plugin.Scope{"consignor_id": t.OwnerID})
	if err != nil {
		return err
	}
	meanings := plugin.MeaningsOf(found)
	for i := range meanings {
		meanings[i].Pack = contract.PackOf(found[i])
	}
	t.item = item{}
	return plugin.Choose(ctx, t, code, meanings, (*unannounced).take)
}

func (t *unannounced) take(ctx context.Context, m plugin.Meaning) error {
	t.item = taken(m)
	if err := t.look(ctx); err != nil {
		return err
	}
	return t.advance(ctx)
}

// look reads the product at hand as a line that announces nothing.
func (t *unannounced) look(ctx context.Context) error {
	var l expected
	err := t.Data.SQL().Get(ctx, &l, `SELECT p.id AS product_id, p.sku, p.name, COALESCE(p.lot_ctl, ?) AS lot_ctl, COALESCE(p.serial_ctl, ?) AS serial_ctl,
		COALESCE(p.expiry_ctl, ?) AS expiry_ctl, ? AS quality FROM product p WHERE p.id = ?`, false, false, false, good, t.LineID)
	if errors.Is(err, sql.ErrNoRows) {
		return fault.New(fault.Conflict, "inbound.line_gone")
	}
	if err != nil {
		return fmt.Errorf("read product %d: %w", t.LineID, err)
	}
	t.line = &l
	return nil
}

// receiveAtOnce takes all about an item at once; what is missing is refused by name.
func (t *unannounced) receiveAtOnce(ctx context.Context, one itemForm) error {
	found, err := t.products(ctx, t.Data, one.Item, plugin.Scope{"consignor_id": t.OwnerID})
	if err != nil {
		return err
	}
	if len(found) > 1 {
		return plugin.MustChoose(one.Item)
	}
	qty, err := readQty(one.Qty.String(), false)
	if err != nil {
		return err
	}
	t.item = item{LineID: found[0].ID, Qty: qty, LotNo: one.Lot, ExpDate: one.Expiry, Quality: one.Quality, Serials: one.Serials}
	if err := t.look(ctx); err != nil {
		return err
	}
	return t.post(ctx)
}

// qty takes a typed quantity, or one more scan of the item.
func (t *unannounced) qty(ctx context.Context) (err error) {
	if t.In.Kind == plugin.KindScan {
		found, err := t.products(ctx, t.Data, t.In.Text(), plugin.Scope{"consignor_id": t.OwnerID})
		if err != nil && !fault.IsKey(err, "station.code_unknown") {
			return err
		}
		if at := slices.IndexFunc(found, func(c plugin.Candidate) bool { return c.ID == t.LineID }); at >= 0 {
			t.Offer, t.Counting = t.Offer.Add(contract.PackOf(found[at])), true
			return nil
		}
		if len(found) > 0 {
			return fault.New(fault.Invalid, "inbound.qty_first", "sku", t.line.SKU)
		}
	}
	if t.Qty, err = readQty(t.In.Text(), t.line.SerialCtl); err != nil {
		return err
	}
	return t.advance(ctx)
}

func (t *unannounced) lot(ctx context.Context, no string) error {
	if no == "" {
		return fault.New(fault.Invalid, "stock.lot_needed", "product", t.line.SKU)
	}
	t.LotNo = no
	return t.advance(ctx)
}

func (t *unannounced) expiry(ctx context.Context, date string) error {
	t.ExpDate = date
	return t.advance(ctx)
}

func (t *unannounced) serial(ctx context.Context, no string) error {
	if err := t.addSerial(ctx, t.Data.SQL(), t.line, no); err != nil {
		return err
	}
	return t.advance(ctx)
}

func (t *unannounced) askQuality(context.Context) error {
	t.Asked = true
	t.GoTo(stepQuality)
	return nil
}

func (t *unannounced) quality(ctx context.Context, code string) error {
	if err := isQuality(t.Session, code); err != nil {
		return err
	}
	t.Quality = code
	return t.advance(ctx)
}

// advance goes to the next thing that must be asked about the goods at hand, and posts
// when all is known.
func (t *unannounced) advance(ctx context.Context) error {
	switch l := t.line; {
	case t.Qty.IsZero():
		t.GoTo(stepQty)
	case l.LotCtl && t.LotNo == "":
		t.GoTo(stepLot)
	case l.ExpiryCtl && t.ExpDate == "":
		t.GoTo(stepExpiry)
	case l.SerialCtl && decimal.NewFromInt(int64(len(t.Serials))).LessThan(t.Qty):
		t.GoTo(stepSerial)
	case t.Quality == "" && t.Asked:
		t.GoTo(stepQuality)
	default:
		return t.post(ctx)
	}
	return nil
}

// undoFree says what an input did beyond the task.
type undoFree struct {
	Received []received `json:"received,omitempty"`
	ParcelID int64      `json:"parcel,omitempty"`
}

// post receives what is at hand.
func (t *unannounced) post(ctx context.Context) error {
	w := wanted{*t.line}
	a, err := t.arrival(w)
	if err != nil {
		return err
	}
	n := &notice{WarehouseID: t.WarehouseID, ConsignorID: t.OwnerID}
	receipt, err := freeReceipt(ctx, t.Data, n, t.StagingID, t.Tracking)
	if err != nil {
		return err
	}
	lines, err := t.postArrival(ctx, t.Data, n, contract.Place{PositionID: t.StagingID}, receipt, a, []part{{&w[0], contract.QtyOf(a.qty)}})
	if err != nil {
		return err
	}
	t.Reply.Key, t.Reply.Params = receivedOf(t.Session, t.line.SKU, a)
	t.Reply.Undo = undoFree{Received: lines}
	t.Count++
	t.item = item{}
	t.GoTo(stepItem)
	return nil
}

// freeReceipt finds or makes the open receipt of an owner without a notice, one for each
// parcel.
func freeReceipt(ctx context.Context, data plugin.Data, n *notice, staging int64, tracking string) (int64, error) {
	match := plugin.Row{"asn_id": nil, "consignor_id": n.ConsignorID, "position_id": staging, "status": "open", "carrier_no": empty(tracking)}
	found, err := data.Find(ctx, "receipt", plugin.Where{Match: match, Limit: 1})
	if err != nil {
		return 0, err
	}
	if len(found) > 0 {
		return plugin.ID(found[0]), nil
	}
	row, err := data.Save(ctx, "receipt", plugin.Row{"warehouse_id": n.WarehouseID, "consignor_id": n.ConsignorID, "position_id": staging, "carrier_no": empty(tracking)})
	return plugin.ID(row), err
}

// finish ends the receipts of the owner at this place, and the parcel that they came in.
func (t *unannounced) finish(ctx context.Context) error {
	match := plugin.Row{"asn_id": nil, "consignor_id": t.OwnerID, "position_id": t.StagingID, "status": "open", "carrier_no": empty(t.Tracking)}
	open, err := t.Data.Find(ctx, "receipt", plugin.Where{Match: match})
	if err != nil {
		return err
	}
	for _, row := range open {
		if _, err := t.Data.Act(ctx, "receipt", "finish", plugin.ID(row), nil); err != nil {
			return err
		}
	}
	t.GoTo(plugin.StepDone)
	t.Reply.Key, t.Reply.Sound = "inbound.finished", plugin.SoundDone
	if t.ParcelID == 0 || len(open) == 0 {
		return nil
	}
	return actIn(ctx, t.Data, "unclaimed", t.ParcelID, "owned", "receive")
}

// takeBack takes a scan back, or a parcel that was held.
func (t *unannounced) takeBack(ctx context.Context, did undoFree) error {
	if did.ParcelID != 0 {
		return actIn(ctx, t.Data, "unclaimed", did.ParcelID, "held", "drop")
	}
	return t.unreceive(ctx, t.Data, did.Received, "undo")
}
