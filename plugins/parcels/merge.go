package parcels

import (
	"context"
	"fmt"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/plugin"
)

// alike are the head fields in which parcels that become one must agree.
var alike = []string{
	"consignor_id", "warehouse_id", "port_id", "carrier_id", "pay_type", "currency", "receiver", "phone", "country", "province", "city", "district", "detail", "zip",
}

// moved are the fields that goods keep in another parcel.
var moved = []string{"port_product_id", "name", "brand", "spec", "hs_code", "origin", "qty", "price"}

// merge is an effect of waybills: what is in all that go to one receiver goes into the
// oldest. Those that differ are left, and told why.
func merge(ctx context.Context, e *plugin.EffectEvent, batch []plugin.Row) error {
	why := func(into, head plugin.Row) *fault.Fault {
		return fault.New(fault.Conflict, "parcels.merge_differs", "waybill", plugin.Text(head, "doc_no"), "with", plugin.Text(into, "doc_no"))
	}
	into, merged, err := e.Merge(alike, why, func(into, head plugin.Row) error { return mergeInto(ctx, e, into, head) })
	if err != nil {
		return err
	}
	if merged == 0 {
		return fault.New(fault.Conflict, "parcels.nothing_to_merge")
	}
	e.Tell("parcels.merged", "n", merged, "waybill", plugin.Text(into, "doc_no"))
	return anew(ctx, e.Data, into, plugin.Row{"pieces": batch[0]["pieces"]})
}

// mergeInto moves the goods of a parcel into another. What it is worth on delivery and what
// it is insured for go with them.
func mergeInto(ctx context.Context, e *plugin.EffectEvent, into, head plugin.Row) error {
	var added, gone []plugin.Row
	for _, line := range e.Lines["lines"] {
		if plugin.Int(line, "waybill_id") != plugin.ID(head) {
			continue
		}
		added = append(added, goods(line, line["qty"]))
		gone = append(gone, plugin.Row{"id": plugin.ID(line), "_delete": true})
	}
	if _, err := e.Data.Save(ctx, waybill, plugin.Row{"id": plugin.ID(into), "lines": added}); err != nil {
		return fmt.Errorf("add goods to waybill %d: %w", plugin.ID(into), err)
	}
	if _, err := e.Data.Save(ctx, waybill, plugin.Row{"id": plugin.ID(head), "lines": gone}); err != nil {
		return fmt.Errorf("take goods from waybill %d: %w", plugin.ID(head), err)
	}
	if err := e.Data.Set(ctx, waybill, []plugin.Row{{"id": plugin.ID(head), "merged_into_id": plugin.ID(into)}}); err != nil {
		return fmt.Errorf("note that waybill %d is merged: %w", plugin.ID(head), err)
	}
	_, err := e.Data.Act(ctx, waybill, "mark_merged", plugin.ID(head), nil)
	return err
}

// goods is a line of another parcel with so much of a line.
func goods(line plugin.Row, qty any) plugin.Row {
	made := plugin.Row{}
	for _, field := range moved {
		made[field] = line[field]
	}
	made["qty"] = qty
	return made
}

// anew has a parcel that was packed anew wait for its weight.
func anew(ctx context.Context, data plugin.Data, head, values plugin.Row) error {
	row := plugin.Row{"id": plugin.ID(head), "gross_weight": nil, "length": nil, "width": nil, "height": nil, "vol_weight": nil, "chargeable_weight": nil}
	for field, value := range values {
		row[field] = value
	}
	if err := data.Set(ctx, waybill, []plugin.Row{row}); err != nil {
		return fmt.Errorf("forget the weight of waybill %d: %w", plugin.ID(head), err)
	}
	if plugin.Text(head, "status") == "received" {
		return nil
	}
	_, err := data.Act(ctx, waybill, "mark_packed_anew", plugin.ID(head), nil)
	return err
}
