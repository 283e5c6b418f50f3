package counting

import (
	"context"
	"slices"
	"strconv"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/plugin"
	stock "github.com/wareloom/wareloom/plugins/inventory/contract"
)

// Steps of the station count_scan.
const (
	stepCount    = "count"
	stepPosition = "position"
	stepItem     = "item"
	stepLot      = "lot"
	stepQty      = "qty"
	stepSerial   = "serial"
)

// taken is the refusal of a position that another person counts.
const taken = "counting.position_taken"

// counts is a person's work at the station count_scan.
type counts struct {
	stock stock.Stock
	codes *plugin.Codes

	plugin.Turn `json:"-"`
	plugin.Choosing
	CountID int64 `json:"count_id,omitempty"`
	SpotID  int64 `json:"spot,omitempty"`
	LpnID   int64 `json:"lpn,omitempty"` // container whose goods are counted; 0 for none
	Goods   *pile `json:"goods,omitempty"`
	Seen    int   `json:"seen,omitempty"` // numbers of the goods at hand

	head plugin.Row // of the count, locked
	spot *spot
}

// flow is the flow of the station count_scan.
func (c Counts) flow(codes *plugin.Codes) plugin.Machine[*counts] {
	return plugin.Machine[*counts]{
		New: func() *counts { return &counts{stock: c.Stock, codes: codes} },
		Steps: []plugin.Step[*counts]{{
			Key: stepCount, Kind: "scan", Accept: []string{"stock_count", "position"}, Take: plugin.TakeText((*counts).scanCount), To: []string{stepPosition, stepItem},
			Buttons: []plugin.Press[*counts]{{Code: "next_task", Do: (*counts).takeNext, To: []string{stepPosition}}},
		}, {
			Key: stepPosition, Kind: "scan", Accept: []string{"position"}, Ready: (*counts).lock, Take: plugin.TakeText((*counts).scanPosition),
			To: []string{stepItem}, Back: []string{stepCount},
			Buttons: []plugin.Press[*counts]{{Code: "next_task", Do: (*counts).takeNext, To: []string{stepPosition}}},
		}, {
			Key: stepItem, Kind: "scan", Accept: []string{"product", "sku", "lpn"}, Ready: (*counts).look, Take: plugin.TakeText((*counts).scanItem),
			Form: plugin.TakeForm("counting.bad_form", (*counts).countAtOnce),
			To:   []string{plugin.StepChoose, stepLot, stepQty, stepSerial},
			Buttons: []plugin.Press[*counts]{
				{Code: "done", Do: (*counts).finish, To: []string{stepPosition, plugin.StepDone}},
				{Code: "empty", Do: (*counts).empty, To: []string{stepPosition, plugin.StepDone}},
				{Code: "again", Do: (*counts).again},
				{Code: "leave", Do: (*counts).leave, To: []string{stepPosition}},
			},
		}, {
			Key: plugin.StepChoose, Kind: "choice", Ready: (*counts).look, Take: plugin.Chosen((*counts).settle), Pressed: true,
			To: []string{stepLot, stepQty, stepSerial}, Back: []string{stepItem},
		}, {
			Key: stepLot, Kind: "text", Ready: (*counts).look, Take: plugin.TakeText((*counts).enterLot), To: []string{stepQty, stepSerial}, Back: []string{stepItem},
		}, {
			Key: stepQty, Kind: "qty", Ready: (*counts).look, Take: plugin.TakeQuantity(stock.QtyDigits, (*counts).enterQty), To: []string{stepItem}, Back: []string{stepItem},
		}, {
			Key: stepSerial, Kind: "scan", Accept: []string{"serial"}, Ready: (*counts).look, Take: plugin.TakeText((*counts).scanSerial), To: []string{stepItem},
			Buttons: []plugin.Press[*counts]{{Code: "next", Do: (*counts).next, To: []string{stepItem}}}, Back: []string{stepItem},
		}},
		Back: (*counts).back, Show: (*counts).show, TakeBack: plugin.Undoing((*counts).takeBack),
	}
}

// back forgets the goods at hand, and before the positions the count.
func (t *counts) back(ctx context.Context, from string) error {
	if from == stepPosition {
		t.CountID = 0
	}
	return t.forget(ctx)
}

// forget leaves the goods at hand.
func (t *counts) forget(context.Context) error {
	t.Goods, t.Seen = nil, 0
	return nil
}

// next goes on when all numbers of the goods at hand are scanned.
func (t *counts) next(ctx context.Context) error {
	t.GoTo(stepItem)
	return t.forget(ctx)
}

