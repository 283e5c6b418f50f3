package expression_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/wareloom/wareloom/engine/expression"
	"github.com/wareloom/wareloom/engine/fault"
)

// TestWhatIsRefusedIsRefusedForItsOwnReason tells of each wrong source which fault it has
// and what the fault says, parameter by parameter.
func TestWhatIsRefusedIsRefusedForItsOwnReason(t *testing.T) {
	t.Parallel()
	for src, want := range map[string]string{
		// names and members
		"rows.total":         "unknown_name column:1 line:1 name:rows nearest:row",
		"zzzzzzzz":           "unknown_name column:1 line:1 name:zzzzzzzz nearest:lines, old, row, tags, user",
		"row.zzzzzzzzz":      "unknown_field column:5 line:1 name:zzzzzzzzz nearest:at, customer_id, due, extra, id table:order",
		"row.custmer_id.nme": "unknown_field column:5 line:1 name:custmer_id nearest:customer_id table:order",
		"row.customer_id.x":  "unknown_field column:17 line:1 name:x nearest:limit, name, parent_id table:customer",
		"row.customer_id[0]": "no_member column:17 line:1 type:int",
		"['a', 1][0]":        "wrong_type column:7 got:int line:1 want:text",
		"any(tags, any(lines, .qty > 1) and .qty > 1)": "no_member column:37 line:1 type:text",
		"row.toatl":        "unknown_field column:5 line:1 name:toatl nearest:total table:order",
		"row[0]":           "no_member column:5 line:1 type:record",
		"row[row.note]":    "no_member column:9 line:1 type:record",
		"row.id.name":      "no_member column:8 line:1 type:int",
		"tags.name":        "no_member column:6 line:1 type:list",
		"tags['name']":     "no_member column:6 line:1 type:list",
		"tags[row.note]":   "wrong_type column:10 got:text line:1 want:int",
		"tags[1.5]":        "wrong_type column:6 got:decimal line:1 want:int",
		"tags[row.extra]":  "",
		"row.extra[1.5]":   "wrong_type column:11 got:decimal line:1 want:int",
		"row.extra[true]":  "wrong_type column:11 got:bool line:1 want:int",
		"row.extra[wrong]": "unknown_name column:11 line:1 name:wrong nearest:lines, old, row, tags, user",
		"iif(true, row.customer_id, row.id).name":            "no_member column:36 line:1 type:int",
		"any(map(lines, row.customer_id), #.name == nil)":    "no_member column:36 line:1 type:int",
		"row.customer_id.parent_id.parent_id.parent_id.name": "too_many_hops column:47 line:1 max:3",
		"'你好' == row.note and\n  '红' == row.totl":            "unknown_field column:14 line:2 name:totl nearest:total table:order",
		"any(lines, #acc)":   "not_allowed column:12 line:1 what:#acc",
		"a; b":               "not_allowed column:1 line:1 what:;",
		"let a = 1; a":       "not_allowed column:5 line:1 what:let",
		"{a: 1}":             "not_allowed column:1 line:1 what:{}",
		"tags[0:1]":          "not_allowed column:5 line:1 what:[:]",
		"row.note()":         "not_allowed column:5 line:1 what:()",
		"+1":                 "not_allowed column:1 line:1 what:+",
		"2 ** 3":             "not_allowed column:3 line:1 what:**",
		"7 % 2":              "not_allowed column:3 line:1 what:%",
		"row.total / row.id": "no_division column:11 line:1",
		// operators
		"not row.id":                  "wrong_type column:9 got:int line:1 want:bool",
		"-row.note":                   "wrong_type column:6 got:text line:1 want:decimal",
		"row.id and row.urgent":       "wrong_type column:5 got:int line:1 want:bool",
		"row.urgent or row.note":      "wrong_type column:19 got:text line:1 want:bool",
		"row.urgent < true":           "mismatch column:12 left:bool line:1 operator:< right:bool",
		"row.extra >= true":           "mismatch column:11 left:json line:1 operator:>= right:bool",
		"true > row.extra":            "mismatch column:6 left:bool line:1 operator:> right:json",
		"row.id == row.note":          "mismatch column:8 left:int line:1 operator:== right:text",
		"row.note != row.id":          "mismatch column:10 left:text line:1 operator:!= right:int",
		"row.due == row.at":           "mismatch column:9 left:date line:1 operator:== right:instant",
		"row.extra == lines":          "mismatch column:11 left:json line:1 operator:== right:list",
		"row == row.extra":            "mismatch column:5 left:record line:1 operator:== right:json",
		"row == old":                  "mismatch column:5 left:record line:1 operator:== right:record",
		"row.note - 'a'":              "mismatch column:10 left:text line:1 operator:- right:text",
		"row.note * row.extra":        "mismatch column:10 left:text line:1 operator:* right:json",
		"row.id + row.note":           "mismatch column:8 left:int line:1 operator:+ right:text",
		"row.note + row.id":           "mismatch column:10 left:text line:1 operator:+ right:int",
		"row.due + 1":                 "mismatch column:9 left:date line:1 operator:+ right:int",
		"row.id contains 'a'":         "mismatch column:8 left:int line:1 operator:contains right:text",
		"row.note startsWith 7":       "mismatch column:10 left:text line:1 operator:startsWith right:int",
		"row.id in row.note":          "mismatch column:8 left:int line:1 operator:in right:text",
		"row.id in tags":              "mismatch column:8 left:int line:1 operator:in right:list",
		"row in lines":                "mismatch column:5 left:record line:1 operator:in right:list",
		"row in row.extra":            "mismatch column:5 left:record line:1 operator:in right:json",
		"row.note ?? 1":               "wrong_type column:13 got:int line:1 want:text",
		"row.note in [row.note, 1]":   "wrong_type column:24 got:int line:1 want:text",
		"row.status in ['draft','x']": "unknown_value column:24 line:1 nearest:draft, approved value:x",
		"'x' in [row.status]":         "unknown_value column:1 line:1 nearest:draft, approved value:x",
		"'x' in [row.due]":            "bad_literal column:1 line:1 type:date value:x",
		"'x' < row.due":               "bad_literal column:1 line:1 type:date value:x",
		"row.at > '2026-01-01'":       "bad_literal column:10 line:1 type:instant value:2026-01-01",
		"row.due > '2026-1-1'":        "bad_literal column:11 line:1 type:date value:2026-1-1",
		"row.due > '0000-01-01'":      "bad_literal column:11 line:1 type:date value:0000-01-01",
		"row.due in ['2026-13-01']":   "bad_literal column:13 line:1 type:date value:2026-13-01",
		"row.due ?? 'never'":          "bad_literal column:12 line:1 type:date value:never",
		"row.total > 1_0.5e3":         "bad_literal column:13 line:1 type:decimal value:10.5e3",
		// calls and forms
		"iif(true, 1)":          "argument_count column:1 got:2 line:1 max:3 min:3 name:iif",
		"iif(1, 2, 3)":          "wrong_type column:5 got:int line:1 want:bool",
		"iif(true, x, 3)":       "unknown_name column:11 line:1 name:x nearest:lines, old, row, tags, user",
		"row.urgent ? 1 : 'a'":  "wrong_type column:18 got:text line:1 want:int",
		"coalesce()":            "argument_count column:1 got:0 line:1 max:-1 min:1 name:coalesce",
		"coalesce(x)":           "unknown_name column:10 line:1 name:x nearest:lines, old, row, tags, user",
		"abs(1, 2)":             "argument_count column:1 got:2 line:1 max:1 min:1 name:abs",
		"round(1, 2, 3)":        "argument_count column:1 got:3 line:1 max:2 min:1 name:round",
		"concat()":              "argument_count column:1 got:0 line:1 max:-1 min:1 name:concat",
		"sume(lines)":           "unknown_function column:1 line:1 name:sume nearest:sum",
		"abs(x)":                "unknown_name column:5 line:1 name:x nearest:lines, old, row, tags, user",
		"abs(row.note)":         "wrong_type column:9 got:text line:1 want:decimal",
		"concat('a', lines)":    "arguments column:1 got:text line:1 name:concat",
		"number(row.due)":       "arguments column:1 got:date line:1 name:number",
		"len(row.id)":           "arguments column:1 got:int line:1 name:len",
		"min(1, 'a')":           "arguments column:1 got:int line:1 name:min",
		"min(row.urgent, true)": "arguments column:1 got:bool line:1 name:min",
		"max(lines)":            "arguments column:1 got:list line:1 name:max",
		"max(tags, tags)":       "arguments column:1 got:list line:1 name:max",
		"max(row.due, 'soon')":  "bad_literal column:14 line:1 type:date value:soon",
		"dateAdd('soon', 1)":    "bad_literal column:9 line:1 type:date value:soon",
		"dateAdd(row.due, 1.5)": "wrong_type column:18 got:decimal line:1 want:int",
		"any(row.note, true)":   "wrong_type column:1 got:text line:1 want:list",
		"any(x, true)":          "unknown_name column:5 line:1 name:x nearest:lines, old, row, tags, user",
		"any(lines, .qty)":      "wrong_type column:1 got:int line:1 want:bool",
		"all(lines, .name)":     "wrong_type column:1 got:text line:1 want:bool",
		"filter(lines, .qty)":   "wrong_type column:1 got:int line:1 want:bool",
		"count(lines, .qty)":    "wrong_type column:1 got:int line:1 want:bool",
		"sum(lines, .name)":     "wrong_type column:1 got:text line:1 want:decimal",
		"sum(tags)":             "wrong_type column:1 got:text line:1 want:decimal",
		"map(lines, [.qty])":    "wrong_type column:1 got:list line:1 want:text",
	} {
		_, err := expression.Compile(src, orderEnv(), nil)
		if got := said(err); got != want {
			t.Errorf("%s:\n got %s\nwant %s", src, got, want)
		}
	}
}

