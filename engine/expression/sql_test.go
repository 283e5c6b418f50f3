package expression_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/shopspring/decimal"

	"github.com/wareloom/wareloom/engine/expression"
	"github.com/wareloom/wareloom/engine/fault"
)

// columns names the columns of a statement by their path; some are kept with decimals,
// one has an argument of its own, and one is not there.
type columns struct{}

func (columns) Column(path []string) (expression.Column, error) {
	name := strings.Join(path[1:], ".")
	column := expression.Column{SQL: name, Scale: map[string]int32{"total": 2, "weight": 3}[name]}
	switch name {
	case "shift":
		column.Args = []any{"S"}
	case "gone":
		return column, errors.New("no column")
	}
	return column, nil
}

func sqlEnv() expression.Env {
	env := orderEnv()
	fields := env.Vars["row"].(expression.Record).Of.(*table).fields
	fields["weight"], fields["shift"], fields["gone"], fields["paid"] = expression.Decimal, expression.Int, expression.Int, expression.Bool
	env.Vars["value"] = expression.JSON
	return env
}

// inSQL is the text of a condition with its arguments behind it, or the fault.
func inSQL(t *testing.T, src string, vars map[string]any) string {
	t.Helper()
	p, err := expression.Compile(src, sqlEnv(), expression.Bool)
	if err != nil {
		t.Fatal(src, err)
	}
	text, args, err := p.SQL(t.Context(), expression.Scope{Vars: vars}, columns{})
	if _, isFault := fault.As(err); isFault {
		return said(err)
	}
	if err != nil {
		return err.Error()
	}
	return strings.TrimSpace(text + " " + strings.Trim(fmt.Sprint(args), "[]"))
}

