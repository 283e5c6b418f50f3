package record

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/Masterminds/squirrel"

	"github.com/wareloom/wareloom/engine/access"
	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/meta"
	"github.com/wareloom/wareloom/engine/store"
)

// Logged is a change of some record.
type Logged struct {
	ID       int64  `json:"id"` // of the entry
	Table    string `json:"table"`
	RecordID int64  `json:"record_id"`
	Change
}

// LogRequest says which changes are asked for.
type LogRequest struct {
	Search   string // part of the title of a table in the language, or the name of a user; "" for all
	Language string
	From, To time.Time // from, and before; zero for any
	Before   int64     // id of the last entry of an earlier answer; 0: the newest
	Size     int
}

// Log lists what happened to records, the newest first, without the records and the
// fields that the caller may not read; of a record that is gone nothing but that it
// changed is told. next is what the following call gives as Before; 0 at the end.
func (r *Records) Log(ctx context.Context, tx *store.Tx, rights *access.Rights, ask LogRequest) (found []Logged, next int64, err error) {
	found = []Logged{}
	tables := withHistory(rights)
	if len(tables) == 0 {
		return found, 0, nil
	}
	search, err := r.searched(ctx, tx, rights.Release(), ask)
	if err != nil {
		return nil, 0, err
	}
	rows, err := logRows(ctx, tx, squirrel.And{squirrel.Eq{auditTable: tables}, search}, ask)
	if err != nil {
		return nil, 0, err
	}
	if len(rows) > ask.Size {
		rows = rows[:ask.Size]
		next = rows[ask.Size-1].ID
	}
	for _, row := range rows {
		one, seen, err := r.logged(ctx, tx, rights, row)
		if err != nil {
			return nil, 0, err
		}
		if seen {
			found = append(found, one)
		}
	}
	return found, next, r.nameLogged(ctx, tx, rights, found)
}

// withHistory lists the tables whose history the caller may see.
func withHistory(rights *access.Rights) (keys []string) {
	for key, t := range meta.Sorted(rights.Release().Tables) {
		if rights.Can(t.Root().Key + "." + meta.History) {
			keys = append(keys, key)
		}
	}
	return keys
}

// searched is the condition of a search: tables by their titles, or users by their
// names.
func (r *Records) searched(ctx context.Context, tx *store.Tx, release *catalog.Release, ask LogRequest) (squirrel.Sqlizer, error) {
	if ask.Search == "" {
		return squirrel.And{}, nil
	}
	part := strings.ToLower(ask.Search)
	tables := []string{}
	for key, t := range meta.Sorted(release.Tables) {
		if strings.Contains(strings.ToLower(t.Meta.Title.In(ask.Language)), part) {
			tables = append(tables, key)
		}
	}
	users := []int64{}
	const text = `select id from "user" where lower(account) = ? or lower(true_name) = ?`
	if err := tx.Select(ctx, &users, text, part, part); err != nil {
		return nil, fmt.Errorf("look for users: %w", err)
	}
	return squirrel.Or{squirrel.Eq{auditTable: tables}, squirrel.Eq{"a.user_id": users}}, nil
}

func logRows(ctx context.Context, tx *store.Tx, condition squirrel.Sqlizer, ask LogRequest) (rows []auditRow, err error) {
	query := squirrel.Select(auditRowColumns).From(auditRows).Where(condition).OrderBy("a.id desc").Limit(uint64(ask.Size) + 1)
	if ask.Before > 0 {
		query = query.Where(squirrel.Lt{"a.id": ask.Before})
	}
	if !ask.From.IsZero() {
		query = query.Where(squirrel.GtOrEq{"a.at": ask.From.UnixMilli()})
	}
	if !ask.To.IsZero() {
		query = query.Where(squirrel.Lt{"a.at": ask.To.UnixMilli()})
	}
	text, args, err := query.ToSql()
	if err == nil {
		err = tx.Select(ctx, &rows, text, args...)
	}
	if err != nil {
		return nil, fmt.Errorf("list changes: %w", err)
	}
	rows = slices.DeleteFunc(spread(rows), func(row auditRow) bool { return ask.Before > 0 && row.ID >= ask.Before })
	slices.SortFunc(rows, func(a, b auditRow) int { return cmp.Compare(b.ID, a.ID) })
	return rows, nil
}

// logged is a row as the caller may see it; seen is false for a record that is there
// and not his to see.
func (r *Records) logged(ctx context.Context, tx *store.Tx, rights *access.Rights, row auditRow) (one Logged, seen bool, err error) {
	one = Logged{ID: row.ID, Table: row.Table, RecordID: row.RecordID}
	readable, err := r.readable(ctx, tx, rights, row.Table, row.RecordID)
	if fault.CodeOf(err) == fault.NotFound {
		there, err := exists(ctx, tx, row.Table, row.RecordID)
		if there || err != nil {
			return one, false, err
		}
	} else if err != nil {
		return one, false, err
	}
	if one.Change, err = row.change(readable); err != nil {
		return one, false, fmt.Errorf("read change %d: %w", row.ID, err)
	}
	return one, true, nil
}

func exists(ctx context.Context, tx *store.Tx, table string, id int64) (there bool, err error) {
	err = tx.Get(ctx, &there, "select count(*) > 0 from "+store.Quote(table)+" where id = ?", id)
	if err != nil {
		return false, fmt.Errorf("look for %s %d: %w", table, id, err)
	}
	return there, nil
}

// nameLogged names who changed what.
func (r *Records) nameLogged(ctx context.Context, tx *store.Tx, rights *access.Rights, found []Logged) error {
	var users []int64
	for _, one := range found {
		users = append(users, one.UserID)
	}
	names, err := r.UserNames(ctx, tx, rights.Release(), users)
	for i := range found {
		found[i].User = names[found[i].UserID]
	}
	return err
}
