package httpapi

import (
	"context"
	"log/slog"
	"strconv"

	"github.com/wareloom/wareloom/engine/access"
	"github.com/wareloom/wareloom/engine/auth"
	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/query"
	"github.com/wareloom/wareloom/engine/report"
	"github.com/wareloom/wareloom/engine/store"
)

// roleTable holds the roles that one may look as.
const roleTable = "role"

// rightPreview is what looking as a role asks for: that of who gives roles their
// rights.
const rightPreview = "role.update"

// What the history of a role says of those who looked as it.
const (
	notePreview    = "preview"
	notePreviewEnd = "preview_end"
)

// look turns the caller of a session that looks as a role into a user of that role,
// for whom nothing changes.
func (q *request) look() error {
	preview := q.session.Preview
	if preview == nil {
		return nil
	}
	if q.route.changes() && !q.route.previewed {
		return access.ReadOnly()
	}
	q.session.Actor = q.api.Auth.As(q.session.Actor, *preview)
	return nil
}

// person is who really calls, whatever role he looks as.
func (q *request) person() auth.Actor {
	if own := q.actor().Own; own != nil {
		return *own
	}
	return q.actor()
}

// previewStart has the session look at the product as a role; where its users belong
// to owners, as one who belongs to the named one.
func (a *API) previewStart(q *request) (any, error) {
	var body struct {
		Role  int64 `json:"role"`
		Owner int64 `json:"owner"`
	}
	if err := q.bind(&body); err != nil {
		return nil, err
	}
	return q.write(func(ctx context.Context, tx *store.Tx) (any, error) {
		preview, err := q.previewOf(ctx, tx, body.Role, body.Owner)
		if err != nil {
			return nil, err
		}
		if err := q.notePreview(ctx, tx, preview, notePreview); err != nil {
			return nil, err
		}
		return nil, a.Auth.StartPreview(ctx, tx, q.session.ID, preview)
	})
}

// previewOf checks that the caller sees the role, and the owner where one is needed.
func (q *request) previewOf(ctx context.Context, tx *store.Tx, id, owner int64) (auth.Preview, error) {
	role, err := q.api.Query.One(ctx, tx, q.rights, roleTable, id)
	if err != nil {
		return auth.Preview{}, err
	}
	userType, _ := role["user_type"].(string)
	preview := auth.Preview{Role: id, UserType: userType}
	declared, ok := q.release.UserTypes[userType]
	switch {
	case role["enabled"] != true || !ok:
		return preview, fault.New(fault.Invalid, "preview.not_enabled").On("role")
	case declared.Owner == nil:
		return preview, nil
	case owner == 0:
		return preview, missing("owner")
	}
	preview.Owner = owner
	_, err = q.api.Query.One(ctx, tx, q.rights, declared.Owner.Table, owner)
	return preview, err
}

// previewEnd has the session look as itself again.
func (a *API) previewEnd(q *request) (any, error) {
	return q.write(func(ctx context.Context, tx *store.Tx) (any, error) {
		if q.session.Preview == nil {
			return nil, nil
		}
		if err := q.notePreview(ctx, tx, *q.session.Preview, notePreviewEnd); err != nil {
			return nil, err
		}
		return nil, a.Auth.EndPreview(ctx, tx, q.session.ID)
	})
}

// notePreview tells the history of the role, and the log.
func (q *request) notePreview(ctx context.Context, tx *store.Tx, p auth.Preview, action string) error {
	tx.AfterCommit(func() {
		q.api.log.Info("role looked as", slog.String("what", action), slog.Int64("role", p.Role), slog.Int64("owner", p.Owner),
			slog.Int64("by", q.person().UserID), slog.String("address", q.RealIP()))
	})
	table, err := q.release.Table(roleTable)
	if err != nil {
		return err
	}
	return q.api.Records.Note(ctx, tx, q.rights, table, p.Role, action, "")
}

// looksAs is what the shell says of the role that is looked as; nil for none.
func (q *request) looksAs(ctx context.Context, tx *store.Tx) (any, error) {
	p := q.session.Preview
	if p == nil {
		return nil, nil
	}
	rights, err := q.api.Access.For(ctx, tx, q.release, q.person())
	if err != nil {
		return nil, err
	}
	told := map[string]any{"role": p.Role, "userType": p.UserType}
	if told["name"], err = q.labelOf(ctx, tx, rights, roleTable, p.Role); err != nil {
		return nil, err
	}
	if declared, ok := q.release.UserTypes[p.UserType]; ok && declared.Owner != nil {
		told["owner"], err = q.labelOf(ctx, tx, rights, declared.Owner.Table, p.Owner)
	}
	return told, err
}

// labelOf is what people call a record; its number where they may not look it up.
func (q *request) labelOf(ctx context.Context, tx *store.Tx, rights *access.Rights, table string, id int64) (any, error) {
	page, err := q.api.Query.ListIn(ctx, tx, rights, table, query.Request{Where: query.Is("id", query.Eq, id), Size: 1})
	if fault.CodeOf(err) == fault.Denied {
		return strconv.FormatInt(id, 10), nil
	}
	if err != nil {
		return nil, err
	}
	defer page.Release()
	rows, err := report.Rows(page)
	if err != nil || len(rows) == 0 {
		return strconv.FormatInt(id, 10), err
	}
	return rows[0]["_label"], nil
}
