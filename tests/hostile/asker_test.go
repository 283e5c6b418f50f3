package hostile

import (
	"encoding/base64"
	"encoding/json"
	"maps"
	"math/rand/v2"
	"strings"

	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/meta"
)

type m = map[string]any

// asker makes requests. What it knows of foreign records makes its questions
// sharper: it names their ids, keys and owner.
type asker struct {
	*rand.Rand
	release *catalog.Release
	tables  []*catalog.Table
	foreign map[string][]int64 // ids by table
	pages   []page             // that the server has given
}

// page is an answer that went on.
type page struct {
	asked  m
	table  *catalog.Table
	cursor string
}

// question is a call and the table that it is about; nil for none.
type question struct {
	path  string
	body  any
	table *catalog.Table
}

// next makes a question.
func (a *asker) next() question {
	table := pick(a, a.tables)
	path := "/api/data/" + table.Key + "/"
	switch n := a.IntN(100); {
	case n < 60 || len(a.pages) == 0 && n < 70:
		return question{path + "query", a.query(table), table}
	case n < 70:
		return a.further()
	case n < 85:
		return question{path + "aggregate", a.aggregate(table), table}
	case n < 95:
		return question{path + "get", m{"id": a.id(table)}, table}
	}
	return question{"/api/common/loadDropDown", a.dropdown(), nil}
}

func (a *asker) query(table *catalog.Table) m {
	body := m{"filter": a.filter(table, 3), "sort": a.names(table, true), "size": pick(a, []int{1, 2, 3, 50, 200})}
	a.maybe(body, "search", func() any { return a.text() })
	a.maybe(body, "fields", func() any { return a.names(table, false) })
	a.maybe(body, "sums", func() any { return []any{a.number(table)} })
	a.maybe(body, "page", func() any { return pick(a, []any{1, 2, 3, 0, 1, 2, 3, -1, 1 << 40, "2"}) })
	a.maybe(body, "size", func() any { return pick(a, []any{500, 1, 2, 0, 3, 501, -3, 1e30}) })
	a.maybe(body, "can", func() any { return true })
	body["total"] = pick(a, []any{true, "exact", false})
	a.maybe(body, "total", func() any { return pick(a, []any{true, "exact", "capped", "all"}) })
	return body
}

func (a *asker) aggregate(table *catalog.Table) m {
	measures := []any{m{"fn": "count", "as": "n"}}
	for range a.IntN(3) {
		fn := pick(a, []string{"count", "count_distinct", "sum", "avg", "min", "max", "sum", "avg", "sum(1)--"})
		measures = append(measures, m{"fn": fn, "field": a.number(table), "as": pick(a, []string{"x", "y", "z", "w", "n", `x"`})})
	}
	body := m{"filter": a.filter(table, 2), "measures": measures, "group": a.names(table, false)}
	a.maybe(body, "having", func() any {
		return m{"field": pick(a, []string{"n", "n", "x", "id"}), "op": pick(a, []string{"gt", "ge", "ne", "like"}), "value": a.IntN(3)}
	})
	a.maybe(body, "sort", func() any { return []any{pick(a, []string{"n", "-n", "-x", "1;drop"})} })
	return body
}

func (a *asker) dropdown() m {
	codes := []string{"nothing", "carrier', 'x"}
	for code := range meta.Sorted(a.release.Dropdowns) {
		codes = append(codes, code)
	}
	return m{"where": pick(a, codes) + "," + pick(a, codes), "search": a.text(), "consignor_id": a.value(nil)}
}

// maybe sets a member now and then.
func (a *asker) maybe(body m, name string, make func() any) {
	if a.IntN(8) == 0 {
		body[name] = make()
	}
}

