package spool

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/wareloom/wareloom/engine/access"
	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/printing"
	"github.com/wareloom/wareloom/engine/query"
	"github.com/wareloom/wareloom/engine/store"
)

// Printed tells how often a template was printed of a record, and of the last time.
type Printed struct {
	Record  int64
	Times   int64
	UserID  int64
	User    string // name
	At      time.Time
	Copies  int64
	Reason  string // "" of a first print
	Release int64  // whose template drew it
}

// Log tells which of the records were printed by the template: those that the asker
// sees, in the order of their ids.
//
// NotFound: print.unknown. Denied without the right to print the table or to read it.
// Invalid: print.no_records. TooLarge: print.too_many_records.
func (s *Spool) Log(ctx context.Context, tx *store.Tx, rights *access.Rights, template string, ids []int64) ([]Printed, error) {
	t, err := s.Printable(rights, template, ids)
	if err != nil {
		return nil, err
	}
	if len(ids) > printing.MostRecords {
		return nil, fault.New(fault.TooLarge, "print.too_many_records", "max", printing.MostRecords).On("ids")
	}
	seen, err := s.seen(ctx, tx, rights, t, ids, false)
	if err != nil || len(seen) == 0 {
		return nil, err
	}
	known := make([]int64, len(seen))
	for i := range seen {
		known[i] = seen[i].id
	}
	return s.printed(ctx, tx, rights.Release(), t.Key, known)
}

// subject is a record that is printed.
type subject struct {
	id    int64
	title string // what people call it
}

func byID(s subject, id int64) int { return cmp.Compare(s.id, id) }

// seen gives the records that the asker sees, each once and in order.
func (s *Spool) seen(ctx context.Context, tx *store.Tx, rights *access.Rights, t *catalog.Print, ids []int64, lock bool) ([]subject, error) {
	fields := []string{"id"}
	name := ""
	if label := t.Table.Meta.Label; len(label) > 0 && !strings.Contains(label[0], ".") {
		name = label[0]
		fields = append(fields, name)
	}
	var all []subject
	for some := range slices.Chunk(unique(ids), printing.MostRecords) {
		where := query.Where{Filter: query.Is("id", query.In, anyOf(some)), Fields: fields, Sort: []string{"id"}, Lock: lock}
		rows, err := s.Query.Rows(ctx, tx, rights, t.Table.Key, where)
		if err != nil {
			return nil, fmt.Errorf("read records of %s: %w", t.Key, err)
		}
		for _, row := range rows {
			one := subject{}
			one.id, _ = row["id"].(int64)
			one.title, _ = row[name].(string)
			all = append(all, one)
		}
	}
	return all, nil
}

// printed reads the last print of each record. The numbers of a record's prints have no
// gaps but where old ones were pruned.
func (s *Spool) printed(ctx context.Context, tx *store.Tx, release *catalog.Release, template string, ids []int64) ([]Printed, error) {
	var list []Printed
	for some := range slices.Chunk(ids, printing.MostRecords) {
		var rows []struct {
			Record  int64  `db:"record_id"`
			Times   int64  `db:"print_no"`
			UserID  int64  `db:"created_by"`
			At      int64  `db:"created_at"`
			Copies  int64  `db:"copies"`
			Reason  string `db:"reason"`
			Release int64  `db:"release_no"`
		}
		text := `select l.record_id, l.print_no, l.created_by, l.created_at, j.copies, coalesce(j.reason, '') as reason, j.release_no
			from print_label l join print_job j on j.id = l.print_job_id
			where l.template = ? and l.copy_no = 1 and l.record_id in ?
			and l.print_no = (select max(m.print_no) from print_label m where m.template = l.template and m.record_id = l.record_id)
			order by l.record_id`
		if err := tx.Select(ctx, &rows, text, template, some); err != nil {
			return nil, fmt.Errorf("read the log of %s: %w", template, err)
		}
		for _, row := range rows {
			if row.Times == 1 { // of what else its job printed again
				row.Reason = ""
			}
			list = append(list, Printed{row.Record, row.Times, row.UserID, "", time.UnixMilli(row.At).UTC(), row.Copies, row.Reason, row.Release})
		}
	}
	return list, s.name(ctx, tx, release, list)
}

// name gives those who printed their names.
func (s *Spool) name(ctx context.Context, tx *store.Tx, release *catalog.Release, list []Printed) error {
	users := make([]int64, len(list))
	for i := range list {
		users[i] = list[i].UserID
	}
	users = unique(users)
	if len(users) == 0 {
		return nil
	}
	names, err := s.Names(ctx, tx, release, users)
	if err != nil {
		return fmt.Errorf("name who printed: %w", err)
	}
	for i := range list {
		list[i].User = names[list[i].UserID]
	}
	return nil
}

func anyOf[T any](values []T) []any {
	list := make([]any, len(values))
	for i, v := range values {
		list[i] = v
	}
	return list
}

// Prune deletes jobs that ended, with their labels, if they were asked for before a time.
// What was printed before counts as printed no more.
func Prune(ctx context.Context, tx *store.Tx, before time.Time) error {
	const old = "select id from print_job where created_at < ? and status in ('done', 'cancelled')"
	for _, text := range []string{"delete from print_label where print_job_id in (" + old + ")", "delete from print_job where id in (" + old + ")"} {
		if _, err := tx.Exec(ctx, text, before.UnixMilli()); err != nil {
			return fmt.Errorf("prune prints: %w", err)
		}
	}
	return nil
}
