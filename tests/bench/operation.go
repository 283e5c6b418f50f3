package main

import (
	"context"
	"fmt"
	"time"
)

type m = map[string]any

// size tells how many rows there are.
type size struct{ moves, quants, products, positions int }

var (
	big   = size{moves: 1_000_000, quants: 200_000, products: 50_000, positions: 20_000}
	small = size{moves: 2_000, quants: 800, products: 50, positions: 20}
)

// The rows that are filled in begin at ids of their own, far from the demo's.
const firstID = 1 << 40

// operation is a request that is measured; its body depends on a running number.
type operation struct {
	name, title, path string
	reads             bool
	body              func(n int) m
}

// moveFields are the columns that a list asks for.
var moveFields = []string{"move_no", "leg", "code", "quality", "qty", "at", "position_id", "product_id"}

// quantFields are the columns of the stock detail.
var quantFields = []string{"product_id", "position_id", "on_hand", "reserved", "quality", "lot_id", "exp_date", "consignor_id", "warehouse_id", "in_date"}

func operations(s size) []operation {
	return []operation{
		{name: "list", title: "list: two conditions, two labels, total, a row rule", path: "data/stock_move/query", reads: true, body: func(n int) m {
			first := firstID + n*4%s.positions
			return m{
				"filter": m{"and": []m{
					{"field": "position_id", "op": "in", "value": []int{first, first + 1, first + 2, first + 3}},
					{"field": "qty", "op": "gt", "value": 0},
				}},
				"sort": []string{"-at", "-id"}, "fields": moveFields, "size": 50, "total": "exact",
			}
		}},
		{name: "stock", title: "first page of the stock detail: sorted by SKU and bin, total", path: "data/quant/query", reads: true, body: func(int) m {
			return m{"list": "stock_detail", "sort": []string{"product_id.sku", "position_id.code"}, "fields": quantFields, "size": 50, "total": true}
		}},
		{name: "get", title: "get one record", path: "data/stock_move/get", reads: true, body: func(n int) m {
			// Of ten groups of seven rows each, the rule hides the first.
			return m{"id": firstID + 7 + 70*(n*7919%(s.moves/70))}
		}},
		{name: "insert", title: "insert", path: "data/brand/save", body: func(n int) m {
			return m{"code": unique(n), "name": "Brand " + unique(n), "enabled": true}
		}},
		{name: "head_20_lines", title: "head with 20 lines", path: "data/sale_order/save", body: func(n int) m { return order(s, n) }},
	}
}

func order(s size, n int) m {
	lines := make([]m, 20)
	for i := range lines {
		lines[i] = m{"product_id": firstID + (n*20+i)%s.products, "qty": i + 1}
	}
	return m{"consignor_id": m{"code": "ACME"}, "warehouse_id": m{"code": "SH1"}, "receiver": "Bench", "country": "CN", "ext_no": unique(n), "lines": lines}
}

func unique(n int) string { return fmt.Sprintf("B%d-%d", n, time.Now().UnixNano()) }

// cost sends requests one after another and gives the processor time of the
// server for each, in milliseconds.
func (s *server) cost(ctx context.Context, o operation, from, requests int) (float64, error) {
	before, err := s.cpu()
	if err != nil {
		return 0, err
	}
	for n := range requests {
		if err := s.Call(ctx, o.name, o.path, o.body(from+n), nil); err != nil {
			return 0, err
		}
	}
	after, err := s.cpu()
	return float64(after.since(before).Microseconds()) / 1000 / float64(requests), err
}
