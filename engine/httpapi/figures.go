package httpapi

import (
	"context"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/home"
	"github.com/wareloom/wareloom/engine/printing"
	"github.com/wareloom/wareloom/engine/printing/figures"
	"github.com/wareloom/wareloom/engine/report"
	"github.com/wareloom/wareloom/engine/store"
)

// reportPaper draws an answer as a PDF, with what it was narrowed to.
func (q *request) reportPaper(answer *report.Answer) ([]byte, error) {
	var facts []report.Fact
	err := q.read(func(ctx context.Context, tx *store.Tx) (err error) {
		facts, err = q.api.Reports.Facts(ctx, tx, q.rights, answer, q.language)
		return err
	})
	if err != nil {
		return nil, err
	}
	paper := figures.PaperOf(answer, facts, q.reader(), q.language, q.actor().Name(), q.api.Reports.Now())
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
	paper := &figures.Paper{Title: page.Title, Parts: figures.OfHome(page, reader), Foot: figures.Foot(q.actor().Name(), a.Reports.Now(), reader.Zone), Language: q.language}
	content, err := a.Papers.Figures(q.ctx, paper)
	return printed{&printing.Paper{Name: page.Title + ".pdf", Type: "application/pdf", Content: content}}, err
}

// reader is the caller as a reader of paper.
func (q *request) reader() figures.Reader {
	word := func(key string, params fault.Params) string { return q.api.texts.Word(q.language, key, params) }
	return figures.Reader{Word: word, Zone: q.api.Reports.Zone(q.ctx, q.actor())}
}
