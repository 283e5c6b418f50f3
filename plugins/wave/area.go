package wave

import (
	"context"
	"database/sql"
	"fmt"

	"github.com/wareloom/wareloom/engine/plugin"
	"github.com/wareloom/wareloom/plugins/picking/routing"
)

// metres turns the thousandths of the database into metres.
func metres(n sql.NullInt64) float64 { return float64(n.Int64) / 1000 }

// spot is where a position lies.
type spot struct {
	Area  int64          `db:"storage_area_id"`
	Aisle sql.NullString `db:"aisle"`
	X     sql.NullInt64  `db:"x"`
	Y     sql.NullInt64  `db:"y"`
}

// stop is the spot for the router. Aisle codes count within their area.
func (s spot) stop() routing.Position {
	return routing.Position{Aisle: fmt.Sprintf("%d/%s", s.Area, s.Aisle.String), X: metres(s.X), Y: metres(s.Y)}
}

// walks is the layout of all bins of a warehouse; a walk begins and ends at its
// corner next to the origin.
func walks(ctx context.Context, tx plugin.Tx, warehouseID int64) (*routing.Area, error) {
	var spots []spot
	err := tx.Select(ctx, &spots, `SELECT p.storage_area_id, p.aisle, p.x, p.y FROM position p JOIN storage_area a ON a.id = p.storage_area_id
		WHERE p.warehouse_id = ? AND p.position_use = 'bin' AND a.pick_allowed ORDER BY p.id`, warehouseID)
	if err != nil {
		return nil, fmt.Errorf("read positions of warehouse %d: %w", warehouseID, err)
	}
	positions := make([]routing.Position, 0, len(spots))
	depot := routing.Position{}
	for i, s := range spots {
		p := s.stop()
		if i == 0 {
			depot = p
		}
		depot.X, depot.Y = min(depot.X, p.X), min(depot.Y, p.Y)
		positions = append(positions, p)
	}
	area, err := routing.FromCoordinates(positions, depot)
	if err != nil {
		return nil, fmt.Errorf("lay out warehouse %d: %w", warehouseID, err)
	}
	return area, nil
}
