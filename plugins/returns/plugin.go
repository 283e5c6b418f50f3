package returns

import (
	"context"
	"database/sql"
	"embed"
	"errors"
	"io/fs"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/plugin"
	"github.com/wareloom/wareloom/plugins/inventory/contract"
)

//go:embed all:metadata
var metadata embed.FS

// Plugin brings the effects of returns.
type Plugin struct {
	Stock contract.Stock
}

// Name is the plugin's name.
func (Plugin) Name() string { return "returns" }

// Register adds effects, hooks and invariants.
func (p Plugin) Register(r *plugin.Registrar) {
	if files, err := fs.Sub(metadata, "metadata"); err == nil {
		r.Metadata(files)
	}
	r.Effect("receive", p.receive)
	r.Effect("dispose", p.dispose)
	r.BeforeSave("rma_line", "received", 200, keepReceived)
	r.AfterSave("rma", "received", 200, keepLines)
	for _, i := range invariants {
		r.Invariant(i)
	}
	r.Ready(readiness)
}

var _ plugin.Plugin = Plugin{}

// invariants are the statements about returns that always hold.
var invariants = []plugin.Invariant{
	plugin.Breaking("returns.within_shipped", `SELECT id, 'returned ' || returned_qty || ', shipped ' || shipped_qty FROM sale_order_line
		WHERE COALESCE(returned_qty, 0) > COALESCE(shipped_qty, 0)`),
	plugin.Breaking("returns.line_equals_returns", `SELECT l.id, 'returned ' || COALESCE(l.returned_qty, 0) || ', received back ' || COALESCE(x.qty, 0) FROM sale_order_line l
		LEFT JOIN (SELECT sale_order_line_id, SUM(received_qty) AS qty FROM rma_line GROUP BY sale_order_line_id) x ON x.sale_order_line_id = l.id
		WHERE COALESCE(l.returned_qty, 0) <> COALESCE(x.qty, 0)`),
	plugin.Breaking("returns.received_equals_ledger", `SELECT l.id, 'received ' || l.received_qty || ', ledger ' || COALESCE(m.qty, 0) FROM rma_line l
		LEFT JOIN (SELECT line_id, SUM(qty) AS qty FROM stock_move WHERE doc_type = 'rma' AND code = 'RTI' AND leg = 2 GROUP BY line_id) m ON m.line_id = l.id
		WHERE COALESCE(l.received_qty, 0) <> COALESCE(m.qty, 0)`),
	plugin.Breaking("returns.disposed_within_received", `SELECT id, 'disposed ' || disposed_qty || ', received ' || received_qty FROM rma_line
		WHERE COALESCE(disposed_qty, 0) > COALESCE(received_qty, 0)`),
}

// returnPosition is where the goods are put first: the document's, else the
// warehouse's own.
func returnPosition(ctx context.Context, e *plugin.EffectEvent) (int64, error) {
	if id := plugin.Int(e.Head, "position_id"); id != 0 {
		return id, nil
	}
	var id int64
	err := e.Tx.Get(ctx, &id, `SELECT id FROM position WHERE warehouse_id = ? AND position_use = ? AND status = 'normal' ORDER BY id LIMIT 1`,
		plugin.Int(e.Head, "warehouse_id"), contract.UseReturns)
	if errors.Is(err, sql.ErrNoRows) {
		return 0, fault.New(fault.Conflict, "returns.no_position").On("position_id")
	}
	return id, err
}

// goodsOf is what a line says of its goods.
func (p Plugin) goodsOf(ctx context.Context, e *plugin.EffectEvent, line plugin.Row) (contract.Goods, error) {
	g := contract.Goods{ConsignorID: plugin.Int(e.Head, "consignor_id"), ProductID: plugin.Int(line, "product_id"), Quality: plugin.Text(line, "quality")}
	var err error
	g.LotID, err = p.Stock.Lot(ctx, e.Data, contract.Lot{
		ConsignorID: g.ConsignorID, ProductID: g.ProductID, No: plugin.Text(line, "lot_no"), ExpDate: plugin.Text(line, "exp_date"),
	})
	return g, err
}

// serialsOf are the serial numbers of a line.
func serialsOf(line plugin.Row) []string {
	list, _ := line["serials"].([]any)
	var serials []string
	for _, one := range list {
		if no, ok := one.(string); ok {
			serials = append(serials, no)
		}
	}
	return serials
}
