package transfers

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/plugin"
	stock "github.com/wareloom/wareloom/plugins/inventory/contract"
)

// desk is what all stations and effects of this plugin need.
type desk struct {
	stock stock.Stock
	codes *plugin.Codes
}

// null is nil for 0.
func null(id int64) any {
	if id == 0 {
		return nil
	}
	return id
}

// scopeOf narrows codes to the warehouse that the station was started in, if one was
// said.
func scopeOf(s *plugin.Session) plugin.Scope { return s.Scope("warehouse_id") }

// one resolves a code that must have one meaning here; a warehouse that was not chosen
// may give it several.
func (d desk) one(ctx context.Context, data plugin.Data, code string, scope plugin.Scope, kinds ...string) (plugin.Candidate, error) {
	found, err := d.codes.Resolve(ctx, data, code, scope, kinds...)
	if err != nil {
		return plugin.Candidate{}, err
	}
	if len(found) > 1 {
		return plugin.Candidate{}, fault.New(fault.Invalid, "transfers.many_meanings", "code", code)
	}
	return found[0], nil
}

// products are the products that a code may mean.
func (d desk) products(ctx context.Context, data plugin.Data, code string) (ids []int64, label string, err error) {
	found, err := d.codes.Resolve(ctx, data, code, nil, "product", "sku")
	if err != nil {
		return nil, "", err
	}
	for _, c := range found {
		ids = append(ids, c.ID)
	}
	return ids, found[0].Label, nil
}

// useOf is what a position is for.
func useOf(ctx context.Context, tx plugin.Tx, position int64) (string, error) {
	var use string
	if err := tx.Get(ctx, &use, `SELECT position_use FROM position WHERE id = ?`, position); err != nil {
		return "", fmt.Errorf("read position %d: %w", position, err)
	}
	return use, nil
}

// labelOf is what a person reads of a position; "" for none.
func labelOf(ctx context.Context, tx plugin.Tx, position int64) (code string, err error) {
	err = tx.Get(ctx, &code, `SELECT code FROM position WHERE id = ?`, position)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return "", fmt.Errorf("read position %d: %w", position, err)
	}
	return code, nil
}

// cartPlace is where the goods on carts are kept: the warehouse's place for totes.
func cartPlace(ctx context.Context, tx plugin.Tx, warehouse int64) (int64, error) {
	var id int64
	err := tx.Get(ctx, &id, `SELECT id FROM position WHERE warehouse_id = ? AND position_use = ? AND status = 'normal' ORDER BY id LIMIT 1`, warehouse, stock.UseTote)
	if errors.Is(err, sql.ErrNoRows) {
		return 0, fault.New(fault.Conflict, "transfers.no_cart_place")
	}
	return id, err
}

// cart finds the cart or tote with a code. One that is scanned for the first time is
// known from then on; a code that means something else is refused.
func (d desk) cart(ctx context.Context, data plugin.Data, warehouse int64, code string) (id int64, label string, err error) {
	found, err := d.codes.Resolve(ctx, data, code, plugin.Scope{"warehouse_id": warehouse}, "lpn", "position", "product", "sku", "order")
	if fault.IsKey(err, "station.code_unknown") {
		row, err := data.Save(ctx, "lpn", plugin.Row{"warehouse_id": warehouse, "barcode": code, "lpn_type": "cart", "status": "in_use"})
		return plugin.ID(row), code, err
	}
	if err != nil {
		return 0, "", err
	}
	if found[0].Kind != "lpn" || !isCart(found[0]) {
		return 0, "", fault.New(fault.Invalid, "transfers.not_a_cart", "code", code)
	}
	return found[0].ID, found[0].Label, nil
}

// isCart reports whether a container is one that goods are carried on.
func isCart(c plugin.Candidate) bool { return slices.Contains([]string{"cart", "tote"}, c.Detail) }

// standsAt is where a container stands: where its goods lie or, when it is empty, where
// it was put; 0 when nobody knows.
func standsAt(ctx context.Context, tx plugin.Tx, lpn int64) (int64, error) {
	var id int64
	err := tx.Get(ctx, &id, `SELECT COALESCE((SELECT MAX(q.position_id) FROM quant q WHERE q.lpn_id = l.id AND q.on_hand > 0), l.position_id, 0) FROM lpn l WHERE l.id = ?`, lpn)
	if err != nil {
		return 0, fmt.Errorf("read where container %d stands: %w", lpn, err)
	}
	return id, nil
}

// actIn takes an action on a document if it is in the state.
func actIn(ctx context.Context, data plugin.Data, table string, id int64, state, action string) error {
	row, err := data.Get(ctx, table, id)
	if err != nil || plugin.Text(row, "status") != state {
		return err
	}
	_, err = data.Act(ctx, table, action, id, nil)
	return err
}
