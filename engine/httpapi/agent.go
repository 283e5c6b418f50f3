package httpapi

import (
	"context"
	"time"

	"github.com/wareloom/wareloom/engine/printing/spool"
	"github.com/wareloom/wareloom/engine/store"
	"github.com/wareloom/wareloom/engine/weighing"
)

// An agent that asks for labels waits for them, and they are looked for as often.
const (
	agentWaits = 20 * time.Second
	agentLooks = 300 * time.Millisecond
)

// headerSecret carries the secret by which an enrolled device proves itself.
const headerSecret = "deviceSecret"

// agent is the enrolled device that calls.
func (q *request) agent() (spool.Agent, error) {
	device := q.device()
	device.Secret = q.header(headerSecret)
	agent := spool.Agent{Guid: device.Guid}
	err := q.read(func(ctx context.Context, tx *store.Tx) (err error) {
		agent.Name, err = q.api.Auth.Prove(ctx, tx, device)
		return err
	})
	return agent, err
}

// agentTake gives an agent labels for its printers, when there are some, or none after a
// while.
func (a *API) agentTake(q *request) (any, error) {
	var call spool.Call
	if err := q.bind(&call); err != nil {
		return nil, err
	}
	agent, err := q.agent()
	if err != nil {
		return nil, err
	}
	err = a.DB.Write(q.ctx, func(ctx context.Context, tx *store.Tx) error { return a.Spool.Begin(ctx, tx, agent, call) })
	if err != nil || len(call.Open()) == 0 {
		return map[string]any{"labels": []spool.Handed{}}, err
	}
	if due, err := a.awaitLabels(q, agent, call); err != nil || !due {
		return map[string]any{"labels": []spool.Handed{}}, err
	}
	labels, err := a.Spool.Hand(q.ctx, agent, call)
	return map[string]any{"labels": labels}, err
}

// awaitLabels waits until there are labels for an agent; false when none came.
func (a *API) awaitLabels(q *request, agent spool.Agent, call spool.Call) (due bool, err error) {
	until := time.NewTimer(agentWaits)
	defer until.Stop()
	for {
		err = q.read(func(ctx context.Context, tx *store.Tx) (err error) {
			due, err = a.Spool.Due(ctx, tx, agent, call)
			return err
		})
		if err != nil || due || a.Live.Closed() {
			return due, err
		}
		select {
		case <-time.After(agentLooks):
		case <-until.C:
			return false, nil
		case <-q.ctx.Done():
			return false, q.ctx.Err()
		}
	}
}

// agentTell takes in what became of labels.
func (a *API) agentTell(q *request) (any, error) {
	var body struct {
		Ends []spool.End `json:"ends"`
	}
	if err := q.bind(&body); err != nil {
		return nil, err
	}
	agent, err := q.agent()
	if err != nil {
		return nil, err
	}
	return nil, a.DB.Write(q.ctx, func(ctx context.Context, tx *store.Tx) error { return a.Spool.Tell(ctx, tx, agent, body.Ends) })
}

// agentWeigh takes in what the scales of an agent say.
func (a *API) agentWeigh(q *request) (any, error) {
	var body struct {
		Scales []weighing.Found `json:"scales"`
	}
	if err := q.bind(&body); err != nil {
		return nil, err
	}
	agent, err := q.agent()
	if err != nil {
		return nil, err
	}
	return nil, a.DB.Write(q.ctx, func(ctx context.Context, tx *store.Tx) error { return a.Scales.Note(ctx, tx, agent, body.Scales) })
}

// scaleRead tells what lies on the scale of the workstation that the caller stands at;
// nothing where that has none.
func (a *API) scaleRead(q *request) (any, error) {
	var now *weighing.Weight
	err := q.read(func(ctx context.Context, tx *store.Tx) (err error) {
		now, err = a.Scales.Now(ctx, tx, q.actor().UserID)
		return err
	})
	return map[string]any{"scale": now}, err
}
