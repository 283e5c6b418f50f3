package httpapi

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/wareloom/wareloom/engine/access"
	"github.com/wareloom/wareloom/engine/auth"
	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/query"
	"github.com/wareloom/wareloom/engine/report"
	"github.com/wareloom/wareloom/engine/store"
)

// mostPlaces is how many places a person may choose from.
const mostPlaces = 200

// place is somewhere a person may work.
type place struct {
	ID    int64 `json:"id"`
	Label any   `json:"label"`
}

// places lists where the caller may work; none where metadata declares no place,
// or he may not look them up.
func (q *request) places(ctx context.Context, tx *store.Tx) ([]place, error) {
	list := []place{}
	where := q.release.Model.WorkingPlace()
	if where == nil || !q.rights.Can(where.Table+"."+string(access.Lookup)) {
		return list, nil
	}
	ids, limited, err := q.api.Auth.Places(ctx, tx, q.actor().UserID)
	if err != nil {
		return nil, err
	}
	ask := query.Request{Size: mostPlaces, Sort: []string{"id"}}
	if limited {
		ask.Where = query.Is("id", query.In, ids)
	}
	page, err := q.api.Query.ListIn(ctx, tx, q.rights, where.Table, ask)
	if err != nil {
		return nil, err
	}
	defer page.Release()
	rows, err := report.Rows(page)
	for _, row := range rows {
		number, _ := row["id"].(json.Number)
		id, err := number.Int64()
		if err != nil {
			return nil, fmt.Errorf("read place: %w", err)
		}
		list = append(list, place{id, row["_label"]})
	}
	return list, err
}

// setPlace keeps where the caller works from now on; without an id nowhere.
func (a *API) setPlace(q *request) (any, error) {
	var body struct {
		ID int64 `json:"id"`
	}
	if err := q.bind(&body); err != nil {
		return nil, err
	}
	return q.write(func(ctx context.Context, tx *store.Tx) (any, error) {
		list, err := q.places(ctx, tx)
		if err != nil {
			return nil, err
		}
		if body.ID != 0 && !slices.ContainsFunc(list, func(p place) bool { return p.ID == body.ID }) {
			return nil, fault.New(fault.Denied, "auth.no_place")
		}
		return nil, a.Auth.SetPlace(ctx, tx, q.actor().UserID, body.ID)
	})
}

// place is where the caller works; nil for nowhere.
func (q *request) place() any { return q.actor().Values[auth.PlaceValue] }
