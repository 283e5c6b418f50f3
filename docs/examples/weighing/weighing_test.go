package weighing_test

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/wareloom/wareloom/docs/examples/weighing"
	"github.com/wareloom/wareloom/engine/cmd/wareloom/apptest"
	"github.com/wareloom/wareloom/engine/cmd/wareloom/product"
	"github.com/wareloom/wareloom/engine/enginetest"
	"github.com/wareloom/wareloom/tests/world"
)

// scale is a person who weighs the products of the demo.
type scale struct {
	*testing.T
	server  *apptest.Server
	session *apptest.Session
	task    int64
	seq     int
}

func (s *scale) ask(path string, body, into any) {
	s.Helper()
	text, err := json.Marshal(body)
	if err != nil {
		s.Fatal(err)
	}
	answer := s.server.Do(s, apptest.Call{Path: "/api/" + path, Body: string(text), As: s.session})
	if !answer.Result {
		s.Fatalf("%s %s: %s", path, text, answer.Text)
	}
	answer.Into(s, into)
}

// give gives an input and wants the step that follows, and the code of the refusal
// that it meets; "" for none.
func (s *scale) give(kind string, value any, step, refusal string) {
	s.Helper()
	s.seq++
	var answer struct {
		Results []struct{ Code string }
		Screen  struct{ Step string }
	}
	s.ask("station/weigh/input", map[string]any{"session": s.task, "inputs": []any{map[string]any{"seq": s.seq, "kind": kind, "value": value}}}, &answer)
	if got := answer.Results[0].Code; got != refusal || answer.Screen.Step != step {
		s.Errorf("%s %v leads to %s with %q, want %s with %q", kind, value, answer.Screen.Step, got, step, refusal)
	}
}

// weighs wants the product AC-1001 to have a weight.
func (s *scale) weighs(want string) {
	s.Helper()
	var page struct{ Rows []map[string]any }
	s.ask("data/product/query", map[string]any{"filter": map[string]any{"field": "sku", "op": "eq", "value": "AC-1001"}}, &page)
	if got := fmt.Sprint(page.Rows[0]["weight"]); got != want {
		s.Errorf("the product weighs %s, want %s", got, want)
	}
}

func TestWeighing(t *testing.T) {
	t.Parallel()
	p, err := product.Wareloom()
	if err != nil {
		t.Fatal(err)
	}
	p.Plugins = append(p.Plugins, weighing.Plugin{})
	enginetest.EachDSN(t, func(t *testing.T, dsn string) {
		server := world.DemoOf(t, dsn, p)
		s := &scale{T: t, server: server, session: server.Login(t, "user", "admin")}
		var begun struct{ Session int64 }
		s.ask("station/weigh/start", map[string]any{}, &begun)
		s.task = begun.Session
		s.give("scan", "NONE", "item", "station.code_unknown")
		s.give("scan", "AC-1001", "weight", "")
		s.give("key", "light", "weight", "station.bad_qty")
		s.give("weight", "0.31", "item", "")
		s.weighs("0.31")
		s.give("scan", "AC-1001", "weight", "")
		s.give("weight", "0.9", "reason", "")
		s.give("key", "hungry", "reason", "weighing.no_reason")
		s.give("button", "back", "weight", "")
		s.give("weight", "0.9", "reason", "")
		s.give("key", "packed_anew", "item", "")
		s.weighs("0.9")
		s.give("undo", nil, "reason", "")
		s.weighs("0.31")
	})
}

// TestAStationIsShort holds what is said of stations: four steps take at most 120 lines.
func TestAStationIsShort(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("weighing.go")
	if lines := strings.Count(string(text), "\n"); err != nil || lines > 120 {
		t.Errorf("the station has %d lines, at most 120; %v", lines, err)
	}
}
