package wave

import (
	"context"
	"database/sql"
	"fmt"
	"math"

	"github.com/wareloom/wareloom/engine/plugin"
	"github.com/wareloom/wareloom/plugins/inventory/contract"
	"github.com/wareloom/wareloom/plugins/picking/routing"
)

// spot is where a position lies.
type spot struct {
	Area     int64                    `db:"storage_area_id"`
	Aisle    sql.NullString           `db:"aisle"`
	X        sql.Null[contract.Metre] `db:"x"`
	Y        sql.Null[contract.Metre] `db:"y"`
	Sequence sql.NullInt64            `db:"pick_seq"`
}

// spotFields are the columns of a position p that make a spot.
const spotFields = `p.storage_area_id, p.aisle, p.x, p.y, p.pick_seq`

// position is the spot for the router. One without a sequence comes last.
func (s spot) position() routing.Position {
	p := routing.Position{Aisle: s.Aisle.String, X: s.X.V.Float(), Y: s.Y.V.Float(), Sequence: s.Sequence.Int64, Unplaced: !s.X.Valid || !s.Y.Valid}
	if !s.Sequence.Valid {
		p.Sequence = math.MaxInt32
	}
	return p
}

// place is a point of the building, if it is stated.
type place struct{ x, y sql.Null[contract.Metre] }

func (p place) point() (routing.Point, bool) {
	return routing.Point{X: p.x.V.Float(), Y: p.y.V.Float()}, p.x.Valid && p.y.Valid
}

// building is a warehouse as its walks see it.
type building struct {
	*routing.Building
	areas map[int64]int // index of an area by id
}

func (b building) spot(s spot) routing.Spot {
	area, known := b.areas[s.Area]
	if !known {
		area = -1
	}
	return b.Spot(area, s.position())
}

func (b building) spots(of []pick) []routing.Spot {
	spots := make([]routing.Spot, len(of))
	for i, p := range of {
		spots[i] = b.spot(p.spot)
	}
	return spots
}

// layOut reads the building of a warehouse: its areas with their bins and gates,
// and its depot.
func layOut(ctx context.Context, tx plugin.Tx, warehouse int64) (building, error) {
	b := building{areas: map[int64]int{}}
	areas, err := readAreas(ctx, tx, warehouse, b.areas)
	if err != nil {
		return b, err
	}
	depot, err := readDepot(ctx, tx, warehouse)
	if err != nil {
		return b, err
	}
	if b.Building, err = routing.NewBuilding(depot, areas); err != nil {
		return b, fmt.Errorf("lay out warehouse %d: %w", warehouse, err)
	}
	return b, nil
}

// readAreas reads the areas that have bins with coordinates. Bins above each other
// are one place.
func readAreas(ctx context.Context, tx plugin.Tx, warehouse int64, index map[int64]int) ([]routing.Area, error) {
	var bins []spot
	err := tx.Select(ctx, &bins, `SELECT DISTINCT storage_area_id, aisle, x, y FROM position
		WHERE warehouse_id = ? AND position_use = 'bin' AND x IS NOT NULL AND y IS NOT NULL ORDER BY storage_area_id, x, y`, warehouse)
	if err != nil {
		return nil, fmt.Errorf("read positions of warehouse %d: %w", warehouse, err)
	}
	var areas []routing.Area
	for _, bin := range bins {
		at, known := index[bin.Area]
		if !known {
			at = len(areas)
			index[bin.Area], areas = at, append(areas, routing.Area{})
		}
		areas[at].Positions = append(areas[at].Positions, bin.position())
	}
	return areas, readGates(ctx, tx, warehouse, index, areas)
}

// readGates reads the gates that areas state.
func readGates(ctx context.Context, tx plugin.Tx, warehouse int64, index map[int64]int, areas []routing.Area) error {
	rows, err := tx.Query(ctx, `SELECT id, gate_x, gate_y, gate2_x, gate2_y FROM storage_area WHERE warehouse_id = ? ORDER BY id`, warehouse)
	if err != nil {
		return fmt.Errorf("read gates of warehouse %d: %w", warehouse, err)
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var id int64
		var gates [2]place
		if err := rows.Scan(&id, &gates[0].x, &gates[0].y, &gates[1].x, &gates[1].y); err != nil {
			return fmt.Errorf("read gates of warehouse %d: %w", warehouse, err)
		}
		at, known := index[id]
		for _, gate := range gates {
			if point, stated := gate.point(); known && stated {
				areas[at].Gates = append(areas[at].Gates, point)
			}
		}
	}
	return rows.Err()
}

// readDepot reads where walks begin and end: the stated packing place, else the
// corner next to the origin of what is picked from.
func readDepot(ctx context.Context, tx plugin.Tx, warehouse int64) (routing.Point, error) {
	var stated, corner place
	err := tx.QueryRow(ctx, `SELECT w.depot_x, w.depot_y, MIN(p.x), MIN(p.y) FROM warehouse w
		LEFT JOIN storage_area a ON a.warehouse_id = w.id AND a.pick_allowed
		LEFT JOIN position p ON p.storage_area_id = a.id AND p.position_use = 'bin' AND p.x IS NOT NULL AND p.y IS NOT NULL
		WHERE w.id = ? GROUP BY w.id, w.depot_x, w.depot_y`, warehouse).Scan(&stated.x, &stated.y, &corner.x, &corner.y)
	if err != nil {
		return routing.Point{}, fmt.Errorf("read depot of warehouse %d: %w", warehouse, err)
	}
	if point, ok := stated.point(); ok {
		return point, nil
	}
	point, _ := corner.point()
	return point, nil
}
