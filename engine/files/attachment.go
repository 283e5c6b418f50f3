package files

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/store"
)

// MostAttachments bounds the files of one record.
const MostAttachments = 100

// Record is what files are attached to.
type Record struct {
	Table string `db:"table_key"`
	ID    int64  `db:"record_id"`
}

// Attachment is a file beside a record.
type Attachment struct {
	ID     int64 `db:"id" json:"id"`
	At     int64 `db:"at" json:"-"` // unix milliseconds
	UserID int64 `db:"user_id" json:"user_id"`
	File
}

// Attachments lists the files of a record, the newest first.
func (s Store) Attachments(ctx context.Context, tx *store.Tx, of Record) ([]Attachment, error) {
	const text = `select a.id, a.at, a.user_id, f.key, f.name, f.media_type, f.size, f.digest, f.created_at, f.created_by
		from file_attachment a join file_object f on f.key = a.file_key where a.table_key = ? and a.record_id = ? order by a.id desc`
	found := []Attachment{}
	if err := tx.Select(ctx, &found, text, of.Table, of.ID); err != nil {
		return nil, fmt.Errorf("list files of %s %d: %w", of.Table, of.ID, err)
	}
	return found, nil
}

// Attach puts a file beside a record, at a time in unix milliseconds.
//
// Invalid file.too_many: the record has as many as it may have.
func (s Store) Attach(ctx context.Context, tx *store.Tx, of Record, key string, userID, at int64) error {
	var n int
	if err := tx.Get(ctx, &n, "select count(*) from file_attachment where table_key = ? and record_id = ?", of.Table, of.ID); err != nil {
		return fmt.Errorf("count files of %s %d: %w", of.Table, of.ID, err)
	}
	if n >= MostAttachments {
		return fault.New(fault.Invalid, "file.too_many", "max", MostAttachments).On("file")
	}
	id, err := tx.NextIDs(ctx, 1)
	if err != nil {
		return err
	}
	const text = "insert into file_attachment (id, table_key, record_id, file_key, at, user_id) values (?, ?, ?, ?, ?, ?)"
	if _, err := tx.Exec(ctx, text, id, of.Table, of.ID, key, at, userID); err != nil {
		return fmt.Errorf("attach to %s %d: %w", of.Table, of.ID, err)
	}
	return nil
}

// Detach takes a file away from a record and gives its name; NotFound when it is
// not there.
func (s Store) Detach(ctx context.Context, tx *store.Tx, of Record, id int64) (name string, err error) {
	const find = `select f.name from file_attachment a join file_object f on f.key = a.file_key
		where a.id = ? and a.table_key = ? and a.record_id = ?`
	err = tx.Get(ctx, &name, find, id, of.Table, of.ID)
	if errors.Is(err, sql.ErrNoRows) {
		return "", fault.New(fault.NotFound, "file.unknown")
	}
	if err == nil {
		_, err = tx.Exec(ctx, "delete from file_attachment where id = ?", id)
	}
	if err != nil {
		return "", fmt.Errorf("detach from %s %d: %w", of.Table, of.ID, err)
	}
	return name, nil
}

// AttachedTo lists the records that a file is attached to.
func (s Store) AttachedTo(ctx context.Context, tx *store.Tx, key string) (of []Record, err error) {
	if err := tx.Select(ctx, &of, "select table_key, record_id from file_attachment where file_key = ? order by id", key); err != nil {
		return nil, fmt.Errorf("look for the records of a file: %w", err)
	}
	return of, nil
}