// said is a fault without the group of its key, parameters by name.
func said(err error) string {
	f, ok := fault.As(err)
	if !ok {
		return ""
	}
	params := strings.TrimSuffix(strings.TrimPrefix(fmt.Sprint(f.Params), "map["), "]")
	return strings.TrimSpace(strings.TrimPrefix(f.Key, "expression.") + " " + params)
}

// TestTheTypeOfAnExpression holds what the parts of an expression make together.
func TestTheTypeOfAnExpression(t *testing.T) {
	t.Parallel()
	for src, want := range map[string]string{
		"1 + 2": "int", "1 + 2.0": "decimal", "row.id * row.total": "decimal", "row.id - row.customer_id": "int",
		"row.id + row.extra": "json", "row.total + row.extra": "decimal", "row.extra + row.extra": "json", "row.extra - row.extra": "json",
		"row.note + row.extra": "text", "row.extra + 'a'": "text", "row.status + row.note": "text", "nil + nil": "json",
		"-row.customer_id": "int", "-row.total": "decimal", "-row.extra": "json", "-1": "int",
		"not row.urgent": "bool", "row.id == nil": "bool", "'a' contains nil": "bool", "row.extra contains row.extra": "bool",
		"row.urgent and row.extra": "bool", "not row.extra": "bool",
		"row.urgent ? 1 : 2.5": "decimal", "row.urgent ? nil : row.due": "date", "row.urgent ? row.due : nil": "date",
		"row.urgent ? row.extra : 1": "json", "row.urgent ? 1 : row.extra": "json", "row.urgent ? 'a' : row.status": "text",
		"row.urgent ? row : old": "record", "row.urgent ? lines : lines": "list", "row.extra ? 1 : 2": "int",
		"row.urgent ? '2026-01-01' : row.due": "date", "row.urgent ? '2026-01-01T00:00:00Z' : row.at": "instant",
		"row.urgent ? row.customer_id : 1": "int",
		"row.note ?? row.status":           "text", "coalesce(nil, nil)": "nil", "coalesce(nil, 1, 2.5)": "decimal", "row.customer_id ?? 0": "int",
		"[]": "list", "[1, 2.5][0]": "decimal", "['a', nil][0]": "text", "[nil, row.due][0]": "date", "[][0]": "nil", "lines[0]": "record",
		"row.extra.a": "json", "row.extra[0]": "json", "tags[0]": "text",
		"abs(row.id)": "int", "abs(row.customer_id)": "int", "abs(row.total)": "decimal", "mod(row.id, 2)": "int", "mod(row.id, 2.5)": "decimal",
		"mod(row.id, row.total)": "decimal", "mod(row.customer_id, row.customer_id)": "int",
		"round(row.total)": "int", "round(row.total, 0)": "int", "round(row.total, 2)": "decimal", "round(row.total, row.id)": "decimal",
		"div(1, 2, 0)": "int", "div(1, 2, 3)": "decimal", "div(1, 0, 3)": "decimal",
		"min(row.due, '2026-01-01')": "date", "min(1, 2.5)": "decimal", "min(map(lines, .qty))": "int", "max(map(lines, .price))": "decimal",
		"max(row.note, row.status)": "text", "max(row.extra, 1)": "json", "max(nil, 1)": "int",
		"number(row.note)": "decimal", "number(row.id)": "decimal", "number(row.extra)": "decimal", "len(tags)": "int", "len(row.extra)": "int",
		"text(row.id)": "text", "concat(1, nil)": "text",
		"sum(lines, .qty)": "int", "sum(lines, .price)": "decimal", "sum(map(lines, .qty))": "int", "sum(row.extra)": "json",
		"sum(lines, row.extra)": "json", "count(lines)": "int", "count(lines, .qty > 1)": "int", "count(row.extra)": "int",
		"any(row.extra, # == 1)": "bool", "filter(lines, true)[0]": "record", "map(lines, .due_of)": "", "map(lines, .price)[0]": "decimal",
		"map(row.extra, #)[0]": "json", "any(row.extra, .a == 1)": "bool", "concat(row.due, 'soon')": "text",
		"dateAdd(row.due, row.customer_id)": "date", "dateDiff(row.due, '2026-01-01')": "int", "year(row.due)": "int",
		"row.note in row.extra": "bool", "row.extra in tags": "bool", "nil in lines": "bool", "row.customer_id in [1, 2]": "bool",
		"1 < row.id < 9": "bool", "row?.note": "text",
		".5": "decimal", "5.": "decimal", "1_000": "int", "0.000_1": "decimal",
	} {
		got := ""
		if p, err := expression.Compile(src, orderEnv(), nil); err == nil {
			got = p.Type().String()
		}
		if got != want {
			t.Errorf("%s is of type %q, want %q", src, got, want)
		}
	}
}

