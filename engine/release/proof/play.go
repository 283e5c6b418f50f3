package proof

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/wareloom/wareloom/engine/access"
	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/meta"
	"github.com/wareloom/wareloom/engine/record"
	"github.com/wareloom/wareloom/engine/station"
)

// play does a task at a station as a person. Only the last scan may be refused, which is
// then the refusal of the step.
func (r *running) play(ctx context.Context, rights *access.Rights, doing meta.Doing, params record.Row) error {
	definition, ok := rights.Release().Stations[doing.Station]
	if !ok {
		return fault.New(fault.NotFound, "station.unknown", "key", doing.Station)
	}
	if err := rights.Require(definition.Right); err != nil {
		return err
	}
	inputs, err := r.inputs(ctx, doing.Scans)
	if err != nil {
		return err
	}
	answers, err := r.Stations.Play(ctx, r.tx, rights, station.Play{Station: doing.Station, Params: params, Inputs: inputs})
	if err != nil {
		return err
	}
	for i, answer := range answers[1:] {
		if result := answer.Results[0]; !result.OK {
			refused := fault.New(fault.Conflict, "test.scan_refused", "n", i+1, "value", inputs[i].Text(), "message", result.Message)
			if i == len(inputs)-1 {
				refused = refused.Breaking(result.Code)
			}
			return refused
		}
	}
	return nil
}

func (r *running) inputs(ctx context.Context, scans []meta.Scan) ([]station.Input, error) {
	inputs := make([]station.Input, len(scans))
	for i, scan := range scans {
		value, err := r.value(ctx, scan.Value)
		if err != nil {
			return nil, err
		}
		written, err := json.Marshal(value)
		if err != nil {
			return nil, fmt.Errorf("write scan %d: %w", i+1, err)
		}
		inputs[i] = station.Input{Kind: station.KindScan, Value: written}
		if scan.Kind != "" {
			inputs[i].Kind = scan.Kind
		}
	}
	return inputs, nil
}
