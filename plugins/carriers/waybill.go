package carriers

import (
	"context"
	"fmt"

	"github.com/shopspring/decimal"

	"github.com/wareloom/wareloom/engine/plugin"
	"github.com/wareloom/wareloom/plugins/carriers/house"
)

// sent follows the sending of packages: each has a waybill from then on, which bears its
// number, and whose way begins.
func sent(ctx context.Context, e *plugin.ActEvent) error {
	for _, head := range e.Heads {
		id, err := waybillOf(ctx, e.Data, head)
		if err != nil {
			return err
		}
		if _, err := e.Data.Act(ctx, waybill, "send_off", id, nil); err != nil {
			return err
		}
	}
	return nil
}

// waybillOf is the waybill of a package, which is made where there is none. One that is
// there was called back; it takes over what changed since.
func waybillOf(ctx context.Context, data plugin.Data, head plugin.Row) (int64, error) {
	list, err := data.Find(ctx, waybill, plugin.Where{Match: plugin.Row{"package_id": plugin.ID(head)}, Lock: true})
	if err != nil {
		return 0, err
	}
	var id int64
	if len(list) > 0 {
		id = plugin.ID(list[0])
	} else if id, err = makeWaybill(ctx, data, head); err != nil {
		return 0, err
	}
	bears := plugin.Row{"id": id, "tracking_no": head["tracking_no"], "carrier_id": head["carrier_id"], "gross_weight": head["gross_weight"]}
	if err := data.Set(ctx, waybill, []plugin.Row{bears}); err != nil {
		return 0, fmt.Errorf("number the waybill of package %d: %w", plugin.ID(head), err)
	}
	return id, nil
}

// addressed are the fields of an order that its waybill has too; mustSay those of them
// that a waybill cannot lack.
var (
	addressed = []string{"consignor_id", "warehouse_id", "receiver", "phone", "country", "province", "city", "district", "detail", "zip"}
	mustSay   = []string{"receiver", "phone", "detail"}
)

// unsaid stands where an order says nothing and a waybill must.
const unsaid = "-"

func makeWaybill(ctx context.Context, data plugin.Data, head plugin.Row) (int64, error) {
	o, err := data.Get(ctx, sale, plugin.Int(head, "sale_order_id"))
	if err != nil {
		return 0, err
	}
	row := plugin.Row{"sale_order_id": plugin.ID(o), "package_id": plugin.ID(head), "source": "api", "pieces": int64(1)}
	for _, key := range addressed {
		row[key] = o[key]
	}
	for _, key := range mustSay {
		if plugin.Text(o, key) == "" {
			row[key] = unsaid
		}
	}
	if row["lines"], err = goodsOf(ctx, data, plugin.ID(head)); err != nil {
		return 0, err
	}
	made, err := data.Save(ctx, waybill, row)
	if err != nil {
		return 0, fmt.Errorf("make the waybill of package %d: %w", plugin.ID(head), err)
	}
	return plugin.ID(made), nil
}

// mostGoods is how many lines a waybill has at most.
const mostGoods = 400

// declared is a price as customs is told it, in whole cents.
type declared struct{}

func (declared) Digits() int32 { return 2 }

// goodsOf are the goods of a package as lines of its waybill, one for each product at a
// price.
func goodsOf(ctx context.Context, data plugin.Data, box int64) ([]any, error) {
	lines, err := data.Find(ctx, "package_line", plugin.Where{Match: plugin.Row{"package_id": box}})
	if err != nil {
		return nil, err
	}
	var ordered, products []int64
	for _, l := range lines {
		ordered, products = append(ordered, plugin.Int(l, "sale_order_line_id")), append(products, plugin.Int(l, "product_id"))
	}
	prices, err := byID(ctx, data, "sale_order_line", ordered)
	if err != nil {
		return nil, err
	}
	names, err := byID(ctx, data, "product", products)
	if err != nil {
		return nil, err
	}
	type kind struct {
		product int64
		price   string
	}
	var rows []any
	known := map[kind]plugin.Row{}
	for _, l := range lines {
		price := plugin.Decimal(prices[plugin.Int(l, "sale_order_line_id")], "price")
		k := kind{plugin.Int(l, "product_id"), price.String()}
		if row := known[k]; row != nil {
			row["qty"] = plugin.Decimal(row, "qty").Add(plugin.Decimal(l, "qty"))
			continue
		}
		known[k] = plugin.Row{"name": plugin.Text(names[k.product], "name"), "qty": plugin.Decimal(l, "qty"), "price": plugin.Fix[declared](decimal.Max(price, decimal.Zero)).Decimal()}
		rows = append(rows, known[k])
	}
	return rows[:min(len(rows), mostGoods)], nil
}

