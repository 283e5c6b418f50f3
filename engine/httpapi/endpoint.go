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
		if e.Of != "" {
			if err := q.reads(ctx, tx, e.Of, body); err != nil {
				return nil, err
			}
		}
		data, err := a.Documents.Open(ctx, tx, q.release, q.actor())
		if err != nil {
			return nil, err
		}
		return e.Handle(ctx, data, body)
	})
}

// reads refuses a body whose id names no record of a table that the caller may read.
func (q *request) reads(ctx context.Context, tx *store.Tx, table string, body json.RawMessage) error {
	var named struct {
		ID int64 `json:"id"`
	}
	if err := json.Unmarshal(body, &named); err != nil || named.ID == 0 {
		return missing("id")
	}
	_, err := q.api.Query.One(ctx, tx, q.rights, table, named.ID)
	return err
}
