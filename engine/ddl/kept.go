package ddl

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/meta"
	"github.com/wareloom/wareloom/engine/store"
)

// KeptFor is how long what metadata no longer has is kept at least.
const KeptFor = 30 * 24 * time.Hour

// keptTable keeps what the release in force does without.
const keptTable = "column_kept"

// Kept is a column that the release in force does without, or a whole table. Its values
// stay until somebody consents that they go.
type Kept struct {
	Table   string `db:"table_key"`
	Field   string `db:"field"`   // "" is the table
	Type    string `db:"type"`    // of the field; "" of a table
	Since   int64  `db:"since"`   // unix milliseconds: when the release came into force that did without it first
	Release int64  `db:"release"` // that one
	Dropped int64  `db:"dropped"` // unix milliseconds: when the values went; 0: they are there
	Author  string `db:"author"`  // who consented
	Lost    int    `db:"lost"`    // how many records held a value then
	Values  int    `db:"-"`       // how many records hold a value
}

// Name is what it is called where it is consented to.
func (k Kept) Name() string {
	if k.Field == "" {
		return k.Table
	}
	return k.Table + "." + k.Field
}

// Until is the instant from which it may go.
func (k Kept) Until() time.Time { return time.UnixMilli(k.Since).Add(KeptFor).UTC() }

const keptColumns = "table_key, field, type, since, release, dropped, author, lost"

// keeps reads what is kept, and what was, by table and field.
func keeps(ctx context.Context, tx *store.Tx, live map[string]store.TableInfo) (map[string]map[string]Kept, error) {
	found := map[string]map[string]Kept{}
	if _, exists := live[keptTable]; !exists {
		return found, nil
	}
	var rows []Kept
	if err := tx.Select(ctx, &rows, "select "+keptColumns+" from "+keptTable); err != nil {
		return nil, fmt.Errorf("read what is kept: %w", err)
	}
	for _, k := range rows {
		if found[k.Table] == nil {
			found[k.Table] = map[string]Kept{}
		}
		found[k.Table][k.Field] = k
	}
	return found, nil
}

// gone reports whether metadata does without a field, or without its table.
func (d *differ) gone(rel *catalog.Release, table, field string) bool {
	t, exists := ours(rel, table)
	if !exists || field == "" {
		return !exists
	}
	return !slices.ContainsFunc(t.Columns(), func(f *catalog.Field) bool { return f.Key == field })
}

// keep plans to note what metadata does without from now on, and to forget what came back
// and what somebody else took out of the database.
func (d *differ) keep(rel *catalog.Release) {
	for table, fields := range meta.Sorted(d.known) {
		if _, exists := ours(rel, table); !exists {
			d.leave(Kept{Table: table, Release: rel.Number})
			continue
		}
		for field, m := range meta.Sorted(fields) {
			if m.Type != foldedText && d.gone(rel, table, field) {
				d.leave(Kept{Table: table, Field: field, Type: m.Type, Release: rel.Number})
			}
		}
	}
	for _, fields := range meta.Sorted(d.keeps) {
		for _, k := range meta.Sorted(fields) {
			if !d.gone(rel, k.Table, k.Field) {
				d.returned = append(d.returned, k)
			}
		}
	}
}

// leave notes a column or a table that is there and that metadata does without.
func (d *differ) leave(k Kept) {
	if d.isThere(k.Table, k.Field) {
		if was, noted := d.keeps[k.Table][k.Field]; !noted || was.Dropped != 0 {
			d.left = append(d.left, k)
		}
		return
	}
	for _, m := range d.known[k.Table] {
		if k.Field == "" || m.Field == k.Field {
			d.forgotten = append(d.forgotten, m)
		}
	}
	if was, noted := d.keeps[k.Table][k.Field]; noted && was.Dropped == 0 {
		d.returned = append(d.returned, was)
	}
}

// isThere asks the database for a column, or a table.
func (d *differ) isThere(table, field string) bool {
	info, exists := d.live[table]
	if !exists || field == "" {
		return exists
	}
	return slices.ContainsFunc(info.Columns, func(c store.ColumnInfo) bool { return c.Name == field })
}

func (s Step) writeKept(ctx context.Context, tx *store.Tx) error {
	for _, k := range s.returned {
		if _, err := tx.Exec(ctx, "delete from "+keptTable+" where table_key = ? and field = ?", k.Table, k.Field); err != nil {
			return fmt.Errorf("forget that %s is kept: %w", k.Name(), err)
		}
	}
	for _, k := range s.left {
		if _, err := tx.Exec(ctx, `insert into `+keptTable+` (`+keptColumns+`) values (?, ?, ?, ?, ?, 0, '', 0)
			on conflict (table_key, field) do update set type = excluded.type, since = excluded.since, release = excluded.release, dropped = 0, author = '', lost = 0`,
			k.Table, k.Field, k.Type, tx.Now().UnixMilli(), k.Release); err != nil {
			return fmt.Errorf("note that %s is kept: %w", k.Name(), err)
		}
	}
	return nil
}

// ListKept lists what a release does without and whose values are kept, by table and
// field. What a table that is gone as a whole had lost before goes with it.
func ListKept(ctx context.Context, db *store.DB, rel *catalog.Release) (list []Kept, err error) {
	err = db.Read(ctx, func(ctx context.Context, tx *store.Tx) error {
		list, err = listKept(ctx, tx, rel)
		return err
	})
	return list, err
}

func listKept(ctx context.Context, tx *store.Tx, rel *catalog.Release) ([]Kept, error) {
	live, err := tx.Inspect(ctx)
	if err != nil {
		return nil, err
	}
	found, err := keeps(ctx, tx, live)
	if err != nil {
		return nil, err
	}
	list, d := []Kept{}, &differ{tx: tx, live: live}
	for table, fields := range meta.Sorted(found) {
		for field, k := range meta.Sorted(fields) {
			_, whole := fields[""]
			if k.Dropped != 0 || field != "" && whole || !d.isThere(table, field) || !d.gone(rel, table, field) {
				continue
			}
			if k.Values, err = d.values(ctx, k); err != nil {
				return nil, err
			}
			list = append(list, k)
		}
	}
	return list, nil
}

// values counts the records that hold a value; of a table its records.
func (d *differ) values(ctx context.Context, k Kept) (int, error) {
	question := "select count(*) from " + store.Quote(k.Table)
	if k.Field != "" {
		question += " where " + store.Quote(k.Field) + " is not null"
	}
	return d.number(ctx, question)
}

// lost reports how many values the same column, or table, lost when it was dropped.
func (d *differ) lost(table, field string) int { return d.keeps[table][field].Lost }

// drops reports a column that goes for good: the one that somebody consented to, and the
// folded text of it.
func (d *differ) drops(table, column string) bool {
	return d.drop != nil && d.drop.Field != "" && d.drop.Table == table && strings.TrimSuffix(column, catalog.FoldSuffix) == d.drop.Field
}
