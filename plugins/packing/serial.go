package packing

import (
	"context"
	"fmt"
	"slices"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/plugin"
	"github.com/wareloom/wareloom/plugins/inventory/contract"
)

// spot is where a piece with a number of its own lies.
type spot struct {
	No         string `db:"serial_no"`
	PositionID int64  `db:"position_id"`
	LpnID      int64  `db:"lpn_id"`
	LotID      int64  `db:"lot_id"`
	Quality    string `db:"quality"`
}

func (s spot) in(it *item) bool {
	return s.PositionID == it.PositionID && s.LpnID == it.LpnID.Int64 && s.LotID == it.LotID.Int64 && s.Quality == it.Quality
}

// assign shares the scanned numbers of a product among its picked items, each
// where it lies, and gives the numbers by the items' places in the list.
//
// Conflict packing.serial_not_picked: a number is not among what was picked.
func assign(ctx context.Context, tx plugin.Tx, items []item, product int64, serials []string) (map[int][]string, error) {
	spots, err := readSpots(ctx, tx, product, serials)
	if err != nil {
		return nil, err
	}
	shares := map[int][]string{}
	for _, no := range serials {
		at := slices.IndexFunc(spots, func(s spot) bool { return s.No == no })
		to := -1
		for i := range items {
			it := &items[i]
			if at >= 0 && it.ProductID == product && spots[at].in(it) && contract.Pieces(len(shares[i])) < it.Qty {
				to = i
				break
			}
		}
		if to < 0 {
			return nil, fault.New(fault.Conflict, "packing.serial_not_picked", "serial", no)
		}
		shares[to] = append(shares[to], no)
	}
	return shares, nil
}

func readSpots(ctx context.Context, tx plugin.Tx, product int64, serials []string) ([]spot, error) {
	if len(serials) == 0 {
		return nil, nil
	}
	var spots []spot
	err := tx.Select(ctx, &spots, `SELECT s.serial_no, q.position_id, COALESCE(q.lpn_id, 0) AS lpn_id, COALESCE(q.lot_id, 0) AS lot_id, q.quality
		FROM serial s JOIN quant q ON q.id = s.quant_id WHERE s.product_id = ? AND s.serial_no IN ?`, product, serials)
	if err != nil {
		return nil, fmt.Errorf("look for serials of product %d: %w", product, err)
	}
	return spots, nil
}

// texts are the members of a list that came out of a JSON field.
func texts(v any) []string {
	list, _ := v.([]any)
	var out []string
	for _, one := range list {
		if text, ok := one.(string); ok {
			out = append(out, text)
		}
	}
	return out
}

// addSerials adds scanned numbers; each must lie among what was picked, and is
// scanned once.
func (t *verifying) addSerials(ctx context.Context, product int64, serials []string) error {
	if len(serials) == 0 {
		return nil
	}
	items, err := t.picked(ctx)
	if err != nil {
		return err
	}
	if t.Serials == nil {
		t.Serials = map[int64][]string{}
	}
	for _, no := range serials {
		if slices.Contains(t.Serials[product], no) {
			return fault.New(fault.Invalid, "packing.serial_twice", "serial", no)
		}
		t.Serials[product] = append(t.Serials[product], no)
	}
	_, err = assign(ctx, t.Data.SQL(), items, product, t.Serials[product])
	return err
}
