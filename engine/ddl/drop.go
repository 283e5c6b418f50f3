package ddl

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/fault"
	"github.com/wareloom/wareloom/engine/meta"
	"github.com/wareloom/wareloom/engine/store"
)

// Drop takes what a release does without out of the database for good, in one transaction
// with also, unless that is nil. A field of "" is the whole table. Nothing was done with a
// fault:
//
// ddl.not_kept: it is none that is kept; ddl.kept_until: it is too early; ddl.drift: the
// database is not what the release says; ddl.kept_referred: a column that is kept leads to
// the table; ddl.hazard.
func Drop(ctx context.Context, db *store.DB, rel *catalog.Release, of Kept, also store.Func) (gone Kept, err error) {
	err = db.Alter(ctx, func(ctx context.Context, tx *store.Tx) error {
		if gone, err = mayGo(ctx, tx, rel, of); err != nil {
			return err
		}
		gone.Author = of.Author
		plan, err := dropping(ctx, tx, rel, &gone)
		if err != nil {
			return err
		}
		if err := plan.apply(ctx, tx); err != nil {
			return err
		}
		if err := gone.forget(ctx, tx); err != nil {
			return err
		}
		if also == nil {
			return nil
		}
		return also(ctx, tx)
	})
	return gone, err
}

// PreviewDrop works out what Drop would do, with its faults, and changes nothing.
func PreviewDrop(ctx context.Context, db *store.DB, rel *catalog.Release, of Kept) (plan Plan, err error) {
	err = db.Read(ctx, func(ctx context.Context, tx *store.Tx) error {
		gone, err := mayGo(ctx, tx, rel, of)
		if err == nil {
			plan, err = dropping(ctx, tx, rel, &gone)
		}
		return err
	})
	return plan, err
}

// mayGo finds what is kept and may go by now.
func mayGo(ctx context.Context, tx *store.Tx, rel *catalog.Release, of Kept) (Kept, error) {
	list, err := listKept(ctx, tx, rel)
	if err != nil {
		return Kept{}, err
	}
	i := slices.IndexFunc(list, func(k Kept) bool { return k.Name() == of.Name() })
	if i < 0 {
		return Kept{}, fault.New(fault.NotFound, "ddl.not_kept", "name", of.Name())
	}
	if until := list[i].Until(); tx.Now().Before(until) {
		return Kept{}, fault.New(fault.Conflict, "ddl.kept_until", "name", of.Name(), "until", until.Format("2006-01-02 15:04 UTC"))
	}
	return list[i], nil
}

// dropping is the plan that takes away what is kept, and nothing else.
func dropping(ctx context.Context, tx *store.Tx, rel *catalog.Release, of *Kept) (Plan, error) {
	other, err := difference(ctx, tx, rel, nil)
	if err != nil {
		return nil, err
	}
	if len(other) > 0 {
		return nil, fault.New(fault.Conflict, "ddl.drift", "n", len(other)).With(map[string]any{"plan": other})
	}
	plan, err := difference(ctx, tx, rel, of)
	if err != nil {
		return nil, err
	}
	return plan, plan.Err()
}

// dropTables plans to drop the tables that go for good: the links of a list of references
// with its field, and with a table its own.
func (d *differ) dropTables() error {
	if d.drop == nil {
		return nil
	}
	tables := d.linksOf(*d.drop)
	if d.drop.Field == "" {
		tables = append(tables, d.drop.Table)
		if err := d.refersTo(d.drop.Table, tables); err != nil {
			return err
		}
	}
	for _, table := range tables {
		step := Step{Class: Safe, Table: table, SQL: []string{"DROP TABLE " + store.Quote(table)}}
		d.tables = append(d.tables, d.locking(step, store.AgainstAll, targets(d.live[table], "")...))
	}
	return nil
}

// refersTo refuses to drop a table that a column of another one leads to.
func (d *differ) refersTo(table string, own []string) error {
	for other, info := range meta.Sorted(d.live) {
		for _, key := range info.ForeignKeys {
			if key.To == table && !slices.Contains(own, other) {
				return fault.New(fault.Conflict, "ddl.kept_referred", "name", table, "by", other+"."+key.Column)
			}
		}
	}
	return nil
}

// linksOf are the tables behind the lists of references that go with what is dropped.
func (d *differ) linksOf(k Kept) (tables []string) {
	for field, m := range meta.Sorted(d.known[k.Table]) {
		link := catalog.LinkTable(k.Table, field)
		if _, exists := d.live[link]; exists && m.Type == meta.TypeReferences && (k.Field == "" || k.Field == field) {
			tables = append(tables, link)
		}
	}
	return tables
}

// targets are the tables that the foreign keys of a column lead to; "" is any.
func targets(info store.TableInfo, column string) []string {
	found := map[string]bool{}
	for _, key := range info.ForeignKeys {
		if column == "" || key.Column == column {
			found[key.To] = true
		}
	}
	return slices.Sorted(maps.Keys(found))
}

// forget remembers that the values went, and no more what they meant.
func (k Kept) forget(ctx context.Context, tx *store.Tx) error {
	if _, err := tx.Exec(ctx, "delete from "+meaningTable+" where table_key = ? and ? in ('', field)", k.Table, k.Field); err != nil {
		return fmt.Errorf("forget what %s meant: %w", k.Name(), err)
	}
	if k.Field == "" { // what its columns were is of no use without it
		if _, err := tx.Exec(ctx, "delete from "+keptTable+" where table_key = ? and field <> ''", k.Table); err != nil {
			return fmt.Errorf("forget the columns of %s: %w", k.Name(), err)
		}
	}
	if _, err := tx.Exec(ctx, "update "+keptTable+" set dropped = ?, author = ?, lost = ? where table_key = ? and field = ?",
		tx.Now().UnixMilli(), k.Author, k.Values, k.Table, k.Field); err != nil {
		return fmt.Errorf("remember that %s went: %w", k.Name(), err)
	}
	return nil
}
