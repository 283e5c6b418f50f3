package ddl

import (
	"context"
	"fmt"

	"github.com/wareloom/wareloom/engine/store"
)

// rekeyed is a column that is there and whose foreign key is new, another or gone.
type rekeyed struct {
	column
	old  []store.ForeignInfo // those to be dropped, on PostgreSQL
	many bool                // rows, which are held to it afterwards
}

// compareForeign compares the foreign key of a column with the one it has. A key is
// made where every value has its record, which the rows tell.
func (d *differ) compareForeign(ctx context.Context, w *table, c column, info store.TableInfo, ch *changes) error {
	var there []store.ForeignInfo
	same := false
	for _, key := range info.ForeignKeys {
		if key.Column == c.name {
			there = append(there, key)
			same = c.to != nil && key.To == c.to.Key && key.Cascade == c.cascade
		}
	}
	if same && len(there) == 1 || c.to == nil && len(there) == 0 {
		return nil
	}
	if change, changes := ch.converts(c.name); c.to != nil && (!changes || !change.retype) {
		lost, err := d.orphans(ctx, w, c)
		if err != nil {
			return err
		}
		if lost > 0 {
			d.hazard(w, c.name, "ddl.orphans", lost)
			return nil
		}
	}
	many, err := d.isLarge(ctx, w, store.Quote(c.name)+" is not null")
	ch.rekeyed = append(ch.rekeyed, rekeyed{c, there, many})
	return err
}

// orphans counts the rows whose reference leads to no record.
func (d *differ) orphans(ctx context.Context, w *table, c column) (int, error) {
	name := store.Quote(w.of.Key) + "." + store.Quote(c.name)
	lost := name + " is not null"
	if _, exists := d.live[c.to.Key]; exists {
		lost += fmt.Sprintf(" and not exists (select 1 from %s as target where target.id = %s)", store.Quote(c.to.Key), name)
	}
	return d.count(ctx, w, lost)
}

// unkey takes foreign keys away before columns change, and makes the new ones after
// all tables are there.
func (d *differ) unkey(w *table, ch *changes) {
	for _, r := range ch.rekeyed {
		for _, key := range r.old { // which the table that it leads to knows of
			step := Step{Class: Safe, Table: w.of.Key, Name: key.Name, SQL: []string{alter(w, "DROP CONSTRAINT "+store.Quote(key.Name))}}
			d.tables = append(d.tables, d.locking(step, store.AgainstAll, key.To))
		}
		end := ""
		if r.many {
			end = unread
		}
		d.foreignKey(w, r.column, end)
	}
}
