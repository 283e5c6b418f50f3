package httpapi

import (
	"context"

	"github.com/wareloom/wareloom/engine/record"
	"github.com/wareloom/wareloom/engine/store"
)

// accountTable is the table of the engine's own metadata that persons are rows of.
const accountTable = "user"

// ownFields are the fields of one's own row that one may change oneself.
var ownFields = []string{"true_name", "mobile", "email", "language"}

// device is an open session as its user sees it.
type device struct {
	ID      int64  `json:"id"`
	Address string `json:"address"`
	Agent   string `json:"agent"`
	Since   any    `json:"since"`
	Used    any    `json:"used"` // to within ten minutes
	Here    bool   `json:"here"`
}

// accountGet answers one's own row and the devices one is signed in on.
func (a *API) accountGet(q *request) (any, error) {
	answer := map[string]any{}
	err := q.read(func(ctx context.Context, tx *store.Tx) error {
		rights, err := a.Records.Elevate(ctx, tx, q.rights)
		if err != nil {
			return err
		}
		row, err := a.Query.One(ctx, tx, rights, accountTable, q.actor().UserID)
		if err != nil {
			return err
		}
		for _, field := range append([]string{"account"}, ownFields...) {
			answer[field] = row[field]
		}
		answer["devices"], err = q.devices(ctx, tx)
		return err
	})
	return answer, err
}

func (q *request) devices(ctx context.Context, tx *store.Tx) ([]device, error) {
	sessions, err := q.api.Auth.Sessions(ctx, tx, q.actor().UserID)
	list := []device{}
	for _, s := range sessions {
		list = append(list, device{
			ID: s.ID, Address: s.Address, Agent: s.Agent, Since: rfc3339(s.CreatedAt), Used: rfc3339(s.UsedAt()),
			Here: s.ID == q.session.ID && q.session.Key == "",
		})
	}
	return list, err
}

// accountSave changes one's own name and ways to be reached.
func (a *API) accountSave(q *request) (any, error) {
	given := record.Row{}
	if err := q.bind(&given); err != nil {
		return nil, err
	}
	row := record.Row{"id": q.actor().UserID}
	for _, field := range ownFields {
		if value, ok := given[field]; ok {
			row[field] = value
		}
	}
	return q.write(func(ctx context.Context, tx *store.Tx) (any, error) {
		rights, err := a.Records.Elevate(ctx, tx, q.rights)
		if err != nil {
			return nil, err
		}
		_, err = a.Records.SaveMany(ctx, tx, rights, accountTable, []record.Row{row})
		return nil, err
	})
}

// accountEnd signs one out on another device.
func (a *API) accountEnd(q *request) (any, error) {
	id, err := q.bindID()
	if err != nil {
		return nil, err
	}
	return q.write(func(ctx context.Context, tx *store.Tx) (any, error) {
		return nil, a.Auth.EndSession(ctx, tx, q.actor().UserID, id)
	})
}
