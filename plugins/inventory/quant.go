package inventory

import (
	"cmp"
	"context"
	"database/sql"
	"fmt"
	"slices"
	"strings"

	"github.com/wareloom/wareloom/engine/plugin"
	"github.com/wareloom/wareloom/plugins/inventory/contract"
)

// quantKey is what makes a quant; the order of its members is the order in which
// quants are locked.
type quantKey struct {
	WarehouseID, ProductID, PositionID, LotID, LpnID, ConsignorID int64
	Quality                                                       string
}

func keyOf(p *place, at contract.Place, g contract.Goods) quantKey {
	return quantKey{
		WarehouseID: p.WarehouseID, ProductID: g.ProductID, PositionID: at.PositionID, LotID: g.LotID,
		LpnID: at.LpnID, ConsignorID: g.ConsignorID, Quality: g.Quality,
	}
}

func (k quantKey) compare(o quantKey) int {
	return cmp.Or(cmp.Compare(k.WarehouseID, o.WarehouseID), cmp.Compare(k.ProductID, o.ProductID),
		cmp.Compare(k.PositionID, o.PositionID), cmp.Compare(k.LotID, o.LotID), cmp.Compare(k.LpnID, o.LpnID),
		cmp.Compare(k.ConsignorID, o.ConsignorID), cmp.Compare(k.Quality, o.Quality))
}

// quant is stock of one key.
type quant struct {
	ID          int64          `db:"id"`
	WarehouseID int64          `db:"warehouse_id"`
	PositionID  int64          `db:"position_id"`
	LpnID       sql.NullInt64  `db:"lpn_id"`
	ConsignorID int64          `db:"consignor_id"`
	ProductID   int64          `db:"product_id"`
	LotID       sql.NullInt64  `db:"lot_id"`
	Quality     string         `db:"quality"`
	OnHand      contract.Qty   `db:"on_hand"`
	Reserved    contract.Qty   `db:"reserved"`
	Seq         int64          `db:"seq"`
	InDate      sql.NullString `db:"in_date"` // oldest receipt; none while empty
	ExpDate     sql.NullString `db:"exp_date"`
	HeldAt      sql.NullInt64  `db:"held_at"`

	changed bool
}

const quantColumns = `id, warehouse_id, position_id, lpn_id, consignor_id, product_id, lot_id, quality,
	on_hand, reserved, seq, in_date, exp_date, held_at`

func (q *quant) key() quantKey {
	return quantKey{
		WarehouseID: q.WarehouseID, ProductID: q.ProductID, PositionID: q.PositionID, LotID: q.LotID.Int64,
		LpnID: q.LpnID.Int64, ConsignorID: q.ConsignorID, Quality: q.Quality,
	}
}

// merge adds goods of a date of receipt, before they are counted: what lies
// together has the oldest date.
func (q *quant) merge(inDate string) {
	if q.OnHand == 0 || !q.InDate.Valid || inDate < q.InDate.String {
		q.InDate = sql.NullString{String: inDate, Valid: true}
	}
}

// free is what nobody has reserved.
func (q *quant) free() contract.Qty { return q.OnHand - q.Reserved }

// quants are the locked quants of a posting, by key.
type quants struct {
	byKey map[quantKey]*quant
	byID  map[int64]*quant
}

// lockQuants locks the quants of the keys in their order and makes those that are
// missing, empty. They are made before any is locked: a posting that held some and
// then waited for one that another makes would break the order.
func lockQuants(ctx context.Context, tx plugin.Tx, keys []quantKey) (*quants, error) {
	slices.SortFunc(keys, quantKey.compare)
	keys = slices.Compact(keys)
	known, err := readQuants(ctx, tx, keys, "")
	if err != nil {
		return nil, err
	}
	missing := slices.DeleteFunc(slices.Clone(keys), func(k quantKey) bool { return known.byKey[k] != nil })
	if len(missing) > 0 {
		if err := insertQuants(ctx, tx, missing); err != nil {
			return nil, err
		}
	}
	return readQuants(ctx, tx, keys, tx.ForUpdate("q"))
}

// batch is how many keys one statement takes.
const batch = 100

// keyKinds are the kinds of the members of a key, in the order of the unique key of quants.
var keyKinds = []plugin.Kind{plugin.Integers, plugin.Integers, plugin.Integers, plugin.Integers, plugin.Integers, plugin.Integers, plugin.Texts}

// byKeys is the condition on quants q whose key is one of the listed rows.
var byKeys = `q.warehouse_id = v.column1 AND q.position_id = v.column2 AND ` + plugin.InKey("q.lpn_id") + ` = ` + plugin.InKey("v.column3") + `
	AND q.consignor_id = v.column4 AND q.product_id = v.column5 AND ` + plugin.InKey("q.lot_id") + ` = ` + plugin.InKey("v.column6") + ` AND q.quality = v.column7`

