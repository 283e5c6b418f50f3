package httpapi

import (
	"mime"
	"net/http"

	"github.com/labstack/echo/v4"

	"github.com/wareloom/wareloom/engine/exchange"
)

// cutoverCheck tells what keeps the house from going live.
func (a *API) cutoverCheck(q *request) (any, error) { return a.Cutover(q.ctx, q.language) }

// cutoverTemplates sends the templates of what a house fills before it goes live, packed.
func (a *API) cutoverTemplates(q *request) (any, error) {
	list, err := a.Exchange.Templates(q.ctx, q.language, q.actor())
	if err != nil {
		return nil, err
	}
	content, err := exchange.Pack(list)
	return packed{q.texts.Word(q.language, "exchange.order.title", nil) + ".zip", content}, err
}

// packed is sent as a file.
type packed struct {
	name    string
	content []byte
}

func (p packed) answer(q *request) error {
	q.Response().Header().Set(echo.HeaderContentDisposition, mime.FormatMediaType("attachment", map[string]string{"filename": p.name}))
	return q.Blob(http.StatusOK, "application/zip", p.content)
}
