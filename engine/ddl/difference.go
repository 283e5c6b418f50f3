package ddl

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/wareloom/wareloom/engine/catalog"
	"github.com/wareloom/wareloom/engine/meta"
	"github.com/wareloom/wareloom/engine/store"
)

// differ works out the plan of one release against one database.
type differ struct {
	tx      *store.Tx
	dialect store.Dialect
	live    map[string]store.TableInfo
	known   map[string]map[string]meaning // by table and field
	keeps   map[string]map[string]Kept    // by table and field; of the table ""
	drop    *Kept                         // what goes for good; nil: nothing

	tables, indexes, foreign Plan // done in this order
	told, forgotten          []meaning
	left, returned           []Kept
}

// difference compares the release with the database, without what is dropped. It asks
// the data where only the data can tell whether a change is possible.
func difference(ctx context.Context, tx *store.Tx, rel *catalog.Release, drop *Kept) (Plan, error) {
	live, err := tx.Inspect(ctx)
	if err != nil {
		return nil, err
	}
	known, err := meanings(ctx, tx, live)
	if err != nil {
		return nil, err
	}
	kept, err := keeps(ctx, tx, live)
	if err != nil {
		return nil, err
	}
	d := &differ{tx: tx, dialect: tx.Dialect(), live: live, known: known, keeps: kept, drop: drop}
	for key, t := range meta.Sorted(rel.Tables) {
		if t.Adopted() {
			continue
		}
		w, err := wanted(ctx, t, d.dialect)
		if err != nil {
			return nil, err
		}
		if info, exists := live[key]; exists {
			err = d.existing(ctx, w, info)
		} else {
			d.missing(w)
		}
		if err != nil {
			return nil, fmt.Errorf("compare table %s: %w", key, err)
		}
		d.links(t)
		d.tell(w)
	}
	if err := d.dropTables(); err != nil {
		return nil, err
	}
	d.keep(rel)
	return slices.Concat(d.tables, d.indexes, d.foreign, d.bookkeeping()), nil
}

// missing plans a new table.
func (d *differ) missing(w *table) {
	d.tables = append(d.tables, Step{Class: Safe, Table: w.of.Key, Lost: d.lost(w.of.Key, ""), SQL: []string{w.create(w.of.Key, d.dialect, nil)}})
	for _, x := range w.indexes {
		d.indexes = append(d.indexes, Step{Class: Safe, Table: w.of.Key, Name: x.name, SQL: []string{x.create(w.of)}})
	}
	for _, c := range w.columns {
		d.foreignKey(w, c, "")
	}
}

// foreignKey plans the foreign key of a new column on PostgreSQL; SQLite has it
// in the definition of the column. The end says how.
func (d *differ) foreignKey(w *table, c column, end string) {
	if c.to == nil || d.dialect == store.SQLite {
		return
	}
	statement := alter(w, "ADD FOREIGN KEY ("+store.Quote(c.name)+")"+c.references()+end)
	step := Step{Class: Safe, Table: w.of.Key, Name: c.name, SQL: []string{statement}}
	d.foreign = append(d.foreign, d.locking(step, store.AgainstWriters, c.to.Key))
}

// locking notes whom a step shuts out of its table, and of others, where they are there
// already.
func (d *differ) locking(s Step, lock store.TableLock, others ...string) Step {
	s.locks = map[string]store.TableLock{}
	for _, table := range append(others, s.Table) {
		if _, exists := d.live[table]; exists {
			s.locks[table] = lock
		}
	}
	return s
}

func alter(w *table, what string) string {
	return "ALTER TABLE " + store.Quote(w.of.Key) + " " + what
}

// hazard notes what stands against a change; rows is how many records do.
func (d *differ) hazard(w *table, name, key string, rows int) {
	d.tables = append(d.tables, Step{Class: Hazard, Table: w.of.Key, Name: name, Key: key, Rows: rows})
}

// existing plans what changes in a table that is there.
func (d *differ) existing(ctx context.Context, w *table, info store.TableInfo) error {
	if !slices.ContainsFunc(info.Columns, func(c store.ColumnInfo) bool { return c.Name == "version" }) {
		d.hazard(w, "", "ddl.not_ours", 0)
		return nil
	}
	ch, err := d.compare(ctx, w, info)
	if err != nil {
		return err
	}
	rebuilt := d.dialect == store.SQLite && ch.beyondAlter()
	if rebuilt {
		d.rebuild(w, ch)
	} else {
		d.alter(w, ch)
	}
	return d.compareIndexes(ctx, w, info, ch, rebuilt)
}

// madeHere are the names of indexes and checks that this package gives.
var madeHere = regexp.MustCompile(`_(uq|ix|ck)[0-9a-f]{8}$`)

// compareIndexes plans new indexes, and takes away those that metadata no longer
// has: an index holds no data of its own.
func (d *differ) compareIndexes(ctx context.Context, w *table, info store.TableInfo, ch *changes, rebuilt bool) error {
	live, broken := map[string]bool{}, map[string]bool{}
	for _, x := range info.Indexes {
		if x.Broken && !rebuilt && slices.ContainsFunc(w.indexes, func(y index) bool { return x.Name == y.name }) {
			broken[x.Name] = true
			continue
		}
		wanted := slices.ContainsFunc(w.indexes, func(y index) bool { return x.Name == y.name })
		live[x.Name] = !rebuilt
		if !wanted && !rebuilt && madeHere.MatchString(x.Name) {
			step := Step{Class: Safe, Table: w.of.Key, Name: x.Name, SQL: []string{"DROP INDEX " + store.Quote(x.Name)}}
			d.indexes = append(d.indexes, d.locking(step, store.AgainstAll))
		}
	}
	for _, x := range w.indexes {
		if live[x.name] {
			continue
		}
		twice, err := d.duplicates(ctx, w, x, ch)
		if err != nil {
			return err
		}
		if twice > 0 {
			d.hazard(w, x.name, "ddl.duplicates", twice)
			continue
		}
		step, err := d.newIndex(ctx, w, x, ch, broken[x.name])
		if err != nil {
			return err
		}
		d.indexes = append(d.indexes, step)
	}
	return nil
}

// duplicates counts the rows that contradict a new unique key. A key over a new
// column is judged when it is made.
func (d *differ) duplicates(ctx context.Context, w *table, x index, ch *changes) (int, error) {
	if !x.unique || ch.mentionsStrange(x.where, strings.Join(x.columns, " ")) {
		return 0, nil
	}
	where := "1 = 1"
	if x.where != "" {
		where = x.where
	}
	for _, column := range x.columns {
		where += " AND " + column + " IS NOT NULL" // nulls that are left are different keys
	}
	return d.number(ctx, fmt.Sprintf(`select coalesce(sum("rows"), 0) from (select count(*) as "rows" from %s where %s group by %s having count(*) > 1) as twice`,
		store.Quote(w.of.Key), where, strings.Join(x.columns, ", ")))
}

// count asks for how many rows of the table a condition holds.
func (d *differ) count(ctx context.Context, w *table, where string) (int, error) {
	return d.number(ctx, "select count(*) from "+store.Quote(w.of.Key)+" where "+where)
}

func (d *differ) number(ctx context.Context, question string) (n int, err error) {
	return n, d.tx.QueryRow(ctx, question).Scan(&n)
}