// TestWhatIsWantedTakesWhatSuitsIt holds which types may stand where one is declared.
func TestWhatIsWantedTakesWhatSuitsIt(t *testing.T) {
	t.Parallel()
	env := orderEnv()
	record := func(name string) expression.Type { return env.Vars[name] }
	for _, tt := range []struct {
		src   string
		want  expression.Type
		takes bool
	}{
		{"row.id", expression.Int, true},
		{"row.customer_id", expression.Int, true},
		{"row.id", expression.Reference{To: expression.Shape{Key: "customer"}}, true},
		{"row.total", expression.Reference{To: expression.Shape{Key: "customer"}}, false},
		{"row.id", expression.Decimal, true},
		{"row.total", expression.Decimal, true},
		{"row.note", expression.Decimal, false},
		{"row.status", expression.Text, true},
		{"row.note", expression.Enum{Values: []string{"x"}}, true},
		{"'x'", expression.Enum{Values: []string{"x"}}, true},
		{"'y'", expression.Enum{Values: []string{"x"}}, false},
		{"row.due", expression.Text, false},
		{"row.note", expression.Date, false},
		{"'2026-01-01'", expression.Date, true},
		{"'soon'", expression.Date, false},
		{"row.due", expression.Instant, false},
		{"row.note", expression.JSON, true},
		{"tags", expression.JSON, true},
		{"row", expression.JSON, false},
		{"lines", expression.JSON, false},
		{"row.extra", expression.Bool, true},
		{"row.id", expression.Bool, false},
		{"row", expression.Any, true},
		{"row", record("old"), true},
		{"row", record("user"), false},
		{"row.id", record("row"), false},
		{"lines", record("lines"), true},
		{"filter(lines, true)", record("lines"), true},
		{"tags", record("lines"), false},
		{"row.note", record("tags"), false},
		{"['a', 'b']", record("tags"), true},
		{"[1]", record("tags"), false},
		{"['2026-01-01']", expression.List{Of: expression.Date}, true},
		{"['soon']", expression.List{Of: expression.Date}, false},
	} {
		if _, err := expression.Compile(tt.src, env, tt.want); (err == nil) != tt.takes {
			t.Errorf("%s where %v is wanted: %v", tt.src, tt.want, err)
		}
	}
}