// TestAConditionInSQL holds the form of each part: a column is never changed where a value
// can be brought to it, so that an index serves, and no value stands in the text.
func TestAConditionInSQL(t *testing.T) {
	t.Parallel()
	for src, want := range map[string]string{
		// comparison with a value
		"row.id == 7": "(id = ?) 7", "row.id != 7": "(id <> ?) 7", "row.id < 7": "(id < ?) 7", "row.id <= 7": "(id <= ?) 7",
		"row.id > 7": "(id > ?) 7", "row.id >= 7": "(id >= ?) 7",
		"7 == row.id": "(id = ?) 7", "7 != row.id": "(id <> ?) 7", "7 < row.id": "(id > ?) 7", "7 <= row.id": "(id >= ?) 7",
		"7 > row.id": "(id < ?) 7", "7 >= row.id": "(id <= ?) 7",
		"row.note == \"' OR 1\"": "(note = ?) ' OR 1", "row.due >= '2026-01-01'": "(due >= ?) 2026-01-01",
		"row.at < '1970-01-01T00:00:01.5Z'": "(at < ?) 1500", "row.paid == true": "(paid = ?) true",
		"row.customer_id.name == 'x'": "(customer_id.name = ?) x", "row.shift == 7": "(shift = ?) S 7",
		// a value between two steps of a column, or beyond all of them
		"row.total == 1.25": "(total = ?) 125", "row.total == 1.255": "FALSE", "row.total != 1.255": "(total IS NOT NULL)",
		"row.total < 1.255": "(total <= ?) 125", "row.total <= 1.255": "(total <= ?) 125", "row.total > 1.255": "(total > ?) 125",
		"row.total >= 1.255": "(total > ?) 125", "row.total < -1.255": "(total <= ?) -126", "1.255 > row.total": "(total <= ?) 125",
		"row.id >= 1.5":                   "(id > ?) 1",
		"row.id == 9223372036854775808.0": "FALSE", "row.id == -9223372036854775809.0": "FALSE",
		"row.id != -9223372036854775809.0": "(id IS NOT NULL)", "row.id != 9223372036854775808.0": "(id IS NOT NULL)",
		"row.id < 9223372036854775808.0": "(id IS NOT NULL)", "row.id <= 9223372036854775808.0": "(id IS NOT NULL)",
		"row.id > 9223372036854775808.0": "FALSE", "row.id >= 9223372036854775808.0": "FALSE",
		"row.id < -9223372036854775809.0": "FALSE", "row.id <= -9223372036854775809.0": "FALSE",
		"row.id > -9223372036854775809.0": "(id IS NOT NULL)", "row.id >= -9223372036854775809.0": "(id IS NOT NULL)",
		"row.total < 92233720368547758.07": "(total < ?) 9223372036854775807", "row.total < 92233720368547758.08": "(total IS NOT NULL)",
		// null, truth and what joins them
		"row.id == nil": "(id IS NULL)", "row.id != nil": "(id IS NOT NULL)", "nil == row.shift": "(shift IS NULL) S",
		"row.shift != nil": "(shift IS NOT NULL) S", "row.id == user.customer_id": "FALSE", "row.id != user.customer_id": "FALSE",
		"row.id < user.customer_id": "FALSE", "user.customer_id != row.id": "FALSE",
		"(row.id > 1) == nil": "(((id > ?) IS TRUE) IS NULL) 1",
		"row.paid":            "(paid IS TRUE)", "not row.paid": "((paid IS TRUE) IS NOT TRUE)", "not (row.shift > 7)": "((shift > ?) IS NOT TRUE) S 7",
		"row.paid and row.id > 7": "((paid IS TRUE) AND (id > ?)) 7", "row.shift > 1 or row.id > 2": "((shift > ?) OR (id > ?)) S 1 2",
		"row.paid == (row.id > 7)": "(paid = ((id > ?) IS TRUE)) 7", "row.id > 1 == row.paid": "(((id > ?) IS TRUE) = paid) 1",
		"true": "TRUE", "1 > 2": "FALSE", "user.customer_id == nil": "TRUE", "nil": "FALSE", "row.paid and true": "((paid IS TRUE) AND TRUE)",
		// columns beside each other
		"row.id == row.customer_id": "(id = customer_id)", "row.note < row.status": "(note < status)", "row.shift == row.id": "(shift = id) S",
		"row.id == row.shift":     "(id = shift) S",
		"row.total == row.weight": "((CASE WHEN total BETWEEN -100000000000000000 AND 100000000000000000 THEN (total * ?) END) = weight) 10",
		"row.weight > row.id":     "(weight > (CASE WHEN id BETWEEN -1000000000000000 AND 1000000000000000 THEN (id * ?) END)) 1000",
		// membership
		"row.id in [1, 2, 3]": "(id IN (?, ?, ?)) 1 2 3", "row.id in []": "FALSE", "row.id in [1, nil]": "(id IN (?)) 1",
		"row.id in [1.5]": "FALSE", "row.total in [1.25, 1.255, 9223372036854775807]": "(total IN (?)) 125",
		"row.note in ['a']": "(note IN (?)) a", "row.due in ['2026-01-01']": "(due IN (?)) 2026-01-01",
		"row.at in ['1970-01-01T00:00:01Z']": "(at IN (?)) 1000", "row.paid in [true]": "(paid IN (?)) true",
		"row.shift in [1]": "(shift IN (?)) S 1", "row.note in tags": "(note IN (?, ?)) a b", "row.id in value": "(id IN (?, ?)) 4 5",
		"row.note in value": "(note IN (?, ?)) x 6", "row.id not in [1]": "((id IN (?)) IS NOT TRUE) 1",
		"row.id in [row.customer_id, 2]": "((id = customer_id) OR (id = ?)) 2", "2 in [row.id, 3, 2]": "((id = ?) OR FALSE OR TRUE) 2",
		"user.customer_id in [row.id, nil]": "(FALSE OR FALSE)", "row.shift in [row.id, 2]": "((shift = id) OR (shift = ?)) S S 2",
		"row.id in [nil, row.id]": "(FALSE OR (id = id))", "nil in [nil, row.id]": "(FALSE OR FALSE)",
		// arithmetic
		"row.id + 1 > 2": "((id + ?) > ?) 1 2", "row.id - row.shift > 2": "((id - shift) > ?) S 2", "-row.id > 2": "((? - id) > ?) 0 2",
		"row.total + 1 > 2":                    "((total + ?) > ?) 100 200",
		"row.id + 1.5 > 2":                     "(((CASE WHEN id BETWEEN -100000000000000000 AND 100000000000000000 THEN (id * ?) END) + ?) > ?) 10 15 20",
		"row.id * 3 > 2":                       "((CASE WHEN id BETWEEN -333333333333333333 AND 333333333333333333 THEN (id * ?) END) > ?) 3 2",
		"-3 * row.id > 2":                      "((CASE WHEN id BETWEEN -333333333333333333 AND 333333333333333333 THEN (id * ?) END) > ?) -3 2",
		"row.total * 1.5 > 2":                  "((CASE WHEN total BETWEEN -66666666666666666 AND 66666666666666666 THEN (total * ?) END) > ?) 15 2000",
		"row.id * 0 == 0":                      "((CASE WHEN id BETWEEN -1000000000000000000 AND 1000000000000000000 THEN (id * ?) END) = ?) 0 0",
		"row.shift * 3 > 2":                    "((CASE WHEN shift BETWEEN -333333333333333333 AND 333333333333333333 THEN (shift * ?) END) > ?) S S 3 2",
		"row.shift * row.total > 2":            "((CASE WHEN shift = 0 OR abs(total) <= 1000000000000000000 / NULLIF(abs(shift), 0) THEN (shift * total) END) > ?) S S S 200",
		"row.id * row.shift > 2":               "((CASE WHEN id = 0 OR abs(shift) <= 1000000000000000000 / NULLIF(abs(id), 0) THEN (id * shift) END) > ?) S S 2",
		"row.id + 1000000000000000000 > 1":     "((id + ?) > ?) 1000000000000000000 1",
		"row.id + 1000000000000000001 > 1":     "not_in_sql what:1000000000000000001",
		"row.id - (-1000000000000000001) > 1":  "not_in_sql what:-1000000000000000001",
		"row.id + 1.0000000000000000001 > 1":   "not_in_sql what:1.0000000000000000001",
		"row.total + 10000000000000000.01 > 1": "not_in_sql what:10000000000000000.01",
		// what goes wrong
		"row.gone > 1": "no column", "1 < row.gone": "no column", "row.gone in [1]": "no column", "1 in [row.gone]": "no column",
		"row.gone == nil": "no column", "not (row.gone > 1)": "no column", "row.paid and row.gone > 1": "no column",
		"row.gone + 1 > 1": "no column", "row.id + row.gone > 1": "no column", "row.paid == (row.gone > 1)": "no column",
		"row.id > value": "bad_value got:[]interface {} want:int", "row.note > value": "bad_value got:[]interface {} want:text",
		"row.note == value": "FALSE", "row.note == value[0]": "FALSE", "row.note == value[4]": "FALSE",
		"row.note != value[5]": "(note IS NOT NULL)", "row.paid == value[3]": "FALSE",
		"row.id in value.a": "bad_value got:[]interface {} want:json", "row.total + row.gone > row.id": "no column",
		"row.note != value": "(note IS NOT NULL)", "row.id + value.x > 1": "not_in_sql column:8 line:1 what:add",
		"value and row.paid": "bad_value got:[]interface {} want:bool", "row.id > -value": "bad_value got:[]interface {} want:decimal",
		"row.id in [1, value[2]]": "(id IN (?)) 1", "row.id + user.customer_id == nil": "TRUE", "row.id + user.customer_id != nil": "FALSE",
		"row.id + user.customer_id > 1": "FALSE", "row.id + user.customer_id in [1]": "FALSE", "user.customer_id - row.id > 1": "FALSE",
	} {
		if strings.Contains(src, "old.id") {
			continue
		}
		vars := map[string]any{"tags": []string{"a", "b"}, "value": []any{int64(4), 5.0, "x", "6", true, time.UnixMilli(0)}}
		if got := inSQL(t, src, vars); got != want {
			t.Errorf("%s\n  is %s\nwant %s", src, got, want)
		}
	}
}

