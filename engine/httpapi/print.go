package httpapi

import (
	"context"
	"encoding/json"
	"mime"
	"net/http"
	"strconv"

	"github.com/labstack/echo/v4"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/printing"
	"github.com/wareloom/wareloom/engine/store"
)

// printAsk names what is printed: a template, or the menu entry or the table whose
// first one it is.
type printAsk struct {
	Template string  `json:"template"`
	MenuID   int     `json:"menuId"`
	Type     string  `json:"type"`
	IDs      []int64 `json:"ids"`
	Format   string  `json:"format"`
	DPI      int     `json:"dpi"`
}

// printRender answers records on paper as a file. Nothing is kept of it.
func (a *API) printRender(q *request) (any, error) {
	ask := printAsk{Format: printing.FormatPDF}
	if err := q.bind(&ask); err != nil {
		return nil, err
	}
	template, err := q.template(ask)
	if err != nil {
		return nil, err
	}
	var paper *printing.Paper
	err = q.read(func(ctx context.Context, tx *store.Tx) (err error) {
		paper, err = a.Papers.Render(ctx, tx, q.rights, printing.Ask{
			Template: template, IDs: ask.IDs, Format: ask.Format, DPI: ask.DPI, Language: q.language,
		})
		return err
	})
	return printed{paper}, err
}

// template finds the template that is meant.
func (q *request) template(ask printAsk) (string, error) {
	if ask.Template != "" {
		return ask.Template, nil
	}
	table := ask.Type
	if item, ok := q.release.Menus[ask.MenuID]; ok {
		table = item.ScreenKey()
		if list, ok := q.release.Lists[table]; ok {
			table = list.Table.Key
		}
	}
	if _, ok := q.release.Prints[table]; ok {
		return table, nil
	}
	templates := q.release.PrintsOf(table)
	if len(templates) == 0 {
		return "", fault.New(fault.NotFound, "print.unknown", "key", table)
	}
	return templates[0].Key, nil
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
		header.Set(headerNotices, strconv.QuoteToASCII(string(text)))
	}
	return q.Blob(http.StatusOK, p.Type, p.Content)
}
