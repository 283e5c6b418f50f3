package transfers

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"hash/fnv"
	"slices"

	"github.com/shopspring/decimal"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/plugin"
	stock "github.com/wareloom/wareloom/plugins/inventory/contract"
)

// stepTransfer is the first step of the station allocate_enter.
const stepTransfer = "transfer"

// enter is the task of a person who receives what another warehouse sent.
type enter struct {
	desk        `json:"-"`
	plugin.Turn `json:"-"`
	TransferID  int64 `json:"transfer,omitempty"`
	ToID        int64 `json:"to,omitempty"` // position of the last goods
	Done        int   `json:"done,omitempty"`
	arriving

	head plugin.Row // locked
	way  *way       // at hand
}

// arriving is the goods at hand.
type arriving struct {
	plugin.Choosing
	LineID  int64           `json:"line,omitempty"`
	LotID   int64           `json:"lot,omitempty"`
	Qty     decimal.Decimal `json:"qty"`
	Serials []string        `json:"serials,omitempty"`
}

// entering is the flow of the station allocate_enter.
func (d desk) entering() plugin.Machine[*enter] {
	return plugin.Machine[*enter]{
		New: func() *enter { return &enter{desk: d} },
		Steps: []plugin.Step[*enter]{{
			Key: stepTransfer, Kind: "scan", Accept: []string{house}, Take: plugin.TakeText((*enter).scanTransfer), To: []string{stepItem},
		}, {
			Key: stepItem, Kind: "scan", Accept: []string{"product", "sku"}, Ready: (*enter).ready, Take: plugin.TakeText((*enter).scanItem), To: []string{plugin.StepChoose, stepQty, plugin.StepDone},
			Form:    plugin.TakeForm("transfers.bad_form", (*enter).enterAtOnce),
			Buttons: []plugin.Press[*enter]{{Code: "finish", Do: (*enter).finish, To: []string{plugin.StepDone}}}, Back: []string{stepTransfer},
		}, {
			Key: plugin.StepChoose, Kind: "choice", Ready: (*enter).ready, Take: plugin.Chosen((*enter).takeUp), To: []string{stepQty}, Back: []string{stepItem},
		}, {
			Key: stepQty, Kind: "qty", Ready: (*enter).ready, Take: (*enter).enterQty, To: []string{stepSerial, stepTarget}, Back: []string{stepItem},
		}, {
			Key: stepSerial, Kind: "scan", Accept: []string{"serial"}, Ready: (*enter).ready, Take: plugin.TakeText((*enter).scanSerial), To: []string{stepTarget}, Back: []string{stepItem},
		}, {
			Key: stepTarget, Kind: "scan", Accept: []string{"position"}, Ready: (*enter).ready, Take: plugin.TakeText((*enter).scanTarget), To: []string{stepItem, plugin.StepDone}, Back: []string{stepItem},
			Buttons: []plugin.Press[*enter]{{Code: "same", Do: (*enter).same, To: []string{stepItem, plugin.StepDone}}},
		}},
		Back: (*enter).back, Show: (*enter).show, TakeBack: plugin.Undoing((*enter).takeBack),
	}
}

func (t *enter) back(context.Context, string) error {
	t.arriving = arriving{}
	return nil
}

// scanTransfer takes the transfer that arrived.
func (t *enter) scanTransfer(ctx context.Context, code string) error {
	found, err := t.one(ctx, t.Data, code, scopeOf(t.Session), house)
	if err != nil {
		return err
	}
	t.TransferID = found.ID
	t.GoTo(stepItem)
	return t.ready(ctx)
}

// ready locks the transfer and reads the goods at hand.
func (t *enter) ready(ctx context.Context) error {
	heads, err := t.Data.Find(ctx, house, plugin.Where{Match: plugin.Row{"id": t.TransferID}, Lock: true})
	if err != nil || len(heads) == 0 {
		return cmp.Or[error](err, fault.New(fault.NotFound, "transfers.document_gone"))
	}
	t.head = heads[0]
	if !slices.Contains([]string{"shipped", "partly_received"}, plugin.Text(t.head, "status")) {
		return fault.New(fault.Conflict, "transfers.not_on_its_way", "doc", plugin.Text(t.head, "doc_no"))
	}
	if t.LineID == 0 {
		return nil
	}
	return t.look(ctx)
}

