package inventory

import (
	"context"
	"fmt"

	"github.com/wareloom/wareloom/engine/plugin"
	"github.com/wareloom/wareloom/plugins/inventory/contract"
)

// codeQuery finds records by a scanned code. Its question selects id, label and
// detail; the conditions narrow it by what is in the scope.
type codeQuery struct {
	kind       string
	question   string            // ends in a condition with one ?, the code
	conditions map[string]string // scope member to condition with one ?
	elements   []string          // GS1 application identifiers that hold the code
	listing    string            // selects code, id and pack of records; ends in IN; "" for none
}

var codeQueries = []codeQuery{
	{
		kind: "position", question: `SELECT p.id, p.code AS label, a.name AS detail, 0 AS pack FROM position p JOIN storage_area a ON a.id = p.storage_area_id WHERE p.barcode = ?`,
		listing:    `SELECT barcode AS code, id, 0 AS pack FROM position WHERE barcode IS NOT NULL AND id IN`,
		conditions: map[string]string{"warehouse_id": "p.warehouse_id = ?"},
	},
	{
		kind: "product", elements: []string{"01", unitHolds}, question: `SELECT p.id, p.sku AS label, p.name || ' · ' || c.name AS detail, b.pack_qty AS pack FROM product_barcode b
		JOIN product p ON p.id = b.product_id JOIN consignor c ON c.id = p.consignor_id WHERE b.barcode = ?`,
		listing:    `SELECT barcode AS code, product_id AS id, pack_qty AS pack FROM product_barcode WHERE product_id IN`,
		conditions: map[string]string{"consignor_id": "p.consignor_id = ?"},
	},
	{
		kind: "sku", question: `SELECT p.id, p.sku AS label, p.name || ' · ' || c.name AS detail, ` + contract.OnePiece + ` AS pack FROM product p JOIN consignor c ON c.id = p.consignor_id WHERE p.sku = ?`,
		listing:    `SELECT sku AS code, id, ` + contract.OnePiece + ` AS pack FROM product WHERE id IN`,
		conditions: map[string]string{"consignor_id": "p.consignor_id = ?"},
	},
	{
		kind: "lpn", elements: []string{"00"}, question: `SELECT l.id, l.barcode AS label, l.lpn_type AS detail, 0 AS pack FROM lpn l WHERE l.barcode = ?`,
		conditions: map[string]string{"warehouse_id": "l.warehouse_id = ?", "lpn_type": "l.lpn_type = ?"},
	},
	{
		kind: "lot", elements: []string{"10"}, question: `SELECT l.id, l.lot_no AS label, COALESCE(l.exp_date, '') AS detail, 0 AS pack FROM lot l WHERE l.lot_no = ?`,
		conditions: map[string]string{"product_id": "l.product_id = ?", "consignor_id": "l.consignor_id = ?"},
	},
	{
		kind: "serial", elements: []string{"21"}, question: `SELECT s.id, s.serial_no AS label, p.sku AS detail, 0 AS pack FROM serial s JOIN product p ON p.id = s.product_id WHERE s.serial_no = ?`,
		conditions: map[string]string{"product_id": "s.product_id = ?", "consignor_id": "s.consignor_id = ?"},
	},
}

// codeMatch is a record that a code means.
type codeMatch struct {
	ID     int64        `db:"id"`
	Label  string       `db:"label"`
	Detail string       `db:"detail"`
	Pack   contract.Qty `db:"pack"`
}

// find finds every record that the code may mean within the scope.
func (c codeQuery) find(ctx context.Context, data plugin.Data, code plugin.Code, scope plugin.Scope) ([]plugin.Candidate, error) {
	found, err := c.match(ctx, data, code.Text, scope)
	for _, element := range c.elements {
		for _, value := range code.Values(element) {
			if err != nil || len(found) > 0 {
				return found, err
			}
			if found, err = c.match(ctx, data, value, scope); err == nil && element == unitHolds {
				err = fill(found, code)
			}
		}
	}
	return found, err
}

// unitHolds is the GS1 application identifier of what a logistic unit holds;
// unitCounts says how many.
const (
	unitHolds  = "02"
	unitCounts = "37"
)

// fill makes a code stand for all that the logistic unit holds of the products.
func fill(found []plugin.Candidate, code plugin.Code) error {
	said, ok := code.Said()[unitCounts]
	if !ok {
		return nil
	}
	times, err := plugin.ReadQuantity(said, 0)
	for i := range found {
		found[i].Values[contract.Filled], found[i].Values[contract.PackQty] = true, contract.PackOf(found[i]).Mul(times)
	}
	return err
}

func (c codeQuery) match(ctx context.Context, data plugin.Data, text string, scope plugin.Scope) ([]plugin.Candidate, error) {
	question, args := c.question, []any{text}
	for member, condition := range c.conditions {
		if value, ok := scope[member]; ok {
			question += " AND " + condition
			args = append(args, value)
		}
	}
	var rows []codeMatch
	if err := data.SQL().Select(ctx, &rows, question+" ORDER BY 1 LIMIT 50", args...); err != nil {
		return nil, fmt.Errorf("look up %s %q: %w", c.kind, text, err)
	}
	found := make([]plugin.Candidate, 0, len(rows))
	for _, r := range rows {
		found = append(found, plugin.Candidate{ID: r.ID, Label: r.Label, Detail: r.Detail, Values: map[string]any{contract.PackQty: r.Pack.Decimal()}})
	}
	return found, nil
}

// list gives the codes that records are found by.
func (c codeQuery) list(ctx context.Context, data plugin.Data, ids []int64) ([]plugin.Known, error) {
	if c.listing == "" {
		return nil, nil
	}
	wanted := newSet()
	for _, id := range ids {
		wanted.add(id)
	}
	var rows []struct {
		Code string       `db:"code"`
		ID   int64        `db:"id"`
		Pack contract.Qty `db:"pack"`
	}
	if err := data.SQL().Select(ctx, &rows, c.listing+` ?`, wanted.list); err != nil {
		return nil, fmt.Errorf("list codes of %s: %w", c.kind, err)
	}
	known := make([]plugin.Known, len(rows))
	for i, r := range rows {
		known[i] = plugin.Known{Code: r.Code, ID: r.ID, Pack: r.Pack.Decimal()}
	}
	return known, nil
}
