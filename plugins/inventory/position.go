package inventory

import (
	"context"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/shopspring/decimal"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/plugin"
)

// maxGenerated is the most positions that one definition makes at once.
const maxGenerated = 50_000

// definition is a position definition: ranges of aisles, bays, levels and slots,
// a pattern for the codes, and the distances between them in metres.
type definition struct {
	row   plugin.Row
	area  string
	skip  map[string]bool
	parts map[string]int64 // the coordinates of the position being made
}

// ranges are the members of a definition, outermost first.
var ranges = []string{"aisle", "bay", "level", "slot"}

// generatePositions makes the positions of a definition that do not exist yet.
//
// Faults: stock.definition_range, stock.definition_too_many,
// stock.definition_pattern, stock.definition_twice.
func (l Ledger) generatePositions(ctx context.Context, e *plugin.EffectEvent, _ []plugin.Row) error {
	d, err := readDefinition(ctx, e)
	if err != nil {
		return err
	}
	rows, err := d.positions()
	if err != nil {
		return err
	}
	known, err := knownCodes(ctx, e.Data.SQL(), plugin.Int(d.row, "warehouse_id"))
	if err != nil {
		return err
	}
	missing := rows[:0]
	for _, row := range rows {
		if !known[plugin.Text(row, "code")] {
			missing = append(missing, row)
		}
	}
	if _, err := e.Data.SaveMany(ctx, "position", missing); err != nil {
		return err
	}
	made := plugin.Int(d.row, "generated") + int64(len(missing))
	return e.Data.Set(ctx, "position_definition", []plugin.Row{{"id": plugin.ID(d.row), "generated": made, "generated_at": e.Tx.Now()}})
}

func readDefinition(ctx context.Context, e *plugin.EffectEvent) (*definition, error) {
	area, err := e.Data.Get(ctx, "storage_area", plugin.Int(e.Head, "storage_area_id"))
	if err != nil {
		return nil, err
	}
	d := &definition{row: e.Head, area: plugin.Text(area, "code"), skip: map[string]bool{}, parts: map[string]int64{}}
	for _, code := range strings.Split(plugin.Text(e.Head, "skip"), ",") {
		d.skip[strings.TrimSpace(code)] = true
	}
	count := int64(1)
	for _, r := range ranges {
		n := plugin.Int(d.row, r+"_to") - plugin.Int(d.row, r+"_from") + 1
		if n < 1 {
			return nil, fault.New(fault.Invalid, "stock.definition_range", "name", r).On(r + "_to")
		}
		count *= n
	}
	if count > maxGenerated {
		return nil, fault.New(fault.Invalid, "stock.definition_too_many", "count", count, "max", maxGenerated)
	}
	return d, nil
}

// positions are all positions of the definition, in the order of a serpentine
// walk: every second aisle is numbered from its far end.
func (d *definition) positions() ([]plugin.Row, error) {
	var rows []plugin.Row
	seen := map[string]bool{}
	var walk func(depth int) error
	walk = func(depth int) error {
		if depth == len(ranges) {
			row, err := d.position(int64(len(rows) + 1))
			if err != nil || d.skip[plugin.Text(row, "code")] {
				return err
			}
			code := plugin.Text(row, "code")
			if seen[code] {
				return fault.New(fault.Invalid, "stock.definition_twice", "code", code).On("pattern")
			}
			seen[code] = true
			rows = append(rows, row)
			return nil
		}
		name := ranges[depth]
		for n := plugin.Int(d.row, name+"_from"); n <= plugin.Int(d.row, name+"_to"); n++ {
			d.parts[name] = n
			if err := walk(depth + 1); err != nil {
				return err
			}
		}
		return nil
	}
	return rows, walk(0)
}

// position is the position at the current coordinates.
func (d *definition) position(seq int64) (plugin.Row, error) {
	code, err := d.code()
	if err != nil {
		return nil, err
	}
	steps := func(name string) decimal.Decimal {
		return decimal.NewFromInt(d.parts[name] - plugin.Int(d.row, name+"_from"))
	}
	row := plugin.Row{
		"warehouse_id": plugin.Int(d.row, "warehouse_id"), "storage_area_id": plugin.Int(d.row, "storage_area_id"), "code": code, "barcode": code,
		"position_use": d.row["position_use"], "max_weight": d.row["max_weight"], "max_volume": d.row["max_volume"],
		"x":        plugin.Decimal(d.row, "origin_x").Add(steps("aisle").Mul(plugin.Decimal(d.row, "aisle_pitch"))),
		"y":        plugin.Decimal(d.row, "origin_y").Add(steps("bay").Add(d.crossings()).Mul(plugin.Decimal(d.row, "bay_pitch"))),
		"z":        steps("level").Mul(plugin.Decimal(d.row, "level_pitch")),
		"pick_seq": seq, "put_seq": seq,
	}
	for _, name := range ranges {
		row[name] = strconv.FormatInt(d.parts[name], 10)
	}
	return row, nil
}

// crossings is how many cross aisles lie before the bay; each takes two bays.
func (d *definition) crossings() decimal.Decimal {
	block := plugin.Int(d.row, "block_bays")
	if block <= 0 {
		return decimal.Zero
	}
	return decimal.NewFromInt((d.parts["bay"] - plugin.Int(d.row, "bay_from")) / block * 2)
}

var placeholder = regexp.MustCompile(`\{([a-z]+)(?::([0-9]))?\}`)

// code is the pattern with the coordinates in the place of its {names}.
func (d *definition) code() (string, error) {
	var unknown string
	code := placeholder.ReplaceAllStringFunc(plugin.Text(d.row, "pattern"), func(part string) string {
		m := placeholder.FindStringSubmatch(part)
		n, ok := d.parts[m[1]]
		if m[1] == "area" {
			return d.area
		}
		if !ok {
			unknown = part
		}
		width, _ := strconv.Atoi(m[2]) // no width is 0
		return fmt.Sprintf("%0*d", width, n)
	})
	if unknown != "" {
		return "", fault.New(fault.Invalid, "stock.definition_pattern", "part", unknown).On("pattern")
	}
	return code, nil
}

// knownCodes are the codes of a warehouse's positions.
func knownCodes(ctx context.Context, tx plugin.Tx, warehouseID int64) (map[string]bool, error) {
	var codes []string
	if err := tx.Select(ctx, &codes, `SELECT code FROM position WHERE warehouse_id = ?`, warehouseID); err != nil {
		return nil, fmt.Errorf("read positions of warehouse %d: %w", warehouseID, err)
	}
	known := make(map[string]bool, len(codes))
	for _, code := range codes {
		known[code] = true
	}
	return known, nil
}
