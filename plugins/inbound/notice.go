package inbound

import (
	"context"
	"database/sql"
	"fmt"
	"slices"

	"github.com/shopspring/decimal"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/plugin"
	"github.com/wareloom/wareloom/plugins/inventory/contract"
)

// notice is a pre-arrival notice at the station.
type notice struct {
	ID          int64  `db:"id"`
	DocNo       string `db:"doc_no"`
	Status      string `db:"status"`
	WarehouseID int64  `db:"warehouse_id"`
	ConsignorID int64  `db:"consignor_id"`
}

func readNotice(ctx context.Context, tx plugin.Tx, id int64) (*notice, error) {
	var n notice
	if err := tx.Get(ctx, &n, `SELECT id, doc_no, status, warehouse_id, consignor_id FROM asn WHERE id = ?`, id); err != nil {
		return nil, fmt.Errorf("read notice %d: %w", id, err)
	}
	return &n, nil
}

// lockNotices locks notices in the order of their ids. Whoever counts on a notice
// locks it before the stock, so that two never wait for each other.
func lockNotices(ctx context.Context, tx plugin.Tx, ids []int64) error {
	if len(ids) == 0 {
		return nil
	}
	var locked []int64
	if err := tx.Select(ctx, &locked, `SELECT id FROM asn WHERE id IN ? ORDER BY id`+tx.ForUpdate(), ids); err != nil {
		return fmt.Errorf("lock notices: %w", err)
	}
	return nil
}

// mustBeUnloading refuses a notice that nothing may be received for.
func (n *notice) mustBeUnloading() error {
	switch n.Status {
	case "unloading", "counting":
		return nil
	case "counted", "shelving", "done":
		return fault.New(fault.Conflict, "inbound.counted_already", "notice", n.DocNo)
	default:
		return fault.New(fault.Conflict, "inbound.not_unloading", "notice", n.DocNo)
	}
}

// expected is a line of a notice with its product.
type expected struct {
	LineID    int64          `db:"id"`
	ProductID int64          `db:"product_id"`
	SKU       string         `db:"sku"`
	Name      string         `db:"name"`
	LotCtl    bool           `db:"lot_ctl"`
	SerialCtl bool           `db:"serial_ctl"`
	ExpiryCtl bool           `db:"expiry_ctl"`
	LotNo     sql.NullString `db:"lot_no"`
	MfgDate   sql.NullString `db:"mfg_date"`
	ExpDate   sql.NullString `db:"exp_date"`
	Quality   string         `db:"quality"`
	Qty       contract.Qty   `db:"base_qty"`
	Received  contract.Qty   `db:"received_qty"`
}

// readExpected reads all lines of a notice. A scan reads those of its products; see
// readOfProducts.
func readExpected(ctx context.Context, tx plugin.Tx, notice int64) ([]expected, error) {
	return readLines(ctx, tx, `l.asn_id = ?`, notice)
}

// readOfProducts reads the lines of a notice for some products.
func readOfProducts(ctx context.Context, tx plugin.Tx, notice int64, products []int64) ([]expected, error) {
	return readLines(ctx, tx, `l.asn_id = ? AND l.product_id IN ?`, notice, products)
}

func readLines(ctx context.Context, tx plugin.Tx, which string, args ...any) ([]expected, error) {
	var list []expected
	err := tx.Select(ctx, &list, `SELECT l.id, l.product_id, p.sku, p.name, COALESCE(p.lot_ctl, ?) AS lot_ctl, COALESCE(p.serial_ctl, ?) AS serial_ctl,
		COALESCE(p.expiry_ctl, ?) AS expiry_ctl, l.lot_no, l.mfg_date, l.exp_date, l.quality, l.base_qty, COALESCE(l.received_qty, 0) AS received_qty
		FROM asn_line l JOIN product p ON p.id = l.product_id WHERE `+which+` ORDER BY l.line_no, l.id`, append([]any{false, false, false}, args...)...)
	if err != nil {
		return nil, fmt.Errorf("read lines of a notice: %w", err)
	}
	return list, nil
}

// left is what is announced and has not come.
func (e *expected) left() contract.Qty { return max(e.Qty-e.Received, 0) }

var hundred = decimal.NewFromInt(100)

// room is what may still come, with so many per cent more than announced.
func (e *expected) room(tolerance decimal.Decimal) contract.Qty {
	more := contract.QtyOf(e.Qty.Decimal().Mul(tolerance).Div(hundred))
	return max(e.Qty+more-e.Received, 0)
}

// wanted is what a notice wants of one kind of goods: lines of the same product,
// lot, dates and quality, in their order.
type wanted []expected

func (w wanted) sameKind(e *expected) bool {
	f := &w[0]
	return f.ProductID == e.ProductID && f.LotNo == e.LotNo && f.MfgDate == e.MfgDate && f.ExpDate == e.ExpDate && f.Quality == e.Quality
}

// kindsOf groups the lines of a notice by kind.
func kindsOf(lines []expected) []wanted {
	var kinds []wanted
	for i := range lines {
		at := slices.IndexFunc(kinds, func(w wanted) bool { return w.sameKind(&lines[i]) })
		if at < 0 {
			kinds = append(kinds, wanted{lines[i]})
		} else {
			kinds[at] = append(kinds[at], lines[i])
		}
	}
	return kinds
}

