package agents

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/shopspring/decimal"

	"github.com/wareloom/wareloom/engine/agent/simulate"
	"github.com/wareloom/wareloom/engine/enginetest"
)

// TestTheScaleOfAWorkstation has an agent read a scale: what lies on it is known to who
// stands at the workstation, also that it still moves, and that the scale is dead.
func TestTheScaleOfAWorkstation(t *testing.T) {
	t.Parallel()
	enginetest.EachDSN(t, func(t *testing.T, dsn string) {
		scale, err := simulate.ListenScale("127.0.0.1:0", 2*time.Second)
		if err != nil {
			t.Fatal(err)
		}
		ctx, stop := context.WithCancel(context.Background())
		t.Cleanup(stop)
		go func() { _ = scale.Run(ctx) }()
		_, address := newServer(t, dsn)
		p := signIn(t, address)
		agent := &process{T: t, folder: t.TempDir(), arguments: []string{"agent", "--find=false", "--folder", "agent", "--scale", "bench=tcp://" + scale.Address() + "?driver=aandd"}}
		t.Cleanup(agent.kill)
		agent.start("--server", "http://"+address, "--code", p.pair())
		var found struct{ Rows []struct{ ID int64 } }
		until(t, "the agent tells of its scale", func() bool {
			p.ask("", "data/scale/query", map[string]any{}, &found)
			return len(found.Rows) == 1
		})
		p.ask("bench", "data/workstation/save", map[string]any{"code": "BENCH-1", "scale_id": found.Rows[0].ID}, nil)
		if says := p.scale(); says != "" {
			t.Errorf("who stands nowhere reads %s", says)
		}
		p.ask("stand", "print/stand", map[string]any{"code": "BENCH-1"}, nil)
		scale.Put(decimal.RequireFromString("1.25"))
		until(t, "the weight moves", func() bool { return p.scale() == "moving 1.25" })
		until(t, "the weight stands still", func() bool { return p.scale() == "stable 1.25" })
		scale.Die(true)
		until(t, "the scale is dead", func() bool { return strings.HasPrefix(p.scale(), "silent") })
	})
}

// scale is what the scale says to who stands at a workstation.
func (p person) scale() string {
	p.Helper()
	var answer struct {
		Scale *struct{ Condition, Weight string }
	}
	p.ask("", "scale/read", map[string]any{}, &answer)
	if answer.Scale == nil {
		return ""
	}
	return answer.Scale.Condition + " " + answer.Scale.Weight
}
