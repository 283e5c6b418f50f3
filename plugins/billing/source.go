package billing

import (
	"context"
	"slices"

	"github.com/shopspring/decimal"

	"github.com/wareloom/wareloom/engine/plugin"
	"github.com/wareloom/wareloom/plugins/billing/contract"
)

// source is an action on a document that costs, and those that take it back.
type source struct {
	document, action string
	back             []string
	triggers         []string
	figures          func(ctx context.Context, data plugin.Data, head plugin.Row) (figures, error)
}

type figures = map[string]decimal.Decimal

// sources are what is charged when it happens. Other plugins need not know of it.
var sources = []source{
	{"receipt", "finish", []string{"reverse"}, []string{"receipt"}, linesOf("receipt_line", "receipt_id", "reversed_at")},
	{"shelve_order", "finish", []string{"resume", "reverse"}, []string{"shelving"}, putAway},
	{"shelve_order", "close", nil, []string{"shelving"}, putAway},
	{"sale_order", "ship", []string{"unship"}, []string{"shipment", "pick", "package", "material"}, sent},
	{"waybill", "price", []string{"cancel"}, []string{"waybill"}, priced},
	{"rma", "receive", nil, []string{"return"}, linesOf("rma_line", "rma_id", "")},
}

// charge charges what happened to each document of an action.
func (s source) charge(ctx context.Context, e *plugin.ActEvent) error {
	for _, head := range e.Heads {
		counted, err := s.figures(ctx, e.Data, head)
		if err != nil {
			return err
		}
		c := contract.Cause{
			ConsignorID: plugin.Int(head, "consignor_id"), WarehouseID: plugin.Int(head, "warehouse_id"), Table: s.document, ID: plugin.ID(head),
			No: plugin.Text(head, "doc_no"), Figures: counted,
		}
		if s.document == "waybill" {
			c.WaybillID, c.Currency = c.ID, plugin.Text(head, "currency")
		}
		if err := dated(ctx, e.Data, &c); err != nil { // once for all that it charges
			return err
		}
		for _, trigger := range s.triggers {
			c.Trigger = trigger
			c.Figures = counted
			if trigger == "material" {
				c.Figures = figures{"piece": counted["material"]}
			}
			if err := (Fees{}).Charge(ctx, e.Data, c); err != nil {
				return err
			}
		}
	}
	return nil
}

// reverse takes the fees back of what is undone.
func (s source) reverse(ctx context.Context, e *plugin.ActEvent) error {
	for _, head := range e.Heads {
		c := contract.Cause{WarehouseID: plugin.Int(head, "warehouse_id"), Table: s.document, ID: plugin.ID(head)}
		if err := dated(ctx, e.Data, &c); err != nil {
			return err
		}
		for _, c.Trigger = range s.triggers {
			if err := (Fees{}).Reverse(ctx, e.Data, c, plugin.Text(e.Params, "reason")); err != nil {
				return err
			}
		}
	}
	return nil
}

// linesOf counts the lines of a document and their pieces, but for those struck.
func linesOf(table, head, struck string) func(context.Context, plugin.Data, plugin.Row) (figures, error) {
	return func(ctx context.Context, data plugin.Data, of plugin.Row) (figures, error) {
		match := plugin.Row{head: plugin.ID(of)}
		if struck != "" {
			match[struck] = nil
		}
		rows, err := data.Find(ctx, table, plugin.Where{Match: match})
		return countOf(rows), err
	}
}

// putAway counts the lines of a shelving order that were put away: an order that is closed
// leaves others.
func putAway(ctx context.Context, data plugin.Data, order plugin.Row) (figures, error) {
	rows, err := data.Find(ctx, "shelve_order_line", plugin.Where{Match: plugin.Row{"shelve_order_id": plugin.ID(order), "reversed_at": nil}})
	return countOf(slices.DeleteFunc(rows, func(l plugin.Row) bool { return l["move_no"] == nil })), err
}

func countOf(rows []plugin.Row) figures {
	return figures{"line": decimal.NewFromInt(int64(len(rows))), "piece": sum(rows, "base_qty")}
}

// sent counts what left with an order: lines, pieces, packages, kilograms, and packing
// material.
func sent(ctx context.Context, data plugin.Data, order plugin.Row) (figures, error) {
	counted, err := linesOf("sale_order_line", "sale_order_id", "")(ctx, data, order)
	if err != nil {
		return nil, err
	}
	match := plugin.Row{"sale_order_id": plugin.ID(order)}
	used, err := data.Find(ctx, "material_use", plugin.Where{Match: match})
	if err != nil {
		return nil, err
	}
	match["status"] = []any{"packed", "shipped"}
	packages, err := data.Find(ctx, "package", plugin.Where{Match: match})
	counted["carton"], counted["kg"], counted["material"] = decimal.NewFromInt(int64(len(packages))), sum(packages, "gross_weight"), sum(used, "qty")
	return counted, err
}

// priced counts what a waybill is charged by.
func priced(ctx context.Context, data plugin.Data, head plugin.Row) (figures, error) {
	w, err := data.Get(ctx, "waybill", plugin.ID(head)) // with the freight that it has just been given
	return figures{
		"kg": plugin.Decimal(w, "chargeable_weight"), "piece": decimal.NewFromInt(plugin.Int(w, "pieces")), "freight": plugin.Decimal(w, "freight"),
	}, err
}

func sum(rows []plugin.Row, key string) decimal.Decimal {
	total := decimal.Zero
	for _, row := range rows {
		total = total.Add(plugin.Decimal(row, key))
	}
	return total
}

// units are what each trigger can be charged by.
var units = map[string][]string{
	"receipt": {"order", "once", "line", "piece"}, "shelving": {"order", "once", "line", "piece"},
	"shipment": {"order", "once", "line", "piece", "carton", "kg"}, "pick": {"order", "once", "line", "piece"}, "package": {"order", "once", "carton", "kg"},
	"material": {"piece"}, "waybill": {"order", "once", "kg", "piece", "freight"}, "return": {"order", "once", "line", "piece"},
	"daily": {"position_day", "piece_day", "once"}, "monthly": {"order", "once"},
}
