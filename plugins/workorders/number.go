package workorders

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/shopspring/decimal"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/plugin"
)

// Parameters of a report with the serial numbers of what was taken and made.
const (
	usedNumbers = "used_serials"
	madeNumbers = "made_serials"
)

// number is a serial number that a report names; with its product where that is told or
// known, and the stock that it lies in.
type number struct {
	No        string `db:"serial_no"`
	SKU       string // told before a colon
	ProductID int64  `db:"product_id"`
	QuantID   int64  `db:"quant_id"`
	used      bool
}

// numbersIn reads the numbers of a text: one a line, or between spaces or commas; SKU:NUMBER
// where it says of which product. A number that stands twice counts once.
func numbersIn(text string, skus []string) []*number {
	var list []*number
	seen := map[string]bool{}
	for _, word := range strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(" ,;\n\r\t，；、", r) }) {
		if seen[word] {
			continue
		}
		seen[word] = true
		sku, no, told := strings.Cut(word, ":")
		if !told || !slices.Contains(skus, sku) {
			sku, no = "", word
		}
		list = append(list, &number{No: no, SKU: sku})
	}
	return list
}

// locate finds of which product the numbers are, and where they lie, among the products of
// a side by their SKU. One that several products know is none of them until the report says.
func locate(ctx context.Context, tx plugin.Tx, list []*number, bySKU map[string]int64) error {
	if len(list) == 0 || len(bySKU) == 0 {
		return nil
	}
	var nos []string
	var products []int64
	for _, n := range list {
		nos, n.ProductID = append(nos, n.No), bySKU[n.SKU]
	}
	for _, id := range bySKU {
		products = append(products, id)
	}
	var known []number
	err := tx.Select(ctx, &known, `SELECT serial_no, product_id, COALESCE(quant_id, 0) AS quant_id FROM serial WHERE serial_no IN ? AND product_id IN ?`, nos, products)
	if err != nil {
		return fmt.Errorf("look for serial numbers: %w", err)
	}
	for _, n := range list {
		var of []number
		for _, k := range known {
			if k.No == n.No && (n.ProductID == 0 || k.ProductID == n.ProductID) {
				of = append(of, k)
			}
		}
		if len(of) == 1 {
			n.ProductID, n.QuantID = of[0].ProductID, of[0].QuantID
		}
	}
	return nil
}

// takenFrom are the numbers of a product in a piece of stock that no part has yet, at most so many.
func takenFrom(list []*number, product, quant int64, most decimal.Decimal) (nos []string) {
	for _, n := range list {
		if !n.used && n.ProductID == product && n.QuantID == quant && decimal.NewFromInt(int64(len(nos))).LessThan(most) {
			n.used, nos = true, append(nos, n.No)
		}
	}
	return nos
}

// allUsed refuses a number that nothing was taken or made under.
//
// Invalid workorders.serial_not_taken, workorders.serial_of_none.
func allUsed(list []*number, key, param string) error {
	for _, n := range list {
		if !n.used {
			return fault.New(fault.Invalid, key, "serial", n.No).On(param)
		}
	}
	return nil
}

// needed refuses a report that names more or fewer numbers of a product than pieces.
func needed(sku string, qty decimal.Decimal, nos []string, param string) error {
	if qty.Equal(decimal.NewFromInt(int64(len(nos)))) {
		return nil
	}
	return fault.New(fault.Invalid, "stock.serial_needed", "product", sku, "qty", qty.String(), "given", len(nos)).On(param)
}

// numberedOn are the products on a side whose pieces have numbers, by their SKU.
func (w *work) numberedOn(ctx context.Context, side string) (map[string]int64, error) {
	bySKU := map[string]int64{}
	for _, line := range linesOn(side, w.lines) {
		row, err := w.data.Get(ctx, "product", plugin.Int(line, "product_id"))
		if err != nil {
			return nil, err
		}
		if plugin.Bool(row, "serial_ctl") {
			bySKU[plugin.Text(row, "sku")] = plugin.ID(row)
		}
	}
	return bySKU, nil
}

// readNumbers reads what the report says of the serial numbers of both sides.
func (w *work) readNumbers(ctx context.Context) error {
	for side, into := range map[string]*numbers{taken: &w.used, made: &w.fresh} {
		bySKU, err := w.numberedOn(ctx, side)
		if err != nil {
			return err
		}
		var skus []string
		for sku := range bySKU {
			skus = append(skus, sku)
		}
		into.bySKU, into.list = bySKU, numbersIn(into.text, skus)
		if err := locate(ctx, w.data.SQL(), into.list, bySKU); err != nil {
			return err
		}
	}
	return nil
}

// numbers are those that a report names of one side.
type numbers struct {
	text  string
	bySKU map[string]int64 // of products whose pieces have numbers
	list  []*number
}

// some are the numbers of so many pieces that are made of a product; none where its pieces
// have no numbers.
func (n *numbers) some(product int64, qty decimal.Decimal) (nos []string, err error) {
	for sku, id := range n.bySKU {
		if id != product {
			continue
		}
		for _, one := range n.list {
			mine := one.ProductID == product || one.ProductID == 0 && len(n.bySKU) == 1
			if mine && !one.used && decimal.NewFromInt(int64(len(nos))).LessThan(qty) {
				one.used, nos = true, append(nos, one.No)
			}
		}
		err := needed(sku, qty, nos, madeNumbers)
		if err != nil && len(n.bySKU) > 1 {
			err = cmp.Or(n.whose(), err)
		}
		return nos, err
	}
	return nil, nil
}

// whose refuses a number that could be of several products.
func (n *numbers) whose() error {
	for _, one := range n.list {
		if one.ProductID == 0 {
			return fault.New(fault.Invalid, "workorders.serial_of_none", "serial", one.No).On(madeNumbers)
		}
	}
	return nil
}

// told are the numbers for a record; nil for none.
func (n *numbers) told() any {
	var nos []string
	for _, one := range n.list {
		nos = append(nos, one.No)
	}
	if nos == nil {
		return nil
	}
	return nos
}
