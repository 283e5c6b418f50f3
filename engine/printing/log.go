package printing

import (
	"context"
	"embed"
	"fmt"
	"strings"
	"time"

	"github.com/wareloom/wareloom/engine/access"
	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/query"
	"github.com/wareloom/wareloom/engine/store"
)

//go:embed migration/*.sql
var files embed.FS

// Migrations are the package's own tables.
func Migrations() store.Migrations { return store.Migrations{Owner: "printing", FS: files} }

// Printed tells how often a template was printed of a record, and of the last time.
type Printed struct {
	Record int64
	Times  int64
	UserID int64
	User   string // name
	At     time.Time
	Copies int64
	Reason string // "" of a first print
}

// Log tells which of the records were printed by the template: those that the asker
// sees, in the order of their ids.
//
// NotFound: print.unknown. Denied without the right to print the table or to read it.
// Invalid: print.no_records. TooLarge: print.too_many_records.
func (p *Papers) Log(ctx context.Context, tx *store.Tx, rights *access.Rights, template string, ids []int64) ([]Printed, error) {
	t, err := printable(rights, template, ids)
	if err != nil {
		return nil, err
	}
	seen, err := p.seen(ctx, tx, rights, t, ids, false)
	if err != nil || len(seen) == 0 {
		return nil, err
	}
	return p.printed(ctx, tx, rights.Release(), t.Key, seen)
}

// printable finds the template, if its records may be printed by somebody.
func printable(rights *access.Rights, key string, ids []int64) (*catalog.Print, error) {
	template, ok := rights.Release().Prints[key]
	if !ok {
		return nil, fault.New(fault.NotFound, "print.unknown", "key", key)
	}
	if err := rights.Require(template.Right()); err != nil {
		return nil, err
	}
	switch {
	case len(ids) == 0:
		return nil, fault.New(fault.Invalid, "print.no_records").On("ids")
	case len(ids) > MostRecords:
		return nil, fault.New(fault.TooLarge, "print.too_many_records", "max", MostRecords).On("ids")
	}
	return template, nil
}

// seen gives the ids of the records that the asker sees, each once and in order.
func (p *Papers) seen(ctx context.Context, tx *store.Tx, rights *access.Rights, t *catalog.Print, ids []int64, lock bool) ([]int64, error) {
	where := query.Where{Filter: query.Is("id", query.In, anyOf(ids)), Fields: []string{"id"}, Sort: []string{"id"}, Lock: lock}
	rows, err := p.Query.Rows(ctx, tx, rights, t.Table.Key, where)
	if err != nil {
		return nil, fmt.Errorf("read records of %s: %w", t.Key, err)
	}
	seen := make([]int64, len(rows))
	for i, row := range rows {
		seen[i], _ = row["id"].(int64)
	}
	return seen, nil
}

// printed reads the last print of each record. The numbers of a record's prints have no
// gaps, so the last one counts them.
func (p *Papers) printed(ctx context.Context, tx *store.Tx, release *catalog.Release, template string, ids []int64) ([]Printed, error) {
	var rows []struct {
		Record int64  `db:"record_id"`
		Times  int64  `db:"print_no"`
		UserID int64  `db:"user_id"`
		At     int64  `db:"at"`
		Copies int64  `db:"copies"`
		Reason string `db:"reason"`
	}
	text := `select l.record_id, l.print_no, l.user_id, l.at, l.copies, l.reason from print_log l
		where l.template = ? and l.record_id in (?` + strings.Repeat(", ?", len(ids)-1) + `)
		and l.print_no = (select max(m.print_no) from print_log m where m.template = l.template and m.record_id = l.record_id)
		order by l.record_id`
	if err := tx.Select(ctx, &rows, text, append([]any{template}, anyOf(ids)...)...); err != nil {
		return nil, fmt.Errorf("read the log of %s: %w", template, err)
	}
	users := make([]int64, len(rows))
	for i := range rows {
		users[i] = rows[i].UserID
	}
	names, err := p.Names(ctx, tx, release, users)
	if err != nil {
		return nil, fmt.Errorf("name who printed: %w", err)
	}
	list := make([]Printed, len(rows))
	for i, row := range rows {
		list[i] = Printed{row.Record, row.Times, row.UserID, names[row.UserID], time.UnixMilli(row.At).UTC(), row.Copies, row.Reason}
	}
	return list, nil
}

func anyOf(ids []int64) []any {
	list := make([]any, len(ids))
	for i, id := range ids {
		list[i] = id
	}
	return list
}
