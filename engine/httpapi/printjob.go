package httpapi

import (
	"context"
	"time"

	"github.com/wareloom/wareloom/engine/access"
	"github.com/wareloom/wareloom/engine/printing/spool"
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
		// Release is the one whose template drew it.
		Release int64 `json:"release"`
	}
	prints := []print{}
	err = q.read(func(ctx context.Context, tx *store.Tx) error {
		found, err := a.Spool.Log(ctx, tx, q.rights, template, ask.IDs)
		for _, p := range found {
			prints = append(prints, print{p.Record, p.Times, p.User, p.At, p.Copies, p.Reason, p.Release})
		}
		return err
	})
	return prints, err
}

// printPrinters lists the printers that a template may be printed at.
func (a *API) printPrinters(q *request) (any, error) {
	var ask printAsk
	if err := q.bind(&ask); err != nil {
		return nil, err
	}
	printers := []spool.Choice{}
	err := q.read(func(ctx context.Context, tx *store.Tx) error {
		found, err := a.Spool.Printers(ctx, tx, q.rights, ask.Template)
		printers = append([]spool.Choice{}, found...)
		return err
	})
	return printers, err
}

// jobAsk is what is printed for good, and where.
type jobAsk struct {
	printAsk
	Printer     string `json:"printer"`
	Workstation string `json:"workstation"`
	Copies      int    `json:"copies"`
	Pages       string `json:"pages"`
	Reason      string `json:"reason"`
	Present     bool   `json:"present"`
}

// printJob takes a print on and answers what became of each record.
func (a *API) printJob(q *request) (any, error) {
	var ask jobAsk
	if err := q.bind(&ask); err != nil {
		return nil, err
	}
	template, err := q.template(ask.printAsk)
	if err != nil {
		return nil, err
	}
	return q.write(func(ctx context.Context, tx *store.Tx) (any, error) {
		job, err := a.Spool.Print(ctx, tx, q.rights, spool.Order{
			Template: template, IDs: ask.IDs, Printer: ask.Printer, Workstation: ask.Workstation, Copies: ask.Copies, Pages: ask.Pages, Reason: ask.Reason, Present: ask.Present,
		})
		if err != nil {
			return nil, err
		}
		labels := make([]map[string]any, min(len(job.Labels), toldLabels))
		for i := range labels {
			labels[i] = map[string]any{"record": job.Labels[i].Record, "state": job.Labels[i].State}
		}
		return map[string]any{"job": map[string]any{"id": job.ID, "labels": labels, "total": len(job.Labels)}}, nil
	})
}

// drawnBy gives the caller's rights under the release whose template draws a print: what
// was printed before comes out as it did, unless the template is asked for as it is now.
func (q *request) drawnBy(template string, ask renderAsk) (*access.Rights, error) {
	if ask.Present {
		return q.rights, nil
	}
	return q.api.Spool.Again(q.ctx, q.rights, template, ask.IDs)
}

// toldLabels bounds the labels of an answer; all are rows of print_label.
const toldLabels = 500

// printStand has the caller stand at a workstation, by its code; "" has him leave.
func (a *API) printStand(q *request) (any, error) {
	var body struct {
		Code string `json:"code"`
	}
	if err := q.bind(&body); err != nil {
		return nil, err
	}
	return q.write(func(ctx context.Context, tx *store.Tx) (any, error) {
		return a.Spool.StandAt(ctx, tx, q.actor(), body.Code)
	})
}
