package workorders

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/plugin"
)

// goods is what is scanned once at the place of work: a product, and of one under lot
// control each lot that is reserved.
type goods struct {
	ProductID int64  `json:"product"`
	Lot       string `json:"lot,omitempty"`
}

// toBring are the goods of the order that are to be scanned.
func (t *bench) toBring(ctx context.Context) ([]goods, error) {
	byLine, err := keptFor(ctx, t.Data.SQL(), t.OrderID)
	if err != nil {
		return nil, err
	}
	var list []goods
	for _, line := range linesOn(taken, t.lines) {
		product, reserved := plugin.Int(line, "product_id"), byLine[plugin.ID(line)]
		if len(reserved) == 0 {
			list = append(list, goods{ProductID: product})
		}
		for _, k := range reserved {
			one := goods{ProductID: product}
			if k.Lots {
				one.Lot = k.LotNo
			}
			if !slices.Contains(list, one) {
				list = append(list, one)
			}
		}
	}
	return list, nil
}

// missing are the goods that nobody has scanned at the place of work.
func (t *bench) missing(ctx context.Context) ([]goods, error) {
	list, err := t.toBring(ctx)
	return slices.DeleteFunc(list, func(g goods) bool { return slices.Contains(t.Brought, g) }), err
}

// bring takes the scan of goods at the place of work, and asks for their lot where the label
// says nothing of it.
func (t *bench) bring(ctx context.Context, code string) error {
	found, err := t.codes.Resolve(ctx, t.Data, code, nil, "product", "sku")
	if err != nil {
		return err
	}
	list, err := t.toBring(ctx)
	if err != nil {
		return err
	}
	at := slices.IndexFunc(found, func(c plugin.Candidate) bool {
		return slices.ContainsFunc(list, func(g goods) bool { return g.ProductID == c.ID })
	})
	if at < 0 {
		return fault.New(fault.Invalid, "workorders.not_taken", "sku", found[0].Label)
	}
	t.ItemID = found[at].ID
	if len(t.lotsOf(list)) == 0 {
		return t.brought(ctx, goods{ProductID: t.ItemID}, found[at].Label)
	}
	lots, err := t.codes.Resolve(ctx, t.Data, code, plugin.Scope{"product_id": t.ItemID}, "lot")
	if fault.IsKey(err, "station.code_unknown") {
		t.GoTo(stepLot)
		return nil
	}
	if err != nil {
		return err
	}
	return t.takeLot(ctx, lots[0].Label)
}

// lotsOf are the lots of the goods at hand.
func (t *bench) lotsOf(list []goods) (lots []string) {
	for _, g := range list {
		if g.ProductID == t.ItemID && g.Lot != "" {
			lots = append(lots, g.Lot)
		}
	}
	return lots
}

// bringLot takes the lot of the goods at hand, scanned or typed.
func (t *bench) bringLot(ctx context.Context, no string) error {
	found, err := t.codes.Resolve(ctx, t.Data, no, plugin.Scope{"product_id": t.ItemID}, "lot")
	if err != nil && !fault.IsKey(err, "station.code_unknown") {
		return err
	}
	if len(found) > 0 {
		no = found[0].Label
	}
	return t.takeLot(ctx, no)
}

// takeLot refuses a lot that is not to be fetched any more.
func (t *bench) takeLot(ctx context.Context, no string) error {
	sku, err := skuOf(ctx, t.Data, t.ItemID)
	if err != nil {
		return err
	}
	list, err := t.missing(ctx)
	if err != nil {
		return err
	}
	if lots := t.lotsOf(list); !slices.Contains(lots, no) {
		return fault.New(fault.Invalid, "workorders.lot_not_taken", "sku", sku, "got", cmp.Or(no, "–"), "want", cmp.Or(strings.Join(lots, ", "), "–"))
	}
	return t.brought(ctx, goods{t.ItemID, no}, strings.TrimSpace(sku+" "+no))
}

// brought notes goods; with the last of them work starts.
func (t *bench) brought(ctx context.Context, g goods, label string) error {
	t.Brought, t.ItemID = append(t.Brought, g), 0
	t.Reply = plugin.Reply{Key: "workorders.brought", Params: fault.Params{"sku": label}}
	t.GoTo(stepBring)
	if left, err := t.missing(ctx); err != nil || len(left) > 0 {
		return err
	}
	if plugin.Text(t.head, "status") == "released" { // another may have started it
		if _, err := t.Data.Act(ctx, order, "start", t.OrderID, nil); err != nil {
			return err
		}
	}
	t.Since = t.Data.SQL().Now().UnixMilli()
	t.Reply = plugin.Reply{Key: "workorders.started"}
	t.GoTo(stepQty)
	return nil
}
