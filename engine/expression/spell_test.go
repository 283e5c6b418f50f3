package expression_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/shopspring/decimal"

	"github.com/wareloom/wareloom/engine/expression"
)

// TestASpelledValueIsReadBack holds that what people are shown as a source is one, and
// means the value that it was made of.
func TestASpelledValueIsReadBack(t *testing.T) {
	t.Parallel()
	for _, v := range []any{
		nil, true, false, int64(0), int64(-7), decimal.RequireFromString("-1.50"), "", "it's", `C:\new\table`, `ends in \`, "two\nlines\r\n", "tab\t红", `say "x"`,
		[]any{},
		[]any{int64(1), int64(2)},
		[]any{"a, b", "c'"},
	} {
		src := expression.Spell(v)
		p, err := expression.Compile(src, orderEnv(), nil)
		if err != nil {
			t.Errorf("%v is spelled %s: %v", v, src, err)
			continue
		}
		if got, err := p.Eval(t.Context(), expression.Scope{}); err != nil || fmt.Sprint(got) != fmt.Sprint(v) {
			t.Errorf("%v is spelled %s, which is %v (%v)", v, src, got, err)
		}
	}
}

// TestATimeAndARecordAreSpelledForPeople holds the two that no source stands for alone.
func TestATimeAndARecordAreSpelledForPeople(t *testing.T) {
	t.Parallel()
	at := time.Date(2026, 3, 1, 9, 30, 0, 120_000_000, time.FixedZone("east", 8*3600))
	for want, v := range map[string]any{
		"'2026-03-01T01:30:00.12Z'": at,
		"'2026-03-01T01:30:00Z'":    at.Truncate(time.Second),
		"{id: 7}":                   map[string]any{"id": int64(7), "name": "x"},
		"{id: nil}":                 map[string]any{"name": "x"},
		"[{id: 'k'}, nil]":          []any{map[string]any{"id": "k"}, nil},
	} {
		if got := expression.Spell(v); got != want {
			t.Errorf("%v is spelled %s, want %s", v, got, want)
		}
	}
	same, err := expression.Compile("row.at == "+expression.Spell(at), orderEnv(), expression.Bool)
	if err != nil {
		t.Fatal(err)
	}
	scope := expression.Scope{Vars: map[string]any{"row": map[string]any{"at": at}}}
	if holds, err := same.Holds(t.Context(), scope); !holds || err != nil {
		t.Errorf("an instant beside its spelling: %v (%v)", holds, err)
	}
}

// TestASignatureTellsHowAFunctionIsCalled holds what may be left out and what may be
// repeated to be told, and a form to have no types.
func TestASignatureTellsHowAFunctionIsCalled(t *testing.T) {
	t.Parallel()
	r := expression.NewRegistry()
	for name, want := range map[string]string{
		"dateAdd": "dateAdd(date, int)",
		"round":   "round(decimal, int?)",
		"min":     "min(any, …)",
		"upper":   "upper(text)",
		"iif":     "iif(…)",
		"nothing": "nothing(…)",
	} {
		if got := r.Signature(name); got != want {
			t.Errorf("%s is told as %s, want %s", name, got, want)
		}
	}
}
