package agent

import (
	"context"
	"time"

	"github.com/wareloom/wareloom/engine/agent/scale"
)

// How often the server hears of scales: at once when something changed, though not more
// often than a moving weight asks for, and now and then while nothing does.
const (
	hush  = 200 * time.Millisecond
	pulse = 4 * time.Second
)

// weighed is a scale as the server is told of it.
type weighed struct {
	Address   string `json:"address"`
	Name      string `json:"name"`
	Driver    string `json:"driver"`
	Condition string `json:"condition"`
	Weight    string `json:"weight"` // kg
	Tare      string `json:"tare"`   // kg
	Net       bool   `json:"net"`
	Unit      string `json:"unit"` // that the scale showed
	Raw       string `json:"raw"`
}

// openScales makes the scales of the lines.
func (a *Agent) openScales(lines []scale.Line) {
	a.moved = make(chan struct{}, 1)
	for _, line := range lines {
		a.scales = append(a.scales, scale.New(line, func() { signal(a.moved) }))
	}
}

// weigh tells the server what lies on the scales.
func (a *Agent) weigh(ctx context.Context) error {
	for ; ctx.Err() == nil; rest(ctx, a.moved, pulse) {
		all := make([]weighed, len(a.scales))
		for i, s := range a.scales {
			all[i] = tellScale(s)
		}
		if err := a.client.call(ctx, "/api/agent/weigh", tellTime, map[string]any{"scales": all}, nil); err != nil {
			a.config.Log.Debug("the server was not told of scales", "why", err)
		}
		pause(ctx, hush)
	}
	return nil
}

func tellScale(s *scale.Scale) weighed {
	last := s.Last()
	told := weighed{Address: s.Address, Name: s.Name, Driver: s.Driver, Condition: last.Condition, Net: last.Net, Unit: last.Unit, Raw: last.Raw}
	weight, tare, err := last.Kilos()
	if err != nil {
		told.Condition = scale.Broken
		return told
	}
	told.Weight, told.Tare = weight.String(), tare.String()
	return told
}