// filter makes a tree of some depth; sometimes none, sometimes nonsense.
func (a *asker) filter(table *catalog.Table, depth int) any {
	switch n := a.IntN(20); {
	case n < 6 && depth == 3:
		return nil
	case n == 6 && a.IntN(4) == 0:
		return pick(a, []any{m{"and": 1}, []any{}, "1=1", m{"or": []any{}}, m{"and": []any{}, "or": []any{}}, m{"not": nil}})
	case n < 10 && depth > 0:
		parts := make([]any, 1+a.IntN(4))
		for i := range parts {
			parts[i] = a.filter(table, depth-1)
		}
		return m{pick(a, []string{"and", "or", "or"}): parts}
	case n < 13 && depth > 0:
		return m{"not": a.filter(table, depth-1)}
	}
	name := a.name(table)
	path, _ := table.Path(name)
	var field *catalog.Field
	if len(path) > 0 {
		field = path.Last()
	}
	return a.leaf(name, field)
}

func (a *asker) leaf(name string, field *catalog.Field) m {
	op := a.operator(field)
	leaf := m{"field": name, "op": op}
	switch op {
	case "in", "nin":
		leaf["value"] = []any{a.value(field), a.value(field), a.value(field)}
	case "between":
		leaf["value"] = []any{a.value(field), a.value(field)}
	default:
		leaf["value"] = a.value(field)
	}
	return leaf
}

// operator is mostly one that suits the field.
func (a *asker) operator(field *catalog.Field) string {
	if field == nil || a.IntN(20) == 0 {
		return pick(a, []string{"like", "starts", "lt", "between", "in", "= 1 or 1 =", "", "EQ"})
	}
	operators := []string{"eq", "ne", "in", "nin", "null", "notnull", "ne", "notnull"}
	switch field.Type {
	case meta.TypeJSON:
		return pick(a, []string{"null", "notnull"})
	case meta.TypeText, meta.TypeLongText, meta.TypeEnum, meta.TypeCode, meta.TypeBarcode, meta.TypeFile:
		operators = append(operators, "like", "starts", "like", "ge", "between")
	case meta.TypeBoolean:
	default:
		operators = append(operators, "lt", "le", "gt", "ge", "between")
	}
	return pick(a, operators)
}

// number is mostly a field that can be summed.
func (a *asker) number(table *catalog.Table) string {
	for range 20 {
		field := pick(a, table.Fields)
		switch field.Type {
		case meta.TypeInteger, meta.TypeDecimal, meta.TypeMoney, meta.TypeWeight, meta.TypeLength:
			if !field.System {
				return field.Key
			}
		}
	}
	return a.name(table)
}

// names are a few names of fields.
func (a *asker) names(table *catalog.Table, sorted bool) []any {
	names := make([]any, a.IntN(4))
	for i := range names {
		name := a.name(table)
		if sorted {
			name = pick(a, []string{"", "-"}) + name
			if a.IntN(20) == 0 {
				name += pick(a, []string{"__label", " desc", "__fold"})
			}
		}
		names[i] = name
	}
	return names
}

// name walks over references to a field, or is no field at all.
func (a *asker) name(table *catalog.Table) string {
	if a.IntN(60) == 0 {
		return pick(a, []string{
			`id"`, `id) OR (1=1`, "t0.id", "id; drop table product", "*", "consignor_id.consignor_id.id", "sku__fold", "1", "..", "id.", "",
			"created_by.created_by.created_by.created_by.id", strings.Repeat("id.", 200) + "id", "\x00", "ｉｄ", "rowid", "ctid", "_masked", "_label",
		})
	}
	var names []string
	for range 4 {
		field := pick(a, table.Fields)
		names = append(names, field.Key)
		if field.To == nil || a.IntN(3) == 0 {
			break
		}
		table = field.To
	}
	return strings.Join(names, ".")
}