// scanCount takes a count, or a position that one has.
func (t *counts) scanCount(ctx context.Context, code string) error {
	found, err := t.codes.Resolve(ctx, t.Data, code, t.Scope("warehouse_id"), "stock_count", "position")
	if err != nil {
		return err
	}
	if found[0].Kind == "stock_count" {
		t.CountID = found[0].ID
		t.GoTo(stepPosition)
		return t.lock(ctx)
	}
	s, err := readSpot(ctx, t.Data.SQL(), `l.under_way AND l.position_id = ?`, found[0].ID)
	if err != nil {
		return err
	}
	if s == nil {
		return fault.New(fault.Invalid, "counting.not_to_count", "position", found[0].Label)
	}
	t.CountID = s.CountID
	if err := t.lock(ctx); err != nil {
		return err
	}
	return t.claim(ctx, s)
}

// lock keeps the count as it is until the input is done, and refuses one that is not to
// be counted, or by another person.
func (t *counts) lock(ctx context.Context) error {
	heads, err := t.Data.Find(ctx, countTable, plugin.Where{Match: plugin.Row{"id": t.CountID}, Lock: true})
	if err != nil {
		return err
	}
	if len(heads) == 0 || !slices.Contains([]string{"released", underCount, counted, recounting}, plugin.Text(heads[0], "status")) {
		return fault.New(fault.Conflict, "counting.not_under_way")
	}
	t.head = heads[0]
	if who := plugin.Int(t.head, "counter_id"); who != 0 && who != t.Actor.UserID {
		return fault.New(fault.Conflict, "counting.assigned", "document", plugin.Text(t.head, "doc_no"), "name", nameOf(ctx, t.Data, who))
	}
	return nil
}

// look reads the count and the position that is counted, which must still be this person's.
func (t *counts) look(ctx context.Context) (err error) {
	if err := t.lock(ctx); err != nil {
		return err
	}
	t.spot, err = readSpot(ctx, t.Data.SQL(), `l.id = ?`, t.SpotID)
	if err != nil {
		return err
	}
	if t.spot == nil || t.spot.counter() != t.Actor.UserID {
		return t.lost(ctx)
	}
	return nil
}

// lost says who has the position now.
func (t *counts) lost(ctx context.Context) error {
	if t.spot == nil || t.spot.counter() == 0 {
		return fault.New(fault.Conflict, "counting.position_done", "position", codeOf(t.spot))
	}
	return fault.New(fault.Conflict, taken, "position", t.spot.Code, "name", nameOf(ctx, t.Data, t.spot.counter()))
}

func codeOf(s *spot) string {
	if s == nil {
		return ""
	}
	return s.Code
}

func nameOf(ctx context.Context, data plugin.Data, user int64) string {
	row, err := data.Get(ctx, "user", user)
	if err != nil {
		return strconv.FormatInt(user, 10)
	}
	return plugin.Text(row, "true_name")
}

// scanPosition takes a position of the count.
func (t *counts) scanPosition(ctx context.Context, code string) error {
	found, err := t.codes.Resolve(ctx, t.Data, code, plugin.Scope{"warehouse_id": plugin.Int(t.head, "warehouse_id")}, "position")
	if err != nil {
		return err
	}
	s, err := readSpot(ctx, t.Data.SQL(), `l.stock_count_id = ? AND l.position_id = ?`, t.CountID, found[0].ID)
	if err != nil {
		return err
	}
	if s == nil {
		return fault.New(fault.Invalid, "counting.not_in_count", "position", found[0].Label, "document", plugin.Text(t.head, "doc_no"))
	}
	return t.claim(ctx, s)
}

// claim gives a position to this person.
func (t *counts) claim(ctx context.Context, s *spot) error {
	t.spot = s
	me := t.Actor.UserID
	row := plugin.Row{"id": s.ID}
	switch s.Status {
	case open, underCount:
		row["status"], row["counted_by"] = underCount, me
	case recount, recounting:
		if s.By == me {
			return fault.New(fault.Conflict, "counting.other_person", "position", s.Code)
		}
		row["status"], row["recounted_by"] = recounting, me
	default:
		return fault.New(fault.Conflict, "counting.position_done", "position", s.Code)
	}
	if who := s.counter(); who != 0 && who != me && !t.Allows(taken) {
		return t.lost(ctx)
	}
	if err := t.Data.Set(ctx, positionTable, []plugin.Row{row}); err != nil {
		return err
	}
	t.SpotID, t.LpnID = s.ID, 0
	t.GoTo(stepItem)
	return t.started(ctx)
}

// started moves the count on with its first scan.
func (t *counts) started(ctx context.Context) (err error) {
	switch plugin.Text(t.head, "status") {
	case "released":
		_, err = t.Data.Act(ctx, countTable, "start", t.CountID, nil)
	case counted:
		_, err = t.Data.Act(ctx, countTable, "start_recount", t.CountID, nil)
	}
	return err
}
