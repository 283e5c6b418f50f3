package replenishment

import (
	"context"
	"embed"
	"io/fs"

	"github.com/wareloom/wareloom/engine/plugin"
	counting "github.com/wareloom/wareloom/plugins/counting/contract"
	stock "github.com/wareloom/wareloom/plugins/inventory/contract"
	carry "github.com/wareloom/wareloom/plugins/transfers/contract"
)

//go:embed all:metadata
var metadata embed.FS

// Tables of this plugin.
const (
	order  = "replenish_order"
	line   = "replenish_order_line"
	face   = "product_wh"
	short  = "short_line"
	record = "replenish_record"
	rule   = "replenish_rule"
)

// Plugin brings replenishment.
type Plugin struct {
	Stock  stock.Stock
	Carry  carry.Carrier
	Counts counting.Counts
}

// Name is the plugin's name.
func (Plugin) Name() string { return "replenishment" }

// Register adds the flow, effects, jobs, code kinds and invariants.
func (p Plugin) Register(r *plugin.Registrar) {
	if files, err := fs.Sub(metadata, "metadata"); err == nil {
		r.Metadata(files)
	}
	d := desk(p)
	r.Flow("replenish_scan", p.Carry.Flow(r.Codes, d.plan()))
	r.Effect("propose", proposeForFaces)
	r.Effect("propose_for_orders", proposeForOrders)
	r.Effect("move_all", d.moveAll)
	r.Effect("reverse", d.reverse)
	r.Job("watch", watch)
	r.Every("* * * * *", "watch")
	for table, actions := range map[string][]string{
		"sale_order": {"mark_short", "mark_served", "mark_allocated", "cancel", "hold", "unhold"},
		order:        {"release", "finish", "move_all", "cancel"},
	} {
		for _, action := range actions {
			r.AfterAct(table, action, "watch_replenishment", 300, lookAgain)
		}
	}
	r.CodeKind(plugin.CodeKind{Key: order, Find: plugin.FindBy(order, map[string]string{"warehouse_id": "warehouse_id"}, "doc_no")})
	for _, i := range invariants {
		r.Invariant(i)
	}
}

var _ plugin.Plugin = Plugin{}

// desk is what the effects and the station need.
type desk Plugin

// plan is how replenishment orders are carried.
func (d desk) plan() carry.Plan {
	return carry.Plan{
		Document: order, Next: nextOrder, Order: inOrder, Along: []string{"sale_order_id", "ship_by", "urgency"},
		Put: note, PutBack: unnote, Short: d.doubt,
	}
}

// Follow has replenishment orders say where their goods lie now; see the Follow of
// inventory.
func Follow(ctx context.Context, data plugin.Data, list []stock.Followed) error {
	return desk{}.plan().Follow(ctx, data, list)
}

// moveAll is the effect replenishment.move_all.
func (d desk) moveAll(ctx context.Context, e *plugin.EffectEvent, _ []plugin.Row) error {
	return d.Carry.MoveAll(ctx, e.Data, d.plan(), e.Lines["lines"])
}

// note writes down that goods came to their face.
func note(ctx context.Context, data plugin.Data, p carry.Put) (int64, error) {
	head, err := data.Get(ctx, order, plugin.Int(p.Line, "replenish_order_id"))
	if err != nil {
		return 0, err
	}
	row := plugin.Row{
		"replenish_order_id": plugin.ID(head), "line_id": plugin.ID(p.Line), "warehouse_id": head["warehouse_id"], "consignor_id": head["consignor_id"],
		"qty": p.Qty, "to_position_id": p.To, "move_no": p.MoveNo, "lpn_id": null(p.Cart),
	}
	for _, field := range []string{"product_id", "lot_id", "quality", "from_position_id"} {
		row[field] = p.Line[field]
	}
	made, err := data.Save(ctx, record, row)
	return plugin.ID(made), err
}

// unnote strikes a note whose movement was taken back.
func unnote(ctx context.Context, data plugin.Data, id int64) error {
	return data.Delete(ctx, record, []int64{id})
}

