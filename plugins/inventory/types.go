package inventory

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/plugin"
	"github.com/wareloom/wareloom/plugins/inventory/contract"
)

// typeTree is the parent of each product type.
type typeTree map[int64]int64

// loadTypes reads the product types, if one of the places asks for any.
func loadTypes(ctx context.Context, tx plugin.Tx, places []*place) (typeTree, error) {
	if !slices.ContainsFunc(places, func(p *place) bool { return len(p.types()) > 0 }) {
		return nil, nil // nobody asks
	}
	var rows []struct {
		ID       int64 `db:"id"`
		ParentID int64 `db:"parent_id"`
	}
	if err := tx.Select(ctx, &rows, `SELECT id, COALESCE(parent_id, 0) AS parent_id FROM product_type`); err != nil {
		return nil, fmt.Errorf("read product types: %w", err)
	}
	tree := make(typeTree, len(rows))
	for _, r := range rows {
		tree[r.ID] = r.ParentID
	}
	return tree, nil
}

// types are the product types that the place's area is for; none is any.
func (p *place) types() []int64 {
	var ids []int64
	if p.Use != contract.UseBin || json.Unmarshal([]byte(p.AreaTypes.String), &ids) != nil {
		return nil
	}
	return ids
}

// mustKeep refuses goods of a type that the place's area is not for; a type stands
// for those below it.
func (p *place) mustKeep(g *goods, tree typeTree) error {
	types := p.types()
	if len(types) == 0 {
		return nil
	}
	for id, steps := g.TypeID.Int64, 0; id != 0 && steps <= len(tree); id, steps = tree[id], steps+1 {
		if slices.Contains(types, id) {
			return nil
		}
	}
	return fault.New(fault.Conflict, "stock.area_of_types", "position", p.Code, "product", g.SKU)
}
