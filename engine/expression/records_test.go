package expression_test

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"github.com/shopspring/decimal"

	"github.com/wareloom/wareloom/engine/expression"
)

// TestAWrongValueStopsWhereItIsRead holds that a value which is not of its declared type
// is refused by whatever reads it, and never taken for another.
func TestAWrongValueStopsWhereItIsRead(t *testing.T) {
	t.Parallel()
	broken := map[string]any{
		"row": map[string]any{"id": "x", "urgent": "yes", "total": "much", "extra": map[string]any{"text": "a", "one": int64(1), "yes": true, "list": []any{int64(1), struct{}{}}, "texts": []any{"a"}, "none": []any{nil}}, "note": "ab", "customer_id": "x"},
		"old": "no record", "lines": "no list", "tags": []any{"x", nil, struct{}{}},
	}
	for src, want := range map[string]string{
		// a fault of any part is the fault of the whole
		"row.id + 1": "bad_value", "1 + row.id": "bad_value", "-row.id": "bad_value", "row.id == 1": "bad_value", "1 < row.id": "bad_value",
		"row.id == nil": "bad_value", "not (row.id > 1)": "bad_value", "row.id > 1 ? 1 : 2": "bad_value",
		"row.id > 1 or true": "bad_value", "true and row.id > 1": "bad_value", "row.id ?? 1": "bad_value",
		"coalesce(nil, row.id, 1)": "bad_value", "[1, row.id]": "bad_value", "abs(row.id)": "bad_value", "row.id in [1]": "bad_value",
		"1 in [row.id]": "bad_value",
		"tags[row.id]":  "bad_value", "row.customer_id.name": "bad_value", "old.id": "bad_value", "old.customer_id.name": "bad_value",
		"lines[0]": "bad_value", "any(lines, true)": "bad_value", "sum(lines, .qty)": "bad_value", "count(lines)": "bad_value",
		"1 in map(lines, .qty)": "bad_value", "nil in map(lines, .qty)": "bad_value",
		"any(tags, row.id > 1)": "bad_value", "all(tags, row.id > 1)": "bad_value", "map(tags, row.id)": "bad_value",
		"filter(tags, row.id > 1)": "bad_value", "sum(tags, row.id)": "bad_value", "count(tags, row.id > 1)": "bad_value",
		"'y' in tags": "bad_value", "'x' in tags": "bool true",
		// what is not a truth is none
		"row.urgent and true": "bad_value", "true and row.urgent": "bad_value", "not row.urgent": "bad_value", "row.urgent ? 1 : 2": "bad_value",
		"row.extra.one ? 1 : 2": "bad_value", "any(tags, row.extra.one)": "bad_value", "filter(row.extra.texts, #)": "bad_value",
		"row.extra.one and true": "bad_value",
		// what is decided needs nothing more
		"true or row.id > 1": "bool true", "false and row.id > 1": "bool false", "true ? 1 : row.id": "int64 1", "false ? row.id : 2": "int64 2",
		"coalesce(1, row.id)": "int64 1", "any(tags, true)": "bool true", "all(tags, false)": "bool false",
		// JSON of another kind than an operation needs
		"-row.extra.text": "bad_value", "row.extra.text * 2": "bad_value", "row.extra.text - row.extra.text": "bad_value",
		"row.extra.text + 1": "bad_value", "row.extra.one + row.note": "bad_value", "row.note + row.extra.one": "bad_value",
		"row.extra.yes + row.extra.yes": "bad_value", "row.extra.text + row.extra.text": "string aa", "row.extra.one + row.extra.one": "int64 2",
		"row.extra.one contains 'a'": "bad_value", "row.note contains row.extra.one": "bad_value",
		"row.extra.text[0]": "bad_value", "row.extra['list']['x']": "bad_value", "row.extra[0]": "bad_value",
		"row.extra.list[row.extra.text]": "bad_value", "row.extra.list[1]": "bad_value", "sum(row.extra.list)": "bad_value",
		"sum(row.extra.texts)": "bad_value", "sum(row.extra.texts, #)": "bad_value", "sum(row.extra.none)": "int64 0",
		"any(row.extra.text, true)": "bad_value", "1 in row.extra.text": "bad_value", "1 in row.extra.list": "bool true",
	} {
		if got := evaluated(t, src, nil, broken); got != want {
			t.Errorf("%s is %s, want %s", src, got, want)
		}
	}
}

