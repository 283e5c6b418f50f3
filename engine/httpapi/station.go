package httpapi

import (
	"encoding/json"
	"slices"
	"strconv"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/station"
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

// stationStart begins a task.
func (a *API) stationStart(q *request) (any, error) {
	var body struct {
		Params map[string]any `json:"params"`
	}
	if err := q.atStation(); err != nil {
		return nil, err
	}
	if err := q.bind(&body); err != nil {
		return nil, err
	}
	return a.Stations.Start(q.ctx, q.rights, q.Param("key"), body.Params)
}

// stationInput applies what a person did.
func (a *API) stationInput(q *request) (any, error) {
	var body struct {
		Session sessionID       `json:"session"`
		Inputs  []station.Input `json:"inputs"`
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
	return a.Stations.Input(q.ctx, station.Caller{Rights: q.rights, Device: q.device()}, int64(body.Session), body.Inputs)
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
