package httpapi

import (
	"context"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/station"
	"github.com/wareloom/wareloom/engine/store"
)

// mostPlayed is how many inputs are played at once: others who write wait for them.
const mostPlayed = 200

// stationPlay plays a task at a station from its start, as the caller, and undoes it.
// Who goes on sends what he did before again.
func (a *API) stationPlay(q *request) (any, error) {
	var body struct {
		Station string          `json:"station"`
		Params  map[string]any  `json:"params"`
		Inputs  []station.Input `json:"inputs"`
	}
	if err := q.bind(&body); err != nil {
		return nil, err
	}
	if len(body.Inputs) > mostPlayed {
		return nil, fault.New(fault.Invalid, "station.play_too_long", "max", mostPlayed).On("inputs")
	}
	found, ok := q.release.Stations[body.Station]
	if !ok {
		return nil, fault.New(fault.NotFound, "station.unknown", "key", body.Station)
	}
	if err := q.rights.Require(found.Right); err != nil {
		return nil, err
	}
	var answers []*station.Answer
	err := a.DB.Rehearse(q.ctx, func(ctx context.Context, tx *store.Tx) (err error) {
		answers, err = a.Stations.Play(ctx, tx, q.rights, station.Play{Station: body.Station, Params: body.Params, Inputs: body.Inputs})
		return err
	})
	return answers, err
}
