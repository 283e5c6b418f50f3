package setting_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/wareloom/wareloom/engine/expression"
	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/meta"
	"github.com/wareloom/wareloom/engine/setting"
)

// TestWhatExpressionsAskOutsideTheirRecord holds the functions where nobody says which record
// an expression is about: the clock is that of the house, and no setting has a value.
func TestWhatExpressionsAskOutsideTheirRecord(t *testing.T) {
	t.Parallel()
	model := meta.NewModel()
	for key, kind := range map[string]string{"most": meta.TypeInteger, "house": meta.TypeText, "key": meta.TypeSecret} {
		model.Settings[key] = &meta.Setting{Field: meta.Field{Key: key, Type: kind}}
	}
	house := time.FixedZone("house", -5*3600)
	now := time.Date(2026, 3, 9, 22, 30, 0, 123_999_999, house)
	registry := expression.NewRegistry()
	for _, f := range setting.New(func() time.Time { return now }).Functions(model) {
		if err := registry.Register(f); err != nil {
			t.Fatal(err)
		}
	}
	env := expression.Env{Functions: registry, Vars: map[string]expression.Type{"name": expression.Text}}
	for src, want := range map[string]string{
		"now()":                         "instant: 2026-03-10 03:30:00.123 +0000 UTC",
		"today()":                       "date: 2026-03-09",
		"today(nil)":                    "date: 2026-03-09",
		"today('Asia/Shanghai')":        "date: 2026-03-10",
		"today('America/Bogota')":       "date: 2026-03-09",
		"today('Mars/Base')":            "date: setting.bad_zone",
		"today(7)":                      "date: 2026-03-09",
		"today(true)":                   "date: 2026-03-09",
		"today('UTC') > today()":        "bool: true",
		"setting('most')":               "int: setting.no_record",
		"setting('house') + '!'":        "text: setting.no_record",
		"setting('key')":                "expression.arguments",
		"setting('nothing')":            "expression.arguments",
		"setting(name)":                 "expression.arguments",
		"today('UTC', 'UTC')":           "expression.argument_count",
		"dateAdd(today(), 1) > today()": "bool: true",
	} {
		got := ""
		program, err := expression.Compile(src, env, nil)
		if err == nil {
			var v any
			v, err = program.Eval(t.Context(), expression.Scope{})
			got = fmt.Sprint(program.Type(), ": ")
			if err == nil {
				got += fmt.Sprint(v)
			}
		}
		if f, ok := fault.As(err); ok {
			got += f.Key
		}
		if got != want {
			t.Errorf("%s is %s, want %s", src, got, want)
		}
	}
	env.Targets = expression.Browser
	for _, src := range []string{"now()", "today()", "setting('most')"} {
		if _, err := expression.Compile(src, env, nil); !fault.IsKey(err, "expression.not_here") {
			t.Errorf("%s in the browser: %v", src, err)
		}
	}
	env.Targets = expression.Server | expression.SQL
	if _, err := expression.Compile("setting('most') > 1", env, nil); !fault.IsKey(err, "expression.not_here") {
		t.Errorf("a setting in a condition over rows: %v", err)
	}
}
