package main

import "fmt"

type m = map[string]any

// kind is one kind of call that both servers answer.
type kind struct {
	name, account string
	variant       string // of the hand-written server's path
	call          func(i int) (path string, body m)
}

// kinds are the calls: a list with two conditions, two references' labels, a total
// and a row rule; a record; a new record; a document with twenty lines.
func kinds(k known) []kind {
	list := func(i int) (string, m) {
		return "data/stock_move/query", m{
			"filter": m{"and": []any{
				m{"field": "product_id", "op": "eq", "value": k.moved(i)}, m{"field": "code", "op": "eq", "value": "PCK"},
			}},
			"fields": []string{"at", "code", "product_id", "position_id", "qty", "quality"}, "sort": []string{"-id"}, "size": 50, "total": true,
		}
	}
	get := func(i int) (string, m) { return "data/position/get", m{"id": k.position(i)} }
	insert := func(name string) func(i int) (string, m) {
		return func(i int) (string, m) {
			return "data/brand/save", m{"code": fmt.Sprintf("%s%07d", name, serial()), "name": fmt.Sprintf("Brand %d", i), "enabled": true}
		}
	}
	document := func(i int) (string, m) {
		lines := make([]any, 20)
		for n := range lines {
			lines[n] = m{"product_id": k.product(i*20 + n), "qty": 10, "quality": "ZP"}
		}
		return "data/asn/save", m{"warehouse_id": k.Warehouse, "consignor_id": k.Owner, "lines": lines}
	}
	return []kind{
		{name: "list", account: "lead", call: list},
		{name: "get", account: "admin", call: get},
		{name: "insert", account: "admin", call: insert("A")},
		{name: "insert_bare", account: "admin", variant: "/bare", call: insert("B")},
		{name: "head_20_lines", account: "admin", call: document},
		{name: "head_20_lines_bare", account: "admin", variant: "/bare", call: document},
	}
}

var last int

// serial numbers new records.
func serial() int { last++; return last }
