package inventory

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/plugin"
	"github.com/wareloom/wareloom/plugins/inventory/contract"
)

// virtualUses are the uses of positions outside the building.
var virtualUses = map[string]bool{
	contract.UseVendor: true, contract.UseCustomer: true, contract.UseInTransit: true,
	contract.UseScrap: true, contract.UseCountDiff: true, contract.UseOwnerBridge: true, contract.UseWork: true,
}

// place is a position with what the ledger must know of it.
type place struct {
	ID            int64                   `db:"id"`
	WarehouseID   int64                   `db:"warehouse_id"`
	Code          string                  `db:"code"`
	Use           string                  `db:"position_use"`
	Status        string                  `db:"status"`
	MixProduct    sql.NullBool            `db:"mix_product"`
	MixLot        sql.NullBool            `db:"mix_lot"`
	MixConsignor  sql.NullBool            `db:"mix_consignor"`
	MaxWeight     sql.Null[contract.Load] `db:"max_weight"`
	MaxVolume     sql.Null[contract.Room] `db:"max_volume"`
	AreaConsignor sql.NullInt64           `db:"area_consignor"`
	AreaPicks     sql.NullBool            `db:"area_picks"` // goods are picked there; unset means no
	AreaTypes     sql.NullString          `db:"area_types"` // JSON: product types kept there; none is any
	TimeZone      sql.NullString          `db:"time_zone"`
}

func (p *place) virtual() bool { return virtualUses[p.Use] }

// forbids reports whether a mixing rule says no; unset means yes.
func forbids(rule sql.NullBool) bool { return rule.Valid && !rule.Bool }

// today is the date at the place.
func (p *place) today(now time.Time) string {
	zone := plugin.Zone(p.TimeZone.String)
	return now.In(zone).Format(time.DateOnly)
}

// mustSuit refuses goods that are not kept in the position's area.
func (p *place) mustSuit(g contract.Goods) error {
	if !p.virtual() && p.AreaConsignor.Valid && p.AreaConsignor.Int64 != g.ConsignorID {
		return fault.New(fault.Conflict, "stock.area_of_other", "position", p.Code)
	}
	return nil
}

// mustTake refuses to put goods into a position that is closed.
func (p *place) mustTake() error {
	if p.virtual() || p.Status != "frozen" && p.Status != "no_in" {
		return nil
	}
	return fault.New(fault.Conflict, "stock.position_closed", "position", p.Code)
}

// mustGive refuses to take goods out of a position that is closed.
func (p *place) mustGive() error {
	if p.virtual() || p.Status != "frozen" && p.Status != "no_out" {
		return nil
	}
	return fault.New(fault.Conflict, "stock.position_closed", "position", p.Code)
}

// loadPlaces reads the positions of the moves.
func loadPlaces(ctx context.Context, tx plugin.Tx, moves []contract.Move) (map[int64]*place, error) {
	ids := newSet()
	for _, m := range moves {
		ids.add(m.From.PositionID)
		ids.add(m.To.PositionID)
	}
	var rows []place
	err := tx.Select(ctx, &rows, `SELECT p.id, p.warehouse_id, p.code, p.position_use, p.status, p.mix_product, p.mix_lot,
		p.mix_consignor, p.max_weight, p.max_volume, a.consignor_id AS area_consignor, a.pick_allowed AS area_picks, a.product_type_ids AS area_types, w.time_zone
		FROM position p JOIN storage_area a ON a.id = p.storage_area_id JOIN warehouse w ON w.id = p.warehouse_id
		WHERE p.id IN ?`, ids.list)
	if err != nil {
		return nil, fmt.Errorf("read positions of moves: %w", err)
	}
	found := make(map[int64]*place, len(rows))
	for i := range rows {
		found[rows[i].ID] = &rows[i]
	}
	for _, id := range ids.list {
		if found[id] == nil {
			return nil, fault.New(fault.Invalid, "stock.position_unknown", "id", id)
		}
	}
	return found, nil
}

// VirtualPosition finds or makes a warehouse's position of a virtual use. All of
// them lie in one area of the kind virtual.
func (l Ledger) VirtualPosition(ctx context.Context, data plugin.Data, warehouseID int64, use string) (int64, error) {
	var id int64
	err := data.SQL().Get(ctx, &id, `SELECT id FROM position WHERE warehouse_id = ? AND position_use = ? ORDER BY id LIMIT 1`, warehouseID, use)
	if err == nil || !errors.Is(err, sql.ErrNoRows) {
		return id, err
	}
	area, err := virtualArea(ctx, data, warehouseID)
	if err != nil {
		return 0, err
	}
	row, err := data.Save(ctx, "position", plugin.Row{
		"warehouse_id": warehouseID, "storage_area_id": area, "code": "~" + use, "barcode": "~" + use, "position_use": use,
	})
	if err != nil {
		return 0, fmt.Errorf("make position %s of warehouse %d: %w", use, warehouseID, err)
	}
	return plugin.ID(row), nil
}

// makeVirtualPositions gives a new warehouse its virtual positions, so that no two
// postings make them at once later.
func (l Ledger) makeVirtualPositions(ctx context.Context, e *plugin.SaveEvent) error {
	if !e.IsNew() {
		return nil
	}
	for _, use := range slices.Sorted(maps.Keys(virtualUses)) {
		if _, err := l.VirtualPosition(ctx, e.Data, plugin.ID(e.New), use); err != nil {
			return err
		}
	}
	return nil
}

func virtualArea(ctx context.Context, data plugin.Data, warehouseID int64) (int64, error) {
	var id int64
	err := data.SQL().Get(ctx, &id, `SELECT id FROM storage_area WHERE warehouse_id = ? AND area_kind = 'virtual' ORDER BY id LIMIT 1`, warehouseID)
	if err == nil || !errors.Is(err, sql.ErrNoRows) {
		return id, err
	}
	row, err := data.Save(ctx, "storage_area", plugin.Row{
		"warehouse_id": warehouseID, "code": "~", "name": "~", "area_kind": "virtual", "pick_allowed": false,
	})
	if err != nil {
		return 0, fmt.Errorf("make virtual area of warehouse %d: %w", warehouseID, err)
	}
	return plugin.ID(row), nil
}
