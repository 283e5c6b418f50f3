package inventory

import (
	"context"
	"fmt"

	"github.com/wareloom/wareloom/engine/plugin"
)

// codeQuery finds records by a scanned code. Its question selects id, label and
// detail; the conditions narrow it by what is in the scope.
type codeQuery struct {
	kind       string
	question   string            // ends in a condition with one ?, the code
	conditions map[string]string // scope member to condition with one ?
	element    string            // GS1 application identifier that holds the code; "" for none
	listing    string            // selects code, id and pack of records; ends in IN; "" for none
}

var codeQueries = []codeQuery{
	{
		kind: "position", question: `SELECT p.id, p.code AS label, a.name AS detail, 0 AS pack FROM position p JOIN storage_area a ON a.id = p.storage_area_id WHERE p.barcode = ?`,
		listing:    `SELECT barcode AS code, id, 0 AS pack FROM position WHERE barcode IS NOT NULL AND id IN`,
		conditions: map[string]string{"warehouse_id": "p.warehouse_id = ?"},
	},
	{
		kind: "product", element: "01", question: `SELECT p.id, p.sku AS label, p.name || ' · ' || c.name AS detail, b.pack_qty AS pack FROM product_barcode b
		JOIN product p ON p.id = b.product_id JOIN consignor c ON c.id = p.consignor_id WHERE b.barcode = ?`,
		listing:    `SELECT barcode AS code, product_id AS id, pack_qty AS pack FROM product_barcode WHERE product_id IN`,
		conditions: map[string]string{"consignor_id": "p.consignor_id = ?"},
	},
	{
		kind: "sku", question: `SELECT p.id, p.sku AS label, p.name || ' · ' || c.name AS detail, 1000 AS pack FROM product p JOIN consignor c ON c.id = p.consignor_id WHERE p.sku = ?`,
		listing:    `SELECT sku AS code, id, 1000 AS pack FROM product WHERE id IN`,
		conditions: map[string]string{"consignor_id": "p.consignor_id = ?"},
	},
	{
		kind: "lpn", element: "00", question: `SELECT l.id, l.barcode AS label, l.lpn_type AS detail, 0 AS pack FROM lpn l WHERE l.barcode = ?`,
		conditions: map[string]string{"warehouse_id": "l.warehouse_id = ?", "lpn_type": "l.lpn_type = ?"},
	},
	{
		kind: "lot", element: "10", question: `SELECT l.id, l.lot_no AS label, COALESCE(l.exp_date, '') AS detail, 0 AS pack FROM lot l WHERE l.lot_no = ?`,
		conditions: map[string]string{"product_id": "l.product_id = ?", "consignor_id": "l.consignor_id = ?"},
	},
	{
		kind: "serial", element: "21", question: `SELECT s.id, s.serial_no AS label, p.sku AS detail, 0 AS pack FROM serial s JOIN product p ON p.id = s.product_id WHERE s.serial_no = ?`,
		conditions: map[string]string{"product_id": "s.product_id = ?", "consignor_id": "s.consignor_id = ?"},
	},
}

// codeMatch is a record that a code means.
type codeMatch struct {
	ID     int64  `db:"id"`
	Label  string `db:"label"`
	Detail string `db:"detail"`
	Pack   int64  `db:"pack"` // thousandths
}

// find finds every record that the code may mean within the scope.
func (c codeQuery) find(ctx context.Context, data plugin.Data, code plugin.Code, scope plugin.Scope) ([]plugin.Candidate, error) {
	found, err := c.match(ctx, data, code.Text, scope)
	if value := code.Elements[c.element]; err == nil && len(found) == 0 && value != "" {
		found, err = c.match(ctx, data, value, scope)
		if err == nil && len(found) == 0 && c.element == "01" && value[0] == '0' {
			found, err = c.match(ctx, data, value[1:], scope) // a GTIN-14 of an EAN-13
		}
	}
	return found, err
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
		found = append(found, plugin.Candidate{ID: r.ID, Label: r.Label, Detail: r.Detail, Values: map[string]any{"pack_qty": quantity(r.Pack)}})
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
		Code string `db:"code"`
		ID   int64  `db:"id"`
		Pack int64  `db:"pack"`
	}
	if err := data.SQL().Select(ctx, &rows, c.listing+` (`+wanted.marks()+`)`, wanted.args()...); err != nil {
		return nil, fmt.Errorf("list codes of %s: %w", c.kind, err)
	}
	known := make([]plugin.Known, len(rows))
	for i, r := range rows {
		known[i] = plugin.Known{Code: r.Code, ID: r.ID, Pack: quantity(r.Pack)}
	}
	return known, nil
}
