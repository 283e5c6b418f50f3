package record

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/Masterminds/squirrel"

	"github.com/wareloom/wareloom/engine/access"
	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/meta"
	"github.com/wareloom/wareloom/engine/store"
)

// Binned is a deleted record that may come back.
type Binned struct {
	Table  string    `json:"table"`
	ID     int64     `json:"id"`
	Label  string    `json:"label"` // of what the caller may read; "" for nothing
	At     time.Time `json:"at"`
	UserID int64     `json:"user_id"`
	User   string    `json:"user"`  // name of who deleted it
	Parts  int       `json:"parts"` // records that went with it
}

// BinRequest says which deleted records are asked for.
type BinRequest struct {
	Table  string `json:"table"`  // "": all that the caller may restore
	Search string `json:"search"` // part of the label
	Before int64  `json:"before"` // the next of an earlier answer; 0: the newest
	Size   int    `json:"size"`   // at most 100, which 0 means
}

// largestBin is how many deleted records one answer lists, and how many are looked
// at together.
const largestBin = 100

// deepestBin bounds how many deleted records one call looks at: labels are inside
// of what was kept, so a rare search reads much.
const deepestBin = 5_000

// binRow is a row of record_bin.
type binRow struct {
	Key     int64  `db:"id"`
	Table   string `db:"table_key"`
	ID      int64  `db:"record_id"`
	Content string `db:"content"`
	UserID  int64  `db:"user_id"`
	At      int64  `db:"at"`
}

// Bin lists deleted records of the tables that the caller may read and restore,
// the newest first. next is what the following call gives as Before; 0 at the end.
func (r *Records) Bin(ctx context.Context, tx *store.Tx, rights *access.Rights, ask BinRequest) (found []Binned, next int64, err error) {
	tables := restorable(rights, ask.Table)
	if ask.Size <= 0 || ask.Size > largestBin {
		ask.Size = largestBin
	}
	found, next = []Binned{}, ask.Before
	for looked := 0; len(tables) > 0 && looked < deepestBin; looked += largestBin {
		rows, err := binRows(ctx, tx, tables, next)
		if err != nil {
			return nil, 0, err
		}
		for _, row := range rows {
			if len(found) == ask.Size {
				return found, next, r.nameBinned(ctx, tx, rights, found)
			}
			next = row.Key
			if found, err = r.appendBinned(ctx, tx, rights, found, row, ask.Search); err != nil {
				return nil, 0, err
			}
		}
		if len(rows) < largestBin {
			next = 0
			break
		}
	}
	if len(tables) == 0 {
		next = 0
	}
	return found, next, r.nameBinned(ctx, tx, rights, found)
}

// restorable lists the tables that the caller may read and restore.
func restorable(rights *access.Rights, only string) (keys []any) {
	for key, t := range meta.Sorted(rights.Release().Tables) {
		if (only == "" || only == key) && t.Meta.OfPeople() && rights.Can(t.Right(meta.Read)) && rights.Can(t.Right(meta.Delete)) {
			keys = append(keys, key)
		}
	}
	return keys
}

func binRows(ctx context.Context, tx *store.Tx, tables []any, before int64) (rows []binRow, err error) {
	statement := squirrel.Select("id", "table_key", "record_id", "content", "user_id", "at").From("record_bin").
		Where(squirrel.Eq{"table_key": tables}).OrderBy("id DESC").Limit(largestBin)
	if before > 0 {
		statement = statement.Where(squirrel.Lt{"id": before})
	}
	text, args, err := statement.ToSql()
	if err == nil {
		err = tx.Select(ctx, &rows, text, args...)
	}
	if err != nil {
		return nil, fmt.Errorf("list the bin: %w", err)
	}
	return rows, nil
}

// appendBinned adds a row if it is the caller's and the search finds it.
func (r *Records) appendBinned(ctx context.Context, tx *store.Tx, rights *access.Rights, found []Binned, row binRow, search string) ([]Binned, error) {
	s, err := r.begin(tx, rights, row.Table)
	if err != nil {
		return nil, err
	}
	parts, err := s.binParts(row.Content)
	if err != nil {
		return nil, err
	}
	head := parts[0].rows[0]
	err = rights.CheckWrite(ctx, tx, s.plan.table, head)
	if fault.CodeOf(err) == fault.Denied {
		return found, nil
	}
	if err != nil {
		return nil, err
	}
	label := labelOf(rights, s.plan.table, head)
	if !strings.Contains(catalog.Fold(label), catalog.Fold(search)) {
		return found, nil
	}
	count := -1
	for _, p := range parts {
		count += len(p.rows)
	}
	return append(found, Binned{Table: row.Table, ID: row.ID, Label: label, At: time.UnixMilli(row.At).UTC(), UserID: row.UserID, Parts: count}), nil
}

// labelOf joins the fields of a record's label that are its own and that the
// caller may read.
func labelOf(rights *access.Rights, table *catalog.Table, row Row) string {
	var parts []string
	for _, path := range table.Label {
		if len(path) == 1 && row[path[0].Key] != nil && rights.FieldRead(table, path[0]).All() {
			parts = append(parts, fmt.Sprint(row[path[0].Key]))
		}
	}
	return strings.Join(parts, " ")
}

// nameBinned gives the names of those who deleted.
func (r *Records) nameBinned(ctx context.Context, tx *store.Tx, rights *access.Rights, found []Binned) error {
	ids := make([]int64, len(found))
	for i := range found {
		ids[i] = found[i].UserID
	}
	names, err := r.UserNames(ctx, tx, rights.Release(), ids)
	for i := range found {
		found[i].User = names[found[i].UserID]
	}
	return err
}
