package query

import (
	"strings"
	"testing"

	"github.com/shopspring/decimal"

	"github.com/wareloom/wareloom/engine/access"
	"github.com/wareloom/wareloom/engine/access/accesstest"
)

// TestPlansAreKeptWhileTheyHold of few releases and short shapes, and not what changes with
// the time.
func TestPlansAreKeptWhileTheyHold(t *testing.T) {
	t.Parallel()
	var c plans
	of := func(shape string) planKey {
		return planKey{rights: access.System(accesstest.Release(t), "test"), shape: shape}
	}
	first := of("first")
	c.put(first, &plan{columns: 1})
	if kept := c.get(first); kept == nil || kept.columns != 1 || c.get(planKey{rights: first.rights, shape: "other"}) != nil {
		t.Errorf("kept is %v", kept)
	}
	for about, tt := range map[string]struct {
		key planKey
		p   *plan
	}{
		"one that changes with the time": {planKey{rights: first.rights, shape: "moves"}, &plan{moves: true}},
		"one of too long a shape":        {planKey{rights: first.rights, shape: strings.Repeat("x", longestShape+1)}, &plan{}},
	} {
		if c.put(tt.key, tt.p); c.get(tt.key) != nil {
			t.Errorf("%s is kept", about)
		}
	}
	longest := planKey{rights: first.rights, shape: strings.Repeat("x", longestShape)}
	if c.put(longest, &plan{}); c.get(longest) == nil {
		t.Error("one of the longest shape is not kept")
	}
	for range keptReleases - 1 {
		c.put(of("next"), &plan{})
	}
	if c.get(first) == nil {
		t.Error("plans of a few releases are not kept side by side")
	}
	last := of("last")
	if c.put(last, &plan{}); c.get(first) != nil || c.get(last) == nil {
		t.Error("plans of releases that are gone are kept")
	}
}

// TestATotalIsWrittenExactly as a number as long as that keeps its digits.
func TestATotalIsWrittenExactly(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"0": "0", "-1.50": "-1.5", "123456789012345": "123456789012345", "-12345.6789012345": "-12345.6789012345",
		"1234567890123456": `"1234567890123456"`, "-0.1234567890123456": `"-0.1234567890123456"`,
	} {
		if got := string(appendTotal(nil, decimal.RequireFromString(text))); got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
	for want, cells := range map[string][]any{"0": {nil, nil}, "12.34": {"1234"}, "-0.05": {int64(0), int64(-5)}, "50000000.07": {int64(5), int64(7)}} {
		if got := sumOf(cells, 0, 2).String(); got != want {
			t.Errorf("the sum of %v: %s, want %s", cells, got, want)
		}
	}
}

// TestTwoShapesReadAlikeOnlyWhereTheirStatementsDo, since plans are kept by them.
func TestTwoShapesReadAlikeOnlyWhereTheirStatementsDo(t *testing.T) {
	t.Parallel()
	table := accesstest.Release(t).Tables["item"]
	shapeOf := func(r Request, f *Filter) string { return string(shape(nil).request(table, &r, f, 0, nil)) }
	seen := map[string]string{}
	for about, s := range map[string]string{
		"nothing":              shapeOf(Request{}, nil),
		"a sort":               shapeOf(Request{Sort: []string{"a"}}, nil),
		"a field":              shapeOf(Request{Fields: []string{"a"}}, nil),
		"a sum":                shapeOf(Request{Sums: []string{"a"}}, nil),
		"two sorts":            shapeOf(Request{Sort: []string{"a", "b"}}, nil),
		"one sort of both":     shapeOf(Request{Sort: []string{"a1:b"}}, nil),
		"a total":              shapeOf(Request{Total: CappedTotal}, nil),
		"all counted":          shapeOf(Request{Total: ExactTotal}, nil),
		"what may be done":     shapeOf(Request{Can: true}, nil),
		"a filter":             shapeOf(Request{}, Is("code", Eq, "x")),
		"another field":        shapeOf(Request{}, Is("name", Eq, "x")),
		"another operator":     shapeOf(Request{}, Is("code", Ne, "x")),
		"with nothing":         shapeOf(Request{}, Is("code", Eq, nil)),
		"with a day":           shapeOf(Request{}, Is("code", Eq, "2026-01-01")),
		"of two values":        shapeOf(Request{}, Is("code", In, []any{"x", "y"})),
		"of three values":      shapeOf(Request{}, Is("code", In, []any{"x", "y", "z"})),
		"by a key":             shapeOf(Request{}, Is("code", Eq, map[string]any{"a": "x"})),
		"by another key":       shapeOf(Request{}, Is("code", Eq, map[string]any{"b": "x"})),
		"both of two":          shapeOf(Request{}, All(Is("code", Eq, "x"), Is("name", Eq, "x"))),
		"one of two":           shapeOf(Request{}, Any(Is("code", Eq, "x"), Is("name", Eq, "x"))),
		"not":                  shapeOf(Request{}, &Filter{Not: Is("code", Eq, "x")}),
		"a condition of code":  shapeOf(Request{Where: Is("code", Eq, "x")}, nil),
		"what a code leads to": shapeOf(Request{reached: Is("code", Eq, "x")}, nil),
	} {
		if twin, known := seen[s]; known {
			t.Errorf("%s reads as %s: %s", about, twin, s)
		}
		seen[s] = about
	}
	if shapeOf(Request{}, Is("code", Eq, "x")) != shapeOf(Request{}, Is("code", Eq, "yy")) {
		t.Error("another value is another shape")
	}
}
