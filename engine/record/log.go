package record

import (
	"cmp"
	"context"
	"database/sql"
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
// changed is told. next is what the following call gives as Before; 0 at the end. One answer looks
// through a part of the log, so that it may have fewer than it was asked for, or none, and a next.
func (r *Records) Log(ctx context.Context, tx *store.Tx, rights *access.Rights, ask LogRequest) (found []Logged, next int64, err error) {
	found = []Logged{}
	tables := withHistory(rights)
	if len(tables) == 0 {
		return found, 0, nil
	}
	search, err := r.searched(ctx, tx, rights.Release(), ask)
	if err != nil || search == nil {
		return found, 0, err
	}
	rows, next, err := logRows(ctx, tx, squirrel.And{squirrel.Eq{auditTable: tables}, search}, ask)
	if err != nil {
		return nil, 0, err
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
// accounts and names; nil when none is found.
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
	users, err := usersCalled(ctx, tx, part)
	if err != nil || len(tables)+len(users) == 0 {
		return nil, err
	}
	return squirrel.Or{squirrel.Eq{auditTable: tables}, squirrel.Eq{"a.user_id": users}}, nil
}

// usersCalled lists the users whose account or name has a part, which is in small letters.
// The database does not know the small letters of all languages.
func usersCalled(ctx context.Context, tx *store.Tx, part string) ([]int64, error) {
	var users []struct {
		ID      int64          `db:"id"`
		Account string         `db:"account"`
		Name    sql.NullString `db:"true_name"`
	}
	if err := tx.Select(ctx, &users, `select id, account, true_name from "user"`); err != nil {
		return nil, fmt.Errorf("look for users: %w", err)
	}
	ids := []int64{}
	for _, user := range users {
		if strings.Contains(strings.ToLower(user.Account), part) || strings.Contains(strings.ToLower(user.Name.String), part) {
			ids = append(ids, user.ID)
		}
	}
	return ids, nil
}

// logRows are the newest changes that are asked for, and where to go on; 0 at the end.
func logRows(ctx context.Context, tx *store.Tx, condition squirrel.Sqlizer, ask LogRequest) (rows []auditRow, next int64, err error) {
	window, err := ask.window(ctx, tx)
	if err != nil {
		return nil, 0, err
	}
	query := squirrel.Select(auditRowColumns).From(auditRows).Where(condition).
		Where("a.id >= ? and a.id < ?", window.from, window.before).OrderBy("a.id desc").Limit(uint64(ask.Size) + 1)
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
		return nil, 0, fmt.Errorf("list changes: %w", err)
	}
	rows = slices.DeleteFunc(spread(rows), func(row auditRow) bool { return ask.Before > 0 && row.ID >= ask.Before })
	slices.SortFunc(rows, func(a, b auditRow) int { return cmp.Compare(b.ID, a.ID) })
	if len(rows) > ask.Size {
		return rows[:ask.Size], rows[ask.Size-1].ID, nil
	}
	return rows, window.next, nil
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
