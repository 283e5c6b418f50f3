package httpapi

import (
	"context"
	"encoding/json"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/store"
)

// endpoint runs a plugin's own call in a transaction, once.
func (a *API) endpoint(q *request) (any, error) {
	e, ok := a.endpoints[q.Param("plugin")+"/"+q.Param("name")]
	if !ok {
		return nil, fault.New(fault.NotFound, "endpoint.unknown")
	}
	if err := q.rights.Require(e.Right); err != nil {
		return nil, err
	}
	body := json.RawMessage("{}")
	if err := q.bind(&body); err != nil {
		return nil, err
	}
	return q.write(func(ctx context.Context, tx *store.Tx) (any, error) {
		data, err := a.Documents.Open(ctx, tx, q.release, q.actor())
		if err != nil {
			return nil, err
		}
		return e.Handle(ctx, data, body)
	})
}
