package inventory

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"

	"github.com/wareloom/wareloom/engine/plugin"
	"github.com/wareloom/wareloom/plugins/inventory/contract"
)

// Targets of a shelving rule.
const (
	targetFixed   = "fixed"
	targetSame    = "same"
	targetEmpty   = "empty"
	targetNearest = "nearest"
)

// rule is a shelving rule: for which goods it is, and which bins it offers. A field that
// is not set is for any.
type rule struct {
	ID          int64                          `db:"id"`
	Name        string                         `db:"name"`
	ConsignorID sql.NullInt64                  `db:"consignor_id"`
	TypeID      sql.NullInt64                  `db:"product_type_id"`
	BrandID     sql.NullInt64                  `db:"brand_id"`
	Quality     sql.NullString                 `db:"quality"`
	Class       sql.NullString                 `db:"storage_class"`
	ABC         sql.NullString                 `db:"abc"`
	Unit        sql.NullString                 `db:"unit"`
	MinHeight   sql.Null[contract.PieceSide]   `db:"min_height"`
	MaxHeight   sql.Null[contract.PieceSide]   `db:"max_height"`
	MinWeight   sql.Null[contract.PieceWeight] `db:"min_weight"`
	MaxWeight   sql.Null[contract.PieceWeight] `db:"max_weight"`
	Target      string                         `db:"target"`
	PositionID  sql.NullInt64                  `db:"position_id"`
	AreaID      sql.NullInt64                  `db:"storage_area_id"`
	AreaKind    sql.NullString                 `db:"area_kind"`
	SameABC     bool                           `db:"same_abc"`
	Fallback    string                         `db:"fallback"`
}

// readRules reads the rules of a warehouse in their order.
func readRules(ctx context.Context, tx plugin.Tx, warehouse int64) ([]rule, error) {
	var list []rule
	err := tx.Select(ctx, &list, `SELECT id, name, consignor_id, product_type_id, brand_id, quality, storage_class, abc, unit, min_height, max_height, min_weight, max_weight,
		target, position_id, storage_area_id, area_kind, COALESCE(same_abc, ?) AS same_abc, fallback
		FROM shelving_rule WHERE status = 'active' AND COALESCE(warehouse_id, ?) = ? ORDER BY rank, id`, false, warehouse, warehouse)
	if err != nil {
		return nil, fmt.Errorf("read shelving rules: %w", err)
	}
	return list, nil
}

// traits are what rules ask of goods besides the ledger's.
type traits struct {
	BrandID sql.NullInt64  `db:"brand_id"`
	Class   sql.NullString `db:"storage_class"`
	ABC     sql.NullString `db:"abc"`
	types   []int64        // the product's type and those above it
	perUnit map[string]contract.Qty
	goods   *goods
	wish    contract.Wish
}

// readTraits reads what rules ask of the goods of a wish.
func readTraits(ctx context.Context, tx plugin.Tx, wish contract.Wish, g *goods) (*traits, error) {
	t := &traits{goods: g, wish: wish, perUnit: map[string]contract.Qty{}}
	if err := tx.Get(ctx, t, `SELECT brand_id, storage_class, abc FROM product WHERE id = ?`, g.ID); err != nil {
		return nil, fmt.Errorf("read traits of %s: %w", g.SKU, err)
	}
	var units []struct {
		Unit   string       `db:"unit"`
		Factor contract.Qty `db:"factor"`
	}
	if err := tx.Select(ctx, &units, `SELECT unit, factor FROM product_unit WHERE product_id = ?`, g.ID); err != nil {
		return nil, fmt.Errorf("read units of %s: %w", g.SKU, err)
	}
	for _, u := range units {
		t.perUnit[u.Unit] = u.Factor
	}
	for id := g.TypeID.Int64; id != 0 && !slices.Contains(t.types, id); {
		t.types = append(t.types, id)
		var above sql.NullInt64
		if err := tx.Get(ctx, &above, `SELECT parent_id FROM product_type WHERE id = ?`, id); err != nil && !errors.Is(err, sql.ErrNoRows) {
			return nil, fmt.Errorf("read product type %d: %w", id, err)
		}
		id = above.Int64
	}
	return t, nil
}

