package transfers

import (
	"context"
	"embed"
	"io/fs"

	"github.com/wareloom/wareloom/engine/plugin"
	stock "github.com/wareloom/wareloom/plugins/inventory/contract"
	"github.com/wareloom/wareloom/plugins/transfers/contract"
)

//go:embed all:metadata
var metadata embed.FS

// Plugin brings transfers.
type Plugin struct {
	Stock stock.Stock
}

// Name is the plugin's name.
func (Plugin) Name() string { return "transfers" }

// inHouse is the plan of transfers within a warehouse.
var inHouse = contract.Plan{Document: "position_transfer", Loose: true}

// Follow has planned moves say where their goods lie now; see the Follow of inventory.
func Follow(ctx context.Context, data plugin.Data, list []stock.Followed) error {
	return inHouse.Follow(ctx, data, list)
}

// Register adds flows, effects, code kinds and invariants.
func (p Plugin) Register(r *plugin.Registrar) {
	if files, err := fs.Sub(metadata, "metadata"); err == nil {
		r.Metadata(files)
	}
	d := desk{stock: p.Stock, codes: r.Codes}
	r.Flow("transfer_scan", Carrying(p).Flow(r.Codes, inHouse))
	r.Flow("allocate_enter", d.entering())
	r.Effect("reserve_house", d.reserveHouse)
	r.Effect("release_house", d.releaseHouse)
	r.Effect("ship", d.ship)
	r.Effect("lose", d.lose)
	r.CodeKind(plugin.CodeKind{Key: house, Find: plugin.FindBy(house, map[string]string{"warehouse_id": "to_warehouse_id"}, "doc_no", "ext_no")})
	r.Effect("reserve", d.reserve)
	r.Effect("free", d.free)
	r.Effect("settle", d.settleDoc)
	r.Effect("move_all", d.moveAll)
	r.CodeKind(plugin.CodeKind{Key: "position_transfer", Find: plugin.FindBy("position_transfer", map[string]string{"warehouse_id": "warehouse_id"}, "doc_no", "ext_no")})
	for _, i := range append(invariants, houseInvariants...) {
		r.Invariant(i)
	}
}

var _ plugin.Plugin = Plugin{}

// invariants are the statements about transfers that always hold.
var invariants = []plugin.Invariant{
	plugin.Breaking("transfers.moved_within_lifted", `SELECT id, 'of ' || qty || ' lifted ' || lifted_qty || ', moved ' || moved_qty FROM position_transfer_line
		WHERE moved_qty < 0 OR moved_qty > lifted_qty OR lifted_qty > qty`),
	// Goods may have come to where they are to go, by a move that was taken back.
	plugin.Breaking("transfers.lifted_equals_ledger", `SELECT d.id, d.doc_no || ' lifted ' || SUM(l.lifted_qty) || ', ledger ' || COALESCE(MAX(m.qty), 0) FROM position_transfer d
		JOIN position_transfer_line l ON l.position_transfer_id = d.id AND (l.to_position_id IS NULL OR l.to_position_id <> l.from_position_id)
		LEFT JOIN (SELECT n.position_transfer_id, -SUM(s.qty) AS qty FROM stock_move s JOIN position_transfer_line n ON n.id = s.line_id AND n.from_position_id = s.position_id
			WHERE s.doc_type = 'position_transfer' GROUP BY n.position_transfer_id) m ON m.position_transfer_id = d.id
		GROUP BY d.id, d.doc_no HAVING SUM(l.lifted_qty) <> COALESCE(MAX(m.qty), 0)`),
	plugin.Breaking("transfers.on_carts_equals_ledger", `SELECT d.id, d.doc_no || ' has ' || SUM(l.lifted_qty - l.moved_qty) || ' on carts, ledger ' || COALESCE(MAX(m.qty), 0) FROM position_transfer d
		JOIN position_transfer_line l ON l.position_transfer_id = d.id
		LEFT JOIN (SELECT s.doc_id, SUM(s.qty) AS qty FROM stock_move s JOIN position p ON p.id = s.position_id AND p.position_use = 'tote'
			WHERE s.doc_type = 'position_transfer' GROUP BY s.doc_id) m ON m.doc_id = d.id
		GROUP BY d.id, d.doc_no HAVING SUM(l.lifted_qty - l.moved_qty) <> COALESCE(MAX(m.qty), 0)`),
	plugin.Breaking("transfers.ended_keeps_nothing", `SELECT r.id, 'document ' || d.doc_no FROM reservation r JOIN position_transfer d ON d.id = r.doc_id AND r.doc_type = 'position_transfer'
		WHERE d.status IN ('draft', 'done', 'cancelled') AND r.status = 'active'`),
}