// readQuants reads the quants q of the keys, with the clause that locks them, if any.
func readQuants(ctx context.Context, tx plugin.Tx, keys []quantKey, lock string) (*quants, error) {
	s := &quants{byKey: map[quantKey]*quant{}, byID: map[int64]*quant{}}
	for part := range slices.Chunk(keys, batch) {
		listed := make([][]any, len(part))
		for i, k := range part {
			listed[i] = []any{k.WarehouseID, k.PositionID, null(k.LpnID), k.ConsignorID, k.ProductID, null(k.LotID), k.Quality}
		}
		from, args := tx.Listed(keyKinds, listed)
		var rows []quant
		err := tx.Select(ctx, &rows, `SELECT `+quantColumns+` FROM `+from+` CROSS JOIN quant q WHERE `+byKeys+`
			ORDER BY warehouse_id, product_id, position_id, id`+lock, args...)
		if err != nil {
			return nil, fmt.Errorf("read quants: %w", err)
		}
		s.add(rows)
	}
	return s, nil
}

func (s *quants) add(rows []quant) {
	for i := range rows {
		s.byKey[rows[i].key()] = &rows[i]
		s.byID[rows[i].ID] = &rows[i]
	}
}

// insertQuants makes empty quants. Another transaction may have made one since:
// then its row stays, and the caller reads it.
func insertQuants(ctx context.Context, tx plugin.Tx, keys []quantKey) error {
	first, err := tx.NextIDs(ctx, len(keys))
	if err != nil {
		return err
	}
	expiries, err := lotExpiries(ctx, tx, keys)
	if err != nil {
		return err
	}
	now, next := tx.Now().UnixMilli(), first
	for part := range slices.Chunk(keys, batch) {
		var values []string
		var args []any
		for _, k := range part {
			values = append(values, "(?, 1, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0, 0, 0, ?)")
			args = append(args, next, now, now, k.WarehouseID, k.PositionID, null(k.LpnID), k.ConsignorID, k.ProductID, null(k.LotID), k.Quality, expiries[k.LotID])
			next++
		}
		err := tx.Put(ctx, failing("make quants"), `INSERT INTO quant (id, version, created_at, updated_at, warehouse_id, position_id, lpn_id, consignor_id,
			product_id, lot_id, quality, on_hand, reserved, seq, exp_date) VALUES `+strings.Join(values, ", ")+` ON CONFLICT DO NOTHING`, args...)
		if err != nil {
			return err
		}
	}
	if len(expiries) == 0 {
		return nil
	}
	return sayUntil(ctx, tx, `q.id BETWEEN ? AND ?`, first, next-1)
}

// steady is the clause that keeps others from changing the rows that are read,
// while they may read them as well.
func steady(tx plugin.Tx) string {
	if tx.Dialect() == plugin.Postgres {
		return " FOR SHARE"
	}
	return ""
}

// lotExpiries reads the expiry dates of the keys' lots, which stay as they are until
// the transaction ends.
func lotExpiries(ctx context.Context, tx plugin.Tx, keys []quantKey) (map[int64]sql.NullString, error) {
	lots := newSet()
	for _, k := range keys {
		lots.add(k.LotID)
	}
	found := map[int64]sql.NullString{}
	if len(lots.list) == 0 {
		return found, nil
	}
	var rows []struct {
		ID      int64          `db:"id"`
		ExpDate sql.NullString `db:"exp_date"`
	}
	if err := tx.Select(ctx, &rows, `SELECT id, exp_date FROM lot WHERE id IN ?`+steady(tx), lots.list); err != nil {
		return nil, fmt.Errorf("read expiry dates: %w", err)
	}
	for _, r := range rows {
		found[r.ID] = r.ExpDate
	}
	return found, nil
}

// figureKinds are the kinds of what changes in a quant, its id first.
var figureKinds = []plugin.Kind{plugin.Integers, plugin.Integers, plugin.Integers, plugin.Integers, plugin.Texts}

// save writes the quants that changed, many with one statement.
func (s *quants) save(ctx context.Context, tx plugin.Tx) error {
	changed := slices.DeleteFunc(s.inOrder(), func(q *quant) bool { return !q.changed })
	tx.Changed("quant")
	for part := range slices.Chunk(changed, batch) {
		listed := make([][]any, len(part))
		for i, q := range part {
			listed[i] = []any{q.ID, q.OnHand, q.Reserved, q.Seq, q.InDate}
			q.changed = false
		}
		from, args := tx.Listed(figureKinds, listed)
		err := tx.Put(ctx, failing("write quants"), `UPDATE quant SET on_hand = v.column2, reserved = v.column3, seq = v.column4, in_date = v.column5,
			version = version + 1, updated_at = ? FROM `+from+` WHERE quant.id = v.column1`, append([]any{tx.Now().UnixMilli()}, args...)...)
		if err != nil {
			return err
		}
	}
	return nil
}

func (s *quants) inOrder() []*quant {
	list := make([]*quant, 0, len(s.byID))
	for _, q := range s.byID {
		list = append(list, q)
	}
	slices.SortFunc(list, func(a, b *quant) int { return a.key().compare(b.key()) })
	return list
}

// null is nil for 0.
func null(id int64) any {
	if id == 0 {
		return nil
	}
	return id
}