// TestNullGoesThrough holds what is made of a value that is not there.
func TestNullGoesThrough(t *testing.T) {
	t.Parallel()
	vars := map[string]any{"row": map[string]any{"total": decimal.RequireFromString("0.5"), "note": "ab", "extra": map[string]any{"list": []any{nil, int64(2)}}}, "lines": nil, "tags": []any{nil, "x"}}
	for src, want := range map[string]string{
		"row.id + 1": "<nil> <nil>", "1 - row.id": "<nil> <nil>", "-row.id": "<nil> <nil>", "row.urgent": "<nil> <nil>",
		"row.id > 0": "bool false", "0 < row.id": "bool false", "row.id != 1": "bool false", "row.id == nil": "bool true",
		"row.id != nil": "bool false", "nil == row.total": "bool false", "nil != row.total": "bool true",
		"row.urgent and true": "bool false", "true and row.urgent": "bool false", "not row.urgent": "bool true",
		"row.urgent or row.total > 0": "bool true", "row.urgent ? 1 : 2": "int64 2", "row.note + nil": "<nil> <nil>",
		"row.id ?? row.total": "decimal.Decimal 0.5", "coalesce(row.id, nil)": "<nil> <nil>",
		"lines[0]": "<nil> <nil>", "tags[nil]": "<nil> <nil>", "tags[-1]": "<nil> <nil>", "tags[2]": "<nil> <nil>", "tags[1]": "string x",
		"row.extra.nothing": "<nil> <nil>", "row.extra.nothing.more": "<nil> <nil>", "old.note": "<nil> <nil>",
		"any(lines, true)": "bool false", "all(lines, false)": "bool true", "sum(lines, .qty)": "int64 0", "count(lines)": "int64 0",
		"map(lines, .qty)": "[]interface {} []", "filter(lines, true)": "[]interface {} []", "sum(row.extra.list)": "int64 2",
		"count(row.extra.list)": "int64 2", "count(tags, # == nil)": "int64 1",
		"nil in tags": "bool false", "'x' in tags": "bool true", "'x' in nil": "bool false", "row.id in [1]": "bool false",
		"row.note contains 'b'": "bool true", "row.note contains 'c'": "bool false", "row.note startsWith 'a'": "bool true",
		"row.note startsWith 'b'": "bool false", "row.note endsWith 'b'": "bool true", "row.note endsWith 'a'": "bool false",
		"any(tags, any(row.extra.list, # == 2) and # == 'x')": "bool true", "map(tags, sum(row.extra.list) + count(tags))": "[]interface {} [4 4]",
	} {
		if got := evaluated(t, src, nil, vars); got != want {
			t.Errorf("%s is %s, want %s", src, got, want)
		}
	}
}

// customers resolve to the next one until none is left.
func customers(_ context.Context, table string, id int64) (map[string]any, error) {
	switch {
	case id == 13:
		return nil, errors.New("the database is away")
	case id > 9:
		return nil, nil
	}
	return map[string]any{"id": id, "name": fmt.Sprint(table, " ", id), "parent_id": id + 1}, nil
}

// TestAReferenceIsFollowed holds which record a path leads to, and what is said when it
// leads nowhere.
func TestAReferenceIsFollowed(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		row     map[string]any
		src     string
		resolve expression.Resolver
		want    string
	}{
		"over two":                      {map[string]any{"customer_id": 3}, "row.customer_id.parent_id.name", customers, "string customer 4"},
		"to nothing":                    {map[string]any{"customer_id": 10}, "row.customer_id.name", customers, "<nil> <nil>"},
		"from nothing":                  {map[string]any{}, "row.customer_id.name", customers, "<nil> <nil>"},
		"from nothing, nobody to ask":   {map[string]any{}, "row.customer_id.name", nil, "<nil> <nil>"},
		"nobody to ask":                 {map[string]any{"customer_id": 3}, "row.customer_id.name", nil, "not_loaded"},
		"loaded":                        {map[string]any{"customer_id": 3, "customer_id.name": "x"}, "row.customer_id.name", nil, "string x"},
		"loaded as null":                {map[string]any{"customer_id": 3, "customer_id.name": nil}, "row.customer_id.name", customers, "<nil> <nil>"},
		"loaded half, then asked":       {map[string]any{"customer_id": 3, "customer_id.parent_id": 7}, "row.customer_id.parent_id.name", customers, "string customer 4"},
		"half an id":                    {map[string]any{"customer_id": 3.5}, "row.customer_id.name", customers, "bad_value"},
		"a whole id kept as a decimal":  {map[string]any{"customer_id": decimal.New(30, -1)}, "row.customer_id.name", customers, "string customer 3"},
		"an error on the way":           {map[string]any{"customer_id": 13}, "row.customer_id.name", customers, "follow customer_id to customer 13: the database is away"},
		"a wrong value at the end":      {map[string]any{"customer_id.limit": "x"}, "row.customer_id.limit", nil, "bad_value"},
		"a number spelled at the end":   {map[string]any{"customer_id.limit": "1.5"}, "row.customer_id.limit", nil, "decimal.Decimal 1.5"},
		"an error far on the way":       {map[string]any{"customer_id": 9, "customer_id.parent_id": 3}, "row.customer_id.parent_id.name", customers, "<nil> <nil>"},
		"a reference itself is its id":  {map[string]any{"customer_id": "3"}, "row.customer_id", nil, "int64 3"},
		"the last of a path of three":   {map[string]any{"customer_id": 1}, "row.customer_id.parent_id.parent_id.name", customers, "string customer 3"},
		"the end of a path beyond them": {map[string]any{"customer_id": 8}, "row.customer_id.parent_id.parent_id.name", customers, "<nil> <nil>"},
	} {
		p, err := expression.Compile(tt.src, orderEnv(), nil)
		if err != nil {
			t.Fatal(name, err)
		}
		scope := expression.Scope{Vars: map[string]any{"row": tt.row}, Resolve: tt.resolve}
		if got := told(p.Eval(t.Context(), scope)); got != tt.want {
			t.Errorf("%s: %s is %s, want %s", name, tt.src, got, tt.want)
		}
	}
}

