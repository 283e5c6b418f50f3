package httpapi

import (
	"context"

	"github.com/wareloom/wareloom/engine/home"
	"github.com/wareloom/wareloom/engine/store"
)

// homeGet answers one's home page with all that its cards show.
func (a *API) homeGet(q *request) (any, error) {
	var page *home.Page
	err := q.read(func(ctx context.Context, tx *store.Tx) (err error) {
		page, err = a.Homes.Get(ctx, tx, home.Ask{Rights: q.rights, Language: q.language, Ways: q.caller(tx)})
		return err
	})
	return page, err
}

// homeSave keeps where one wants one's cards; without places they lie as metadata
// has them.
func (a *API) homeSave(q *request) (any, error) {
	var body struct {
		Home   string      `json:"home"`
		Places home.Places `json:"places"`
	}
	if err := q.bind(&body); err != nil {
		return nil, err
	}
	if _, ok := q.release.Model.Homes[body.Home]; !ok {
		return nil, wrong("home")
	}
	return q.write(func(ctx context.Context, tx *store.Tx) (any, error) {
		return nil, home.Save(ctx, tx, q.actor().UserID, body.Home, body.Places)
	})
}