// TestWhatHasNoFormInSQLIsNamed holds which part of a condition is told, when it is compiled
// for SQL and when it is written.
func TestWhatHasNoFormInSQLIsNamed(t *testing.T) {
	t.Parallel()
	for src, want := range map[string]string{
		"row.note contains 'a'": "column:10 what:contains", "row.paid and upper(row.note) == 'A'": "column:14 what:upper",
		"row.extra == 1": "column:5 what:field", "row.paid == row.extra": "column:17 what:field", "row.extra": "column:5 what:field",
		"row.total * row.weight > 1": "column:11 what:mul", "row.total * -row.weight > 1": "column:11 what:mul",
		"row.note + 'a' == 'b'": "column:10 what:add", "row.id in map(lines, row.id)": "column:11 what:map",
		"row.id in [row.id, len(row.note)]": "column:20 what:len", "not (row.note endsWith 'x')": "column:15 what:endsWith",
		"row.paid ? true : row.paid": "column:26 what:if", "row.paid ?? true": "column:10 what:coalesce",
		"any(lines, row.paid)": "column:1 what:any", "row == nil": "column:1 what:row", "-row.extra > 1": "column:1 what:neg",
		"lines == nil and row.paid": "", "'a' in [row.note, lines[0].name]": "",
		"upper('a') == 'A' and row.paid": "", "row.note in map(lines, .name)": "", "row.total * row.id > 1": "",
		"row.total + row.weight > 1": "", "row.id + len(row.note) > 1": "column:10 what:len", "-len(row.note) > 1": "column:2 what:len",
		"row.total * 1.5 > 1": "",
		"1.5 * row.total > 1": "", "row.extra.a == 1": "column:11 what:at", "user.customer_id in [1]": "", "row.id == lines[0].qty": "",
		"row.id in row.extra": "column:15 what:field",
	} {
		env := sqlEnv()
		env.Targets = expression.Server | expression.SQL
		_, err := expression.Compile(src, env, expression.Bool)
		got := strings.Replace(strings.TrimPrefix(said(err), "not_in_sql "), " line:1", "", 1)
		if got != want {
			t.Errorf("%s: %q, want %q", src, got, want)
		}
		if written := inSQL(t, src, nil); strings.HasPrefix(written, "not_in_sql ") != (want != "") {
			t.Errorf("%s is written as %s", src, written)
		}
	}
}