// byID are records by their ids.
func byID(ctx context.Context, data plugin.Data, table string, ids []int64) (map[int64]plugin.Row, error) {
	list, err := data.Find(ctx, table, plugin.Where{Match: plugin.Row{"id": ids}})
	all := map[int64]plugin.Row{}
	for _, row := range list {
		all[plugin.ID(row)] = row
	}
	return all, err
}

// calledBack follows packages whose shipment is cancelled: their waybills wait for the
// next one.
func calledBack(ctx context.Context, e *plugin.ActEvent) error {
	for _, head := range e.Heads {
		list, err := e.Data.Find(ctx, waybill, plugin.Where{Match: plugin.Row{"package_id": plugin.ID(head), "status": "last_mile"}})
		if err != nil {
			return err
		}
		for _, w := range list {
			if _, err := e.Data.Act(ctx, waybill, "call_back", plugin.ID(w), nil); err != nil {
				return err
			}
		}
	}
	return nil
}

// delivered follows waybills that were delivered: an order is signed for when all its
// parcels are.
func delivered(ctx context.Context, e *plugin.ActEvent) error {
	for _, head := range e.Heads {
		if head["package_id"] == nil {
			continue
		}
		var open int64
		err := e.Tx.Get(ctx, &open, `SELECT COUNT(*) FROM sale_order o WHERE o.id = ? AND (o.status <> 'shipped' OR EXISTS (SELECT 1 FROM waybill w
			WHERE w.sale_order_id = o.id AND w.package_id IS NOT NULL AND w.id <> ? AND w.status NOT IN ('delivered', 'cancelled')))`, plugin.Int(head, "sale_order_id"), plugin.ID(head))
		if err != nil {
			return fmt.Errorf("read parcels of order %d: %w", plugin.Int(head, "sale_order_id"), err)
		}
		if open > 0 {
			continue
		}
		if _, err := e.Data.Act(ctx, sale, "sign", plugin.Int(head, "sale_order_id"), nil); err != nil {
			return err
		}
	}
	return nil
}

// described is what a house is told of a carrier order: its key is our number of it, which
// is never used for another.
func described(ctx context.Context, data plugin.Data, c plugin.Row) (house.Order, error) {
	o := house.Order{Key: plugin.Text(c, "doc_no"), Number: plugin.Text(c, "tracking_no"), Pieces: 1}
	table, id := sale, plugin.Int(c, "sale_order_id")
	if id == 0 {
		table, id = waybill, plugin.Int(c, "waybill_id")
	}
	from, err := data.Get(ctx, table, id)
	if err != nil {
		return o, err
	}
	o.To = house.Address{
		Name: plugin.Text(from, "receiver"), Phone: plugin.Text(from, "phone"), Country: plugin.Text(from, "country"), Province: plugin.Text(from, "province"),
		City: plugin.Text(from, "city"), District: plugin.Text(from, "district"), Detail: plugin.Text(from, "detail"), Zip: plugin.Text(from, "zip"),
	}
	w, err := data.Get(ctx, "warehouse", plugin.Int(from, "warehouse_id"))
	if err != nil {
		return o, err
	}
	o.From = house.Address{Name: plugin.Text(w, "contact"), Phone: plugin.Text(w, "phone"), Detail: plugin.Text(w, "address")}
	if o.From.Name == "" {
		o.From.Name = plugin.Text(w, "name")
	}
	o.Goods, o.Kilos, err = contents(ctx, data, c, from)
	return o, err
}

// contents are the name of the first goods of a parcel, and its weight; "" where it is not
// weighed.
func contents(ctx context.Context, data plugin.Data, c, from plugin.Row) (goods, kilos string, err error) {
	weighed := from
	var lines []any
	if box := plugin.Int(c, "package_id"); box != 0 {
		if weighed, err = data.Get(ctx, parcel, box); err == nil {
			lines, err = goodsOf(ctx, data, box)
		}
	} else {
		var rows []plugin.Row
		rows, err = data.Find(ctx, "waybill_line", plugin.Where{Match: plugin.Row{"waybill_id": plugin.ID(from)}, Sort: []string{"line_no"}, Limit: 1})
		for _, row := range rows {
			lines = append(lines, row)
		}
	}
	if err != nil {
		return "", "", err
	}
	if len(lines) > 0 {
		if first, ok := lines[0].(plugin.Row); ok {
			goods = plugin.Text(first, "name")
		}
	}
	if kg := plugin.Decimal(weighed, "gross_weight"); kg.Sign() > 0 {
		kilos = kg.String()
	}
	return goods, kilos, nil
}
