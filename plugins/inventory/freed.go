package inventory

import (
	"context"
	"fmt"

	"github.com/wareloom/wareloom/engine/plugin"
	"github.com/wareloom/wareloom/plugins/inventory/contract"
)

// tellFreed tells, as the last of the transaction, whose stock became free.
func (l Ledger) tellFreed(data plugin.Data, of ...contract.Owned) {
	if l.Freed != nil && len(of) > 0 {
		data.SQL().BeforeCommit(func(ctx context.Context) error { return l.Freed(ctx, data, of) })
	}
}

// brought are the owners to whose bins the posting brought goods.
func (p *posting) brought() []contract.Owned {
	var of []contract.Owned
	seen := map[contract.Owned]bool{}
	for i := range p.moves {
		at := p.places[p.moves[i].To.PositionID]
		one := contract.Owned{WarehouseID: at.WarehouseID, ConsignorID: into(&p.moves[i]).ConsignorID}
		if at.Use == contract.UseBin && !seen[one] {
			seen[one] = true
			of = append(of, one)
		}
	}
	return of
}

// ownersOf are the owners of quants.
func ownersOf(byID quantsByID) []contract.Owned {
	var of []contract.Owned
	seen := map[contract.Owned]bool{}
	for _, q := range byID {
		one := contract.Owned{WarehouseID: q.WarehouseID, ConsignorID: q.ConsignorID}
		if !seen[one] {
			seen[one] = true
			of = append(of, one)
		}
	}
	return of
}

// opened tells of the goods in a position that had been closed for taking out.
func (l Ledger) opened(ctx context.Context, e *plugin.SaveEvent) error {
	if e.IsNew() || e.Old["status"] == e.New["status"] {
		return nil
	}
	of, err := ownersAt(ctx, e.Tx, `position_id = ?`, plugin.ID(e.New))
	if err != nil {
		return err
	}
	l.tellFreed(e.Data, of...)
	return nil
}

// ownersAt are the owners of the quants that meet a condition.
func ownersAt(ctx context.Context, tx plugin.Tx, where string, args ...any) ([]contract.Owned, error) {
	var rows []struct {
		WarehouseID int64 `db:"warehouse_id"`
		ConsignorID int64 `db:"consignor_id"`
	}
	err := tx.Select(ctx, &rows, `SELECT DISTINCT warehouse_id, consignor_id FROM quant WHERE on_hand > reserved AND `+where, args...)
	if err != nil {
		return nil, fmt.Errorf("read owners of stock: %w", err)
	}
	of := make([]contract.Owned, len(rows))
	for i, r := range rows {
		of[i] = contract.Owned(r)
	}
	return of, nil
}
