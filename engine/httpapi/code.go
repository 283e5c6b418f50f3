package httpapi

import (
	"strings"

	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/query"
)

// code says what a scanned code means, of all records that the caller may see, or of
// those that a field of a record may name.
func (a *API) code(q *request) (any, error) {
	var body struct {
		Code   string         `json:"code"`
		Into   string         `json:"into"`   // the reference that the code is scanned into, as table.field
		Record map[string]any `json:"record"` // the head of the lines that it stands in
	}
	if err := q.bind(&body); err != nil {
		return nil, err
	}
	switch {
	case strings.TrimSpace(body.Code) == "":
		return nil, missing("code")
	case len(body.Code) > longestCode:
		return nil, wrong("code")
	}
	scanned := query.Scanned{Text: body.Code}
	if body.Into != "" {
		field, ok := q.reference(body.Into)
		if !ok {
			return nil, wrong("into")
		}
		scanned.Table, scanned.Scope, scanned.Offered = field.To, query.ScopeOf(field, body.Record), true
	}
	return a.Query.Code(q.ctx, q.rights, scanned)
}

// longestCode is the most bytes of a code that anything bears.
const longestCode = 400

// reference finds a reference by its table and field.
func (q *request) reference(name string) (*catalog.Field, bool) {
	key, field, _ := strings.Cut(name, ".")
	table, ok := q.release.Tables[key]
	if !ok {
		return nil, false
	}
	f, ok := table.Field(field)
	return f, ok && f.To != nil
}