// TestSQLIsBounded holds how long the text of one condition may grow.
func TestSQLIsBounded(t *testing.T) {
	t.Parallel()
	list := func(n int) map[string]any { return map[string]any{"value": make([]int, n)} }
	const places = (20_000 - len("(id IN (?))")) / 3
	if got := inSQL(t, "row.id in value", list(places+1)); strings.HasPrefix(got, "too_costly") {
		t.Errorf("as many as may be: %s", got)
	}
	if got := inSQL(t, "row.id in value", list(places+2)); got != "too_costly limit:sql max:20000" {
		t.Errorf("one more: %s", got)
	}
}

// TestSQLIsWrittenOfThePartThatIsTaken holds that a part of a condition stands alone.
func TestSQLIsWrittenOfThePartThatIsTaken(t *testing.T) {
	t.Parallel()
	p, err := expression.Compile("row.id > 1 and row.note contains 'a' and row.total < 2 and row.due == nil", sqlEnv(), expression.Bool)
	if err != nil {
		t.Fatal(err)
	}
	part := p.Part(func(refs []string) bool { return refs[0] != "row.note" })
	text, args, err := part.SQL(t.Context(), expression.Scope{}, columns{})
	if want := "(((id > ?) AND (total < ?)) AND (due IS NULL))"; text != want || fmt.Sprint(args) != "[1 200]" || err != nil {
		t.Errorf("the part is %s %v (%v)", text, args, err)
	}
	scope := expression.Scope{Vars: map[string]any{"row": map[string]any{"id": 2, "total": decimal.New(1, 0), "note": "b"}}}
	if holds, err := part.Holds(t.Context(), scope); !holds || err != nil {
		t.Errorf("the part holds: %v %v", holds, err)
	}
	if part.Type() != expression.Bool {
		t.Errorf("the part is a %s", part.Type())
	}
}

// TestAConstantOfSQLIsWorkedOutOnce holds that a function is called on the server and bound.
func TestAConstantOfSQLIsWorkedOutOnce(t *testing.T) {
	t.Parallel()
	calls := 0
	registry := expression.NewRegistry()
	_ = registry.Register(expression.Function{
		Name: "now", Result: expression.Instant, Targets: expression.Server | expression.SQL,
		Call: func(context.Context, []any) (any, error) { calls++; return time.UnixMilli(1234), nil },
	})
	env := sqlEnv()
	env.Functions, env.Targets = registry, expression.Server|expression.SQL
	p, err := expression.Compile("row.at <= now()", env, expression.Bool)
	if err != nil {
		t.Fatal(err)
	}
	text, args, err := p.SQL(t.Context(), expression.Scope{}, columns{})
	if text != "(at <= ?)" || fmt.Sprint(args) != "[1234]" || err != nil || calls != 1 {
		t.Errorf("%s %v (%v) with %d calls", text, args, err, calls)
	}
}