// rolling is a table one of whose fields no record carries.
type rolling struct{ expression.Shape }

func (rolling) RolledUp(name string) bool { return name == "orders" }

// TestAFieldThatNoRecordCarriesIsAskedFor holds what a roll-up is asked with, and that
// nothing else is asked.
func TestAFieldThatNoRecordCarriesIsAskedFor(t *testing.T) {
	t.Parallel()
	customer := rolling{expression.Shape{Key: "customer", Fields: map[string]expression.Type{"orders": expression.Int, "name": expression.Text}}}
	order := expression.Shape{Key: "order", Fields: map[string]expression.Type{"customer_id": expression.Reference{To: customer}}}
	env := expression.Env{Vars: map[string]expression.Type{"row": expression.Record{Of: order}, "customer": expression.Record{Of: customer}, "carried": expression.Record{Of: customer}}}
	roll := func(_ context.Context, table string, record map[string]any, field string) (any, error) {
		if table != "customer" || field != "orders" {
			return nil, fmt.Errorf("asked for %s of %s", field, table)
		}
		return fmt.Sprint(record["id"].(int64) * 10), nil
	}
	for _, tt := range []struct {
		src  string
		roll expression.Roller
		want string
	}{
		{"customer.orders", roll, "int64 20"},
		{"row.customer_id.orders", roll, "int64 70"},
		{"customer.orders", nil, "<nil> <nil>"},
		{"carried.orders", roll, "int64 5"},
		{"customer.name", roll, "<nil> <nil>"},
		{"row.customer_id.name", roll, "string customer 7"},
	} {
		p, err := expression.Compile(tt.src, env, nil)
		if err != nil {
			t.Fatal(err)
		}
		vars := map[string]any{"row": map[string]any{"customer_id": int64(7)}, "customer": map[string]any{"id": int64(2)}, "carried": map[string]any{"orders": int64(5)}}
		if got := told(p.Eval(t.Context(), expression.Scope{Vars: vars, Resolve: customers, Roll: tt.roll})); got != tt.want {
			t.Errorf("%s is %s, want %s", tt.src, got, tt.want)
		}
	}
}

// TestAConstantNeedsNoScope holds which expressions have a value as they stand.
func TestAConstantNeedsNoScope(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		src  string
		want expression.Type
		got  string
	}{
		{"'a'", nil, "string a"},
		{"5", expression.Int, "int64 5"},
		{"5", expression.Decimal, "decimal.Decimal 5"},
		{"true", expression.Bool, "bool true"},
		{"'2026-01-01'", expression.Date, "string 2026-01-01"},
		{"nil", nil, "none"},
		{"1 + 1", nil, "none"},
		{"-1", nil, "none"},
		{"row.id", nil, "none"},
		{"['a']", nil, "none"},
	} {
		p, err := expression.Compile(tt.src, orderEnv(), tt.want)
		if err != nil {
			t.Fatal(err)
		}
		got := "none"
		if v, ok := p.Constant(); ok {
			got = fmt.Sprintf("%T %v", v, v)
		}
		if got != tt.got {
			t.Errorf("%s is %s, want %s", tt.src, got, tt.got)
		}
		if p.Source() != tt.src {
			t.Errorf("%s says that its source is %s", tt.src, p.Source())
		}
	}
}
