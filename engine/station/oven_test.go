package station

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/shopspring/decimal"

	"github.com/wareloom/wareloom/engine/access/accesstest"
	"github.com/wareloom/wareloom/engine/auth"
	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/document"
	"github.com/wareloom/wareloom/engine/enginetest"
	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/meta"
	"github.com/wareloom/wareloom/engine/query"
	"github.com/wareloom/wareloom/engine/record"
	"github.com/wareloom/wareloom/engine/setting"
	"github.com/wareloom/wareloom/engine/store"
)

// ovens are stations of a bakery: one asks for an item and for its weight; the other has no
// way back; the menu leads to both, and to a third by a flow that there is not.
const ovens = `{
	"stations": [
		{"key": "oven", "flow": "bake", "undo": true, "override": ["oven.hot"],
			"params": [{"key": "customer_id", "type": "reference", "to": "customer"}, {"key": "trays", "type": "integer"}],
			"steps": [
				{"key": "item", "kind": "scan", "title": {"en": "Item"}, "prompt": {"en": "Scan an item for {who}"}, "buttons": ["sweep"]},
				{"key": "weight", "kind": "weight", "title": {"en": "Weight"}, "prompt": {"en": "Weigh {who}"}, "buttons": ["sweep", "ring"]}
			],
			"buttons": [{"key": "ring", "label": {"en": "Ring"}, "shortcut": "F2"}, {"key": "sweep", "label": {"en": "Sweep"}, "danger": true}],
			"facts": [{"key": "item_id", "type": "reference", "to": "item"}, {"key": "weight", "type": "decimal", "scale": 3}],
			"next": [
				{"key": "again", "opens": "station:oven", "input": "ctx.item_id.code", "title": {"en": "Bake again{label}"}},
				{"key": "order", "opens": "document:order", "record": "params.trays", "when": "ctx.weight > 1", "title": {"en": "Look at {label}"}},
				{"key": "brands", "opens": "list:brand", "title": {"en": "Brands"}}
			]},
		{"key": "stove", "flow": "bake", "steps": [
			{"key": "item", "kind": "scan", "title": {"en": "Item"}, "prompt": {"en": "Scan"}}, {"key": "weight", "kind": "weight", "title": {"en": "Weight"}, "prompt": {"en": "Weigh"}}]},
		{"key": "counter", "flow": "engine.act", "undo": true, "acts": {"table": "order", "shows": ["note"], "actions": [{"key": "audit", "undo": "reopen"}, {"key": "finish"}]}, "steps": [
			{"key": "code", "kind": "scan", "title": {"en": "Code"}, "prompt": {"en": "Scan"}}, {"key": "act", "kind": "choice", "title": {"en": "Act"}, "prompt": {"en": "What of {record}?"}},
			{"key": "choose", "kind": "choice", "title": {"en": "Which"}, "prompt": {"en": "Which {code}?"}}]},
		{"key": "ruin", "flow": "crumble", "steps": [{"key": "item", "kind": "scan", "title": {"en": "Item"}, "prompt": {"en": "Scan"}}]}
	],
	"tables": [{"key": "order", "label": ["code"], "fields": [
		{"key": "customer_id", "type": "reference", "to": "customer", "required": true}, {"key": "code", "type": "text", "required": true},
		{"key": "status", "type": "enum"}, {"key": "note", "type": "text", "title": {"en": "Note"}}, {"key": "department_id", "type": "reference", "to": "department"}
	], "unique": [{"key": "code", "on": ["code"]}], "codes": [{"key": "code"}]},
		{"key": "rack", "title": {"en": "Rack"}, "label": ["code", "place"], "fields": [
			{"key": "code", "type": "text", "required": true}, {"key": "place", "type": "text"}
		], "unique": [{"key": "code", "on": ["code"]}], "codes": [{"key": "code"}]}],
	"documents": [{"key": "order", "states": [{"key": "open", "phase": "draft", "edit": true}, {"key": "audited", "phase": "work", "edit": false}, {"key": "done", "phase": "done", "edit": false}], "actions": [
		{"key": "audit", "title": {"en": "Audit"}, "from": ["open"], "to": "audited"}, {"key": "reopen", "from": ["audited"], "to": "open"}, {"key": "finish", "title": {"en": "Finish"}, "from": ["audited"], "to": "done"}
	]}],
	"prints": [{"key": "item_card", "table": "item", "paper": {"width": 100, "height": 50}, "bands": [{"key": "all", "kind": "body", "height": 5, "elements": []}]}],
	"menus": [{"key": "bakery", "items": [
		{"key": 21, "parent": 1, "route": "/goods/oven", "screen": "station:oven"}, {"key": 22, "parent": 1, "route": "/goods/stove", "screen": "station:stove"},
		{"key": 23, "parent": 1, "route": "/goods/ruin", "screen": "station:ruin"}, {"key": 24, "parent": 1, "route": "/goods/cards", "rights": ["item.read", "item.print", "rack.read"]},
		{"key": 25, "parent": 1, "route": "/goods/counter", "screen": "station:counter"}, {"key": 26, "parent": 1, "route": "/goods/acts", "rights": ["order.read", "order.audit", "order.reopen", "order.finish"]}
	]}]
}`

// baking is the task: an item is put into the oven, and weighed.
type baking struct {
	Turn  `json:"-"`
	Item  int64           `json:"item,omitempty"`
	Code  string          `json:"code,omitempty"`
	Qty   decimal.Decimal `json:"qty"`
	parts *oven
}

