package parcels

import (
	"context"
	"fmt"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/plugin"
)

// kept are the head fields that the parcel of a part has from the one that it was in. What
// is paid on delivery, what is insured and the numbers that it came by stay there.
var kept = []string{
	"consignor_id", "warehouse_id", "source", "port_id", "carrier_id", "pay_type", "currency", "id_card_id",
	"receiver", "phone", "country", "province", "city", "district", "detail", "zip",
}

// split is an effect of a waybill: a line of it, or some of one, goes into a parcel of its
// own, which lies where the parcel does.
//
// Invalid parcels.not_its_line, parcels.split_all.
func split(ctx context.Context, e *plugin.EffectEvent, batch []plugin.Row) error {
	line := lineOf(e.Lines["lines"], plugin.Int(batch[0], "line_id"))
	if line == nil {
		return fault.New(fault.Invalid, "parcels.not_its_line").On("params.line_id")
	}
	has, part := plugin.Decimal(line, "qty"), plugin.Decimal(batch[0], "qty")
	if part.IsZero() {
		part = has
	}
	if part.GreaterThan(has) || part.Equal(has) && len(e.Lines["lines"]) == 1 {
		return fault.New(fault.Invalid, "parcels.split_all", "most", has.String()).On("params.qty")
	}
	left := plugin.Row{"id": plugin.ID(line), "qty": has.Sub(part)}
	if part.Equal(has) {
		left = plugin.Row{"id": plugin.ID(line), "_delete": true}
	}
	if _, err := e.Data.Save(ctx, waybill, plugin.Row{"id": plugin.ID(e.Head), "lines": []plugin.Row{left}}); err != nil {
		return fmt.Errorf("shrink waybill %d: %w", plugin.ID(e.Head), err)
	}
	row := plugin.Row{"split_from_id": plugin.ID(e.Head), "pieces": batch[0]["pieces"], "lines": []plugin.Row{goods(line, part)}}
	for _, field := range kept {
		row[field] = e.Head[field]
	}
	made, err := e.Data.Save(ctx, waybill, row)
	if err != nil {
		return fmt.Errorf("split waybill %d: %w", plugin.ID(e.Head), err)
	}
	if _, err := e.Data.Act(ctx, waybill, "receive", plugin.ID(made), nil); err != nil {
		return err
	}
	e.Created(waybill, plugin.ID(made))
	return anew(ctx, e.Data, e.Head, nil)
}

func lineOf(lines []plugin.Row, id int64) plugin.Row {
	for _, line := range lines {
		if plugin.ID(line) == id {
			return line
		}
	}
	return nil
}