// TestASourceIsBounded holds the length, the parts and the levels to their last value and
// to the one behind it.
func TestASourceIsBounded(t *testing.T) {
	t.Parallel()
	text := func(runes int) string { return "'" + strings.Repeat("长", runes-2) + "'" }
	list := func(nodes int) string { return "[" + strings.Repeat("1,", nodes-2) + "1]" }
	deep := func(levels int) string { return strings.Repeat("not ", levels-1) + "true" }
	for name, sizes := range map[string]struct {
		source func(int) string
		most   int
	}{
		"characters": {text, expression.MaxSource}, "parts": {list, expression.MaxNodes}, "levels": {deep, expression.MaxDepth},
	} {
		if _, err := expression.Compile(sizes.source(sizes.most), orderEnv(), nil); err != nil {
			t.Errorf("%s, as many as may be: %v", name, err)
		}
		if _, err := expression.Compile(sizes.source(sizes.most+1), orderEnv(), nil); !fault.IsKey(err, "expression.too_long") {
			t.Errorf("%s, one more: %v", name, err)
		}
	}
	wide := "[" + deep(10) + strings.Repeat(", "+deep(10), 20) + "]"
	if _, err := expression.Compile(wide, orderEnv(), nil); err != nil {
		t.Errorf("levels beside each other are not below each other: %v", err)
	}
}

