package packing

import (
	"context"
	"fmt"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/plugin"
)

const stepPackage = "package"

// sending is the task of handing packages over, each exactly once.
type sending struct {
	bench
	plugin.Turn `json:"-"`
	Sent        int   `json:"sent"`
	Last        int64 `json:"last,omitempty"` // package
}

// sending is the flow of the station send_check.
func (b bench) sending() plugin.Machine[*sending] {
	return plugin.Machine[*sending]{
		New: func() *sending { return &sending{bench: b} },
		Steps: []plugin.Step[*sending]{{
			Key: stepPackage, Kind: "scan", Accept: []string{"package", "order"}, Take: plugin.TakeText((*sending).scan), Pressed: true,
		}},
		Show: (*sending).show, TakeBack: plugin.Undoing((*sending).takeBack),
	}
}

// scan sends the scanned package.
func (t *sending) scan(ctx context.Context, code string) error {
	id, err := t.meant(ctx, code)
	if err != nil {
		return err
	}
	p, err := t.send(ctx, t.Data, id)
	if err != nil {
		return err
	}
	t.Sent, t.Last = t.Sent+1, p.ID
	t.Reply = plugin.Reply{Key: "packing.sent", Params: fault.Params{"package": p.No}, Code: p.No, Undo: undoSend{p.ID}}
	return nil
}

// undoSend names the package that an input sent.
type undoSend struct {
	PackageID int64 `json:"package"`
}

// takeBack cancels the shipment of a package.
func (t *sending) takeBack(ctx context.Context, did undoSend) error {
	_, err := t.Data.Act(ctx, "package", "cancel_ship", did.PackageID, plugin.Row{"reason": "undo"})
	return err
}

// show shows how many were sent.
func (t *sending) show(ctx context.Context, view *plugin.View) (err error) {
	view.Done, view.Facts = t.Sent, packageFacts(t.Last)
	view.Expect, err = t.expected(ctx)
	return err
}

// meant is the package that a code means: its own, or the only one of an order.
func (t *sending) meant(ctx context.Context, code string) (int64, error) {
	found, err := t.codes.Resolve(ctx, t.Data, code, t.Scope("warehouse_id"), "package", "order")
	if err != nil {
		return 0, err
	}
	var ids []int64
	for _, c := range found {
		if c.Kind == "package" {
			ids = append(ids, c.ID)
		}
	}
	if len(ids) == 0 {
		err := t.Data.SQL().Select(ctx, &ids, `SELECT id FROM package WHERE sale_order_id = ? AND status = 'packed' ORDER BY id LIMIT 2`, found[0].ID)
		if err != nil {
			return 0, fmt.Errorf("read packages of order %d: %w", found[0].ID, err)
		}
	}
	switch len(ids) {
	case 0:
		return 0, fault.New(fault.Conflict, "packing.nothing_packed", "order", found[0].Label)
	case 1:
		return ids[0], nil
	}
	return 0, fault.New(fault.Invalid, "packing.many_packages", "code", code)
}