// look reads the goods at hand, as far as they are still on their way.
func (t *enter) look(ctx context.Context) error {
	list, err := onTheWay(ctx, t.Data.SQL(), t.TransferID)
	if err != nil {
		return err
	}
	at := slices.IndexFunc(list, func(w *way) bool { return w.LineID == t.LineID && w.LotID == t.LotID })
	if at < 0 {
		return fault.New(fault.Conflict, "transfers.received_already")
	}
	t.way = list[at]
	return nil
}

// matches are the goods on their way that a code may mean; of lines with the same goods
// the first.
func (t *enter) matches(ctx context.Context, code, lot string) ([]*way, error) {
	ids, label, err := t.products(ctx, t.Data, code)
	if err != nil {
		return nil, err
	}
	list, err := onTheWay(ctx, t.Data.SQL(), t.TransferID)
	if err != nil {
		return nil, err
	}
	list = slices.DeleteFunc(list, func(w *way) bool { return !slices.Contains(ids, w.ProductID) || lot != "" && w.LotNo != lot })
	list = slices.CompactFunc(list, func(a, b *way) bool {
		return a.ProductID == b.ProductID && a.LotID == b.LotID && a.Quality == b.Quality
	})
	if len(list) == 0 {
		return nil, fault.New(fault.Invalid, "transfers.not_sent", "sku", label, "doc", plugin.Text(t.head, "doc_no"))
	}
	return list, nil
}

// scanItem takes the scan of goods.
func (t *enter) scanItem(ctx context.Context, code string) error {
	list, err := t.matches(ctx, code, "")
	if err != nil {
		return err
	}
	t.arriving = arriving{}
	meanings := make([]plugin.Meaning, len(list))
	for i, w := range list {
		meanings[i].ID = w.id()
	}
	return plugin.Choose(ctx, t, code, meanings, (*enter).takeUp)
}

// id tells goods of one transfer apart, for a choice.
func (w *way) id() int64 {
	h := fnv.New32a()
	fmt.Fprint(h, w.LineID, w.LotID, w.Quality)
	return int64(h.Sum32()) + 1
}

// takeUp makes goods those at hand.
func (t *enter) takeUp(ctx context.Context, m plugin.Meaning) error {
	list, err := onTheWay(ctx, t.Data.SQL(), t.TransferID)
	if err != nil {
		return err
	}
	at := slices.IndexFunc(list, func(w *way) bool { return w.id() == m.ID })
	if at < 0 {
		return fault.New(fault.Conflict, "transfers.received_already")
	}
	t.way = list[at]
	t.LineID, t.LotID = t.way.LineID, t.way.LotID
	t.GoTo(stepQty)
	return nil
}

func (t *enter) enterQty(ctx context.Context) (err error) {
	digits := int32(3)
	if t.way.SerialCtl {
		digits = 0
	}
	if t.Qty, err = stock.ReadPieces(ctx, t.codes, t.Data, t.In, t.way.ProductID, digits); err != nil {
		return err
	}
	t.GoTo(stepTarget)
	if t.way.SerialCtl {
		t.GoTo(stepSerial)
	}
	return t.mustFit()
}

// mustFit refuses more than is on its way.
func (t *enter) mustFit() error {
	if most := t.way.Qty.Decimal(); t.Qty.GreaterThan(most) {
		return fault.New(fault.Invalid, "transfers.more_than_sent", "sku", t.way.SKU, "max", most.String(), "value", t.Qty.String())
	}
	return nil
}

// scanSerial takes the number of one piece until the quantity is reached.
func (t *enter) scanSerial(ctx context.Context, no string) error {
	sent, err := t.way.serials(ctx, t.Data.SQL(), decimal.NewFromInt(1_000_000))
	if err != nil {
		return err
	}
	if !slices.Contains(sent, no) {
		return fault.New(fault.Conflict, "stock.serial_elsewhere", "serial", no, "product", t.way.SKU)
	}
	if slices.Contains(t.Serials, no) {
		return fault.New(fault.Invalid, "transfers.serial_twice", "serial", no)
	}
	if t.Serials = append(t.Serials, no); int64(len(t.Serials)) == t.Qty.IntPart() {
		t.GoTo(stepTarget)
	}
	return nil
}

