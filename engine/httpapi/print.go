package httpapi

import (
	"context"
	"encoding/json"
	"mime"
	"net/http"
	"net/url"
	"strconv"

	"github.com/labstack/echo/v4"

	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/meta"
	"github.com/wareloom/wareloom/engine/printing"
	"github.com/wareloom/wareloom/engine/printing/spool"
	"github.com/wareloom/wareloom/engine/store"
)

// printAsk names what is printed: a template, or the menu entry or the table whose
// first one it is.
type printAsk struct {
	Template string  `json:"template"`
	MenuID   int     `json:"menuId"`
	Type     string  `json:"type"`
	IDs      []int64 `json:"ids"`
}

// renderAsk is how it is drawn.
type renderAsk struct {
	printAsk
	Format string `json:"format"`
	DPI    int    `json:"dpi"`
	Copies int    `json:"copies"`
	Pages  string `json:"pages"`
	// Present has what was printed before drawn by the template as it is now, too.
	Present bool `json:"present"`
}

// printRender answers records on paper as a file, or a job that makes one of more records than
// anybody would wait for. Nothing is noted as printed.
func (a *API) printRender(q *request) (any, error) {
	ask := renderAsk{Format: printing.FormatPDF}
	if err := q.bind(&ask); err != nil {
		return nil, err
	}
	template, err := q.template(ask.printAsk)
	if err != nil {
		return nil, err
	}
	asked := printing.Ask{
		Template: template, IDs: ask.IDs, Format: ask.Format, DPI: ask.DPI, Copies: ask.Copies, Pages: ask.Pages, Language: q.language,
	}
	if len(ask.IDs) > printing.MostRecords {
		return q.renderLater(asked)
	}
	rights, err := q.drawnBy(template, ask)
	if err != nil {
		return nil, err
	}
	var paper *printing.Paper
	err = q.read(func(ctx context.Context, tx *store.Tx) (err error) {
		paper, err = a.Papers.Render(ctx, tx, rights, asked)
		return err
	})
	return printed{paper}, err
}

// renderLater has a job draw what the caller may print.
func (q *request) renderLater(asked printing.Ask) (any, error) {
	template, err := q.api.Papers.Fileable(q.rights, asked)
	if err != nil {
		return nil, err
	}
	return q.write(func(ctx context.Context, tx *store.Tx) (any, error) {
		return q.enqueue(ctx, tx, spool.JobRender, spool.Rendering{Ask: asked, Table: template.Table.Key, Actor: q.actor()})
	})
}

// template finds the template that is meant.
func (q *request) template(ask printAsk) (string, error) {
	if ask.Template != "" {
		return ask.Template, nil
	}
	templates, err := q.preferred(ask)
	if err != nil {
		return "", err
	}
	if len(templates) == 0 {
		return "", fault.New(fault.NotFound, "print.unknown", "key", ask.Type)
	}
	return templates[0].Key, nil
}

// templates are those of a menu entry's table or of a type: a table, or one template.
func (q *request) templates(ask printAsk) []*catalog.Print {
	table := ask.Type
	if item, ok := q.release.Menus[ask.MenuID]; ok {
		table = item.ScreenKey()
		if list, ok := q.release.Lists[table]; ok {
			table = list.Table.Key
		}
	}
	if one, ok := q.release.Prints[table]; ok {
		return []*catalog.Print{one}
	}
	return q.release.PrintsOf(table)
}

// preferred are the same, those first that are meant for the first record.
func (q *request) preferred(ask printAsk) (templates []*catalog.Print, err error) {
	err = q.read(func(ctx context.Context, tx *store.Tx) error {
		templates, err = q.api.Papers.Preferred(ctx, tx, q.rights, q.templates(ask), ask.IDs)
		return err
	})
	return templates, err
}

// printTemplates lists the templates of a menu entry or a table that the caller may print
// by.
func (a *API) printTemplates(q *request) (any, error) {
	var ask printAsk
	if err := q.bind(&ask); err != nil {
		return nil, err
	}
	type template struct {
		Key    string  `json:"key"`
		Title  string  `json:"title"`
		Width  float64 `json:"width"`  // mm
		Height float64 `json:"height"` // mm
	}
	templates, err := q.preferred(ask)
	if err != nil {
		return nil, err
	}
	found := []template{}
	for _, p := range templates {
		if q.rights.Can(p.Right()) && (p.Reads() == "" || q.rights.Can(p.Reads())) {
			found = append(found, template{p.Key, p.Meta.Title.In(q.language), p.Meta.Paper.Width, p.Meta.Paper.Height})
		}
	}
	return found, nil
}

// printDraft answers a template as it is being designed, under the change set that the
// call names: its pages, where its bands lie, and what to look at.
func (a *API) printDraft(q *request) (any, error) {
	if err := q.rights.Require(meta.RightDev); err != nil {
		return nil, err
	}
	var ask struct {
		Template string  `json:"template"`
		IDs      []int64 `json:"ids"`
		Sample   string  `json:"sample"`
		Language string  `json:"language"`
		DPI      int     `json:"dpi"`
	}
	if err := q.bind(&ask); err != nil {
		return nil, err
	}
	sketch := printing.Sketch{Template: ask.Template, IDs: ask.IDs, Sample: ask.Sample, Language: ask.Language, DPI: ask.DPI}
	if sketch.Language == "" {
		sketch.Language = q.language
	}
	var drawn *printing.Drawn
	err := q.read(func(ctx context.Context, tx *store.Tx) (err error) {
		drawn, err = a.Papers.Draft(ctx, tx, q.rights, sketch)
		return err
	})
	return drawn, err
}

// headerNotices carries what a person should look at before he prints: the first ones
// as JSON, escaped, since headers are ASCII.
const headerNotices = "X-Print-Notices"

// mostNotices bounds the notices of a header.
const mostNotices = 20

// printed is sent as a file.
type printed struct{ *printing.Paper }

func (p printed) answer(q *request) error {
	header := q.Response().Header()
	header.Set(echo.HeaderContentDisposition, mime.FormatMediaType("inline", map[string]string{"filename": p.Name}))
	header.Set("X-Print-Pages", strconv.Itoa(p.Pages))
	if len(p.Notices) > 0 {
		text, err := json.Marshal(p.Notices[:min(len(p.Notices), mostNotices)])
		if err != nil {
			return err
		}
		header.Set(headerNotices, url.PathEscape(string(text)))
	}
	return q.Blob(http.StatusOK, p.Type, p.Content)
}
