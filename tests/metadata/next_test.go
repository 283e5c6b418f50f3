package metadata_test

import (
	"slices"
	"testing"

	wareloom "github.com/wareloom/wareloom/engine/cmd/wareloom/product"
	"github.com/wareloom/wareloom/engine/meta"
	"github.com/wareloom/wareloom/engine/plugin"
	"github.com/wareloom/wareloom/engine/station"
)

// waits are the states in which a record lies still on purpose: nobody moves it on
// by its page, or what comes after is not known before.
var waits = map[string]string{
	"carrier_order/voiding": "the carrier is asked to void the number",
	"number_segment/active": "numbers are taken from it until it is closed",
	"route_task/active":     "it asks by itself until it is paused",
	"import_batch/waiting":  "a job reads the file",
	"import_batch/running":  "a job reads the file",
	"import_batch/partly":   "its wrong rows lie in a file, to be mended and brought again",
}

// TestEveryStateLeadsOn walks the model: from each state that is not an end the
// road leads on.
func TestEveryStateLeadsOn(t *testing.T) {
	t.Parallel()
	model, err := reader().Load(sources(t)...)
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range meta.Sorted(model.Documents) {
		for _, state := range d.States {
			leads := slices.ContainsFunc(d.Next, func(n meta.Next) bool { return len(n.From) == 0 || slices.Contains(n.From, state.Key) })
			reason, listed := waits[d.Key+"/"+state.Key]
			switch {
			case state.Phase == "done" || state.Phase == "stopped":
			case !leads && !listed:
				t.Errorf("%s leads nowhere from %s", d.Key, state.Key)
			case leads && listed:
				t.Errorf("%s leads on from %s, though %s", d.Key, state.Key, reason)
			}
		}
	}
}

// TestEveryStationLeadsOn holds each station to say where the work goes on.
func TestEveryStationLeadsOn(t *testing.T) {
	t.Parallel()
	model, err := reader().Load(sources(t)...)
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range meta.Sorted(model.Stations) {
		if len(s.Next) == 0 {
			t.Errorf("station %s ends nowhere", s.Key)
		}
	}
}

// TestEveryStationFollowsItsFlow holds each station to have a flow that says its
// steps, and to offer a way to all of them.
func TestEveryStationFollowsItsFlow(t *testing.T) {
	t.Parallel()
	p, err := wareloom.Wareloom()
	if err != nil {
		t.Fatal(err)
	}
	plugins, err := plugin.Load(p.Plugins...)
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range meta.Sorted(product(t).Stations) {
		told, ok := plugins.Flows[s.Flow].(station.Described)
		if !ok {
			t.Errorf("the flow of %s does not say what its steps are", s.Key)
			continue
		}
		if left := s.Unreached(told.Plan()); len(left) > 0 {
			t.Errorf("nobody comes to %v of %s", left, s.Key)
		}
	}
}