func (w wanted) left() (sum contract.Qty) {
	for i := range w {
		sum += w[i].left()
	}
	return sum
}

func (w wanted) room(tolerance decimal.Decimal) (sum contract.Qty) {
	for i := range w {
		sum += w[i].room(tolerance)
	}
	return sum
}

// part is how much of an arrival a line takes.
type part struct {
	line *expected
	qty  contract.Qty
}

// spread fills the lines in their order; what is beyond the announced goes where
// the tolerance has room.
func (w wanted) spread(qty contract.Qty, tolerance decimal.Decimal) []part {
	parts := make([]part, len(w))
	for i := range w {
		parts[i] = part{&w[i], min(qty, w[i].left())}
		qty -= parts[i].qty
	}
	for i := range w {
		over := min(qty, w[i].room(tolerance)-parts[i].qty)
		parts[i].qty += over
		qty -= over
	}
	return slices.DeleteFunc(parts, func(p part) bool { return p.qty == 0 })
}

// toleranceOf is how many per cent more than announced may come for a notice; with a
// supervisor's leave up to the limit that is set for it.
func toleranceOf(ctx context.Context, data plugin.Data, n *notice, leave bool) (decimal.Decimal, error) {
	of := plugin.Row{"warehouse_id": n.WarehouseID, "consignor_id": n.ConsignorID}
	tolerance, err := percent(ctx, data, "over_receipt_pct", of)
	if err != nil || !leave {
		return tolerance, err
	}
	limit, err := percent(ctx, data, "over_receipt_max_pct", of)
	return decimal.Max(tolerance, limit), err
}

func percent(ctx context.Context, data plugin.Data, setting string, of plugin.Row) (decimal.Decimal, error) {
	value, err := data.Setting(ctx, setting, of)
	return plugin.Decimal(plugin.Row{"pct": value}, "pct"), err
}

// progress is how far a notice's goods have come.
type progress struct {
	Status  string       `db:"status"`
	Shelved contract.Qty `db:"shelved"`
	Left    contract.Qty `db:"left_qty"` // received and not shelved
}

// next is the system's action that the progress calls for; "" for none.
func (p progress) next() string {
	switch {
	case (p.Status == "counted" || p.Status == "shelving") && p.Left == 0:
		return "mark_done"
	case p.Status == "counted" && p.Shelved > 0:
		return "start_shelving"
	case p.Status == "shelving" && p.Shelved == 0:
		return "stop_shelving"
	case p.Status == "done" && p.Left > 0:
		return "resume_shelving"
	default:
		return ""
	}
}

// settle moves notices to the states that their goods are in, forward as they are
// shelved and back as that is undone.
func settle(ctx context.Context, data plugin.Data, notices []int64) error {
	for _, id := range notices {
		for {
			var p progress
			err := data.SQL().Get(ctx, &p, `SELECT a.status, COALESCE(SUM(l.shelved_qty), 0) AS shelved, COALESCE(SUM(l.received_qty - l.shelved_qty), 0) AS left_qty
				FROM asn a LEFT JOIN asn_line l ON l.asn_id = a.id WHERE a.id = ? GROUP BY a.id, a.status`, id)
			if err != nil {
				return fmt.Errorf("read progress of notice %d: %w", id, err)
			}
			action := p.next()
			if action == "" {
				break
			}
			if _, err := data.Act(ctx, "asn", action, id, nil); err != nil {
				return err
			}
		}
	}
	return nil
}

// settleFinished follows the end of counting: goods may have been shelved before.
func settleFinished(ctx context.Context, e *plugin.ActEvent) error {
	return settle(ctx, e.Data, []int64{plugin.ID(e.Head)})
}

// findNotices finds pre-arrival notices by their numbers; those that are unloaded
// hide others of the same number.
func findNotices(ctx context.Context, data plugin.Data, code plugin.Code, scope plugin.Scope) ([]plugin.Candidate, error) {
	question, args := contract.InWarehouse(`SELECT a.id, a.doc_no, a.status, c.name FROM asn a JOIN consignor c ON c.id = a.consignor_id
		WHERE (a.doc_no = ? OR a.ext_no = ? OR a.carrier_no = ?) AND a.status <> 'cancelled'`, "a.warehouse_id", scope, code.Text, code.Text, code.Text)
	var rows []struct {
		ID     int64  `db:"id"`
		Label  string `db:"doc_no"`
		Status string `db:"status"`
		Owner  string `db:"name"`
	}
	if err := data.SQL().Select(ctx, &rows, question+" ORDER BY a.id LIMIT 50", args...); err != nil {
		return nil, fmt.Errorf("look up notice %q: %w", code.Text, err)
	}
	var found, unloaded []plugin.Candidate
	for _, r := range rows {
		candidate := plugin.Candidate{ID: r.ID, Label: r.Label, Detail: r.Owner}
		found = append(found, candidate)
		if r.Status == "unloading" || r.Status == "counting" {
			unloaded = append(unloaded, candidate)
		}
	}
	if len(unloaded) > 0 {
		return unloaded, nil
	}
	return found, nil
}
