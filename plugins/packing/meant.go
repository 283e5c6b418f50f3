package packing

import (
	"context"
	"fmt"
	"slices"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/plugin"
	"github.com/wareloom/wareloom/plugins/inventory/contract"
)

// nothingIn refuses a tote or a wave that holds no order to pack.
func nothingIn(c plugin.Candidate) error {
	if c.Kind == "wave" {
		return fault.New(fault.Invalid, "packing.wave_empty", "wave", c.Label)
	}
	return fault.New(fault.Invalid, "packing.tote_empty", "tote", c.Label)
}

// eachOf is what every candidate of a code stands for, one after the other.
func eachOf(ctx context.Context, tx plugin.Tx, found []plugin.Candidate, of func(context.Context, plugin.Tx, plugin.Candidate) ([]plugin.Meaning, error)) ([]plugin.Meaning, error) {
	var all []plugin.Meaning
	for _, c := range found {
		list, err := of(ctx, tx, c)
		if err != nil {
			return nil, err
		}
		all = append(all, list...)
	}
	return all, nil
}

// ordersOf are the orders that a scanned code stands for: one, or the picked ones of
// a wave, or those whose goods lie in a tote.
func ordersOf(ctx context.Context, tx plugin.Tx, c plugin.Candidate) (list []plugin.Meaning, err error) {
	where := map[string]string{
		"wave": `wave_id = ?`,
		"lpn":  `id IN (SELECT doc_id FROM stock_move WHERE doc_type = 'sale_order' AND lpn_id = ? GROUP BY doc_id HAVING SUM(qty) > 0)`,
	}[c.Kind]
	if where == "" {
		return plugin.MeaningsOf([]plugin.Candidate{c}), nil
	}
	err = tx.Select(ctx, &list, `SELECT id, doc_no AS label, COALESCE(receiver, '') AS detail FROM sale_order
		WHERE status IN ('picked', 'checked') AND `+where+` ORDER BY id`, c.ID)
	if err != nil {
		return nil, fmt.Errorf("read orders of %s %d: %w", c.Kind, c.ID, err)
	}
	return list, nil
}

// overScanned is the refusal of a piece too many.
const overScanned = "packing.over"

// meanings are the products of the order that a code may mean, those of which
// something is missing before others.
func (t *verifying) meanings(ctx context.Context, code string) ([]plugin.Meaning, error) {
	o, err := readOrder(ctx, t.Data.SQL(), t.OrderID)
	if err != nil {
		return nil, err
	}
	found, err := t.codes.Resolve(ctx, t.Data, code, plugin.Scope{"consignor_id": o.ConsignorID}, "product", "sku")
	if err != nil {
		return nil, err
	}
	list, err := t.lines(ctx)
	if err != nil {
		return nil, err
	}
	var open []plugin.Meaning
	full := false
	for _, c := range found {
		left, known := leftOf(list, c.ID)
		full = full || known
		if left > 0 && !slices.ContainsFunc(open, func(m plugin.Meaning) bool { return m.ID == c.ID }) {
			open = append(open, plugin.Meaning{ID: c.ID, Label: c.Label, Detail: c.Detail, Pack: contract.PackOf(c)})
		}
	}
	if len(open) > 0 {
		return open, nil
	}
	if err := mustNotBeMissing(ctx, t.Data.SQL(), o, found); err != nil {
		return nil, err
	}
	switch {
	case full:
		return nil, fault.New(fault.Invalid, overScanned, "sku", found[0].Label)
	default:
		return nil, fault.New(fault.Invalid, "packing.wrong_item", "sku", found[0].Label, "order", o.DocNo)
	}
}