// scanTarget takes the place of the goods: a bin, or a dock to put away from.
func (t *enter) scanTarget(ctx context.Context, code string) error {
	found, err := t.one(ctx, t.Data, code, plugin.Scope{"warehouse_id": plugin.Int(t.head, "to_warehouse_id")}, "position")
	if err != nil {
		return err
	}
	use, err := useOf(ctx, t.Data.SQL(), found.ID)
	if err == nil && use != stock.UseBin && use != stock.UseStagingIn {
		err = fault.New(fault.Invalid, "transfers.not_to_receive", "position", found.Label)
	}
	if err != nil {
		return err
	}
	return t.receive(ctx, found.ID, found.Label)
}

// same puts the goods where the last ones went.
func (t *enter) same(ctx context.Context) error {
	if t.ToID == 0 {
		return fault.New(fault.Invalid, "station.bad_button", "code", t.In.Text())
	}
	code, err := labelOf(ctx, t.Data.SQL(), t.ToID)
	if err != nil {
		return err
	}
	return t.receive(ctx, t.ToID, code)
}

// entered is what an input received, for taking it back.
type entered struct {
	TransferID int64           `json:"transfer"`
	LineID     int64           `json:"line"`
	MoveNo     int64           `json:"move"`
	Qty        decimal.Decimal `json:"qty"`
}

// receive posts the goods at hand. When nothing is on its way any more the task is done.
func (t *enter) receive(ctx context.Context, to int64, label string) error {
	if err := t.mustFit(); err != nil {
		return err
	}
	from, err := t.stock.VirtualPosition(ctx, t.Data, plugin.Int(t.head, "to_warehouse_id"), stock.UseInTransit)
	if err != nil {
		return err
	}
	w := t.way
	posted, err := t.stock.Post(ctx, t.Data, []stock.Move{{
		Code: stock.TransferIn, Doc: stock.Doc{Type: house, ID: t.TransferID, LineID: w.LineID}, Goods: w.of(plugin.Int(t.head, "consignor_id")), Qty: t.Qty, Serials: t.Serials,
		From: stock.Place{PositionID: from}, To: stock.Place{PositionID: to},
	}})
	if err != nil {
		return err
	}
	did := entered{t.TransferID, w.LineID, posted[0].MoveNo, t.Qty}
	if err := addReceived(ctx, t.Data, did, 1); err != nil {
		return err
	}
	t.Reply = plugin.Reply{Key: "transfers.moved", Params: fault.Params{"sku": w.SKU, "qty": t.Qty.String(), "position": label}, Undo: did}
	t.ToID, t.arriving = to, arriving{}
	t.Done++
	t.GoTo(stepItem)
	left, err := onTheWay(ctx, t.Data.SQL(), t.TransferID)
	if err == nil && len(left) == 0 {
		t.GoTo(plugin.StepDone)
		t.Reply.Sound = plugin.SoundDone
	}
	return err
}

// addReceived counts what came on the line, or takes it off with the sign -1.
func addReceived(ctx context.Context, data plugin.Data, did entered, sign int64) error {
	err := data.Add(ctx, houseLine, []plugin.Row{{"id": did.LineID, "received_qty": did.Qty.Mul(decimal.NewFromInt(sign))}})
	if err != nil {
		return fmt.Errorf("count line %d of transfer %d: %w", did.LineID, did.TransferID, err)
	}
	return settleHouse(ctx, data, did.TransferID)
}

func (t *enter) takeBack(ctx context.Context, did entered) error {
	if _, err := t.Data.Find(ctx, house, plugin.Where{Match: plugin.Row{"id": did.TransferID}, Lock: true}); err != nil {
		return err
	}
	if _, err := t.stock.Reverse(ctx, t.Data, []int64{did.MoveNo}, "undo"); err != nil {
		return err
	}
	return addReceived(ctx, t.Data, did, -1)
}

// finish ends the work; what is missing stays in transit.
func (t *enter) finish(ctx context.Context) error {
	left, err := onTheWay(ctx, t.Data.SQL(), t.TransferID)
	if err != nil {
		return err
	}
	t.GoTo(plugin.StepDone)
	t.Reply = plugin.Reply{Key: "transfers.left_in_transit", Params: fault.Params{"lines": len(left)}, Sound: plugin.SoundDone}
	return nil
}