// reverse is the effect replenishment.reverse: goods of a record go back to where they
// were taken from.
func (d desk) reverse(ctx context.Context, e *plugin.EffectEvent, batch []plugin.Row) error {
	of, err := e.Data.Get(ctx, line, plugin.Int(e.Head, "line_id"))
	if err != nil {
		return err
	}
	return d.Carry.Reverse(ctx, e.Data, d.plan(), carry.Put{
		Line: of, Qty: plugin.Decimal(e.Head, "qty"), To: plugin.Int(e.Head, "to_position_id"), MoveNo: plugin.Int(e.Head, "move_no"), Cart: plugin.Int(e.Head, "lpn_id"),
	}, plugin.Text(batch[0], "reason"))
}

// doubt has stock counted of which less was found than the figures say. Stock that
// others have reserved is left to those who look for it.
func (d desk) doubt(ctx context.Context, data plugin.Data, s carry.Short) error {
	quant, err := data.Get(ctx, "quant", s.QuantID)
	if err != nil || plugin.Decimal(quant, "reserved").Sign() > 0 || s.Reason == "damaged" {
		return err
	}
	_, err = d.Counts.Raise(ctx, data, counting.Doubt{QuantID: s.QuantID, Missing: s.Qty, Reason: s.Reason, OrderID: plugin.Int(s.Line, "sale_order_id")})
	return err
}

// null is nil for 0.
func null(id int64) any {
	if id == 0 {
		return nil
	}
	return id
}

// invariants are the statements about replenishment that always hold.
var invariants = []plugin.Invariant{
	plugin.Breaking("replenishment.moved_within_lifted", `SELECT id, 'of ' || qty || ' lifted ' || lifted_qty || ', moved ' || moved_qty FROM replenish_order_line
		WHERE moved_qty < 0 OR moved_qty > lifted_qty OR lifted_qty > qty`),
	plugin.Breaking("replenishment.moved_equals_records", `SELECT l.id, 'moved ' || l.moved_qty || ', records ' || COALESCE(r.qty, 0) FROM replenish_order_line l
		LEFT JOIN (SELECT line_id, SUM(qty) AS qty FROM replenish_record WHERE status = 'done' GROUP BY line_id) r ON r.line_id = l.id
		WHERE l.moved_qty <> COALESCE(r.qty, 0)`),
	plugin.Breaking("replenishment.record_equals_ledger", `SELECT r.id, 'record ' || r.qty || ', ledger ' || COALESCE(m.qty, 0) FROM replenish_record r
		LEFT JOIN stock_move m ON m.move_no = r.move_no AND m.leg = 2 AND m.position_id = r.to_position_id WHERE COALESCE(m.qty, 0) <> r.qty`),
	plugin.Breaking("replenishment.on_carts_equals_ledger", `SELECT d.id, d.doc_no || ' has ' || SUM(l.lifted_qty - l.moved_qty) || ' on carts, ledger ' || COALESCE(MAX(m.qty), 0) FROM replenish_order d
		JOIN replenish_order_line l ON l.replenish_order_id = d.id
		LEFT JOIN (SELECT s.doc_id, SUM(s.qty) AS qty FROM stock_move s JOIN position p ON p.id = s.position_id AND p.position_use = 'tote'
			WHERE s.doc_type = 'replenish_order' GROUP BY s.doc_id) m ON m.doc_id = d.id
		GROUP BY d.id, d.doc_no HAVING SUM(l.lifted_qty - l.moved_qty) <> COALESCE(MAX(m.qty), 0)`),
	plugin.Breaking("replenishment.ended_keeps_nothing", `SELECT r.id, 'order ' || d.doc_no FROM reservation r JOIN replenish_order d ON d.id = r.doc_id AND r.doc_type = 'replenish_order'
		WHERE d.status IN ('draft', 'done', 'cancelled') AND r.status = 'active'`),
}
