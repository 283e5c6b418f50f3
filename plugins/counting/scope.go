package counting

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/wareloom/wareloom/engine/plugin"
	stock "github.com/wareloom/wareloom/plugins/inventory/contract"
)

// Types of counts that say which goods are counted; the others say which positions.
const (
	byArea    = "area"
	byProduct = "product"
	byClass   = "abc"
	moved     = "dynamic"
	emptied   = "zero"
	chosen    = "position"
)

// countable are the uses of positions whose goods are counted. What lies in totes and
// at the dock is on its way out, and is checked there.
var countable = []string{stock.UseBin, stock.UseStagingIn, stock.UseReturns}

// scope is what a stock count covers.
type scope struct {
	Count     int64
	Type      string
	Warehouse int64
	Owner     int64 // 0: goods of all
	Areas     []int64
	Products  []int64
	Class     string
	Since     string // day at the warehouse
}

// covers is the scope that the head of a count says.
func covers(head plugin.Row) scope {
	areas, _ := head["storage_area_ids"].([]int64)
	products, _ := head["product_ids"].([]int64)
	return scope{
		Count: plugin.ID(head), Type: plugin.Text(head, "count_type"), Warehouse: plugin.Int(head, "warehouse_id"), Owner: plugin.Int(head, "consignor_id"),
		Areas: areas, Products: products, Class: plugin.Text(head, "abc"), Since: plugin.Text(head, "since"),
	}
}

// clause is a condition of a statement with its arguments.
type clause struct {
	text []string
	args []any
}

func (c *clause) and(text string, args ...any) {
	c.text, c.args = append(c.text, text), append(c.args, args...)
}

func (c *clause) all() string { return strings.Join(c.text, " AND ") }

// goods is the condition on what is counted, of rows that have an owner and a product.
func (s scope) goods(of string) (c clause) {
	if s.Owner != 0 {
		c.and(of+".consignor_id = ?", s.Owner)
	}
	switch s.Type {
	case byProduct:
		c.and(of+".product_id IN ?", s.Products)
	case byClass:
		c.and(of+".product_id IN (SELECT id FROM product WHERE abc = ?)", s.Class)
	}
	return c
}

// positions is the condition on the positions p that the count covers.
func (s scope) positions(since time.Time) (c clause) {
	c.and("p.warehouse_id = ?", s.Warehouse)
	if s.Type == chosen {
		c.and("p.id IN (SELECT position_id FROM stock_count_position WHERE stock_count_id = ?)", s.Count)
		return c
	}
	c.and("p.position_use IN ?", countable)
	filled := clause{text: []string{"q.position_id = p.id", "q.on_hand > 0"}}
	if goods := s.goods("q"); len(goods.text) > 0 {
		filled.and(goods.all(), goods.args...)
	}
	const stocked = "EXISTS (SELECT 1 FROM quant q WHERE "
	switch s.Type {
	case byArea:
		c.and("p.storage_area_id IN ?", s.Areas)
	case moved:
		c.and("EXISTS (SELECT 1 FROM stock_move m WHERE m.position_id = p.id AND m.at >= ?)", since.UnixMilli())
	case emptied:
		c.and("EXISTS (SELECT 1 FROM stock_move m WHERE m.position_id = p.id AND m.at >= ?)", since.UnixMilli())
		c.and("NOT " + stocked + "q.position_id = p.id AND q.on_hand > 0)")
		return c
	}
	if s.Owner != 0 || s.Type == byProduct || s.Type == byClass {
		c.and(stocked+filled.all()+")", filled.args...)
	}
	return c
}

// begins is the first moment of a day in a warehouse; of all time when no day is told.
func begins(ctx context.Context, tx plugin.Tx, warehouse int64, day string) (time.Time, error) {
	if day == "" {
		return time.UnixMilli(0), nil
	}
	var zone string
	if err := tx.Get(ctx, &zone, `SELECT COALESCE(time_zone, 'UTC') FROM warehouse WHERE id = ?`, warehouse); err != nil {
		return time.Time{}, fmt.Errorf("read time zone of warehouse %d: %w", warehouse, err)
	}
	at := plugin.Zone(zone)
	return time.ParseInLocation(time.DateOnly, day, at)
}