// enterForm is goods in one input.
type enterForm struct {
	Item     string      `json:"item"`
	Lot      string      `json:"lot"`
	Qty      json.Number `json:"qty"`
	Position string      `json:"position"`
	Serials  []string    `json:"serials"`
}

// enterAtOnce receives goods in one input; what it does not tell apart is refused.
func (t *enter) enterAtOnce(ctx context.Context, one enterForm) error {
	list, err := t.matches(ctx, one.Item, one.Lot)
	if err != nil {
		return err
	}
	if len(list) > 1 {
		return plugin.MustChoose(one.Item)
	}
	t.way, t.LineID, t.LotID, t.Serials = list[0], list[0].LineID, list[0].LotID, one.Serials
	if t.Qty, err = plugin.ReadQuantity(one.Qty.String(), stock.QtyDigits); err != nil {
		return err
	}
	return t.scanTarget(ctx, one.Position)
}

// show shows what is on its way, and the goods at hand.
func (t *enter) show(ctx context.Context, view *plugin.View) error {
	view.Expect = &plugin.Expect{Online: true}
	if t.TransferID == 0 {
		return nil
	}
	list, err := onTheWay(ctx, t.Data.SQL(), t.TransferID)
	if err != nil {
		return err
	}
	view.Done, view.Left, view.About = t.Done, len(list), plugin.About{Table: house, ID: t.TransferID}
	view.Prompt = fault.Params{"code": t.Code}
	if t.Step() == plugin.StepDone {
		view.Facts = plugin.Row{"transfer_id": t.TransferID, "left": len(list)}
	}
	if t.Step() == stepItem || t.Step() == plugin.StepChoose {
		view.List = t.choices(list)
	}
	at := slices.IndexFunc(list, func(w *way) bool { return t.LineID != 0 && w.LineID == t.LineID && w.LotID == t.LotID })
	if at < 0 {
		return nil
	}
	return t.showGoods(ctx, view, list[at])
}

// choices are the goods on their way, or what a code may mean of them.
func (t *enter) choices(list []*way) (choices []plugin.Choice) {
	choosing := t.Step() == plugin.StepChoose
	for _, w := range list {
		code := w.SKU
		if choosing {
			if !slices.ContainsFunc(t.Choices, func(m plugin.Meaning) bool { return m.ID == w.id() }) {
				continue
			}
			code = fmt.Sprint(w.id())
		}
		detail := "× " + w.Qty.Decimal().String()
		if w.LotNo != "" {
			detail = w.LotNo + " " + detail
		}
		if w.Quality != good {
			detail = w.Quality + " · " + detail
		}
		choices = append(choices, plugin.Choice{Code: code, Label: w.SKU + " " + w.Name, Detail: detail, State: "open"})
	}
	return choices
}

func (t *enter) showGoods(ctx context.Context, view *plugin.View, w *way) error {
	most := w.Qty.Decimal().String()
	view.Prompt = fault.Params{"sku": w.SKU, "max": most, "qty": t.Qty.String(), "left": t.Qty.IntPart() - int64(len(t.Serials)), "code": t.Code}
	name := w.SKU + " " + w.Name
	if w.LotNo != "" {
		name += " · " + w.LotNo
	}
	view.Target = []plugin.Target{
		{Label: "transfers.item", Value: name, Size: plugin.SizeLarge, Field: "item"},
		{Label: "transfers.in_transit", Value: most, Size: plugin.SizeHuge, Field: "qty"},
	}
	if t.Step() == stepTarget {
		view.Target[1] = plugin.Target{Label: "transfers.qty", Value: t.Qty.String(), Size: plugin.SizeHuge, Field: "qty"}
		view.Buttons = []string{"back"}
		if t.ToID != 0 {
			view.Buttons = []string{"same", "back"}
			code, err := labelOf(ctx, t.Data.SQL(), t.ToID)
			if err != nil {
				return err
			}
			view.Target = append(view.Target, plugin.Target{Label: "transfers.last_place", Value: code, Size: plugin.SizeMedium, Field: "to"})
		}
	}
	if t.Step() == stepQty {
		view.Default, view.Max = most, most
	}
	var err error
	view.Image, err = stock.Picture(ctx, t.Data.SQL(), w.ProductID)
	return err
}
