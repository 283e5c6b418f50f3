package inbound

import (
	"context"
	"fmt"
	"slices"

	"github.com/shopspring/decimal"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/plugin"
	"github.com/wareloom/wareloom/plugins/inventory/contract"
	lights "github.com/wareloom/wareloom/plugins/lights/contract"
)

// dock is what both stations need.
type dock struct {
	stock contract.Stock
	walls lights.Walls
	codes *plugin.Codes
}

// empty is nil for "".
func empty(text string) any {
	if text == "" {
		return nil
	}
	return text
}

// null is nil for 0.
func null(id int64) any {
	if id == 0 {
		return nil
	}
	return id
}

// readQty reads a quantity; pieces with numbers of their own come whole.
func readQty(text string, whole bool) (decimal.Decimal, error) {
	return plugin.ReadQuantity(text, digitsOf(whole))
}

// digitsOf is how many a quantity has after the point.
func digitsOf(whole bool) int32 {
	if whole {
		return 0
	}
	return contract.QtyDigits
}

// scopeOf narrows codes to the warehouse that the station was started in, if one
// was said.
func scopeOf(s *plugin.Session) plugin.Scope { return s.Scope("warehouse_id") }

// position is a scanned position of one of the uses.
func (d dock) position(ctx context.Context, data plugin.Data, code string, scope plugin.Scope, use string) (id int64, label string, err error) {
	found, err := d.codes.Resolve(ctx, data, code, scope, "position")
	if err != nil {
		return 0, "", err
	}
	if len(found) > 1 {
		return 0, "", fault.New(fault.Invalid, "inbound.many_positions", "code", code)
	}
	var has string
	if err := data.SQL().Get(ctx, &has, `SELECT position_use FROM position WHERE id = ?`, found[0].ID); err != nil {
		return 0, "", fmt.Errorf("read position %d: %w", found[0].ID, err)
	}
	if has != use {
		return 0, "", fault.New(fault.Invalid, "inbound.other_use", "position", found[0].Label)
	}
	return found[0].ID, found[0].Label, nil
}

// products are the products that a code may mean, each once, with what the code
// holds of it.
func (d dock) products(ctx context.Context, data plugin.Data, code string, scope plugin.Scope) ([]plugin.Candidate, error) {
	found, err := d.codes.Resolve(ctx, data, code, scope, "product", "sku")
	if err != nil {
		return nil, err
	}
	var each []plugin.Candidate
	for _, c := range found {
		if !slices.ContainsFunc(each, func(known plugin.Candidate) bool { return known.ID == c.ID }) {
			each = append(each, c)
		}
	}
	return each, nil
}

// addSerial adds a scanned number, each once.
func addSerial(serials []string, no string) ([]string, error) {
	if no == "" || slices.Contains(serials, no) {
		return nil, fault.New(fault.Invalid, "inbound.serial_twice", "serial", no)
	}
	return append(serials, no), nil
}

// actIn takes an action on a document if it is in the state.
func actIn(ctx context.Context, data plugin.Data, table string, id int64, state, action string) error {
	var status string
	if err := data.SQL().Get(ctx, &status, `SELECT status FROM `+table+` WHERE id = ?`, id); err != nil {
		return fmt.Errorf("read %s %d: %w", table, id, err)
	}
	if status != state {
		return nil
	}
	_, err := data.Act(ctx, table, action, id, nil)
	return err
}
