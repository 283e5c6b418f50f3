package httpapi

import (
	"context"
	"fmt"
	"strings"

	"github.com/wareloom/wareloom/engine/auth"
	"github.com/wareloom/wareloom/engine/store"
)

// loadDropDown answers the values of dropdowns: of "where" the codes, of the other
// members the parameters.
func (a *API) loadDropDown(q *request) (any, error) {
	body := map[string]any{}
	if err := q.bind(&body); err != nil {
		return nil, err
	}
	where, _ := body["where"].(string)
	if where == "" {
		return nil, missing("where")
	}
	delete(body, "where")
	codes := strings.Split(where, ",")
	for i, code := range codes {
		codes[i] = strings.TrimSpace(code)
	}
	if err := q.nobodysRights(); err != nil {
		return nil, err
	}
	page, err := a.Query.Dropdown(q.ctx, q.rights, codes, body)
	if err != nil {
		return nil, err
	}
	return pageAnswer{page}, nil
}

// nobodysRights are the rights of a call without a session: none.
func (q *request) nobodysRights() error {
	if q.signedIn() {
		return nil
	}
	err := q.read(func(ctx context.Context, tx *store.Tx) (err error) {
		q.rights, err = q.api.Access.For(ctx, tx, q.release, auth.Actor{Language: q.language})
		return err
	})
	if err != nil {
		return fmt.Errorf("rights of nobody: %w", err)
	}
	return nil
}
