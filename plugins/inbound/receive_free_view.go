package inbound

import (
	"context"
	"fmt"
	"strconv"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/plugin"
	"github.com/wareloom/wareloom/plugins/inventory/contract"
)

// show shows whose goods are received, and what is asked about those at hand.
func (t *unannounced) show(ctx context.Context, view *plugin.View) (err error) {
	view.Prompt, view.Done = fault.Params{"code": t.Code, "tracking": t.Tracking}, t.Count
	view.Expect = &plugin.Expect{Online: true}
	if t.OwnerID != 0 {
		view.About = plugin.About{Table: "consignor", ID: t.OwnerID}
	}
	switch t.Step() {
	case stepOwner:
		view.List, err = owners(ctx, t.Data.SQL())
		return err
	case plugin.StepChoose:
		view.List = t.Shown()
		return nil
	case plugin.StepDone:
		view.Facts = plugin.Row{"consignor_id": plugin.OrNil(t.OwnerID), "position_id": plugin.OrNil(t.StagingID), "unclaimed_id": plugin.OrNil(t.ParcelID)}
		return nil
	case stepItem:
		view.List, err = t.come(ctx)
		return err
	}
	if t.LineID == 0 {
		return nil
	}
	return t.showItem(ctx, view)
}

// owners are the owners whose goods may come.
func owners(ctx context.Context, tx plugin.Tx) ([]plugin.Choice, error) {
	var rows []struct {
		Code string `db:"code"`
		Name string `db:"name"`
	}
	if err := tx.Select(ctx, &rows, `SELECT code, name FROM consignor WHERE COALESCE(enabled, ?) ORDER BY code LIMIT ?`, true, longestList); err != nil {
		return nil, fmt.Errorf("read owners: %w", err)
	}
	list := make([]plugin.Choice, len(rows))
	for i, r := range rows {
		list[i] = plugin.Choice{Code: r.Code, Label: r.Name, Detail: r.Code, State: "open"}
	}
	return list, nil
}

// come lists what was received of the owner here and is not finished.
func (t *unannounced) come(ctx context.Context) ([]plugin.Choice, error) {
	var rows []struct {
		SKU  string       `db:"sku"`
		Name string       `db:"name"`
		Qty  contract.Qty `db:"qty"`
	}
	err := t.Data.SQL().Select(ctx, &rows, `SELECT p.sku, p.name, SUM(l.base_qty) AS qty FROM receipt r JOIN receipt_line l ON l.receipt_id = r.id
		JOIN product p ON p.id = l.product_id WHERE r.asn_id IS NULL AND r.consignor_id = ? AND r.position_id = ? AND r.status = 'open' AND l.reversed_at IS NULL
		GROUP BY p.sku, p.name ORDER BY p.sku LIMIT ?`, t.OwnerID, t.StagingID, longestList)
	if err != nil {
		return nil, fmt.Errorf("read what came: %w", err)
	}
	list := make([]plugin.Choice, len(rows))
	for i, r := range rows {
		list[i] = plugin.Choice{Code: r.SKU, Label: r.SKU + " " + r.Name, Detail: "× " + r.Qty.Text(), State: "done"}
	}
	return list, nil
}

// showItem shows the goods at hand.
func (t *unannounced) showItem(ctx context.Context, view *plugin.View) error {
	if err := t.look(ctx); err != nil {
		return err
	}
	view.Prompt = fault.Params{"sku": t.line.SKU, "left": strconv.FormatInt(t.Qty.IntPart()-int64(len(t.Serials)), 10)}
	view.Target = []plugin.Target{{Label: "inbound.item", Value: t.line.SKU + " " + t.line.Name, Size: plugin.SizeLarge, Field: "item"}}
	view.Target = append(view.Target, t.saidQuality(t.Session)...)
	switch t.Step() {
	case stepQty:
		view.Default = t.Offer.String()
	case stepQuality:
		view.List, view.Default = qualities(t.Session), good
	}
	var err error
	view.Image, err = contract.Picture(ctx, t.Data.SQL(), t.line.ProductID)
	return err
}
