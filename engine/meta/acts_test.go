package meta_test

import (
	"strings"
	"testing"

	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/meta"
)

// withActs offers the flow of the engine, too.
type withActs struct{ offers }

func (o withActs) Flow(name string) (*meta.Flow, bool) {
	if name == meta.FlowAct {
		return nil, true
	}
	return o.offers.Flow(name)
}

// counter is a station that finishes orders.
func counter(spoil func(m *meta.Model, s *meta.Station)) *meta.Model {
	m := shop()
	station := &meta.Station{
		Object: object("counter"), Flow: meta.FlowAct, Steps: []meta.Step{{Key: "code", Kind: "scan"}},
		Acts: &meta.Acts{Table: "order", Shows: []string{"no", "customer_id"}, Actions: []meta.ActOffered{{Key: "finish", Undo: "finish"}}},
	}
	m.Stations["counter"] = station
	spoil(m, station)
	return m
}

func TestWhatAStationActsOnIsThere(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name  string
		spoil func(m *meta.Model, s *meta.Station)
		want  string // part of the one problem; "" for none
	}{
		{"nothing wrong", func(*meta.Model, *meta.Station) {}, ""},
		{"acts missing", func(_ *meta.Model, s *meta.Station) { s.Acts = nil }, "acts: meta.acts_flow flow=engine.act"},
		{"acts at another flow", func(m *meta.Model, s *meta.Station) { m.Stations["desk"].Acts = s.Acts }, "acts: meta.acts_flow"},
		{"no document", func(_ *meta.Model, s *meta.Station) { s.Acts.Table = "customer" }, "acts/table: meta.unknown kind=document name=customer"},
		{"field unknown", func(_ *meta.Model, s *meta.Station) { s.Acts.Shows[0] = "nr" }, "acts/shows/0: meta.unknown_field"},
		{"field that nobody reads", func(m *meta.Model, s *meta.Station) {
			add(m, "order", meta.Field{Key: "made", Type: meta.TypeInstant})
			s.Acts.Shows = append(s.Acts.Shows, "made")
		}, "acts/shows/2: meta.acts_type name=made type=instant"},
		{"action unknown", func(_ *meta.Model, s *meta.Station) { s.Acts.Actions[0].Key = "end" }, "acts/actions/0/key: meta.unknown kind=action"},
		{"action of the system", func(m *meta.Model, s *meta.Station) {
			m.Documents["order"].Actions = append(m.Documents["order"].Actions, meta.Action{Key: "reopen", System: true})
			s.Acts.Actions[0].Undo = "reopen"
		}, "acts/actions/0/undo: meta.unknown kind=action name=reopen"},
		{"action twice", func(_ *meta.Model, s *meta.Station) { s.Acts.Actions = append(s.Acts.Actions, s.Acts.Actions[0]) }, "meta.twice name=finish"},
		{"action that asks", func(m *meta.Model, s *meta.Station) {
			m.Documents["order"].Actions = append(m.Documents["order"].Actions, meta.Action{Key: "stop", Params: []meta.Field{{Key: "why", Type: meta.TypeText, Required: true}}})
			s.Acts.Actions[0].Key = "stop"
		}, "acts/actions/0/key: meta.acts_asks name=stop"},
		{"action that asks nothing that must be said", func(m *meta.Model, s *meta.Station) {
			m.Documents["order"].Actions = append(m.Documents["order"].Actions, meta.Action{Key: "stop", Params: []meta.Field{{Key: "why", Type: meta.TypeText}}})
			s.Acts.Actions[0].Key = "stop"
		}, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			problems := meta.Check(counter(tt.spoil), catalog.FieldTypes(), withActs{})
			if tt.want == "" && problems == nil {
				return
			}
			if len(problems) != 1 || tt.want == "" || !strings.Contains(problems[0].String(), tt.want) {
				t.Errorf("got %v, want %q", problems, tt.want)
			}
		})
	}
}
