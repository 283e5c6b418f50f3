package packing

import (
	"context"
	"slices"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/plugin"
)

// matching is the task of packing orders of one piece, each by one scan of its goods.
type matching struct {
	bench
	plugin.Turn `json:"-"`
	plugin.Choosing
	WaveID    int64  `json:"wave,omitempty"` // whose orders are matched; 0 for all
	WaveNo    string `json:"wave_no,omitempty"`
	ProductID int64  `json:"product,omitempty"` // whose number is scanned next
	SKU       string `json:"sku,omitempty"`
	Matched   int    `json:"matched"`
	Last      int64  `json:"last,omitempty"` // package
}

// matching is the flow of the station match_order.
func (b bench) matching() plugin.Machine[*matching] {
	return plugin.Machine[*matching]{
		New: func() *matching { return &matching{bench: b} },
		Steps: []plugin.Step[*matching]{{
			Key: stepItem, Kind: "scan", Accept: []string{"product", "sku", "wave"}, Take: plugin.TakeText((*matching).item), To: []string{plugin.StepChoose, stepSerial},
			Buttons: []plugin.Press[*matching]{{Code: "all_waves", Do: (*matching).allWaves}},
		}, {
			Key: plugin.StepChoose, Kind: "choice", Take: plugin.Chosen((*matching).take), To: []string{stepItem, stepSerial}, Back: []string{stepItem},
		}, {
			Key: stepSerial, Kind: "scan", Accept: []string{"serial"}, Take: plugin.TakeText((*matching).serial), To: []string{stepItem}, Back: []string{stepItem},
		}},
		Show: (*matching).show, TakeBack: plugin.Undoing((*matching).takeBack),
	}
}

// item takes goods, or the wave whose orders are matched from then on.
func (t *matching) item(ctx context.Context, code string) error {
	found, err := t.codes.Resolve(ctx, t.Data, code, t.Scope("warehouse_id"), "product", "sku", "wave")
	if err != nil {
		return err
	}
	if found[0].Kind == "wave" {
		t.WaveID, t.WaveNo = found[0].ID, found[0].Label
		t.Reply = plugin.Reply{Key: "packing.wave_taken", Params: fault.Params{"wave": t.WaveNo}}
		return nil
	}
	var meanings []plugin.Meaning
	for _, c := range found {
		waits, err := t.waiting(ctx, c.ID)
		if err != nil {
			return err
		}
		if len(waits) > 0 && !slices.ContainsFunc(meanings, func(m plugin.Meaning) bool { return m.ID == c.ID }) {
			meanings = append(meanings, plugin.Meaning{ID: c.ID, Label: c.Label, Detail: c.Detail})
		}
	}
	if len(meanings) == 0 {
		return t.noneWaits(ctx, found)
	}
	return plugin.Choose(ctx, t, code, meanings, (*matching).take)
}

func (t *matching) allWaves(context.Context) error {
	t.WaveID, t.WaveNo = 0, ""
	return nil
}

// take matches the goods; those with numbers of their own when theirs is scanned.
func (t *matching) take(ctx context.Context, m plugin.Meaning) error {
	product, err := t.Data.Get(ctx, "product", m.ID)
	if err != nil {
		return err
	}
	t.ProductID, t.SKU = m.ID, plugin.Text(product, "sku")
	if plugin.Bool(product, "serial_ctl") {
		t.GoTo(stepSerial)
		return nil
	}
	return t.match(ctx, nil)
}

func (t *matching) serial(ctx context.Context, no string) error {
	return t.match(ctx, []string{no})
}

// match packs the oldest order that waits for the piece at hand.
func (t *matching) match(ctx context.Context, serials []string) error {
	o, err := t.oldest(ctx, t.ProductID, serials)
	if err != nil {
		return err
	}
	claimed, err := openPackage(ctx, t.Session, o)
	if err != nil {
		return err
	}
	made, err := t.pack(ctx, t.Data, o, parcelled{id: claimed, serials: map[int64][]string{t.ProductID: serials}, asSuggested: true})
	if err != nil {
		return err
	}
	log, err := logMatch(ctx, t.Data, o, made, t.ProductID)
	if err != nil {
		return err
	}
	no := plugin.Text(made, "package_no")
	t.Matched, t.Last, t.ProductID = t.Matched+1, plugin.ID(made), 0
	t.GoTo(stepItem)
	t.Reply = plugin.Reply{
		Key: "packing.matched", Params: fault.Params{"order": o.DocNo, "package": no}, Sound: plugin.SoundDone, Code: no,
		Undo: undoMatch{Package: t.Last, From: o.Status, Log: log},
	}
	return nil
}

// undoMatch says what a match did.
type undoMatch struct {
	Package int64  `json:"package"`
	From    string `json:"from"` // state of the order before
	Log     int64  `json:"log"`
}

// takeBack lets the order wait again.
func (t *matching) takeBack(ctx context.Context, did undoMatch) error {
	if err := t.unpack(ctx, t.Session, did.Package, did.From); err != nil {
		return err
	}
	return logUndone(ctx, t.Data, did.Log)
}

func (t *matching) show(ctx context.Context, view *plugin.View) error {
	if t.Step() == plugin.StepChoose {
		view.Prompt, view.List = fault.Params{"code": t.Code}, t.Shown()
		return nil
	}
	left, err := t.left(ctx)
	if err != nil {
		return err
	}
	view.Prompt = fault.Params{"sku": t.SKU}
	view.Done, view.Left, view.Facts = t.Matched, left, packageFacts(t.Last)
	if t.WaveID != 0 {
		view.Target = []plugin.Target{{Label: "packing.of_wave", Value: t.WaveNo, Size: plugin.SizeLarge, Field: "wave"}}
		view.Buttons = []string{"all_waves"}
	} else {
		view.Buttons = []string{}
	}
	return nil
}
