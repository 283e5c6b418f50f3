package httpapi

import (
	"context"
	"time"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/printing"
	"github.com/wareloom/wareloom/engine/store"
)

// printLog tells which records were printed by a template, how often, and by whom last.
func (a *API) printLog(q *request) (any, error) {
	var ask printAsk
	if err := q.bind(&ask); err != nil {
		return nil, err
	}
	template, err := q.template(ask)
	if err != nil {
		return nil, err
	}
	type print struct {
		Record int64     `json:"record"`
		Times  int64     `json:"times"`
		User   string    `json:"user"`
		At     time.Time `json:"at"`
		Copies int64     `json:"copies"`
		Reason string    `json:"reason"`
	}
	prints := []print{}
	err = q.read(func(ctx context.Context, tx *store.Tx) error {
		found, err := a.Papers.Log(ctx, tx, q.rights, template, ask.IDs)
		for _, p := range found {
			prints = append(prints, print{p.Record, p.Times, p.User, p.At, p.Copies, p.Reason})
		}
		return err
	})
	return prints, err
}

// jobAsk is what is printed for good, and where.
type jobAsk struct {
	printAsk
	Printer     string `json:"printer"`
	Workstation string `json:"workstation"`
	Copies      int    `json:"copies"`
	Reason      string `json:"reason"`
}

// printJob takes a print on and answers what became of each record.
func (a *API) printJob(q *request) (any, error) {
	var ask jobAsk
	if err := q.bind(&ask); err != nil {
		return nil, err
	}
	if ask.Workstation != "" {
		return nil, fault.New(fault.Invalid, "print.no_workstation", "workstation", ask.Workstation).On("workstation")
	}
	template, err := q.template(ask.printAsk)
	if err != nil {
		return nil, err
	}
	return q.write(func(ctx context.Context, tx *store.Tx) (any, error) {
		job, err := a.Papers.Print(ctx, tx, q.rights, printing.Order{
			Template: template, IDs: ask.IDs, Printer: ask.Printer, Copies: ask.Copies, Reason: ask.Reason,
		})
		if err != nil {
			return nil, err
		}
		labels := make([]map[string]any, len(job.Labels))
		for i, label := range job.Labels {
			labels[i] = map[string]any{"record": label.Record, "state": label.State}
		}
		return map[string]any{"job": map[string]any{"id": job.ID, "labels": labels}}, nil
	})
}