// TestAFunctionStandsWhereItsTargetsSay holds the three places apart.
func TestAFunctionStandsWhereItsTargetsSay(t *testing.T) {
	t.Parallel()
	const server, browser, inSQL = expression.Server, expression.Browser, expression.SQL
	for _, tt := range []struct {
		src     string
		targets expression.Target
		want    string
	}{
		{"left('ab', 1) == 'a'", 0, ""},
		{"left('ab', 1) == 'a'", server, ""},
		{"left('ab', 1) == 'a'", server | browser, "not_here column:1 line:1 name:left where:browser"},
		{"left('ab', 1) == 'a'", server | browser | inSQL, "not_here column:1 line:1 name:left where:browser, sql"},
		{"lef('ab', 1) == 'a'", browser, "unknown_function column:1 line:1 name:lef nearest:len"},
		{"lef('ab', 1) == 'a'", server, "unknown_function column:1 line:1 name:lef nearest:left"},
		{"row.note contains 'a'", server | inSQL, "not_in_sql column:10 line:1 what:contains"},
		{"row.note contains 'a'", server | browser, ""},
	} {
		env := orderEnv()
		env.Targets = tt.targets
		if _, err := expression.Compile(tt.src, env, nil); said(err) != tt.want {
			t.Errorf("%s on %s: %v, want %s", tt.src, tt.targets, said(err), tt.want)
		}
	}
}

// TestAFunctionIsWholeOrNotRegistered holds each of the things that one needs.
func TestAFunctionIsWholeOrNotRegistered(t *testing.T) {
	t.Parallel()
	whole := expression.Function{
		Name: "twice", Result: expression.Int, Targets: expression.Server,
		Call: func(context.Context, []any) (any, error) { return nil, nil },
	}
	for name, drop := range map[string]func(*expression.Function){
		"name": func(f *expression.Function) { f.Name = "" }, "call": func(f *expression.Function) { f.Call = nil },
		"target": func(f *expression.Function) { f.Targets = 0 }, "result": func(f *expression.Function) { f.Result = nil },
		"": func(f *expression.Function) {
			f.Result, f.ResultOf = nil, func([]expression.Argument) expression.Type { return expression.Int }
		},
	} {
		f := whole
		drop(&f)
		r := expression.NewRegistry()
		if err := r.Register(f); (err != nil) != (name != "") {
			t.Errorf("without %q: %v", name, err)
		}
		if names := strings.Join(r.Names(expression.Server), " "); strings.Contains(names, "twice") != (name == "") {
			t.Errorf("without %q the names are %s", name, names)
		}
	}
}
