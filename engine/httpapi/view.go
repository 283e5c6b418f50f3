package httpapi

import (
	"context"

	"github.com/wareloom/wareloom/engine/store"
	"github.com/wareloom/wareloom/engine/view"
)

// rightShare is what sharing a view with a role asks for.
const rightShare = "role.update"

// viewList gives the saved views of a screen, and whether the caller may share.
func (a *API) viewList(q *request) (any, error) {
	var body struct {
		Screen string `json:"screen"`
	}
	if err := q.bind(&body); err != nil {
		return nil, err
	}
	var views []view.View
	err := q.read(func(ctx context.Context, tx *store.Tx) (err error) {
		views, err = a.Views.List(ctx, tx, q.actor(), body.Screen)
		return err
	})
	return map[string]any{"views": views, "mayShare": q.rights.Can(rightShare)}, err
}

// viewSave keeps a view.
func (a *API) viewSave(q *request) (any, error) {
	var next view.View
	if err := q.bind(&next); err != nil {
		return nil, err
	}
	return q.write(func(ctx context.Context, tx *store.Tx) (any, error) {
		return a.Views.Save(ctx, tx, q.actor(), q.rights.Can(rightShare), next)
	})
}

// viewDelete removes a view.
func (a *API) viewDelete(q *request) (any, error) {
	var body struct {
		ID int64 `json:"id"`
	}
	if err := q.bind(&body); err != nil {
		return nil, err
	}
	return q.write(func(ctx context.Context, tx *store.Tx) (any, error) {
		return nil, a.Views.Delete(ctx, tx, q.actor(), q.rights.Can(rightShare), body.ID)
	})
}
