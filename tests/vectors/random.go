package vectors

import (
	"encoding/json"
	"math/rand/v2"
	"strconv"
)

// chooser makes random choices.
type chooser struct{ random *rand.Rand }

func (c chooser) one(of ...string) string { return of[c.random.IntN(len(of))] }

// number gives one of few values, so that equal ones meet, or a longer one.
func (c chooser) number(scale int) json.Number {
	n := int64(c.random.IntN(9) - 3)
	if c.random.IntN(4) == 0 {
		n = int64(c.random.IntN(2_000_000) - 1_000_000)
	}
	text := strconv.FormatInt(n, 10)
	if scale > 0 && c.random.IntN(2) == 0 {
		text += "." + strconv.Itoa(1_000_000 + c.random.IntN(1_000_000))[1:1+scale]
	}
	return json.Number(text)
}

func (c chooser) date() string {
	return c.one("2024-02-29", "2025-12-31", "2026-01-01", "2026-03-15", "2026-03-16")
}

func (c chooser) instant() string {
	return c.one("2026-01-01T00:00:00Z", "2026-01-01T00:00:00.001Z", "2026-03-15T10:30:00+08:00", "1969-12-31T23:59:59.999Z")
}

func (c chooser) text() string {
	return c.one("", "a", "b", "A", "é", "你好", "库位-1", "你", "𠀀", "～", " a ", "12.50", "draft")
}

// generatedWorld declares what the generated expressions are about.
func generatedWorld() *World {
	return &World{
		Tables: map[string]map[string]string{
			"order": {
				"id": "int", "a": "int", "b": "int", "c": "decimal:2", "d": "decimal:3", "note": "text", "code": "text",
				"status": "enum:draft,approved,closed", "due": "date", "until": "date", "at": "instant",
				"urgent": "bool", "paid": "bool", "customer_id": "ref:customer", "extra": "json",
			},
			"customer": {"name": "text", "limit": "decimal:2", "parent_id": "ref:customer", "active": "bool", "since": "date"},
			"line":     {"qty": "int", "price": "decimal:2", "name": "text", "due": "date", "ok": "bool"},
			"user":     {"customer_id": "int", "status": "text", "limit": "decimal:2", "ids": "list:int", "since": "date", "at": "instant"},
		},
		Vars: map[string]string{"row": "record:order", "user": "record:user", "lines": "list:record:line", "tags": "list:text"},
	}
}

// values makes what the variables hold.
type values struct{ chooser }

func (v values) line(id int) *Line {
	lines := make([]any, v.random.IntN(5))
	for i := range lines {
		lines[i] = v.nulls(map[string]any{
			"qty": v.number(0), "price": v.number(2), "name": v.text(), "due": v.date(), "ok": v.random.IntN(2) == 0,
		})
	}
	order := v.order()
	order["id"] = json.Number(strconv.Itoa(id))
	return &Line{Values: map[string]any{
		"row": order, "user": v.user(), "lines": lines, "tags": []any{v.text(), v.text(), nil},
	}, Loaded: Records{"customer": v.customers()}}
}

func (v values) order() map[string]any {
	return v.nulls(map[string]any{
		"a": v.number(0), "b": v.number(0), "c": v.number(2), "d": v.number(3), "note": v.text(), "code": v.text(),
		"status": v.one("draft", "approved", "closed"), "due": v.date(), "until": v.date(), "at": v.instant(),
		"urgent": v.random.IntN(2) == 0, "paid": v.random.IntN(2) == 0, "customer_id": json.Number(v.one("1", "2", "3", "4")),
		"extra": map[string]any{"n": v.number(2), "t": v.text(), "l": []any{v.number(0), nil, v.text()}, "b": true},
	})
}

func (v values) user() map[string]any {
	return v.nulls(map[string]any{
		"customer_id": v.number(0), "status": v.one("draft", "closed"), "limit": v.number(2),
		"ids": []any{v.number(0), nil, v.number(0)}, "since": v.date(), "at": v.instant(),
	})
}

// customers are three; the fourth that orders may name is missing.
func (v values) customers() map[string]map[string]any {
	customers := map[string]map[string]any{}
	for id := 1; id <= 3; id++ {
		customers[strconv.Itoa(id)] = v.nulls(map[string]any{
			"name": v.text(), "limit": v.number(2), "parent_id": json.Number(v.one("1", "2", "3")),
			"active": v.random.IntN(2) == 0, "since": v.date(),
		})
	}
	return customers
}

// nulls makes every fifth field null, in the order of the names so that a seed
// always gives the same.
func (v values) nulls(fields map[string]any) map[string]any {
	for _, name := range sortedNames(fields) {
		if v.random.IntN(5) == 0 {
			fields[name] = nil
		}
	}
	return fields
}
