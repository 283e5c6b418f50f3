package httpapi

import (
	"context"
	"encoding/json"
	"slices"
	"strconv"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/home"
	"github.com/wareloom/wareloom/engine/station"
	"github.com/wareloom/wareloom/engine/store"
)

// sessionID takes a session's number, which some clients send as text.
type sessionID int64

func (s *sessionID) UnmarshalJSON(text []byte) error {
	var plain string
	if json.Unmarshal(text, &plain) != nil {
		plain = string(text)
	}
	id, err := strconv.ParseInt(plain, 10, 64)
	if err != nil {
		return fault.New(fault.NotFound, "station.session_unknown")
	}
	*s = sessionID(id)
	return nil
}

// atStation finds the station of the path and asks for its right.
func (q *request) atStation() error {
	found, ok := q.release.Stations[q.Param("key")]
	if !ok {
		return fault.New(fault.NotFound, "station.unknown", "key", q.Param("key"))
	}
	return q.rights.Require(found.Right)
}

// stationStart begins a task, past its first question when a code comes along.
func (a *API) stationStart(q *request) (any, error) {
	var body struct {
		Params map[string]any `json:"params"`
		Input  string         `json:"input"`
	}
	if err := q.atStation(); err != nil {
		return nil, err
	}
	if err := q.bind(&body); err != nil {
		return nil, err
	}
	return a.Stations.Start(q.ctx, q.worker(), q.Param("key"), station.Opening{Params: body.Params, Input: body.Input})
}

// stationInput applies what a person did.
func (a *API) stationInput(q *request) (any, error) {
	var body struct {
		Session sessionID       `json:"session"`
		Inputs  []station.Input `json:"inputs"`
		Knows   bool            `json:"knows"`
	}
	if err := q.atStation(); err != nil {
		return nil, err
	}
	if err := q.bind(&body); err != nil {
		return nil, err
	}
	if err := checkInputs(body.Inputs); err != nil {
		return nil, err
	}
	worker := q.worker()
	worker.Knows = body.Knows
	return a.Stations.Input(q.ctx, worker, int64(body.Session), body.Inputs)
}

// worker is who works, and on which device.
func (q *request) worker() station.Caller {
	return station.Caller{Rights: q.rights, Device: q.device()}
}

// inputKinds are what a person can do at a station.
var inputKinds = []string{"scan", "key", "button", "form", "photo", "weight", "undo", "park", "close", "override"}

// checkInputs refuses inputs that no client numbers or knows, before one is applied.
func checkInputs(inputs []station.Input) error {
	for i, in := range inputs {
		place := "inputs[" + strconv.Itoa(i) + "]."
		switch {
		case in.Seq < 1:
			return wrong(place + "seq")
		case !slices.Contains(inputKinds, in.Kind):
			return wrong(place + "kind")
		}
	}
	return nil
}

// stationResume shows a session again.
func (a *API) stationResume(q *request) (any, error) {
	var body struct {
		Session sessionID `json:"session"`
	}
	if err := q.atStation(); err != nil {
		return nil, err
	}
	if err := q.bind(&body); err != nil {
		return nil, err
	}
	return a.Stations.Resume(q.ctx, q.rights, int64(body.Session))
}

// everyStation stands for all stations in the path.
const everyStation = "all"

// stationSessions lists the tasks that the person may resume.
func (a *API) stationSessions(q *request) (any, error) {
	key := q.Param("key")
	if key == everyStation {
		key = ""
	} else if err := q.atStation(); err != nil {
		return nil, err
	}
	rows, err := a.Stations.Sessions(q.ctx, q.rights, key)
	return map[string]any{"rows": rows}, err
}

// stationDone says what the person did at a station, in words. The records that count
// are his own, so he need not hold the right to see those of others.
func (a *API) stationDone(q *request) (any, error) {
	if err := q.atStation(); err != nil {
		return nil, err
	}
	m := q.release.Stations[q.Param("key")].Meta.Done
	if m == nil {
		return map[string]any{}, nil
	}
	var figure *home.Figure
	err := q.read(func(ctx context.Context, tx *store.Tx) error {
		all, err := a.Records.Elevate(ctx, tx, q.rights)
		if err != nil {
			return err
		}
		figure, err = a.Homes.Own(ctx, tx, home.Ask{Rights: all, Language: q.language, Ways: q.caller(tx)}, m)
		return err
	})
	if err != nil {
		return nil, err
	}
	return map[string]any{"words": figure.Words, "value": figure.Value, "scale": figure.Scale}, nil
}

// stationFlow describes what the flow of a station does, for who draws it: its steps
// and the ways between them, the steps that nobody comes to at this station, and the
// codes that it does not take though its flow would.
func (a *API) stationFlow(q *request) (any, error) {
	var body struct {
		Station string `json:"station"`
	}
	if err := q.bind(&body); err != nil {
		return nil, err
	}
	found, ok := q.release.Stations[body.Station]
	if !ok {
		return nil, fault.New(fault.NotFound, "station.unknown", "key", body.Station)
	}
	flow := a.Stations.Plan(found.Meta)
	if flow == nil {
		return map[string]any{"flow": found.Meta.Flow}, nil
	}
	return map[string]any{"flow": found.Meta.Flow, "steps": flow.Steps, "unreached": found.Meta.Unreached(flow), "unanswered": found.Meta.Unanswered(flow)}, nil
}
