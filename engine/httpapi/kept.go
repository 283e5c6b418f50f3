package httpapi

import (
	"context"

	"github.com/wareloom/wareloom/engine/ddl"
	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/store"
)

// userTable holds the people, in whose history stands what they took out of the database.
const userTable = "user"

// noteDropped is what the history of a person says of it.
const noteDropped = "drop_column"

// keptColumn is a column, or a table, that the release in force does without.
type keptColumn struct {
	Column  string `json:"column"` // table.field, or the table; what one consents to
	Table   string `json:"table"`
	Title   string `json:"title"` // of the table; "" of one that is gone
	Field   string `json:"field"`
	Type    string `json:"type"`
	Values  int    `json:"values"`
	Release int64  `json:"release"`
	Since   any    `json:"since"`
	Until   any    `json:"until"`
	MayGo   bool   `json:"mayGo"`
}

// columnsList tells what is kept of fields and tables that metadata no longer has.
func (a *API) columnsList(q *request) (any, error) {
	list, err := a.Releases.Kept(q.ctx)
	rows := make([]keptColumn, len(list))
	for i, k := range list {
		until := k.Until()
		rows[i] = keptColumn{
			Column: k.Name(), Table: k.Table, Field: k.Field, Type: k.Type, Values: k.Values, Release: k.Release,
			Since: rfc3339(k.Since), Until: rfc3339(until.UnixMilli()), MayGo: !a.Now().Before(until),
		}
		if t, exists := q.release.Tables[k.Table]; exists {
			rows[i].Title = t.Meta.Title.In(q.language)
		}
	}
	return rows, err
}

// columnsDrop takes one of them out of the database for good. Who consents says its name
// once more.
func (a *API) columnsDrop(q *request) (any, error) {
	var body struct {
		Table   string `json:"table"`
		Field   string `json:"field"`
		Consent string `json:"consent"`
	}
	if err := q.bind(&body); err != nil {
		return nil, err
	}
	of := ddl.Kept{Table: body.Table, Field: body.Field, Author: q.person().Account}
	if body.Table == "" {
		return nil, missing("table")
	}
	if body.Consent != of.Name() {
		return nil, fault.New(fault.Invalid, "ddl.not_consented", "name", of.Name()).On("consent")
	}
	gone, err := a.Releases.DropKept(q.ctx, of, func(ctx context.Context, tx *store.Tx) error {
		table, err := q.release.Table(userTable)
		if err != nil {
			return err
		}
		return a.Records.Note(ctx, tx, q.rights, table, q.person().UserID, noteDropped, of.Name())
	})
	return map[string]any{"values": gone.Values}, err
}