// value is one that the field could have, a foreign one where it refers to
// something, or anything at all.
func (a *asker) value(field *catalog.Field) any {
	if field == nil || a.IntN(20) == 0 {
		return a.anything()
	}
	switch field.Type {
	case meta.TypeReference, meta.TypeParent:
		return a.reference(field.To)
	case meta.TypeInteger, meta.TypeDecimal, meta.TypeMoney, meta.TypeWeight, meta.TypeLength:
		return pick(a, []any{0, 1, -1, a.IntN(1000), json.Number("0.5"), json.Number("999999999999999")})
	case meta.TypeBoolean:
		return a.IntN(2) == 0
	case meta.TypeDate:
		return pick(a, []any{"2026-11-20", "2000-01-01", "9999-12-31"})
	case meta.TypeInstant:
		return pick(a, []any{"2026-11-20", "2026-11-20T00:00:00Z", "0001-01-01", "9999-12-31T23:59:59+14:00"})
	case meta.TypeEnum:
		if len(field.Values) > 0 {
			return pick(a, field.Values)
		}
	}
	return a.text()
}

func (a *asker) reference(table *catalog.Table) any {
	switch a.IntN(8) {
	case 0:
		return m{"code": pick(a, []string{"GLOBEX", "ACME", "SH1"})}
	case 1:
		return m{"sku": "GX-2001", "consignor_id": m{"code": "GLOBEX"}}
	}
	return a.id(table)
}

// id is mostly one of a foreign record.
func (a *asker) id(table *catalog.Table) int64 {
	if ids := a.foreign[table.Key]; len(ids) > 0 && a.IntN(4) > 0 {
		return pick(a, ids)
	}
	return pick(a, []int64{1, 2, 0, -1, 1 << 53, a.Int64N(5000)})
}

func (a *asker) text() string {
	if a.IntN(2) == 0 {
		return pick(a, []string{"GLOBEX", "Globex", "ACME", "GX", "AC-1001", "a", "e", "1"})
	}
	return pick(a, []string{
		"%", "_", "%' OR '1'='1", `'; drop table "product"; --`, `\`, `"`, "''", "?", "$1", ":a", "{{1}}",
		"\u0000", "\xed\xa0\x80", "İ", "ﬀ", "中文", "ＧＸ", "\U0010FFFF", "\t", "", " ", "a b c d e f g h i j k", strings.Repeat("x", 201), "NaN", "null",
	})
}

func (a *asker) anything() any {
	return pick(a, []any{
		nil, true, false, 0, -1, json.Number("1e400"), json.Number("1e-400"), json.Number("9223372036854775808"), json.Number("0.1234567890123456789"),
		json.Number("-0"),
		[]any{},
		[]any{[]any{1}},
		[]any{nil},
		m{},
		m{"id": 1},
		m{"consignor_id": m{"consignor_id": m{"consignor_id": m{}}}},
		m{"": nil},
		a.text(), a.text(), a.text(),
	})
}

// further asks for what follows a page, or for what a bent cursor points at.
func (a *asker) further() question {
	from := pick(a, a.pages)
	body := maps.Clone(from.asked)
	body["cursor"] = a.bent(from.cursor)
	delete(body, "page")
	if a.IntN(3) == 0 {
		body["filter"] = a.filter(from.table, 2)
	}
	return question{"/api/data/" + from.table.Key + "/query", body, from.table}
}

// bent is a cursor as it is, with another value in it, or made up.
func (a *asker) bent(given string) any {
	if a.IntN(10) == 0 {
		return pick(a, []any{"x", "W10", "bnVsbA", base64.RawURLEncoding.EncodeToString([]byte(`[1,{"a":1}]`)), 5})
	}
	text, err := base64.RawURLEncoding.DecodeString(given)
	if err != nil || a.IntN(2) == 0 {
		return given
	}
	var parts []any
	if json.Unmarshal(text, &parts) != nil || len(parts) < 2 {
		return given
	}
	at := 1 + a.IntN(len(parts)-1)
	parts[at] = pick(a, []any{nil, a.text(), a.IntN(1000), true, a.anything(), a.Int64()})
	if text, err = json.Marshal(parts); err != nil {
		return given
	}
	return base64.RawURLEncoding.EncodeToString(text)
}

func pick[T any](a *asker, list []T) T { return list[a.IntN(len(list))] }
