package httpapi

import (
	"context"
	"time"

	"github.com/wareloom/wareloom/engine/access"
	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/files"
	"github.com/wareloom/wareloom/engine/store"
)

// What the history of a record says of its files.
const (
	noteAttach = "attach"
	noteDetach = "detach"
)

// attachment is a file of a record as its page shows it.
type attachment struct {
	files.Attachment
	At   time.Time `json:"at"`
	User string    `json:"user"` // name of who attached it
}

// attachmentCall names a record, and a file to put there or to take away.
type attachmentCall struct {
	ID         int64  `json:"id"`
	File       string `json:"file"`
	Attachment int64  `json:"attachment"`
}

// bindAttachment binds a call about the files of a record of a table that has some.
func (q *request) bindAttachment() (attachmentCall, files.Record, error) {
	var body attachmentCall
	if err := q.bind(&body); err != nil {
		return body, files.Record{}, err
	}
	if body.ID == 0 {
		return body, files.Record{}, missing("id")
	}
	if !q.table.Attaches() {
		return body, files.Record{}, fault.New(fault.Invalid, "file.no_attachments", "table", q.table.Meta.Title)
	}
	return body, files.Record{Table: q.table.Key, ID: body.ID}, nil
}

// attachments lists the files of a record; who reads it reads them.
func (a *API) attachments(q *request) (any, error) {
	body, of, err := q.bindAttachment()
	if err != nil {
		return nil, err
	}
	rows := []attachment{}
	err = q.read(func(ctx context.Context, tx *store.Tx) error {
		if err := a.Records.Reach(ctx, tx, q.rights, q.table, access.Read, body.ID); err != nil {
			return err
		}
		found, err := a.Files.Attachments(ctx, tx, of)
		if err != nil {
			return err
		}
		ids := make([]int64, len(found))
		for i, one := range found {
			ids[i] = one.UserID
		}
		names, err := a.Records.UserNames(ctx, tx, q.release, ids)
		for _, one := range found {
			rows = append(rows, attachment{one, time.UnixMilli(one.At).UTC(), names[one.UserID]})
		}
		return err
	})
	return map[string]any{"rows": rows}, err
}

// attach puts a file that the caller brought, or may read, beside a record; who
// changes the record changes its files.
func (a *API) attach(q *request) (any, error) {
	body, of, err := q.bindAttachment()
	if err != nil {
		return nil, err
	}
	return q.write(func(ctx context.Context, tx *store.Tx) (any, error) {
		if err := a.Records.Reach(ctx, tx, q.rights, q.table, access.Update, body.ID); err != nil {
			return nil, err
		}
		file, err := q.readableFile(ctx, tx, body.File)
		if fault.CodeOf(err) == fault.NotFound {
			return nil, fault.New(fault.Invalid, "file.unknown").On("file").Breaking("file")
		}
		if err != nil {
			return nil, err
		}
		if err := a.Files.Attach(ctx, tx, of, file.Key, q.actor().UserID, tx.Now().UnixMilli()); err != nil {
			return nil, err
		}
		return nil, a.Records.Note(ctx, tx, q.rights, q.table, body.ID, noteAttach, file.Name)
	})
}

// detach takes a file away from a record.
func (a *API) detach(q *request) (any, error) {
	body, of, err := q.bindAttachment()
	if err != nil {
		return nil, err
	}
	return q.write(func(ctx context.Context, tx *store.Tx) (any, error) {
		if err := a.Records.Reach(ctx, tx, q.rights, q.table, access.Update, body.ID); err != nil {
			return nil, err
		}
		name, err := a.Files.Detach(ctx, tx, of, body.Attachment)
		if err != nil {
			return nil, err
		}
		return nil, a.Records.Note(ctx, tx, q.rights, q.table, body.ID, noteDetach, name)
	})
}

// attachedWithin reports whether a file is beside a record that the caller may read.
func (q *request) attachedWithin(ctx context.Context, tx *store.Tx, key string) (bool, error) {
	records, err := q.api.Files.AttachedTo(ctx, tx, key)
	for _, of := range records {
		table, known := q.release.Tables[of.Table]
		if !known || !table.Attaches() {
			continue
		}
		if reached, err := q.reaches(ctx, tx, table, of.ID); reached || err != nil {
			return reached, err
		}
	}
	return false, err
}

func (q *request) reaches(ctx context.Context, tx *store.Tx, table *catalog.Table, id int64) (bool, error) {
	err := q.api.Records.Reach(ctx, tx, q.rights, table, access.Read, id)
	if code := fault.CodeOf(err); code == fault.Denied || code == fault.NotFound {
		return false, nil
	}
	return err == nil, err
}
