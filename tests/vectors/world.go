package vectors

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/shopspring/decimal"

	"github.com/wareloom/wareloom/engine/expression"
)

// World declares tables and variables. Types are written as text, int, decimal:3
// (with the scale of the column), date, instant, bool, json, enum:a,b,
// ref:table, record:table or list:type.
type World struct {
	Tables map[string]map[string]string `json:"tables"`
	Vars   map[string]string            `json:"vars"`
}

// Env gives the environment that expressions are compiled in.
func (w *World) Env(targets expression.Target) expression.Env {
	vars := map[string]expression.Type{}
	for name, declared := range w.Vars {
		vars[name] = w.typeOf(declared)
	}
	return expression.Env{Vars: vars, Targets: targets}
}

// typeOf reads a type.
func (w *World) typeOf(declared string) expression.Type {
	kind, of, _ := strings.Cut(declared, ":")
	switch kind {
	case "enum":
		return expression.Enum{Values: strings.Split(of, ",")}
	case "ref":
		return expression.Reference{To: table{w, of}}
	case "record":
		return expression.Record{Of: table{w, of}}
	case "list":
		return expression.List{Of: w.typeOf(of)}
	}
	scalars := map[string]expression.Scalar{
		"text": expression.Text, "int": expression.Int, "decimal": expression.Decimal, "date": expression.Date,
		"instant": expression.Instant, "bool": expression.Bool, "json": expression.JSON,
	}
	return scalars[kind]
}

// table is a table of a world.
type table struct {
	world *World
	name  string
}

// Name implements expression.Table.
func (t table) Name() string { return t.name }

// Field implements expression.Table.
func (t table) Field(name string) (expression.Type, bool) {
	declared, ok := t.world.Tables[t.name][name]
	return t.world.typeOf(declared), ok
}

// FieldNames implements expression.Table.
func (t table) FieldNames() []string { return slices.Sorted(maps.Keys(t.world.Tables[t.name])) }

// fieldType follows a path such as "customer_id.name" to its declared type.
func (w *World) fieldType(table, path string) string {
	name, rest, hop := strings.Cut(path, ".")
	declared := w.Tables[table][name]
	if !hop {
		return declared
	}
	return w.fieldType(strings.TrimPrefix(declared, "ref:"), rest)
}

// value brings decoded JSON into the Go value of a declared type.
func (w *World) value(declared string, raw any) (any, error) {
	kind, of, _ := strings.Cut(declared, ":")
	if raw == nil || kind == "json" {
		return raw, nil
	}
	switch kind {
	case "record":
		fields, _ := raw.(map[string]any)
		return w.record(of, fields)
	case "list":
		return w.list(of, raw)
	case "int", "ref":
		return strconv.ParseInt(fmt.Sprint(raw), 10, 64)
	case "decimal":
		return decimal.NewFromString(fmt.Sprint(raw))
	case "instant":
		return time.Parse(time.RFC3339, fmt.Sprint(raw))
	}
	return raw, nil
}

func (w *World) record(table string, raw map[string]any) (map[string]any, error) {
	record := map[string]any{}
	for path, v := range raw {
		var err error
		if record[path], err = w.value(w.fieldType(table, path), v); err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
	}
	return record, nil
}

func (w *World) records(raw Records) (Records, error) {
	records := Records{}
	for table, byID := range raw {
		records[table] = map[string]map[string]any{}
		for id, fields := range byID {
			record, err := w.record(table, fields)
			if err != nil {
				return nil, fmt.Errorf("%s %s: %w", table, id, err)
			}
			records[table][id] = record
		}
	}
	return records, nil
}

func (w *World) list(of string, raw any) ([]any, error) {
	elements, ok := raw.([]any)
	if !ok {
		return nil, fmt.Errorf("%v is no list", raw)
	}
	list := make([]any, len(elements))
	for i, element := range elements {
		var err error
		if list[i], err = w.value(of, element); err != nil {
			return nil, err
		}
	}
	return list, nil
}

// Canonical gives a result, or an expected one, in the form in which the two
// are compared.
func Canonical(v any) any {
	switch v := v.(type) {
	case int64:
		return number(strconv.FormatInt(v, 10))
	case float64:
		return number(strconv.FormatFloat(v, 'f', -1, 64))
	case decimal.Decimal:
		return number(v.String())
	case json.Number:
		return number(v.String())
	case time.Time:
		return map[string]any{"instant": v.UTC().Format("2006-01-02T15:04:05.000Z")}
	case []any:
		list := make([]any, len(v))
		for i, element := range v {
			list[i] = Canonical(element)
		}
		return list
	case map[string]any:
		return canonicalMap(v)
	}
	return v
}

// canonicalMap leaves numbers and instants that are marked already as they are.
func canonicalMap(v map[string]any) any {
	if marked, ok := v["number"].(string); ok {
		return number(marked)
	}
	if _, ok := v["instant"].(string); ok {
		return v
	}
	fields := map[string]any{}
	for name, field := range v {
		fields[name] = Canonical(field)
	}
	return fields
}

func number(text string) map[string]any {
	if d, err := decimal.NewFromString(text); err == nil {
		text = d.String()
	}
	return map[string]any{"number": text}
}
