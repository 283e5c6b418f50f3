package month

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/wareloom/wareloom/engine/station"
)

// task is a person's work at a scan station.
type task struct {
	*player
	who, key string
	session  int64
	seq      int64
	screen   station.Screen
}

// open begins a task and scans what it begins with.
func (p *player) open(ctx context.Context, who, key string, scans ...string) (*task, error) {
	rights, err := p.person(ctx, who)
	if err != nil {
		return nil, err
	}
	p.tick()
	begun, err := p.app.Stations.Start(ctx, station.Caller{Rights: rights}, key, station.Opening{Params: map[string]any{"warehouse_id": map[string]any{"code": building}}})
	if err != nil {
		return nil, fmt.Errorf("open %s: %w", key, err)
	}
	t := &task{player: p, who: who, key: key, session: begun.Session, screen: begun.Screen}
	for _, code := range scans {
		if err := t.input(ctx, station.KindScan, code); err != nil {
			return nil, err
		}
	}
	return t, nil
}

// input does one thing, which must be taken.
func (t *task) input(ctx context.Context, kind string, value any) error {
	text, err := json.Marshal(value)
	if err != nil {
		return err
	}
	t.seq++
	t.tick()
	in := station.Input{Seq: t.seq, Step: t.screen.Step, Kind: kind, Value: text}
	answer, err := t.app.Stations.Input(ctx, station.Caller{Rights: t.people[t.who]}, t.session, []station.Input{in})
	if err != nil {
		return fmt.Errorf("%s %s: %w", t.key, text, err)
	}
	if said := answer.Results[0]; !said.OK {
		return fmt.Errorf("%s %s at %s: %s %s", t.key, text, t.screen.Step, said.Code, said.Message)
	}
	t.screen = answer.Screen
	return nil
}

// undo takes the last input back.
func (t *task) undo(ctx context.Context) error {
	return t.input(ctx, station.KindUndo, map[string]any{"seq": t.seq})
}

// shown is what the screen says of a field.
func (t *task) shown(field string) string {
	for _, target := range t.screen.Target {
		if target.Field == field {
			return target.Value
		}
	}
	return ""
}