// other names the first condition of a rule that the goods do not meet; "" when the rule
// is for them.
func (r *rule) other(t *traits) string {
	qty := contract.QtyOf(t.wish.Qty)
	conditions := []struct {
		field string
		met   bool
	}{
		{"consignor_id", !r.ConsignorID.Valid || r.ConsignorID.Int64 == t.wish.Goods.ConsignorID},
		{"product_type_id", !r.TypeID.Valid || slices.Contains(t.types, r.TypeID.Int64)},
		{"brand_id", !r.BrandID.Valid || r.BrandID == t.BrandID},
		{"quality", !r.Quality.Valid || r.Quality.String == t.wish.Goods.Quality},
		{"storage_class", !r.Class.Valid || r.Class == t.Class},
		{"abc", !r.ABC.Valid || r.ABC == t.ABC},
		{"unit", !r.Unit.Valid || t.perUnit[r.Unit.String] > 0 && qty >= t.perUnit[r.Unit.String]},
		{"min_height", !r.MinHeight.Valid || t.goods.Height >= r.MinHeight.V},
		{"max_height", !r.MaxHeight.Valid || t.goods.Height <= r.MaxHeight.V},
		{"min_weight", !r.MinWeight.Valid || t.goods.Weight >= r.MinWeight.V},
		{"max_weight", !r.MaxWeight.Valid || t.goods.Weight <= r.MaxWeight.V},
	}
	for _, c := range conditions {
		if !c.met {
			return c.field
		}
	}
	return ""
}

// bins are the bins that a rule offers for goods.
func (r *rule) bins(t *traits) bins {
	kind := besideOthers
	switch r.Target {
	case targetSame:
		kind = ofSameGoods
	case targetEmpty:
		kind = empties
	case targetNearest:
		kind.order = byDistance
	}
	within := func(condition string, value any) {
		kind.where += ` AND ` + condition
		kind.args = append(slices.Clip(kind.args), value)
	}
	if r.Target == targetFixed {
		kind.areas = `1 = 1`
		within(`p.id = ?`, r.PositionID.Int64)
	}
	if r.SameABC {
		within(`p.abc = ?`, t.ABC.String)
	}
	if r.AreaID.Valid || r.AreaKind.Valid {
		kind.areas = `a.id = COALESCE(?, a.id) AND a.area_kind = COALESCE(?, a.area_kind)`
		kind.of = []any{r.AreaID, r.AreaKind}
	}
	return kind
}

// verdict is what became of a rule, or of the search without one.
type verdict struct {
	Rule string // name; "" for the search that needs none
	Key  string // of the text
	Why  string // field that the goods do not meet
	Spot contract.Spot
}

// What a verdict says.
const (
	ruleOther   = "shelving.other_goods"
	ruleNoBin   = "shelving.no_bin"
	ruleStops   = "shelving.stops"
	ruleChosen  = "shelving.chosen"
	ruleLater   = "shelving.not_asked"
	searchFound = "shelving.found"
	searchNone  = "shelving.found_none"
)

// byRules asks the rules in their order for a bin, and tells whether one of them ends the
// search.
func (p *proposal) byRules(ctx context.Context) (ends bool, told []verdict, err error) {
	rules, err := readRules(ctx, p.tx, p.wish.WarehouseID)
	if err != nil || len(rules) == 0 {
		return false, nil, err
	}
	t, err := readTraits(ctx, p.tx, p.wish, p.goods)
	if err != nil {
		return false, nil, err
	}
	for i := range rules {
		r := &rules[i]
		v := verdict{Rule: r.Name, Key: ruleLater}
		if !ends {
			if v, ends, err = p.ask(ctx, r, t); err != nil {
				return false, nil, err
			}
		}
		told = append(told, v)
	}
	return ends, told, nil
}

// ask asks one rule. The first that has a bin for some of the goods ends the search, and
// so does one without a bin that says so.
func (p *proposal) ask(ctx context.Context, r *rule, t *traits) (v verdict, ends bool, err error) {
	v.Rule = r.Name
	if v.Why = r.other(t); v.Why != "" {
		v.Key = ruleOther
		return v, false, nil
	}
	if err := p.look(ctx, r.bins(t)); err != nil {
		return v, false, err
	}
	switch v.Spot = p.best; {
	case p.best.PositionID != 0:
		v.Key = ruleChosen
	case r.Fallback == "stop":
		v.Key = ruleStops
	default:
		v.Key = ruleNoBin
		return v, false, nil
	}
	return v, true, nil
}
