package httpapi

import (
	"cmp"
	"context"
	"time"

	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/home"
	"github.com/wareloom/wareloom/engine/printing"
	"github.com/wareloom/wareloom/engine/printing/figures"
	"github.com/wareloom/wareloom/engine/report"
	"github.com/wareloom/wareloom/engine/store"
)

// reportPaper draws an answer as a PDF, with what it was narrowed to.
func (q *request) reportPaper(answer *report.Answer) ([]byte, error) {
	reader := q.reader()
	paper := &figures.Paper{Title: answer.Title, Parts: []figures.Part{figures.Of(answer, reader)}, Foot: q.foot(reader.Zone), Language: q.language}
	err := q.read(func(ctx context.Context, tx *store.Tx) (err error) {
		paper.Facts, err = q.api.Reports.Facts(ctx, tx, q.rights, answer, q.language)
		return err
	})
	if err != nil {
		return nil, err
	}
	return q.api.Papers.Figures(q.ctx, paper)
}

// homePaper answers one's home page as a PDF. Nothing is kept of it.
func (a *API) homePaper(q *request) (any, error) {
	var page *home.Page
	err := q.read(func(ctx context.Context, tx *store.Tx) (err error) {
		page, err = a.Homes.Get(ctx, tx, home.Ask{Rights: q.rights, Language: q.language, Ways: q.caller(tx)})
		return err
	})
	if err != nil {
		return nil, err
	}
	reader := q.reader()
	paper := &figures.Paper{Title: page.Title, Parts: figures.OfHome(page, reader), Foot: q.foot(reader.Zone), Language: q.language}
	content, err := a.Papers.Figures(q.ctx, paper)
	return printed{&printing.Paper{Name: page.Title + ".pdf", Type: "application/pdf", Content: content}}, err
}

// reader is the caller as a reader of paper.
func (q *request) reader() figures.Reader {
	word := func(key string, params fault.Params) string { return q.api.texts.Word(q.language, key, params) }
	return figures.Reader{Word: word, Zone: q.api.Reports.Zone(q.ctx, q.actor())}
}

// foot says who took the figures, and when.
func (q *request) foot(zone *time.Location) string {
	return cmp.Or(q.actor().TrueName, q.actor().Account) + " · " + catalog.Moment(q.api.Reports.Now(), zone)
}
