package transfers

import (
	"context"
	"slices"

	"github.com/shopspring/decimal"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/plugin"
	stock "github.com/wareloom/wareloom/plugins/inventory/contract"
	"github.com/wareloom/wareloom/plugins/transfers/contract"
)

// plan is a plan with the names of its lines. A line says how much of its quantity
// left its place (lifted_qty) and how much came to where it goes (moved_qty); what is
// between the two lies on its cart (lpn_id). A line on a cart lies there as a whole.
type plan struct{ contract.Plan }

func (p plan) line() string { return p.Document + "_line" }
func (p plan) head() string { return p.Document + "_id" }

// open is how much of a line still lies at its place.
func open(line plugin.Row) decimal.Decimal {
	if plugin.Text(line, "short_reason") != "" {
		return decimal.Zero
	}
	return plugin.Decimal(line, "qty").Sub(plugin.Decimal(line, "lifted_qty"))
}

// carried is how much of a line lies on its cart.
func carried(line plugin.Row) decimal.Decimal {
	return plugin.Decimal(line, "lifted_qty").Sub(plugin.Decimal(line, "moved_qty"))
}

// lock keeps others from changing a document of the plan until the transaction ends,
// and gives it.
func (p plan) lock(ctx context.Context, data plugin.Data, id int64) (plugin.Row, error) {
	heads, err := data.Find(ctx, p.Document, plugin.Where{Match: plugin.Row{"id": id}, Lock: true})
	if err != nil {
		return nil, err
	}
	if len(heads) == 0 {
		return nil, fault.New(fault.NotFound, "transfers.document_gone")
	}
	return heads[0], nil
}

// mustWork refuses a document that nobody is to work on.
func mustWork(head plugin.Row) error {
	if !slices.Contains([]string{"released", "working"}, plugin.Text(head, "status")) {
		return fault.New(fault.Conflict, "transfers.not_released", "doc", plugin.Text(head, "doc_no"))
	}
	return nil
}

// lines are the lines of a document.
func (p plan) lines(ctx context.Context, data plugin.Data, doc int64) ([]plugin.Row, error) {
	return data.Find(ctx, p.line(), plugin.Where{Match: plugin.Row{p.head(): doc}, Sort: []string{"line_no"}})
}

// onCart are the lines whose goods lie on a cart.
func (p plan) onCart(ctx context.Context, data plugin.Data, cart int64) ([]plugin.Row, error) {
	if cart == 0 {
		return nil, nil
	}
	all, err := data.Find(ctx, p.line(), plugin.Where{Match: plugin.Row{"lpn_id": cart}})
	if err != nil {
		return nil, err
	}
	return slices.DeleteFunc(all, func(line plugin.Row) bool { return carried(line).Sign() <= 0 }), nil
}

// figures are what carrying changes on a line.
type figures struct {
	Qty     decimal.Decimal `json:"qty"`
	Lifted  decimal.Decimal `json:"lifted"`
	Moved   decimal.Decimal `json:"moved"`
	To      int64           `json:"to,omitempty"`
	Cart    int64           `json:"cart,omitempty"`
	Short   string          `json:"short,omitempty"`
	Serials any             `json:"serials,omitempty"`
}

func figuresOf(line plugin.Row) figures {
	return figures{
		Qty: plugin.Decimal(line, "qty"), Lifted: plugin.Decimal(line, "lifted_qty"), Moved: plugin.Decimal(line, "moved_qty"),
		To: plugin.Int(line, "to_position_id"), Cart: plugin.Int(line, "lpn_id"), Short: plugin.Text(line, "short_reason"), Serials: line["serials"],
	}
}

// same reports whether nobody changed the line since.
func (f figures) same(g figures) bool {
	return f.Qty.Equal(g.Qty) && f.Lifted.Equal(g.Lifted) && f.Moved.Equal(g.Moved) && f.To == g.To && f.Cart == g.Cart && f.Short == g.Short
}

// row are the figures as fields of a line.
func (f figures) row(id int64) plugin.Row {
	row := plugin.Row{
		"id": id, "qty": f.Qty, "lifted_qty": f.Lifted, "moved_qty": f.Moved, "to_position_id": null(f.To), "lpn_id": null(f.Cart), "serials": f.Serials,
		"short_reason": nil,
	}
	if f.Short != "" {
		row["short_reason"] = f.Short
	}
	return row
}

// write gives a line other figures.
func (p plan) write(ctx context.Context, data plugin.Data, line int64, f figures) error {
	return data.Set(ctx, p.line(), []plugin.Row{f.row(line)})
}

// planned are the goods that are reserved for a line.
func (h *hand) planned(ctx context.Context, line plugin.Row) ([]*goods, error) {
	kept, err := h.data.Get(ctx, "reservation", plugin.Int(line, "reservation_id"))
	if err != nil {
		return nil, err
	}
	list, err := readGoods(ctx, h.data.SQL(), `q.id = ?`, plugin.Int(kept, "quant_id"))
	left := plugin.Decimal(kept, "qty").Sub(plugin.Decimal(kept, "consumed"))
	if plugin.Text(kept, "status") != "active" {
		left = decimal.Zero
	}
	for _, g := range list {
		g.most = stock.QtyOf(decimal.Min(open(line), left))
	}
	return list, err
}

// onHisCart are the goods of a line as they lie on its cart.
func (h *hand) onHisCart(ctx context.Context, line plugin.Row) ([]*goods, error) {
	list, err := readGoods(ctx, h.data.SQL(), `s.position_use = ? AND q.lpn_id = ? AND q.product_id = ? AND COALESCE(q.lot_id, 0) = ? AND q.quality = ?`,
		stock.UseTote, plugin.Int(line, "lpn_id"), plugin.Int(line, "product_id"), plugin.Int(line, "lot_id"), plugin.Text(line, "quality"))
	for _, g := range list {
		g.most = stock.QtyOf(carried(line))
	}
	return list, err
}
