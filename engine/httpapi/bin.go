package httpapi

import (
	"context"

	"github.com/wareloom/wareloom/engine/record"
	"github.com/wareloom/wareloom/engine/store"
)

// binList lists deleted records that the caller may bring back.
func (a *API) binList(q *request) (any, error) {
	var ask record.BinRequest
	if err := q.bind(&ask); err != nil {
		return nil, err
	}
	type titled struct {
		record.Binned
		Title string `json:"title"`
	}
	rows, next := []titled{}, int64(0)
	err := q.read(func(ctx context.Context, tx *store.Tx) error {
		found, before, err := a.Records.Bin(ctx, tx, q.rights, ask)
		for _, one := range found {
			rows = append(rows, titled{one, q.release.Tables[one.Table].Meta.Title.In(q.language)})
		}
		next = before
		return err
	})
	return map[string]any{"rows": rows, "next": next}, err
}