func (b *baking) take(ctx context.Context, code string) error {
	switch code {
	case "HOT":
		if !b.Allows("oven.hot") {
			return fault.New(fault.Conflict, "oven.hot", "code", code)
		}
		code = "PIE"
	case "SAME":
		b.Kept("pies", "1")
		return nil
	case "STOP":
		return Stop(fault.New(fault.Conflict, "oven.stop"))
	case "BREAK":
		return errors.New("the oven broke")
	}
	items, err := b.Data.Find(ctx, "item", record.Where{Match: record.Row{"code": strings.TrimPrefix(code, "RAW-")}})
	if err != nil {
		return err
	}
	if len(items) == 0 {
		return fault.New(fault.Invalid, "oven.unknown", "code", code)
	}
	b.Item, b.Code = record.Int(items[0], "id"), code
	if err := b.note(ctx, "in the oven"); err != nil {
		return err
	}
	if strings.HasPrefix(code, "RAW-") { // it was written, and must not have been
		return fault.New(fault.Invalid, "oven.raw")
	}
	b.Reply.Undo = b.Item
	b.GoTo("weight")
	return nil
}

func (b *baking) note(ctx context.Context, text string) error {
	_, err := b.Data.Save(ctx, "item", record.Row{"id": b.Item, "remark": text})
	return err
}

func (b *baking) weigh(_ context.Context, qty decimal.Decimal) error {
	b.Qty = qty
	b.Reply = Reply{Key: "oven.baked", Params: fault.Params{"qty": qty}, Code: "baked", Sound: SoundDone}
	b.GoTo(StepDone)
	return nil
}

func (b *baking) takeBack(ctx context.Context, item int64) error {
	b.Item = item
	return b.note(ctx, "taken out")
}

func (b *baking) show(_ context.Context, view *View) error {
	view.Prompt, view.Done, view.Left, view.At = fault.Params{"who": "Ann"}, len(b.Code), 7, "A-1"
	if b.parts.looks != nil {
		b.parts.looks(b, view)
	}
	if b.Item == 0 {
		return nil
	}
	view.About, view.Image = About{"item", b.Item}, "picture of "+b.Code
	if b.Step() == StepDone {
		view.Facts = record.Row{"item_id": b.Item, "weight": b.Qty}
	}
	return nil
}

// oven is a service with its stations over the world: what it asks of others a test may
// answer otherwise.
type oven struct {
	*testing.T
	*accesstest.World
	*Service
	now     time.Time
	pie     int64 // items
	cake    int64
	looks   func(b *baking, view *View)
	ended   []int64  // records with nothing left to do
	refused []string // shown beside the screen
	handed  []int64  // persons whose work was taken over
}

// Persons of the bakery: Ann and Bob bake, Lea leads.
const ann, bob, lea = 1, 2, 3

func newOven(t *testing.T, db *store.DB) *oven {
	t.Helper()
	if err := db.Migrate(t.Context(), auth.Migrations(), record.Migrations(), setting.Migrations(), Migrations()); err != nil {
		t.Fatal(err)
	}
	o := &oven{T: t, World: accesstest.With(t, db, accesstest.Joined(t, ovens)), now: time.Date(2026, 7, 15, 8, 0, 0, 0, time.UTC)}
	settings, asks := setting.New(o.clock), query.New(db, query.Options{})
	records := record.New(o.Access, settings, record.NewHooks(), o.clock)
	documents, err := document.New(document.Parts{
		DB: db, Access: o.Access, Records: records, Query: asks, Settings: settings, Hooks: document.NewHooks(),
		Current: func(_ context.Context, _ *store.Tx, was auth.Actor) (auth.Actor, error) { return was, nil },
	})
	if err != nil {
		t.Fatal(err)
	}
	o.Service = &Service{
		DB: db, Flows: map[string]Flow{"bake": o.flow(), meta.FlowAct: (&Acting{Query: asks, Documents: documents}).Flow()}, Data: documents.Open, Records: records, Rights: o.Access.For, Query: asks, Now: o.clock,
		Translate: func(_ *catalog.Release, language, key string, params fault.Params) string {
			return fmt.Sprint(language, " ", key, " ", map[string]any(params))
		},
		Vouch: func(_ context.Context, proof auth.Proof, _ auth.Device) (auth.Actor, error) {
			if proof.Badge == "" {
				return auth.Actor{}, fault.New(fault.Denied, "auth.bad_badge")
			}
			return o.person(map[string]int64{"lea": lea, "bob": bob}[proof.Badge]).Actor(), nil
		},
	}
	o.fill()
	return o
}

// ovenOf is an oven on SQLite.
func ovenOf(t *testing.T) *oven {
	t.Helper()
	return newOven(t, enginetest.Open(t, enginetest.SQLite(t), store.Options{}))
}

func (o *oven) clock() time.Time { return o.now }

func (o *oven) flow() Machine[*baking] {
	return Machine[*baking]{
		New: func() *baking { return &baking{parts: o} },
		Steps: []Step[*baking]{
			{Key: "item", Kind: "scan", Take: TakeText((*baking).take), To: []string{"weight"}},
			{Key: "weight", Kind: "weight", Take: TakeWeight(3, "oven.bad_weight", (*baking).weigh), To: []string{StepDone}, Back: []string{"item"}},
		},
		Show: (*baking).show, TakeBack: Undoing((*baking).takeBack),
		HandOver: func(_ *baking, _ context.Context, from int64) error { o.handed = append(o.handed, from); return nil },
		Over:     func(context.Context, *store.Tx, []int64) ([]int64, error) { return o.ended, nil },
		ShowRefusal: func(_ *baking, _ context.Context, why *fault.Fault) error {
			o.refused = append(o.refused, why.Key)
			return nil
		},
	}
}
