package replenishment

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/wareloom/wareloom/engine/plugin"
)

// The order of the work is a sum: each criterion of the sorting rule ranks the lines
// from 0 to 1 in its direction and counts by its weight; what is least comes first. Of
// equal sums the criterion that stands first decides. Without a rule the urgent come
// first, then what is to be sent soon, then the walk.

// criterion is a row of the sorting rule.
type criterion struct {
	Of     string `db:"criterion"`
	Down   string `db:"direction"`
	Weight int64  `db:"weight"`
}

var usual = []criterion{{"urgency", "desc", 100}, {"ship_by", "asc", 10}, {"route", "asc", 1}}

// criteria are those of a warehouse, or else those of every warehouse.
func criteria(ctx context.Context, tx plugin.Tx, warehouse int64) ([]criterion, error) {
	for _, of := range []int64{warehouse, 0} {
		var list []criterion
		err := tx.Select(ctx, &list, `SELECT criterion, direction, weight FROM replenish_rule WHERE COALESCE(enabled, ?) AND COALESCE(warehouse_id, 0) = ? ORDER BY seq, id`, true, of)
		if err != nil {
			return nil, fmt.Errorf("read sorting rule: %w", err)
		}
		if len(list) > 0 {
			return list, nil
		}
	}
	return usual, nil
}

// ranked is a line with what the criteria look at.
type ranked struct {
	line   plugin.Row
	values map[string]string
	places []float64 // by criterion, 0 to 1
	sum    float64
}

// inOrder puts lines into the order of the work; see contract.Plan.
func inOrder(ctx context.Context, data plugin.Data, lines []plugin.Row) error {
	list, warehouse, err := rankedOf(ctx, data, lines)
	if err != nil || len(list) == 0 {
		return err
	}
	rules, err := criteria(ctx, data.SQL(), warehouse)
	if err != nil {
		return err
	}
	for _, c := range rules {
		c.rank(list)
	}
	slices.SortStableFunc(list, sortedBy)
	for i, r := range list {
		lines[i] = r.line
	}
	return nil
}

// sortedBy puts the least sum first; of equal ones the first criteria decide.
func sortedBy(a, b *ranked) int {
	return cmp.Or(cmp.Compare(a.sum, b.sum), slices.Compare(a.places, b.places))
}

// rank gives each line its place by the criterion; equal values share one.
func (c criterion) rank(list []*ranked) {
	var values []string
	for _, r := range list {
		values = append(values, r.values[c.Of])
	}
	slices.Sort(values)
	values = slices.Compact(values)
	for _, r := range list {
		at, _ := slices.BinarySearch(values, r.values[c.Of])
		if c.Down == "desc" {
			at = len(values) - 1 - at
		}
		place := float64(at) / float64(max(len(values)-1, 1))
		r.places = append(r.places, place)
		r.sum += float64(c.Weight) * place
	}
}

// rankedOf reads what the criteria look at, as texts that sort as their values do.
func rankedOf(ctx context.Context, data plugin.Data, lines []plugin.Row) (list []*ranked, warehouse int64, err error) {
	places, err := placesOf(ctx, data.SQL(), lines)
	if err != nil {
		return nil, 0, err
	}
	for _, l := range lines {
		at := places[plugin.ID(l)]
		due := "9999"
		if l["ship_by"] != nil {
			due = fmt.Sprint(l["ship_by"])
		}
		warehouse = at.WarehouseID
		list = append(list, &ranked{line: l, values: map[string]string{
			"urgency": fmt.Sprintf("%09d", plugin.Int(l, "urgency")), "ship_by": due, "area": at.Area, "route": fmt.Sprintf("%09d", at.Seq), "expiry": expiry(at.ExpDate),
		}})
	}
	return list, warehouse, nil
}

// fetched is where the goods of a line are fetched, and until when they keep.
type fetched struct {
	LineID      int64  `db:"id"`
	WarehouseID int64  `db:"warehouse_id"`
	Area        string `db:"area"`
	Seq         int64  `db:"pick_seq"`
	ExpDate     string `db:"exp_date"`
}

// placesOf reads where the goods of lines are fetched, by line.
func placesOf(ctx context.Context, tx plugin.Tx, lines []plugin.Row) (map[int64]fetched, error) {
	ids := make([]int64, len(lines))
	for i, l := range lines {
		ids[i] = plugin.ID(l)
	}
	var list []fetched
	err := tx.Select(ctx, &list, `SELECT l.id, p.warehouse_id, a.code AS area, COALESCE(p.pick_seq, 0) AS pick_seq, COALESCE(t.exp_date, '') AS exp_date
		FROM replenish_order_line l JOIN position p ON p.id = l.from_position_id JOIN storage_area a ON a.id = p.storage_area_id LEFT JOIN lot t ON t.id = l.lot_id
		WHERE l.id IN ?`, ids)
	if err != nil {
		return nil, fmt.Errorf("read places of %d lines: %w", len(lines), err)
	}
	places := make(map[int64]fetched, len(list))
	for _, at := range list {
		places[at.LineID] = at
	}
	return places, nil
}
