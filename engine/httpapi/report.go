package httpapi

import (
	"context"
	"slices"

	"github.com/wareloom/wareloom/engine/exchange"
	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/meta"
	"github.com/wareloom/wareloom/engine/printing"
	"github.com/wareloom/wareloom/engine/report"
	"github.com/wareloom/wareloom/engine/store"
)

// reportQuery answers the figures of a report.
func (a *API) reportQuery(q *request) (any, error) {
	var body struct {
		Params map[string]any `json:"params"`
		MenuID int            `json:"menuId"`
	}
	if err := q.bind(&body); err != nil {
		return nil, err
	}
	return q.report(q.Param("key"), body.Params, body.MenuID)
}

// report answers a report; without params as the menu entry begins it, if one is
// named.
func (q *request) report(key string, params map[string]any, menuID int) (answer *report.Answer, err error) {
	ask := report.Ask{Report: key, Params: params, Language: q.language}
	if item, ok := q.release.Menus[menuID]; ok && item.Screen == "report:"+key {
		ask.Start = item.Params
	}
	err = q.read(func(ctx context.Context, tx *store.Tx) (err error) {
		answer, err = q.api.Reports.Run(ctx, tx, q.rights, ask)
		return err
	})
	return answer, err
}

// reportExport writes a report into a file and answers its key.
func (a *API) reportExport(q *request) (any, error) {
	body := struct {
		Params map[string]any `json:"params"`
		Format string         `json:"format"`
	}{Format: exchange.FormatXLSX}
	if err := q.bind(&body); err != nil {
		return nil, err
	}
	if !slices.Contains([]string{exchange.FormatXLSX, exchange.FormatCSV, printing.FormatPDF}, body.Format) {
		return nil, wrong("format")
	}
	known, ok := q.release.Reports[q.Param("key")]
	if !ok {
		return nil, fault.New(fault.NotFound, "screen.unknown", "key", q.Param("key"))
	}
	if err := q.rights.Require(known.Table.Right(meta.Export)); err != nil {
		return nil, err
	}
	answer, err := q.report(known.Key, body.Params, 0)
	if err != nil {
		return nil, err
	}
	content, err := q.reportFile(answer, body.Format)
	if err != nil {
		return nil, err
	}
	return q.write(func(ctx context.Context, tx *store.Tx) (any, error) {
		return a.Files.PutSeen(ctx, tx, q.actor().UserID, answer.Title+"."+body.Format, content, q.rights.Sight(known.Table.Right(meta.Export), known.Tables(), known.Paths()...))
	})
}

// reportFile writes an answer into a file of a format.
func (q *request) reportFile(answer *report.Answer, format string) ([]byte, error) {
	if format == printing.FormatPDF {
		return q.reportPaper(answer)
	}
	titles, rows := answer.Cells()
	return exchange.WriteFigures(format, titles, rows)
}
